//! Which positions the threads are searching right now, so that others search something else first. The idea is that of
//! ABDADA (Weill, 1996).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// A small hash table of claims. A claim is only a hint: losing one costs time, never correctness.
pub struct CurrentlySearching {
    slots: Vec<AtomicU64>,
}

/// Holds a claim until it is dropped.
pub struct Claim<'a> {
    slot: &'a AtomicU64,
}

impl CurrentlySearching {
    pub fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    pub fn is_claimed(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// `None` if the slot is taken, by this position or another.
    pub fn claim(&self, key: u64) -> Option<Claim<'_>> {
        let slot = self.slot(key);
        slot.compare_exchange(0, key, Relaxed, Relaxed).ok().map(|_| Claim { slot })
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize]
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.slot.store(0, Relaxed);
    }
}
