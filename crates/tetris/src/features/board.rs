//! The well as columns of bits: bit 0 is the lowest row.

use super::shape::Place;

/// Columns at either side of the well that stand for its walls.
pub(super) const MARGIN: usize = 2;

/// The widest well, and with room for a piece above it, the tallest.
pub const MAX_WIDTH: usize = 16;
/// The tallest well.
pub const MAX_HEIGHT: u32 = 26;

/// Which squares are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// With walls: filled from the floor to the top.
    pub(super) columns: [u32; MAX_WIDTH + 2 * MARGIN],
    width: usize,
    height: u32,
}

impl Board {
    /// An empty well.
    ///
    /// # Panics
    /// When it is wider or taller than there is room for, or narrower than a piece.
    pub fn new(width: usize, height: u32) -> Self {
        assert!((4..=MAX_WIDTH).contains(&width) && (4..=MAX_HEIGHT).contains(&height));
        let wall = (1 << height) - 1;
        let mut columns = [wall; MAX_WIDTH + 2 * MARGIN];
        columns[MARGIN..MARGIN + width].fill(0);
        Self { columns, width, height }
    }

    /// How many columns.
    #[inline]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// How many rows.
    #[inline]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The columns from the left.
    #[inline]
    pub fn columns(&self) -> &[u32] {
        &self.columns[MARGIN..MARGIN + self.width]
    }

    /// The columns, to be changed by hand.
    pub fn columns_mut(&mut self) -> &mut [u32] {
        &mut self.columns[MARGIN..MARGIN + self.width]
    }

    /// Whether a square is filled.
    pub fn is_filled(&self, x: usize, y: u32) -> bool {
        self.columns()[x] >> y & 1 != 0
    }

    /// How many rows a column reaches up.
    #[inline]
    pub fn top(&self, x: usize) -> u32 {
        32 - self.columns[MARGIN + x].leading_zeros()
    }

    /// The row in which a piece's lowest square comes to lie if it falls straight down.
    #[inline]
    pub fn landing(&self, shape: &super::Shape, x: usize) -> u32 {
        let tops = (0..shape.width).map(|i| self.top(x + i) as i32 - shape.bottoms[i] as i32);
        tops.max().unwrap_or(0).max(0) as u32
    }

    /// Fills a piece's squares; full rows stay.
    #[inline]
    pub fn fill(&mut self, place: &Place) {
        for i in 0..place.shape.width {
            self.columns[MARGIN + place.x + i] |= place.shape.bits[i] << place.y;
        }
    }

    /// The full rows.
    #[inline]
    pub fn full_rows(&self) -> u32 {
        self.columns().iter().fold(u32::MAX, |all, column| all & column)
    }

    /// Takes rows out, and what is above them comes down.
    #[inline]
    pub fn remove(&mut self, mut rows: u32) {
        while rows != 0 {
            // From the top, so that the rows below keep their numbers.
            let row = 31 - rows.leading_zeros();
            rows ^= 1 << row;
            let below = (1u32 << row) - 1;
            for column in &mut self.columns[MARGIN..MARGIN + self.width] {
                *column = (*column & below) | (*column >> 1 & !below);
            }
        }
    }

    /// Places a piece and clears; says how many rows went.
    #[inline]
    pub fn place(&mut self, place: &Place) -> u32 {
        self.fill(place);
        let rows = self.full_rows();
        self.remove(rows);
        rows.count_ones()
    }

    /// Everything that is filled anywhere, as rows.
    #[inline]
    pub fn any(&self) -> u32 {
        self.columns().iter().fold(0, |any, column| any | column)
    }

    /// Rows drawn from the top, `.` for empty: for tests.
    #[cfg(test)]
    pub fn drawn(width: usize, height: u32, rows: &[&str]) -> Self {
        let mut board = Self::new(width, height);
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, square) in row.bytes().enumerate() {
                board.columns_mut()[x] |= u32::from(square != b'.') << y;
            }
        }
        board
    }
}
