//! The best part of a tree that a search has grown: whoever kept the tree ranks its nodes, and the best are recorded.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Algorithm, SearchNode, SearchTree, TraceRequest};
use crate::Thought;

/// A node that could be recorded.
pub struct RankedNode<M, H> {
    /// Of all nodes below recorded ones, the one with the highest rank is recorded next; of equals the first.
    pub rank: i64,
    /// How the search finds the node again.
    pub handle: H,
    /// The node; its parent and its ply are filled in here.
    pub node: SearchNode<M>,
}

/// The best ranked nodes of a tree, those above before those below. `children` lists what is below a node.
pub fn best_ranked<M: Copy, H>(
    algorithm: Algorithm,
    root: RankedNode<M, H>,
    thought: &Thought<M>,
    request: &TraceRequest,
    mut children: impl FnMut(&H, &SearchNode<M>) -> Vec<RankedNode<M, H>>,
) -> SearchTree<M> {
    let mut seen = vec![Some(root)];
    let mut waiting = BinaryHeap::from([(i64::MAX, Reverse(0))]);
    let mut nodes: Vec<SearchNode<M>> = Vec::new();
    let mut by_ply: Vec<u64> = Vec::new();
    while let Some((_, Reverse(at))) = waiting.pop() {
        let Some(RankedNode { handle, node, .. }) = seen[at].take() else { continue };
        let index = nodes.len();
        let ply = node.ply as usize;
        if ply > 0 {
            by_ply.resize(by_ply.len().max(ply), 0);
            by_ply[ply - 1] += 1;
        }
        nodes.push(node);
        if nodes.len() >= request.most {
            break;
        }
        for child in children(&handle, &node) {
            waiting.push((child.rank, Reverse(seen.len())));
            let node = SearchNode { parent: Some(index), ply: node.ply + 1, ..child.node };
            seen.push(Some(RankedNode { node, ..child }));
        }
    }
    SearchTree {
        algorithm,
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
