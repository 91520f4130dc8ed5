//! Which moves to look at, and which of them first.

use super::field::Trace;
use super::look::PLIES;
use super::state::{CODES, Code, State};
use crate::maze::{Maze, WallSet, squares};
use crate::shape::{STRIDE, Shape};

/// A move and how promising it looks.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    pub code: Code,
    pub rank: i32,
}

/// What has refuted positions before.
pub(crate) struct Memory {
    killers: [[Code; 2]; PLIES],
    history: Box<[[i32; CODES]; 2]>,
}

const MOST: i32 = 1 << 14;

impl Memory {
    pub fn new() -> Self {
        Self { killers: [[Code::NONE; 2]; PLIES], history: Box::new([[0; CODES]; 2]) }
    }

    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// A new search begins: old refutations count half.
    pub fn begin(&mut self) {
        self.killers = [[Code::NONE; 2]; PLIES];
        self.history.iter_mut().flatten().for_each(|score| *score /= 2);
    }

    pub fn refuted(&mut self, ply: usize, mover: usize, code: Code, depth: i32, tried: &[Ranked]) {
        let killers = &mut self.killers[ply];
        if code.is_wall() && killers[0] != code {
            *killers = [code, killers[0]];
        }
        let bonus = (depth * depth).min(400);
        let history = &mut self.history[mover];
        let mut learn = |code: Code, bonus: i32| {
            let score = &mut history[usize::from(code.0)];
            *score += bonus - *score * bonus.abs() / MOST;
        };
        learn(code, 16 * bonus);
        tried.iter().for_each(|other| learn(other.code, -4 * bonus));
    }
}

/// How wide a search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breadth {
    /// Every wall that fits.
    All,
    /// Walls near pawns, near other walls, or across a shortest way.
    Near,
    /// Only walls that lengthen the other's way.
    Sharp,
}

/// What is known of a position before its moves are listed.
pub(crate) struct Seen<'a> {
    pub shape: &'a Shape,
    pub state: &'a State,
    /// The squares that bring the mover nearer, and those that keep it as near as it is.
    pub nearer: u128,
    pub level: u128,
    pub own: &'a Trace,
    pub other: &'a Trace,
}

impl Seen<'_> {
    /// Lists the moves, best looking first not yet: they are picked one by one.
    pub fn list(
        &self,
        breadth: Breadth,
        best: Code,
        ply: usize,
        memory: &Memory,
        into: &mut Vec<Ranked>,
    ) {
        let me = self.state.me();
        let history = &memory.history[me];
        for square in squares(self.state.steps(self.shape)) {
            let code = Code::step(square.0);
            let to = 1u128 << square.0;
            let base = match () {
                () if to & self.nearer != 0 => 60_000,
                () if to & self.level != 0 => 6_000,
                () => -4_000,
            };
            into.push(self.ranked(code, base + history[usize::from(code.0)], best));
        }
        let walls = self.walls(breadth);
        let killers = memory.killers[ply];
        for (anchor, way) in walls.each() {
            let code = Code::wall(anchor.0, way);
            let mut rank = history[usize::from(code.0)];
            if self.other.hard.has(anchor, way) {
                rank += 24_000;
            } else if self.other.soft.has(anchor, way) {
                rank += 6_000;
            }
            if self.own.hard.has(anchor, way) {
                rank -= 24_000;
            } else if self.own.soft.has(anchor, way) {
                rank -= 3_000;
            }
            if killers.contains(&code) {
                rank += 30_000;
            }
            into.push(self.ranked(code, rank, best));
        }
    }

    fn ranked(&self, code: Code, rank: i32, best: Code) -> Ranked {
        Ranked { code, rank: if code == best { i32::MAX } else { rank } }
    }

    fn walls(&self, breadth: Breadth) -> WallSet {
        let fits = self.state.fitting(self.shape);
        match breadth {
            Breadth::All => fits,
            Breadth::Sharp => fits.and(self.other.hard).without(self.own.hard),
            Breadth::Near => {
                let near = self.beside_walls().or(self.other.soft).or(self.beside_pawns());
                fits.and(near)
            }
        }
    }

    /// Walls that carry on or touch one that lies.
    fn beside_walls(&self) -> WallSet {
        let Maze { across: h, upright: v } = self.state.maze;
        let ends = |walls: u128| {
            // The points of a wall's middle and ends, and those next to them.
            let line = walls | (walls << 1) | (walls >> 1);
            line | (line << STRIDE) | (line >> STRIDE)
        };
        WallSet {
            across: (h << 2) | (h >> 2) | ends(v),
            upright: (v << (2 * STRIDE)) | (v >> (2 * STRIDE)) | ends(h),
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
        WallSet { across: anchors, upright: anchors }
    }
}

/// Takes the most promising move that is left out of a list.
#[inline]
pub(crate) fn pick(list: &mut [Ranked], from: usize) -> Option<Ranked> {
    let best = (from..list.len()).max_by_key(|&at| (list[at].rank, std::cmp::Reverse(at)))?;
    list.swap(from, best);
    Some(list[from])
}
