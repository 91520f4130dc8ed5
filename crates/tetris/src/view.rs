//! What there is to see: everything but the order in the bag and what comes after it.

use serde::Serialize;

use crate::rules::Tetris;
use crate::rules::pieces::{Piece, System};
use crate::well::saved::{letters, row_texts};

/// The well as the page draws it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// How pieces lie and turn.
    pub rules: System,
    /// Columns.
    pub width: u8,
    /// Rows that are seen.
    pub height: u8,
    /// From the bottom, a letter a square.
    pub rows: Vec<String>,
    /// The piece to be placed.
    pub piece: Option<Piece>,
    /// Columns and rows of its squares where it appears.
    pub squares: Vec<(i8, i8)>,
    /// Columns and rows of its squares where it would land.
    pub ghost: Vec<(i8, i8)>,
    /// The piece held.
    pub held: Option<Piece>,
    /// Whether the piece came out of the hold, so that it cannot go back.
    pub used: bool,
    /// The next pieces.
    pub queue: String,
    /// What is left of the bag, in the order of the alphabet of pieces.
    pub bag: String,
    /// Points.
    pub score: u64,
    /// Lines cleared.
    pub lines: u32,
    /// How fast it would be.
    pub level: u8,
    /// Pieces placed.
    pub pieces: u32,
    /// Pieces in a row that cleared, less one.
    pub combo: i32,
    /// Whether the last clear was a hard one.
    pub hard: bool,
    /// Lines of garbage made.
    pub attack: u32,
    /// Garbage that waits: lines and the column of their gap.
    pub waiting: Vec<(u8, u8)>,
}

impl View {
    pub(crate) fn of(game: &Tetris) -> Self {
        let stock = &game.stock;
        let rules = stock.terms.rules;
        let squares = |body: Option<crate::Body>| {
            body.map_or_else(Vec::new, |body| body.squares(rules).to_vec())
        };
        let mut bag = stock.supply.bag().to_vec();
        bag.sort_unstable();
        Self {
            rules,
            width: stock.terms.width,
            height: stock.terms.height,
            rows: row_texts(stock),
            piece: game.body.map(|body| body.piece),
            squares: squares(game.body),
            ghost: squares(game.body.map(|body| stock.dropped(body))),
            held: stock.held,
            used: stock.used,
            queue: letters(stock.supply.queue()),
            bag: letters(&bag),
            score: stock.score,
            lines: stock.lines,
            level: stock.level,
            pieces: stock.pieces,
            combo: stock.combo,
            hard: stock.hard,
            attack: stock.attack,
            waiting: stock.waiting.clone(),
        }
    }
}
