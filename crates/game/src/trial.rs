//! Games that one player plays alone and that are counted by the thousand: what a game shows to whoever
//! measures its players and tunes their weights.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{BadOptions, Phrase};

/// A game's players that can be tried on their own.
pub trait Trials: Send + Sync {
    /// Who can be tried.
    fn subjects(&self) -> &'static [Subject];

    /// What is counted in a game, by name; the first is what a player is judged by if nobody says
    /// otherwise.
    fn figures(&self) -> &'static [&'static str];

    /// The numbers that a subject plays by, each with what it usually is; none for a name that nobody bears, empty
    /// where there is nothing to turn.
    fn knobs(&self, subject: &str) -> Option<Vec<Knob>>;

    /// Makes a subject ready to play under these options, with other numbers in the order of its knobs if
    /// they are given.
    fn prepare(
        &self,
        subject: &str,
        options: &Map<String, Value>,
        numbers: Option<&[f64]>,
    ) -> Result<Box<dyn Trial>, BadOptions>;
}

/// A player that can be tried.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Subject {
    /// The name in commands.
    pub id: &'static str,
    /// How it plays, in one line.
    pub about: Phrase,
}

/// A number that a player plays by.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Knob {
    /// What it weighs.
    pub name: String,
    /// What it is unless it is turned.
    pub usual: f64,
    /// The least that makes sense.
    pub low: f64,
    /// The most.
    pub high: f64,
    /// A step that makes a difference: that of a grid, or the first spread of a search.
    pub step: f64,
}

/// A player made ready.
pub trait Trial: Send + Sync {
    /// Plays one game. The same seed gives the same chances to whoever plays. Ends early after so many
    /// moves, or soon after the flag is raised.
    fn run(&self, seed: u64, most: u64, stop: &AtomicBool) -> Sample;
}

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// How many moves were made.
    pub moves: u64,
    /// Whether it came to the game's own end.
    pub ended: bool,
    /// The figures, in the order of [`Trials::figures`].
    pub figures: Vec<f64>,
}
