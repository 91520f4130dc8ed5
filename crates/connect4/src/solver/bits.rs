//! The standard board as a bit board: seven columns of seven bits, six squares and an empty sentinel on top.
//!
//! The sentinel keeps lines from running from one column into the next, so that every question about lines takes a
//! handful of shifts.

/// Columns of the board.
pub const WIDTH: usize = 7;
/// Rows of the board.
pub const HEIGHT: usize = 6;
/// Squares of the board.
pub const SQUARES: u32 = (WIDTH * HEIGHT) as u32;

/// Distance between the same row of two neighbouring columns.
const STRIDE: usize = HEIGHT + 1;

/// The lowest square of every column.
pub const BOTTOM: u64 = {
    let mut bits = 0;
    let mut column = 0;
    while column < WIDTH {
        bits |= 1 << (column * STRIDE);
        column += 1;
    }
    bits
};

/// All squares, without the sentinels.
pub const BOARD: u64 = BOTTOM * ((1 << HEIGHT) - 1);

/// Rows 1, 3 and 5: the squares that fall to the first player when both fill a column in turn.
pub const ODD_ROWS: u64 = BOTTOM * 0b01_0101;

/// Rows 2, 4 and 6.
pub const EVEN_ROWS: u64 = ODD_ROWS << 1;

/// The squares of one column.
pub const fn column(column: usize) -> u64 {
    ((1 << HEIGHT) - 1) << (column * STRIDE)
}

/// The lowest square of one column.
pub const fn column_bottom(column: usize) -> u64 {
    1 << (column * STRIDE)
}

/// The column in which a single square lies.
pub const fn column_of(square: u64) -> usize {
    square.trailing_zeros() as usize / STRIDE
}

/// The square that a stone dropped in each column would take.
pub const fn playable(mask: u64) -> u64 {
    (mask + BOTTOM) & BOARD
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
    along!(STRIDE);
    along!(STRIDE - 1);
    along!(STRIDE + 1);
    found
}

/// Whether there is a line of four among these squares.
#[inline]
pub const fn has_line(squares: u64) -> bool {
    let down = squares & (squares >> 1);
    let across = squares & (squares >> STRIDE);
    let falling = squares & (squares >> (STRIDE - 1));
    let rising = squares & (squares >> (STRIDE + 1));
    let lines = (down & (down >> 2))
        | (across & (across >> (2 * STRIDE)))
        | (falling & (falling >> (2 * (STRIDE - 1))))
        | (rising & (rising >> (2 * (STRIDE + 1))));
    lines != 0
}

/// The board mirrored left to right; works on stones and on keys, whose columns are also 7 bits wide.
#[inline]
pub const fn mirror(bits: u64) -> u64 {
    const COLUMN: u64 = (1 << STRIDE) - 1;
    (bits & COLUMN) << (6 * STRIDE)
        | (bits & (COLUMN << STRIDE)) << (4 * STRIDE)
        | (bits & (COLUMN << (2 * STRIDE))) << (2 * STRIDE)
        | (bits & (COLUMN << (3 * STRIDE)))
        | (bits >> (2 * STRIDE)) & (COLUMN << (2 * STRIDE))
        | (bits >> (4 * STRIDE)) & (COLUMN << STRIDE)
        | (bits >> (6 * STRIDE)) & COLUMN
}
