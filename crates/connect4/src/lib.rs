//! Connect Four: discs fall into columns, and four in a row win: vertically, horizontally or diagonally.
//!
//! ```
//! use connect4::{Connect4, Options};
//! use game::{Game, Seat, Turn, play_text};
//!
//! let mut game = Connect4::new(&Options::default(), 0)?;
//! for column in ["4", "3", "4", "3", "4", "3"] {
//!     play_text(&mut game, column)?;
//! }
//! assert!(play_text(&mut game, "8").is_err()); // there are seven columns
//! play_text(&mut game, "4")?;
//! let Turn::Over(outcome) = game.turn() else { panic!("four in line end the game") };
//! assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat(0)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod encoding;
mod eval;
mod exact;
mod levels;
mod moves;
mod notation;
mod perfect;
mod puzzles;
mod reasons;
mod review;
mod rules;
mod rungs;
mod shape;
pub mod solver;
mod terms;
mod view;

pub use about::Options;
pub use eval::{Evaluation, Weights};
pub use moves::Column;
pub use rules::Connect4;
pub use view::View;
