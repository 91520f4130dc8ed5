//! The board as a terminal shows it.

use game::{Ink, Lang, Picture};

use crate::board::MARGIN;
use crate::mode::COLOURS;
use crate::notation::square_text;
use crate::pieces::Pieces;
use crate::rules::Blokus;
use crate::view::{TeamView, teams};

/// Each colour has a shape of its own, so that they differ without colour.
const STONES: [&str; 4] = ["● ", "◆ ", "× ", "○ "];

impl Blokus {
    pub(crate) fn drawn(&self, lang: Lang) -> Picture {
        let side = self.mode().side();
        let mut board = vec![vec![None; usize::from(side)]; usize::from(side)];
        for colour in 0..self.mode().colours() {
            for (x, y) in self.placed(colour).iter().flat_map(|spot| spot.squares()) {
                board[usize::from(y)][usize::from(x)] = Some(colour);
            }
        }
        let last: Vec<_> = (self.last.and_then(|last| self.placed(usize::from(last)).last()))
            .map(|spot| spot.squares().collect())
            .unwrap_or_default();
        let corners =
            self.colour_to_move().map_or(Vec::new(), |colour| self.usable_corners(colour));
        let mut picture = Picture::default();
        for y in (0..side).rev() {
            picture.line();
            picture.put(format!("{:>2} ", y + 1), Ink::Quiet);
            for x in 0..side {
                let spot = square_text((x, y));
                match board[usize::from(y)][usize::from(x)] {
                    Some(colour) if last.contains(&(x, y)) => {
                        picture.put_spot(STONES[colour], Ink::Last(colour as u8), spot);
                    }
                    Some(colour) => {
                        picture.put_spot(STONES[colour], Ink::Seat(colour as u8), spot);
                    }
                    None if corners.contains(&(x, y)) => {
                        let colour = self.mover.unwrap_or(0);
                        picture.put_spot("+ ", Ink::Seat(colour), spot);
                    }
                    None => picture.put_spot("· ", Ink::Quiet, spot),
                }
            }
        }
        picture.line();
        picture.put(" ".repeat(MARGIN - 1), Ink::Quiet);
        // One by one, so that they stay under their columns when the board is drawn larger.
        for x in 0..side {
            picture.put(format!("{} ", char::from(b'a' + x)), Ink::Quiet);
        }
        picture.begin_text();
        for colour in 0..self.mode().colours() {
            self.draw_tray(&mut picture, colour, lang);
        }
        self.draw_teams(&mut picture, lang);
        picture
    }

    /// The points of two teams on one line, as in "Blue + Red 50 : 48 Yellow + Green".
    fn draw_teams(&self, picture: &mut Picture, lang: Lang) {
        let teams = teams(self);
        let [first, second] = &teams[..] else { return };
        if first.colours.len() < 2 {
            return;
        }
        let names = |team: &TeamView| {
            let colours = team.colours.iter().map(|&colour| COLOURS[usize::from(colour)].get(lang));
            colours.collect::<Vec<_>>().join(" + ")
        };
        picture.line();
        let points = format!("{} : {}", first.points, second.points);
        picture.put(format!("  {} {points} {}", names(first), names(second)), Ink::Plain);
    }

    /// A colour's points, and the names of the pieces that it has left.
    fn draw_tray(&self, picture: &mut Picture, colour: usize, lang: Lang) {
        let ink = Ink::Seat(colour as u8);
        let to_move = self.colour_to_move() == Some(colour);
        let sign = if to_move { "▸ " } else { "  " };
        picture.line();
        picture.put(sign, Ink::Plain);
        picture.put(format!("{}{:<7}", STONES[colour], COLOURS[colour].get(lang)), ink);
        picture.put(format!("{:>4}  ", self.points(colour)), Ink::Plain);
        let pieces = Pieces::get().pieces.iter().enumerate();
        // A piece that is gone leaves a gap, so that all stay in their places, and the board in its own.
        let left: Vec<_> = pieces
            .map(|(at, piece)| {
                (self.copies_left(colour, at as u8), self.mode().copies(at), piece.name)
            })
            .filter(|&(_, copies, _)| copies > 0)
            .map(|(left, copies, name)| {
                let text = match left {
                    0 => String::new(),
                    1 => name.to_owned(),
                    _ => format!("{name}×{left}"),
                };
                let width = name.len() + if copies > 1 { 2 } else { 0 };
                format!("{text:width$}")
            })
            .collect();
        let out = if self.is_out(colour) { Ink::Quiet } else { Ink::Plain };
        picture.put(left.join(" "), out);
        picture.put(if self.is_out(colour) { " —" } else { "  " }, Ink::Quiet);
    }
}
