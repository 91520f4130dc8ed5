//! Blokus: pieces of one to five squares go corner to corner with their own colour and never side
//! to side; who covers most of the board wins.
//!
//! ```
//! use blokus::{Blokus, Mode, Options};
//! use game::{Game, Seat, Turn, play_text};
//!
//! let mut game = Blokus::new(&Options { mode: Mode::Duo, ..Options::default() }, 0)?;
//! assert_eq!(game.count_moves(), 414);
//! play_text(&mut game, "f9,e10,f10,g10,f11")?;
//! let refused = play_text(&mut game, "a1,a2").unwrap_err();
//! assert_eq!(refused.to_string(), "Yellow cannot play a1,a2: the first piece must cover j5");
//! play_text(&mut game, "X:j4,i5,j5,k5,j6")?;
//! assert_eq!(game.turn(), Turn::Of(Seat(0)));
//! assert_eq!(game.points(1), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod board;
mod covers;
mod encoding;
mod eval;
pub mod expert;
pub mod gtp;
mod hard;
mod largest;
mod levels;
mod mode;
mod moves;
mod notation;
mod picture;
mod pieces;
mod puzzles;
mod reasons;
mod review;
mod rules;
mod rungs;
pub mod sgf;
mod terms;
mod view;

pub use board::{Spot, Square};
pub use eval::{Evaluation, Models, Weights};
pub use mode::{Mode, Options, Scoring};
pub use moves::Move;
pub use pieces::{Orientation, Piece, Pieces};
pub use rules::Blokus;
pub use view::{ColourView, LastView, OrientationView, PlacedView, ShapeView, TeamView, View};
