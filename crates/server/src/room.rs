//! The state that all handlers share, and its background tasks.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tokio::sync::watch;

use crate::bots::{Players, Pool, Turns};
use crate::clock::now;
use crate::config::Config;
use crate::error::Answer;
use crate::limits::RateLimiter;
use crate::live::{Live, Tables};
use crate::metrics::Metrics;
use crate::races::Races;
use crate::static_files::StaticFiles;
use crate::store::{RemoteChange, Store};

/// A table that nobody uses is dropped from memory after this time.
const TABLE_IDLE: Duration = Duration::from_secs(600);

/// The application state: everything that a handler can reach.
pub(crate) struct Room {
    pub config: Config,
    pub store: Arc<dyn Store>,
    pub tables: Tables,
    pub races: Races,
    pub pool: Pool,
    pub players: Players,
    pub turns: Turns,
    pub limiter: Arc<RateLimiter>,
    pub metrics: Metrics,
    pub page: StaticFiles,
    closing: watch::Sender<bool>,
}

impl Room {
    pub fn new(config: Config, store: Arc<dyn Store>) -> std::io::Result<Arc<Self>> {
        Ok(Arc::new(Self {
            pool: Pool::start(config.bots.threads)?,
            players: Players::new(config.bots.memory),
            limiter: RateLimiter::new(config.limits.clone()),
            page: StaticFiles::new(config.web.clone()),
            config,
            store,
            tables: Tables::default(),
            races: Races::default(),
            turns: Turns::default(),
            metrics: Metrics::default(),
            closing: watch::Sender::new(false),
        }))
    }

    /// The table of this id.
    pub async fn table(&self, id: &str) -> Answer<Arc<Live>> {
        self.tables.get(&*self.store, id).await
    }

    /// Becomes true when the server begins to shut down.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    pub fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Ends streams and thinking. Requests that are under way are finished.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.pool.close();
    }

    /// Updates the tables in memory with the changes of other nodes.
    pub async fn watch_remote_changes(self: Arc<Self>) {
        let mut changes = self.store.remote_changes();
        let mut closing = self.closing();
        loop {
            let change = tokio::select! {
                change = changes.recv() => change,
                _ = closing.wait_for(|closing| *closing) => return,
            };
            match change {
                Ok(RemoteChange::Table(id)) => {
                    if let Some(live) = self.tables.known(&id) {
                        self.catch_up(&live).await;
                    }
                }
                Ok(RemoteChange::Audience(id)) => {
                    if let Some(live) = self.tables.known(&id) {
                        self.count_audience(&live, false).await;
                    }
                }
                Ok(RemoteChange::Anything)
                | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {
                    for live in self.tables.all() {
                        self.catch_up(&live).await;
                    }
                }
                Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
            }
        }
    }

    async fn catch_up(self: &Arc<Self>, live: &Arc<Live>) {
        if let Err(refusal) = live.catch_up(&*self.store).await {
            tracing::warn!(table = live.id, ?refusal, "a table could not be brought up to date");
        }
        self.wake_bot(live, false);
    }

    /// Sums up the spectators of a table at all nodes, and sends the sum to its streams. With `publish` the other
    /// nodes get our own count.
    pub async fn count_audience(&self, live: &Live, publish: bool) {
        let here = live.spectators.load(Relaxed);
        match self.store.audience(&live.id, publish.then_some(here)).await {
            Ok(elsewhere) => live.elsewhere.store(elsewhere, Relaxed),
            Err(error) => tracing::warn!(table = live.id, %error, "the audience was not counted"),
        }
        live.ring();
    }

    /// Tables at which nothing has happened since this time are idle.
    pub fn idle_since(&self) -> i64 {
        let idle = i64::try_from(self.config.limits.idle.as_millis()).unwrap_or(i64::MAX);
        now().saturating_sub(idle)
    }

    /// Regularly drops unused tables from memory, and archives tables that have waited too long for players.
    pub async fn clean_up(self: Arc<Self>) {
        let mut closing = self.closing();
        let every = Duration::from_secs(60).min(self.config.limits.idle / 2);
        loop {
            self.tables.forget_idle(TABLE_IDLE);
            // Confirms our own counts of spectators, and drops those of nodes that are gone.
            for live in self.tables.all().iter().filter(|live| live.spectators() > 0) {
                self.count_audience(live, live.spectators.load(Relaxed) > 0).await;
            }
            match self.store.archive_waiting(self.idle_since()).await {
                Ok(0) => {}
                Ok(tables) => {
                    tracing::info!(tables, "put away");
                    for live in self.tables.all() {
                        self.catch_up(&live).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "idle tables cannot be put away"),
            }
            tokio::select! {
                () = tokio::time::sleep(every.max(Duration::from_millis(100))) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }
}
