//! States of a game along its way, so that going back replays a few moves and not the whole game.

use std::sync::Arc;

/// A state is kept every so many moves at first.
const EVERY: usize = 64;
/// At most so many are kept: a longer game keeps every second one of them and goes on with twice the distance.
const MOST: usize = 128;

/// Some of the states that a game went through.
#[derive(Clone)]
pub(crate) struct Snapshots<G> {
    every: usize,
    /// With the number of moves that led to each, in ascending order.
    kept: Vec<(usize, Arc<G>)>,
}

impl<G: Clone> Snapshots<G> {
    pub fn new() -> Self {
        Self { every: EVERY, kept: Vec::new() }
    }

    /// Looks at the state after a move, and keeps it if it is one of those to keep.
    pub fn note(&mut self, epoch: usize, state: &G) {
        if !epoch.is_multiple_of(self.every) {
            return;
        }
        if self.kept.len() == MOST {
            self.every *= 2;
            let every = self.every;
            self.kept.retain(|(epoch, _)| epoch.is_multiple_of(every));
            if !epoch.is_multiple_of(every) {
                return;
            }
        }
        self.kept.push((epoch, Arc::new(state.clone())));
    }

    /// The last one that is not after this epoch.
    pub fn before(&self, epoch: usize) -> Option<(usize, &G)> {
        let after = self.kept.partition_point(|(at, _)| *at <= epoch);
        self.kept[..after].last().map(|(at, state)| (*at, &**state))
    }

    /// Forgets those after an epoch, because those moves were taken back.
    pub fn truncate(&mut self, epoch: usize) {
        let after = self.kept.partition_point(|(at, _)| *at <= epoch);
        self.kept.truncate(after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_keeps_a_bounded_number_at_growing_distances() {
        let mut snapshots = Snapshots::new();
        for epoch in 1..=100_000 {
            snapshots.note(epoch, &epoch);
        }
        assert!(snapshots.kept.len() <= MOST);
        assert!(snapshots.before(10).is_none());
        for epoch in [2_048, 50_000, 99_999, 100_000] {
            let (at, &state) = snapshots.before(epoch).expect("one is kept before");
            assert_eq!(at, state);
            assert!(at <= epoch && epoch - at < 2 * 100_000 / (MOST / 2), "{at} before {epoch}");
        }
        snapshots.truncate(50_000);
        let (at, _) = snapshots.before(100_000).expect("one is left");
        assert!(at <= 50_000);
    }
}
