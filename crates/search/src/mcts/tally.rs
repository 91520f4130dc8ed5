//! From one tree or several to a thought: what each move at the root is worth.

use std::cmp::Reverse;
use std::collections::HashMap;

use game::Game;

use super::node::{Node, Proof};
use super::tree::Tree;
use crate::value::WHOLE;
use crate::{MoveScore, Score, Thought};

/// What all trees together know of a move.
#[derive(Clone, Copy)]
struct Tally<M> {
    mv: M,
    visits: u64,
    total: u64,
    proof: Proof,
    plies: u32,
}

impl<M: Copy> Tally<M> {
    fn add(&mut self, node: &Node<M>) {
        self.visits += u64::from(node.visits);
        self.total += node.total();
        if node.proof() != Proof::Open && self.proof == Proof::Open {
            (self.proof, self.plies) = (node.proof(), node.plies());
        }
    }

    fn mean(&self) -> f32 {
        if self.visits == 0 {
            0.5
        } else {
            self.total as f32 / (self.visits * u64::from(WHOLE)) as f32
        }
    }

    fn score(&self) -> Score {
        match self.proof {
            Proof::Open => Score::Chance(self.mean()),
            Proof::Win => Score::Win(self.plies + 1),
            Proof::Loss => Score::Loss(self.plies + 1),
            Proof::Draw => Score::Draw,
        }
    }

    /// What makes a move the better one to play: a sure win, the sooner the better; no sure loss,
    /// or the later the better; and then whatever was tried most.
    fn rank(&self) -> (u8, Reverse<u32>, u64, u64) {
        match self.proof {
            Proof::Win => (3, Reverse(self.plies), self.visits, self.total),
            Proof::Open | Proof::Draw => (2, Reverse(0), self.visits, self.total),
            Proof::Loss => (1, Reverse(u32::MAX - self.plies), self.visits, self.total),
        }
    }
}

/// What the trees think of the position whose legal moves these are.
pub(super) fn thought<G: Game>(trees: &[Tree<G>], legal: &[G::Move]) -> Thought<G::Move> {
    let open = |&mv| Tally { mv, visits: 0, total: 0, proof: Proof::Open, plies: 0 };
    let mut tallies: Vec<_> = legal.iter().map(open).collect();
    let places: HashMap<G::Move, usize> =
        legal.iter().enumerate().map(|(at, &mv)| (mv, at)).collect();
    for tree in trees {
        for node in &tree.nodes[tree.nodes[0].answers()] {
            if let Some(&at) = places.get(&node.mv) {
                tallies[at].add(node);
            }
        }
    }
    // Equals stay in legal order.
    tallies.sort_by_key(|tally| Reverse(tally.rank()));
    let best = tallies.first();
    let score = match best {
        Some(best) if best.proof == Proof::Win => best.score(),
        Some(best) if tallies.iter().all(|tally| tally.proof != Proof::Open) => {
            // All is settled: a draw counts as more than a loss, however often it was tried.
            let drawn = tallies.iter().any(|tally| tally.proof == Proof::Draw);
            if drawn { Score::Draw } else { best.score() }
        }
        Some(best) => Score::Chance(best.mean()),
        None => Score::Draw,
    };
    let moves = tallies
        .iter()
        .filter(|tally| tally.visits > 0)
        .map(|tally| MoveScore { mv: tally.mv, score: tally.score() })
        .collect();
    Thought {
        best: best.map(|best| best.mv),
        score,
        line: best.map(|best| line(trees, best.mv)).unwrap_or_default(),
        moves,
        nodes: 0,
        depth: trees.iter().map(|tree| tree.depth).max().unwrap_or(0) as u32,
    }
}

/// The most tried answers after a move, as long as they were tried more than by accident.
fn line<G: Game>(trees: &[Tree<G>], mv: G::Move) -> Vec<G::Move> {
    let mut line = vec![mv];
    let Some(tree) = trees.first() else {
        return line;
    };
    let at_root = || tree.nodes[0].answers().find(|&at| tree.nodes[at].mv == mv);
    let mut at = at_root();
    while let Some(node) = at {
        let rank = |&at: &usize| {
            let node = &tree.nodes[at];
            let tally = Tally {
                mv: node.mv,
                visits: u64::from(node.visits),
                total: node.total(),
                proof: node.proof(),
                plies: node.plies(),
            };
            tally.rank()
        };
        at = tree.nodes[node].answers().max_by_key(rank);
        if let Some(next) = at.filter(|&next| tree.nodes[next].visits >= 4) {
            line.push(tree.nodes[next].mv);
        } else {
            break;
        }
    }
    line
}
