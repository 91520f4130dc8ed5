//! What a computer player is.

use game::{Game, Seat};

use crate::{Limits, Stop, Thought};

/// A computer player of one game. It may remember things from move to move (a table, a tree).
pub trait Player<G: Game>: Send {
    /// Thinks about a position in which a seat is to move, within the limits and until told to
    /// stop. A player that was stopped still answers with a legal move.
    ///
    /// `game` is a world that the seat to move may know of: see [`Game::imagine`]. What the player
    /// thinks on the way goes to `report`, each thought better than the one before.
    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move>;

    /// Begins a new game: what was remembered of the last one is forgotten, and chance begins anew.
    fn reset(&mut self, seed: u64);

    /// About how many bytes it keeps from move to move. A server bounds what all its players keep.
    fn memory(&self) -> usize {
        size_of_val(self)
    }
}

/// What an unfinished position is worth to a seat, in the game's own unit.
pub trait Evaluate<G: Game>: Send + Sync {
    /// More is better for `seat`. Finished games are not asked about.
    fn evaluate(&self, game: &G, seat: Seat) -> i32;
}

impl<G: Game, F: Fn(&G, Seat) -> i32 + Send + Sync> Evaluate<G> for F {
    fn evaluate(&self, game: &G, seat: Seat) -> i32 {
        self(game, seat)
    }
}
