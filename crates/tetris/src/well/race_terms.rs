//! What the players of a race agree on beside the rules: how much garbage is sent, when time begins to press, teams.

use game::{BadOptions, MAX_RACERS};
use serde_json::{Map, Value};

use crate::well::arcade::TICKS_PER_SECOND;

/// While time presses, everybody gets a line each time so many ticks have gone by, at first; then faster.
const EVERY: u64 = 8 * 60;
/// It never comes faster than this.
const FASTEST: u64 = 90;

/// What was agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceTerms {
    /// Of each hundred lines that a piece makes, so many are sent.
    pub garbage: u32,
    /// The tick from which on garbage rises for everybody, so that a race ends; none for never.
    pub pressure: Option<u64>,
    /// The team of each seat.
    pub teams: Vec<u8>,
}

impl RaceTerms {
    /// Takes what is the race's own out of its options.
    pub fn take(options: &mut Map<String, Value>, seats: usize) -> Result<Self, BadOptions> {
        if !(2..=MAX_RACERS).contains(&seats) {
            return Err(BadOptions::new(
                format!("a race is run by two to {MAX_RACERS}"),
                format!("une course se joue de deux à {MAX_RACERS}"),
            ));
        }
        let garbage = match options.remove("garbage") {
            None => Some(100),
            Some(value) => value.as_u64().filter(|percent| *percent <= 300),
        };
        let garbage = garbage.ok_or_else(|| {
            BadOptions::new(
                "garbage is how many lines of a hundred are sent: 0 to 300",
                "les pénalités sont le nombre de lignes envoyées sur cent : de 0 à 300",
            )
        })?;
        let pressure = match options.remove("pressure") {
            None | Some(Value::Null) => Some(None),
            Some(value) => value.as_u64().filter(|seconds| *seconds <= 3600).map(Some),
        };
        let pressure = pressure.ok_or_else(|| {
            BadOptions::new(
                "pressure is after how many seconds garbage rises for everybody: 0 to 3600",
                "la pression est le nombre de secondes avant que les lignes montent pour tous : de 0 à 3600",
            )
        })?;
        let teams = match options.remove("teams") {
            None | Some(Value::Null) => Some((0..seats as u8).collect()),
            Some(value) => teams(&value, seats),
        };
        let teams = teams.ok_or_else(|| {
            BadOptions::new(
                "teams is a number for each seat, and there are at least two",
                "les équipes sont un numéro par place, et il y en a au moins deux",
            )
        })?;
        let pressure = pressure.map(|seconds| seconds * u64::from(TICKS_PER_SECOND));
        Ok(Self { garbage: garbage as u32, pressure, teams })
    }

    /// How many of these lines are sent.
    pub fn share(&self, lines: u32) -> u32 {
        (lines * self.garbage + 50) / 100
    }

    /// When garbage rises for the n-th time, from 0.
    pub fn rises(&self, n: u64) -> Option<u64> {
        // Each comes a twelfth of a second sooner after the one before.
        let gap = |n: u64| EVERY.saturating_sub(5 * n).max(FASTEST);
        self.pressure.map(|from| from + (0..n).map(gap).sum::<u64>())
    }
}

fn teams(value: &Value, seats: usize) -> Option<Vec<u8>> {
    let numbers = value.as_array()?.iter().map(|team| u8::try_from(team.as_u64()?).ok());
    let teams: Vec<u8> = numbers.collect::<Option<_>>()?;
    let fits = teams.len() == seats && teams.iter().all(|team| usize::from(*team) < MAX_RACERS);
    (fits && teams.iter().any(|team| *team != teams[0])).then_some(teams)
}
