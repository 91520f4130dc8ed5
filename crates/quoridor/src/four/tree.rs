//! The tree: a node is expanded when it is first reached, and all of its moves are evaluated at once. Their values are
//! also what the search expects of them (PUCT, as in AlphaZero, with the prior from a look one move ahead). Every seat
//! is taken to want its own chance as high as possible (max^n).

use game::{Game, Turn};
use search::{MoveScore, Score, Thought};

use super::exp::odds;
use super::net::{FourNet, of_ways};
use super::paths::{Way, Ways};
use crate::Quoridor;
use crate::expert::DistanceField;
use crate::moves::{Move, Square};
use crate::shape::bit;

/// How much the prior counts against the values found.
const EXPLORATION: f32 = 0.4;
/// How much being near the goal counts beside the chance to win. Without it, whoever is sure to win sees no reason to go on.
const PROGRESS: f32 = 0.1;
/// How much less a win counts for each ply that it is away, for the same reason.
const DELAY: f32 = 0.004;
/// A pawn that is this far from its goal has made no progress.
const FAR: f32 = 24.0;
/// How much less a step of the player is worth for each time that its pawn was there since the last wall.
const RETURN: f32 = 0.01;
/// The most nodes; beyond them nothing is expanded.
const MAX_NODES: usize = 1 << 20;
/// The longest path into the tree.
const MAX_DEPTH: usize = 64;

struct Node {
    mv: Move,
    prior: f32,
    visits: u32,
    /// The sum of each seat's chances: of the first look, and of every visit.
    sum: [f32; 4],
    /// Where its children begin, and how many they are; 0 until it is expanded.
    first: u32,
    count: u16,
}

impl Node {
    fn new(mv: Move, chances: [f32; 4]) -> Self {
        Self { mv, prior: 0.0, visits: 0, sum: chances, first: 0, count: 0 }
    }

    #[inline]
    fn mean(&self, seat: usize) -> f32 {
        self.sum[seat] / (self.visits + 1) as f32
    }

    #[inline]
    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }
}

pub(super) struct Tree<'a> {
    root: &'a Quoridor,
    net: &'a FourNet,
    nodes: Vec<Node>,
    /// Reused by all simulations.
    path: Vec<usize>,
    candidates: Vec<Move>,
    field: DistanceField,
    deepest: usize,
    /// Where the player's pawn was since the last wall.
    visited: &'a [Square],
}

impl<'a> Tree<'a> {
    pub fn new(root: &'a Quoridor, net: &'a FourNet, visited: &'a [Square]) -> Self {
        let mut tree = Self {
            root,
            net,
            nodes: vec![Node::new(Move::Pass, [0.25; 4])],
            path: Vec::with_capacity(MAX_DEPTH),
            candidates: Vec::new(),
            field: DistanceField::EMPTY,
            deepest: 0,
            visited,
        };
        tree.expand(0, root);
        tree
    }

    /// Follows the most promising moves to a leaf, expands it, and counts what was found on all nodes of the path.
    pub fn simulate(&mut self) {
        let mut game = self.root.clone();
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        while self.nodes[at].count > 0 && self.path.len() < MAX_DEPTH {
            at = self.select(at, usize::from(game.mover));
            game.play(self.nodes[at].mv);
            self.path.push(at);
        }
        self.deepest = self.deepest.max(self.path.len() - 1);
        let chances = match game.turn() {
            Turn::Of(_) => self.expand(at, &game),
            Turn::Over(_) => {
                let delay = 1.0 - DELAY * (self.path.len() - 1) as f32;
                ended(&game).map(|share| share * delay)
            }
        };
        for &node in &self.path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            for (sum, chance) in node.sum.iter_mut().zip(chances) {
                *sum += chance;
            }
        }
    }

    /// The child with the highest upper bound for the seat that moves.
    #[inline]
    fn select(&self, at: usize, mover: usize) -> usize {
        let (node, at_root) = (&self.nodes[at], at == 0);
        let exploration = EXPLORATION * (node.visits.max(1) as f32).sqrt();
        let (mut best, mut most) = (node.first as usize, f32::MIN);
        for at in node.children() {
            let child = &self.nodes[at];
            let mut bound =
                child.mean(mover) + exploration * child.prior / (child.visits + 1) as f32;
            if at_root {
                bound -= self.returning(child.mv);
            }
            if bound > most {
                (best, most) = (at, bound);
            }
        }
        best
    }

    /// What going back to where the pawn was costs. All others may wait, and then no move changes anything: whoever leads
    /// must go on.
    fn returning(&self, mv: Move) -> f32 {
        let Move::Step(to) = mv else { return 0.0 };
        RETURN * self.visited.iter().filter(|&&square| square == to).count() as f32
    }

    /// Evaluates all moves of a node; the chances after the best of them.
    fn expand(&mut self, at: usize, game: &Quoridor) -> [f32; 4] {
        let mean = |node: &Node| node.sum.map(|sum| sum / (node.visits + 1) as f32);
        if self.nodes.len() >= MAX_NODES || self.nodes[at].count > 0 {
            return mean(&self.nodes[at]);
        }
        let ways = Ways::of(game);
        let (first, mover) = (self.nodes.len(), usize::from(game.mover));
        let mut candidates = std::mem::take(&mut self.candidates);
        ways.candidates(game, &mut candidates);
        self.evaluate_all(game, &ways, &candidates);
        if self.nodes.len() == first {
            // Hemmed in, and every wall in somebody's way would shut a pawn in: any other wall, or a pass.
            game.legal_moves(&mut candidates);
            self.evaluate_all(game, &ways, &candidates);
        }
        self.candidates = candidates;
        let weights: f32 = self.nodes[first..].iter().map(|node| node.prior).sum();
        let mut best = first;
        for child in first..self.nodes.len() {
            self.nodes[child].prior /= weights;
            if self.nodes[child].sum[mover] > self.nodes[best].sum[mover] {
                best = child;
            }
        }
        self.nodes[at].first = first as u32;
        self.nodes[at].count = (self.nodes.len() - first) as u16;
        self.nodes.get(best).map_or([0.25; 4], |best| best.sum)
    }

    /// Adds a node for each of these moves, except walls that shut a pawn in. Its prior is not yet normalized.
    fn evaluate_all(&mut self, game: &Quoridor, ways: &Ways, moves: &[Move]) {
        let (mover, goal) = (usize::from(game.mover), game.goal_line(game.mover));
        for &mv in moves {
            let Some(seats) = ways.after(game, mv, &mut self.field) else { continue };
            let chances = match mv {
                Move::Step(square) if bit(square.0) & goal != 0 => won_by(mover),
                _ => {
                    let mut left = game.left;
                    left[mover] -= u8::from(matches!(mv, Move::Wall(..)));
                    self.value(&seats, left, (mover + 1) % 4)
                }
            };
            let odds = odds(chances[mover]);
            self.nodes.push(Node { prior: odds * odds, ..Node::new(mv, chances) });
        }
    }

    /// What a position is worth to each seat: its chance to win, and a little for being near.
    #[inline]
    fn value(&self, ways: &[Way; 4], left: [u8; 4], mover: usize) -> [f32; 4] {
        let mut values = self.net.chances(&of_ways(ways, left, mover));
        for (value, way) in values.iter_mut().zip(ways) {
            let progress = 1.0 - way.distance as f32 / FAR;
            *value += PROGRESS * (progress.max(0.0) - *value);
        }
        values
    }

    /// How likely each seat is to win at the root.
    pub fn chances(&self) -> [f32; 4] {
        let root = &self.nodes[0];
        root.sum.map(|sum| sum / (root.visits + 1) as f32)
    }

    /// What it thinks so far; the most visited move is the best.
    pub fn thought(&self, simulations: u64) -> Thought<Move> {
        let mover = usize::from(self.root.mover);
        let mut order: Vec<usize> = self.nodes[0].children().collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|at| &self.nodes[at]);
            b.visits.cmp(&a.visits).then(b.mean(mover).total_cmp(&a.mean(mover)))
        });
        let score = |at: usize| Score::Chance(self.nodes[at].mean(mover));
        let moves: Vec<_> =
            order.iter().map(|&at| MoveScore { mv: self.nodes[at].mv, score: score(at) }).collect();
        let mut line = Vec::new();
        let mut at = order.first().copied();
        while let Some(node) = at {
            line.push(self.nodes[node].mv);
            at = self.nodes[node]
                .children()
                .max_by_key(|&child| self.nodes[child].visits)
                .filter(|&child| self.nodes[child].visits >= 4);
        }
        Thought {
            best: moves.first().map(|found| found.mv),
            score: moves.first().map_or(Score::Draw, |found| found.score),
            line,
            moves,
            nodes: simulations,
            depth: self.deepest as u32,
        }
    }
}

fn won_by(seat: usize) -> [f32; 4] {
    std::array::from_fn(|at| f32::from(u8::from(at == seat)))
}

/// The chances when the game is over.
fn ended(game: &Quoridor) -> [f32; 4] {
    if game.won() { won_by(usize::from(game.mover_before())) } else { [0.25; 4] }
}
