//! A move of the placement game: a piece and where it comes to rest.

use std::fmt;

use crate::rules::pieces::{Body, Facing, Piece, System, offsets};

/// A whole placement, written as in `Te5.2`: the T turned east, its middle in column 5, row 2. A star at
/// the end says that its last step is a turn that makes it a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// Which piece: the present one, or the one out of the hold.
    pub piece: Piece,
    /// How it is turned; of those that cover the same squares, the first.
    pub facing: Facing,
    /// The column of its middle, from 0.
    pub column: i8,
    /// The row of its middle, from 0.
    pub row: i8,
    /// Whether it ends with a turn that makes it a spin.
    pub spin: bool,
}

impl Placement {
    /// The placement that leaves a piece there.
    pub fn of(system: System, body: Body, spin: bool) -> Self {
        let body = plainest(system, body);
        let (dx, dy) = middle(system, body.piece, body.facing);
        let Body { piece, facing, x, y } = body;
        Self { piece, facing, column: x + dx, row: y + dy, spin }
    }

    /// The piece where it comes to rest.
    pub const fn body(self, system: System) -> Body {
        let (dx, dy) = middle(system, self.piece, self.facing);
        Body { piece: self.piece, facing: self.facing, x: self.column - dx, y: self.row - dy }
    }

    /// Reads a text. The squares may be anywhere.
    pub fn read(system: System, text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let piece = Piece::from_letter(letters.next()?)?;
        let facing = match letters.next()?.to_ascii_lowercase() {
            'n' => Facing::North,
            'e' => Facing::East,
            's' => Facing::South,
            'w' => Facing::West,
            _ => return None,
        };
        let rest = letters.as_str();
        let (rest, spin) = match rest.strip_suffix('*') {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let (column, row) = rest.split_once('.')?;
        let number = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i8>().ok().filter(|number| digits && (1..=99).contains(number))
        };
        let (column, row) = (number(column)? - 1, number(row)? - 1);
        let read = Self { piece, facing, column, row, spin };
        Some(Self::of(system, read.body(system), spin))
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facing = match self.facing {
            Facing::North => 'n',
            Facing::East => 'e',
            Facing::South => 's',
            Facing::West => 'w',
        };
        let (column, row) = (self.column + 1, self.row + 1);
        let star = if self.spin { "*" } else { "" };
        write!(f, "{}{facing}{column}.{row}{star}", self.piece.letter())
    }
}

/// The square that a placement is named after, relative to the piece's origin.
const fn middle(system: System, piece: Piece, facing: Facing) -> (i8, i8) {
    match (system, piece, facing) {
        (System::Report, _, _) | (_, Piece::O, _) => (0, 0),
        (_, Piece::I, Facing::North) => (1, 2),
        (_, Piece::I, Facing::East) => (2, 2),
        (_, Piece::I, Facing::South) => (2, 1),
        _ => (1, 1),
    }
}

/// The first facing, in the order north, east, south, west, in which the piece covers the same squares.
pub fn plainest(system: System, body: Body) -> Body {
    let (facing, dx, dy) = PLAINEST[system as usize][body.piece as usize][body.facing as usize];
    Body { facing, ..body.moved(dx, dy) }
}

/// By system, piece and facing: the plainest facing, and how the origin moves.
const PLAINEST: [[[(Facing, i8, i8); 4]; 7]; 2] = {
    let mut all = [[[(Facing::North, 0, 0); 4]; 7]; 2];
    let systems = [System::Report, System::Modern];
    let mut index = 0;
    while index < 2 * 7 * 4 {
        let (system, piece, facing) = (index / 28, index / 4 % 7, index % 4);
        let (shape, x, y) = corner(systems[system], piece, facing);
        let mut plainer = 0;
        loop {
            let (other, other_x, other_y) = corner(systems[system], piece, plainer);
            if shape == other {
                all[system][piece][facing] = (Facing::ALL[plainer], x - other_x, y - other_y);
                break;
            }
            plainer += 1;
        }
        index += 1;
    }
    all
};

/// A piece's shape as bits of a box of four by four, and where the box's lower left corner is.
const fn corner(system: System, piece: usize, facing: usize) -> (u16, i8, i8) {
    let squares = offsets(system, Piece::ALL[piece], Facing::ALL[facing]);
    let (mut x, mut y, mut square) = (9, 9, 0);
    while square < 4 {
        x = if squares[square].0 < x { squares[square].0 } else { x };
        y = if squares[square].1 < y { squares[square].1 } else { y };
        square += 1;
    }
    let mut shape = 0;
    while square > 0 {
        square -= 1;
        shape |= 1 << (4 * (squares[square].1 - y) + squares[square].0 - x);
    }
    (shape, x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plainest_facing_covers_the_same_squares() {
        for system in [System::Report, System::Modern] {
            for piece in Piece::ALL {
                let mut facings = Vec::new();
                for facing in Facing::ALL {
                    let body = Body { piece, facing, x: 5, y: 5 };
                    let plain = plainest(system, body);
                    let sorted = |body: Body| {
                        let mut squares = body.squares(system);
                        squares.sort_unstable();
                        squares
                    };
                    assert_eq!(sorted(plain), sorted(body));
                    assert_eq!(plainest(system, plain), plain);
                    facings.push(plain.facing);
                }
                facings.dedup();
                facings.sort();
                facings.dedup();
                let distinct = match piece {
                    Piece::O => 1,
                    Piece::I | Piece::S | Piece::Z => 2,
                    _ => 4,
                };
                assert_eq!(facings.len(), distinct, "{piece:?}");
            }
        }
    }

    #[test]
    fn texts_name_the_middle() {
        let system = System::Modern;
        let t = Body { piece: Piece::T, facing: Facing::East, x: 3, y: 0 };
        assert_eq!(Placement::of(system, t, false).to_string(), "Te5.2");
        assert_eq!(Placement::of(system, t, true).to_string(), "Te5.2*");
        // The same four squares, turned either way.
        let lying = Body { piece: Piece::I, facing: Facing::North, x: 0, y: -2 };
        let turned = Body { facing: Facing::South, y: -1, ..lying };
        assert_eq!(Placement::of(system, lying, false).to_string(), "In2.1");
        assert_eq!(Placement::of(system, turned, false).to_string(), "In2.1");
        assert_eq!(Placement::read(system, "is3.1").unwrap().to_string(), "In2.1");
        for text in ["", "T", "Tx5.2", "Te5", "Te0.2", "Te5.2**", "Te+5.2", "Te555.2", "Qe5.2"] {
            assert_eq!(Placement::read(system, text), None, "{text}");
        }
    }
}
