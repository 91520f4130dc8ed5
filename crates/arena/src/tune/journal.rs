//! What a search has judged, as its journal keeps it.

use serde::{Deserialize, Serialize};

use crate::solo::Mean;

/// The journal of a search.
pub type TuneJournal = crate::journal::Journal<JudgedCandidate>;

/// A candidate and what it was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedCandidate {
    /// The round, from 0: all of a round played the same games.
    pub round: u64,
    /// Its number in the round.
    pub index: usize,
    /// The numbers.
    pub numbers: Vec<f64>,
    /// The mean over its games.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl JudgedCandidate {
    /// The value with its error.
    pub const fn mean(&self) -> Mean {
        Mean { mean: self.value, error: Some(self.error) }
    }
}
