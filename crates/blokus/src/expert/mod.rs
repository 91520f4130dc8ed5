//! The strongest player: a Monte Carlo tree search for Blokus, with a prior policy, RAVE, playouts with replies and a
//! value network. Its threads share a tree.

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
mod simulation;
mod snapshot;
mod threads;
pub mod training;
mod tree;

use std::cmp::Reverse;
use std::sync::Arc;

use game::Game;
use search::{Limits, MoveScore, Player, Score, SearchTree, Stop, Thought, TraceRequest};

use self::footprint::{code_of, spot_of};
use self::net::Net;
use self::node::Edge;
pub use self::playout::PlayoutPolicy;
pub use self::prior::PriorPolicy;
pub use self::search_parameters::SearchParameters;
pub use self::search_state::SearchState;
use self::simulation::Simulator;
use self::threads::SearchRun;
use self::tree::Tree;
use crate::moves::Move;
use crate::rules::Blokus;

/// The expert player.
pub struct Expert {
    parameters: SearchParameters,
    policy: PlayoutPolicy,
    seed: u64,
    /// The tree of the last search and its root position.
    tree: Option<(Tree, Blokus)>,
    /// What its threads have learned beside the tree.
    simulators: Vec<Simulator>,
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
        let (tree, simulators) = (None, Vec::new());
        Self { parameters, policy, seed, tree, simulators, simulations: 20_000, net: None }
    }

    /// With a network of one's own, in the variants that it is for.
    pub fn with_net(self, net: Arc<Net>) -> Self {
        Self { net: Some(net), ..self }
    }

    /// The tree for a position: that of the last search if the game went on from there, or a new one.
    fn tree_for(&mut self, game: &Blokus) -> Tree {
        if let Some((mut tree, before)) = self.tree.take()
            && before.options == game.options
            && advance(&mut tree, &before, game)
        {
            return tree;
        }
        self.simulators.clear();
        Tree::new(self.parameters)
    }

    /// What so many threads need for their simulations.
    fn simulators_for(&mut self, game: &Blokus, threads: usize) -> Vec<Simulator> {
        let mut simulators = std::mem::take(&mut self.simulators);
        simulators.truncate(threads);
        for thread in simulators.len()..threads {
            let seed = self.seed.wrapping_add((thread as u64) << 32);
            let (parameters, net) = (self.parameters, self.net.as_ref());
            simulators.push(Simulator::new(game.mode(), parameters, self.policy, net, seed));
        }
        simulators
    }

    /// The tree of the last search.
    fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref().map(|(tree, _)| tree)
    }
}

/// What a tree thinks.
fn thought(tree: &Tree, nodes: u64) -> Thought<Move> {
    let mut edges: Vec<Edge> = tree.root_edges().to_vec();
    edges.retain(|edge| edge.visits > 0);
    edges.sort_by_key(|edge| Reverse(edge.visits));
    let moves: Vec<_> = edges
        .iter()
        .map(|edge| MoveScore {
            mv: Move::Place(spot_of(edge.code)),
            score: Score::Chance(edge.mean().clamp(0.0, 1.0)),
        })
        .collect();
    let line = tree.best_line();
    let line: Vec<_> = line.iter().map(|edge| Move::Place(spot_of(edge.code))).collect();
    Thought {
        best: moves.first().map(|found| found.mv),
        score: moves.first().map_or(Score::Chance(0.5), |found| found.score),
        depth: line.len() as u32,
        line,
        moves,
        nodes,
    }
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
        let state = SearchState::of(game);
        let mut tree = self.tree_for(game);
        let mut simulators = self.simulators_for(game, limits.threads.max(1));
        if let Some(first) = simulators.first_mut() {
            first.expand_root(&mut tree, &state);
        }
        let most = match limits {
            Limits { nodes: None, time: None, cpu: None, .. } => self.simulations,
            _ => limits.nodes.unwrap_or(u64::MAX),
        };
        let run = SearchRun { root: &state, most, limits, stop: &stop.with(limits) };
        let (tree, nodes) =
            run.simulate(tree, &mut simulators, &mut |tree, nodes| report(&thought(tree, nodes)));
        let thought = thought(&tree, nodes);
        report(&thought);
        (self.tree, self.simulators) = (Some((tree, game.clone())), simulators);
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
        let (tree, _) = self.tree.take()?;
        Some(snapshot::most_visited(&tree, game, seat, &thought, request))
    }

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.tree = None;
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.tree().map_or(0, Tree::bytes)
    }
}
