//! What a computer player is.

use game::{Game, Seat};

use crate::{Limits, SearchTree, Stop, Thought, TraceRequest};

/// A computer player of one game. It may keep things from move to move (a transposition table, a tree).
pub trait Player<G: Game>: Send {
    /// Thinks about a position in which a seat is to move, within the limits and until it is stopped. A player that was
    /// stopped still returns a legal move.
    ///
    /// `game` holds nothing that the seat to move may not know: see [`Game::imagine`]. Intermediate results go to
    /// `report`, each better than the one before.
    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move>;

    /// Thinks as [`Player::think`] does, on one thread, and gives the tree that it has searched; none where that cannot
    /// be shown as one.
    fn trace(
        &mut self,
        _game: &G,
        _request: &TraceRequest,
        _stop: &Stop,
    ) -> Option<SearchTree<G::Move>> {
        None
    }

    /// Prepares for a new game: forgets the last one and restarts the random generator.
    fn reset(&mut self, seed: u64);

    /// About how many bytes it keeps from move to move. A server bounds what all its players keep.
    fn memory(&self) -> usize {
        size_of_val(self)
    }
}

/// An evaluation function: the value of an unfinished position to a seat, in the game's own points.
pub trait Evaluate<G: Game>: Send + Sync {
    /// More is better for `seat`. Never called for a finished game.
    fn evaluate(&self, game: &G, seat: Seat) -> i32;
}

impl<G: Game, F: Fn(&G, Seat) -> i32 + Send + Sync> Evaluate<G> for F {
    fn evaluate(&self, game: &G, seat: Seat) -> i32 {
        self(game, seat)
    }
}
