//! The report's players: they walk a shortest way to the goal and never place a wall. One finds it
//! breadth first, the other by A*, and both count the squares that they looked at.

mod astar;
mod bfs;

use game::{Game, Seat};
use search::{Limits, MoveScore, Player, Score, Stop, Thought};

use crate::moves::{Move, Square};
use crate::{Quoridor, path_difference};

/// A way of finding a way.
type Find = fn(&Quoridor, Seat, Square) -> FoundPath;

/// A shortest way: its length and how many squares were looked at on the search for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundPath {
    pub steps: u32,
    pub searched: u64,
}

/// Walks.
pub(crate) struct Runner {
    find: Find,
}

impl Runner {
    pub fn breadth_first() -> Self {
        Self { find: bfs::find }
    }

    pub fn a_star() -> Self {
        Self { find: astar::find }
    }
}

impl Player<Quoridor> for Runner {
    fn think(
        &mut self,
        game: &Quoridor,
        _limits: &Limits,
        _stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let Some(seat) = game.turn().seat() else { return Thought::default() };
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        // The nearest square to the goal of those that the pawn can reach, jumps and all.
        let mut searched = 0;
        let mut steps: Vec<(u32, Move)> = Vec::new();
        for &mv in &moves {
            if let Move::Step(to) = mv {
                let found = (self.find)(game, seat, to);
                searched += found.searched;
                steps.push((found.steps, mv));
            }
        }
        steps.sort_by_key(|&(steps, _)| steps);
        let best = steps.first().map(|&(_, mv)| mv).or(moves.first().copied());
        let thought = Thought {
            best,
            score: Score::Points(100 * path_difference(game, seat)),
            line: best.into_iter().collect(),
            moves: steps
                .iter()
                .map(|&(steps, mv)| MoveScore { mv, score: Score::Points(-100 * steps as i32) })
                .collect(),
            nodes: searched,
            depth: 1,
        };
        report(&thought);
        thought
    }

    fn reset(&mut self, _seed: u64) {}
}
