//! The most visited part of a tree, for those who want to see it.

use std::collections::BinaryHeap;

use game::{Game, Seat};

use super::node::Proof;
use super::tree::Tree;
use crate::{Algorithm, Score, SearchNode, SearchTree, Thought, TraceRequest};

/// The most visited nodes of a tree, those above before those below; values are for the seat at the root. Among more
/// than two sides they are for the seat that made the move.
pub(super) fn most_visited<G: Game>(
    tree: Option<&Tree<G>>,
    seat: Option<Seat>,
    thought: &Thought<G::Move>,
    request: &TraceRequest,
) -> SearchTree<G::Move> {
    let mut nodes = Vec::new();
    let mut by_ply: Vec<u64> = Vec::new();
    if let (Some(tree), Some(seat)) = (tree, seat) {
        let two_sides = tree.teams.two_sides();
        // By visits; of equals the one that was added first. Then: index, parent among the recorded, ply, who moved.
        let mut waiting = BinaryHeap::from([(tree.nodes[0].visits, usize::MAX, 0, None, 0, seat)]);
        while let Some((visits, _, at, parent, ply, by)) = waiting.pop() {
            let node = &tree.nodes[at];
            let expanded = node.count > 0;
            let own = tree.teams.allied(by, seat) || !two_sides;
            let value = match (node.proof(), own) {
                (Proof::Open, own) => {
                    let mean = node.mean(1.0 / node.visits.max(1) as f32);
                    Score::Chance(if own { mean } else { 1.0 - mean })
                }
                (Proof::Draw, _) => Score::Draw,
                (Proof::Win, true) | (Proof::Loss, false) => Score::Win(node.plies() + ply),
                (Proof::Win, false) | (Proof::Loss, true) => Score::Loss(node.plies() + ply),
            };
            let mover = expanded.then(|| node.seat());
            let index = nodes.len();
            if ply > 0 {
                by_ply.resize(by_ply.len().max(ply as usize), 0);
                by_ply[ply as usize - 1] += 1;
            }
            nodes.push(SearchNode {
                parent,
                mv: (ply > 0).then_some(node.mv),
                ply,
                mover,
                maximises: mover.is_some_and(|mover| tree.teams.allied(mover, seat)),
                alpha: None,
                beta: None,
                value: Some(if ply == 0 { thought.score } else { value }),
                cut: false,
                below: u64::from(node.count),
                visits: Some(visits.into()),
            });
            if nodes.len() >= request.most {
                break;
            }
            for child in node.children() {
                let visits = tree.nodes[child].visits;
                if visits > 0 {
                    let first = usize::MAX - child;
                    waiting.push((visits, first, child, Some(index), ply + 1, node.seat()));
                }
            }
        }
    }
    SearchTree {
        algorithm: Algorithm::MonteCarlo,
        recorded_plies: by_ply.len() as u32,
        by_ply,
        nodes,
        searched: thought.nodes,
        cut: 0,
        depth: thought.depth,
        complete: true,
        best: thought.best,
    }
}
