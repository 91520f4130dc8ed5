//! What fills each square of a well: for people's eyes, no rule asks for it.

use crate::rules::field::ROWS;
use crate::rules::pieces::Piece;

/// What is in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A part of this piece.
    Of(Piece),
    /// Garbage.
    Garbage,
}

impl Cell {
    /// Its letter in a saved state.
    pub const fn letter(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Of(piece) => piece.letter(),
            Self::Garbage => 'G',
        }
    }

    /// The square of a letter; only capitals, so that there is one way to write it.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            '.' => Some(Self::Empty),
            'G' => Some(Self::Garbage),
            'A'..='Z' => Piece::from_letter(letter).map(Self::Of),
            _ => None,
        }
    }

    const fn code(self) -> u64 {
        match self {
            Self::Empty => 0,
            Self::Of(piece) => piece as u64 + 1,
            Self::Garbage => 8,
        }
    }
}

/// The colours of a well, four bits a square, a word a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colours([u64; ROWS]);

impl Colours {
    /// Of an empty well.
    pub const NONE: Self = Self([0; ROWS]);

    /// What is there; nothing outside the well.
    pub fn at(&self, x: i8, y: i8) -> Cell {
        let row = usize::try_from(y).ok().and_then(|y| self.0.get(y)).copied().unwrap_or(0);
        let code = if (0..16).contains(&x) { row >> (4 * x) & 15 } else { 0 };
        match code {
            0 => Cell::Empty,
            1..=7 => Cell::Of(Piece::ALL[code as usize - 1]),
            _ => Cell::Garbage,
        }
    }

    /// Puts something into a square of the well.
    pub fn put(&mut self, x: i8, y: i8, square: Cell) {
        let row = &mut self.0[y as usize];
        *row = *row & !(15 << (4 * x)) | square.code() << (4 * x);
    }

    /// Takes out these rows, bit by bit from the bottom.
    pub fn clear(&mut self, rows: u64) {
        if rows == 0 {
            return;
        }
        let mut kept = 0;
        for y in 0..ROWS {
            if rows >> y & 1 == 0 {
                self.0[kept] = self.0[y];
                kept += 1;
            }
        }
        self.0[kept..].fill(0);
    }

    /// Lifts everything below a ceiling by so many rows of garbage with a gap.
    pub fn lift(&mut self, lines: u8, gap: u8, width: u8, ceiling: u8) {
        let lines = usize::from(lines.min(ceiling));
        self.0.copy_within(..usize::from(ceiling) - lines, lines);
        let row = (0..width)
            .filter(|&x| x != gap)
            .fold(0, |row, x| row | Cell::Garbage.code() << (4 * x));
        self.0[..lines].fill(row);
    }
}
