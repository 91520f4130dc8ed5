//! Where computer players meet. A *contestant* is a level of ours, with numbers changed or not, or a program by some
//! protocol; an *event* is a game at a table, a duel in real time, or a run alone that is counted. Matches,
//! simulations and tuning are built from these two.
//!
//! [`GameRunner`](game_runner::GameRunner) plays games, [`Match`] schedules them, [`stats`] counts and decides;
//! whoever prints is elsewhere.

mod answer_time;
mod by_id;
pub mod chart;
pub mod check;
mod contestant;
mod crew;
mod engine;
mod event;
pub mod exact;
pub mod export;
mod game_runner;
mod job;
mod journal;
pub mod ladder;
mod match_;
mod match_game;
mod npz;
mod openings;
mod protocol;
pub mod puzzles;
pub mod self_play;
mod self_play_job;
pub mod solo;
pub mod stats;
mod table_game;
mod table_run;
pub mod train;
pub mod tune;
mod ugi;

pub use answer_time::AnswerTime;
pub use contestant::{Answer, Contestant, GivenPlayer, TablePlayer};
pub use crew::{Crew, Exchange, SharedEvent, TaskPlayer};
pub use engine::serve;
pub use event::{Event, EventError, run, seed_of};
pub use game_runner::{MatchRules, Meeting};
pub use job::{Job, JobSpec, TuneJob};
pub use journal::{BadJournal, Journal};
pub use match_::{Match, MatchReport};
pub use match_game::{DuelSide, MatchGame};
pub use openings::{Opening, OpeningSource, Openings};
pub use protocol::{BadLine, Go, Info, Question, Request};
pub use search::{Fault, FaultKind};
pub use self_play_job::SelfPlayJob;
pub use solo::Mean;
pub use stats::{Interval, Standing, elo};
pub use table_game::{SeatFault, Spent, TableGame, TableResult};
pub use ugi::UgiHost;
