//! What was thought about the positions of finished games: each is analysed once, whoever asks.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many bytes of text are kept; the oldest makes room. Where there are hundreds of moves to choose from, a thought
/// has tens of kilobytes, so their number alone would bound nothing.
const KEPT: usize = 4 << 20;
/// What a thought takes beside its text.
const BESIDE: usize = 200;

/// A table's id and an epoch.
type ThoughtKey = (String, u32);

/// Thoughts that are kept, as the text that clients are sent.
#[derive(Default)]
pub(crate) struct Thoughts {
    kept: Mutex<KeptThoughts>,
}

#[derive(Default)]
struct KeptThoughts {
    thoughts: HashMap<ThoughtKey, Arc<str>>,
    order: VecDeque<ThoughtKey>,
    bytes: usize,
}

impl Thoughts {
    pub fn get(&self, table: &str, epoch: u32) -> Option<Arc<str>> {
        self.lock().thoughts.get(&(table.to_owned(), epoch)).cloned()
    }

    pub fn keep(&self, table: &str, epoch: u32, text: Arc<str>) {
        let position = (table.to_owned(), epoch);
        let mut kept = self.lock();
        kept.bytes += text.len() + BESIDE;
        match kept.thoughts.insert(position.clone(), text) {
            Some(before) => kept.bytes -= before.len() + BESIDE,
            None => kept.order.push_back(position),
        }
        while kept.bytes > KEPT
            && let Some(oldest) = kept.order.pop_front()
        {
            let gone = kept.thoughts.remove(&oldest);
            kept.bytes -= gone.map_or(0, |text| text.len() + BESIDE);
        }
    }

    fn lock(&self) -> MutexGuard<'_, KeptThoughts> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_make_room_by_their_size() {
        let thoughts = Thoughts::default();
        let long: Arc<str> = "x".repeat(KEPT / 4).into();
        for epoch in 0..4 {
            thoughts.keep("a", epoch, Arc::clone(&long));
        }
        assert!(thoughts.get("a", 0).is_none());
        assert!((1..4).all(|epoch| thoughts.get("a", epoch).is_some()));
        assert!(thoughts.get("b", 1).is_none());
        // The same again takes no more room.
        for _ in 0..10 {
            thoughts.keep("a", 3, Arc::clone(&long));
        }
        assert!(thoughts.get("a", 1).is_some());
    }
}
