//! Where computer players meet. A *contestant* is a level of ours, with numbers changed or not, or a program by some
//! protocol; an *event* is a game at a table, a duel in real time, or a run alone that is counted. Matches,
//! simulations and tuning are built from these two.
//!
//! [`TableGame`] plays a game, [`run`] schedules, [`Standing`] and [`Mean`] count; whoever prints is elsewhere.

mod contestant;
mod engine;
mod event;
mod match_;
mod protocol;
pub mod self_play;
pub mod solo;
mod standing;
mod table_game;
pub mod tune;
mod ugi;

pub use contestant::{Contestant, TablePlayer};
pub use engine::serve;
pub use event::{Event, run, seed_of};
pub use match_::{DuelSide, DuelSides, Match, MatchGame, MatchReport, MatchResult, Progress};
pub use protocol::{BadLine, Go, Info, Request};
pub use search::Fault;
pub use solo::Mean;
pub use standing::{Interval, Standing, elo};
pub use table_game::{TableGame, TableResult};
pub use ugi::UgiHost;
