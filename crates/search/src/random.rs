//! A player that plays any legal move.

use game::{Game, Rng};

use crate::{Limits, Player, Score, Stop, Thought};

/// Plays a legal move, each equally likely.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The same seed plays the same moves.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

impl<G: Game> Player<G> for Random {
    fn think(
        &mut self,
        game: &G,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let best = game.random_move(&mut self.rng, &mut Vec::new());
        Thought {
            best,
            score: Score::Chance(0.5),
            line: best.into_iter().collect(),
            ..Thought::default()
        }
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
