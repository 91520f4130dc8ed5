//! Monte Carlo tree search: tries moves out, and tries those more that have done well.

mod node;
mod options;
mod playout;
mod prior;
mod rave;
mod reuse;
mod tally;
mod tree;
mod walk;
mod worlds;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Game, Rng, Seat, Turn};

use self::node::Proof;
use self::tree::{Tree, Ways};
use crate::budget::Budget;
use crate::{Limits, Player, Stop, Thought};

pub use self::options::MctsOptions;
pub use self::playout::{Cutoff, Playout, Trail, Uniform, Verdict};
pub use self::prior::{Foresight, Prior};

/// The most simulations that a tree can count without overflow.
const MOST_SIMULATIONS: u64 = 170_000_000;
/// How often to say what it thinks.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// A Monte Carlo player. With several threads each grows a tree of its own, and their counts are
/// added up: nothing is locked, and a budget of nodes gives the same answer every time.
pub struct Mcts<G: Game> {
    ways: Ways<G>,
    rng: Rng,
    /// The trees of the last position, one a thread.
    trees: Vec<Tree<G>>,
    last: Option<G>,
}

impl<G: Game> Mcts<G> {
    /// A player who plays simulations out by chance alone.
    pub fn new(options: MctsOptions, seed: u64) -> Self {
        let ways = Ways { options, playout: Arc::new(Uniform), prior: None };
        Self { ways, rng: Rng::new(seed), trees: Vec::new(), last: None }
    }

    /// The same player with another way to play simulations out.
    pub fn with_playout(mut self, playout: impl Playout<G> + 'static) -> Self {
        self.ways.playout = Arc::new(playout);
        self
    }

    /// The same player with first impressions of moves, as much as the option `bias` says.
    pub fn with_prior(mut self, prior: impl Prior<G> + 'static) -> Self {
        self.ways.prior = Some(Arc::new(prior));
        self
    }

    /// A tree for each thread: the old ones where the game has gone on from there, or new ones.
    fn plant(&mut self, game: &G, threads: usize, limits: &Limits, any: G::Move, stop: &Stop) {
        let mut old = std::mem::take(&mut self.trees);
        let last = self.last.take().filter(|last| last.seats() == game.seats());
        if let (true, Some(last)) = (self.ways.options.reuse && !self.ways.options.worlds, last) {
            old.truncate(threads);
            self.trees =
                old.into_iter().filter_map(|tree| tree.descend(&last, game, stop)).collect();
        }
        while self.trees.len() < threads {
            self.trees.push(Tree::new(game, &self.ways, any));
        }
        for tree in &mut self.trees {
            tree.rng = self.rng.fork();
            tree.depth = 0;
            tree.deepest = limits.depth.map_or(usize::MAX, |depth| depth as usize);
        }
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
        self.plant(game, threads, limits, any, &stop);
        let nodes = match limits {
            Limits { nodes: None, time: None, depth: Some(_), .. } => {
                Some(self.ways.options.simulations)
            }
            _ => limits.nodes,
        };
        let done = AtomicBool::new(false);
        let (ways, legal) = (&self.ways, &legal[..]);
        let work = Work { ways, game, seat, legal, stop: &stop, done: &done };
        // Each thread takes its part of the nodes, the first the rest.
        let part = |at: usize| {
            nodes.map(|all| all / threads as u64 + u64::from((at as u64) < all % threads as u64))
        };
        let spent = std::thread::scope(|scope| {
            let (first, others) = self.trees.split_at_mut(1);
            let others: Vec<_> = others
                .iter_mut()
                .enumerate()
                .map(|(at, tree)| {
                    let work = &work;
                    scope.spawn(move || {
                        work.run(std::slice::from_mut(tree), part(at + 1), &mut |_| ())
                    })
                })
                .collect();
            let spent = work.run(first, part(0), report);
            others.into_iter().fold(spent, |sum, other| match other.join() {
                Ok(more) => sum + more,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        });
        let mut thought = tally::thought(&self.trees, legal);
        thought.nodes = spent;
        report(&thought);
        self.last = (self.ways.options.reuse && !self.ways.options.worlds).then(|| game.clone());
        if self.last.is_none() {
            self.trees.clear();
        }
        thought
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

/// What one thread does.
struct Work<'a, G: Game> {
    ways: &'a Ways<G>,
    game: &'a G,
    seat: Seat,
    legal: &'a [G::Move],
    stop: &'a Stop,
    /// Falls when a thread has settled the root.
    done: &'a AtomicBool,
}

impl<G: Game> Work<'_, G> {
    /// Simulates in the one tree of the slice until the budget is spent; how many times.
    fn run(
        &self,
        tree: &mut [Tree<G>],
        nodes: Option<u64>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> u64 {
        let room = MOST_SIMULATIONS.saturating_sub(u64::from(tree[0].nodes[0].visits));
        let most = nodes.map_or(room, |nodes| nodes.min(room));
        let mut budget = Budget::new(Some(most), self.stop).until(self.done);
        let mut reported = Instant::now();
        while tree[0].nodes[0].proof() == Proof::Open && budget.spend() {
            if self.ways.options.worlds {
                tree[0].simulate_world(self.game, self.seat, self.ways);
            } else {
                tree[0].simulate(self.game, self.ways);
            }
            if budget.looked() > reported + REPORT_EVERY {
                reported = budget.looked();
                let mut thought = tally::thought(tree, self.legal);
                thought.nodes = budget.nodes();
                report(&thought);
            }
        }
        if tree[0].nodes[0].proof() != Proof::Open {
            self.done.store(true, Ordering::Relaxed);
        }
        budget.nodes()
    }
}
