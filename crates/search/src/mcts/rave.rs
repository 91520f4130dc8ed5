//! All moves as first: a move learns from the same move made later in the same simulation.

use std::hash::{Hash, Hasher};

use game::{Game, MAX_SEATS, Seat};

use super::tree::Tree;
use crate::alphabeta::Fold;

/// What came of simulations in which the move was made, now or later.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Amaf {
    pub visits: u32,
    pub sum: u32,
}

/// Who made which move in this simulation, and when last. A table that is emptied by counting on.
#[derive(Clone, Debug)]
pub(super) struct Made<M> {
    slots: Vec<Option<Slot<M>>>,
    simulation: u32,
    held: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot<M> {
    simulation: u32,
    ply: u32,
    seat: Seat,
    mv: M,
}

const SLOTS: usize = 1024;

impl<M: Copy + Eq + Hash> Made<M> {
    pub fn new() -> Self {
        Self { slots: Vec::new(), simulation: 0, held: 0 }
    }

    fn begin(&mut self) {
        self.held = 0;
        self.simulation = self.simulation.wrapping_add(1);
        if self.slots.is_empty() || self.simulation == 0 {
            self.slots.clear();
            self.slots.resize(SLOTS, None);
            self.simulation = 1;
        }
    }

    fn find(&self, seat: Seat, mv: M) -> usize {
        let mut fold = Fold::default();
        (seat.0, mv).hash(&mut fold);
        let mut at = (fold.finish() >> 54) as usize % SLOTS;
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
        // Beyond three quarters the moves of a very long game are left out.
        if known || self.held < SLOTS * 3 / 4 {
            self.held += usize::from(!known);
            self.slots[at] = Some(Slot { simulation: self.simulation, ply, seat, mv });
        }
    }

    fn is_made(&self, seat: Seat, mv: M, since: u32) -> bool {
        let slot = self.slots[self.find(seat, mv)];
        slot.is_some_and(|slot| slot.simulation == self.simulation && slot.ply >= since)
    }
}

impl<G: Game> Tree<G> {
    /// Tells the moves beside the path what came of the simulation, if they were made later on.
    pub fn back_up_rave(&mut self, parts: &[u32; MAX_SEATS]) {
        self.made.begin();
        for (ply, step) in self.path.iter().enumerate().skip(1) {
            self.made.note(step.by, self.nodes[step.node as usize].mv, ply as u32);
        }
        for (ply, &(seat, mv)) in self.trail.played().iter().enumerate() {
            self.made.note(seat, mv, (self.path.len() + ply) as u32);
        }
        for ply in 1..=self.path.len() {
            let parent = &self.nodes[self.path[ply - 1].node as usize];
            // The last node of the path has answers too, if the tree was full below it.
            let seat = parent.seat();
            for at in parent.answers() {
                if self.made.is_made(seat, self.nodes[at].mv, ply as u32) {
                    self.amaf[at].visits += 1;
                    self.amaf[at].sum += parts[seat.index()];
                }
            }
        }
    }
}
