//! Tables in memory: the game as it stands, ready to answer, and a bell that rings when it changes.
//!
//! A table in memory is a cache of what is stored. Changes go one after the other: checked here,
//! stored durably, and only then shown.

mod cache;
mod change;
mod play;
mod show;
mod state;

pub(crate) use cache::Tables;
pub(crate) use play::Mover;
pub(crate) use show::{outcome_of, table_body};
pub(crate) use state::{Held, State, progress};

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

use catalog::Entry;
use tokio::sync::{Mutex, OnceCell, watch};

use crate::store::Status;
use crate::wire::AnalysisBody;

/// One table in memory.
pub(crate) struct Live {
    pub id: String,
    pub entry: &'static dyn Entry,
    /// Held from check to store to show, so that changes at this node never race each other.
    order: Mutex<()>,
    /// Never held across a wait.
    state: RwLock<State>,
    /// Rings at every change. What changed is found by comparing, so nothing can be missed.
    bell: watch::Sender<u64>,
    /// Those who watch at this node, and at others as far as we have heard.
    pub spectators: AtomicUsize,
    pub elsewhere: AtomicUsize,
    /// Somebody will ring the bell in a moment.
    pub ring_is_due: AtomicBool,
    /// A finished game is analysed once, whoever asks.
    pub analysis: OnceCell<Vec<AnalysisBody>>,
    touched: RwLock<Instant>,
}

impl Live {
    pub fn new(entry: &'static dyn Entry, state: State) -> Self {
        Self {
            id: state.row.id.clone(),
            entry,
            order: Mutex::new(()),
            state: RwLock::new(state),
            bell: watch::Sender::new(0),
            spectators: AtomicUsize::new(0),
            elsewhere: AtomicUsize::new(0),
            ring_is_due: AtomicBool::new(false),
            analysis: OnceCell::new(),
            touched: RwLock::new(Instant::now()),
        }
    }

    /// The table as it stands.
    pub fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
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

    /// How many watch, at all nodes.
    pub fn spectators(&self) -> usize {
        self.spectators.load(Relaxed) + self.elsewhere.load(Relaxed)
    }

    fn touch(&self) {
        *self.touched.write().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn touched(&self) -> Instant {
        *self.touched.read().unwrap_or_else(PoisonError::into_inner)
    }
}
