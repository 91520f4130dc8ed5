//! A watched search is the search itself, and a recorded tree tells the truth about it.

mod common;

use common::forest::{self, Forest};
use common::noughts::{self, Noughts};
use common::{naive, number, random_position};
use game::{Game, Seat};
use search::{
    Algorithm, AlphaBeta, AlphaBetaOptions, Evaluate, Limits, Mcts, MctsOptions, Minimax, Player,
    Score, SearchTree, Stop, TraceRequest, trace_lookahead,
};

const REQUEST: TraceRequest = TraceRequest { depth: 3, nodes: 1_000_000, most: 100_000, seed: 0 };

/// Same value, same move, same number of nodes as the player that nobody watches; and both trees are sound.
fn compare<G: Game>(game: &G, judge: impl Fn(&G, Seat) -> i32 + Copy + Send + Sync) -> (u64, u64) {
    let seat = game.turn().seat().expect("in play");
    let evaluation: &dyn Evaluate<G> = &judge;
    let trees = trace_lookahead(game, evaluation, &REQUEST, &Stop::new());
    let [minimax, alpha_beta] = &trees[..] else { panic!("two trees") };
    let ask = |player: &mut dyn Player<G>| {
        player.think(game, &Limits::depth(REQUEST.depth), &Stop::new(), &mut |_| ())
    };
    let own = ask(&mut Minimax::new(judge, REQUEST.depth));
    assert_eq!((minimax.searched, minimax.best), (own.nodes, own.best));
    let own = ask(&mut AlphaBeta::new(judge, AlphaBetaOptions::plain(REQUEST.depth)));
    assert_eq!((alpha_beta.searched, alpha_beta.best), (own.nodes, own.best));
    let (value, best) = naive(game, seat, REQUEST.depth, 0, &judge);
    for tree in &trees {
        assert!(tree.complete);
        assert_eq!(tree.best, best);
        assert_eq!(tree.nodes[0].value.map(number), Some(value));
        sound(tree);
    }
    assert_eq!(minimax.cut, 0);
    assert_eq!(alpha_beta.cut == 0, alpha_beta.searched == minimax.searched);
    (minimax.searched, alpha_beta.searched)
}

/// Counts agree with what is recorded; in minimax every inner value is the best of those below.
fn sound<M: Copy>(tree: &SearchTree<M>) {
    let searched = tree.nodes.iter().filter(|node| !node.cut && node.ply > 0).count() as u64;
    assert_eq!((searched, tree.by_ply.iter().sum::<u64>()), (tree.searched, tree.searched));
    assert_eq!(tree.nodes.iter().filter(|node| node.cut).count() as u64, tree.cut);
    let mut below = vec![0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        assert!(node.parent.is_none_or(|parent| parent < at), "parents come first");
        assert_eq!(node.below, below[at]);
        if let (Some(parent), false) = (node.parent, node.cut) {
            below[parent] += 1 + below[at];
        }
        let children = tree.nodes.iter().filter(|child| child.parent == Some(at));
        let values = children.filter_map(|child| child.value.map(number));
        let best = if node.maximises { values.max() } else { values.min() };
        if let (Some(best), Algorithm::Minimax) = (best, tree.algorithm) {
            assert_eq!(node.value.map(number), Some(best));
        }
    }
}

#[test]
fn a_watched_search_is_the_same_search() {
    let (mut all, mut few) = (0, 0);
    for seed in 0..40 {
        let game = Forest::grow(seed, seed % 2 == 0);
        let (minimax, alpha_beta) = compare(&game, forest::judge);
        all += minimax;
        few += alpha_beta;
    }
    assert!(few * 10 < all * 9, "alpha-beta looked at {few} of {all}");
    for seed in 0..20 {
        if let Some(game) = random_position(Noughts::default(), seed as u32 % 5, seed) {
            compare(&game, noughts::judge);
        }
    }
}

#[test]
fn what_is_too_much_to_record_is_counted() {
    let game = Noughts::default();
    let evaluation: &dyn Evaluate<Noughts> = &noughts::judge;
    let whole = trace_lookahead(&game, evaluation, &REQUEST, &Stop::new());
    let request = TraceRequest { most: 100, ..REQUEST };
    let part = trace_lookahead(&game, evaluation, &request, &Stop::new());
    for (whole, part) in whole.iter().zip(&part) {
        assert_eq!(
            (whole.searched, whole.cut, &whole.by_ply),
            (part.searched, part.cut, &part.by_ply)
        );
        assert!(part.nodes.len() < whole.nodes.len());
        assert!(part.recorded_plies < whole.recorded_plies);
        let kept: Vec<_> =
            whole.nodes.iter().filter(|node| node.ply <= part.recorded_plies).collect();
        assert_eq!(kept.len(), part.nodes.len());
        for (whole, part) in kept.iter().zip(&part.nodes) {
            assert_eq!((whole.value, whole.below, whole.cut), (part.value, part.below, part.cut));
        }
    }
    let broken = TraceRequest { nodes: 10, ..REQUEST };
    for tree in trace_lookahead(&game, evaluation, &broken, &Stop::new()) {
        assert!(!tree.complete);
        assert_eq!((tree.searched, tree.nodes[0].value), (10, None));
    }
}

#[test]
fn a_tree_of_simulations_has_the_visits_of_the_player() {
    let game = Forest::grow(5, false);
    let options = MctsOptions { solve: false, ..MctsOptions::default() };
    let request = TraceRequest { nodes: 3_000, most: 60, ..REQUEST };
    let tree = Mcts::new(options, 7).trace(&game, &request, &Stop::new()).expect("in play");
    let limits = Limits::nodes(3_000);
    let thought = Mcts::new(options, 7).think(&game, &limits, &Stop::new(), &mut |_| ());
    assert_eq!((tree.best, tree.searched), (thought.best, thought.nodes));
    assert_eq!(tree.nodes.len(), 60);
    let best = tree.nodes.iter().find(|node| node.ply == 1 && node.mv == thought.best).unwrap();
    // The player divides by all visits at once, the tree by those of one thread.
    let (Some(Score::Chance(seen)), Score::Chance(said)) = (best.value, thought.moves[0].score)
    else {
        panic!("both are chances");
    };
    assert!((seen - said).abs() < 1e-5);
    for node in &tree.nodes[1..] {
        let parent = &tree.nodes[node.parent.unwrap()];
        assert!(node.visits <= parent.visits);
        assert!(matches!(node.value, Some(Score::Chance(chance)) if (0.0..=1.0).contains(&chance)));
    }
}
