//! Minimax: every move of every seat, to a fixed depth.

use game::{Game, Seat, Turn};

use crate::budget::Budget;
use crate::line::Lines;
use crate::thought::by_value;
use crate::value::{self, Teams};
use crate::{Evaluate, Limits, Player, Stop, Thought};

/// Looks at all there is, to a fixed depth. Its own side maximises, all others minimise; among
/// equal moves it plays the first in legal order.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluate: E,
    depth: u32,
}

impl<E> Minimax<E> {
    /// A player who looks this many plies ahead, unless the limits say otherwise.
    pub fn new(evaluate: E, depth: u32) -> Self {
        Self { evaluate, depth }
    }
}

impl<G: Game, E: Evaluate<G>> Player<G> for Minimax<E> {
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
        let depth = limits.depth.unwrap_or(self.depth).max(1);
        let mut look = Look {
            evaluate: &self.evaluate,
            teams: Teams::of(game),
            seat,
            budget: Budget::new(limits.nodes, &stop),
            lists: Vec::new(),
            lines: Lines::new(),
            evaluated: 0,
        };
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut valued = Vec::with_capacity(moves.len());
        let mut most = -value::INFINITE;
        for &mv in &moves {
            let before = look.evaluated;
            let Some(worth) = look.after(game, mv, 0, depth) else {
                break;
            };
            if worth > most {
                most = worth;
                look.lines.set(0, mv);
            }
            valued.push((mv, worth, look.evaluated == before));
        }
        let unseen = moves.get(valued.len()).copied();
        let mut thought = by_value(valued, unseen);
        if thought.best.as_ref() == look.lines.line(0).first() {
            thought.line = look.lines.line(0).to_vec();
        }
        thought.nodes = look.budget.nodes();
        thought.depth = depth;
        report(&thought);
        thought
    }

    fn reset(&mut self, _seed: u64) {}
}

/// One look at a position.
struct Look<'a, G: Game, E> {
    evaluate: &'a E,
    teams: Teams,
    seat: Seat,
    budget: Budget<'a>,
    /// One list of moves a ply, reused by all nodes there.
    lists: Vec<Vec<G::Move>>,
    lines: Lines<G::Move>,
    evaluated: u64,
}

impl<G: Game, E: Evaluate<G>> Look<'_, G, E> {
    /// What the game is worth to the root's seat after a move; none when the budget is spent.
    fn after(&mut self, game: &G, mv: G::Move, ply: usize, depth: u32) -> Option<i32> {
        if !self.budget.spend() {
            return None;
        }
        let mut next = game.clone();
        next.play(mv);
        self.lines.clear(ply + 1);
        match next.turn() {
            Turn::Over(outcome) => Some(self.teams.value(&outcome, self.seat, ply + 1)),
            Turn::Of(_) if depth == 1 => {
                self.evaluated += 1;
                Some(value::points(self.evaluate.evaluate(&next, self.seat)))
            }
            Turn::Of(mover) => self.best(&next, mover, ply + 1, depth - 1),
        }
    }

    fn best(&mut self, game: &G, mover: Seat, ply: usize, depth: u32) -> Option<i32> {
        while self.lists.len() <= ply {
            self.lists.push(Vec::new());
        }
        let sign = if self.teams.allied(self.seat, mover) { 1 } else { -1 };
        let mut moves = std::mem::take(&mut self.lists[ply]);
        game.legal_moves(&mut moves);
        let mut most = -value::INFINITE;
        for &mv in &moves {
            // The list of a search that ends here need not go back.
            let worth = sign * self.after(game, mv, ply, depth)?;
            if worth > most {
                most = worth;
                self.lines.set(ply, mv);
            }
        }
        self.lists[ply] = moves;
        Some(sign * most)
    }
}
