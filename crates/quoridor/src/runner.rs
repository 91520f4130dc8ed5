//! The student report's players: they follow a shortest path to the goal and never place a wall. One finds it by
//! breadth-first search, the other by A*; both count the squares that they visit.

pub(crate) mod astar;
pub(crate) mod bfs;

use game::{Game, Seat};
use search::{Limits, MoveScore, Player, Score, Stop, Thought};

use crate::moves::{Move, Square};
use crate::{Quoridor, path_difference};

/// A path-finding algorithm.
type Find = fn(&Quoridor, Seat, Square) -> FoundPath;

/// A shortest path: its length and how many squares the search visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundPath {
    pub steps: u32,
    pub visited: u64,
}

/// Follows the shortest path.
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
        // The step that leads nearest to the goal, jumps included.
        let mut visited = 0;
        let mut steps: Vec<(u32, Move)> = Vec::new();
        for &mv in &moves {
            if let Move::Step(to) = mv {
                let found = (self.find)(game, seat, to);
                visited += found.visited;
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
            nodes: visited,
            depth: 1,
        };
        report(&thought);
        thought
    }

    fn reset(&mut self, _seed: u64) {}
}
