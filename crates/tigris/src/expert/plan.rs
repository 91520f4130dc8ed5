//! Plans whole turns of two actions: it values every candidate, resolves the conflicts that it begins by the odds of the
//! hidden hands, and searches a second action after the best first ones.

use std::sync::Arc;

use game::{Game, Rng, Seat};
use search::Stop;

use crate::eval::{WeightSets, Weights};
use crate::moves::Move;
use crate::rules::{Conflict, Phase, Tigris};
use crate::value::{ValueMemory, ValueNets};

use super::odds::Odds;

/// A first action, the second one that goes with it, and the value of both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnPlan {
    pub first: Move,
    /// The second action of the turn, if one was searched.
    pub second: Option<Move>,
    pub value: f32,
}

/// Plans turns.
#[derive(Clone, Debug)]
pub(crate) struct Planner {
    sets: WeightSets,
    /// The learned value, where it takes the place of the evaluation by weights.
    nets: Option<Arc<ValueNets>>,
    memory: ValueMemory,
    /// Positions evaluated so far.
    pub nodes: u64,
    /// Spare lists of moves, to avoid allocations.
    lists: Vec<Vec<Move>>,
    /// The best second action of the last search.
    second: Option<Move>,
}

/// The seat that plans, and what it knows of the other hands.
struct Viewpoint {
    seat: Seat,
    odds: Odds,
}

impl Planner {
    pub fn new(sets: WeightSets) -> Self {
        Self {
            sets,
            nets: None,
            memory: ValueMemory::default(),
            nodes: 0,
            lists: Vec::new(),
            second: None,
        }
    }

    /// Judges by a learned value from now on.
    pub fn learn(&mut self, nets: Arc<ValueNets>) {
        self.nets = Some(nets);
    }

    /// Begins a new search: nothing is counted or known yet.
    pub fn begin(&mut self) {
        self.nodes = 0;
        // The next game may have another number of seats, and so another network.
        self.memory = ValueMemory::default();
    }

    fn weights(&self, game: &Tigris) -> &Weights {
        self.sets.of(game.options.players.into())
    }

    /// The value of a position for a seat, counting only `known` tiles of its hand: drawn tiles are luck that no plan
    /// has earned.
    pub fn value(&mut self, game: &Tigris, seat: Seat, known: [u8; 4]) -> f32 {
        let hand = game.hand(seat);
        self.leaf(game, seat, std::array::from_fn(|colour| hand[colour].min(known[colour])))
    }

    /// The plans of the seat that decides, best first. Each move is valued alone; then the best `beam` of them get a second
    /// action. When stopped early, the remaining ones keep their first value.
    pub fn plans(&mut self, game: &Tigris, beam: usize, stop: &Stop, plans: &mut Vec<TurnPlan>) {
        plans.clear();
        let Some(seat) = game.turn().seat() else { return };
        let viewpoint = Viewpoint { seat, odds: Odds::seen_by(game, seat) };
        let mut moves = self.lists.pop().unwrap_or_default();
        self.list(game, &mut moves);
        let hand = game.hand(seat);
        for &first in &moves {
            let value = self.try_move(game, &viewpoint, hand, first, false);
            plans.push(TurnPlan { first, second: None, value });
        }
        self.lists.push(moves);
        plans.sort_by(|a, b| b.value.total_cmp(&a.value));
        if beam > 0 && game.active() == seat && game.action == 0 {
            for plan in plans.iter_mut().take(beam) {
                // With several wars at once a single one of these may take a while.
                if stop.is_pulled() {
                    break;
                }
                self.second = None;
                plan.value = self.try_move(game, &viewpoint, hand, plan.first, true);
                plan.second = self.second;
            }
            plans.truncate(beam);
            plans.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
    }

    /// What the seat that decides may consider.
    fn list(&self, game: &Tigris, into: &mut Vec<Move>) {
        if game.phase != Phase::Action {
            game.legal_moves(into);
            return;
        }
        game.candidates(into);
        // The chance to win hardly differs so early, but whoever knows the game brings something onto the board.
        let builds = |mv: &Move| matches!(mv, Move::Tile(..) | Move::Leader(..));
        if self.nets.is_some() && game.is_founding() && into.iter().any(builds) {
            into.retain(builds);
        }
    }

    /// The best single move, as the strong model of opponents in simulations.
    pub fn best_move(&mut self, game: &Tigris) -> Option<Move> {
        let seat = game.turn().seat()?;
        let viewpoint = Viewpoint { seat, odds: Odds::seen_by(game, seat) };
        let mut moves = self.lists.pop().unwrap_or_default();
        self.list(game, &mut moves);
        let hand = game.hand(seat);
        let mut best = (None, f32::MIN);
        if let [only] = moves[..] {
            best.0 = Some(only);
        } else {
            for &mv in &moves {
                let value = self.try_move(game, &viewpoint, hand, mv, false);
                if value > best.1 || best.0.is_none() {
                    best = (Some(mv), value);
                }
            }
        }
        self.lists.push(moves);
        best.0
    }

    /// The move that brings the most points at once, as the quick model of opponents.
    pub fn greedy_reply(&mut self, game: &Tigris, rng: &mut Rng) -> Option<Move> {
        let mut scratch = self.lists.pop().unwrap_or_default();
        let (best, squares) = game.greedy_action(rng, &mut scratch);
        self.lists.push(scratch);
        // Counting the points of a position takes a quarter of the time of an evaluation.
        self.nodes += u64::from(squares / 4 + 1);
        best
    }

    fn try_move(
        &mut self,
        game: &Tigris,
        viewpoint: &Viewpoint,
        mut hand: [u8; 4],
        mv: Move,
        with_second: bool,
    ) -> f32 {
        let mut next = game.clone();
        next.play(mv);
        match mv {
            Move::Tile(colour, _) => hand[colour.index()] -= 1,
            Move::Swap(given) => {
                hand.iter_mut().zip(given).for_each(|(n, gone)| *n -= gone);
                // The drawn tiles are not known yet, so no plan may use them.
                if next.active() == viewpoint.seat && !matches!(next.phase, Phase::Over(_)) {
                    next.hands[viewpoint.seat.index()] = hand;
                }
            }
            _ => (),
        }
        self.resolve(&next, viewpoint, hand, with_second)
    }

    /// The value of a position after all pending decisions.
    fn resolve(
        &mut self,
        game: &Tigris,
        viewpoint: &Viewpoint,
        hand: [u8; 4],
        with_second: bool,
    ) -> f32 {
        let seat = viewpoint.seat;
        match game.phase {
            Phase::Over(_) => self.leaf(game, seat, hand),
            Phase::Action if game.active() == seat && game.action == 1 => {
                if with_second {
                    self.second_action(game, viewpoint, hand)
                } else {
                    // The learned value knows that an action is still to come.
                    let action = if self.nets.is_some() { 0.0 } else { self.weights(game).action };
                    self.leaf(game, seat, hand) + action
                }
            }
            Phase::Action => self.leaf(game, seat, hand),
            Phase::Revolt(conflict) | Phase::War(conflict) => {
                self.resolve_conflict(game, viewpoint, hand, with_second, conflict)
            }
            Phase::WarChoice | Phase::Monument | Phase::Treasure(_) => {
                let own = game.turn().seat() == Some(seat);
                let mut moves = self.lists.pop().unwrap_or_default();
                game.legal_moves(&mut moves);
                // Choices of other seats are not planned: the first move stands for them.
                let most = if own { moves.len() } else { 1 };
                let mut best = f32::MIN;
                for &mv in &moves[..most.min(moves.len())] {
                    let mut next = game.clone();
                    next.play(mv);
                    best = best.max(self.resolve(&next, viewpoint, hand, with_second));
                }
                self.lists.push(moves);
                best
            }
        }
    }

    fn resolve_conflict(
        &mut self,
        game: &Tigris,
        viewpoint: &Viewpoint,
        hand: [u8; 4],
        with_second: bool,
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
        if decides == viewpoint.seat {
            let mut best = f32::MIN;
            for count in std::iter::once(0).chain(least..=most) {
                // A defender adds exactly as many as it needs to tie, or none.
                if conflict.committed.is_some_and(|n| count > 0 && defence + count != attack + n) {
                    continue;
                }
                let mut rest = hand;
                rest[colour.index()] = rest[colour.index()].saturating_sub(count);
                best = best.max(self.resolve(&add(count, held), viewpoint, rest, with_second));
            }
            return best;
        }
        match conflict.committed {
            // Another seat attacks: it is assumed to add all its tiles.
            None => {
                let count = if least <= most { most } else { 0 };
                self.resolve(&add(count, held), viewpoint, hand, with_second)
            }
            Some(n) => {
                let needed = (attack + n).saturating_sub(defence);
                if needed == 0 {
                    return self.resolve(&add(0, held), viewpoint, hand, with_second);
                }
                let chance = viewpoint.odds.holds(decides, colour.index(), needed);
                let mut value = 0.0;
                if chance > 0.0 {
                    value +=
                        chance * self.resolve(&add(needed, needed), viewpoint, hand, with_second);
                }
                if chance < 1.0 {
                    value +=
                        (1.0 - chance) * self.resolve(&add(0, 0), viewpoint, hand, with_second);
                }
                value
            }
        }
    }

    fn second_action(&mut self, game: &Tigris, viewpoint: &Viewpoint, hand: [u8; 4]) -> f32 {
        let mut moves = self.lists.pop().unwrap_or_default();
        self.list(game, &mut moves);
        let mut best = f32::MIN;
        for &mv in &moves {
            let value = self.try_move(game, viewpoint, hand, mv, false);
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
        match &self.nets {
            Some(nets) => nets.value(game, seat, hand, &mut self.memory),
            None => self.weights(game).value(game, seat, hand),
        }
    }
}
