//! Games that are played in real time. The player's own machine runs them, tick by tick; what was done comes
//! here as text, and is replayed before it is believed.
//!
//! Everybody else knows ticks, inputs, garbage between seats and lists of the best. What they look like is the
//! game's own business: inputs are opaque text, garbage is an opaque value.

mod race;
mod scene;
mod session;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{BadOptions, Phrase, Refused};
pub use race::{Garbage, MAX_RACERS, Race, RaceBot, Standings};
pub use scene::{Ansi, Look, PanelLine, Scene, Stroke, Tint};
pub use session::{ArcadeSession, Key, KeyAction, KeyLayout, SessionSetup};

/// A game's real-time side.
pub trait Arcade: Send + Sync {
    /// How many ticks make a second.
    fn ticks_per_second(&self) -> u32;

    /// What one can play for, in the order in which it is offered.
    fn modes(&self) -> &'static [ArcadeMode];

    /// The name by which the turn-based side of the game is chosen where modes are.
    fn turn_based(&self) -> &'static str;

    /// Replays a run from its first tick and says what it was worth. Refuses with a reason what cannot have
    /// happened.
    fn judge(&self, replay: &str) -> Result<Run, Refused>;

    /// A run in one small picture, as SVG.
    fn thumbnail(&self, replay: &str) -> Result<String, Refused>;

    /// What a player sees in a saved state, as a number; none where it says too little to tell one run from
    /// another. Those of a run are its [`Run::positions`].
    fn position(&self, saved: &str) -> Option<u64>;

    /// What a run can be doubted for, see [`Run::doubts`].
    fn doubts(&self) -> &'static [Doubt];

    /// A level that plays a run by itself, at its own pace and without waiting for a clock.
    fn solo_machine(&self, setup: &MachineRun<'_>) -> Result<Box<dyn SoloMachine>, BadOptions>;

    /// How many moves a second a level makes: in real time, speed is half of how strong it is.
    fn pace(&self, level: &str) -> f32;

    /// A race in which every seat plays a game of its own and sends the others garbage.
    fn race(
        &self,
        options: &Map<String, Value>,
        seats: usize,
        seed: u64,
    ) -> Result<Box<dyn Race>, BadOptions>;

    /// A game for one person at a terminal.
    fn session(&self, setup: &SessionSetup) -> Result<Box<dyn ArcadeSession>, BadOptions>;

    /// Which keys do what at a terminal; the first is the usual one.
    fn layouts(&self) -> &'static [KeyLayout];
}

/// A reason to doubt that a person's hands made a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Doubt {
    /// By which it is stored.
    pub id: &'static str,
    /// What is said of such a run.
    pub why: Phrase,
}

/// What a level is to play by itself.
#[derive(Clone, Copy, Debug)]
pub struct MachineRun<'a> {
    /// A variant's id.
    pub variant: &'a str,
    /// The mode's id.
    pub mode: &'a str,
    /// The level's id.
    pub level: &'a str,
    /// What decides all chance.
    pub seed: u64,
}

/// A level that plays a run by itself.
pub trait SoloMachine: Send {
    /// Plays on for a moment; the run as text once it has ended.
    fn go_on(&mut self) -> Option<String>;
}

/// One thing to play for.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ArcadeMode {
    /// The name in commands and addresses.
    pub id: &'static str,
    /// The name that people say.
    pub name: Phrase,
    /// What it is about, in one line.
    pub about: Phrase,
    /// What a list of the best is ordered by; none where none is kept.
    pub ranked: Option<Ranking>,
    /// Whether one plays it alone; otherwise it is a race.
    pub alone: bool,
}

/// What is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ranking {
    /// The most points.
    Points,
    /// The fewest ticks.
    Ticks,
}

/// What a replayed run was worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// Who played it, as they call themselves.
    pub name: Option<String>,
    /// The mode's id.
    pub mode: String,
    /// The variant's id, or the options in words where it is none: runs of one kind are compared.
    pub kind: String,
    /// Whether it reached the mode's own end: a race against the clock that was given up does not count.
    pub finished: bool,
    /// How long it took, in ticks.
    pub ticks: u64,
    /// Points.
    pub points: i64,
    /// Whatever else the game counts, for the list.
    pub figures: Map<String, Value>,
    /// What decided all chance.
    pub seed: u64,
    /// The run without name, line ends and trailing idle time. Two texts are the same run if these are equal.
    pub canonical: String,
    /// What was laid on the board, move by move, whatever inputs led there. Two runs with the same have one place in a
    /// list: keys that change nothing make no new run.
    pub laid: String,
    /// What its player saw at each decision, see [`Arcade::position`].
    #[serde(skip)]
    pub positions: Vec<u64>,
    /// The ids of what speaks against hands, see [`Arcade::doubts`]. Such a run is shown apart.
    pub doubts: Vec<&'static str>,
}
