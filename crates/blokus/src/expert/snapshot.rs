//! The most visited part of the tree, for those who want to see it.

use std::collections::HashSet;

use game::Seat;
use search::{
    Algorithm, RankedNode, Score, SearchNode, SearchTree, Thought, TraceRequest, best_ranked,
};

use super::footprint::spot_of;
use super::node::Edge;
use super::tree::Tree;
use crate::mode::Mode;
use crate::moves::Move;
use crate::rules::Blokus;

/// Where a branch of the tree goes on.
struct Branch {
    /// The position, if it is in the tree.
    node: u32,
    /// The seat that plays the fourth colour of three seats there.
    shared: u8,
}

/// The most visited moves of a tree. Where several moves lead to the same position, what follows stands below the
/// most visited of them. Values are for the seat at the root; among more than two sides, for the one that made the
/// move.
pub fn most_visited(
    tree: &Tree,
    game: &Blokus,
    seat: Seat,
    thought: &Thought<Move>,
    request: &TraceRequest,
) -> SearchTree<Move> {
    let mode = game.mode();
    let two_sides = !matches!(mode, Mode::Classic | Mode::Three);
    let owner = |colour: u8, shared: u8| mode.owner(colour.into()).unwrap_or(Seat(shared % 3));
    let own_side = |mover: Seat| mover == seat || two_sides && mover.0 % 2 == seat.0 % 2;
    let show = |branch: Branch, edge: Option<&Edge>, by: Seat| {
        let position = tree.position(branch.node).map(|(node, edges)| (node.mover, edges.len()));
        let mover = position.map(|(colour, _)| owner(colour, branch.shared));
        let value = edge.map_or(thought.score, |edge| {
            let mean = edge.mean().clamp(0.0, 1.0);
            Score::Chance(if own_side(by) || !two_sides { mean } else { 1.0 - mean })
        });
        let visits = edge.map_or(thought.nodes, |edge| edge.visits.into());
        let node = SearchNode {
            mover,
            maximises: mover.is_some_and(own_side),
            value: Some(value),
            below: position.map_or(0, |(_, moves)| moves as u64),
            visits: Some(visits),
            ..SearchNode::after(edge.map(|edge| Move::Place(spot_of(edge.code))))
        };
        RankedNode { rank: visits as i64, handle: branch, node }
    };
    let mut shown = HashSet::new();
    let root = show(Branch { node: 0, shared: game.shared }, None, seat);
    best_ranked(Algorithm::MonteCarlo, root, thought, request, |branch, _| {
        let Some((node, edges)) = tree.position(branch.node) else { return Vec::new() };
        if !shown.insert(branch.node) {
            return Vec::new();
        }
        let by = owner(node.mover, branch.shared);
        let passes = mode == Mode::Three && node.mover == 3;
        let shared = (branch.shared + u8::from(passes)) % 3;
        let tried = edges.iter().filter(|edge| edge.visits > 0);
        tried.map(|edge| show(Branch { node: edge.node, shared }, Some(edge), by)).collect()
    })
}
