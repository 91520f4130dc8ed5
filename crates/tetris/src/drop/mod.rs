//! Tetris for players by features, as research plays it: pieces fall straight down, one after another, by the
//! million. A simulator of its own, made for speed; the real rules are elsewhere.

mod board;
mod chooser;
mod expert;
mod features;
mod linear;
pub mod plain;
mod reach;
mod report;
mod run;
mod shape;

pub use board::{Board, MAX_HEIGHT, MAX_WIDTH};
pub use chooser::Chooser;
pub use expert::{Expert, Taste};
pub use features::{Features, Fixed, Weights, Wells};
pub use linear::Linear;
pub use reach::{End, Reach};
pub use report::{Coefficients, Greedy, RandomAction, RandomPlace};
pub use run::{POINTS, Pilot, Position, Rules, run};
pub use shape::{Place, Shape};
