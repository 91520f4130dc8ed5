//! What a move looks like before it was ever tried.

use game::{Game, Seat, Turn};

use super::playout::squash;
use crate::Evaluate;
use crate::value::{Teams, WHOLE};

/// A first impression of moves, for [`bias`](super::MctsOptions::bias).
pub trait Prior<G: Game>: Send + Sync {
    /// How good a move looks, from 0 to 1, to the seat that makes it.
    fn prior(&self, game: &G, mv: G::Move) -> f32;
}

/// The impression that an evaluation has of the position after the move.
#[derive(Clone, Copy, Debug)]
pub struct Foresight<E> {
    /// Judges the position.
    pub evaluate: E,
    /// The points that a clear advantage has.
    pub unit: f32,
}

impl<G: Game, E: Evaluate<G>> Prior<G> for Foresight<E> {
    fn prior(&self, game: &G, mv: G::Move) -> f32 {
        let seat = game.turn().seat().unwrap_or(Seat(0));
        let mut next = game.clone();
        next.play(mv);
        match next.turn() {
            Turn::Over(outcome) => Teams::of(&next).parts(&outcome, seat) as f32 / WHOLE as f32,
            Turn::Of(_) => squash(self.evaluate.evaluate(&next, seat) as f32 / self.unit),
        }
    }
}
