//! Tigris & Euphrates: kingdoms grow between two rivers, leaders gather points in four colours, and
//! the colour in which you have fewest is your score.
//!
//! ```
//! use game::{Game, Seat, Turn, play_text};
//! use tigris::{Options, Phase, Tigris};
//!
//! let mut game = Tigris::new(&Options::default(), 7)?;
//! assert_eq!(game.turn(), Turn::Of(Seat(0)));
//! // A leader stands on land beside a temple; f3 is where a game begins with one.
//! assert!(play_text(&mut game, "leader black f5").is_err());
//! play_text(&mut game, "leader black g3")?;
//! // A turn has two actions.
//! assert_eq!(game.turn(), Turn::Of(Seat(0)));
//! play_text(&mut game, "pass")?;
//! // The other king in the same kingdom is a revolt: its attacker commits temples first.
//! play_text(&mut game, "leader black f4")?;
//! assert!(matches!(game.phase(), Phase::Revolt(_)));
//! play_text(&mut game, "support 0")?;
//! play_text(&mut game, "support 0")?;
//! // Ties go to the defender, and the winner gets a red point.
//! assert_eq!(game.points(Seat(0)), [0, 1, 0, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod advanced;
mod bits;
mod encoding;
mod eval;
mod expert;
mod heuristic;
mod levels;
mod log;
mod map;
mod moves;
mod notation;
mod outlook;
mod picture;
mod pieces;
mod plan_words;
mod position;
mod preview;
mod puzzles;
mod random;
mod reasons;
mod review;
mod rules;
mod rungs;
mod terms;
mod value;
mod view;

pub use about::{Options, Totals};
pub use bits::Square;
pub use eval::{WeightSets, Weights};
pub use expert::{Expert, SearchWidth};
pub use map::BoardSide;
pub use moves::Move;
pub use outlook::{ChoiceView, ThreatView};
pub use pieces::Colour;
pub use preview::{Brings, Preview};
pub use rules::{Conflict, Count, Ending, Phase, Tally, Tigris};
pub use value::{Features, ValueNet, ValueNets, ValueSample, ValueTrainer};
pub use view::{Pending, View};
