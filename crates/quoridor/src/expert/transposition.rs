//! The transposition table.

use super::alphabeta::DECIDED;
use super::state::PackedMove;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is the true score.
    Exact,
}

/// The result for one position.
#[derive(Clone, Copy)]
pub(crate) struct TableEntry {
    key: u64,
    pub best: PackedMove,
    pub score: i16,
    pub depth: i8,
    bound: u8,
    age: u8,
}

impl TableEntry {
    const EMPTY: Self =
        Self { key: 0, best: PackedMove::NONE, score: 0, depth: -1, bound: 0, age: 0 };

    pub fn bound(&self) -> Bound {
        match self.bound {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        }
    }
}

/// Two entries: the first prefers depth, the second is always replaced. Aligned, so that both share a cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([TableEntry; 2]);

/// The table.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    mask: usize,
    age: u8,
}

impl TranspositionTable {
    pub fn new(bits: u32) -> Self {
        let size = 1usize << bits.max(1) >> 1;
        Self { buckets: vec![Bucket([TableEntry::EMPTY; 2]); size], mask: size - 1, age: 0 }
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.buckets[..])
    }

    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([TableEntry::EMPTY; 2]));
        self.age = 0;
    }

    /// Begins a new search: entries of older ones may be replaced.
    pub fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        let Bucket(entries) = &self.buckets[key as usize & self.mask];
        entries.iter().find(|entry| entry.key == key && entry.depth >= 0).copied()
    }

    #[inline]
    pub fn put(&mut self, key: u64, best: PackedMove, score: i32, depth: i32, bound: Bound) {
        let Bucket(entries) = &mut self.buckets[key as usize & self.mask];
        let first = entries[0];
        let entry = TableEntry {
            key,
            best,
            score: score as i16,
            depth: depth.clamp(0, 100) as i8,
            bound: bound as u8,
            age: self.age,
        };
        if first.key == key || first.age != self.age || i32::from(first.depth) <= depth {
            if first.key != key {
                entries[1] = first;
            }
            entries[0] = entry;
        } else {
            entries[1] = entry;
        }
    }
}

/// In the table, the distance of a win is counted from the position, not from the root.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    match () {
        () if score > DECIDED => score + ply as i32,
        () if score < -DECIDED => score - ply as i32,
        () => score,
    }
}

/// The score of an entry, with the distance of a win counted from the root.
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    match () {
        () if score > DECIDED => score - ply as i32,
        () if score < -DECIDED => score + ply as i32,
        () => score,
    }
}
