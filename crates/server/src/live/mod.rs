//! Tables in memory: the game as it stands, ready to answer, and a bell that rings when it changes.
//!
//! A table in memory is a cache of what is stored. Changes go one after the other: checked here,
//! stored durably, and only then shown.

mod cache;
mod change;
mod play;
mod presence;
mod recent;
mod show;
mod state;

pub(crate) use cache::Tables;
pub(crate) use play::Mover;
pub(crate) use show::{outcome_of, table_body};
pub(crate) use state::{Held, TableState, follow};

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use catalog::Entry;
use tokio::sync::{Mutex, watch};

use crate::store::{Attendance, SeatKind, Status};
use crate::time_control::TimeControl;
use crate::work::Payer;
use presence::Presence;
use recent::Recent;

/// What a `table` event depends on: the table's version, the number of spectators, who is there, and whether somebody
/// waits for an absent player.
pub(crate) type Told = (u32, usize, u32, bool);

/// One table in memory.
pub(crate) struct Live {
    pub id: String,
    pub entry: &'static dyn Entry,
    /// Held from check to store to show, so that changes at this node never race each other.
    order: Mutex<()>,
    /// Never held across a wait.
    state: RwLock<TableState>,
    /// Rings at every change. What changed is found by comparing, so nothing can be missed.
    bell: watch::Sender<u64>,
    /// The people who hold its seats.
    pub presence: Presence,
    /// Somebody who has been away for this time may be replaced by those who wait.
    absence: Duration,
    /// Those who watch at this node, and at others as far as we have heard.
    pub spectators: AtomicUsize,
    pub elsewhere: AtomicUsize,
    /// Somebody will ring the bell in a moment.
    pub ring_is_due: AtomicBool,
    /// What many spectators are told: the last move, and the table as it is.
    pub last_action: Recent<(u32, u32)>,
    pub last_table: Recent<(u32, Told)>,
    touched: RwLock<Instant>,
    /// Who pays for the bots' thinking: whoever changed the table last.
    payer: RwLock<Payer>,
    /// The database did not say whether it stored our last change.
    unsure: AtomicBool,
}

impl Live {
    pub fn new(entry: &'static dyn Entry, state: TableState, absence: Duration) -> Self {
        Self {
            id: state.row.id.clone(),
            entry,
            order: Mutex::new(()),
            state: RwLock::new(state),
            bell: watch::Sender::new(0),
            presence: Presence::new(),
            absence,
            spectators: AtomicUsize::new(0),
            elsewhere: AtomicUsize::new(0),
            ring_is_due: AtomicBool::new(false),
            last_action: Recent::default(),
            last_table: Recent::default(),
            touched: RwLock::new(Instant::now()),
            payer: RwLock::new(Payer::current()),
            unsure: AtomicBool::new(false),
        }
    }

    /// The table as it stands.
    pub fn read(&self) -> RwLockReadGuard<'_, TableState> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, TableState> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn listen(&self) -> watch::Receiver<u64> {
        self.bell.subscribe()
    }

    /// Wakes everybody who listens.
    pub fn ring(&self) {
        self.bell.send_modify(|rung| *rung = rung.wrapping_add(1));
    }

    /// Whether nobody will play here any more.
    pub fn is_closed(&self) -> bool {
        let row = &self.read().row;
        row.progress.status == Status::Over || row.archived
    }

    /// Whether anybody would miss the bots' moves: somebody sits here or watches, or has asked for the table a moment
    /// ago.
    pub fn is_attended(&self, moment: Duration) -> bool {
        self.read().has_people() || self.spectators() > 0 || self.touched().elapsed() < moment
    }

    /// How many watch, at all nodes.
    pub fn spectators(&self) -> usize {
        self.spectators.load(Relaxed) + self.elsewhere.load(Relaxed)
    }

    /// Who pays for the bots at this table.
    pub fn payer(&self) -> Payer {
        *self.payer.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the client whose request this is pays.
    fn charge(&self) {
        let payer = Payer::current();
        if payer != Payer::House {
            *self.payer.write().unwrap_or_else(PoisonError::into_inner) = payer;
        }
    }

    /// Who is at this node.
    pub fn attendance(&self) -> Attendance {
        Attendance { watching: self.spectators.load(Relaxed), seats: self.presence.here() }
    }

    /// Learns who is at the other nodes.
    pub fn meet(&self, others: Attendance) {
        self.elsewhere.store(others.watching, Relaxed);
        self.presence.others(others);
    }

    /// In how many milliseconds those who wait for the seat to move may claim the game, or call a machine in. None
    /// while nobody waits for an absent person, and where the game may last for days.
    pub fn claim_in(&self, state: &TableState) -> Option<i64> {
        let row = &state.row;
        let turn = row.progress.turn.filter(|_| row.progress.status == Status::Playing)?;
        let absent = row.seats.get(usize::from(turn)).is_some_and(|s| s.kind == SeatKind::Person);
        if !absent || !row.between_people() || row.terms.clock.is_some_and(TimeControl::is_slow) {
            return None;
        }
        let absence = i64::try_from(self.absence.as_millis()).unwrap_or(i64::MAX);
        Some(absence.saturating_sub(self.presence.away(turn)?).max(0))
    }

    fn touch(&self) {
        *self.touched.write().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn touched(&self) -> Instant {
        *self.touched.read().unwrap_or_else(PoisonError::into_inner)
    }
}
