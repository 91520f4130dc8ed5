//! What all games share: [`Game`], [`Seat`], [`Turn`], [`Outcome`], [`Record`], [`Rng`], and the [`testkit`] that every
//! game passes.
//!
//! A *seat* is a side to be played, a *record* is (game, options, seed, moves), and the same record
//! gives the same game on every machine and in every later version.

mod about;
mod arcade;
mod encoding;
mod error;
mod lesson;
mod numbers;
mod options;
mod outcome;
mod parameter;
mod perft;
mod picture;
mod puzzle;
mod record;
mod rng;
mod rules;
mod study;
pub mod testkit;
mod words;

pub use about::{About, Kind, Setting, Variant};
pub use arcade::{
    Ansi, Arcade, ArcadeMode, ArcadeSession, Doubt, Garbage, Key, KeyAction, KeyLayout, Look,
    MAX_RACERS, MachineRun, PanelLine, Race, RaceBot, Ranking, Run, Scene, SessionSetup,
    SoloMachine, Standings, Stroke, Tint,
};
pub use encoding::{Encoding, FeatureWriter, ObservationShape, Symmetry};
pub use error::{BadMove, BadOptions, BadPosition, BadRecord, Illegal, Refused};
pub use lesson::{Lesson, Lessons, Step};
pub use numbers::{Bounds, numbers_of, weights_of, with_numbers};
pub use options::options_for;
pub use outcome::{MAX_SEATS, Outcome, Seat, Turn};
pub use parameter::{BadParameter, Parameter, Parameters, meant};
pub use perft::perft;
pub use picture::{Ink, Picture, Span};
pub use puzzle::{BadPuzzle, Proof, Puzzle, Puzzles, Theme};
pub use record::{RECORD_VERSION, Record};
pub use rng::Rng;
pub use rules::{Game, play_text, split_words};
pub use study::{MAX_COMMENT, MAX_STUDY_MOVES, Mark, Study, StudyNode};
pub use words::{Lang, Phrase, Words};
