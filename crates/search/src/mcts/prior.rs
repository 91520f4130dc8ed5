//! Priors: how good a move looks before it is visited.

use game::{Game, Seat, Turn};

use super::playout::squash;
use crate::Evaluate;
use crate::value::{FULL_REWARD, Teams};

/// A prior over moves, used by [`progressive_bias`](super::MctsOptions::progressive_bias).
pub trait Prior<G: Game>: Send + Sync {
    /// How good a move looks to the seat that makes it, from 0 to 1.
    fn prior(&self, game: &G, mv: G::Move) -> f32;
}

/// The prior of a move is the evaluation of the position after it.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationPrior<E> {
    /// Evaluates the position.
    pub evaluate: E,
    /// The points of a clear advantage.
    pub unit: f32,
}

impl<G: Game, E: Evaluate<G>> Prior<G> for EvaluationPrior<E> {
    fn prior(&self, game: &G, mv: G::Move) -> f32 {
        let seat = game.turn().seat().unwrap_or(Seat(0));
        let mut next = game.clone();
        next.play(mv);
        match next.turn() {
            Turn::Over(outcome) => {
                Teams::of(&next).reward(&outcome, seat) as f32 / FULL_REWARD as f32
            }
            Turn::Of(_) => squash(self.evaluate.evaluate(&next, seat) as f32 / self.unit),
        }
    }
}
