//! The 414 covers of a square, that is the ways to cover it, and tables that find the open ones.
//!
//! A cover is an orientation and the one of its squares that lies on the given square. The forbidden squares around
//! it are read as five groups of rows: the far ones below, the row below, its own, the row above, and the far ones
//! above. Each group has a table from its bits to the covers that avoid them. The covers of the pieces of five
//! squares come first.

use std::sync::LazyLock;

use crate::board::{MARGIN, ROWS, Spot};
use crate::pieces::{PIECES, Pieces};

/// Words that hold a bit for each cover.
pub const WORDS: usize = 7;

/// A set of covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct CoverSet(pub [u64; WORDS]);

impl CoverSet {
    /// None.
    pub const NONE: Self = Self([0; WORDS]);

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Removes these.
    #[inline]
    pub fn remove(&mut self, other: &Self) {
        for (own, gone) in self.0.iter_mut().zip(&other.0) {
            *own &= !gone;
        }
    }

    fn insert(&mut self, cover: usize) {
        self.0[cover / 64] |= 1 << (cover % 64);
    }

    /// Calls `f` with the number of each.
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
pub struct Cover {
    /// The orientation of the piece.
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
pub struct CoverTables {
    /// The covers by number. Some numbers at the end of the fifth and the last word are not used.
    pub covers: [Cover; WORDS * 64],
    /// All covers.
    pub all: CoverSet,
    /// The covers of each piece.
    pub of_piece: [CoverSet; PIECES],
    /// From the bits of rows 4, 3 and 2 below.
    low: Box<[CoverSet; 512]>,
    /// From the bits of the row below.
    below: Box<[CoverSet; 128]>,
    /// From the bits of the square's own row, with the square itself.
    own: Box<[CoverSet; 512]>,
    /// From the bits of the row above.
    above: Box<[CoverSet; 128]>,
    /// From the bits of rows 2, 3 and 4 above.
    high: Box<[CoverSet; 512]>,
}

/// Which rows a table reads, from the square's own, and how many bits on each side.
type Group = &'static [(i8, i8)];
const LOW: Group = &[(-2, 2), (-3, 1), (-4, 0)];
const BELOW: Group = &[(-1, 3)];
const OWN: Group = &[(0, 4)];
const ABOVE: Group = &[(1, 3)];
const HIGH: Group = &[(2, 2), (3, 1), (4, 0)];

impl CoverTables {
    /// The tables, made once.
    #[inline]
    pub fn get() -> &'static Self {
        static TABLES: LazyLock<CoverTables> = LazyLock::new(CoverTables::new);
        &TABLES
    }

    fn new() -> Self {
        let pieces = Pieces::get();
        let mut covers = [Cover::default(); WORDS * 64];
        let mut used = Vec::new();
        // The 315 covers of the large pieces fill the first five words, all others the last two.
        for (large, mut at) in [(true, 0), (false, 5 * 64)] {
            for (number, shape) in pieces.orientations.iter().enumerate() {
                if (shape.squares.len() == 5) == large {
                    for &(x, y) in &shape.squares {
                        covers[at] = Cover { orientation: number as u8, piece: shape.piece, x, y };
                        used.push(at);
                        at += 1;
                    }
                }
            }
        }
        let mut all = CoverSet::NONE;
        let mut of_piece = [CoverSet::NONE; PIECES];
        for &at in &used {
            all.insert(at);
            of_piece[usize::from(covers[at].piece)].insert(at);
        }
        Self {
            all,
            of_piece,
            low: table(LOW, &covers, &used),
            below: table(BELOW, &covers, &used),
            own: table(OWN, &covers, &used),
            above: table(ABOVE, &covers, &used),
            high: table(HIGH, &covers, &used),
            covers,
        }
    }

    /// Those of `covers` that are open at a square: none of their squares is forbidden.
    #[inline(always)]
    pub fn open(&self, forbidden: &[u32; ROWS], x: u8, y: u8, covers: &CoverSet) -> CoverSet {
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
        let mut open = *covers;
        for word in 0..WORDS {
            open.0[word] &= tables[0].0[word]
                & tables[1].0[word]
                & tables[2].0[word]
                & tables[3].0[word]
                & tables[4].0[word];
        }
        open
    }

    /// The placement that covers this square in this way.
    #[inline]
    pub fn spot(&self, cover: u16, x: u8, y: u8) -> Spot {
        let cover = self.covers[usize::from(cover) % (WORDS * 64)];
        Spot {
            orientation: cover.orientation,
            x: x.wrapping_sub(cover.x),
            y: y.wrapping_sub(cover.y),
        }
    }
}

/// For every pattern of forbidden squares in a group of rows, the covers that avoid them.
fn table<const N: usize>(group: Group, covers: &[Cover], used: &[usize]) -> Box<[CoverSet; N]> {
    // The squares in the order of the pattern's bits, from the covered square.
    let squares: Vec<(i8, i8)> = group
        .iter()
        .flat_map(|&(row, side)| (-side..=side).map(move |column| (column, row)))
        .collect();
    let mut uses = vec![0usize; covers.len()];
    for &at in used {
        let cover = covers[at];
        let shape = &Pieces::get().orientations[usize::from(cover.orientation)];
        for &(x, y) in &shape.squares {
            let from = (x as i8 - cover.x as i8, y as i8 - cover.y as i8);
            if let Some(bit) = squares.iter().position(|&square| square == from) {
                uses[at] |= 1 << bit;
            }
        }
    }
    let mut table = Box::new([CoverSet::NONE; N]);
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
    fn there_are_414_covers() {
        let mut count = 0;
        CoverTables::get().all.each(|_| count += 1);
        assert_eq!(count, 414);
    }
}
