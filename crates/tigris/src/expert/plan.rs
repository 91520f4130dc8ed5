//! A whole turn of two actions searched together: every candidate, the conflicts it begins settled
//! by the odds of the hidden hands, and the second action after the best of the first.

use game::{Game, Rng, Seat};
use search::Stop;

use crate::eval::{WeightSets, Weights};
use crate::moves::Move;
use crate::rules::{Conflict, Phase, Tigris};

use super::odds::Odds;

/// An action, what should follow it, and what both are worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub first: Move,
    /// The second action of the turn, where one has been looked for.
    pub second: Option<Move>,
    pub value: f32,
}

/// Plans turns.
#[derive(Clone, Debug)]
pub(crate) struct Planner {
    sets: WeightSets,
    /// Positions evaluated so far.
    pub nodes: u64,
    /// Lists of candidates, lent out and taken back.
    lists: Vec<Vec<Move>>,
    /// The second action that the last look found best.
    second: Option<Move>,
}

/// What stays the same while one seat plans.
struct Eye {
    seat: Seat,
    odds: Odds,
}

impl Planner {
    pub fn new(sets: WeightSets) -> Self {
        Self { sets, nodes: 0, lists: Vec::new(), second: None }
    }

    fn weights(&self, game: &Tigris) -> &Weights {
        self.sets.of(game.options.players.into())
    }

    /// What a position is worth to a seat as it stands, with no more in the hand than `known`: what
    /// will be drawn is luck that no plan has earned.
    pub fn value(&mut self, game: &Tigris, seat: Seat, known: [u8; 4]) -> f32 {
        let hand = game.hand(seat);
        self.leaf(game, seat, std::array::from_fn(|colour| hand[colour].min(known[colour])))
    }

    /// The moves of whoever decides, best first: each alone at first, then the best `beam` with the
    /// second action that goes with them. Stopped, it leaves those as they are that it has not
    /// come to.
    pub fn plans(&mut self, game: &Tigris, beam: usize, stop: &Stop, plans: &mut Vec<Plan>) {
        plans.clear();
        let Some(seat) = game.turn().seat() else { return };
        let eye = Eye { seat, odds: Odds::seen_by(game, seat) };
        let mut moves = self.lists.pop().unwrap_or_default();
        if game.phase == Phase::Action {
            game.candidates(&mut moves);
        } else {
            game.legal_moves(&mut moves);
        }
        let hand = game.hand(seat);
        for &first in &moves {
            let value = self.try_move(game, &eye, hand, first, false);
            plans.push(Plan { first, second: None, value });
        }
        self.lists.push(moves);
        plans.sort_by(|a, b| b.value.total_cmp(&a.value));
        if beam > 0 && game.active() == seat && game.action == 0 {
            for plan in plans.iter_mut().take(beam) {
                // Where several wars hang together a single one of these may take a while.
                if stop.is_pulled() {
                    break;
                }
                self.second = None;
                plan.value = self.try_move(game, &eye, hand, plan.first, true);
                plan.second = self.second;
            }
            plans.truncate(beam);
            plans.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
    }

    /// The best move alone: for those who are only imagined.
    pub fn quick(&mut self, game: &Tigris) -> Option<Move> {
        let seat = game.turn().seat()?;
        let eye = Eye { seat, odds: Odds::seen_by(game, seat) };
        let mut moves = self.lists.pop().unwrap_or_default();
        if game.phase == Phase::Action {
            game.candidates(&mut moves);
        } else {
            game.legal_moves(&mut moves);
        }
        let hand = game.hand(seat);
        let mut best = (None, f32::MIN);
        if let [only] = moves[..] {
            best.0 = Some(only);
        } else {
            for &mv in &moves {
                let value = self.try_move(game, &eye, hand, mv, false);
                if value > best.1 || best.0.is_none() {
                    best = (Some(mv), value);
                }
            }
        }
        self.lists.push(moves);
        best.0
    }

    /// What a builder would do, who goes for the points at hand.
    pub fn builder(&mut self, game: &Tigris, rng: &mut Rng) -> Option<Move> {
        let mut scratch = self.lists.pop().unwrap_or_default();
        let (best, squares) = game.glance(rng, &mut scratch);
        self.lists.push(scratch);
        // To count the points of a position takes a quarter of the time that evaluating it does.
        self.nodes += u64::from(squares / 4 + 1);
        best
    }

    fn try_move(
        &mut self,
        game: &Tigris,
        eye: &Eye,
        mut hand: [u8; 4],
        mv: Move,
        further: bool,
    ) -> f32 {
        let mut next = game.clone();
        next.play(mv);
        match mv {
            Move::Tile(colour, _) => hand[colour.index()] -= 1,
            Move::Swap(given) => {
                hand.iter_mut().zip(given).for_each(|(n, gone)| *n -= gone);
                // What was drawn is not known yet: nothing can be planned with it.
                if next.active() == eye.seat && !matches!(next.phase, Phase::Over(_)) {
                    next.hands[eye.seat.index()] = hand;
                }
            }
            _ => (),
        }
        self.settle(&next, eye, hand, further)
    }

    /// What a position is worth once everything that is pending has been decided.
    fn settle(&mut self, game: &Tigris, eye: &Eye, hand: [u8; 4], further: bool) -> f32 {
        let seat = eye.seat;
        match game.phase {
            Phase::Over(_) => self.leaf(game, seat, hand),
            Phase::Action if game.active() == seat && game.action == 1 => {
                if further {
                    self.second_action(game, eye, hand)
                } else {
                    self.leaf(game, seat, hand) + self.weights(game).action
                }
            }
            Phase::Action => self.leaf(game, seat, hand),
            Phase::Revolt(conflict) | Phase::War(conflict) => {
                self.fight(game, eye, hand, further, conflict)
            }
            Phase::WarChoice | Phase::Monument | Phase::Treasure(_) => {
                let own = game.turn().seat() == Some(seat);
                let mut moves = self.lists.pop().unwrap_or_default();
                game.legal_moves(&mut moves);
                // What others choose is not ours to plan: they take what comes first.
                let most = if own { moves.len() } else { 1 };
                let mut best = f32::MIN;
                for &mv in &moves[..most.min(moves.len())] {
                    let mut next = game.clone();
                    next.play(mv);
                    best = best.max(self.settle(&next, eye, hand, further));
                }
                self.lists.push(moves);
                best
            }
        }
    }

    fn fight(
        &mut self,
        game: &Tigris,
        eye: &Eye,
        hand: [u8; 4],
        further: bool,
        conflict: Conflict,
    ) -> f32 {
        let colour = game.support_colour(conflict);
        let decides = conflict.decides();
        let (least, most) = game.support_range(conflict);
        let [attack, defence] = game.strengths(conflict);
        let add = |count: u8, holds: u8| {
            let mut next = game.clone();
            let held = &mut next.hands[decides.index()][colour.index()];
            *held = holds.max(count);
            next.play(Move::Support(count));
            next
        };
        let held = game.hands[decides.index()][colour.index()];
        if decides == eye.seat {
            let mut best = f32::MIN;
            for count in std::iter::once(0).chain(least..=most) {
                // A defender needs no more than the attacker has.
                if conflict.committed.is_some_and(|n| count > 0 && defence + count != attack + n) {
                    continue;
                }
                let mut rest = hand;
                rest[colour.index()] = rest[colour.index()].saturating_sub(count);
                best = best.max(self.settle(&add(count, held), eye, rest, further));
            }
            return best;
        }
        match conflict.committed {
            // Somebody else attacks somebody: with all there is.
            None => {
                let count = if least <= most { most } else { 0 };
                self.settle(&add(count, held), eye, hand, further)
            }
            Some(n) => {
                let needed = (attack + n).saturating_sub(defence);
                if needed == 0 {
                    return self.settle(&add(0, held), eye, hand, further);
                }
                let chance = eye.odds.holds(decides, colour.index(), needed);
                let mut value = 0.0;
                if chance > 0.0 {
                    value += chance * self.settle(&add(needed, needed), eye, hand, further);
                }
                if chance < 1.0 {
                    value += (1.0 - chance) * self.settle(&add(0, 0), eye, hand, further);
                }
                value
            }
        }
    }

    fn second_action(&mut self, game: &Tigris, eye: &Eye, hand: [u8; 4]) -> f32 {
        let mut moves = self.lists.pop().unwrap_or_default();
        game.candidates(&mut moves);
        let mut best = f32::MIN;
        for &mv in &moves {
            let value = self.try_move(game, eye, hand, mv, false);
            if value > best {
                best = value;
                self.second = Some(mv);
            }
        }
        self.lists.push(moves);
        best
    }

    fn leaf(&mut self, game: &Tigris, seat: Seat, hand: [u8; 4]) -> f32 {
        self.nodes += 1;
        self.weights(game).value(game, seat, hand)
    }
}
