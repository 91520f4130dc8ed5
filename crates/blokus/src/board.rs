//! The board as rows of bits: what each colour may not cover, where it may attach, and the moves
//! that follow from both.
//!
//! A placement is legal when none of its squares is forbidden and one of them is an attach point. A *cover* is one
//! of the 414 ways to cover a square; which of them are open follows from the forbidden squares around it by
//! five look-ups in tables (see [`CoverTables`]).

use crate::covers::{CoverSet, CoverTables};
use crate::pieces::{Orientation, PIECES, Pieces};

/// Rows and columns around the board that no piece may cover: a piece reaches four squares far.
pub const MARGIN: usize = 4;
/// Rows of bits, enough for the largest board, its margins and a halo.
pub const ROWS: usize = 32;
/// The side of the larger board.
pub const LARGE: u8 = 20;
/// The side of the smaller board.
pub const SMALL: u8 = 14;

/// A square as (column, row), both from 0; `a1` is the lower left one.
pub type Square = (u8, u8);

/// A placement: the orientation of a piece, and the lower left corner of its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// The number of its orientation.
    pub orientation: u8,
    /// The column of its box.
    pub x: u8,
    /// The row of its box.
    pub y: u8,
}

impl Spot {
    /// The piece in this orientation.
    #[inline]
    pub fn shape(self) -> &'static Orientation {
        &Pieces::get().orientations[usize::from(self.orientation)]
    }

    /// The squares that it covers, by row, then by column.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.shape().squares.iter().map(move |&(x, y)| (self.x + x, self.y + y))
    }
}

/// The board as one colour sees it.
#[derive(Clone, Copy, Debug)]
pub struct ColourBoard {
    /// Squares that it may not cover: taken ones, those beside its own, and all beyond the edge.
    pub forbidden: [u32; ROWS],
    /// Squares that touch its own by a corner, or its start. Some of them are forbidden.
    pub attach: [u32; ROWS],
    /// Its pieces, a bit each.
    pub left: u32,
    /// The pieces of which it has a second one, a bit each.
    pub spare: u32,
    /// The covers of the pieces that it has left.
    pub covers: CoverSet,
}

impl ColourBoard {
    /// An empty board of some size, with the square to begin on and the pieces of a mode.
    pub fn new(side: u8, start: Square, (left, spare): (u32, u32)) -> Self {
        let mut forbidden = [u32::MAX; ROWS];
        let open = !(((1u32 << side) - 1) << MARGIN);
        forbidden[MARGIN..MARGIN + usize::from(side)].fill(open);
        let mut attach = [0; ROWS];
        attach[usize::from(start.1) + MARGIN] |= 1 << (usize::from(start.0) + MARGIN);
        let mut covers = CoverTables::get().all;
        for piece in (0..PIECES).filter(|piece| left >> piece & 1 == 0) {
            covers.remove(&CoverTables::get().of_piece[piece]);
        }
        Self { forbidden, attach, left, spare, covers }
    }

    /// Whether it still has a piece.
    #[inline]
    pub fn has(&self, piece: u8) -> bool {
        self.left >> piece & 1 != 0
    }

    /// Places a piece of this colour.
    #[inline]
    pub fn put(&mut self, spot: Spot) {
        let shape = spot.shape();
        let (row, shift) = (usize::from(spot.y) + MARGIN - 1, usize::from(spot.x) + MARGIN - 1);
        for at in 0..7 {
            self.forbidden[(row + at) % ROWS] |= shape.halo[at] << shift;
            self.attach[(row + at) % ROWS] |= shape.corners[at] << shift;
        }
        self.take(shape.piece);
    }

    /// Takes a piece from the tray, a second one first.
    #[inline]
    pub fn take(&mut self, piece: u8) {
        let bit = 1 << piece;
        if self.spare & bit != 0 {
            self.spare &= !bit;
            return;
        }
        self.left &= !bit;
        self.covers.remove(&CoverTables::get().of_piece[usize::from(piece) % PIECES]);
    }

    /// How many of a piece it has left.
    pub fn copies(&self, piece: u8) -> usize {
        (self.left >> piece & 1) as usize + (self.spare >> piece & 1) as usize
    }

    /// Places a piece of another colour.
    #[inline]
    pub fn block(&mut self, spot: Spot) {
        let shape = spot.shape();
        let (row, shift) = (usize::from(spot.y) + MARGIN - 1, usize::from(spot.x) + MARGIN - 1);
        for at in 1..6 {
            self.forbidden[(row + at) % ROWS] |= shape.body[at] << shift;
        }
    }

    /// Whether none of the squares is forbidden. The spot must lie within the margins.
    #[inline]
    pub fn is_free(&self, spot: Spot) -> bool {
        self.meets(&self.forbidden, spot) == 0
    }

    /// Whether one of the squares is an attach point.
    #[inline]
    pub fn attaches(&self, spot: Spot) -> bool {
        self.meets(&self.attach, spot) != 0
    }

    #[inline]
    fn meets(&self, rows: &[u32; ROWS], spot: Spot) -> u32 {
        let shape = spot.shape();
        let (row, shift) = (usize::from(spot.y) + MARGIN - 1, usize::from(spot.x) + MARGIN - 1);
        (1..6).fold(0, |met, at| met | (rows[(row + at) % ROWS] >> shift & shape.body[at]))
    }

    /// The open covers of a square.
    #[inline]
    pub fn covers_at(&self, (x, y): Square) -> CoverSet {
        CoverTables::get().open(&self.forbidden, x, y, &self.covers)
    }

    /// The attach points that are not forbidden, row by row.
    pub fn points(&self) -> impl Iterator<Item = Square> + '_ {
        (MARGIN..MARGIN + usize::from(LARGE)).flat_map(move |row| {
            let mut bits = self.attach[row] & !self.forbidden[row];
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros();
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    ((bit as usize - MARGIN) as u8, (row - MARGIN) as u8)
                })
            })
        })
    }

    /// Removes the attach points where no piece fits.
    pub fn remove_dead_points(&mut self) {
        let alive = self.points().filter(|&point| !self.covers_at(point).is_empty());
        let mut attach = [0; ROWS];
        for (x, y) in alive {
            attach[usize::from(y) + MARGIN] |= 1 << (usize::from(x) + MARGIN);
        }
        self.attach = attach;
    }

    /// How many attach points are not forbidden.
    pub fn corner_count(&self) -> u32 {
        let rows = self.attach.iter().zip(&self.forbidden);
        rows.map(|(attach, forbidden)| (attach & !forbidden).count_ones()).sum()
    }

    /// Whether there is a legal placement.
    pub fn can_move(&self) -> bool {
        for row in MARGIN..MARGIN + usize::from(LARGE) {
            let mut bits = self.attach[row] & !self.forbidden[row];
            while bits != 0 {
                let x = bits.trailing_zeros() as usize - MARGIN;
                if !self.covers_at((x as u8, (row - MARGIN) as u8)).is_empty() {
                    return true;
                }
                bits &= bits - 1;
            }
        }
        false
    }

    /// Calls with every legal placement, each once.
    #[inline]
    pub fn each_move(&self, mut f: impl FnMut(Spot)) {
        let tables = CoverTables::get();
        // The attach points so far. A placement that covers one of them was found there.
        let mut seen = [0u32; ROWS];
        for (x, y) in self.points() {
            let at = usize::from(y) + MARGIN;
            self.covers_at((x, y)).each(|cover| {
                let spot = tables.spot(cover, x, y);
                if self.meets(&seen, spot) == 0 {
                    f(spot);
                }
            });
            seen[at] |= 1 << (usize::from(x) + MARGIN);
        }
    }
}
