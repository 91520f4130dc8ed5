//! An event that many are told at once: it is made for the first of them, and copied for the others.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::response::sse::Event;

/// What is left on a clock stands in events: after this time they are made anew.
const FRESH: Duration = Duration::from_secs(1);

/// The last event of a kind.
pub(crate) struct Recent<K>(Mutex<Option<(K, Instant, Event)>>);

impl<K> Default for Recent<K> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<K: PartialEq> Recent<K> {
    /// The event of this key.
    pub fn get(&self, key: K, make: impl FnOnce() -> Event) -> Event {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, at, event)) = &*last
            && *known == key
            && at.elapsed() < FRESH
        {
            return event.clone();
        }
        let event = make();
        *last = Some((key, Instant::now(), event.clone()));
        event
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_made_once_for_many_and_again_for_another_key() {
        let (recent, mut made) = (Recent::default(), 0);
        for key in [1, 1, 1, 2, 2] {
            let _event = recent.get(key, || {
                made += 1;
                Event::default()
            });
        }
        assert_eq!(made, 2);
    }
}
