//! The strongest player: a Monte Carlo tree search for Blokus, with a prior policy, RAVE, playouts with replies and a
//! value network.

mod bitboard;
mod features;
mod footprint;
mod mobility;
pub mod net;
mod node;
mod playout;
mod prior;
mod rivals;
mod search_parameters;
mod search_state;
mod snapshot;
pub mod training;
mod tree;

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::Game;
use search::{Limits, MoveScore, Player, Score, SearchTree, Stop, Thought, TraceRequest};

use self::footprint::{code_of, spot_of};
use self::net::Net;
use self::node::Edge;
pub use self::playout::PlayoutPolicy;
pub use self::prior::PriorPolicy;
pub use self::search_parameters::SearchParameters;
pub use self::search_state::SearchState;
use self::tree::Tree;
use crate::moves::Move;
use crate::rules::Blokus;

/// The clock and the stop flag are checked every so many simulations.
const CHECK_EVERY: u64 = 64;
/// How often the search reports its thought so far.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// The expert player.
pub struct Expert {
    parameters: SearchParameters,
    policy: PlayoutPolicy,
    seed: u64,
    /// The trees of the last search, one a thread, and their root position.
    trees: Option<(Vec<Tree>, Blokus)>,
    /// Simulations when the limits name neither nodes nor time.
    simulations: u64,
    /// A network in place of the trained one.
    net: Option<Arc<Net>>,
}

impl Expert {
    /// An expert with the best parameters.
    pub fn new(seed: u64) -> Self {
        Self::with(SearchParameters::BEST, PlayoutPolicy::BEST, seed)
    }

    /// An expert with other parameters.
    pub fn with(parameters: SearchParameters, policy: PlayoutPolicy, seed: u64) -> Self {
        Self { parameters, policy, seed, trees: None, simulations: 20_000, net: None }
    }

    /// With a network of one's own, in the variants that it is for.
    pub fn with_net(self, net: Arc<Net>) -> Self {
        Self { net: Some(net), ..self }
    }

    /// The trees for a position: those of the last search if the game went on from there, or new ones.
    fn trees_for(&mut self, game: &Blokus, threads: usize) -> Vec<Tree> {
        if let Some((mut trees, before)) = self.trees.take()
            && before.options == game.options
            && trees.len() == threads
            && trees.iter_mut().all(|tree| advance(tree, &before, game))
        {
            return trees;
        }
        let seeds = (0..threads as u64).map(|thread| self.seed.wrapping_add(thread << 32));
        let net = self.net.as_ref();
        let tree = |seed| Tree::new(game.mode(), self.parameters, self.policy, net, seed);
        seeds.map(tree).collect()
    }
}

/// The thought of the trees of all threads together.
fn thought(trees: &[Tree], nodes: u64) -> Thought<Move> {
    let Some((first, others)) = trees.split_first() else { return Thought::default() };
    let mut edges: Vec<Edge> = first.root_edges().to_vec();
    for one in others.iter().flat_map(Tree::root_edges) {
        match edges.iter_mut().find(|edge| edge.code == one.code) {
            Some(edge) => edge.merge(one),
            None => edges.push(*one),
        }
    }
    edges.retain(|edge| edge.visits > 0);
    edges.sort_by_key(|edge| Reverse(edge.visits));
    let moves: Vec<_> = edges
        .iter()
        .map(|edge| MoveScore {
            mv: Move::Place(spot_of(edge.code)),
            score: Score::Chance(edge.mean().clamp(0.0, 1.0)),
        })
        .collect();
    // The line of a tree that would play this move as well.
    let best = edges.first().map(|edge| edge.code);
    let mut lines = trees.iter().map(Tree::best_line);
    let line = lines.find(|line| line.first().map(|edge| edge.code) == best);
    let line: Vec<_> = line.iter().flatten().map(|edge| Move::Place(spot_of(edge.code))).collect();
    Thought {
        best: moves.first().map(|found| found.mv),
        score: moves.first().map_or(Score::Chance(0.5), |found| found.score),
        depth: line.len() as u32,
        line,
        moves,
        nodes,
    }
}

/// How many simulations are still to come, by the limit of nodes and by that of time at the rate so far.
fn remaining(nodes: u64, most: u64, spent: Duration, limits: &Limits) -> u64 {
    let by_time = limits.time.map_or(u64::MAX, |time| {
        let rest = time.saturating_sub(spent).as_secs_f64();
        (nodes as f64 * rest / spent.as_secs_f64().max(1e-6)) as u64
    });
    by_time.min(most - nodes)
}

/// Runs simulations until the limits are reached or the best move is certain; returns their number.
fn run_simulations(
    tree: &mut Tree,
    state: &SearchState,
    most: u64,
    limits: &Limits,
    stop: &Stop,
    progress: &mut dyn FnMut(&Tree, u64),
) -> u64 {
    let (start, mut reported, mut nodes) = (Instant::now(), Duration::ZERO, 0);
    let only_move = tree.root_edges().len() == 1;
    while nodes < most {
        tree.simulate(state);
        nodes += 1;
        if only_move {
            break;
        }
        if nodes % CHECK_EVERY == 0 {
            let spent = start.elapsed();
            if stop.is_pulled()
                || !limits.study && tree.lead() > remaining(nodes, most, spent, limits)
            {
                break;
            }
            if spent > reported + REPORT_EVERY {
                reported = spent;
                progress(tree, nodes);
            }
        }
    }
    nodes
}

/// Moves the root of the tree along the moves from one position to another; false if they are not in the tree.
fn advance(tree: &mut Tree, before: &Blokus, now: &Blokus) -> bool {
    let mut position = before.clone();
    while position.key() != now.key() {
        let Some(colour) = position.colour_to_move() else { return false };
        let Some(&spot) = now.placed(colour).get(position.placed(colour).len()) else {
            return false;
        };
        let mv = Move::Place(spot);
        if position.check(mv).is_err() || !tree.advance(code_of(spot)) {
            return false;
        }
        position.play(mv);
    }
    true
}

impl Player<Blokus> for Expert {
    fn think(
        &mut self,
        game: &Blokus,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        if game.turn().seat().is_none() {
            return Thought::default();
        }
        let stop = stop.with(limits);
        let state = SearchState::of(game);
        let mut trees = self.trees_for(game, limits.threads.max(1));
        trees.iter_mut().for_each(|tree| tree.expand_root(&state));
        let most = match limits {
            Limits { nodes: None, time: None, cpu: None, .. } => self.simulations,
            _ => limits.nodes.unwrap_or(u64::MAX),
        };
        let share = most.div_ceil(trees.len() as u64);
        let Some((own, others)) = trees.split_first_mut() else { return Thought::default() };
        let nodes = std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .map(|tree| {
                    let (state, stop) = (&state, &stop);
                    scope.spawn(move || {
                        run_simulations(tree, state, share, limits, stop, &mut |_, _| ())
                    })
                })
                .collect();
            let count = helpers.len() as u64 + 1;
            let progress = &mut |tree: &Tree, nodes| {
                report(&thought(std::slice::from_ref(tree), nodes * count));
            };
            let nodes = run_simulations(own, &state, share, limits, &stop, progress);
            // A panic of a helper thread goes on to the caller, who decides what to do.
            let joined = helpers.into_iter().map(|helper| {
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            joined.sum::<u64>() + nodes
        });
        let thought = thought(&trees, nodes);
        report(&thought);
        self.trees = Some((trees, game.clone()));
        thought
    }

    fn trace(
        &mut self,
        game: &Blokus,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<SearchTree<Move>> {
        let seat = game.turn().seat()?;
        let thought = self.think(game, &Limits::nodes(request.nodes), stop, &mut |_| ());
        let (trees, _) = self.trees.take()?;
        Some(snapshot::most_visited(trees.first()?, game, seat, &thought, request))
    }

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.trees = None;
    }

    fn memory(&self) -> usize {
        let trees = self.trees.iter().flat_map(|(trees, _)| trees);
        size_of::<Self>() + trees.map(Tree::bytes).sum::<usize>()
    }
}
