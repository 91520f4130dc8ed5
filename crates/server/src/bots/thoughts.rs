//! What was thought about the positions of finished games: each is analysed once, whoever asks.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::wire::AnalysisBody;

/// So many are kept, some kilobytes each; the oldest makes room.
const KEPT: usize = 8192;

/// A table's id and an epoch.
type Position = (String, u32);

/// Thoughts that are kept.
#[derive(Default)]
pub(crate) struct Thoughts {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    thoughts: HashMap<Position, AnalysisBody>,
    order: VecDeque<Position>,
}

impl Thoughts {
    pub fn get(&self, table: &str, epoch: u32) -> Option<AnalysisBody> {
        self.lock().thoughts.get(&(table.to_owned(), epoch)).cloned()
    }

    pub fn keep(&self, table: &str, thought: AnalysisBody) {
        let position = (table.to_owned(), thought.epoch);
        let mut kept = self.lock();
        if kept.thoughts.insert(position.clone(), thought).is_none() {
            kept.order.push_back(position);
        }
        if kept.order.len() > KEPT
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.thoughts.remove(&oldest);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_makes_room() {
        let thoughts = Thoughts::default();
        for epoch in 0..=KEPT as u32 {
            thoughts.keep("a", AnalysisBody { epoch, seat: None, idea: None });
        }
        assert!(thoughts.get("a", 0).is_none());
        assert!(thoughts.get("a", 1).is_some());
        assert!(thoughts.get("b", 1).is_none());
    }
}
