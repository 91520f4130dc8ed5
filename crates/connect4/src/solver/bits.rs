//! A board as a bit board: columns of a bit for each row and an empty sentinel on top.
//!
//! The sentinel keeps lines from running from one column into the next, so that every question about lines takes a
//! handful of shifts. Sizes are constants, so each board has its own machine code.

/// A square has an index below this on every board.
pub const INDEXES: usize = 64;

/// A board of `W` columns and `H` rows. Columns and sentinels fit in one word: `W * (H + 1)` is 64 at most.
pub struct Board<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Board<W, H> {
    /// Squares of the board.
    pub const SQUARES: u32 = (W * H) as u32;

    /// Bits that hold a position's key: all squares and sentinels.
    pub const KEY_BITS: u32 = {
        assert!(W * (H + 1) <= INDEXES);
        (W * (H + 1)) as u32
    };

    /// No score is greater: more stones of the winner cannot be left.
    pub const MAX_SCORE: i32 = (W * H / 2) as i32;

    /// Distance between the same row of two neighbouring columns.
    const STRIDE: usize = H + 1;

    /// The lowest square of every column.
    pub const BOTTOM: u64 = {
        let mut bits = 0;
        let mut column = 0;
        while column < W {
            bits |= 1 << (column * Self::STRIDE);
            column += 1;
        }
        bits
    };

    /// All squares, without the sentinels.
    pub const ALL: u64 = Self::BOTTOM * ((1 << H) - 1);

    /// The rows that a player gets who answers every stone in the same column, in columns that have an even number of
    /// squares left: the top row, and every other one below it.
    pub const FOLLOWER_ROWS: u64 = {
        let mut bits = 0;
        let mut row = H;
        while row > 0 {
            bits |= Self::BOTTOM << (row - 1);
            row = row.saturating_sub(2);
        }
        bits
    };

    /// The lowest of those rows that is not a bottom row, counted from 1: nobody can have a threat at the bottom.
    pub const fn lowest_follower_row() -> usize {
        2 + H % 2
    }

    /// The rows that the other player gets.
    pub const LEADER_ROWS: u64 = Self::ALL & !Self::FOLLOWER_ROWS;

    /// The columns, from the middle outward.
    pub const COLUMNS: [usize; W] = {
        let mut columns = [0; W];
        let mut at = 0;
        while at < W {
            let (middle, step) = ((W - 1) / 2, at.div_ceil(2));
            // With an even number of columns the right one of the two in the middle comes second.
            columns[at] = if at % 2 == W % 2 { middle - step } else { middle + step };
            at += 1;
        }
        columns
    };

    /// How many lines of four run through every square, by index (sentinels have none).
    pub const LINES: [i32; INDEXES] = {
        let mut lines = [0; INDEXES];
        let steps = [1, H, H + 1, H + 2];
        let mut kind = 0;
        while kind < 4 {
            let mut start = 0;
            while start + 3 * steps[kind] < INDEXES {
                let mut on_board = true;
                let mut i = 0;
                while i < 4 {
                    on_board &= Self::ALL >> (start + i * steps[kind]) & 1 == 1;
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

    /// The squares of one column.
    pub const fn column(column: usize) -> u64 {
        ((1 << H) - 1) << (column * Self::STRIDE)
    }

    /// The lowest square of one column.
    pub const fn column_bottom(column: usize) -> u64 {
        1 << (column * Self::STRIDE)
    }

    /// The column in which a single square lies.
    pub const fn column_of(square: u64) -> usize {
        square.trailing_zeros() as usize / Self::STRIDE
    }

    /// The row in which a single square lies, counted from 1.
    pub const fn row_of(square: u64) -> usize {
        square.trailing_zeros() as usize % Self::STRIDE + 1
    }

    /// The square that a stone dropped in each column would take.
    pub const fn playable(mask: u64) -> u64 {
        (mask + Self::BOTTOM) & Self::ALL
    }

    /// Every square, taken or not, that would complete a line of four of these stones.
    ///
    /// The answer may hold sentinels: the caller keeps the squares that are still empty.
    #[inline]
    pub const fn completions(stones: u64) -> u64 {
        // Down a column only the square above three stones can be empty.
        let mut found = (stones << 1) & (stones << 2) & (stones << 3);
        // Twice each: the pair left of the square with one more stone on either side, then the pair
        // right of it.
        macro_rules! along {
            ($step:expr) => {{
                let left = (stones << $step) & (stones << (2 * $step));
                let right = (stones >> $step) & (stones >> (2 * $step));
                found |= left & ((stones << (3 * $step)) | (stones >> $step));
                found |= right & ((stones << $step) | (stones >> (3 * $step)));
            }};
        }
        along!(Self::STRIDE);
        along!(Self::STRIDE - 1);
        along!(Self::STRIDE + 1);
        found
    }

    /// Whether there is a line of four among these squares.
    #[inline]
    pub const fn has_line(squares: u64) -> bool {
        let down = squares & (squares >> 1);
        let across = squares & (squares >> Self::STRIDE);
        let falling = squares & (squares >> (Self::STRIDE - 1));
        let rising = squares & (squares >> (Self::STRIDE + 1));
        let lines = (down & (down >> 2))
            | (across & (across >> (2 * Self::STRIDE)))
            | (falling & (falling >> (2 * (Self::STRIDE - 1))))
            | (rising & (rising >> (2 * (Self::STRIDE + 1))));
        lines != 0
    }

    /// The board mirrored left to right; works on stones and on keys, whose columns are as wide.
    #[inline]
    pub const fn mirror(bits: u64) -> u64 {
        let mut mirrored = 0;
        let mut column = 0;
        while column < W {
            let stones = bits >> (column * Self::STRIDE) & ((1 << Self::STRIDE) - 1);
            mirrored |= stones << ((W - 1 - column) * Self::STRIDE);
            column += 1;
        }
        mirrored
    }
}
