//! Tetris: the well and its pieces, single placements for search, real time for people, and players
//! from chance to the strongest.
//!
//! - [`rules`] and [`well`]: the placement game and the same game in real time.
//! - [`features`]: players that weigh features of a board, and the fast simulator that research uses.
//! - [`guideline`]: the strongest player of the modern game, and the Tetris Bot Protocol.
//!
//! ```
//! use game::{Game, play_text};
//! use tetris::{Mode, Op, Options, System, Terms, Tetris, Well};
//!
//! // Placement by placement: the first piece of this game, lying at the left wall.
//! let mut game = Tetris::new(&Options::default(), 1)?;
//! let path = game.path(game.parse("Sn2.1")?).expect("a way there");
//! play_text(&mut game, "Sn2.1")?;
//!
//! // In real time: the same inputs, all in the first sixtieth of a second.
//! let mut well = Well::new(Terms::usual(System::Modern, Mode::Practice), 1)?;
//! well.tick(&path);
//! assert_eq!(well.stock().field, game.stock().field);
//! assert_eq!(path.last(), Some(&Op::Hard));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod drawn;
mod encoding;
mod eval;
pub mod features;
pub mod guideline;
mod levels;
mod moves;
mod notation;
mod picture;
mod puzzles;
mod reasons;
mod review;
pub mod rules;
mod rungs;
pub mod solo;
mod terms;
mod view;
pub mod well;

pub use about::Options;
pub use eval::ReportWeights;
pub use moves::Placement;
pub use rules::Tetris;
pub use rules::field::Field;
pub use rules::ops::Op;
pub use rules::pieces::{Body, Facing, Piece, System};
pub use rules::reach::Reach;
pub use rules::score::Spin;
pub use rules::start::Start;
pub use rules::stock::{Landing, Stock};
pub use rules::terms::{Mode, Terms, ULTRA_TICKS};
pub use view::View;
pub use well::arcade::RealTime;
pub use well::driver::{Driver, pace};
pub use well::run::{Inputs, Replay};
pub use well::session::WellSession;
pub use well::{Falling, Well, WellEvent};
