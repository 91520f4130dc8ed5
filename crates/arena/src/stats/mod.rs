//! What games add up to: scores and how sure they are, ratings, and tests that stop when the answer is clear.

mod covariance;
mod fit;
mod likelihood;
mod matrix;
mod rating;
mod scores;
mod sprt;
mod standing;

pub use fit::{fit, fit_held};
pub use rating::{RatedRound, Rating, Ratings, expected};
pub use scores::{Interval, Scores, elo, score_of};
pub use sprt::{Sprt, SprtVerdict};
pub use standing::{Encounter, Standing, Stats};
