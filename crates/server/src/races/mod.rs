//! Races: everybody plays a game in real time in a well of their own, and sends the others rubbish.
//!
//! A race lives in the memory of the node where it was made, and is over when that node stops: it
//! lasts minutes, and its inputs come many times a second. What everybody did is a list of notes that
//! only grows, so a stream of events remembers how many its client has and sends the rest.

mod course;
mod runner;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) use course::Course;

use crate::error::{Answer, no_such_race, too_many_races};

/// So many at a time; each holds a few wells and what was done in them.
const MOST: usize = 256;

/// The races of this node.
#[derive(Default)]
pub(crate) struct Races {
    all: Mutex<HashMap<String, Arc<Course>>>,
}

impl Races {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Course>>> {
        // A map of handles: a panic elsewhere cannot leave it half changed.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, id: &str) -> Answer<Arc<Course>> {
        self.lock().get(id).cloned().ok_or_else(no_such_race)
    }

    /// Adds a race, unless there are too many; those that nobody wants any more make room.
    pub fn put(&self, course: Course) -> Answer<Arc<Course>> {
        let mut all = self.lock();
        all.retain(|_, course| !course.is_stale());
        if all.len() >= MOST {
            return Err(too_many_races());
        }
        let course = Arc::new(course);
        all.insert(course.id.clone(), Arc::clone(&course));
        Ok(course)
    }

    /// Those that wait for players and may be seen, newest first.
    pub fn waiting(&self, game: Option<&str>) -> Vec<Arc<Course>> {
        let mut found: Vec<_> = {
            let all = self.lock();
            let open = all.values().filter(|course| {
                !course.private && game.is_none_or(|game| course.game == game) && course.waits()
            });
            open.cloned().collect()
        };
        found.sort_by_key(|course| std::cmp::Reverse(course.created));
        found.truncate(50);
        found
    }
}
