//! What all games share: [`Game`], [`Seat`], [`Turn`], [`Outcome`], [`Record`], [`Rng`], and the [`testkit`] that every
//! game passes.
//!
//! A *seat* is a side to be played, a *record* is (game, options, seed, moves), and the same record
//! gives the same game on every machine and in every later version.

mod about;
mod arcade;
mod error;
mod lesson;
mod options;
mod outcome;
mod perft;
mod picture;
mod record;
mod rng;
mod rules;
pub mod testkit;
mod trial;
mod words;

pub use about::{About, Kind, Setting, Variant};
pub use arcade::{
    Ansi, Arcade, ArcadeMode, ArcadeSession, Garbage, Key, KeyAction, KeyLayout, Look, PanelLine,
    Race, Ranking, Run, Scene, SessionSetup, Stroke, Tint,
};
pub use error::{BadMove, BadOptions, BadPosition, BadRecord, Illegal, Refused};
pub use lesson::{Lesson, Lessons, Step};
pub use options::options_for;
pub use outcome::{MAX_SEATS, Outcome, Seat, Turn};
pub use perft::perft;
pub use picture::{Ink, Picture, Span};
pub use record::{RECORD_VERSION, Record};
pub use rng::Rng;
pub use rules::{Game, play_text, split_words};
pub use trial::{Knob, Sample, Subject, Trial, Trials};
pub use words::{Lang, Phrase, Words};
