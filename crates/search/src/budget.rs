//! Keeps a search inside its limits: counts nodes exactly, and looks at the clock now and then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Stop;

/// Between two looks at the clock there should be about this much work.
const PACE: Duration = Duration::from_micros(200);
/// However quick the nodes are, look after this many.
const MOST_BETWEEN: u32 = 1024;

/// What a search may still spend.
pub(crate) struct Budget<'a> {
    stop: &'a Stop,
    /// Falls when another thread has found all there is to find.
    done: Option<&'a AtomicBool>,
    most: u64,
    nodes: u64,
    between: u32,
    left: u32,
    looked: Instant,
    spent: bool,
}

impl<'a> Budget<'a> {
    /// A budget of nodes (all there are, if none is given) and of whatever time `stop` leaves.
    pub fn new(nodes: Option<u64>, stop: &'a Stop) -> Self {
        Self {
            stop,
            done: None,
            most: nodes.unwrap_or(u64::MAX),
            nodes: 0,
            between: 1,
            left: 1,
            looked: Instant::now(),
            spent: false,
        }
    }

    /// The same, which is also spent when this flag falls.
    pub fn until(self, done: &'a AtomicBool) -> Self {
        Self { done: Some(done), ..self }
    }

    /// Takes one node; false when there is none left.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.spent || self.nodes >= self.most {
            self.spent = true;
            return false;
        }
        self.left -= 1;
        if self.left == 0 {
            self.look();
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

    /// When the clock was last looked at.
    pub fn looked(&self) -> Instant {
        self.looked
    }

    /// Looks at the clock, and learns how often to look: nodes of one game take a thousand times
    /// longer than nodes of another.
    #[cold]
    fn look(&mut self) {
        self.spent =
            self.stop.is_pulled() || self.done.is_some_and(|done| done.load(Ordering::Relaxed));
        let now = Instant::now();
        let took = now - self.looked;
        if took > PACE * 2 {
            self.between = (self.between / 4).max(1);
        } else if took < PACE {
            self.between = (self.between * 2).min(MOST_BETWEEN);
        }
        self.left = self.between;
        self.looked = now;
    }
}
