//! Tree reuse: what was found about a position before it was reached.

use game::{Game, Seat};

use super::node::{Node, Proof};
use super::tree::Tree;
use crate::Stop;
use crate::value::WHOLE;

/// How many plies later the position may be: four seats may have moved.
const PLIES: u32 = 4;
/// How many moves to play in looking for it.
const TRIES: u32 = 20_000;

impl<G: Game> Tree<G> {
    /// Makes the node of `game` the root, with all that was found below it; none if it is not
    /// within a few plies of the old root, or if there is no time to move house.
    pub fn descend(self, old: &G, game: &G, stop: &Stop) -> Option<Self> {
        let (key, seat) = (game.key(), game.turn().seat()?);
        let mut tries = TRIES;
        let (at, by) =
            (0..=PLIES).find_map(|plies| self.find(0, old, seat, (key, plies), &mut tries))?;
        if self.nodes[at].count == 0 {
            return None;
        }
        if at == 0 {
            return Some(self);
        }
        self.moved(at, by, seat, stop)
    }

    /// The node this many plies down that has this key, and the seat that moved there.
    fn find(
        &self,
        at: usize,
        game: &G,
        by: Seat,
        (key, plies): (u64, u32),
        tries: &mut u32,
    ) -> Option<(usize, Seat)> {
        if plies == 0 {
            return (game.key() == key).then_some((at, by));
        }
        let node = &self.nodes[at];
        for answer in node.answers().filter(|&answer| self.nodes[answer].visits > 0) {
            *tries = tries.checked_sub(1)?;
            let mut next = game.clone();
            next.play(self.nodes[answer].mv);
            let found = self.find(answer, &next, node.seat(), (key, plies - 1), tries);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn moved(mut self, root: usize, by: Seat, seat: Seat, stop: &Stop) -> Option<Self> {
        let mut house = Self {
            nodes: Vec::new(),
            priors: Vec::new(),
            amaf: Vec::new(),
            available: Vec::new(),
            path: std::mem::take(&mut self.path),
            trail: self.trail.clone(),
            made: self.made.clone(),
            legal: std::mem::take(&mut self.legal),
            places: std::mem::take(&mut self.places),
            rng: self.rng.clone(),
            depth: 0,
            ..self
        };
        house.push_from(&self, root);
        let mut at = 0;
        while at < house.nodes.len() {
            if at % 4096 == 0 && stop.is_pulled() {
                return None;
            }
            let answers = house.nodes[at].answers();
            if !answers.is_empty() {
                let (first, mover) = (house.nodes.len(), house.nodes[at].seat());
                house.nodes[at].grow(first, answers.len(), mover);
                for answer in answers {
                    house.push_from(&self, answer);
                }
            }
            at += 1;
        }
        house.reseat(by, seat);
        Some(house)
    }

    /// The root is seen by its own seat, not by the one that moved there.
    fn reseat(&mut self, by: Seat, seat: Seat) {
        let root = self.nodes[0];
        if root.proof() != Proof::Open && !self.teams.allied(by, seat) {
            self.nodes[0].prove(root.proof().flipped(), root.plies());
        }
        let total: u64 = self.nodes[self.nodes[0].answers()].iter().map(Node::total).sum();
        let most = u64::from(root.visits) * u64::from(WHOLE);
        self.nodes[0].set_sum(total.min(most) as u32);
    }
}
