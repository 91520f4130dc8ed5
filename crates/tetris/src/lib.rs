//! Tetris: the well and its pieces, single placements for search, real time for people, and players
//! from chance to the strongest.
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
mod arcade;
mod byfeatures;
pub mod colours;
mod driver;
pub mod drop;
mod eval;
pub mod field;
pub mod kicks;
pub mod lab;
mod levels;
pub mod modern;
mod notation;
pub mod ops;
pub mod path;
mod picture;
pub mod pieces;
pub mod placement;
mod race;
pub mod reach;
mod reasons;
mod report;
mod rules;
pub mod run;
mod saved;
pub mod score;
mod start;
pub mod stock;
pub mod supply;
pub mod tbp;
pub mod terms;
mod view;
pub mod well;

pub use about::Options;
pub use arcade::RealTime;
pub use byfeatures::{ByFeatures, StrongestByRules};
pub use driver::{Driver, pace};
pub use eval::ReportWeights;
pub use field::Field;
pub use ops::Op;
pub use pieces::{Body, Facing, Piece, System};
pub use placement::Placement;
pub use race::Wells;
pub use reach::Reach;
pub use report::{ByReport, RandomAction};
pub use rules::Tetris;
pub use run::{Inputs, Replay};
pub use score::Spin;
pub use start::Start;
pub use stock::{Landing, Stock};
pub use terms::{Mode, SPRINT_LINES, Terms, ULTRA_TICKS};
pub use view::View;
pub use well::{Event, Falling, Well};
