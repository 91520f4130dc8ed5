//! The geometry of boards: squares as bits of a word, edges, starting squares and goal lines.
//!
//! Every board lies in the lower left corner of an 11x11 board, so that neighbouring squares are always the same number
//! of bits apart.

/// Bits from a square to the one above it.
pub(crate) const STRIDE: u32 = 11;
/// The smallest board.
pub(crate) const MIN_SIZE: u8 = 3;
/// The largest board.
pub(crate) const MAX_SIZE: u8 = 11;
/// Squares of the 11x11 board, for tables.
pub(crate) const SQUARES: usize = (STRIDE * STRIDE) as usize;

/// A side of the board; a pawn's goal is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The highest rank.
    North,
    /// The last file.
    East,
    /// Rank 1.
    South,
    /// File a.
    West,
}

impl Side {
    /// All four, clockwise.
    pub(crate) const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The two perpendicular sides.
    pub(crate) const fn perpendicular(self) -> [Self; 2] {
        match self {
            Self::North | Self::South => [Self::West, Self::East],
            Self::East | Self::West => [Self::North, Self::South],
        }
    }
}

/// A board size and its masks.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BoardShape {
    /// Squares on a side.
    pub size: u8,
    /// All squares.
    pub board: u128,
    /// Squares with another one above.
    pub below_top: u128,
    /// Squares with another one to the right.
    pub left_of_edge: u128,
    /// Squares that can be the anchor of a wall: the lower left of the four squares around its middle.
    pub anchors: u128,
    /// The first and the last file of the anchors: horizontal walls from here touch the edge.
    pub anchor_files: [u128; 2],
    /// The first and the last rank of the anchors: vertical walls from here touch the edge.
    pub anchor_ranks: [u128; 2],
}

/// The bit of a square.
#[inline]
pub(crate) const fn bit(square: u8) -> u128 {
    1 << square
}

const fn rectangle(files: u8, ranks: u8) -> u128 {
    let row = (1u128 << files) - 1;
    let (mut all, mut rank) = (0, 0);
    while rank < ranks {
        all |= row << (STRIDE * rank as u32);
        rank += 1;
    }
    all
}

impl BoardShape {
    const fn new(size: u8) -> Self {
        let last = size as u32 - 2;
        let (file, rank) = (rectangle(1, size - 1), rectangle(size - 1, 1));
        Self {
            size,
            board: rectangle(size, size),
            below_top: rectangle(size, size - 1),
            left_of_edge: rectangle(size - 1, size),
            anchors: rectangle(size - 1, size - 1),
            anchor_files: [file, file << last],
            anchor_ranks: [rank, rank << (STRIDE * last)],
        }
    }

    /// The board of this size, if there is one: odd, 3 to 11.
    pub fn of(size: u8) -> Option<&'static Self> {
        static SHAPES: [BoardShape; 5] = [
            BoardShape::new(3),
            BoardShape::new(5),
            BoardShape::new(7),
            BoardShape::new(9),
            BoardShape::new(11),
        ];
        SHAPES.iter().find(|shape| shape.size == size)
    }

    /// The squares along a side.
    pub const fn line(&self, side: Side) -> u128 {
        let last = self.size as u32 - 1;
        match side {
            Side::North => rectangle(self.size, 1) << (STRIDE * last),
            Side::East => rectangle(1, self.size) << last,
            Side::South => rectangle(self.size, 1),
            Side::West => rectangle(1, self.size),
        }
    }

    /// The square in the middle of a side.
    pub const fn middle(&self, side: Side) -> u8 {
        let (last, half) = (self.size - 1, self.size / 2);
        let (file, rank) = match side {
            Side::North => (half, last),
            Side::East => (last, half),
            Side::South => (half, 0),
            Side::West => (0, half),
        };
        rank * STRIDE as u8 + file
    }
}
