//! Max-n: looking ahead where three or four play, each for itself.

use game::{Game, MAX_SEATS, Seat, Turn};

use crate::budget::Budget;
use crate::line::Lines;
use crate::thought::by_value;
use crate::value::{self, Teams};
use crate::{Evaluate, Limits, Player, Stop, Thought};

/// What a position is worth to each seat.
type Worths = [i32; MAX_SEATS];

/// Looks ahead, one ply deeper each time, and lets every seat choose what is best for itself.
#[derive(Clone, Debug)]
pub struct MaxN<E> {
    evaluate: E,
    depth: u32,
}

impl<E> MaxN<E> {
    /// A player who looks this many plies ahead, unless the limits say otherwise.
    pub fn new(evaluate: E, depth: u32) -> Self {
        Self { evaluate, depth }
    }
}

impl<G: Game, E: Evaluate<G>> Player<G> for MaxN<E> {
    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let Turn::Of(seat) = game.turn() else {
            return Thought::default();
        };
        let stop = stop.with(limits);
        let mut look = Look {
            evaluate: &self.evaluate,
            teams: Teams::of(game),
            budget: Budget::new(limits.nodes, &stop),
            lists: Vec::new(),
            lines: Lines::new(),
            evaluated: 0,
        };
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut best = by_value(Vec::new(), moves.first().copied());
        for depth in 1..=limits.depth.unwrap_or(self.depth).max(1) {
            let evaluated = look.evaluated;
            let thought = look.root(game, seat, &moves, depth);
            // A depth that was not looked through knows less than the one before.
            if look.budget.is_spent() && !best.moves.is_empty() {
                break;
            }
            best = thought;
            report(&best);
            if look.budget.is_spent() || look.evaluated == evaluated {
                break;
            }
        }
        best.nodes = look.budget.nodes();
        best
    }

    fn reset(&mut self, _seed: u64) {}
}

struct Look<'a, G: Game, E> {
    evaluate: &'a E,
    teams: Teams,
    budget: Budget<'a>,
    lists: Vec<Vec<G::Move>>,
    lines: Lines<G::Move>,
    evaluated: u64,
}

impl<G: Game, E: Evaluate<G>> Look<'_, G, E> {
    fn root(&mut self, game: &G, seat: Seat, moves: &[G::Move], depth: u32) -> Thought<G::Move> {
        let mut valued = Vec::with_capacity(moves.len());
        let mut most = -value::INFINITE;
        for &mv in moves {
            let before = self.evaluated;
            let Some(worths) = self.after(game, mv, 0, depth) else {
                break;
            };
            let own = worths[seat.index()];
            if own > most {
                most = own;
                self.lines.set(0, mv);
            }
            valued.push((mv, own, self.evaluated == before));
        }
        let unseen = moves.get(valued.len()).copied();
        let mut thought = by_value(valued, unseen);
        if thought.best.as_ref() == self.lines.line(0).first() {
            thought.line = self.lines.line(0).to_vec();
        }
        thought.nodes = self.budget.nodes();
        thought.depth = depth;
        thought
    }

    fn after(&mut self, game: &G, mv: G::Move, ply: usize, depth: u32) -> Option<Worths> {
        if !self.budget.spend() {
            return None;
        }
        let mut next = game.clone();
        next.play(mv);
        self.lines.clear(ply + 1);
        let mut worths = [0; MAX_SEATS];
        match next.turn() {
            Turn::Over(outcome) => {
                for (seat, worth) in worths.iter_mut().enumerate().take(self.teams.seats()) {
                    *worth = self.teams.value(&outcome, Seat(seat as u8), ply + 1);
                }
            }
            Turn::Of(_) if depth == 1 => {
                self.evaluated += 1;
                for (seat, worth) in worths.iter_mut().enumerate().take(self.teams.seats()) {
                    *worth = value::points(self.evaluate.evaluate(&next, Seat(seat as u8)));
                }
            }
            Turn::Of(mover) => return self.best(&next, mover, ply + 1, depth - 1),
        }
        Some(worths)
    }

    fn best(&mut self, game: &G, mover: Seat, ply: usize, depth: u32) -> Option<Worths> {
        while self.lists.len() <= ply {
            self.lists.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        game.legal_moves(&mut moves);
        let mut best = [-value::INFINITE; MAX_SEATS];
        for &mv in &moves {
            let worths = self.after(game, mv, ply, depth)?;
            if worths[mover.index()] > best[mover.index()] {
                best = worths;
                self.lines.set(ply, mv);
            }
        }
        self.lists[ply] = moves;
        Some(best)
    }
}
