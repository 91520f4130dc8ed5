//! The lines that the expert of the report's game thinks about, as a tree of two placements.

use game::{Game, Seat};
use search::{
    Algorithm, RankedNode, Score, SearchNode, SearchTree, Thought, TraceRequest, best_ranked,
};

use super::by_features::place;
use super::shape::Place;
use super::stacker::WatchLines;
use crate::moves::Placement;
use crate::rules::Tetris;

/// Both pieces placed, and what that is worth.
struct WatchedLine {
    first: Place,
    second: Option<Place>,
    value: f32,
    /// Whether the piece after them was asked about: only then may the line be chosen.
    asked: bool,
}

/// Everything that was thought about.
#[derive(Default)]
pub(super) struct LineTree(Vec<WatchedLine>);

impl WatchLines for LineTree {
    fn judged(&mut self, first: &Place, second: Option<&Place>, value: f32) {
        let (first, second) = (*first, second.copied());
        self.0.push(WatchedLine { first, second, value, asked: false });
    }

    fn asked(&mut self, first: &Place, second: Option<&Place>, value: f32) {
        let second = second.copied();
        let is_it = |line: &&mut WatchedLine| line.first == *first && line.second == second;
        match self.0.iter_mut().find(is_it) {
            Some(line) => (line.value, line.asked) = (value, true),
            None => self.0.push(WatchedLine { first: *first, second, value, asked: true }),
        }
    }
}

/// What a branch of the tree stands for.
enum Branch {
    Root,
    First(Placement),
    Second,
}

impl LineTree {
    /// The tree of all lines, the best first. A line that was asked about has its value with the third piece; a
    /// placement has that of its best line.
    pub fn tree(
        &self,
        game: &Tetris,
        best: Option<Placement>,
        request: &TraceRequest,
    ) -> SearchTree<Placement> {
        let best_of = |lines: &mut dyn Iterator<Item = &WatchedLine>| {
            lines
                .map(|line| (line.asked, line.value))
                .max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))
        };
        let score = |value: f32| Score::Points(value.round() as i32);
        let all = best_of(&mut self.0.iter()).map_or(0.0, |(_, value)| value);
        let thought = Thought {
            score: score(all),
            nodes: self.0.len() as u64,
            depth: 2,
            ..Thought::unscored(best)
        };
        let show = |branch: Branch, mv: Option<Placement>, (asked, value): (bool, f32), below| {
            let node = SearchNode {
                mover: Some(Seat(0)),
                maximises: true,
                value: Some(score(value)),
                below,
                ..SearchNode::after(mv)
            };
            let rank = (i64::from(asked) << 40) + (value as i64 - i64::from(i32::MIN));
            RankedNode { rank, handle: branch, node }
        };
        let root = show(Branch::Root, None, (true, all), self.0.len() as u64);
        best_ranked(Algorithm::Exhaustive, root, &thought, request, |branch, _| match branch {
            Branch::Root => {
                let of = |mv: Placement| {
                    let lines: Vec<_> = self.lines_after(game, mv).collect();
                    let value = best_of(&mut lines.iter().copied())?;
                    Some(show(Branch::First(mv), Some(mv), value, lines.len() as u64))
                };
                legal(game).into_iter().filter_map(of).collect()
            }
            Branch::First(first) => {
                let mut next = game.clone();
                next.play(*first);
                let system = game.stock().terms.rules;
                let moves = legal(&next);
                let shown = |line: &WatchedLine| {
                    let lies = |mv: &&Placement| place(system, **mv) == line.second;
                    let mv = line.second.and_then(|_| moves.iter().find(lies))?;
                    Some(show(Branch::Second, Some(*mv), (line.asked, line.value), 0))
                };
                self.lines_after(game, *first).filter_map(shown).collect()
            }
            Branch::Second => Vec::new(),
        })
    }

    /// The lines that begin with a placement.
    fn lines_after(&self, game: &Tetris, mv: Placement) -> impl Iterator<Item = &WatchedLine> {
        let first = place(game.stock().terms.rules, mv);
        self.0.iter().filter(move |line| Some(line.first) == first)
    }
}

fn legal(game: &Tetris) -> Vec<Placement> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
}
