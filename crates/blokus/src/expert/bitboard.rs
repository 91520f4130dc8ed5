//! Sets of squares as rows of bits, and what a piece could cover from them.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use crate::board::ROWS;

/// A set of squares, with the board's margin.
pub type Bitboard = [u32; ROWS];

/// These squares and their orthogonal neighbours, as far as they are free.
#[inline]
fn step(squares: &Bitboard, free: &Bitboard, from: usize, to: usize) -> Bitboard {
    let mut out = [0; ROWS];
    for row in from..to {
        let here = squares[row];
        out[row] = (here | here << 1 | here >> 1 | squares[row - 1] | squares[row + 1]) & free[row];
    }
    out
}

/// The free squares within four steps of these, which are free themselves: what a piece could cover. Only rows
/// `from..to` are read.
#[inline]
pub fn reach(squares: &Bitboard, free: &Bitboard, from: usize, to: usize) -> Bitboard {
    let mut near = *squares;
    for _ in 0..4 {
        near = step(&near, free, from, to);
    }
    near
}
