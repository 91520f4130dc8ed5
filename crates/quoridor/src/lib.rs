//! Quoridor: reach the other side of the board, and place walls in front of whoever is faster.
//!
//! ```
//! use game::{Game, Seat, play_text};
//! use quoridor::{Options, Quoridor};
//!
//! let mut game = Quoridor::new(&Options::default(), 0)?;
//! for text in ["e2", "e8", "e3h"] {
//!     play_text(&mut game, text)?;
//! }
//! assert_eq!(game.distance(Seat(0)), 8); // one step nearer, and one round the wall
//! assert!(play_text(&mut game, "f3h").is_err()); // it would lie on the other wall
//! assert!(play_text(&mut game, "e6").is_err()); // a pawn goes one square at a time
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod encoding;
mod eval;
mod exact;
mod expert;
mod four;
mod levels;
mod maze;
mod moves;
mod notation;
mod picture;
mod playout;
mod puzzles;
mod qfen;
mod reasons;
mod review;
mod rules;
mod rungs;
mod runner;
mod seats;
mod sequential_halving;
mod shape;
pub mod solver;
mod terms;
mod transcript;
mod view;

pub use about::Options;
pub use eval::{Evaluation, path_difference};
pub use expert::{
    BUCKETS, Expert, FEATURES, KIND, MIRRORED, Net, TURNED, TrainingPosition, Weights,
};
pub use four::{FourExpert, FourNet, HIDDEN, INPUTS, inputs};
pub use moves::{Move, Square, WallOrientation};
pub use rules::Quoridor;
pub use shape::Side;
pub use view::{DetourView, LastView, SeatView, ShutView, View, WallView};
