//! What a game offers its players beside tables: runs alone that are counted, and duels in real time. The arena
//! schedules them; only the game knows what is played.

use std::time::Duration;

use game::{BadOptions, Parameter, Parameters, Phrase, Words};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Fault, FaultKind, Limits, Stop};

/// Who takes part in a solo run or a duel, as the game is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Entrant {
    /// A player of the game's own, with its numbers.
    Own {
        /// The name in commands.
        player: String,
        /// What it plays by.
        parameters: Parameters,
    },
    /// A program that speaks one of the game's protocols.
    Program {
        /// The protocol's name.
        protocol: String,
        /// The program with its arguments.
        command: String,
    },
}

/// Under which terms a solo run or a duel is held. What is not set is as the game has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContestTerms {
    /// The game's variant.
    pub variant: Option<String>,
    /// Options that differ from the variant's.
    pub options: Map<String, Value>,
    /// What a contestant may spend on a move.
    pub limits: Limits,
    /// After so many moves of a contestant it is over.
    pub moves: Option<u64>,
    /// How much later than asked an answer may come.
    pub margin: Option<Duration>,
}

/// The runs alone that a game can count.
pub trait Solo: Send + Sync {
    /// The game's own players that can be tried alone.
    fn players(&self) -> &'static [SoloPlayer];

    /// Who is tuned if nobody says otherwise.
    fn usual(&self) -> &'static str;

    /// The numbers by which a player plays under these terms; none for a name that nobody bears, empty where there is
    /// nothing to change.
    fn parameters(&self, player: &str, terms: &ContestTerms) -> Option<Vec<Parameter>>;

    /// Ranges for a search among a player's numbers if nobody says otherwise, as in `holes=10:35:5` or `holes=20`.
    fn ranges(&self, _player: &str) -> &'static [&'static str] {
        &[]
    }

    /// What a figure is called where people read it; the same as in files unless the game says otherwise.
    fn figure_name(&self, figure: &'static str) -> Phrase {
        Phrase::new(figure, figure)
    }

    /// Under which conditions a player runs, to be told with its figures: figures of different ones cannot be compared.
    /// No player is named for a program; whoever runs beside one is told of it.
    fn conditions(
        &self,
        _player: Option<&str>,
        _programs: bool,
        _terms: &ContestTerms,
    ) -> Vec<(Phrase, Words)> {
        Vec::new()
    }

    /// What is counted in a run that is played at a table, where programs by the house's protocol take part: numbers of
    /// the game's view, by name. Empty where runs are not played at tables.
    fn table_figures(&self) -> &'static [&'static str] {
        &[]
    }

    /// Under which conditions such a run is played.
    fn table_conditions(&self, _terms: &ContestTerms) -> Vec<(Phrase, Words)> {
        Vec::new()
    }

    /// Makes contestants ready for runs that can be compared.
    fn prepare(&self, entrants: &[Entrant], terms: &ContestTerms) -> Result<Prepared, BadOptions>;
}

/// A player that can be tried alone.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SoloPlayer {
    /// The name in commands.
    pub id: &'static str,
    /// How it plays, in one line.
    pub about: Phrase,
}

/// Contestants made ready.
pub struct Prepared {
    /// What is counted in a run, by name; the first is what a player is judged by if nobody says otherwise.
    pub figures: &'static [&'static str],
    /// After so many moves a run is broken off.
    pub moves: u64,
    /// Each contestant.
    pub runs: Vec<Box<dyn SoloRun>>,
}

/// A contestant made ready to run alone.
pub trait SoloRun: Send + Sync {
    /// Plays once. The same seed gives the same chances to whoever plays. Ends early after so many moves, or soon
    /// after it is stopped.
    fn run(&self, seed: u64, moves: u64, stop: &Stop) -> Result<RunResult, Fault>;
}

/// What a contestant came to in a run or a duel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// How many moves were made.
    pub moves: u64,
    /// Whether it came to the game's own end.
    pub ended: bool,
    /// What was counted, in the order of the figures' names.
    pub figures: Vec<f64>,
    /// Why it ended, where the game itself does not say: a contestant that could not play on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Words>,
    /// What the contestant did wrong, if that is why it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
}

/// The duels in real time that a game can hold.
pub trait Duels: Send + Sync {
    /// What is counted in a duel, by name.
    fn figures(&self) -> &'static [&'static str];

    /// Makes two contestants ready. What is wrong with a name is said before anything starts.
    fn prepare(
        &self,
        entrants: &[Entrant; 2],
        terms: &ContestTerms,
    ) -> Result<Box<dyn Duel>, BadOptions>;
}

/// Two contestants made ready.
pub trait Duel: Send + Sync {
    /// Plays once. Neither contestant is first: what both do at the same time counts at the same time. None when it
    /// was stopped.
    fn play(&self, seed: u64, stop: &Stop) -> Result<Option<DuelResult>, Fault>;
}

/// How a duel ended.
#[derive(Clone, Debug, Serialize)]
pub struct DuelResult {
    /// Who won; none in a draw.
    pub winner: Option<usize>,
    /// What each came to.
    pub sides: [RunResult; 2],
}
