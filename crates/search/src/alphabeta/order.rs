//! Which moves to look at first: those that refuted something near here, and often.

use std::hash::{Hash, Hasher};

/// Counters that moves share by their hash; a rare mix-up costs a little order, nothing else.
const COUNTERS: usize = 1 << 12;

/// A move in the order in which it is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    pub mv: M,
    pub rank: i32,
    /// Its place in legal order.
    pub index: u32,
}

/// What was learnt about moves on the way.
#[derive(Debug)]
pub(super) struct Memory<M> {
    /// For each ply, the last two moves that refuted a position there.
    killers: Vec<[Option<M>; 2]>,
    /// For our side and the others, how much each move has refuted.
    history: [Vec<i32>; 2],
}

impl<M: Copy + Eq + Hash> Memory<M> {
    pub fn new() -> Self {
        Self { killers: Vec::new(), history: [Vec::new(), Vec::new()] }
    }

    /// A new search: plies have moved, old counts matter less.
    pub fn begin(&mut self) {
        self.killers.clear();
        for counts in &mut self.history {
            counts.resize(COUNTERS, 0);
            counts.iter_mut().for_each(|count| *count /= 8);
        }
    }

    pub fn clear(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(Vec::clear);
    }

    /// A move refuted a position.
    pub fn refuted(&mut self, mv: M, ply: usize, depth: u32, ours: bool) {
        while self.killers.len() <= ply {
            self.killers.push([None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = &mut self.history[usize::from(ours)][counter(&mv)];
        *count = count.saturating_add((depth * depth) as i32).min(1 << 28);
    }

    /// How soon to look at a move; more is sooner.
    pub fn rank(&self, mv: M, ply: usize, ours: bool) -> i32 {
        match self.killers.get(ply) {
            Some([Some(first), _]) if *first == mv => 1 << 30,
            Some([_, Some(second)]) if *second == mv => 1 << 29,
            _ => self.history[usize::from(ours)][counter(&mv)],
        }
    }
}

fn counter<M: Hash>(mv: &M) -> usize {
    let mut fold = Fold(0);
    mv.hash(&mut fold);
    (fold.finish() >> (64 - COUNTERS.trailing_zeros())) as usize
}

/// A quick hash, the same on every machine and in every run.
#[derive(Default)]
pub(crate) struct Fold(u64);

impl Fold {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.mix(u64::from(byte)));
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.mix(u64::from(n));
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.mix(n as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
