//! The geometry of a board as bit masks. A square is bit `column * height + row`, rows counted from the bottom, so that
//! a board of up to 64 squares is one word.

/// The shortest side of a board: one line must fit.
pub(crate) const MIN_SIDE: u8 = 4;
/// The longest side: 16 columns of four are 64 squares.
pub(crate) const MAX_SIDE: u8 = 16;
/// The largest board.
pub(crate) const MAX_SQUARES: u32 = 64;

/// A direction of lines: the shift from a square to the next, and which squares have a neighbour there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction {
    /// Bits from a square to the next one.
    pub shift: u32,
    /// Squares from which one such step stays on the board.
    pub one: u64,
    /// Squares from which two steps do.
    pub two: u64,
}

impl Direction {
    /// The squares one step further; those that would leave the board are dropped.
    #[inline]
    pub const fn ahead(&self, squares: u64) -> u64 {
        (squares & self.one) << self.shift
    }

    /// The squares one step back.
    #[inline]
    pub const fn back(&self, squares: u64) -> u64 {
        (squares >> self.shift) & self.one
    }

    /// The first squares of all fours in this direction.
    #[inline]
    pub const fn fours(&self, stones: u64) -> u64 {
        let pairs = stones & (stones >> self.shift) & self.one;
        pairs & (pairs >> (2 * self.shift)) & self.two
    }
}

/// The masks of one board size.
#[derive(Debug)]
pub(crate) struct BoardShape {
    pub width: u8,
    pub height: u8,
    /// All squares.
    pub board: u64,
    /// The lowest square of every column.
    pub bottom: u64,
    /// Vertical, horizontal, and the two diagonals.
    pub directions: [Direction; 4],
    /// How many fours pass through each square.
    pub lines: [u8; 64],
}

impl BoardShape {
    /// The shape of this size; `None` if no such board is supported.
    pub fn of(width: u8, height: u8) -> Option<&'static Self> {
        let side = MIN_SIDE..=MAX_SIDE;
        let squares = u32::from(width) * u32::from(height);
        if !side.contains(&width) || !side.contains(&height) || squares > MAX_SQUARES {
            return None;
        }
        Some(&SHAPES[(width - MIN_SIDE) as usize][(height - MIN_SIDE) as usize])
    }

    /// The squares of a column.
    #[inline]
    pub const fn column(&self, column: u8) -> u64 {
        let low = (1u64 << self.height) - 1;
        low << (column as u32 * self.height as u32)
    }

    /// The lowest free square of each column, as a mask.
    #[inline]
    pub const fn free(&self, taken: u64) -> u64 {
        // A full column's top shifts into the next one's bottom, which is in the mask anyway.
        ((taken << 1) | self.bottom) & !taken & self.board
    }

    /// Whether these stones hold four in line.
    #[inline]
    pub const fn has_four(&self, stones: u64) -> bool {
        let [a, b, c, d] = &self.directions;
        (a.fours(stones) | b.fours(stones) | c.fours(stones) | d.fours(stones)) != 0
    }

    /// All squares of all fours that these stones hold.
    pub fn four(&self, stones: u64) -> u64 {
        let mut squares = 0;
        for direction in &self.directions {
            let mut line = direction.fours(stones);
            squares |= line;
            for _ in 0..3 {
                line <<= direction.shift;
                squares |= line;
            }
        }
        squares
    }

    const fn new(width: u8, height: u8) -> Self {
        let mut shape = Self {
            width,
            height,
            board: 0,
            bottom: 0,
            directions: [Direction { shift: 1, one: 0, two: 0 }; 4],
            lines: [0; 64],
        };
        // Columns and rows per step: vertical, horizontal, rising and falling diagonal.
        let steps: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let mut square = 0;
        while square < width as i32 * height as i32 {
            let (column, row) = (square / height as i32, square % height as i32);
            shape.board |= 1 << square;
            if row == 0 {
                shape.bottom |= 1 << square;
            }
            let mut index = 0;
            while index < 4 {
                let (right, up) = steps[index];
                let shift = right * height as i32 + up;
                shape.directions[index].shift = shift as u32;
                let mut reach = 1;
                while reach <= 3 {
                    let (column, row) = (column + right * reach, row + up * reach);
                    if column >= width as i32 || row < 0 || row >= height as i32 {
                        break;
                    }
                    match reach {
                        1 => shape.directions[index].one |= 1 << square,
                        2 => shape.directions[index].two |= 1 << square,
                        _ => {
                            let mut step = 0;
                            while step <= 3 {
                                shape.lines[(square + shift * step) as usize] += 1;
                                step += 1;
                            }
                        }
                    }
                    reach += 1;
                }
                index += 1;
            }
            square += 1;
        }
        shape
    }
}

const SIDES: usize = (MAX_SIDE - MIN_SIDE + 1) as usize;

static SHAPES: [[BoardShape; SIDES]; SIDES] = {
    const NONE: BoardShape = BoardShape::new(0, 0);
    const ROW: [BoardShape; SIDES] = [NONE; SIDES];
    let mut shapes = [ROW; SIDES];
    let mut width = MIN_SIDE;
    while width <= MAX_SIDE {
        let mut height = MIN_SIDE;
        while height <= MAX_SIDE && width as u32 * height as u32 <= MAX_SQUARES {
            shapes[(width - MIN_SIDE) as usize][(height - MIN_SIDE) as usize] =
                BoardShape::new(width, height);
            height += 1;
        }
        width += 1;
    }
    shapes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_through_the_squares_are_the_reports_table() {
        let shape = BoardShape::of(7, 6).unwrap();
        let rows = [[3, 4, 5, 7, 5, 4, 3], [4, 6, 8, 10, 8, 6, 4], [5, 8, 11, 13, 11, 8, 5]];
        for (row, expected) in rows.iter().chain(rows.iter().rev()).enumerate() {
            for (column, &count) in expected.iter().enumerate() {
                assert_eq!(shape.lines[column * 6 + row], count, "column {column}, row {row}");
            }
        }
    }

    #[test]
    fn no_line_leaves_any_board() {
        for width in MIN_SIDE..=MAX_SIDE {
            for height in MIN_SIDE..=MAX_SIDE {
                let Some(shape) = BoardShape::of(width, height) else { continue };
                let (w, h) = (i32::from(width), i32::from(height));
                let expected = w * (h - 3) + (w - 3) * h + 2 * (w - 3) * (h - 3);
                let fours = shape.directions.map(|d| d.fours(shape.board).count_ones());
                assert_eq!(fours.iter().sum::<u32>() as i32, expected, "{width}x{height}");
            }
        }
    }
}
