//! Games that are played in real time: the player's own machine runs them, tick by tick, and what was
//! done is replayed here before it is believed.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{BadOptions, Outcome, Phrase, Refused};

/// A game's real-time side.
pub trait Arcade: Send + Sync {
    /// What one can play for, in the order in which it is offered.
    fn modes(&self) -> &'static [Mode];

    /// Replays a run from its first tick and says what it was worth; refused with a reason where it
    /// cannot have happened.
    fn judge(&self, replay: &str) -> Result<Run, Refused>;

    /// How many pieces a second a level plays: in real time, speed is half of how strong it is.
    fn pace(&self, level: &str) -> f32;

    /// A race in which everybody has a well of their own and sends the others rubbish.
    fn race(
        &self,
        options: &Map<String, Value>,
        seats: usize,
        seed: u64,
    ) -> Result<Box<dyn Race>, BadOptions>;
}

/// One thing to play for.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Mode {
    /// The name in commands and addresses.
    pub id: &'static str,
    /// The name that people say.
    pub name: Phrase,
    /// What it is about, in one line.
    pub about: Phrase,
    /// What a list of the best is ordered by; none where none is kept.
    pub ranked: Option<Ranking>,
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
    /// Whether it reached the mode's own end; a sprint that was given up does not count.
    pub finished: bool,
    /// How long it took, in sixtieths of a second.
    pub ticks: u64,
    /// Points.
    pub points: i64,
    /// Whatever else the game counts, for the list.
    pub figures: Map<String, Value>,
    /// What makes it this run and no other: not its name, not its line ends, not how long nothing was done at its end.
    pub essence: String,
}

/// Rubbish on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Gift {
    /// Who gets it.
    pub to: u8,
    /// How many lines.
    pub lines: u8,
    /// The column of their gap.
    pub column: u8,
}

/// A race being run. Each seat's inputs come in bundles, in that seat's own time.
pub trait Race: Send {
    /// Takes a seat's next bundle and says what it sends to others. What cannot have happened is refused
    /// and changes nothing: time running backwards, a gift that was not sent or was left lying.
    fn feed(&mut self, seat: u8, bundle: &str) -> Result<Vec<Gift>, Refused>;

    /// Lets a computer player of a level make a seat's next bundle, up to a tick. It may think for a while.
    fn drive(&mut self, seat: u8, level: &str, until: u64) -> Option<String>;

    /// A seat goes no further: its player is gone.
    fn drop_seat(&mut self, seat: u8);

    /// The tick up to which a seat's inputs are known.
    fn tick(&self, seat: u8) -> u64;

    /// Whether a seat is still in it.
    fn alive(&self, seat: u8) -> bool;

    /// How it ended, once at most one is left.
    fn outcome(&self) -> Option<Outcome>;

    /// All bundles of a seat so far as one, for whoever comes late.
    fn so_far(&self, seat: u8) -> String;
}
