//! The transposition table: results for positions that may be reached again.

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true value.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// The result for one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry<M> {
    pub key: u64,
    /// For the side that moves. Distances to a win are counted from this position, not from the root, so that the entry
    /// holds anywhere in the tree.
    pub value: i32,
    /// Search depth in plies; [`SOLVED_DEPTH`] if the value depends on no evaluation.
    pub depth: u16,
    pub bound: Bound,
    age: u8,
    pub best: Option<M>,
}

/// The depth of a value that no deeper search can change.
pub(super) const SOLVED_DEPTH: u16 = u16::MAX;

/// Buckets of two entries: the first prefers depth within the current search, the second is always replaced.
#[derive(Debug)]
pub(super) struct TranspositionTable<M> {
    buckets: Vec<[Option<TableEntry<M>>; 2]>,
    bits: u32,
    age: u8,
}

impl<M: Copy> TranspositionTable<M> {
    /// A table of about `2^bits` positions. It allocates when it is first used.
    pub fn new(bits: u32) -> Self {
        Self { buckets: Vec::new(), bits: bits.clamp(1, 30), age: 0 }
    }

    /// Begins a new search: entries of older ones may be replaced.
    pub fn begin(&mut self) {
        if self.buckets.is_empty() {
            self.buckets = vec![[None; 2]; 1 << (self.bits - 1)];
        }
        self.age = self.age.wrapping_add(1);
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.buckets[..])
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.buckets.fill([None; 2]);
        self.age = 0;
    }

    /// The entry of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&TableEntry<M>> {
        self.buckets[self.bucket(key)].iter().flatten().find(|entry| entry.key == key)
    }

    /// Stores an entry.
    #[inline]
    pub fn put(&mut self, key: u64, value: i32, depth: u16, bound: Bound, best: Option<M>) {
        let at = self.bucket(key);
        let [deep, last] = &mut self.buckets[at];
        let entry = TableEntry { key, value, depth, bound, age: self.age, best };
        match deep {
            Some(old) if old.key != key && old.age == self.age && old.depth > depth => {
                *last = Some(entry);
            }
            Some(old) if old.key != key => {
                *last = deep.replace(entry);
            }
            _ => {
                *deep = Some(entry);
                // A position has one entry only.
                if last.is_some_and(|last| last.key == key) {
                    *last = None;
                }
            }
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        // A game's key need not be well mixed; the high bits of this product are.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - (self.bits - 1).max(1))) as usize
            & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_entries_stay_and_the_last_one_is_there_too() {
        let mut table = TranspositionTable::new(1);
        table.begin();
        table.put(1, 10, 9, Bound::Exact, Some('a'));
        table.put(2, 20, 3, Bound::Lower, Some('b'));
        table.put(3, 30, 2, Bound::Upper, None);
        assert_eq!(table.get(1).map(|e| (e.value, e.best)), Some((10, Some('a'))));
        assert!(table.get(2).is_none());
        assert_eq!(table.get(3).map(|e| e.bound), Some(Bound::Upper));
        table.begin();
        table.put(4, 40, 1, Bound::Exact, None);
        assert_eq!(table.get(4).map(|e| e.depth), Some(1), "a new search replaces old entries");
        assert!(table.get(1).is_some(), "and moves them aside");
        table.put(1, 11, 4, Bound::Exact, None);
        assert_eq!(table.get(1).map(|e| e.value), Some(11), "one position, one entry");
        table.clear();
        assert!(table.get(4).is_none());
    }
}
