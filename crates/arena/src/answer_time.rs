//! How long an answer is waited for, and what is too late.

use std::time::Duration;

use search::Limits;
use serde::{Deserialize, Serialize};

/// What the clock allows beside the time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerTime {
    /// So much later than its time a move still counts: pipes and a busy machine take some, too. Whoever is later has
    /// lost.
    pub margin: Duration,
    /// How long a move may take where there is no time for a move.
    pub longest: Duration,
}

impl Default for AnswerTime {
    fn default() -> Self {
        Self { margin: Duration::from_millis(500), longest: Duration::from_secs(60) }
    }
}

impl AnswerTime {
    /// How long an answer within these limits is waited for.
    pub fn patience(&self, limits: &Limits) -> Duration {
        limits.time.map_or(self.longest, |time| time + self.margin)
    }
}
