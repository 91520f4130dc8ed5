//! A player that plays uniformly random legal moves.

use game::{Game, Rng};

use crate::{Limits, Player, Stop, Thought};

/// Plays a legal move, each with the same probability.
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
        Thought::unscored(game.random_move(&mut self.rng, &mut Vec::new()))
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
