//! The most visited part of a tree, for those who want to see it.

use game::{Game, Seat};

use super::node::ProvenResult;
use super::tree::Tree;
use crate::{
    Algorithm, RankedNode, Score, SearchNode, SearchTree, Thought, TraceRequest, best_ranked,
};

/// The most visited nodes of a tree; values are for the seat at the root. Among more than two sides they are for the
/// seat that made the move.
pub(super) fn most_visited<G: Game>(
    tree: &Tree<G>,
    seat: Seat,
    thought: &Thought<G::Move>,
    request: &TraceRequest,
) -> SearchTree<G::Move> {
    let two_sides = tree.teams.two_sides();
    // A node that `by` moved to, so many plies from the root.
    let ranked = |at: usize, by: Seat, ply: u32| {
        let node = &tree.nodes[at];
        let own = tree.teams.allied(by, seat) || !two_sides;
        let value = match (node.proof(), own) {
            (ProvenResult::Open, own) => {
                let mean = node.mean(1.0 / node.visits.max(1) as f32);
                Score::Chance(if own { mean } else { 1.0 - mean })
            }
            (ProvenResult::Draw, _) => Score::Draw,
            (ProvenResult::Win, true) | (ProvenResult::Loss, false) => {
                Score::Win(node.plies() + ply)
            }
            (ProvenResult::Win, false) | (ProvenResult::Loss, true) => {
                Score::Loss(node.plies() + ply)
            }
        };
        let mover = (node.count > 0).then(|| node.seat());
        let shown = SearchNode {
            mover,
            maximises: mover.is_some_and(|mover| tree.teams.allied(mover, seat)),
            value: Some(if ply == 0 { thought.score } else { value }),
            below: u64::from(node.count),
            visits: Some(node.visits.into()),
            ..SearchNode::after((ply > 0).then_some(node.mv))
        };
        RankedNode { rank: node.visits.into(), handle: at, node: shown }
    };
    best_ranked(Algorithm::MonteCarlo, ranked(0, seat, 0), thought, request, |&at, shown| {
        let node = &tree.nodes[at];
        let visited = node.children().filter(|&child| tree.nodes[child].visits > 0);
        visited.map(|child| ranked(child, node.seat(), shown.ply + 1)).collect()
    })
}
