//! The trees of levels whose own search is shown are those that the players have searched.

use catalog::{ExplainRequest, Setup, Table};
use game::Rng;
use search::{Algorithm, Limits, SearchTree, Stop};

const NODES: u64 = 1_500;
const MOST: usize = 300;

/// Parents stand before their children, a ply above them, and first moves were visited as often as there were
/// simulations. (Further down, several moves may lead to one position, which counts the visits of all.)
fn sound(tree: &SearchTree<String>, id: &str) {
    assert!(tree.nodes.len() <= MOST && tree.nodes[0].mv.is_none(), "{id}");
    for (at, node) in tree.nodes.iter().enumerate().skip(1) {
        let parent = node.parent.expect("only the root has none");
        assert!(parent < at && tree.nodes[parent].ply + 1 == node.ply, "{id}");
        assert!(node.value.is_some() && node.mv.is_some(), "{id}");
        assert_eq!(node.visits.is_some(), tree.algorithm.simulates(), "{id}");
    }
    let first = tree.nodes.iter().filter(|node| node.ply == 1);
    let visits: u64 = first.filter_map(|node| node.visits).sum();
    assert!(visits <= tree.searched && tree.searched > 0, "{id}: {visits}");
}

/// How many of a tree's nodes can be played from the position.
fn playable(tree: &SearchTree<String>, table: &dyn Table) -> usize {
    let path = |mut at: usize| {
        let mut moves = Vec::new();
        while let Some(parent) = tree.nodes[at].parent {
            moves.extend(tree.nodes[at].mv.clone());
            at = parent;
        }
        moves.into_iter().rev()
    };
    let plays = |&at: &usize| {
        let mut table = table.position(table.epoch());
        path(at).all(|text| table.play(&text).is_ok())
    };
    (0..tree.nodes.len()).filter(plays).count()
}

#[test]
fn a_tree_that_is_shown_is_the_one_that_the_player_searched() {
    for entry in catalog::games() {
        let mut shown = 0;
        for variant in entry.about().variants {
            let setup = Setup { variant: Some(variant.id.into()), seed: 3, ..Setup::default() };
            let mut table = entry.table(&setup).unwrap();
            let mut rng = Rng::new(2);
            for _ in 0..6 {
                let legal = table.legal();
                let Some(text) = rng.pick(&legal) else { break };
                table.play(text).unwrap();
            }
            if table.turn().seat().is_none() {
                continue;
            }
            for level in entry.levels() {
                let id = format!("{} {} {}", entry.about().id, variant.id, level.id);
                let request = ExplainRequest {
                    level: Some(level.id),
                    depth: Some(1),
                    nodes: NODES,
                    most: MOST,
                    moves: false,
                };
                let stop = Stop::new();
                let trees = (*entry).explain(&*table, &request, &stop).unwrap().trees;
                let own = |tree: &&SearchTree<String>| {
                    !matches!(tree.algorithm, Algorithm::Minimax | Algorithm::AlphaBeta)
                };
                let Some(tree) = trees.iter().find(own) else { continue };
                sound(tree, &id);
                let limits = Limits::nodes(NODES);
                let mut bot = (*entry).bot(level.id, 0).unwrap();
                let idea = bot.think(&*table, &limits, &stop, &mut |_| ());
                assert_eq!(tree.best, idea.best, "{id}");
                let first = tree.nodes.iter().find(|node| node.ply == 1 && node.mv == tree.best);
                assert!(first.is_some(), "{id} plays what is in its tree");
                // In imagined worlds others have other hands; whatever is known can be played.
                let known = playable(tree, &*table);
                let hidden = tree.algorithm == Algorithm::Rollouts;
                assert!(known == tree.nodes.len() || hidden && known > 1, "{id}: {known} nodes");
                shown += 1;
            }
        }
        assert!(shown > 0, "{}", entry.about().id);
    }
}
