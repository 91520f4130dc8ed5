//! Several seats in real time, each with a game of its own.

use std::any::Any;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Phrase, Refused};

/// No race has more seats than this.
pub const MAX_RACERS: usize = 8;

/// How a race ended, for each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// Places from 1; those who are in one team share theirs.
    pub places: Vec<u8>,
    /// What else is counted.
    pub points: Vec<i32>,
    /// Why it is over.
    pub why: Phrase,
}

/// Garbage sent to another seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Garbage {
    /// Who gets it.
    pub to: u8,
    /// What it is. Only the game reads it; its fields stand beside `to` on the wire.
    #[serde(flatten)]
    pub payload: Map<String, Value>,
}

/// A computer player that makes a seat's next bundle, away from its race.
pub trait RaceBot: Send {
    /// Makes the bundle. `share` of the time that it would like for thinking is what it may have, from 0 to 1.
    fn drive(&mut self, share: f64) -> String;

    /// About how many bytes it keeps.
    fn memory(&self) -> usize;

    /// Forgets whatever it can do without.
    fn shrink(&mut self);

    /// For the race that takes it back.
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

/// A race being run. Each seat's inputs come in bundles, in that seat's own time.
pub trait Race: Send {
    /// The tick up to which a bundle says that everything is known; none if it cannot be read.
    fn bundle_end(&self, bundle: &str) -> Option<u64>;

    /// Takes a seat's next bundle and says what it sends to others. Refuses what cannot have happened (time
    /// running backwards, garbage that nobody sent or that was not taken) and then changes nothing.
    fn feed(&mut self, seat: u8, bundle: &str) -> Result<Vec<Garbage>, Refused>;

    /// Lends out the computer player of a seat, with a copy of what it sees, to make the next bundle up to a tick: it
    /// thinks without the race, and is given back with [`take_back`](Self::take_back). None where it has nothing to
    /// do or there is no such level.
    fn lend(&mut self, seat: u8, level: &str, until: u64) -> Option<Box<dyn RaceBot>>;

    /// Takes a computer player back that was lent out.
    fn take_back(&mut self, seat: u8, bot: Box<dyn RaceBot>);

    /// Lets a computer player of a level make a seat's next bundle at once. It may think for a while.
    fn drive(&mut self, seat: u8, level: &str, until: u64) -> Option<String> {
        let mut bot = self.lend(seat, level, until)?;
        let bundle = bot.drive(1.0);
        self.take_back(seat, bot);
        Some(bundle)
    }

    /// Takes a seat out of the race: its player is gone.
    fn drop_seat(&mut self, seat: u8);

    /// The tick up to which a seat's inputs are known.
    fn tick(&self, seat: u8) -> u64;

    /// Whether a seat is still in the race.
    fn alive(&self, seat: u8) -> bool;

    /// Whom a seat sends its garbage to from now on, as long as that one is in the race; none for everybody in turn.
    fn aim(&mut self, seat: u8, at: Option<u8>) -> Result<(), Refused>;

    /// The team of a seat; seats with the same number neither fight nor outlive each other.
    fn team(&self, seat: u8) -> u8;

    /// How it ended, once at most one team is left.
    fn outcome(&self) -> Option<Standings>;

    /// All bundles of a seat so far as one, for whoever comes late.
    fn so_far(&self, seat: u8) -> String;
}
