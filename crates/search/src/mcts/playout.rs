//! Playouts: how a simulation continues below the tree.

use game::{Game, MAX_SEATS, Outcome, Rng, Seat, Turn};

use crate::Evaluate;

/// The result of a playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayoutResult {
    /// The game was played to its end.
    Over(Outcome),
    /// It was cut off; each seat's expected share of the result, from 0 to 1.
    Estimated([f32; MAX_SEATS]),
}

/// What a playout may reuse from one simulation to the next, and the moves that it made.
#[derive(Clone, Debug)]
pub struct PlayoutContext<M> {
    /// A list for any use, so that a playout need not allocate.
    pub scratch: Vec<M>,
    played: Vec<(Seat, M)>,
    wants_moves: bool,
}

impl<M> PlayoutContext<M> {
    pub(super) fn new(wants_moves: bool) -> Self {
        Self { scratch: Vec::new(), played: Vec::new(), wants_moves }
    }

    /// Whether the search needs the moves of the playout (RAVE does).
    #[inline]
    pub fn wants_moves(&self) -> bool {
        self.wants_moves
    }

    /// Notes a move that was made, if the search needs it.
    #[inline]
    pub fn note(&mut self, seat: Seat, mv: M) {
        if self.wants_moves {
            self.played.push((seat, mv));
        }
    }

    pub(super) fn begin(&mut self) {
        self.played.clear();
    }

    pub(super) fn played(&self) -> &[(Seat, M)] {
        &self.played
    }
}

/// A playout policy: plays a game on from a leaf of the tree.
pub trait Playout<G: Game>: Send + Sync {
    /// Plays to the end of the game, or stops early with an estimate. It should [`note`](PlayoutContext::note) its
    /// moves.
    fn run(
        &self,
        game: &mut G,
        rng: &mut Rng,
        context: &mut PlayoutContext<G::Move>,
    ) -> PlayoutResult;
}

/// Uniformly random moves, to the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Playout<G> for Uniform {
    fn run(
        &self,
        game: &mut G,
        rng: &mut Rng,
        context: &mut PlayoutContext<G::Move>,
    ) -> PlayoutResult {
        if context.wants_moves() {
            while let Turn::Of(seat) = game.turn() {
                let Some(mv) = game.random_move(rng, &mut context.scratch) else {
                    break;
                };
                context.note(seat, mv);
                game.play(mv);
            }
        } else {
            while let Some(mv) = game.random_move(rng, &mut context.scratch) {
                game.play(mv);
            }
        }
        match game.turn() {
            Turn::Over(outcome) => PlayoutResult::Over(outcome),
            // Never reached, since a game in play has a move; one half is the neutral answer.
            Turn::Of(_) => PlayoutResult::Estimated([0.5; MAX_SEATS]),
        }
    }
}

/// Uniformly random moves for some plies, then an evaluation: for games that random moves do not bring to an end.
#[derive(Clone, Copy, Debug)]
pub struct Cutoff<E> {
    /// Evaluates the last position.
    pub evaluate: E,
    /// How many random plies to play first; 0 evaluates at once.
    pub plies: u32,
    /// The points of a clear advantage.
    pub unit: f32,
}

impl<G: Game, E: Evaluate<G>> Playout<G> for Cutoff<E> {
    fn run(
        &self,
        game: &mut G,
        rng: &mut Rng,
        context: &mut PlayoutContext<G::Move>,
    ) -> PlayoutResult {
        for _ in 0..self.plies {
            let Turn::Of(seat) = game.turn() else {
                break;
            };
            let Some(mv) = game.random_move(rng, &mut context.scratch) else {
                break;
            };
            context.note(seat, mv);
            game.play(mv);
        }
        if let Turn::Over(outcome) = game.turn() {
            return PlayoutResult::Over(outcome);
        }
        let mut shares = [0.0; MAX_SEATS];
        for (seat, share) in shares.iter_mut().enumerate().take(game.seats()) {
            *share = squash(self.evaluate.evaluate(game, Seat(seat as u8)) as f32 / self.unit);
        }
        PlayoutResult::Estimated(shares)
    }
}

/// Maps any number into 0 to 1, by arithmetic that is the same on every machine.
pub(super) fn squash(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x.abs())
}
