//! How a simulation goes on outside the tree.

use game::{Game, MAX_SEATS, Outcome, Rng, Seat, Turn};

use crate::Evaluate;

/// What a playout found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The game was played to its end.
    Over(Outcome),
    /// It was not, and each seat's share of the result is thought to be this, from 0 to 1.
    Judged([f32; MAX_SEATS]),
}

/// What a playout needs from one simulation to the next, and what it leaves behind.
#[derive(Clone, Debug)]
pub struct Trail<M> {
    /// A list to use as one likes, so that a playout allocates nothing.
    pub scratch: Vec<M>,
    played: Vec<(Seat, M)>,
    keeping: bool,
}

impl<M> Trail<M> {
    pub(super) fn new(keeping: bool) -> Self {
        Self { scratch: Vec::new(), played: Vec::new(), keeping }
    }

    /// Whether anybody wants to know the moves.
    #[inline]
    pub fn is_kept(&self) -> bool {
        self.keeping
    }

    /// Notes a move that was made, if anybody wants to know.
    #[inline]
    pub fn note(&mut self, seat: Seat, mv: M) {
        if self.keeping {
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

/// A way to play a game on from a position in the tree.
pub trait Playout<G: Game>: Send + Sync {
    /// Plays on, to the end or as far as is worth while. It should [`note`](Trail::note) its moves.
    fn run(&self, game: &mut G, rng: &mut Rng, trail: &mut Trail<G::Move>) -> Verdict;
}

/// Every move equally likely, to the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Playout<G> for Uniform {
    fn run(&self, game: &mut G, rng: &mut Rng, trail: &mut Trail<G::Move>) -> Verdict {
        if trail.is_kept() {
            while let Turn::Of(seat) = game.turn() {
                let Some(mv) = game.random_move(rng, &mut trail.scratch) else {
                    break;
                };
                trail.note(seat, mv);
                game.play(mv);
            }
        } else {
            while let Some(mv) = game.random_move(rng, &mut trail.scratch) {
                game.play(mv);
            }
        }
        match game.turn() {
            Turn::Over(outcome) => Verdict::Over(outcome),
            // A game in play has a move, so this is never reached; half is the least wrong.
            Turn::Of(_) => Verdict::Judged([0.5; MAX_SEATS]),
        }
    }
}

/// Every move equally likely for some plies, then an evaluation: for games that chance alone does
/// not bring to an end.
#[derive(Clone, Copy, Debug)]
pub struct Cutoff<E> {
    /// Judges the position.
    pub evaluate: E,
    /// How many random plies to play before; 0 judges at once.
    pub plies: u32,
    /// The points that a clear advantage has.
    pub unit: f32,
}

impl<G: Game, E: Evaluate<G>> Playout<G> for Cutoff<E> {
    fn run(&self, game: &mut G, rng: &mut Rng, trail: &mut Trail<G::Move>) -> Verdict {
        for _ in 0..self.plies {
            let Turn::Of(seat) = game.turn() else {
                break;
            };
            let Some(mv) = game.random_move(rng, &mut trail.scratch) else {
                break;
            };
            trail.note(seat, mv);
            game.play(mv);
        }
        if let Turn::Over(outcome) = game.turn() {
            return Verdict::Over(outcome);
        }
        let mut shares = [0.0; MAX_SEATS];
        for (seat, share) in shares.iter_mut().enumerate().take(game.seats()) {
            *share = squash(self.evaluate.evaluate(game, Seat(seat as u8)) as f32 / self.unit);
        }
        Verdict::Judged(shares)
    }
}

/// From any number to between 0 and 1, by arithmetic that is the same on every machine.
pub(super) fn squash(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x.abs())
}
