//! All tables in memory. One that nobody has looked at for a while is dropped; it can be read again.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Live, State};
use crate::error::{Answer, no_such_table};
use crate::store::{MoveRow, Store, StoreError, TableRow};

/// The tables in memory.
#[derive(Default)]
pub(crate) struct Tables {
    live: Mutex<HashMap<String, Arc<Live>>>,
}

impl Tables {
    /// The table of this id, from memory or from the store.
    pub async fn get(&self, store: &dyn Store, id: &str) -> Answer<Arc<Live>> {
        // Ids are short: what cannot be one does not get as far as the database.
        if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_such_table());
        }
        if let Some(live) = self.known(id) {
            live.touch();
            return Ok(live);
        }
        let (row, moves) = store.load(id, 0).await?.ok_or_else(no_such_table)?;
        let live = self.put(row, &moves)?;
        // News reach a table only once it is known here: what happened since it was read was missed.
        live.catch_up(store).await?;
        live.elsewhere.store(store.audience(id, None).await?, Relaxed);
        Ok(live)
    }

    /// The table if it is in memory.
    pub fn known(&self, id: &str) -> Option<Arc<Live>> {
        self.lock().get(id).cloned()
    }

    /// Keeps a table that was just stored or read. If another request was faster, its table is the
    /// one: there is never more than one of an id.
    pub fn put(&self, row: TableRow, moves: &[MoveRow]) -> Answer<Arc<Live>> {
        let unknown = |error: catalog::Unknown| StoreError::Unreadable(error.to_string());
        let entry = catalog::find(&row.game).map_err(unknown)?;
        let live = Arc::new(Live::new(entry, State::build(entry, row, moves)?));
        Ok(Arc::clone(self.lock().entry(live.id.clone()).or_insert(live)))
    }

    pub fn all(&self) -> Vec<Arc<Live>> {
        self.lock().values().cloned().collect()
    }

    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Drops what nobody uses and nobody has asked for in this time.
    pub fn forget_idle(&self, after: Duration) {
        self.lock()
            .retain(|_, live| Arc::strong_count(live) > 1 || live.touched().elapsed() < after);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
