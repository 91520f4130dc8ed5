//! Deletes tables that have been kept for as long as the host wants, so that a small disk lasts.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::clock::now;
use crate::room::Room;
use crate::store::Keeping;

/// How often it is looked for what is too old.
const EVERY: Duration = Duration::from_secs(3600);
/// Tables that are deleted in one transaction. Few, since moves of others wait for it in SQLite.
const AT_ONCE: u32 = 50;
/// Between two transactions, so that those who play come first.
const BREATH: Duration = Duration::from_millis(20);

impl Room {
    /// Deletes what is too old, now and every hour, until the server shuts down.
    pub async fn expire_tables(self: Arc<Self>) {
        let mut closing = self.closing();
        let kept = self.config.retention;
        let shortest = kept.games.into_iter().chain(kept.imports).min().unwrap_or(EVERY);
        let every = EVERY.min(shortest).max(Duration::from_millis(100));
        loop {
            let work = async {
                self.expire(Keeping::Games, kept.games).await;
                self.expire(Keeping::Imports, kept.imports).await;
                self.forget_tickets().await;
                tokio::time::sleep(every).await;
            };
            tokio::select! {
                () = work => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }

    async fn expire(&self, which: Keeping, kept: Option<Duration>) {
        let Some(kept) = kept else { return };
        let before = now().saturating_sub(i64::try_from(kept.as_millis()).unwrap_or(i64::MAX));
        loop {
            match self.store.expire(which, before, AT_ONCE).await {
                Ok(gone) => {
                    for id in &gone {
                        self.tables.forget(id);
                        self.players.forget(id);
                    }
                    self.metrics.tables_expired.fetch_add(gone.len() as u64, Relaxed);
                    if !gone.is_empty() {
                        tracing::info!(tables = gone.len(), ?which, "deleted because of their age");
                    }
                    if gone.len() < AT_ONCE as usize {
                        return;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "old tables cannot be deleted");
                    return;
                }
            }
            tokio::time::sleep(BREATH).await;
        }
    }
}
