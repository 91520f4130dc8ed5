//! The strongest player: a Monte Carlo tree search made for this game.

mod features;
pub mod learn;
mod manner;
pub mod net;
mod node;
mod playout;
mod prior;
mod rows;
mod tree;
mod world;

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use game::Game;
use search::{Limits, MoveScore, Player, Score, Stop, Thought};

pub use self::manner::Manner;
use self::node::Node;
pub use self::playout::Taste;
use self::tree::Tree;
use self::world::{World, code_of, spot_of};
use crate::moves::Move;
use crate::rules::Blokus;

/// How often the clock is looked at, in simulations.
const GLANCE: u64 = 64;
/// How often to say what it thinks.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// A player that tries moves out in its own fast way.
pub struct Expert {
    manner: Manner,
    taste: Taste,
    seed: u64,
    /// The trees of the last position, one a thread, and that position.
    trees: Option<(Vec<Tree>, Blokus)>,
    /// Simulations when nobody says how many.
    simulations: u64,
}

impl Expert {
    /// A player who searches in its best way.
    pub fn new(seed: u64) -> Self {
        Self::with(Manner::BEST, Taste::BEST, seed)
    }

    /// A player who searches in some other way.
    pub fn with(manner: Manner, taste: Taste, seed: u64) -> Self {
        Self { manner, taste, seed, trees: None, simulations: 20_000 }
    }

    /// The trees for a position: the old ones where the game has gone on from there, or new ones.
    fn plant(&mut self, game: &Blokus, threads: usize) -> Vec<Tree> {
        if let Some((mut trees, before)) = self.trees.take()
            && before.options == game.options
            && trees.len() == threads
            && trees.iter_mut().all(|tree| follow(tree, &before, game))
        {
            return trees;
        }
        let seeds = (0..threads as u64).map(|thread| self.seed.wrapping_add(thread << 32));
        seeds.map(|seed| Tree::new(game.mode(), self.manner, self.taste, seed)).collect()
    }
}

/// What the trees of all threads think together.
fn thought(trees: &[Tree], nodes: u64) -> Thought<Move> {
    let Some((first, others)) = trees.split_first() else { return Thought::default() };
    let mut answers: Vec<Node> = first.answers().to_vec();
    for one in others.iter().flat_map(Tree::answers) {
        match answers.iter_mut().find(|node| node.code == one.code) {
            Some(node) => node.join(one),
            None => answers.push(*one),
        }
    }
    answers.retain(|node| node.visits > 0);
    answers.sort_by_key(|node| Reverse(node.visits));
    let moves: Vec<_> = answers
        .iter()
        .map(|node| MoveScore {
            mv: Move::Place(spot_of(node.code)),
            score: Score::Chance(node.mean().clamp(0.0, 1.0)),
        })
        .collect();
    // The line is that of a tree which would play the move, too.
    let best = answers.first().map(|node| node.code);
    let mut lines = trees.iter().map(Tree::best_line);
    let line = lines.find(|line| line.first().map(|node| node.code) == best);
    let line: Vec<_> = line.iter().flatten().map(|node| Move::Place(spot_of(node.code))).collect();
    Thought {
        best: moves.first().map(|found| found.mv),
        score: moves.first().map_or(Score::Chance(0.5), |found| found.score),
        depth: line.len() as u32,
        line,
        moves,
        nodes,
    }
}

/// How many simulations there will still be: what is left of them, or of the time at this pace.
fn left(nodes: u64, most: u64, spent: Duration, limits: &Limits) -> u64 {
    let by_time = limits.time.map_or(u64::MAX, |time| {
        let rest = time.saturating_sub(spent).as_secs_f64();
        (nodes as f64 * rest / spent.as_secs_f64().max(1e-6)) as u64
    });
    by_time.min(most - nodes)
}

/// Simulates until the limits are reached, and tells now and then; gives the number of simulations.
fn grow(
    tree: &mut Tree,
    world: &World,
    most: u64,
    limits: &Limits,
    stop: &Stop,
    tell: &mut dyn FnMut(&Tree, u64),
) -> u64 {
    let (start, mut told, mut nodes) = (Instant::now(), Duration::ZERO, 0);
    let alone = tree.answers().len() == 1;
    while nodes < most {
        tree.simulate(world);
        nodes += 1;
        if alone {
            break;
        }
        if nodes % GLANCE == 0 {
            let spent = start.elapsed();
            if stop.is_pulled() || !limits.study && tree.lead() > left(nodes, most, spent, limits) {
                break;
            }
            if spent > told + REPORT_EVERY {
                told = spent;
                tell(tree, nodes);
            }
        }
    }
    nodes
}

/// Follows the moves that lead from one position to another in the tree, if they are there.
fn follow(tree: &mut Tree, before: &Blokus, now: &Blokus) -> bool {
    let mut state = before.clone();
    while state.key() != now.key() {
        let Some(colour) = state.colour_to_move() else { return false };
        let Some(&spot) = now.placed(colour).get(state.placed(colour).len()) else { return false };
        let mv = Move::Place(spot);
        if state.check(mv).is_err() || !tree.advance(code_of(spot)) {
            return false;
        }
        state.play(mv);
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
        let world = World::of(game);
        let mut trees = self.plant(game, limits.threads.max(1));
        trees.iter_mut().for_each(|tree| tree.open_root(&world));
        let most = match limits {
            Limits { nodes: None, time: None, .. } => self.simulations,
            _ => limits.nodes.unwrap_or(u64::MAX),
        };
        let share = most.div_ceil(trees.len() as u64);
        let Some((own, others)) = trees.split_first_mut() else { return Thought::default() };
        let nodes = std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .map(|tree| {
                    let (world, stop) = (&world, &stop);
                    scope.spawn(move || grow(tree, world, share, limits, stop, &mut |_, _| ()))
                })
                .collect();
            let count = helpers.len() as u64 + 1;
            let told = &mut |tree: &Tree, nodes| {
                report(&thought(std::slice::from_ref(tree), nodes * count));
            };
            let nodes = grow(own, &world, share, limits, &stop, told);
            // A helper that panicked is the panic of this thought: whoever asked decides what then.
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

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.trees = None;
    }

    fn memory(&self) -> usize {
        let trees = self.trees.iter().flat_map(|(trees, _)| trees);
        size_of::<Self>() + trees.map(Tree::bytes).sum::<usize>()
    }
}
