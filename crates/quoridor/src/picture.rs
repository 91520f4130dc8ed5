//! The board in box-drawing characters: thin lines are grooves, heavy lines walls. Squares and grooves are spots that a
//! cursor can select.

use game::{Game, Ink, Picture, Seat};

use crate::Quoridor;
use crate::moves::{Move, Square, WallOrientation};

/// Pawns differ by shape as well as by colour.
const PAWNS: [&str; 4] = ["●", "◇", "✚", "○"];

impl Quoridor {
    pub(crate) fn drawn(&self) -> Picture {
        let size = self.size();
        let mut picture = Picture::default();
        picture.line();
        picture.put(format!("   ┌{}┐", vec!["───"; size.into()].join("┬")), Ink::Quiet);
        for rank in (0..size).rev() {
            self.draw_rank(&mut picture, rank);
            if rank > 0 {
                self.draw_groove(&mut picture, rank - 1);
            }
        }
        // File names share the line of the lower edge, so that the board fits a terminal of 24 lines.
        picture.line();
        let names: Vec<String> =
            (0..size).map(|file| format!("─{}─", char::from(b'a' + file))).collect();
        picture.put(format!("   └{}┘", names.join("┴")), Ink::Quiet);
        picture
    }

    /// A row of squares with the grooves between them, and beside it the walls that a seat has left.
    fn draw_rank(&self, picture: &mut Picture, rank: u8) {
        picture.line();
        picture.put(format!("{:>2} ", rank + 1), Ink::Quiet);
        picture.put("│", Ink::Quiet);
        for file in 0..self.size() {
            let square = Square::at(file, rank);
            match (0..self.seats).map(Seat).find(|&seat| self.pawn(seat) == square) {
                None => picture.put_spot("   ", Ink::Plain, square.to_string()),
                Some(seat) => {
                    let pawn = format!(" {} ", PAWNS[seat.index()]);
                    picture.put_spot(pawn, self.pawn_ink(seat), square.to_string());
                }
            }
            if file + 1 == self.size() {
                picture.put("│", Ink::Quiet);
            } else {
                // The wall that stands here, or the anchor of one that could be placed here.
                let below = Square::at(file, rank.saturating_sub(1));
                let here = Square::at(file, rank);
                let standing = [here, below]
                    .into_iter()
                    .find(|&at| self.maze.has(at, WallOrientation::Vertical));
                let anchor = if rank + 1 == self.size() { below } else { here };
                self.draw_line(picture, standing, anchor, WallOrientation::Vertical, ["│", "┃"]);
            }
        }
        if let Some(seat) = self.beside(rank) {
            picture.put(format!("  {} ", PAWNS[seat.index()]), Ink::Seat(seat.0));
            // As wide with nine walls as with ten, so that the board stays in its place.
            picture.put(format!("▮{:<2}", self.walls_left(seat)), Ink::Plain);
        }
    }

    /// The line between a row of squares and the one above it.
    fn draw_groove(&self, picture: &mut Picture, rank: u8) {
        picture.line();
        picture.put("   ", Ink::Quiet);
        picture.put("├", Ink::Quiet);
        for file in 0..self.size() {
            let here = Square::at(file, rank);
            let left = Square::at(file.saturating_sub(1), rank);
            let standing =
                [here, left].into_iter().find(|&at| self.maze.has(at, WallOrientation::Horizontal));
            let anchor = if file + 1 == self.size() { left } else { here };
            self.draw_line(picture, standing, anchor, WallOrientation::Horizontal, ["───", "━━━"]);
            if file + 1 == self.size() {
                picture.put("┤", Ink::Quiet);
            } else if self.maze.has(here, WallOrientation::Horizontal) {
                picture.put("━", self.wall_ink(here, WallOrientation::Horizontal));
            } else if self.maze.has(here, WallOrientation::Vertical) {
                picture.put("┃", self.wall_ink(here, WallOrientation::Vertical));
            } else {
                picture.put("┼", Ink::Quiet);
            }
        }
    }

    fn draw_line(
        &self,
        picture: &mut Picture,
        standing: Option<Square>,
        anchor: Square,
        orientation: WallOrientation,
        [groove, wall]: [&str; 2],
    ) {
        match standing {
            Some(anchor) => picture.put(wall, self.wall_ink(anchor, orientation)),
            None => {
                picture.put_spot(groove, Ink::Quiet, Move::Wall(anchor, orientation).to_string());
            }
        }
    }

    fn wall_ink(&self, anchor: Square, orientation: WallOrientation) -> Ink {
        let Seat(seat) = self.owner(anchor);
        if self.last == Some(Move::Wall(anchor, orientation)) {
            Ink::Last(seat)
        } else {
            Ink::Seat(seat)
        }
    }

    fn pawn_ink(&self, seat: Seat) -> Ink {
        match self.last {
            Some(Move::Step(square)) if self.pawn(seat) == square => {
                if self.won() {
                    Ink::Glow(seat.0)
                } else {
                    Ink::Last(seat.0)
                }
            }
            _ => Ink::Seat(seat.0),
        }
    }

    /// The seat whose walls are counted beside this row: seats from the bottom up, where there is
    /// room for a row between them.
    fn beside(&self, rank: u8) -> Option<Seat> {
        let last = self.size() - 1;
        let at = |seat: usize| seat as u8 * last / (self.seats - 1).max(1);
        (0..self.seats()).find(|&seat| at(seat) == rank).map(|seat| Seat(seat as u8))
    }
}
