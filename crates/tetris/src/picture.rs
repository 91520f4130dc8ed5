//! The well as a terminal shows it: a letter a square, so that colour is not the only sign.

use game::{Ink, Lang, Phrase, Picture};

use crate::rules::Tetris;
use crate::rules::colours::Cell;
use crate::rules::pieces::Piece;

const PIECE: Phrase = Phrase::new("piece", "pièce");
const NEXT: Phrase = Phrase::new("next", "suite");
const HOLD: Phrase = Phrase::new("hold", "réserve");
const USED: Phrase = Phrase::new(" (used)", " (prise)");
const SCORE: Phrase = Phrase::new("score", "score");
const LINES: Phrase = Phrase::new("lines", "lignes");
const PIECES: Phrase = Phrase::new("pieces", "pièces");
const COMBO: Phrase = Phrase::new("combo", "combo");
const GARBAGE: Phrase = Phrase::new("garbage", "pénalité");

impl Tetris {
    pub(crate) fn drawn(&self, lang: Lang) -> Picture {
        let stock = &self.stock;
        let rules = stock.terms.rules;
        let (width, height) = (stock.terms.width as i8, stock.terms.height as i8);
        let piece = self.body.map(|body| body.squares(rules)).unwrap_or_default();
        let ghost = self.body.map(|body| stock.dropped(body).squares(rules)).unwrap_or_default();
        let beside = self.beside(lang);
        let mut picture = Picture::default();
        for y in (0..height).rev() {
            picture.line();
            picture.put(format!("{:>2} ", y + 1), Ink::Quiet);
            picture.put("│", Ink::Board);
            for x in 0..width {
                match (stock.colours.at(x, y), self.body) {
                    (Cell::Of(piece), _) => {
                        picture.put(format!(" {}", piece.letter()), Ink::Seat(shade(piece)));
                    }
                    (Cell::Garbage, _) => picture.put(" ▒", Ink::Plain),
                    (_, Some(body)) if piece.contains(&(x, y)) => {
                        picture
                            .put(format!(" {}", body.piece.letter()), Ink::Last(shade(body.piece)));
                    }
                    (_, Some(_)) if ghost.contains(&(x, y)) => picture.put(" ○", Ink::Plain),
                    _ => picture.put(" ·", Ink::Quiet),
                }
            }
            picture.put(" │", Ink::Board);
            if let Some(text) = beside.get((height - 1 - y) as usize) {
                picture.put(format!("  {text}"), Ink::Plain);
            }
        }
        picture.line();
        let columns: String = (1..=width).map(|x| format!("{x:>2}")).collect();
        picture.put(format!("   └{columns} ┘"), Ink::Quiet);
        picture
    }

    /// What stands at the right of the well, line by line from the top.
    fn beside(&self, lang: Lang) -> Vec<String> {
        let stock = &self.stock;
        let letter = |piece: Option<Piece>| piece.map_or('-', Piece::letter);
        let queue: Vec<String> =
            stock.supply.queue().iter().map(|piece| piece.letter().to_string()).collect();
        let row = |name: Phrase, value: String| format!("{:<9} {value}", name.get(lang));
        let mut lines = vec![
            row(PIECE, letter(self.body.map(|body| body.piece)).to_string()),
            row(NEXT, queue.join(" ")),
        ];
        if stock.terms.rules == crate::System::Modern {
            let used = if stock.used { USED.get(lang) } else { "" };
            lines.push(row(HOLD, format!("{}{used}", letter(stock.held))));
        }
        lines.extend([
            String::new(),
            row(SCORE, stock.score.to_string()),
            row(LINES, stock.lines.to_string()),
            row(PIECES, stock.pieces.to_string()),
        ]);
        if stock.combo > 0 {
            lines.push(row(COMBO, stock.combo.to_string()));
        }
        if !stock.waiting.is_empty() {
            let waiting: u32 = stock.waiting.iter().map(|&(lines, _)| u32::from(lines)).sum();
            lines.push(row(GARBAGE, waiting.to_string()));
        }
        lines
    }
}

/// There are fewer colours of seats than pieces: neighbours in the order of pieces differ.
const fn shade(piece: Piece) -> u8 {
    piece as u8 % game::MAX_SEATS as u8
}
