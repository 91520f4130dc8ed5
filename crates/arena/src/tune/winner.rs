//! What a search came to, and whether it is to be believed.

use crate::solo::Mean;

/// What a search came to, confirmed on fresh games.
#[derive(Clone, Debug)]
pub struct Winner {
    /// The numbers.
    pub numbers: Vec<f64>,
    /// What the search thought of them: of several, the luckiest, so too much.
    pub seen: Mean,
    /// What they are worth.
    pub confirmed: Mean,
    /// What the numbers are worth with which it began, on the same fresh games.
    pub before: Mean,
    /// What they are worth more, game by game.
    pub gain: Mean,
}

impl Winner {
    /// Whether the fresh games say that it is better than what it began with, with 97.5% confidence. If they do not,
    /// it was the luckiest of many, and no winner.
    pub fn is_believed(&self) -> bool {
        self.gain.error.is_some_and(|error| self.gain.mean > 1.96 * error && self.gain.mean > 0.0)
    }

    /// Whether fresh games say, with 97.5% confidence, that it is worth less than the search thought.
    pub fn is_luckier_than_good(&self) -> bool {
        let errors = self.seen.error.zip(self.confirmed.error);
        errors.is_some_and(|(seen, confirmed)| {
            self.seen.mean - self.confirmed.mean > 1.96 * seen.hypot(confirmed)
        })
    }
}
