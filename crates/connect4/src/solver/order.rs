//! Which move to try first: in a search that only asks "above this score or not?", the right move
//! first is worth more than anything else.

use super::bits::{BOARD, WIDTH};
use super::node::NO_MOVE;

/// Where two moves promise the same, the one nearer to the middle goes first.
pub const COLUMNS: [usize; WIDTH] = [3, 2, 4, 1, 5, 0, 6];

/// Weight of a square that now completes a line.
const THREAT: i32 = 20;
/// Weight of a line of four that runs through the square.
const LINE: i32 = 2;
/// Greatest weight of either kind of experience.
const EXPERIENCE: i32 = 5;

/// Experience lies between this and its negative.
const FULL: i32 = 1 << 14;
/// How fast experience changes: by 1/128 of the way to the new lesson.
const PACE: u32 = 7;

const INDEXES: usize = NO_MOVE + 1;

/// How many lines of four run through every square, by index (sentinels have none).
const LINES: [i32; INDEXES] = {
    let mut lines = [0; INDEXES];
    let steps = [1, 6, 7, 8];
    let mut kind = 0;
    while kind < 4 {
        let mut start = 0;
        while start + 3 * steps[kind] < INDEXES {
            let mut on_board = true;
            let mut i = 0;
            while i < 4 {
                on_board &= BOARD >> (start + i * steps[kind]) & 1 == 1;
                i += 1;
            }
            i = 0;
            while i < 4 && on_board {
                lines[start + i * steps[kind]] += 1;
                i += 1;
            }
            start += 1;
        }
        kind += 1;
    }
    lines
};

/// What one thread has learnt about which moves refute.
///
/// Kept by side and square, and by side, square just answered and square. Experience alone is a bad
/// guide near the root; as a small part of the whole it saves a fifth of the nodes.
pub struct Experience {
    squares: [[i16; INDEXES]; 2],
    answers: Box<[[[i16; INDEXES]; INDEXES]; 2]>,
}

impl Experience {
    pub fn new() -> Self {
        Self { squares: [[0; INDEXES]; 2], answers: Box::new([[[0; INDEXES]; INDEXES]; 2]) }
    }

    /// Forgets all: lessons of one position mislead in another.
    pub fn clear(&mut self) {
        self.squares = [[0; INDEXES]; 2];
        *self.answers = [[[0; INDEXES]; INDEXES]; 2];
    }

    /// How promising a move to `square` is that leaves the mover with these winning squares.
    #[inline]
    pub fn promise(&self, side: usize, last: usize, square: usize, wins: u64) -> i32 {
        let learnt =
            i32::from(self.squares[side][square]) + i32::from(self.answers[side][last][square]);
        THREAT * wins.count_ones() as i32 + LINE * LINES[square] + ((EXPERIENCE * learnt) >> 14)
    }

    /// One move refuted the move `last`, or failed to.
    #[inline]
    pub fn learn(&mut self, side: usize, last: usize, square: usize, refuted: bool) {
        let lesson = if refuted { FULL } else { -FULL };
        for kept in [&mut self.squares[side][square], &mut self.answers[side][last][square]] {
            *kept += ((lesson - i32::from(*kept)) >> PACE) as i16;
        }
    }
}
