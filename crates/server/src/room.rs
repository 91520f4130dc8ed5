//! The state that all handlers share, and its background tasks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::bots::{FirstStart, HostedBots, Players, Thoughts, Turns};
use crate::clock::now;
use crate::config::Config;
use crate::error::Answer;
use crate::help::HelpGiven;
use crate::hosts::Hosts;
use crate::ladders::Ladders;
use crate::limits::RateLimiter;
use crate::live::{Live, TableState, Tables};
use crate::metrics::Metrics;
use crate::races::Races;
use crate::review::Reviews;
use crate::static_files::StaticFiles;
use crate::store::{Attendance, RemoteChange, Store};
use crate::work::{LongGames, Payer, Pool};

/// A table that nobody uses is dropped from memory after this time. It is soon read again: what this saves is memory.
const TABLE_IDLE: Duration = Duration::from_secs(60);
/// How often clocks are looked at: a flag falls at most this late. No move is accepted meanwhile.
const CLOCKS: Duration = Duration::from_millis(250);

/// A table that could not be brought up to date is tried again after this time, so many times: it may be gone.
const BEHIND: Duration = Duration::from_millis(500);
const BEHIND_TRIES: u32 = 120;
/// Whether the database is well is looked at this often at most.
const HEALTH_EVERY: Duration = Duration::from_millis(500);

/// The application state: everything that a handler can reach.
pub(crate) struct Room {
    pub config: Config,
    pub store: Arc<dyn Store>,
    /// What the nodes of this database know each other by.
    pub node_secret: String,
    pub tables: Tables,
    pub races: Races,
    pub help: HelpGiven,
    /// Threads that think.
    pub thinking: Pool,
    /// Threads that replay games, and do whatever else takes longer than a moment.
    pub replays: Pool,
    pub long_games: LongGames,
    pub players: Arc<Players>,
    pub hosted: HostedBots,
    pub ladders: Ladders,
    pub turns: Turns,
    pub thoughts: Thoughts,
    pub reviews: Reviews,
    /// Held by whoever looks for an opponent.
    pub seeking: tokio::sync::Mutex<()>,
    pub limiter: Arc<RateLimiter>,
    pub metrics: Metrics,
    pub page: StaticFiles,
    pub hosts: Hosts,
    /// When the database was last tried, and whether it took a write.
    health: tokio::sync::Mutex<Option<(Instant, bool)>>,
    closing: watch::Sender<bool>,
}

impl Room {
    pub fn new(
        config: Config,
        store: Arc<dyn Store>,
        node_secret: String,
    ) -> std::io::Result<Arc<Self>> {
        Ok(Arc::new(Self {
            thinking: Pool::start("bot", config.bots.threads)?,
            replays: Pool::start("replay", config.bots.threads)?,
            long_games: LongGames::default(),
            players: Arc::new(Players::new(config.bots.memory)),
            ladders: Ladders::new(config.ladders.clone()),
            hosted: HostedBots::new(&config.bots.hosted, config.bots.confinement),
            limiter: RateLimiter::new(config.limits.clone()),
            page: StaticFiles::new(config.web.clone()),
            hosts: Hosts::new(&config),
            tables: Tables::new(config.absence),
            races: Races::new(config.bots.unwatched),
            config,
            store,
            node_secret,
            help: HelpGiven::default(),
            seeking: tokio::sync::Mutex::default(),
            turns: Turns::default(),
            thoughts: Thoughts::default(),
            reviews: Reviews::default(),
            metrics: Metrics::default(),
            health: tokio::sync::Mutex::default(),
            closing: watch::Sender::new(false),
        }))
    }

    /// Starts each of the host's bots once, so that what is wrong with one is known before somebody meets it.
    pub fn start_hosted_bots(&self) {
        for bot in self.hosted.all() {
            self.thinking.submit(Payer::House, Box::new(FirstStart(Arc::clone(bot))));
        }
    }

    /// Ends processes of the host's bots: those that nobody has asked for long, or all.
    pub async fn end_bot_processes(self: &Arc<Self>, all: bool) {
        if self.hosted.all().is_empty() {
            return;
        }
        let room = Arc::clone(self);
        let ended = tokio::task::spawn_blocking(move || room.hosted.end_processes(all));
        if let Err(error) = ended.await {
            tracing::error!(%error, "processes of bots were not ended");
        }
    }

    /// The table of this id.
    pub async fn table(self: &Arc<Self>, id: &str) -> Answer<Arc<Live>> {
        let live = self.tables.get(&*self.store, (&self.replays, &self.long_games), id).await?;
        // Bots that were among themselves go on when somebody comes.
        if !live.read().has_people() {
            self.wake_bot(&live, true);
        }
        Ok(live)
    }

    /// Looks at a table. If that is refused, looks again at what another node may have changed.
    pub async fn look<T>(
        &self,
        live: &Arc<Live>,
        look: impl Fn(&TableState) -> Answer<T>,
    ) -> Answer<T> {
        let seen = look(&live.read());
        if seen.is_ok() || !self.store.is_shared() {
            return seen;
        }
        // The news may also have come between the two looks: whoever caught up, look again.
        live.catch_up(&*self.store).await?;
        look(&live.read())
    }

    /// Whether the database takes writes. It is tried at most once in a while, however many ask.
    pub async fn is_well(&self) -> bool {
        let mut health = self.health.lock().await;
        if let Some((at, well)) = *health
            && at.elapsed() < HEALTH_EVERY
        {
            return well;
        }
        let well = match self.store.ping().await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(%error, "the database takes no writes");
                false
            }
        };
        *health = Some((Instant::now(), well));
        well
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
        self.thinking.close();
        self.replays.close();
    }

    /// Updates the tables in memory with the changes of other nodes.
    pub async fn watch_remote_changes(self: Arc<Self>) {
        let mut changes = self.store.remote_changes();
        let mut closing = self.closing();
        // Tables that could not be read, because the database was away for a moment, and how often that was tried.
        let mut behind: HashMap<String, u32> = HashMap::new();
        loop {
            let change = tokio::select! {
                change = changes.recv() => Some(change),
                _ = closing.wait_for(|closing| *closing) => return,
                () = tokio::time::sleep(BEHIND), if !behind.is_empty() => None,
            };
            let Some(change) = change else {
                for (id, tries) in std::mem::take(&mut behind) {
                    if let Some(live) = self.tables.known(&id)
                        && !self.catch_up(&live).await
                        && tries < BEHIND_TRIES
                    {
                        behind.insert(id, tries + 1);
                    }
                }
                continue;
            };
            match change {
                Ok(RemoteChange::Table(id)) => {
                    if let Some(live) = self.tables.known(&id)
                        && !self.catch_up(&live).await
                    {
                        behind.insert(id, 0);
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
                        if !self.catch_up(&live).await {
                            behind.insert(live.id.clone(), 0);
                        }
                    }
                }
                Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
            }
        }
    }

    /// Reads what other nodes have changed; says whether that worked.
    async fn catch_up(self: &Arc<Self>, live: &Arc<Live>) -> bool {
        let caught_up = live.catch_up(&*self.store).await;
        if let Err(refusal) = &caught_up {
            tracing::warn!(table = live.id, ?refusal, "a table could not be brought up to date");
        }
        self.wake_bot(live, false);
        caught_up.is_ok()
    }

    /// Learns who is at a table at all nodes, and tells its streams. With `publish` the other nodes learn who is
    /// here.
    pub async fn count_audience(&self, live: &Live, publish: bool) {
        let here = live.attendance();
        match self.store.audience(&live.id, publish.then_some(here)).await {
            Ok(elsewhere) => live.meet(elsewhere),
            Err(error) => tracing::warn!(table = live.id, %error, "the audience was not counted"),
        }
        live.ring();
    }

    /// Ends games whose seat to move has run out of time, until the server shuts down. The database knows of all of
    /// them, so none needs to be in memory, and a game that ran out while no node was up ends too.
    pub async fn watch_clocks(self: Arc<Self>) {
        let mut closing = self.closing();
        loop {
            match self.store.out_of_time(now(), 256).await {
                Ok(tables) => {
                    for id in tables {
                        self.flag(&id).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "clocks cannot be read"),
            }
            tokio::select! {
                () = tokio::time::sleep(CLOCKS) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }

    async fn flag(self: &Arc<Self>, id: &str) {
        let Ok(live) = self.table(id).await else { return };
        self.catch_up(&live).await;
        // Another node may have been faster, or the move came in time after all.
        if let Err(refusal) = live.flag(&*self.store).await {
            tracing::debug!(table = id, ?refusal, "no flag fell");
        }
        self.wake_bot(&live, true);
    }

    /// Tables at which nothing has happened since this time are idle.
    pub fn idle_since(&self) -> i64 {
        let idle = i64::try_from(self.config.limits.idle.as_millis()).unwrap_or(i64::MAX);
        now().saturating_sub(idle)
    }

    /// Regularly drops unused tables from memory, and archives tables that have waited too long for players.
    pub async fn clean_up(self: Arc<Self>) {
        let mut closing = self.closing();
        let every = (TABLE_IDLE / 2).min(self.config.limits.idle / 2);
        loop {
            // Players there begin anew when somebody comes back: many people who leave would leave many of them.
            for id in self.tables.forget_idle(TABLE_IDLE) {
                self.players.forget(&id);
            }
            self.races.forget_stale();
            self.end_bot_processes(false).await;
            // Confirms who is here, and forgets those at nodes that are gone.
            let attended = |live: &Live| live.spectators() > 0 || live.presence.anywhere() > 0;
            for live in self.tables.all().iter().filter(|live| attended(live)) {
                self.count_audience(live, live.attendance() != Attendance::default()).await;
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
