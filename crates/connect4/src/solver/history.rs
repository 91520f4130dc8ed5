//! Move ordering: threats, lines, history heuristic and counter moves. With null windows, searching the right move first
//! gains more than anything else.

use super::bits::{BOARD, WIDTH};
use super::node::NO_MOVE;

/// Between equal moves, the one nearer to the middle goes first.
pub const COLUMNS: [usize; WIDTH] = [3, 2, 4, 1, 5, 0, 6];

/// Weight of a square that now completes a line.
const THREAT: i32 = 20;
/// Weight of a line of four that runs through the square.
const LINE: i32 = 2;
/// Greatest weight of either kind of history.
const HISTORY: i32 = 5;

/// History values lie between this and its negative.
const MAX_HISTORY: i32 = 1 << 14;
/// How fast history changes: by 1/128 of the way to the new value.
const RATE_SHIFT: u32 = 7;

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

/// One thread's history of which moves cause cutoffs.
///
/// Kept by side and square, and by side, square of the previous move and square. History alone orders moves badly near
/// the root; as a small part of the whole it saves a fifth of the nodes.
pub struct History {
    squares: [[i16; INDEXES]; 2],
    counter_moves: Box<[[[i16; INDEXES]; INDEXES]; 2]>,
}

impl History {
    pub fn new() -> Self {
        Self { squares: [[0; INDEXES]; 2], counter_moves: Box::new([[[0; INDEXES]; INDEXES]; 2]) }
    }

    /// Empties it: the history of one position misleads in another.
    pub fn clear(&mut self) {
        self.squares = [[0; INDEXES]; 2];
        *self.counter_moves = [[[0; INDEXES]; INDEXES]; 2];
    }

    /// The rank of a move to `square` that leaves the mover with these winning squares.
    #[inline]
    pub fn rank(&self, side: usize, last: usize, square: usize, wins: u64) -> i32 {
        let history = i32::from(self.squares[side][square])
            + i32::from(self.counter_moves[side][last][square]);
        THREAT * wins.count_ones() as i32 + LINE * LINES[square] + ((HISTORY * history) >> 14)
    }

    /// Notes that a move after `last` caused a cutoff, or failed to.
    #[inline]
    pub fn update(&mut self, side: usize, last: usize, square: usize, cutoff: bool) {
        let target = if cutoff { MAX_HISTORY } else { -MAX_HISTORY };
        for value in [&mut self.squares[side][square], &mut self.counter_moves[side][last][square]]
        {
            *value += ((target - i32::from(*value)) >> RATE_SHIFT) as i16;
        }
    }
}
