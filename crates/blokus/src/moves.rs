//! A move, and how it is written.

use std::fmt;

use crate::board::Spot;
use crate::notation::{PASS, SKIP, squares_text};

/// A move: one decision of the colour whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Puts a piece on these squares, written `f9,e10,f10,g10,f11`: from the lowest row up, each from
    /// the left.
    Place(Spot),
    /// Gives up: the colour is passed over for good. Written `pass`. It may always be played, but is not
    /// listed among the legal moves, so that no search considers it.
    Pass,
    /// Loses this turn and no other, written `skip`. Files of other programs have it; the rules do not, so it is only
    /// legal in studies of such files.
    Skip,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(spot) => f.write_str(&squares_text(*spot)),
            Self::Pass => f.write_str(PASS),
            Self::Skip => f.write_str(SKIP),
        }
    }
}
