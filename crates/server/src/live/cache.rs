//! All tables in memory. One that nobody has looked at for a while is dropped; it can be read again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use super::{Live, TableState};
use crate::error::{Answer, no_such_table, unavailable};
use crate::store::{Store, StoreError};
use crate::work::{LongGames, Pool};

/// A table with more moves than this is long.
const LONG: usize = 1_000;
/// Long tables have at most so many moves together; those that nobody uses make room. A move takes some 75 bytes.
const MOST_MOVES: usize = 300_000;
/// An epoch that no table reaches.
const NO_MOVES: u32 = i32::MAX.cast_unsigned();

/// The tables in memory.
pub(crate) struct Tables {
    /// Somebody who has been away for this time may be replaced.
    absence: Duration,
    live: Mutex<HashMap<String, Arc<Live>>>,
    /// Tables that are being read: whoever else wants one waits, instead of replaying it a second time.
    reading: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
}

impl Tables {
    pub fn new(absence: Duration) -> Self {
        Self { absence, live: Mutex::default(), reading: Mutex::default() }
    }

    /// The table of this id, from memory or from the store.
    pub async fn get(
        &self,
        store: &dyn Store,
        (pool, long_games): (&Pool, &LongGames),
        id: &str,
    ) -> Answer<Arc<Live>> {
        // Ids are short: what cannot be one does not get as far as the database.
        if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_such_table());
        }
        if let Some(live) = self.known(id) {
            live.touch();
            return Ok(live);
        }
        let reading = self.reading(id);
        let _one = reading.lock().await;
        if let Some(live) = self.known(id) {
            live.touch();
            return Ok(live);
        }
        // Without the moves at first: a long game is read when there is room for it.
        let (row, _) = store.load(id, NO_MOVES).await?.ok_or_else(no_such_table)?;
        let _place = long_games.moves(row.stamp.epoch as usize).await?;
        let (row, moves) = store.load(id, 0).await?.ok_or_else(no_such_table)?;
        let unknown = |error: catalog::Unknown| StoreError::Unreadable(error.to_string());
        let entry = catalog::find(&row.game).map_err(unknown)?;
        let live = self.put(TableState::replay(pool, entry, row, moves).await?)?;
        // ReviewNews reach a table only once it is known here: what happened since it was read was missed.
        live.catch_up(store).await?;
        live.meet(store.audience(id, None).await?);
        Ok(live)
    }

    fn reading(&self, id: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = reading.get(id).and_then(Weak::upgrade) {
            return same;
        }
        reading.retain(|_, other| other.strong_count() > 0);
        let own = Arc::default();
        reading.insert(id.to_owned(), Arc::downgrade(&own));
        own
    }

    /// The table if it is in memory.
    pub fn known(&self, id: &str) -> Option<Arc<Live>> {
        self.lock().get(id).cloned()
    }

    /// Keeps a table that was just stored or read. If another request was faster, its table is the
    /// one: there is never more than one of an id.
    pub fn put(&self, state: TableState) -> Answer<Arc<Live>> {
        let unknown = |error: catalog::Unknown| StoreError::Unreadable(error.to_string());
        let entry = catalog::find(&state.row.game).map_err(unknown)?;
        let epoch = state.game.epoch();
        if epoch > LONG {
            self.make_room(epoch)?;
        }
        let live = Arc::new(Live::new(entry, state, self.absence));
        Ok(Arc::clone(self.lock().entry(live.id.clone()).or_insert(live)))
    }

    /// Drops long tables that nobody uses until one with this many moves fits, the one that was used longest ago
    /// first.
    fn make_room(&self, moves: usize) -> Answer<()> {
        let mut live = self.lock();
        let long = |live: &Live| Some(live.read().game.epoch()).filter(|&moves| moves > LONG);
        let mut sum: usize = moves + live.values().filter_map(|live| long(live)).sum::<usize>();
        if sum <= MOST_MOVES {
            return Ok(());
        }
        let unused = live.values().filter(|live| Arc::strong_count(live) == 1);
        let mut unused: Vec<_> = unused
            .filter_map(|live| Some((live.touched(), live.id.clone(), long(live)?)))
            .collect();
        unused.sort_unstable();
        for (_, id, moves) in unused {
            if sum <= MOST_MOVES {
                break;
            }
            live.remove(&id);
            sum -= moves;
        }
        // All of them are in use. Twice the usual bound is still within what a small machine has.
        if sum > 2 * MOST_MOVES { Err(unavailable()) } else { Ok(()) }
    }

    pub fn all(&self) -> Vec<Arc<Live>> {
        self.lock().values().cloned().collect()
    }

    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Drops a table that was deleted.
    pub fn forget(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Drops what nobody uses and nobody has asked for in this time; gives the ids.
    pub fn forget_idle(&self, after: Duration) -> Vec<String> {
        let idle =
            |live: &Arc<Live>| Arc::strong_count(live) == 1 && live.touched().elapsed() >= after;
        self.lock().extract_if(|_, live| idle(live)).map(|(id, _)| id).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use catalog::Setup;

    use super::*;
    use crate::store::{GameProgress, Stamp, Status, TableRow, TermsRow};

    fn state(id: &str) -> TableState {
        let game = catalog::find("connect4").expect("a game").table(&Setup::default());
        let progress = GameProgress {
            status: Status::Playing,
            turn: Some(0),
            result: None,
            bot_due: false,
            due: None,
        };
        let row = TableRow {
            id: id.into(),
            game: "connect4".into(),
            variant: None,
            options: Default::default(),
            seed: 1,
            private: false,
            archived: false,
            created: 0,
            moved: 0,
            stamp: Stamp { version: 0, generation: 0, epoch: 0 },
            progress,
            seats: Vec::new(),
            resigned: None,
            undo: None,
            next: None,
            terms: TermsRow::default(),
        };
        TableState::new(row, game.expect("a table"), Vec::new())
    }

    #[test]
    fn tables_that_nobody_uses_are_dropped_and_named() {
        let tables = Tables::new(Duration::from_secs(60));
        let used = tables.put(state("used")).expect("there is room");
        drop(tables.put(state("left")).expect("there is room"));
        let long = Duration::from_secs(3600);
        assert!(tables.forget_idle(long).is_empty(), "somebody may come back");
        assert_eq!(tables.forget_idle(Duration::ZERO), ["left"]);
        assert_eq!(tables.len(), 1, "{} is in use", used.id);
    }
}
