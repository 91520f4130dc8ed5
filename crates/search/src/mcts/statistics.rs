//! Sums the statistics of the root's moves over the trees of all threads, and makes a thought of them.

use std::cmp::Reverse;
use std::collections::HashMap;

use game::Game;

use super::node::{Node, ProvenResult};
use super::tree::Tree;
use crate::value::FULL_REWARD;
use crate::{MoveScore, Score, Thought};

/// The statistics of a move, summed over all trees.
#[derive(Clone, Copy)]
struct MoveStatistics<M> {
    mv: M,
    visits: u64,
    total: u64,
    proof: ProvenResult,
    plies: u32,
}

impl<M: Copy> MoveStatistics<M> {
    fn add(&mut self, node: &Node<M>) {
        self.visits += u64::from(node.visits);
        self.total += node.total();
        if node.proof() != ProvenResult::Open && self.proof == ProvenResult::Open {
            (self.proof, self.plies) = (node.proof(), node.plies());
        }
    }

    fn mean(&self) -> f32 {
        if self.visits == 0 {
            0.5
        } else {
            self.total as f32 / (self.visits * u64::from(FULL_REWARD)) as f32
        }
    }

    fn score(&self) -> Score {
        match self.proof {
            ProvenResult::Open => Score::Chance(self.mean()),
            ProvenResult::Win => Score::Win(self.plies + 1),
            ProvenResult::Loss => Score::Loss(self.plies + 1),
            ProvenResult::Draw => Score::Draw,
        }
    }

    /// Orders moves by how good they are to play: a proven win first, the sooner the better; a proven loss last, the
    /// later the better; otherwise the most visited (robust child).
    fn rank(&self) -> (u8, Reverse<u32>, u64, u64) {
        match self.proof {
            ProvenResult::Win => (3, Reverse(self.plies), self.visits, self.total),
            ProvenResult::Open | ProvenResult::Draw => (2, Reverse(0), self.visits, self.total),
            ProvenResult::Loss => (1, Reverse(u32::MAX - self.plies), self.visits, self.total),
        }
    }
}

/// What the trees say about the position with these legal moves.
pub(super) fn thought<G: Game>(trees: &[Tree<G>], legal: &[G::Move]) -> Thought<G::Move> {
    let open =
        |&mv| MoveStatistics { mv, visits: 0, total: 0, proof: ProvenResult::Open, plies: 0 };
    let mut statistics: Vec<_> = legal.iter().map(open).collect();
    let index: HashMap<G::Move, usize> =
        legal.iter().enumerate().map(|(at, &mv)| (mv, at)).collect();
    for tree in trees {
        for node in &tree.nodes[tree.nodes[0].children()] {
            if let Some(&at) = index.get(&node.mv) {
                statistics[at].add(node);
            }
        }
    }
    // The sort is stable: equal moves stay in legal order.
    statistics.sort_by_key(|entry| Reverse(entry.rank()));
    let best = statistics.first();
    let score = match best {
        Some(best) if best.proof == ProvenResult::Win => best.score(),
        Some(best) if statistics.iter().all(|entry| entry.proof != ProvenResult::Open) => {
            // All is proven: a draw counts for more than a loss, however often it was visited.
            let drawn = statistics.iter().any(|entry| entry.proof == ProvenResult::Draw);
            if drawn { Score::Draw } else { best.score() }
        }
        Some(best) => Score::Chance(best.mean()),
        None => Score::Draw,
    };
    let moves = statistics
        .iter()
        .filter(|entry| entry.visits > 0)
        .map(|entry| MoveScore { mv: entry.mv, score: entry.score() })
        .collect();
    Thought {
        best: best.map(|best| best.mv),
        score,
        line: best.map(|best| principal_variation(trees, best.mv)).unwrap_or_default(),
        moves,
        nodes: 0,
        depth: trees.iter().map(|tree| tree.depth).max().unwrap_or(0) as u32,
    }
}

/// The principal variation after a move: the most visited children, as long as the visits are more than accident.
fn principal_variation<G: Game>(trees: &[Tree<G>], mv: G::Move) -> Vec<G::Move> {
    let mut line = vec![mv];
    let Some(tree) = trees.first() else {
        return line;
    };
    let at_root = || tree.nodes[0].children().find(|&at| tree.nodes[at].mv == mv);
    let mut at = at_root();
    while let Some(node) = at {
        let rank = |&at: &usize| {
            let node = &tree.nodes[at];
            let entry = MoveStatistics {
                mv: node.mv,
                visits: u64::from(node.visits),
                total: node.total(),
                proof: node.proof(),
                plies: node.plies(),
            };
            entry.rank()
        };
        at = tree.nodes[node].children().max_by_key(rank);
        if let Some(next) = at.filter(|&next| tree.nodes[next].visits >= 4) {
            line.push(tree.nodes[next].mv);
        } else {
            break;
        }
    }
    line
}
