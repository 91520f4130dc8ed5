//! The expert of the guideline game: every place that a piece can reach, what a well is worth to an attacking
//! player, a search through hold, queue and bag, and the Tetris Bot Protocol ([`tbp`]).

mod columns;
mod eval;
mod perfect_clear;
mod placer;
mod player;
mod reachable;
pub(crate) mod referee;
mod search;
mod situation;
mod snapshot;
pub mod tbp;
mod weights;

pub use columns::Columns;
pub(crate) use placer::PREFIX;
pub use player::Attacker;
pub use reachable::{LockedPiece, Reachable};
pub use referee::GuidelineDuels;
pub use search::AttackSearch;
pub use situation::{Bag, Situation};
pub use weights::AttackWeights;
