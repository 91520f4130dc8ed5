//! The strongest player: a Monte Carlo tree search made for this game.

mod features;
pub mod learn;
pub mod net;
mod playout;
mod prior;
mod tree;
mod world;

use std::time::{Duration, Instant};

use game::Game;
use search::{Limits, MoveScore, Player, Score, Stop, Thought};

pub use self::playout::Taste;
pub use self::tree::Manner;
use self::tree::Tree;
use self::world::{World, code_of, spot_of};
use crate::rules::{Blokus, Move};

/// How often the clock is looked at, in simulations.
const GLANCE: u64 = 64;
/// How often to say what it thinks.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// A player that tries moves out in its own fast way.
pub struct Expert {
    manner: Manner,
    taste: Taste,
    seed: u64,
    /// The tree of the last position, and that position.
    tree: Option<(Tree, Blokus)>,
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
        Self { manner, taste, seed, tree: None, simulations: 20_000 }
    }

    /// The tree for a position: the old one where the game has gone on from there, or a new one.
    fn plant(&mut self, game: &Blokus) -> Tree {
        if let Some((mut tree, before)) = self.tree.take()
            && before.options == game.options
            && follow(&mut tree, &before, game)
        {
            return tree;
        }
        Tree::new(game.mode(), self.manner, self.taste, self.seed)
    }

    fn thought(tree: &Tree, nodes: u64) -> Thought<Move> {
        let mut answers: Vec<_> = tree.answers(0).iter().filter(|node| node.visits > 0).collect();
        answers.sort_by_key(|node| std::cmp::Reverse(node.visits));
        let moves: Vec<_> = answers
            .iter()
            .map(|node| MoveScore {
                mv: Move::Place(spot_of(node.code)),
                score: Score::Chance(node.mean().clamp(0.0, 1.0)),
            })
            .collect();
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(best) = tree.best_answer(at) {
            line.push(Move::Place(spot_of(tree.nodes[best].code)));
            at = best;
        }
        Thought {
            best: moves.first().map(|found| found.mv),
            score: moves.first().map_or(Score::Chance(0.5), |found| found.score),
            depth: line.len() as u32,
            line,
            moves,
            nodes,
        }
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
        let mut tree = self.plant(game);
        tree.open_root(&world);
        let most = match limits {
            Limits { nodes: None, time: None, .. } => self.simulations,
            _ => limits.nodes.unwrap_or(u64::MAX),
        };
        let (start, mut reported, mut nodes) = (Instant::now(), Duration::ZERO, 0);
        let alone = tree.answers(0).len() == 1;
        while nodes < most {
            tree.simulate(&world);
            nodes += 1;
            if alone {
                break;
            }
            if nodes % GLANCE == 0 {
                let spent = start.elapsed();
                if stop.is_pulled()
                    || !limits.study && tree.lead() > left(nodes, most, spent, limits)
                {
                    break;
                }
                if spent > reported + REPORT_EVERY {
                    reported = spent;
                    report(&Self::thought(&tree, nodes));
                }
            }
        }
        let thought = Self::thought(&tree, nodes);
        report(&thought);
        self.tree = Some((tree, game.clone()));
        thought
    }

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.tree = None;
    }
}
