//! The well: which squares are filled.

use crate::rules::pieces::{Body, System};

/// Rows of a well, hidden ones included.
pub const ROWS: usize = 40;

/// The widest well.
pub const MAX_WIDTH: u8 = 16;

/// The filled squares of a well, a word of bits a row, from the bottom; bit 0 is the left column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    rows: [u16; ROWS],
    width: u8,
    ceiling: u8,
}

impl Field {
    /// An empty well so wide, with room up to the ceiling: the hidden rows are below it.
    pub fn new(width: u8, ceiling: u8) -> Self {
        debug_assert!(width <= MAX_WIDTH && usize::from(ceiling) <= ROWS);
        Self { rows: [0; ROWS], width, ceiling }
    }

    /// How many columns.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// How many rows there are room for, hidden ones included.
    pub const fn ceiling(&self) -> u8 {
        self.ceiling
    }

    /// A row without gaps.
    pub const fn full(&self) -> u16 {
        ((1u32 << self.width) - 1) as u16
    }

    /// The rows from the bottom.
    pub const fn rows(&self) -> &[u16; ROWS] {
        &self.rows
    }

    /// The rows, to be changed by hand: for positions that are read rather than played.
    pub fn rows_mut(&mut self) -> &mut [u16; ROWS] {
        &mut self.rows
    }

    /// Whether a square is filled. Walls, floor and everything from the ceiling upwards count as filled.
    pub fn is_filled(&self, x: i8, y: i8) -> bool {
        // Below zero is far above the width as a number without a sign.
        let (x, y) = (x as u8, y as u8);
        x >= self.width || y >= self.ceiling || self.rows[usize::from(y)] >> x & 1 != 0
    }

    /// Whether a piece has room there.
    pub fn fits(&self, system: System, body: Body) -> bool {
        body.squares(system).iter().all(|&(x, y)| !self.is_filled(x, y))
    }

    /// Fills a piece's squares. It must fit.
    pub fn fill(&mut self, system: System, body: Body) {
        for (x, y) in body.squares(system) {
            self.rows[y as usize] |= 1 << x;
        }
    }

    /// Takes out the full rows, and says which they were, bit by bit from the bottom.
    pub fn clear(&mut self) -> u64 {
        let full = self.full();
        let (mut kept, mut cleared) = (0, 0);
        for y in 0..ROWS {
            let row = self.rows[y];
            if row == full {
                cleared |= 1 << y;
            } else {
                self.rows[kept] = row;
                kept += 1;
            }
        }
        self.rows[kept..].fill(0);
        cleared
    }

    /// Lifts everything by so many rows that have a gap in one column. What is lifted past the ceiling
    /// is lost, and then the answer is false.
    pub fn lift(&mut self, lines: u8, gap: u8) -> bool {
        let ceiling = usize::from(self.ceiling);
        let (wanted, lines) = (usize::from(lines), usize::from(lines).min(ceiling));
        let keep = ceiling - lines;
        let lost = wanted > ceiling || self.rows[keep..ceiling].iter().any(|&row| row != 0);
        self.rows.copy_within(..keep, lines);
        let row = self.full() & !(1 << gap);
        self.rows[..lines].fill(row);
        !lost
    }

    /// How many rows there are up to the highest filled square.
    pub fn tallest(&self) -> usize {
        self.rows.iter().rposition(|&row| row != 0).map_or(0, |y| y + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::pieces::{Facing, Piece};

    #[test]
    fn full_rows_go_and_the_rest_comes_down() {
        let mut field = Field::new(4, 20);
        field.rows_mut()[..4].copy_from_slice(&[0b1111, 0b0101, 0b1111, 0b0010]);
        assert_eq!(field.clear(), 0b101);
        assert_eq!(field.rows()[..4], [0b0101, 0b0010, 0, 0]);
    }

    #[test]
    fn a_piece_fits_until_it_is_there() {
        let mut field = Field::new(10, 40);
        let body = Body { piece: Piece::T, facing: Facing::North, x: 0, y: -1 };
        assert!(field.fits(System::Modern, body));
        assert!(!field.fits(System::Modern, body.moved(0, -1)));
        field.fill(System::Modern, body);
        assert_eq!(field.rows()[..2], [0b111, 0b010]);
        assert!(!field.fits(System::Modern, body));
    }

    #[test]
    fn lifting_pushes_up_and_out() {
        let mut field = Field::new(10, 40);
        field.rows_mut()[0] = 1;
        assert!(field.lift(2, 3));
        assert_eq!(field.rows()[..3], [0b11_1111_0111, 0b11_1111_0111, 1]);
        field.rows_mut()[39] = 1;
        assert!(!field.lift(1, 0));
    }
}
