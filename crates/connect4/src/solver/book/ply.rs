//! All positions with the same number of stones, in the book's fixed order.

use super::{COLUMNS, UNKNOWN};
use crate::solver::Position;

/// The positions with some number of stones, one of each pair of mirror images, in the order of
/// their canonical keys. Neighbours in that order differ in the leftmost columns only, so they
/// share most of their search.
pub struct Ply {
    /// All of them, since a win that was overlooked leads to the next ply.
    all: Vec<u64>,
    /// Those without a win at once: only they need a score.
    keys: Vec<u64>,
    scores: Vec<i8>,
}

impl Ply {
    /// The empty board alone.
    pub fn empty_board() -> Self {
        Self::of(vec![Position::EMPTY.canonical_key()])
    }

    /// This ply and all before it.
    pub fn list_up_to(depth: u32) -> Vec<Self> {
        let mut plies = vec![Self::empty_board()];
        for ply in 0..depth as usize {
            let next = plies[ply].next();
            plies.push(next);
        }
        plies
    }

    fn of(all: Vec<u64>) -> Self {
        let keys: Vec<u64> =
            all.iter().copied().filter(|&key| !Position::from_key(key).can_win()).collect();
        Self { scores: vec![UNKNOWN; keys.len()], all, keys }
    }

    /// The ply after this one.
    pub fn next(&self) -> Self {
        let mut all = Vec::with_capacity(self.all.len() * COLUMNS);
        for &key in &self.all {
            let position = Position::from_key(key);
            for column in 0..COLUMNS {
                if position.can_play(column) && !position.wins_with(column) {
                    all.push(position.after(column).canonical_key());
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        Self::of(all)
    }

    /// How many positions need a score.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// How many have one.
    pub fn known(&self) -> usize {
        self.scores.iter().filter(|&&score| score != UNKNOWN).count()
    }

    /// The position with this number in the order.
    pub fn position(&self, index: usize) -> Position {
        Position::from_key(self.keys[index])
    }

    /// Takes the scores of the first positions, a byte each, at most as many as there are positions.
    pub fn set_scores(&mut self, bytes: &[u8]) {
        for (score, &byte) in self.scores.iter_mut().zip(bytes) {
            *score = byte as i8;
        }
    }

    /// Fills in the scores by a search of one ply.
    pub fn derive_from(&mut self, next: &Self) {
        for (score, &key) in self.scores.iter_mut().zip(&self.keys) {
            let position = Position::from_key(key);
            let best = (0..COLUMNS)
                .filter(|&column| position.can_play(column))
                .map(|column| {
                    let child = position.after(column);
                    if child.can_win() {
                        Some(-child.winning_score())
                    } else {
                        next.score(child.canonical_key()).map(|score| -score)
                    }
                })
                .try_fold(i32::MIN, |best, score| Some(best.max(score?)));
            *score = best.map_or(UNKNOWN, |best| best as i8);
        }
    }

    /// The score of the position with this canonical key.
    pub fn score(&self, canonical_key: u64) -> Option<i32> {
        let index = self.keys.binary_search(&canonical_key).ok()?;
        let score = self.scores[index];
        (score != UNKNOWN).then(|| i32::from(score))
    }
}
