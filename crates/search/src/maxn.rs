//! Max-n: lookahead for three or four seats, each playing for itself (Luckhardt and Irani, 1986).

use game::{Game, MAX_SEATS, Seat, Turn};

use crate::budget::Budget;
use crate::principal_variation::PvTable;
use crate::thought::thought_from_values;
use crate::value::{self, Teams};
use crate::{Evaluate, Limits, Player, Stop, Thought};

/// The value of a position to each seat.
type Values = [i32; MAX_SEATS];

/// Searches by iterative deepening; every seat maximises its own value.
#[derive(Clone, Debug)]
pub struct MaxN<E> {
    evaluate: E,
    depth: u32,
}

impl<E> MaxN<E> {
    /// A player that searches this many plies, unless the limits say otherwise.
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
        let mut search = MaxNSearch {
            evaluate: &self.evaluate,
            teams: Teams::of(game),
            budget: Budget::new(limits.nodes, &stop),
            move_lists: Vec::new(),
            pv: PvTable::new(),
            evaluated: 0,
        };
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut best = thought_from_values(Vec::new(), moves.first().copied());
        for depth in 1..=limits.depth.unwrap_or(self.depth).max(1) {
            let evaluated = search.evaluated;
            let thought = search.root(game, seat, &moves, depth);
            // A depth that was not finished knows less than the one before.
            if search.budget.is_spent() && !best.moves.is_empty() {
                break;
            }
            best = thought;
            report(&best);
            if search.budget.is_spent() || search.evaluated == evaluated {
                break;
            }
        }
        best.nodes = search.budget.nodes();
        best
    }

    fn reset(&mut self, _seed: u64) {}
}

/// The state of one search.
struct MaxNSearch<'a, G: Game, E> {
    evaluate: &'a E,
    teams: Teams,
    budget: Budget<'a>,
    /// One list of moves per ply, reused by all nodes there.
    move_lists: Vec<Vec<G::Move>>,
    pv: PvTable<G::Move>,
    /// How often the evaluation was called: while this does not change, values are certain.
    evaluated: u64,
}

impl<G: Game, E: Evaluate<G>> MaxNSearch<'_, G, E> {
    fn root(&mut self, game: &G, seat: Seat, moves: &[G::Move], depth: u32) -> Thought<G::Move> {
        let mut valued = Vec::with_capacity(moves.len());
        let mut best = -value::INFINITE;
        for &mv in moves {
            let before = self.evaluated;
            let Some(values) = self.search_move(game, mv, 0, depth) else {
                break;
            };
            let own = values[seat.index()];
            if own > best {
                best = own;
                self.pv.set(0, mv);
            }
            valued.push((mv, own, self.evaluated == before));
        }
        let unsearched = moves.get(valued.len()).copied();
        let mut thought = thought_from_values(valued, unsearched);
        if thought.best.as_ref() == self.pv.line(0).first() {
            thought.line = self.pv.line(0).to_vec();
        }
        thought.nodes = self.budget.nodes();
        thought.depth = depth;
        thought
    }

    fn search_move(&mut self, game: &G, mv: G::Move, ply: usize, depth: u32) -> Option<Values> {
        if !self.budget.spend() {
            return None;
        }
        let mut next = game.clone();
        next.play(mv);
        self.pv.clear(ply + 1);
        let mut values = [0; MAX_SEATS];
        match next.turn() {
            Turn::Over(outcome) => {
                for (seat, value) in values.iter_mut().enumerate().take(self.teams.seats()) {
                    *value = self.teams.value(&outcome, Seat(seat as u8), ply + 1);
                }
            }
            Turn::Of(_) if depth == 1 => {
                self.evaluated += 1;
                for (seat, value) in values.iter_mut().enumerate().take(self.teams.seats()) {
                    *value = value::points(self.evaluate.evaluate(&next, Seat(seat as u8)));
                }
            }
            Turn::Of(mover) => return self.search(&next, mover, ply + 1, depth - 1),
        }
        Some(values)
    }

    fn search(&mut self, game: &G, mover: Seat, ply: usize, depth: u32) -> Option<Values> {
        while self.move_lists.len() <= ply {
            self.move_lists.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.move_lists[ply]);
        game.legal_moves(&mut moves);
        let mut best = [-value::INFINITE; MAX_SEATS];
        for &mv in &moves {
            let values = self.search_move(game, mv, ply, depth)?;
            if values[mover.index()] > best[mover.index()] {
                best = values;
                self.pv.set(ply, mv);
            }
        }
        self.move_lists[ply] = moves;
        Some(best)
    }
}
