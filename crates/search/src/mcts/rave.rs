//! RAVE: all-moves-as-first statistics. A move learns from the same move made later in the same simulation.

use std::hash::{Hash, Hasher};

use game::{Game, MAX_SEATS, Seat};

use super::tree::Tree;
use crate::hash::FoldHasher;

/// Visits and rewards of the simulations in which the move was made, now or later (AMAF: all moves as first).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Amaf {
    pub visits: u32,
    pub sum: u32,
}

/// Who made which move in this simulation, and when last. A hash table with open addressing; a new simulation number
/// empties it at no cost.
#[derive(Clone, Debug)]
pub(super) struct PlayedMoves<M> {
    slots: Vec<Option<Slot<M>>>,
    simulation: u32,
    filled: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot<M> {
    simulation: u32,
    ply: u32,
    seat: Seat,
    mv: M,
}

const SLOTS: usize = 1024;

impl<M: Copy + Eq + Hash> PlayedMoves<M> {
    pub fn new() -> Self {
        Self { slots: Vec::new(), simulation: 0, filled: 0 }
    }

    fn begin(&mut self) {
        self.filled = 0;
        self.simulation = self.simulation.wrapping_add(1);
        if self.slots.is_empty() || self.simulation == 0 {
            self.slots.clear();
            self.slots.resize(SLOTS, None);
            self.simulation = 1;
        }
    }

    fn find(&self, seat: Seat, mv: M) -> usize {
        let mut hasher = FoldHasher::default();
        (seat.0, mv).hash(&mut hasher);
        let mut at = (hasher.finish() >> 54) as usize % SLOTS;
        loop {
            match self.slots[at] {
                Some(slot) if slot.simulation == self.simulation => {
                    if slot.seat == seat && slot.mv == mv {
                        return at;
                    }
                    at = (at + 1) % SLOTS;
                }
                _ => return at,
            }
        }
    }

    fn note(&mut self, seat: Seat, mv: M, ply: u32) {
        let at = self.find(seat, mv);
        let known = self.slots[at].is_some_and(|slot| slot.simulation == self.simulation);
        // Past a load of three quarters, the moves of a very long game are left out.
        if known || self.filled < SLOTS * 3 / 4 {
            self.filled += usize::from(!known);
            self.slots[at] = Some(Slot { simulation: self.simulation, ply, seat, mv });
        }
    }

    fn contains_since(&self, seat: Seat, mv: M, since: u32) -> bool {
        let slot = self.slots[self.find(seat, mv)];
        slot.is_some_and(|slot| slot.simulation == self.simulation && slot.ply >= since)
    }
}

impl<G: Game> Tree<G> {
    /// Credits the siblings along the path with the rewards, if the same move was made later on.
    pub fn back_up_rave(&mut self, rewards: &[u32; MAX_SEATS]) {
        self.played.begin();
        for (ply, step) in self.path.iter().enumerate().skip(1) {
            self.played.note(step.by, self.nodes[step.node as usize].mv, ply as u32);
        }
        for (ply, &(seat, mv)) in self.context.played().iter().enumerate() {
            self.played.note(seat, mv, (self.path.len() + ply) as u32);
        }
        for ply in 1..=self.path.len() {
            let parent = &self.nodes[self.path[ply - 1].node as usize];
            // The last node of the path has children too, if the tree was full below it.
            let seat = parent.seat();
            for at in parent.children() {
                if self.played.contains_since(seat, self.nodes[at].mv, ply as u32) {
                    self.amaf[at].visits += 1;
                    self.amaf[at].sum += rewards[seat.index()];
                }
            }
        }
    }
}
