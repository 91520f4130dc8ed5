//! The report's middle player: a random placement of one of the largest pieces that fit.

use game::{Game, Rng};
use search::{Limits, Player, Stop, Thought};

use crate::moves::Move;
use crate::rules::Blokus;

/// Plays one of the largest pieces that fit, each placement equally likely.
pub(crate) struct Largest {
    rng: Rng,
}

impl Largest {
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

fn size(mv: Move) -> usize {
    match mv {
        Move::Place(spot) => spot.shape().squares.len(),
        Move::Pass | Move::Skip => 0,
    }
}

impl Player<Blokus> for Largest {
    fn think(
        &mut self,
        game: &Blokus,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let most = moves.iter().map(|&mv| size(mv)).max().unwrap_or(0);
        moves.retain(|&mv| size(mv) == most);
        Thought::unscored(self.rng.pick(&moves).copied())
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
