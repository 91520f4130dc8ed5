//! Races: everybody plays a game of their own in real time, and sends the others garbage.
//!
//! A race lives in the memory of the node where it was made, and is over when that node stops: it
//! lasts minutes, and its inputs come many times a second. Other nodes pass requests for it on to that one. What everybody did is a list of notes that
//! only grows, so a stream of events remembers how many its client has and sends the rest.

mod bots;
mod clock;
mod nodes;
mod state;
mod table;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(crate) use nodes::{FromNode, NODE_SECRET, to_its_node};
pub(crate) use table::RaceTable;

use crate::error::{Answer, no_such_race, too_many_races};

/// So many at a time; each holds a game a seat and what was done in it.
const MOST: usize = 256;
/// The bytes that all of them may keep together. Beyond it bots forget what they can, long races end, and no new one
/// is made.
const MEMORY: usize = 24 << 20;

/// The races of this node.
pub(crate) struct Races {
    /// Bots that are among themselves race on for so long with nobody watching.
    unwatched: Duration,
    all: Mutex<HashMap<String, Arc<RaceTable>>>,
}

impl Races {
    pub fn new(unwatched: Duration) -> Self {
        Self { unwatched, all: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<RaceTable>>> {
        // A map of handles: a panic elsewhere cannot leave it half changed.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, id: &str) -> Answer<Arc<RaceTable>> {
        self.lock().get(id).cloned().ok_or_else(no_such_race)
    }

    /// Adds a race, unless there are too many; those that nobody wants any more make room.
    pub fn put(&self, race: RaceTable) -> Answer<Arc<RaceTable>> {
        self.forget_stale();
        let mut all = self.lock();
        let memory: usize = all.values().map(|race| race.memory()).sum();
        if all.len() >= MOST || memory > MEMORY {
            return Err(too_many_races());
        }
        let race = Arc::new(race);
        all.insert(race.id.clone(), Arc::clone(&race));
        Ok(race)
    }

    /// Drops those that nobody wants any more.
    pub fn forget_stale(&self) {
        self.lock().retain(|_, race| !race.is_stale(self.unwatched));
    }

    /// Their ids.
    pub fn ids(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    /// Whether they keep more than they may.
    pub fn is_crowded(&self) -> bool {
        self.lock().values().map(|race| race.memory()).sum::<usize>() > MEMORY
    }

    /// Those that wait for players or are being run, and may be seen, newest first.
    pub fn open(&self, game: Option<&str>) -> Vec<Arc<RaceTable>> {
        let mut found: Vec<_> = {
            let all = self.lock();
            let seen = all.values().filter(|race| !race.private);
            seen.filter(|race| game.is_none_or(|game| race.game == game)).cloned().collect()
        };
        found.retain(|race| race.is_open());
        found.sort_by_key(|race| std::cmp::Reverse(race.created));
        found.truncate(50);
        found
    }
}
