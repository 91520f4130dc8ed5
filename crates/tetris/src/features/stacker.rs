//! The strongest player of the report's game: it keeps the last column open, builds the others up without holes,
//! and waits for the bar that clears four rows at once. It tries both pieces that it sees everywhere, and asks of
//! the most promising what each of the seven could make of them. Where the heap is high or has too many holes, the
//! [`Digger`] plays.

use std::sync::LazyLock;

use game::{Parameter, numbers_of};
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::digger::Digger;
use super::run::{Pilot, PilotView, Rules};
use super::shape::Place;
use crate::rules::pieces::Piece;
use crate::solo::{published, tuned};

/// What it likes and dislikes in a board. The last column is the well and counts only where it is named.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackingWeights {
    /// Empty squares below full ones.
    pub holes: f32,
    /// Full squares above a hole.
    pub depth: f32,
    /// Rows with a hole.
    pub holed: f32,
    /// From full to empty or back along the rows.
    pub rows: f32,
    /// The same up the columns.
    pub columns: f32,
    /// Narrow wells, summed by depth.
    pub wells: f32,
    /// Differences between neighbouring heights.
    pub bumps: f32,
    /// Rows that lack nothing but the well, directly above what is in it.
    pub ready: f32,
    /// Full squares in the well.
    pub blocked: f32,
    /// The square of how far the heap is above `calm`.
    pub high: f32,
    /// So many rows are not yet high.
    pub calm: f32,
    /// A row cleared alone.
    pub one: f32,
    /// Two rows at once.
    pub two: f32,
    /// Three.
    pub three: f32,
    /// Four.
    pub four: f32,
    /// It digs when fewer rows than this are free.
    pub room: f32,
    /// It digs when there are more holes than this.
    pub mess: f32,
}

impl StackingWeights {
    /// As it was tuned.
    pub fn usual() -> &'static Self {
        static USUAL: LazyLock<StackingWeights> = LazyLock::new(|| {
            serde_json::from_str(include_str!("../../data/expert.json"))
                .expect("a test reads the file")
        });
        &USUAL
    }

    /// Its numbers, for those who tune them.
    pub fn parameters(&self, prefix: &str) -> Vec<Parameter> {
        numbers_of(prefix, self, |_, usual| (-500.0, 500.0, usual.abs() * 0.3 + 0.5))
    }

    fn clear(&self, rows: u32) -> f32 {
        [0.0, self.one, self.two, self.three, self.four][rows as usize]
    }

    /// What a board is worth.
    fn worth(&self, board: &Board) -> f32 {
        let Some((&well, heap)) = board.columns().split_last() else { return 0.0 };
        let wall = (1u32 << board.height()) - 1;
        let (mut holes, mut depth, mut holed, mut rows, mut columns) = (0, 0, 0u32, 0, 0);
        let (mut wells, mut bumps, mut full, mut tallest) = (0, 0, u32::MAX, 0);
        let (mut left, mut last_top) = (wall, None);
        for (index, &column) in heap.iter().enumerate() {
            let right = heap.get(index + 1).copied().unwrap_or(wall);
            let top = 32 - column.leading_zeros();
            rows += (left ^ column).count_ones();
            columns += ((column << 1 | 1) ^ column).count_ones();
            let empty = ((1u32 << top) - 1) & !column;
            holes += empty.count_ones();
            holed |= empty;
            depth += (column & (column + 1)).count_ones();
            let mut at = left & right & !column;
            while at != 0 {
                wells += at.count_ones();
                at = at >> 1 & !column;
            }
            bumps += last_top.map_or(0, |last: u32| last.abs_diff(top));
            full &= column;
            tallest = tallest.max(top);
            (left, last_top) = (column, Some(top));
        }
        rows += (left ^ wall).count_ones();
        // What covers the well is as bad as any hole.
        let top = 32 - well.leading_zeros();
        let empty = ((1u32 << top) - 1) & !well;
        holes += empty.count_ones();
        holed |= empty;
        depth += (well & (well + 1)).count_ones();
        let ready = (full >> top).trailing_ones();
        let high = (tallest as f32 - self.calm).max(0.0);
        let weigh = |weight: f32, count: u32| weight * count as f32;
        weigh(self.holes, holes)
            + weigh(self.depth, depth)
            + weigh(self.holed, holed.count_ones())
            + weigh(self.rows, rows)
            + weigh(self.columns, columns)
            + weigh(self.wells, wells)
            + weigh(self.bumps, bumps)
            + weigh(self.ready, ready)
            + weigh(self.blocked, well.count_ones())
            + self.high * high * high
    }
}

/// How many lines of play are asked about the seven pieces.
const WIDTH: usize = 8;

/// The player.
pub struct Stacker {
    weights: StackingWeights,
    digger: Digger,
    width: usize,
    places: [Vec<Place>; 3],
    lines: Vec<Line>,
}

/// Both pieces placed.
#[derive(Clone, Copy)]
struct Line {
    first: Place,
    /// None where it has no room.
    second: Option<Place>,
    board: Board,
    earned: f32,
    value: f32,
}

impl Default for Stacker {
    fn default() -> Self {
        Self::new(*StackingWeights::usual())
    }
}

impl Stacker {
    /// With these weights.
    pub fn new(weights: StackingWeights) -> Self {
        Self {
            weights,
            digger: Digger::new(published("bcts").unwrap_or(tuned())),
            width: WIDTH,
            places: Default::default(),
            lines: Vec::new(),
        }
    }

    /// Asking so many lines about the third piece, fewer for less time.
    pub fn asking(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// All places of a piece; false where it cannot appear.
    fn find(board: &Board, rules: &Rules, piece: Piece, into: &mut Vec<Place>) -> bool {
        board.places_by(rules.end, rules.reach, piece, into).is_some()
    }

    /// All ways to place both pieces, the best first; those in which the second has no room are last.
    fn think(&mut self, position: &PilotView, watch: &mut impl WatchLines) {
        let [firsts, seconds, _] = &mut self.places;
        self.lines.clear();
        Self::find(&position.board, &position.rules, position.piece, firsts);
        for &first in &*firsts {
            let mut board = position.board;
            let earned = self.weights.clear(board.place(&first));
            if !Self::find(&board, &position.rules, position.next, seconds) || seconds.is_empty() {
                let value = self.weights.worth(&board) - DEATH;
                watch.judged(&first, None, value);
                self.lines.push(Line { first, second: None, board, earned, value });
            }
            for second in &*seconds {
                let mut board = board;
                let earned = earned + self.weights.clear(board.place(second));
                let value = earned + self.weights.worth(&board);
                watch.judged(&first, Some(second), value);
                self.lines.push(Line { first, second: Some(*second), board, earned, value });
            }
        }
        let width = self.width.max(1).min(self.lines.len());
        if width > 0 {
            self.lines.select_nth_unstable_by(width - 1, |a, b| b.value.total_cmp(&a.value));
        }
        self.lines.truncate(width);
    }

    /// What the third piece makes of a line, in the mean.
    fn hope(&mut self, line: &Line, rules: &Rules) -> f32 {
        let places = &mut self.places[2];
        let mut sum = 0.0;
        for piece in Piece::ALL {
            let mut best = -DEATH;
            if Self::find(&line.board, rules, piece, places) {
                for place in &*places {
                    let mut board = line.board;
                    let earned = self.weights.clear(board.place(place));
                    best = best.max(earned + self.weights.worth(&board));
                }
            }
            sum += best;
        }
        line.earned + sum / Piece::ALL.len() as f32
    }
}

/// What a lost game costs.
const DEATH: f32 = 1e6;

impl Stacker {
    /// Whether a heap is so high or so holed that getting out of it comes first.
    fn must_dig(&self, board: &Board) -> bool {
        let columns = board.columns();
        let top = |column: u32| 32 - column.leading_zeros();
        let tallest = columns.iter().map(|&column| top(column)).max().unwrap_or(0);
        let holes: u32 = columns.iter().map(|&column| top(column) - column.count_ones()).sum();
        let room = board.height() - tallest;
        (room as f32) < self.weights.room || holes as f32 > self.weights.mess
    }
}

impl Stacker {
    /// Chooses a place, while somebody watches.
    pub(super) fn search(
        &mut self,
        position: &PilotView,
        watch: &mut impl WatchLines,
    ) -> Option<Place> {
        if self.must_dig(&position.board) {
            return self.digger.choose(position, watch);
        }
        self.think(position, watch);
        let mut best: Option<(Place, f32)> = None;
        for index in 0..self.lines.len() {
            let line = self.lines[index];
            let dead = line.value < -DEATH / 2.0;
            let judged = dead || self.width <= 1;
            let value = if judged { line.value } else { self.hope(&line, &position.rules) };
            watch.asked(&line.first, line.second.as_ref(), value);
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((line.first, value));
            }
        }
        best.map(|(place, _)| place)
    }
}

/// Is told of the lines that a [`Stacker`] thinks about. With `()` the search is compiled as if nobody watched.
pub(super) trait WatchLines {
    /// Both pieces are placed, and the board is worth this.
    #[inline]
    fn judged(&mut self, _first: &Place, _second: Option<&Place>, _value: f32) {}

    /// Such a line is among the best, and is worth this with the piece after them.
    #[inline]
    fn asked(&mut self, _first: &Place, _second: Option<&Place>, _value: f32) {}
}

impl WatchLines for () {}

impl Pilot for Stacker {
    fn choose(&mut self, position: &PilotView) -> Option<Place> {
        self.search(position, &mut ())
    }
}
