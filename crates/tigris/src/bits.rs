//! Sets of squares as bits: 11 rows of 16 columns, four rows to a word, from the top left.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A square, counted row by row from the top left.
pub type Square = u8;

/// Rows of the board.
pub const ROWS: u8 = 11;
/// Columns of the board.
pub const COLUMNS: u8 = 16;
/// Squares of the board.
pub const SQUARES: u8 = ROWS * COLUMNS;
/// No square.
pub const NOWHERE: Square = 255;

const WEST: u64 = 0x0001_0001_0001_0001;
const EAST: u64 = 0x8000_8000_8000_8000;
const LAST: u64 = (1 << 48) - 1;

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits(pub [u64; 3]);

impl Bits {
    /// No square.
    pub const NONE: Self = Self([0; 3]);
    /// Every square.
    pub const ALL: Self = Self([u64::MAX, u64::MAX, LAST]);

    /// One square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        let mut words = [0; 3];
        words[(square >> 6) as usize] = 1 << (square & 63);
        Self(words)
    }

    /// Whether a square is in the set.
    #[inline]
    pub fn has(self, square: Square) -> bool {
        self.0[usize::from(square >> 6)] >> (square & 63) & 1 != 0
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether the two have a square in common.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Adds a square.
    #[inline]
    pub fn add(&mut self, square: Square) {
        self.0[usize::from(square >> 6)] |= 1 << (square & 63);
    }

    /// Takes a square away.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[usize::from(square >> 6)] &= !(1 << (square & 63));
    }

    /// The first square.
    #[inline]
    pub fn first(self) -> Option<Square> {
        let index = self.0.iter().position(|&word| word != 0)?;
        Some((index as u8) << 6 | self.0[index].trailing_zeros() as u8)
    }

    /// The square with this many before it.
    #[inline]
    pub fn nth(self, mut n: u32) -> Option<Square> {
        for (index, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return Some((index as u8) << 6 | nth_bit(word, n));
            }
            n -= count;
        }
        None
    }

    /// The squares beside these, and maybe some of these.
    #[inline]
    pub fn beside(self) -> Self {
        let [a, b, c] = self.0;
        let row = |word: u64| (word & !EAST) << 1 | (word & !WEST) >> 1 | word << 16 | word >> 16;
        Self([row(a) | b << 48, row(b) | a >> 48 | c << 48, (row(c) | b >> 48) & LAST])
    }

    /// All that hangs together with these within a set.
    #[inline]
    pub fn flood(self, within: Self) -> Self {
        let step = |all: Self| (all.beside() | all) & within;
        let mut all = self & within;
        loop {
            // Two steps for each look whether it grew: the look costs as much as a step.
            let next = step(step(all));
            if next == all {
                return all;
            }
            all = next;
        }
    }

    /// The squares whose right neighbour is in the set too.
    #[inline]
    pub fn pairs_across(self) -> Self {
        self & self.west()
    }

    /// The squares whose lower neighbour is in the set too.
    #[inline]
    pub fn pairs_down(self) -> Self {
        self & self.north()
    }

    /// The squares beside at least two and three of these.
    #[inline]
    pub fn crowded(self) -> [Self; 2] {
        let [mut once, mut twice, mut thrice] = [Self::NONE; 3];
        for side in [self.west(), self.east(), self.north(), self.south()] {
            thrice |= twice & side;
            twice |= once & side;
            once |= side;
        }
        [twice, thrice]
    }

    /// All of them one column further left.
    #[inline]
    pub fn west(self) -> Self {
        Self(self.0.map(|word| (word & !WEST) >> 1))
    }

    /// All of them one column further right.
    #[inline]
    pub fn east(self) -> Self {
        Self(self.0.map(|word| (word & !EAST) << 1))
    }

    /// All of them one row further up.
    #[inline]
    pub fn north(self) -> Self {
        let [a, b, c] = self.0;
        Self([a >> 16 | b << 48, b >> 16 | c << 48, c >> 16])
    }

    /// All of them one row further down.
    #[inline]
    pub fn south(self) -> Self {
        let [a, b, c] = self.0;
        Self([a << 16, b << 16 | a >> 48, (c << 16 | b >> 48) & LAST])
    }

    /// The squares in order.
    pub fn iter(self) -> Squares {
        Squares(self)
    }
}

fn nth_bit(mut word: u64, mut n: u32) -> u8 {
    let mut at = 0;
    for half in [32u32, 16, 8, 4, 2, 1] {
        let low = (word & ((1 << half) - 1)).count_ones();
        if n >= low {
            n -= low;
            word >>= half;
            at += half;
        }
    }
    at as u8
}

/// The squares of a set, in order.
#[derive(Clone, Copy, Debug)]
pub struct Squares(Bits);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.remove(square);
        Some(square)
    }
}

impl IntoIterator for Bits {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl BitAnd for Bits {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Bits {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Bits {
    type Output = Self;
    /// All other squares of the board.
    #[inline]
    fn not(self) -> Self {
        Self(std::array::from_fn(|i| !self.0[i] & Self::ALL.0[i]))
    }
}

impl BitAndAssign for Bits {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The squares beside each square.
pub static BESIDE: [Bits; SQUARES as usize] = {
    let mut table = [Bits::NONE; SQUARES as usize];
    let mut square = 0;
    while square < SQUARES {
        let (row, column) = (square / COLUMNS, square % COLUMNS);
        let mut bits = [0u64; 3];
        if row > 0 {
            bits[((square - 16) >> 6) as usize] |= 1 << ((square - 16) & 63);
        }
        if row + 1 < ROWS {
            bits[((square + 16) >> 6) as usize] |= 1 << ((square + 16) & 63);
        }
        if column > 0 {
            bits[((square - 1) >> 6) as usize] |= 1 << ((square - 1) & 63);
        }
        if column + 1 < COLUMNS {
            bits[((square + 1) >> 6) as usize] |= 1 << ((square + 1) & 63);
        }
        table[square as usize] = Bits(bits);
        square += 1;
    }
    table
};

/// The squares beside one.
#[inline]
pub fn beside(square: Square) -> Bits {
    BESIDE[usize::from(square)]
}

/// The four squares of which this one is the top left, if they are on the board.
#[inline]
pub fn block(square: Square) -> Option<Bits> {
    if square % COLUMNS + 1 == COLUMNS || square / COLUMNS + 1 >= ROWS {
        return None;
    }
    let [a, b, c, d] = [0, 1, 16, 17].map(|step| Bits::of(square + step));
    Some(a | b | c | d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_an_edge_and_stay_on_the_board() {
        for square in 0..SQUARES {
            assert_eq!(Bits::of(square).beside(), beside(square));
            let (row, column) = (square / COLUMNS, square % COLUMNS);
            let edges = u32::from(row == 0) + u32::from(row + 1 == ROWS);
            let sides = u32::from(column == 0) + u32::from(column + 1 == COLUMNS);
            assert_eq!(beside(square).count(), 4 - edges - sides);
        }
        assert_eq!(Bits::ALL.count(), u32::from(SQUARES));
        assert_eq!(!Bits::NONE, Bits::ALL);
    }

    #[test]
    fn a_step_leads_to_the_square_beside_or_off_the_board() {
        for square in 0..SQUARES {
            let here = Bits::of(square);
            let steps = [here.west(), here.east(), here.north(), here.south()];
            let [left, right, up, down] = steps.map(Bits::first);
            let (row, column) = (square / COLUMNS, square % COLUMNS);
            assert_eq!(left, (column > 0).then(|| square - 1));
            assert_eq!(right, (column + 1 < COLUMNS).then(|| square + 1));
            assert_eq!(up, (row > 0).then(|| square - COLUMNS));
            assert_eq!(down, (row + 1 < ROWS).then(|| square + COLUMNS));
            let all = steps.into_iter().fold(Bits::NONE, |all, step| all | step);
            assert_eq!(all, here.beside());
        }
    }

    #[test]
    fn the_nth_square_is_the_nth() {
        let some = Bits::ALL & Bits([0x8421_0f00_0000_0001, 0x3, 0xffff_0000_1111]);
        for (index, square) in some.iter().enumerate() {
            assert_eq!(some.nth(index as u32), Some(square));
        }
        assert_eq!(some.nth(some.count()), None);
    }
}
