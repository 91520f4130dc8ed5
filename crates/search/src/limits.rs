//! What a player may spend on a move, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

/// A budget: whichever of these is reached first ends the search. Nothing set means no limit.
///
/// With nodes or depth and a seed a search is reproducible; with time it is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Time on the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// Positions looked at, or simulations played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Threads to think on; 0 and 1 both mean one.
    #[serde(skip)]
    pub threads: usize,
    /// Find what every move is worth, not only which is best: for those who study a position.
    #[serde(skip)]
    pub study: bool,
}

impl Limits {
    /// No limit but the game's own end.
    pub const NONE: Self = Self { time: None, nodes: None, depth: None, threads: 1, study: false };

    /// This many positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// This many plies.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// This long.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// The same, but never longer than this.
    pub const fn within(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Whether nothing but the game's own end bounds the search.
    pub const fn is_unlimited(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// Each limit of `self`, or where it has none, that of `other`.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            time: self.time.or(other.time),
            nodes: self.nodes.or(other.nodes),
            depth: self.depth.or(other.depth),
            threads: self.threads.max(other.threads),
            study: self.study || other.study,
        }
    }
}

/// Tells a search to stop: by hand from another thread, or by the clock.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Stop {
    /// A stop that nobody has pulled.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same flag, which also falls after the time of these limits.
    pub fn with(&self, limits: &Limits) -> Self {
        let own = limits.time.and_then(|time| Instant::now().checked_add(time));
        let deadline = match (self.deadline, own) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { flag: Arc::clone(&self.flag), deadline }
    }

    /// Stops every search that was handed this.
    pub fn pull(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether to stop now. It may look at the clock: searches ask every few hundred nodes.
    pub fn is_pulled(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.deadline.is_some_and(|at| Instant::now() >= at)
    }

    /// A stop that falls when this flag is raised, by a signal for instance.
    pub fn by(flag: Arc<AtomicBool>) -> Self {
        Self { flag, deadline: None }
    }

    /// The flag itself, for a search that looks at its own clock.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }
}
