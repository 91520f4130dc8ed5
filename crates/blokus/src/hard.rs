//! The report's strongest player: the Barasona opening, then alpha-beta with its evaluation.

use std::sync::LazyLock;

use game::Game;
use search::{AlphaBeta, AlphaBetaOptions, Limits, Player, Score, Stop, Thought};

use crate::board::LARGE;
use crate::eval::{Evaluation, Weights};
use crate::moves::Move;
use crate::notation::spot_on;
use crate::rules::Blokus;

/// The nodes of a search without limits.
pub(crate) const NODES: u64 = 150_000;

/// The opening of Jeff Barasona in the corner a1: four pieces that reach toward the centre and are hard to pass.
static BARASONA: LazyLock<Vec<String>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/barasona.json"))
        // It is part of the source, and a test plays it in every corner.
        .expect("data/barasona.json holds moves")
});

/// Plays an opening while it fits, then searches with an evaluation.
pub(crate) struct Hard {
    ahead: AlphaBeta<Blokus, Evaluation>,
    opening: bool,
}

impl Hard {
    /// With the report's opening.
    pub fn new(weights: Weights) -> Self {
        Self { opening: true, ..Self::with(weights) }
    }

    /// With no opening.
    pub fn with(weights: Weights) -> Self {
        let options = AlphaBetaOptions { table_bits: Some(16), ..AlphaBetaOptions::default() };
        Self { ahead: AlphaBeta::new(Evaluation::new(weights), options), opening: false }
    }
}

/// The opening's next move, mirrored into the corner of the colour to move, if it is legal.
pub(crate) fn barasona(game: &Blokus) -> Option<Move> {
    let colour = game.colour_to_move()?;
    let mode = game.mode();
    if mode.side() != LARGE {
        return None;
    }
    let text = BARASONA.get(game.placed(colour).len())?;
    let Ok(Move::Place(spot)) = game.parse(text) else { return None };
    let (start_x, start_y) = mode.start(colour);
    let squares = spot.squares().map(|(x, y)| (x.abs_diff(start_x), y.abs_diff(start_y)));
    let mv = Move::Place(spot_on(squares.collect())?);
    game.check(mv).is_ok().then_some(mv)
}

impl Player<Blokus> for Hard {
    fn think(
        &mut self,
        game: &Blokus,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        if let (true, false, Some(mv)) = (self.opening, limits.study, barasona(game)) {
            return Thought {
                best: Some(mv),
                score: Score::Points(0),
                line: vec![mv],
                ..Thought::default()
            };
        }
        self.ahead.think(game, limits, stop, report)
    }

    fn reset(&mut self, seed: u64) {
        self.ahead.reset(seed);
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.ahead.memory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, Options};

    #[test]
    fn the_opening_fits_into_every_corner() {
        let mut game =
            Blokus::new(&Options { mode: Mode::Teams, ..Options::default() }, 0).unwrap();
        for _ in 0..4 * BARASONA.len() {
            let mv = barasona(&game).expect("nobody is in the way");
            game.play(mv);
        }
        assert_eq!(barasona(&game), None);
        let names: Vec<_> = game.view(None).colours[2].placed.iter().map(|p| p.piece).collect();
        assert_eq!(names, ["F", "X", "W", "N"]);
    }
}
