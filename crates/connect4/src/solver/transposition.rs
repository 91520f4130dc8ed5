//! The transposition table: proved bounds of scores, shared by all threads without locks.
//!
//! An entry is one atomic word, so a reader sees a whole entry or another whole entry, never half
//! of each, and no lock is needed. A bound that was proved once is true for ever, so the table is
//! never cleared between positions.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Multiplying by an odd number permutes the keys, so part of the product is the bucket's index and the rest identifies
/// the position in it without collisions.
const SPREAD: u64 = 0x9e37_9e37_79b9_7f4b;

const SCORE_BITS: u32 = 6;
const SCORE_MASK: u64 = (1 << SCORE_BITS) - 1;
/// Makes scores positive, and every entry different from the empty word.
const SCORE_SHIFT: i32 = 32;
const WORK_BITS: u32 = 6;
const WORK_MASK: u64 = (1 << WORK_BITS) - 1;
const TAG_SHIFT: u32 = 2 * SCORE_BITS + WORK_BITS;

/// A score lies between these two, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreBounds {
    /// At least this.
    pub low: i32,
    /// At most this.
    pub high: i32,
}

impl ScoreBounds {
    #[inline]
    pub const fn exactly(score: i32) -> Self {
        Self { low: score, high: score }
    }

    /// All that is known where nothing was proved.
    #[inline]
    pub const fn widest(max_score: i32) -> Self {
        Self { low: -max_score, high: max_score }
    }
}

/// The slot of a key in the table.
#[derive(Clone, Copy)]
pub struct TableSlot {
    first: usize,
    tag: u64,
}

/// Buckets of two entries: the first prefers the one that cost more work, the second is always replaced.
pub struct TranspositionTable {
    entries: Vec<AtomicU64>,
    tag_bits: u32,
}

impl TranspositionTable {
    /// A table for keys of so many bits, of at most this many bytes. The keys of a large board need a table of four
    /// megabytes at least: what an index does not tell of a key must fit into an entry.
    pub fn new(bytes: usize, key_bits: u32) -> Self {
        let least = (key_bits + TAG_SHIFT + 1).saturating_sub(u64::BITS);
        let entries = (bytes.max(1024) / 8).ilog2().max(least);
        let mut table = Self {
            entries: (0..1usize << entries).map(|_| AtomicU64::new(0)).collect(),
            tag_bits: key_bits - (entries - 1),
        };
        // The system maps pages when they are first touched, which is slow: better now than during a search.
        table.clear();
        table
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        for entry in &mut self.entries {
            // `black_box` hides the zero from the optimiser, which knows that fresh pages are zero.
            *entry.get_mut() = black_box(0);
        }
    }

    /// Where a key of so many bits has its entry: as many as the table was made for.
    #[inline]
    pub fn slot(&self, key: u64, key_bits: u32) -> TableSlot {
        let spread = key.wrapping_mul(SPREAD) & (u64::MAX >> (u64::BITS - key_bits));
        TableSlot {
            first: (spread >> self.tag_bits) as usize * 2,
            tag: spread & ((1 << self.tag_bits) - 1),
        }
    }

    /// What was proved of a position, if anything.
    #[inline]
    pub fn get(&self, slot: TableSlot) -> Option<ScoreBounds> {
        let pair = &self.entries[slot.first..slot.first + 2];
        let (kept, latest) = (pair[0].load(Relaxed), pair[1].load(Relaxed));
        if kept >> TAG_SHIFT == slot.tag && kept != 0 {
            Some(unpack(kept))
        } else if latest >> TAG_SHIFT == slot.tag && latest != 0 {
            Some(unpack(latest))
        } else {
            None
        }
    }

    /// Notes bounds that took `nodes` to prove.
    #[inline]
    pub fn put(&self, slot: TableSlot, mut bounds: ScoreBounds, nodes: u64) {
        let pair = &self.entries[slot.first..slot.first + 2];
        let (kept, latest) = (pair[0].load(Relaxed), pair[1].load(Relaxed));
        let mut work = u64::from((nodes | 1).ilog2());
        for (at, word) in [(0, kept), (1, latest)] {
            if word != 0 && word >> TAG_SHIFT == slot.tag {
                let known = unpack(word);
                bounds.low = bounds.low.max(known.low);
                bounds.high = bounds.high.min(known.high);
                work = work.max(word >> (2 * SCORE_BITS) & WORK_MASK);
                pair[at].store(pack(slot.tag, bounds, work), Relaxed);
                return;
            }
        }
        let word = pack(slot.tag, bounds, work);
        if work >= kept >> (2 * SCORE_BITS) & WORK_MASK {
            pair[1].store(kept, Relaxed);
            pair[0].store(word, Relaxed);
        } else {
            pair[1].store(word, Relaxed);
        }
    }
}

#[inline]
fn pack(tag: u64, bounds: ScoreBounds, work: u64) -> u64 {
    tag << TAG_SHIFT
        | work << (2 * SCORE_BITS)
        | ((bounds.low + SCORE_SHIFT) as u64) << SCORE_BITS
        | (bounds.high + SCORE_SHIFT) as u64
}

#[inline]
fn unpack(word: u64) -> ScoreBounds {
    ScoreBounds {
        low: (word >> SCORE_BITS & SCORE_MASK) as i32 - SCORE_SHIFT,
        high: (word & SCORE_MASK) as i32 - SCORE_SHIFT,
    }
}
