//! The seven pieces, and the two ways in which they turn.

use serde::{Deserialize, Serialize};

/// One of the seven shapes of four squares, in the order in which chance numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Piece {
    /// Four in a line.
    I,
    /// The square.
    O,
    /// Three and one in the middle.
    T,
    /// The step that rises to the right.
    S,
    /// The step that falls to the right.
    Z,
    /// Three and one at the left.
    J,
    /// Three and one at the right.
    L,
}

impl Piece {
    /// All seven.
    pub const ALL: [Self; 7] = [Self::I, Self::O, Self::T, Self::S, Self::Z, Self::J, Self::L];

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Self::I => 'I',
            Self::O => 'O',
            Self::T => 'T',
            Self::S => 'S',
            Self::Z => 'Z',
            Self::J => 'J',
            Self::L => 'L',
        }
    }

    /// The piece of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|piece| piece.letter() == letter)
    }
}

/// Which way a piece has been turned: so many quarter turns clockwise from how it appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// As it appears.
    North,
    /// One quarter turn clockwise.
    East,
    /// Upside down.
    South,
    /// One quarter turn anticlockwise.
    West,
}

impl Facing {
    /// All four, each one clockwise from the one before.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// A quarter turn clockwise from here.
    pub const fn clockwise(self) -> Self {
        Self::ALL[(self as usize + 1) % 4]
    }

    /// A quarter turn anticlockwise from here.
    pub const fn anticlockwise(self) -> Self {
        Self::ALL[(self as usize + 3) % 4]
    }
}

/// How pieces lie and turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Round one of their squares, and not at all where there is no room. They appear as the
    /// coordinates of a classic Java program have them: most stand upright.
    Report,
    /// The Super Rotation System: in a box, with kicks off walls and floors. They appear lying flat.
    Modern,
}

/// A square's place relative to its piece's: to the right, and up.
pub type Offset = (i8, i8);

/// A piece somewhere in the well. `x` and `y` are those of its own origin: the square that it turns
/// round ([`System::Report`]) or the lower left corner of its box ([`System::Modern`]); so they may
/// be outside the well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    /// Which.
    pub piece: Piece,
    /// How it is turned.
    pub facing: Facing,
    /// The column, from 0 at the left.
    pub x: i8,
    /// The row, from 0 at the bottom.
    pub y: i8,
}

impl Body {
    /// The same, moved.
    pub const fn moved(self, dx: i8, dy: i8) -> Self {
        Self { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// The four squares that it covers, as columns and rows.
    pub fn squares(self, system: System) -> [(i8, i8); 4] {
        offsets(system, self.piece, self.facing).map(|(dx, dy)| (self.x + dx, self.y + dy))
    }
}

/// The four squares of a piece that is turned so, relative to its origin.
pub const fn offsets(system: System, piece: Piece, facing: Facing) -> [Offset; 4] {
    OFFSETS[system as usize][piece as usize][facing as usize]
}

const OFFSETS: [[[[Offset; 4]; 4]; 7]; 2] =
    [turned(REPORT, [0; 7]), turned(MODERN, [3, 0, 2, 2, 2, 2, 2])];

/// As the report lists them, with rows counted upwards.
const REPORT: [[Offset; 4]; 7] = [
    [(0, 1), (0, 0), (0, -1), (0, -2)],
    [(0, 0), (1, 0), (0, -1), (1, -1)],
    [(-1, 0), (0, 0), (1, 0), (0, -1)],
    [(0, 1), (0, 0), (1, 0), (1, -1)],
    [(0, 1), (0, 0), (-1, 0), (-1, -1)],
    [(1, 1), (0, 1), (0, 0), (0, -1)],
    [(-1, 1), (0, 1), (0, 0), (0, -1)],
];

/// In a box of four by four (I), two by two (O) or three by three.
const MODERN: [[Offset; 4]; 7] = [
    [(0, 2), (1, 2), (2, 2), (3, 2)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
    [(0, 1), (1, 1), (2, 1), (1, 2)],
    [(0, 1), (1, 1), (1, 2), (2, 2)],
    [(0, 2), (1, 2), (1, 1), (2, 1)],
    [(0, 2), (0, 1), (1, 1), (2, 1)],
    [(2, 2), (0, 1), (1, 1), (2, 1)],
];

/// The four facings of each piece. A quarter turn takes (x, y) to (y, side - x), where `side` is the
/// far corner of the box, 0 for a turn round the origin; O stays as it is.
const fn turned(north: [[Offset; 4]; 7], sides: [i8; 7]) -> [[[Offset; 4]; 4]; 7] {
    let mut all = [[[(0, 0); 4]; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        all[piece][0] = north[piece];
        let mut facing = 1;
        while facing < 4 {
            let mut square = 0;
            while square < 4 {
                let (x, y) = all[piece][facing - 1][square];
                let still = piece == Piece::O as usize;
                all[piece][facing][square] = if still { (x, y) } else { (y, sides[piece] - x) };
                square += 1;
            }
            facing += 1;
        }
        piece += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarter_turns_are_none() {
        for system in [System::Report, System::Modern] {
            for piece in Piece::ALL {
                let mut cells = offsets(system, piece, Facing::West);
                if piece != Piece::O {
                    let side = match (system, piece) {
                        (System::Report, _) => 0,
                        (System::Modern, Piece::I) => 3,
                        _ => 2,
                    };
                    cells = cells.map(|(x, y)| (y, side - x));
                }
                assert_eq!(cells, offsets(system, piece, Facing::North), "{piece:?}");
            }
        }
    }

    #[test]
    fn an_upright_line_stands_where_the_guideline_has_it() {
        let east = offsets(System::Modern, Piece::I, Facing::East);
        assert!(east.iter().all(|&(x, _)| x == 2), "{east:?}");
        let west = offsets(System::Modern, Piece::I, Facing::West);
        assert!(west.iter().all(|&(x, _)| x == 1), "{west:?}");
    }
}
