//! Move ordering: killer moves and the history heuristic.

use std::hash::{Hash, Hasher};

use crate::hash::FoldHasher;

/// History counters, indexed by a hash of the move; a rare collision costs a little order and nothing else.
const COUNTERS: usize = 1 << 12;

/// A move with its rank in the search order.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove<M> {
    pub mv: M,
    pub rank: i32,
    /// Its index in legal order.
    pub index: u32,
}

/// What the search has learnt about moves.
#[derive(Debug)]
pub(super) struct MoveOrdering<M> {
    /// For each ply, the last two moves that caused a cutoff there.
    killers: Vec<[Option<M>; 2]>,
    /// For the others and for our side, how often each move caused a cutoff, weighted by depth.
    history: [Vec<i32>; 2],
}

impl<M: Copy + Eq + Hash> MoveOrdering<M> {
    pub fn new() -> Self {
        Self { killers: Vec::new(), history: [Vec::new(), Vec::new()] }
    }

    /// Begins a new search: plies have shifted, and old counts matter less.
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

    /// Notes that a move caused a beta cutoff.
    pub fn note_cutoff(&mut self, mv: M, ply: usize, depth: u32, ours: bool) {
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

    /// The rank of a move; higher ranks are searched first.
    pub fn rank(&self, mv: M, ply: usize, ours: bool) -> i32 {
        match self.killers.get(ply) {
            Some([Some(first), _]) if *first == mv => 1 << 30,
            Some([_, Some(second)]) if *second == mv => 1 << 29,
            _ => self.history[usize::from(ours)][counter(&mv)],
        }
    }
}

fn counter<M: Hash>(mv: &M) -> usize {
    let mut hasher = FoldHasher::default();
    mv.hash(&mut hasher);
    (hasher.finish() >> (64 - COUNTERS.trailing_zeros())) as usize
}
