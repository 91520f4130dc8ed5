//! Keeps a search inside its limits: counts nodes exactly, and checks the clock now and then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Stop;

/// The time between two checks of the clock that the budget aims for.
const CHECK_INTERVAL: Duration = Duration::from_micros(200);
/// The most nodes between two checks, however fast they are.
const MAX_NODES_BETWEEN: u32 = 1024;

/// What a search may still spend.
pub(crate) struct Budget<'a> {
    stop: &'a Stop,
    /// Set when another thread has found all there is to find.
    done: Option<&'a AtomicBool>,
    max_nodes: u64,
    nodes: u64,
    /// Nodes from one check to the next, and how many of them are left.
    check_every: u32,
    until_check: u32,
    last_check: Instant,
    spent: bool,
}

impl<'a> Budget<'a> {
    /// A budget of nodes (unlimited if `None`) and of the time that `stop` leaves.
    pub fn new(nodes: Option<u64>, stop: &'a Stop) -> Self {
        Self {
            stop,
            done: None,
            max_nodes: nodes.unwrap_or(u64::MAX),
            nodes: 0,
            check_every: 1,
            until_check: 1,
            last_check: Instant::now(),
            spent: false,
        }
    }

    /// The same, also spent when this flag is set.
    pub fn until(self, done: &'a AtomicBool) -> Self {
        Self { done: Some(done), ..self }
    }

    /// Takes one node; false when there is none left.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.spent || self.nodes >= self.max_nodes {
            self.spent = true;
            return false;
        }
        self.until_check -= 1;
        if self.until_check == 0 {
            self.check();
            if self.spent {
                return false;
            }
        }
        self.nodes += 1;
        true
    }

    /// Nodes spent so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether there is nothing left.
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// When the clock was last checked.
    pub fn last_check(&self) -> Instant {
        self.last_check
    }

    /// Checks the clock and adapts how often to do so: a node of one game may take a thousand times longer than a node
    /// of another.
    #[cold]
    fn check(&mut self) {
        self.spent =
            self.stop.is_pulled() || self.done.is_some_and(|done| done.load(Ordering::Relaxed));
        let now = Instant::now();
        let elapsed = now - self.last_check;
        if elapsed > CHECK_INTERVAL * 2 {
            self.check_every = (self.check_every / 4).max(1);
        } else if elapsed < CHECK_INTERVAL {
            self.check_every = (self.check_every * 2).min(MAX_NODES_BETWEEN);
        }
        self.until_check = self.check_every;
        self.last_check = now;
    }
}
