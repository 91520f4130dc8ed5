//! Squares, walls and moves, and how they are written: `e2`, `e3h`, `a6v`, `pass`.

use std::fmt;

use crate::shape::STRIDE;

/// A square, counted from a1 along the ranks of an 11x11 board, whatever the size is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    /// From file and rank, both counted from 0.
    pub(crate) const fn at(file: u8, rank: u8) -> Self {
        Self(rank * STRIDE as u8 + file)
    }

    /// The file, counted from 0.
    pub const fn file(self) -> u8 {
        self.0 % STRIDE as u8
    }

    /// The rank, counted from 0.
    pub const fn rank(self) -> u8 {
        self.0 / STRIDE as u8
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// How a wall lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WallOrientation {
    /// Horizontal, between two ranks: `h`.
    Horizontal,
    /// Vertical, between two files: `v`.
    Vertical,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// The pawn goes to a square: `e2`.
    Step(Square),
    /// A wall, named by the touched square nearest a1: `e3h` lies between ranks 3 and 4 over files
    /// e and f, `e3v` between files e and f beside ranks 3 and 4.
    Wall(Square, WallOrientation),
    /// Nothing can be done: `pass`.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(square) => write!(f, "{square}"),
            Self::Wall(anchor, WallOrientation::Horizontal) => write!(f, "{anchor}h"),
            Self::Wall(anchor, WallOrientation::Vertical) => write!(f, "{anchor}v"),
            Self::Pass => f.write_str("pass"),
        }
    }
}
