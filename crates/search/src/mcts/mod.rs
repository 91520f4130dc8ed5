//! Monte Carlo tree search.

mod determinization;
mod node;
mod options;
mod playout;
mod prior;
mod rave;
mod reuse;
mod simulation;
mod snapshot;
mod statistics;
mod tree;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Game, Rng, Seat, Turn};

use self::node::ProvenResult;
use self::tree::{MctsConfig, Tree};
use crate::budget::Budget;
use crate::{Limits, Player, SearchTree, Stop, Thought, TraceRequest};

pub use self::options::MctsOptions;
pub use self::playout::{Cutoff, Playout, PlayoutContext, PlayoutResult, Uniform};
pub use self::prior::{EvaluationPrior, Prior};

/// The most simulations that a node can count without overflow.
const MAX_SIMULATIONS: u64 = 170_000_000;
/// How often to report what it thinks so far.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// A Monte Carlo tree search player. Threads use root parallelization: each grows a tree of its own, and the statistics
/// of the roots are added up. Nothing is locked, and a budget of nodes gives the same answer every time.
pub struct Mcts<G: Game> {
    config: MctsConfig<G>,
    rng: Rng,
    /// The trees of the last position, one per thread.
    trees: Vec<Tree<G>>,
    last: Option<G>,
}

impl<G: Game> Mcts<G> {
    /// A player with uniformly random playouts.
    pub fn new(options: MctsOptions, seed: u64) -> Self {
        let config = MctsConfig { options, playout: Arc::new(Uniform), prior: None };
        Self { config, rng: Rng::new(seed), trees: Vec::new(), last: None }
    }

    /// The same player with another playout policy.
    pub fn with_playout(mut self, playout: impl Playout<G> + 'static) -> Self {
        self.config.playout = Arc::new(playout);
        self
    }

    /// The same player with a prior over moves, weighted by the option `progressive_bias`.
    pub fn with_prior(mut self, prior: impl Prior<G> + 'static) -> Self {
        self.config.prior = Some(Arc::new(prior));
        self
    }

    /// Prepares a tree for each thread: reuses the old ones where the game has gone on from there.
    fn prepare_trees(
        &mut self,
        game: &G,
        threads: usize,
        limits: &Limits,
        any: G::Move,
        stop: &Stop,
    ) {
        let mut old = std::mem::take(&mut self.trees);
        let last = self.last.take().filter(|last| last.seats() == game.seats());
        if let (true, Some(last)) =
            (self.config.options.reuse && !self.config.options.determinize, last)
        {
            old.truncate(threads);
            self.trees =
                old.into_iter().filter_map(|tree| tree.reroot(&last, game, stop)).collect();
        }
        while self.trees.len() < threads {
            self.trees.push(Tree::new(game, &self.config, any));
        }
        for tree in &mut self.trees {
            tree.rng = self.rng.fork();
            tree.depth = 0;
            tree.deepest = limits.depth.map_or(usize::MAX, |depth| depth as usize);
        }
    }
}

impl<G: Game> Mcts<G> {
    /// Grows the trees of a position, and leaves them as they are.
    fn grow(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let Turn::Of(seat) = game.turn() else {
            return Thought::default();
        };
        let stop = stop.with(limits);
        let mut legal = Vec::new();
        game.legal_moves(&mut legal);
        let Some(&any) = legal.first() else {
            return Thought::default();
        };
        let threads = limits.threads.max(1);
        self.prepare_trees(game, threads, limits, any, &stop);
        let nodes = match limits {
            Limits { nodes: None, time: None, cpu: None, depth: Some(_), .. } => {
                Some(self.config.options.simulations)
            }
            _ => limits.nodes,
        };
        let done = AtomicBool::new(false);
        let (config, legal) = (&self.config, &legal[..]);
        let worker = SearchThread { config, game, seat, legal, stop: &stop, done: &done };
        // Each thread takes an equal share of the nodes, the first ones what remains.
        let share = |at: usize| {
            nodes.map(|all| all / threads as u64 + u64::from((at as u64) < all % threads as u64))
        };
        let spent = std::thread::scope(|scope| {
            let (first, others) = self.trees.split_at_mut(1);
            let others: Vec<_> = others
                .iter_mut()
                .enumerate()
                .map(|(at, tree)| {
                    let worker = &worker;
                    scope.spawn(move || {
                        worker.run(std::slice::from_mut(tree), share(at + 1), &mut |_| ())
                    })
                })
                .collect();
            let spent = worker.run(first, share(0), report);
            others.into_iter().fold(spent, |sum, other| match other.join() {
                Ok(more) => sum + more,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        });
        let mut thought = statistics::thought(&self.trees, legal);
        thought.nodes = spent;
        report(&thought);
        thought
    }
}

impl<G: Game> Player<G> for Mcts<G> {
    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let thought = self.grow(game, limits, stop, report);
        if thought.best.is_none() {
            return thought;
        }
        self.last =
            (self.config.options.reuse && !self.config.options.determinize).then(|| game.clone());
        if self.last.is_none() {
            self.trees.clear();
        }
        thought
    }

    fn trace(
        &mut self,
        game: &G,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<SearchTree<G::Move>> {
        let seat = game.turn().seat()?;
        let thought = self.grow(game, &Limits::nodes(request.nodes), stop, &mut |_| ());
        let trees = std::mem::take(&mut self.trees);
        self.last = None;
        Some(snapshot::most_visited(trees.first()?, seat, &thought, request))
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.trees.clear();
        self.last = None;
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.trees.iter().map(Tree::bytes).sum::<usize>()
    }
}

/// What one thread works with.
struct SearchThread<'a, G: Game> {
    config: &'a MctsConfig<G>,
    game: &'a G,
    seat: Seat,
    legal: &'a [G::Move],
    stop: &'a Stop,
    /// Set when a thread has proven the root.
    done: &'a AtomicBool,
}

impl<G: Game> SearchThread<'_, G> {
    /// Runs simulations in the one tree of the slice until the budget is spent; returns how many.
    fn run(
        &self,
        tree: &mut [Tree<G>],
        nodes: Option<u64>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> u64 {
        let room = MAX_SIMULATIONS.saturating_sub(u64::from(tree[0].nodes[0].visits));
        let most = nodes.map_or(room, |nodes| nodes.min(room));
        let mut budget = Budget::new(Some(most), self.stop).until(self.done);
        let mut reported = Instant::now();
        while tree[0].nodes[0].proof() == ProvenResult::Open && budget.spend() {
            if self.config.options.determinize {
                tree[0].simulate_determinized(self.game, self.seat, self.config);
            } else {
                tree[0].simulate(self.game, self.config);
            }
            if budget.last_check() > reported + REPORT_EVERY {
                reported = budget.last_check();
                let mut thought = statistics::thought(tree, self.legal);
                thought.nodes = budget.nodes();
                report(&thought);
            }
        }
        if tree[0].nodes[0].proof() != ProvenResult::Open {
            self.done.store(true, Ordering::Relaxed);
        }
        budget.nodes()
    }
}
