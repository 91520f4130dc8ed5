//! Move ordering: threats, lines, history heuristic and counter moves. With null windows, searching the right move first
//! gains more than anything else.

use super::bits::INDEXES;

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

    /// The rank of a move to `square`, through which so many lines run, that leaves the mover with these winning squares.
    #[inline]
    pub fn rank(&self, side: usize, last: usize, square: usize, lines: i32, wins: u64) -> i32 {
        let history = i32::from(self.squares[side][square])
            + i32::from(self.counter_moves[side][last][square]);
        THREAT * wins.count_ones() as i32 + LINE * lines + ((HISTORY * history) >> 14)
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
