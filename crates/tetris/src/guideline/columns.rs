//! The well on its side: a word of bits a column, so that a shift moves everything up or down.

use crate::rules::field::{Field, MAX_WIDTH, ROWS};
use crate::rules::pieces::{Body, System};

/// The filled squares, a word a column from the left; bit 0 is the bottom row. Columns beyond the
/// width are walls: filled throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Columns {
    columns: [u64; MAX_WIDTH as usize],
}

/// The rows that there are.
pub const INSIDE: u64 = (1 << ROWS) - 1;

impl Columns {
    /// An empty well of this width.
    pub fn new(width: u8) -> Self {
        let mut columns = [u64::MAX; MAX_WIDTH as usize];
        columns[..usize::from(width)].fill(0);
        Self { columns }
    }

    /// A well of these columns, 16 at most.
    pub fn of(filled: &[u64]) -> Self {
        let mut columns = [u64::MAX; MAX_WIDTH as usize];
        for (column, filled) in columns.iter_mut().zip(filled) {
            *column = filled & INSIDE;
        }
        Self { columns }
    }

    /// Lifts everything by so many rows that have a gap in one column. False when something is lost at the top.
    pub fn lift(&mut self, width: u8, lines: u8, gap: u8) -> bool {
        let mut lost = 0;
        for (x, column) in self.columns[..usize::from(width)].iter_mut().enumerate() {
            let garbage = if x == usize::from(gap) { 0 } else { (1 << lines) - 1 };
            let lifted = *column << lines | garbage;
            lost |= lifted & !INSIDE;
            *column = lifted & INSIDE;
        }
        lost == 0
    }

    /// Whether a piece has room there.
    pub fn fits(&self, body: Body) -> bool {
        let free = |(x, y): (i8, i8)| (0..ROWS as i8).contains(&y) && self.get(x) >> y & 1 == 0;
        body.squares(System::Modern).into_iter().all(free)
    }

    /// The columns, walls at the right included.
    pub const fn all(&self) -> &[u64; MAX_WIDTH as usize] {
        &self.columns
    }

    /// A column, walls on both sides included.
    #[inline]
    pub fn get(&self, x: i8) -> u64 {
        // A column left of the well is a very large number, and so a wall too.
        self.columns.get(x as usize).copied().unwrap_or(u64::MAX)
    }

    /// Fills a piece's squares. It must fit.
    #[inline]
    pub fn fill(&mut self, body: Body) {
        for (x, y) in body.squares(System::Modern) {
            self.columns[x as usize & 15] |= 1 << y;
        }
    }

    /// The rows without gaps.
    #[inline]
    pub fn full_rows(&self) -> u64 {
        self.columns.iter().fold(INSIDE, |rows, column| rows & column)
    }

    /// Takes out the full rows and says how many there were.
    #[inline]
    pub fn clear(&mut self, width: u8) -> u8 {
        let mut full = self.full_rows();
        let lines = full.count_ones() as u8;
        // From the top, so that those below keep their places.
        while full != 0 {
            let row = 63 - full.leading_zeros();
            full ^= 1 << row;
            let below = (1u64 << row) - 1;
            for column in &mut self.columns[..usize::from(width)] {
                *column = (*column & below) | (*column >> 1 & !below);
            }
        }
        lines
    }

    /// Whether nothing is filled.
    pub fn is_empty(&self, width: u8) -> bool {
        self.columns[..usize::from(width)].iter().all(|&column| column == 0)
    }

    /// How many rows there are up to the highest filled square.
    #[inline]
    pub fn tallest(&self, width: u8) -> u32 {
        let any = self.columns[..usize::from(width)].iter().fold(0, |any, column| any | column);
        64 - any.leading_zeros()
    }

    /// A number that tells wells apart.
    #[inline]
    pub fn hash(&self, width: u8) -> u64 {
        self.columns[..usize::from(width)]
            .iter()
            .fold(0x9e37_79b9_7f4a_7c15, |hash: u64, column| {
                (hash.rotate_left(23) ^ column).wrapping_mul(0xd6e8_feb8_6659_fd93)
            })
    }
}

impl From<&Field> for Columns {
    fn from(field: &Field) -> Self {
        let mut columns = Self::new(field.width());
        for (y, &row) in field.rows().iter().enumerate() {
            for (x, column) in columns.columns[..usize::from(field.width())].iter_mut().enumerate()
            {
                *column |= u64::from(row >> x & 1) << y;
            }
        }
        columns
    }
}
