//! Several seats in real time, each with a game of its own.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Outcome, Refused};

/// Garbage sent to another seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Garbage {
    /// Who gets it.
    pub to: u8,
    /// What it is. Only the game reads it; its fields stand beside `to` on the wire.
    #[serde(flatten)]
    pub payload: Map<String, Value>,
}

/// A race being run. Each seat's inputs come in bundles, in that seat's own time.
pub trait Race: Send {
    /// The tick up to which a bundle says that everything is known; none if it cannot be read.
    fn bundle_end(&self, bundle: &str) -> Option<u64>;

    /// Takes a seat's next bundle and says what it sends to others. Refuses what cannot have happened (time
    /// running backwards, garbage that nobody sent or that was not taken) and then changes nothing.
    fn feed(&mut self, seat: u8, bundle: &str) -> Result<Vec<Garbage>, Refused>;

    /// Lets a computer player of a level make a seat's next bundle, up to a tick. It may think for a while.
    fn drive(&mut self, seat: u8, level: &str, until: u64) -> Option<String>;

    /// Takes a seat out of the race: its player is gone.
    fn drop_seat(&mut self, seat: u8);

    /// The tick up to which a seat's inputs are known.
    fn tick(&self, seat: u8) -> u64;

    /// Whether a seat is still in the race.
    fn alive(&self, seat: u8) -> bool;

    /// How it ended, once at most one seat is left.
    fn outcome(&self) -> Option<Outcome>;

    /// All bundles of a seat so far as one, for whoever comes late.
    fn so_far(&self, seat: u8) -> String;
}
