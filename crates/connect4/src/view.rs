//! The view of the board: everything is open, so both seats see the same. As a value for the page, and as a picture.

use game::{Ink, Picture, Seat};
use serde::Serialize;

use crate::{Column, Connect4};

/// The board as the page draws it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Columns.
    pub width: u8,
    /// Squares in a column.
    pub height: u8,
    /// The seats whose discs lie in each column, from the bottom up.
    pub columns: Vec<Vec<Seat>>,
    /// Column and row of the last disc.
    pub last: Option<(u8, u8)>,
    /// Columns and rows of the discs that won.
    pub line: Vec<(u8, u8)>,
}

impl View {
    pub(crate) fn of(game: &Connect4) -> Self {
        let column = |column| (0..game.height()).map_while(|row| game.disc(column, row)).collect();
        Self {
            width: game.width(),
            height: game.height(),
            columns: (0..game.width()).map(column).collect(),
            last: game.squares(game.last).next(),
            line: game.squares(game.winning()).collect(),
        }
    }
}

impl Connect4 {
    /// The discs that made four in line.
    fn winning(&self) -> u64 {
        if self.won { self.shape.four(self.stones[usize::from(1 - self.mover)]) } else { 0 }
    }

    fn squares(&self, mask: u64) -> impl Iterator<Item = (u8, u8)> + '_ {
        let height = u32::from(self.height());
        (0..64u32)
            .filter(move |square| mask >> square & 1 != 0)
            .map(move |square| ((square / height) as u8, (square % height) as u8))
    }

    pub(crate) fn drawn(&self) -> Picture {
        let mut picture = Picture::default();
        picture.line();
        picture.put(" ", Ink::Quiet);
        for column in 0..self.width() {
            let column = Column(column);
            picture.put_spot(
                format!("{column:^4}", column = column.to_string()),
                Ink::Quiet,
                column.to_string(),
            );
        }
        let winning = self.winning();
        for row in (0..self.height()).rev() {
            picture.line();
            picture.put("┃", Ink::Board);
            for column in 0..self.width() {
                let square =
                    1u64 << (u32::from(column) * u32::from(self.height()) + u32::from(row));
                let spot = Column(column).to_string();
                match self.disc(column, row) {
                    None => picture.put_spot(" ·  ", Ink::Quiet, spot),
                    Some(Seat(seat)) => {
                        // Discs differ by shape as well as by colour.
                        let disc = if seat == 0 { " ●  " } else { " ◇  " };
                        let ink = match () {
                            () if winning & square != 0 => Ink::Glow(seat),
                            () if self.last == square => Ink::Last(seat),
                            () => Ink::Seat(seat),
                        };
                        picture.put_spot(disc, ink, spot);
                    }
                }
            }
            picture.put("┃", Ink::Board);
        }
        picture.line();
        let floor = "━".repeat(4 * usize::from(self.width()));
        picture.put(format!("┻{floor}┻"), Ink::Board);
        picture
    }
}
