//! The 414 ways to cover a square, and which of them are open, by table.
//!
//! A way is an orientation and the one of its squares that covers the square in question. Around
//! that square the forbidden ones within reach are read as five groups of rows, two above, the
//! square's own and its neighbours'; each group has a table from its bits to the ways that avoid
//! them. The ways of the pieces of five squares come first.

use std::sync::LazyLock;

use crate::board::{MARGIN, ROWS, Spot};
use crate::pieces::{PIECES, Pieces};

/// Words that hold a bit for each way.
pub const WORDS: usize = 7;

/// A set of ways to cover a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Ways(pub [u64; WORDS]);

impl Ways {
    /// None.
    pub const NONE: Self = Self([0; WORDS]);

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Takes these away.
    #[inline]
    pub fn remove(&mut self, other: &Self) {
        for (own, gone) in self.0.iter_mut().zip(&other.0) {
            *own &= !gone;
        }
    }

    fn insert(&mut self, way: usize) {
        self.0[way / 64] |= 1 << (way % 64);
    }

    /// Calls with each.
    #[inline]
    pub fn each(&self, mut f: impl FnMut(u16)) {
        for (at, &word) in self.0.iter().enumerate() {
            let mut bits = word;
            while bits != 0 {
                f((at * 64) as u16 + bits.trailing_zeros() as u16);
                bits &= bits - 1;
            }
        }
    }
}

/// One way to cover a square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Way {
    /// How the piece lies.
    pub orientation: u8,
    /// The piece.
    pub piece: u8,
    /// The column of the covering square in the piece's box.
    pub x: u8,
    /// The row of it.
    pub y: u8,
}

/// The tables.
#[derive(Debug)]
pub struct Reach {
    /// By number; a few at the end of the last word are no ways at all.
    pub ways: [Way; WORDS * 64],
    /// All ways.
    pub all: Ways,
    /// The ways of each piece.
    pub of_piece: [Ways; PIECES],
    /// From the bits of rows 4, 3 and 2 below.
    low: Box<[Ways; 512]>,
    /// From the bits of the row below.
    below: Box<[Ways; 128]>,
    /// From the bits of the square's own row, with the square itself.
    own: Box<[Ways; 512]>,
    /// From the bits of the row above.
    above: Box<[Ways; 128]>,
    /// From the bits of rows 2, 3 and 4 above.
    high: Box<[Ways; 512]>,
}

/// Which rows a table reads, from the square's own, and how many bits on each side.
type Group = &'static [(i8, i8)];
const LOW: Group = &[(-2, 2), (-3, 1), (-4, 0)];
const BELOW: Group = &[(-1, 3)];
const OWN: Group = &[(0, 4)];
const ABOVE: Group = &[(1, 3)];
const HIGH: Group = &[(2, 2), (3, 1), (4, 0)];

impl Reach {
    /// The tables, made once.
    #[inline]
    pub fn get() -> &'static Self {
        static REACH: LazyLock<Reach> = LazyLock::new(Reach::new);
        &REACH
    }

    fn new() -> Self {
        let pieces = Pieces::get();
        let mut ways = [Way::default(); WORDS * 64];
        let mut used = Vec::new();
        // The 315 ways of the large pieces fill the first five words, all others the last two.
        for (large, mut at) in [(true, 0), (false, 5 * 64)] {
            for (number, lies) in pieces.orientations.iter().enumerate() {
                if (lies.squares.len() == 5) == large {
                    for &(x, y) in &lies.squares {
                        ways[at] = Way { orientation: number as u8, piece: lies.piece, x, y };
                        used.push(at);
                        at += 1;
                    }
                }
            }
        }
        let mut all = Ways::NONE;
        let mut of_piece = [Ways::NONE; PIECES];
        for &at in &used {
            all.insert(at);
            of_piece[usize::from(ways[at].piece)].insert(at);
        }
        Self {
            all,
            of_piece,
            low: table(LOW, &ways, &used),
            below: table(BELOW, &ways, &used),
            own: table(OWN, &ways, &used),
            above: table(ABOVE, &ways, &used),
            high: table(HIGH, &ways, &used),
            ways,
        }
    }

    /// Those of `ways` that cover a square without touching a forbidden one.
    #[inline(always)]
    pub fn open(&self, forbidden: &[u32; ROWS], x: u8, y: u8, ways: &Ways) -> Ways {
        let (x, y) = (u32::from(x), usize::from(y));
        let row = |at: usize, side: u32| {
            (forbidden[(y + at) % ROWS] >> (x + MARGIN as u32 - side)) as usize
                & ((1usize << (2 * side + 1)) - 1)
        };
        let low = row(2, 2) | row(1, 1) << 5 | row(0, 0) << 8;
        let high = row(6, 2) | row(7, 1) << 5 | row(8, 0) << 8;
        let tables = [
            &self.low[low % 512],
            &self.below[row(3, 3) % 128],
            &self.own[row(4, 4) % 512],
            &self.above[row(5, 3) % 128],
            &self.high[high % 512],
        ];
        let mut open = *ways;
        for word in 0..WORDS {
            open.0[word] &= tables[0].0[word]
                & tables[1].0[word]
                & tables[2].0[word]
                & tables[3].0[word]
                & tables[4].0[word];
        }
        open
    }

    /// Where the piece lies that covers this square in this way.
    #[inline]
    pub fn spot(&self, way: u16, x: u8, y: u8) -> Spot {
        let way = self.ways[usize::from(way) % (WORDS * 64)];
        Spot { orientation: way.orientation, x: x.wrapping_sub(way.x), y: y.wrapping_sub(way.y) }
    }
}

/// The ways that avoid the forbidden squares of a group of rows, for all patterns of them.
fn table<const N: usize>(group: Group, ways: &[Way], used: &[usize]) -> Box<[Ways; N]> {
    // The squares in the order of the pattern's bits, from the covered square.
    let squares: Vec<(i8, i8)> = group
        .iter()
        .flat_map(|&(row, side)| (-side..=side).map(move |column| (column, row)))
        .collect();
    let mut uses = vec![0usize; ways.len()];
    for &at in used {
        let way = ways[at];
        let lies = &Pieces::get().orientations[usize::from(way.orientation)];
        for &(x, y) in &lies.squares {
            let from = (x as i8 - way.x as i8, y as i8 - way.y as i8);
            if let Some(bit) = squares.iter().position(|&square| square == from) {
                uses[at] |= 1 << bit;
            }
        }
    }
    let mut table = Box::new([Ways::NONE; N]);
    for (pattern, open) in table.iter_mut().enumerate() {
        for &at in used.iter().filter(|&&at| uses[at] & pattern == 0) {
            open.insert(at);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_414_ways() {
        let mut count = 0;
        Reach::get().all.each(|_| count += 1);
        assert_eq!(count, 414);
    }
}
