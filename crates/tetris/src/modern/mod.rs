//! The expert of the guideline game: every place that a piece can reach, what a well is worth to one
//! who attacks, and a search through hold, queue and bag.

mod columns;
mod eval;
mod perfect;
mod player;
mod reach;
mod search;
mod situation;
mod weights;

pub use columns::Columns;
pub use player::Attacker;
pub use reach::{Placement, Reach, entrance};
pub use search::Search;
pub use situation::{Bag, Situation};
pub use weights::Weights;
