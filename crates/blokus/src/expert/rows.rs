//! Squares as rows of bits, and where one gets from them.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use crate::board::ROWS;

/// A set of squares, with the margin of a board.
pub type Rows = [u32; ROWS];

/// Squares beside these, and these.
#[inline]
fn step(rows: &Rows, free: &Rows, from: usize, to: usize) -> Rows {
    let mut out = [0; ROWS];
    for row in from..to {
        let here = rows[row];
        out[row] = (here | here << 1 | here >> 1 | rows[row - 1] | rows[row + 1]) & free[row];
    }
    out
}

/// Free squares within four steps of these, of which all are free: what a piece could cover. Rows from one to before
/// another are looked at.
#[inline]
pub fn reach(rows: &Rows, free: &Rows, from: usize, to: usize) -> Rows {
    let mut near = *rows;
    for _ in 0..4 {
        near = step(&near, free, from, to);
    }
    near
}
