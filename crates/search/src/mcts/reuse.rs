//! Tree reuse: keeps the subtree of the position that the game has reached.

use game::{Game, Seat};

use super::node::{Node, ProvenResult};
use super::tree::Tree;
use crate::Stop;
use crate::value::FULL_REWARD;

/// How many plies below the old root to look for the position: four seats may have moved.
const PLIES: u32 = 4;
/// How many moves to play at most in that search.
const TRIES: u32 = 20_000;

impl<G: Game> Tree<G> {
    /// Makes the node of `game` the root and keeps its subtree. `None` if the position is not within a few plies of
    /// the old root, or if there is no time to copy the subtree.
    pub fn reroot(self, old: &G, game: &G, stop: &Stop) -> Option<Self> {
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
        self.copy_subtree(at, by, seat, stop)
    }

    /// Finds the node with this key that many plies down, and the seat that moved there.
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
        for child in node.children().filter(|&child| self.nodes[child].visits > 0) {
            *tries = tries.checked_sub(1)?;
            let mut next = game.clone();
            next.play(self.nodes[child].mv);
            let found = self.find(child, &next, node.seat(), (key, plies - 1), tries);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn copy_subtree(mut self, root: usize, by: Seat, seat: Seat, stop: &Stop) -> Option<Self> {
        let mut copy = Self {
            nodes: Vec::new(),
            priors: Vec::new(),
            amaf: Vec::new(),
            available: Vec::new(),
            path: std::mem::take(&mut self.path),
            context: self.context.clone(),
            played: self.played.clone(),
            legal: std::mem::take(&mut self.legal),
            legal_children: std::mem::take(&mut self.legal_children),
            rng: self.rng.clone(),
            depth: 0,
            ..self
        };
        copy.push_from(&self, root);
        let mut at = 0;
        while at < copy.nodes.len() {
            if at % 4096 == 0 && stop.is_pulled() {
                return None;
            }
            let children = copy.nodes[at].children();
            if !children.is_empty() {
                let (first, mover) = (copy.nodes.len(), copy.nodes[at].seat());
                copy.nodes[at].expand(first, children.len(), mover);
                for child in children {
                    copy.push_from(&self, child);
                }
            }
            at += 1;
        }
        copy.take_root_viewpoint(by, seat);
        Some(copy)
    }

    /// The root takes the viewpoint of the seat that moves there, not of the one that moved before.
    fn take_root_viewpoint(&mut self, by: Seat, seat: Seat) {
        let root = self.nodes[0];
        if root.proof() != ProvenResult::Open && !self.teams.allied(by, seat) {
            self.nodes[0].prove(root.proof().flipped(), root.plies());
        }
        let total: u64 = self.nodes[self.nodes[0].children()].iter().map(Node::total).sum();
        let most = u64::from(root.visits) * u64::from(FULL_REWARD);
        self.nodes[0].set_sum(total.min(most) as u32);
    }
}
