//! Move generation and ordering: which moves to search, and which of them first.

use super::alphabeta::MAX_PLY;
use super::distances::ShortestPaths;
use super::state::{PACKED_MOVES, PackedMove, TwoPlayerState};
use crate::maze::{Maze, WallSet, squares};
use crate::shape::{BoardShape, STRIDE};

/// A move with its rank in the search order.
#[derive(Clone, Copy)]
pub(crate) struct RankedMove {
    pub mv: PackedMove,
    pub rank: i32,
}

/// Killer moves and history heuristic.
pub(crate) struct MoveOrdering {
    killers: [[PackedMove; 2]; MAX_PLY],
    history: Box<[[i32; PACKED_MOVES]; 2]>,
}

const MAX_HISTORY: i32 = 1 << 14;

impl MoveOrdering {
    pub fn new() -> Self {
        Self {
            killers: [[PackedMove::NONE; 2]; MAX_PLY],
            history: Box::new([[0; PACKED_MOVES]; 2]),
        }
    }

    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Begins a new search: old history counts half.
    pub fn begin(&mut self) {
        self.killers = [[PackedMove::NONE; 2]; MAX_PLY];
        self.history.iter_mut().flatten().for_each(|score| *score /= 2);
    }

    /// Notes that a move caused a beta cutoff, and that those tried before it did not.
    pub fn note_cutoff(
        &mut self,
        ply: usize,
        mover: usize,
        mv: PackedMove,
        depth: i32,
        tried: &[RankedMove],
    ) {
        let killers = &mut self.killers[ply];
        if mv.is_wall() && killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        let bonus = (depth * depth).min(400);
        let history = &mut self.history[mover];
        let mut learn = |mv: PackedMove, bonus: i32| {
            let score = &mut history[usize::from(mv.0)];
            *score += bonus - *score * bonus.abs() / MAX_HISTORY;
        };
        learn(mv, 16 * bonus);
        tried.iter().for_each(|other| learn(other.mv, -4 * bonus));
    }
}

/// Which walls to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WallChoice {
    /// Every wall that fits.
    All,
    /// Walls near pawns, near other walls, or across a shortest path.
    Near,
    /// Only walls that lengthen the opponent's path.
    Sharp,
}

/// A position with what move ordering needs to know about it.
pub(crate) struct MoveGenerator<'a> {
    pub shape: &'a BoardShape,
    pub state: &'a TwoPlayerState,
    /// The squares that bring the mover nearer to its goal, and those that keep its distance.
    pub nearer: u128,
    pub level: u128,
    pub own: &'a ShortestPaths,
    pub other: &'a ShortestPaths,
}

impl MoveGenerator<'_> {
    /// Lists the moves with their ranks, unsorted: [`pick`] takes them out one by one.
    pub fn list(
        &self,
        choice: WallChoice,
        best: PackedMove,
        ply: usize,
        ordering: &MoveOrdering,
        into: &mut Vec<RankedMove>,
    ) {
        let me = self.state.me();
        let history = &ordering.history[me];
        for square in squares(self.state.steps(self.shape)) {
            let mv = PackedMove::step(square.0);
            let to = 1u128 << square.0;
            let base = match () {
                () if to & self.nearer != 0 => 60_000,
                () if to & self.level != 0 => 6_000,
                () => -4_000,
            };
            into.push(self.ranked(mv, base + history[usize::from(mv.0)], best));
        }
        let walls = self.walls(choice);
        let killers = ordering.killers[ply];
        for (anchor, orientation) in walls.each() {
            let mv = PackedMove::wall(anchor.0, orientation);
            let mut rank = history[usize::from(mv.0)];
            if self.other.cuts_all.has(anchor, orientation) {
                rank += 24_000;
            } else if self.other.cuts_some.has(anchor, orientation) {
                rank += 6_000;
            }
            if self.own.cuts_all.has(anchor, orientation) {
                rank -= 24_000;
            } else if self.own.cuts_some.has(anchor, orientation) {
                rank -= 3_000;
            }
            if killers.contains(&mv) {
                rank += 30_000;
            }
            into.push(self.ranked(mv, rank, best));
        }
    }

    fn ranked(&self, mv: PackedMove, rank: i32, best: PackedMove) -> RankedMove {
        RankedMove { mv, rank: if mv == best { i32::MAX } else { rank } }
    }

    fn walls(&self, choice: WallChoice) -> WallSet {
        let fits = self.state.fitting(self.shape);
        match choice {
            WallChoice::All => fits,
            WallChoice::Sharp => fits.and(self.other.cuts_all).without(self.own.cuts_all),
            WallChoice::Near => {
                let near = self.beside_walls().or(self.other.cuts_some).or(self.beside_pawns());
                fits.and(near)
            }
        }
    }

    /// Walls that continue or touch a wall on the board.
    fn beside_walls(&self) -> WallSet {
        let Maze { horizontal: h, vertical: v } = self.state.maze;
        let ends = |walls: u128| {
            // The points of a wall's middle and ends, and those next to them.
            let line = walls | (walls << 1) | (walls >> 1);
            line | (line << STRIDE) | (line >> STRIDE)
        };
        WallSet {
            horizontal: (h << 2) | (h >> 2) | ends(v),
            vertical: (v << (2 * STRIDE)) | (v >> (2 * STRIDE)) | ends(h),
        }
    }

    /// Walls that touch a pawn's square or one next to it.
    fn beside_pawns(&self) -> WallSet {
        let pawns = self.state.pawn(0) | self.state.pawn(1);
        let around = |set: u128| {
            let row = set | (set << 1) | (set >> 1);
            row | (row << STRIDE) | (row >> STRIDE)
        };
        let anchors = around(pawns);
        let anchors = anchors | (anchors >> 1) | (anchors >> STRIDE);
        WallSet { horizontal: anchors, vertical: anchors }
    }
}

/// Swaps the highest-ranked of the remaining moves to index `from` (selection sort, one step).
#[inline]
pub(crate) fn pick(list: &mut [RankedMove], from: usize) -> Option<RankedMove> {
    let best = (from..list.len()).max_by_key(|&at| (list[at].rank, std::cmp::Reverse(at)))?;
    list.swap(from, best);
    Some(list[from])
}
