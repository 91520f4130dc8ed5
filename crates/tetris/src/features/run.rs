//! A game from its first piece to its last: chance, players, points.

use game::Rng;
use search::{RunResult, Stop};

use super::board::Board;
use super::reach::End;
use super::shape::Place;
use crate::rules::pieces::Piece;
use crate::rules::reach::Reach;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: u32,
    /// When it ends.
    pub end: End,
    /// What players look at.
    pub reach: Reach,
}

/// What a player is shown.
#[derive(Clone, Debug)]
pub struct PilotView {
    /// What is played.
    pub rules: Rules,
    /// The well.
    pub board: Board,
    /// The piece that falls.
    pub piece: Piece,
    /// The one after it.
    pub next: Piece,
}

/// Whoever places pieces.
pub trait Pilot: Send {
    /// Where the piece is to lie; none if it has no room. It must be a place that the rules allow.
    fn choose(&mut self, position: &PilotView) -> Option<Place>;
}

/// Points for rows cleared at once, as the report counts them.
pub const POINTS: [u64; 5] = [0, 40, 100, 300, 1200];

/// Plays a game. Points and lines are its figures.
pub fn run(pilot: &mut dyn Pilot, rules: Rules, seed: u64, most: u64, stop: &Stop) -> RunResult {
    let mut rng = Rng::new(seed);
    let mut draw = || Piece::ALL[rng.below(7) as usize];
    let board = Board::new(rules.width, rules.height);
    let mut position = PilotView { rules, board, piece: draw(), next: draw() };
    let (mut pieces, mut lines, mut points, mut ended) = (0, 0, 0, false);
    while pieces < most {
        // Strong players go on for millions of pieces: the flag is looked at now and then.
        if pieces % 256 == 0 && stop.is_pulled() {
            break;
        }
        let Some(place) = pilot.choose(&position) else {
            ended = true;
            break;
        };
        let cleared = position.board.place(&place);
        lines += u64::from(cleared);
        points += POINTS[cleared as usize];
        pieces += 1;
        position.piece = position.next;
        position.next = draw();
    }
    let figures = vec![points as f64, lines as f64];
    RunResult { moves: pieces, ended, figures, ..RunResult::default() }
}
