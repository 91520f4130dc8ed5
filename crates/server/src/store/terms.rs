//! What the people at a table agreed on beside the rules, and what they ask of each other. It is stored as one JSON
//! value; whatever is missing there has its default.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::OutcomeRow;
use crate::time_control::{ClockStart, TimeControl};

/// The terms of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TermsRow {
    /// How the time to move is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// When clocks began to run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<ClockStart>,
    /// Whether people who play each other may ask the engine.
    pub help: bool,
    /// Why the seat in `resigned` lost, if it did not resign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// Somebody wants to leave their seat to a machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handover: Option<HandoverRow>,
    /// Seats whose players handed them to a machine and kept none: they may come back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<GivenRow>,
    /// The games before this one, between the same people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<SeriesRow>,
    /// The phrases that were said last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<SaidRow>,
    /// Seats on their way to another device.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<PassRow>,
    /// Seats whose players declined the rematch: this table, while it waits for them; the next one, once this is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub declined: Vec<u8>,
    /// Machines move no sooner than so many milliseconds after each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<u32>,
}

impl TermsRow {
    /// The least time from a machine's turn to its move, where the table has one of its own.
    pub fn pace(&self) -> Option<Duration> {
        self.pace.map(|pace| Duration::from_millis(pace.into()))
    }
}

/// Why a seat lost that did not resign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Forfeit {
    /// It ran out of time.
    Time,
    /// Its player was away, and the one who waited claimed the game.
    Absence,
    /// It was a program, which could not play on.
    Fault,
}

/// A request to leave a seat to a machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandoverRow {
    /// The seats that a machine shall play.
    pub seats: Vec<u8>,
    /// The seats of machines that the one who asks wants to play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub take: Vec<u8>,
    /// The seats of the one who asks; older rows have them in `seats`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<u8>,
    /// The seats that have agreed, theirs among them.
    pub agreed: Vec<u8>,
}

impl HandoverRow {
    /// The seats of the one who asks.
    pub fn asker(&self) -> &[u8] {
        if self.by.is_empty() { &self.seats } else { &self.by }
    }
}

/// A seat that its player handed to a machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenRow {
    /// The seat.
    pub seat: u8,
    /// The player's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// SHA-256 of the player's token, in hex.
    pub token: String,
}

/// The score of the games before this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesRow {
    /// How many games.
    pub games: u32,
    /// Each present seat's points, doubled: 2 for a win, 1 for a draw.
    pub points: Vec<u32>,
}

impl SeriesRow {
    /// No games yet.
    pub fn new(seats: usize) -> Self {
        Self { games: 0, points: vec![0; seats] }
    }

    /// Adds a game: a point for each winner, half a point for everybody in a draw.
    pub fn add(&mut self, outcome: &OutcomeRow) {
        self.games += 1;
        let drawn = outcome.winners.len() == self.points.len();
        for &winner in &outcome.winners {
            if let Some(points) = self.points.get_mut(usize::from(winner)) {
                *points += if drawn { 1 } else { 2 };
            }
        }
    }
}

/// A phrase that somebody said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaidRow {
    /// Its number at this table.
    pub n: u32,
    /// Who said it.
    pub seat: u8,
    /// The phrase's id.
    pub phrase: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// Seats that can be taken to another device, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassRow {
    /// SHA-256 of the code, in hex.
    pub code: String,
    /// The seats, each with the hash of the token that it replaces: a seat that has changed hands since stays.
    pub seats: Vec<(u8, String)>,
    /// Until when, in milliseconds since 1970.
    pub until: i64,
}
