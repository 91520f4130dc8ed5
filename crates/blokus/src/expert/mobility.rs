//! Where a colour can go on, and with what: what the value networks see of it.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use super::bitboard::Bitboard;
use super::search_state::LARGE_WORDS;
use crate::board::{ColourBoard, MARGIN, ROWS};
use crate::covers::{CoverSet, CoverTables, WORDS};
use crate::pieces::{PIECES, Pieces};

/// These squares and those that touch them by a corner, as far as they are free.
#[inline]
pub fn diagonal_step(rows: &Bitboard, free: &Bitboard, from: usize, to: usize) -> Bitboard {
    let mut out = [0; ROWS];
    for row in from..to {
        let beside = rows[row - 1] | rows[row + 1];
        out[row] = (rows[row] | beside << 1 | beside >> 1) & free[row];
    }
    out
}

/// Where a colour can place a piece, and which.
pub struct Mobility {
    /// The attach points where a piece fits.
    pub points: Bitboard,
    /// Those where a large piece does.
    pub roomy: Bitboard,
    /// All covers that are open at some attach point.
    pub fit: CoverSet,
    /// How many of these attach points there are.
    pub count: u32,
    /// How many covers are open at all of them together.
    pub placements: u32,
}

/// The mobility of a colour. Only rows `from..to` are read.
#[inline]
pub fn mobility_of(board: &ColourBoard, from: usize, to: usize) -> Mobility {
    let mut mobility = Mobility {
        points: [0; ROWS],
        roomy: [0; ROWS],
        fit: CoverSet::NONE,
        count: 0,
        placements: 0,
    };
    for row in from..to {
        let mut bits = board.attach[row] & !board.forbidden[row];
        while bits != 0 {
            let bit = bits.trailing_zeros();
            let open = board.covers_at(((bit as usize - MARGIN) as u8, (row - MARGIN) as u8));
            let (mut placements, mut large) = (0, 0);
            for word in 0..WORDS {
                mobility.fit.0[word] |= open.0[word];
                placements += open.0[word].count_ones();
                if word < LARGE_WORDS {
                    large |= open.0[word];
                }
            }
            mobility.points[row] |= u32::from(placements > 0) << bit;
            mobility.roomy[row] |= u32::from(large != 0) << bit;
            mobility.count += u32::from(placements > 0);
            mobility.placements += placements;
            bits &= bits - 1;
        }
    }
    mobility
}

/// The logarithm of a number, in steps of half a doubling.
#[inline]
pub fn magnitude(number: u32) -> u32 {
    let scaled = 2 * number + 2;
    let doublings = scaled.ilog2();
    2 * doublings + (scaled >> (doublings - 1) & 1) - 2
}

impl Mobility {
    /// Calls with every piece of these that fits somewhere; returns how many squares they have together.
    #[inline]
    pub fn each_fitting(&self, mut left: u32, mut f: impl FnMut(usize)) -> u32 {
        let (of_piece, all) = (&CoverTables::get().of_piece, &Pieces::get().pieces);
        let mut squares = 0;
        while left != 0 {
            let piece = left.trailing_zeros() as usize % PIECES;
            let open = self.fit.0.iter().zip(&of_piece[piece].0);
            if open.fold(0, |some, (fit, of_piece)| some | fit & of_piece) != 0 {
                f(piece);
                squares += u32::from(all[piece].size);
            }
            left &= left - 1;
        }
        squares
    }
}
