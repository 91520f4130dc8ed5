//! Minimax: searches every move of every seat, to a fixed depth.

use game::{Game, Seat, Turn};

use crate::budget::Budget;
use crate::principal_variation::PvTable;
use crate::thought::thought_from_values;
use crate::value::{self, Teams};
use crate::{Evaluate, Limits, Player, SearchObserver, Stop, Thought, Visit};

/// Searches the full tree to a fixed depth. Its own side maximises, all others minimise. Among equal moves it plays the
/// first in legal order.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluate: E,
    depth: u32,
}

impl<E> Minimax<E> {
    /// A player that searches this many plies, unless the limits say otherwise.
    pub fn new(evaluate: E, depth: u32) -> Self {
        Self { evaluate, depth }
    }
}

impl<E> Minimax<E> {
    /// Thinks as [`Player::think`] does, while somebody watches.
    pub fn search<G: Game, O: SearchObserver<G::Move>>(
        &self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        observer: &mut O,
    ) -> Thought<G::Move>
    where
        E: Evaluate<G>,
    {
        let Turn::Of(seat) = game.turn() else {
            return Thought::default();
        };
        let stop = stop.with(limits);
        let depth = limits.depth.unwrap_or(self.depth).max(1);
        let mut search = MinimaxSearch {
            evaluate: &self.evaluate,
            teams: Teams::of(game),
            seat,
            budget: Budget::new(limits.nodes, &stop),
            move_lists: Vec::new(),
            pv: PvTable::new(),
            evaluated: 0,
            observer,
        };
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut valued = Vec::with_capacity(moves.len());
        let mut best = -value::INFINITE;
        for &mv in &moves {
            let before = search.evaluated;
            let Some(value) = search.search_move(game, mv, 0, depth) else {
                break;
            };
            if value > best {
                best = value;
                search.pv.set(0, mv);
            }
            valued.push((mv, value, search.evaluated == before));
        }
        let unsearched = moves.get(valued.len()).copied();
        let mut thought = thought_from_values(valued, unsearched);
        if thought.best.as_ref() == search.pv.line(0).first() {
            thought.line = search.pv.line(0).to_vec();
        }
        thought.nodes = search.budget.nodes();
        thought.depth = depth;
        thought
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
        let thought = self.search(game, limits, stop, &mut ());
        if game.turn().seat().is_some() {
            report(&thought);
        }
        thought
    }

    fn reset(&mut self, _seed: u64) {}
}

/// The state of one search.
struct MinimaxSearch<'a, G: Game, E, O> {
    evaluate: &'a E,
    teams: Teams,
    seat: Seat,
    budget: Budget<'a>,
    /// One list of moves per ply, reused by all nodes there.
    move_lists: Vec<Vec<G::Move>>,
    pv: PvTable<G::Move>,
    /// How often the evaluation was called: while this does not change, values are certain.
    evaluated: u64,
    observer: &'a mut O,
}

impl<G: Game, E: Evaluate<G>, O: SearchObserver<G::Move>> MinimaxSearch<'_, G, E, O> {
    /// The value of a move for the root's seat; `None` when the budget is spent.
    fn search_move(&mut self, game: &G, mv: G::Move, ply: usize, depth: u32) -> Option<i32> {
        if !self.budget.spend() {
            return None;
        }
        let mut next = game.clone();
        next.play(mv);
        self.pv.clear(ply + 1);
        let turn = next.turn();
        let mover = turn.seat();
        let maximises = mover.is_some_and(|mover| self.teams.allied(self.seat, mover));
        let (alpha, beta) = (-value::INFINITE, value::INFINITE);
        self.observer.enter(Visit { mv, mover, maximises, alpha, beta });
        let value = match turn {
            Turn::Over(outcome) => self.teams.value(&outcome, self.seat, ply + 1),
            Turn::Of(_) if depth == 1 => {
                self.evaluated += 1;
                value::points(self.evaluate.evaluate(&next, self.seat))
            }
            Turn::Of(mover) => self.search(&next, mover, ply + 1, depth - 1)?,
        };
        self.observer.leave(value);
        Some(value)
    }

    /// The value of a position for the root's seat.
    fn search(&mut self, game: &G, mover: Seat, ply: usize, depth: u32) -> Option<i32> {
        while self.move_lists.len() <= ply {
            self.move_lists.push(Vec::new());
        }
        let sign = if self.teams.allied(self.seat, mover) { 1 } else { -1 };
        let mut moves = std::mem::take(&mut self.move_lists[ply]);
        game.legal_moves(&mut moves);
        let mut best = -value::INFINITE;
        for &mv in &moves {
            // When the budget is spent, `?` drops the list: the search is over.
            let value = sign * self.search_move(game, mv, ply, depth)?;
            if value > best {
                best = value;
                self.pv.set(ply, mv);
            }
        }
        self.move_lists[ply] = moves;
        Some(sign * best)
    }
}
