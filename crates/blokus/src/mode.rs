//! The modes of play: how many colours, on which board, who holds which, and how points are counted.

use game::{Phrase, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{LARGE, SMALL, Square};
use crate::pieces::{ALL_SQUARES, JUNIOR_PIECES, JUNIOR_SQUARES, PIECES};

/// No mode has more colours.
pub const MAX_COLOURS: usize = 4;

/// A mode of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Four seats, partners sit diagonally, their scores add up.
    #[default]
    Teams,
    /// Four seats, each for itself.
    Classic,
    /// Two seats with two colours each.
    Two,
    /// Three seats; all play the fourth colour in turn.
    Three,
    /// Two seats with one colour each on the smaller board.
    Duo,
    /// The same for children: twelve pieces, each of them twice.
    Junior,
}

/// How points are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// A point for each square placed.
    #[default]
    Squares,
    /// Minus a point for each square left; 15 for all pieces placed, 5 more if the single square
    /// came last.
    Official,
}

/// What can be chosen before the game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The mode of play.
    pub mode: Mode,
    /// How points are counted.
    pub scoring: Scoring,
}

/// The colours in the order of their turns.
pub const COLOURS: [Phrase; MAX_COLOURS] = [
    Phrase::new("Blue", "Bleu"),
    Phrase::new("Yellow", "Jaune"),
    Phrase::new("Red", "Rouge"),
    Phrase::new("Green", "Vert"),
];

impl Mode {
    /// All modes, in the order of the list of variants.
    pub const ALL: [Self; 6] =
        [Self::Teams, Self::Classic, Self::Two, Self::Three, Self::Duo, Self::Junior];

    /// The name in commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Teams => "teams",
            Self::Classic => "classic",
            Self::Two => "two",
            Self::Three => "three",
            Self::Duo => "duo",
            Self::Junior => "junior",
        }
    }

    /// Whether two seats play on the smaller board, from squares within it.
    pub const fn is_small(self) -> bool {
        matches!(self, Self::Duo | Self::Junior)
    }

    /// The pieces that a colour begins with, a bit each, and those of which it has a second one.
    pub const fn piece_set(self) -> (u32, u32) {
        match self {
            Self::Junior => (JUNIOR_PIECES, JUNIOR_PIECES),
            _ => ((1 << PIECES) - 1, 0),
        }
    }

    /// How many of a piece a colour begins with.
    pub const fn copies(self, piece: usize) -> usize {
        let (left, spare) = self.piece_set();
        (left >> piece & 1) as usize + (spare >> piece & 1) as usize
    }

    /// How many pieces a colour begins with.
    pub const fn piece_count(self) -> usize {
        let (left, spare) = self.piece_set();
        (left.count_ones() + spare.count_ones()) as usize
    }

    /// The squares of all pieces of a colour together.
    pub const fn all_squares(self) -> u32 {
        if matches!(self, Self::Junior) { JUNIOR_SQUARES } else { ALL_SQUARES }
    }

    /// Rows and columns of the board.
    pub const fn side(self) -> u8 {
        if self.is_small() { SMALL } else { LARGE }
    }

    /// How many colours take part.
    pub const fn colours(self) -> usize {
        if self.is_small() { 2 } else { 4 }
    }

    /// How many seats there are.
    pub const fn seats(self) -> usize {
        match self {
            Self::Teams | Self::Classic => 4,
            Self::Three => 3,
            Self::Two | Self::Duo | Self::Junior => 2,
        }
    }

    /// The square that a colour's first piece must cover.
    pub const fn start(self, colour: usize) -> Square {
        match (self, colour) {
            (Self::Duo | Self::Junior, 0) => (4, 9),
            (Self::Duo | Self::Junior, _) => (9, 4),
            (_, 0) => (0, 19),
            (_, 1) => (19, 19),
            (_, 2) => (19, 0),
            _ => (0, 0),
        }
    }

    /// The seat that a colour's points count for; the fourth colour of three seats counts for none.
    pub const fn owner(self, colour: usize) -> Option<Seat> {
        match (self, colour) {
            (Self::Two, _) => Some(Seat(colour as u8 % 2)),
            (Self::Three, 3) => None,
            _ => Some(Seat(colour as u8)),
        }
    }

    /// Whether two colours win and lose together.
    pub const fn partners(self, a: usize, b: usize) -> bool {
        match self {
            Self::Teams | Self::Two => a % 2 == b % 2,
            Self::Classic | Self::Three | Self::Duo | Self::Junior => a == b,
        }
    }
}
