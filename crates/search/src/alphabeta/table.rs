//! The transposition table: what was found out about positions that may be reached again.

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is this or more.
    Lower,
    /// The true one is this or less.
    Upper,
}

/// What is known about one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    pub key: u64,
    /// To the side that moves; wins are counted from this position, not from the root, so that the
    /// entry holds wherever in the tree the position stands.
    pub value: i32,
    /// Plies that were looked ahead; [`TO_THE_END`] if no evaluation had a say.
    pub depth: u16,
    pub bound: Bound,
    age: u8,
    pub best: Option<M>,
}

/// The depth of a value that no deeper look can change.
pub(super) const TO_THE_END: u16 = u16::MAX;

/// Pairs of entries: the first is kept while it is deep and of this search, the second is whatever
/// came last.
#[derive(Debug)]
pub(super) struct Table<M> {
    pairs: Vec<[Option<Entry<M>>; 2]>,
    bits: u32,
    age: u8,
}

impl<M: Copy> Table<M> {
    /// A table of about `2^bits` positions, which takes its memory when it is first used.
    pub fn new(bits: u32) -> Self {
        Self { pairs: Vec::new(), bits: bits.clamp(1, 30), age: 0 }
    }

    /// Begins a new search: what older ones left may be replaced.
    pub fn begin(&mut self) {
        if self.pairs.is_empty() {
            self.pairs = vec![[None; 2]; 1 << (self.bits - 1)];
        }
        self.age = self.age.wrapping_add(1);
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.pairs[..])
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pairs.fill([None; 2]);
        self.age = 0;
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.pairs[self.place(key)].iter().flatten().find(|entry| entry.key == key)
    }

    /// Remembers.
    #[inline]
    pub fn put(&mut self, key: u64, value: i32, depth: u16, bound: Bound, best: Option<M>) {
        let place = self.place(key);
        let [deep, last] = &mut self.pairs[place];
        let entry = Entry { key, value, depth, bound, age: self.age, best };
        match deep {
            Some(old) if old.key != key && old.age == self.age && old.depth > depth => {
                *last = Some(entry);
            }
            Some(old) if old.key != key => {
                *last = deep.replace(entry);
            }
            _ => {
                *deep = Some(entry);
                // One position, one entry.
                if last.is_some_and(|last| last.key == key) {
                    *last = None;
                }
            }
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // A game's key need not be mixed well; the high bits of this product are.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - (self.bits - 1).max(1))) as usize
            & (self.pairs.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_entries_stay_and_the_last_one_is_there_too() {
        let mut table = Table::new(1);
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
