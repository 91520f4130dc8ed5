//! The most promising part of the expert's search, as a tree of placements.

use game::{Game, Seat};
use search::{
    Algorithm, RankedNode, Score, SearchNode, SearchTree, Thought, TraceRequest, best_ranked,
};

use crate::guideline::player::named;
use crate::guideline::search::AttackSearch;
use crate::moves::Placement;
use crate::rules::Tetris;

/// The placements that lead deepest, and of those the ones that are worth most. The value of each is that of the best
/// well that was found below it.
pub(super) fn most_promising(
    search: &AttackSearch,
    game: &Tetris,
    thought: &Thought<Placement>,
    request: &TraceRequest,
) -> SearchTree<Placement> {
    let best = search.best_below();
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); search.nodes.len()];
    let mut below = vec![0u64; search.nodes.len()];
    for at in (1..search.nodes.len()).rev() {
        let parent = search.nodes[at].parent as usize;
        below[parent] += 1 + below[at];
        next[parent].push(at);
    }
    let show = |at: usize| {
        let (node, (deep, worth)) = (&search.nodes[at], best[at]);
        let root = node.ply == search.base;
        let shown = SearchNode {
            mover: Some(Seat(0)),
            maximises: true,
            value: Some(if root { thought.score } else { Score::Points(worth) }),
            below: below[at],
            ..SearchNode::after((!root).then(|| named(node.placement)))
        };
        RankedNode {
            rank: (i64::from(deep) << 32) + (i64::from(worth) - i64::from(i32::MIN)),
            handle: at,
            node: shown,
        }
    };
    best_ranked(Algorithm::BestFirst, show(0), thought, request, |&at, shown| {
        // Where pieces may only be dropped straight, the search has seen too much.
        let legal =
            |at: &usize| shown.ply > 0 || game.check(named(search.nodes[*at].placement)).is_ok();
        next[at].iter().copied().filter(legal).map(show).collect()
    })
}
