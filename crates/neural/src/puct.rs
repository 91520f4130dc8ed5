//! Monte Carlo tree search led by a network: moves are tried in proportion to its policy, and its value stands for a
//! playout (PUCT, as in AlphaZero). Where something is hidden, each simulation imagines a world of its own.

use std::sync::Arc;

use game::{Encoding, MAX_SEATS, Outcome, Rng, Seat, Turn};
use search::{Limits, Stop};

use crate::net::{Evaluated, PolicyValueNet};

/// How it searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctOptions {
    /// How much the policy weighs against what was found.
    pub exploration: f32,
    /// At the root, this part of the policy is noise: self-play must see other moves, too.
    pub noise: f32,
}

impl PuctOptions {
    /// For play.
    pub const USUAL: Self = Self { exploration: 1.5, noise: 0.0 };
}

/// Each seat's share of a result; together they are 1.
pub(crate) fn shares_of(outcome: &Outcome, seats: usize) -> [f32; MAX_SEATS] {
    let mut shares = [0.0; MAX_SEATS];
    for (at, share) in shares.iter_mut().enumerate().take(seats) {
        *share = outcome.share(Seat(at as u8)) * 2.0 / seats.max(2) as f32;
    }
    shares
}

/// A share as a chance from 0 to 1, as scores have it: among four an even share is one half, too.
pub(crate) fn chance(share: f32, seats: usize) -> f32 {
    (share * seats.max(2) as f32 / 2.0).clamp(0.0, 1.0)
}

/// A node of the tree: a position, or all positions that look alike after the same moves.
#[derive(Debug)]
struct Node {
    seat: Seat,
    visits: u32,
    /// What the network said of the position, to the seat that moves.
    value: f32,
    edges: Vec<Edge>,
}

#[derive(Debug)]
struct Edge {
    action: u32,
    prior: f32,
    visits: u32,
    /// Shares of the result, to the seat that moves.
    sum: f32,
    child: Option<u32>,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Searched {
    /// Every action that was legal, how often it was tried and the share that it promises; most tried first.
    pub actions: Vec<(u32, u32, f32)>,
    /// The expected share of the seat that moves.
    pub value: f32,
    /// The line that was tried most.
    pub line: Vec<u32>,
    /// Simulations.
    pub simulations: u64,
}

/// A search with a network.
pub struct Puct {
    net: Arc<PolicyValueNet>,
    options: PuctOptions,
    nodes: Vec<Node>,
    observation: Vec<f32>,
    legal: Vec<u32>,
}

/// The clock is looked at once in so many simulations: to ask the system for the processor's time takes as long as five of
/// them with a small network.
const LOOK_EVERY: u64 = 32;

/// The most nodes that a search keeps: about 100 bytes an edge.
const MOST_NODES: usize = 500_000;

impl Puct {
    /// A search with a network that fits the game.
    pub fn new(net: Arc<PolicyValueNet>, options: PuctOptions) -> Self {
        let observation = vec![0.0; net.shape().inputs];
        Self { net, options, nodes: Vec::new(), observation, legal: Vec::new() }
    }

    /// Searches from a position in which a seat is to move, until the limits are reached.
    pub fn search<G: Encoding>(
        &mut self,
        game: &G,
        rng: &mut Rng,
        limits: &Limits,
        stop: &Stop,
    ) -> Searched {
        let Turn::Of(seat) = game.turn() else { return Searched::default() };
        self.nodes.clear();
        let most = limits.nodes.unwrap_or(u64::MAX).max(1);
        let mut simulations = 0;
        while simulations < most && self.nodes.len() < MOST_NODES {
            let looks = simulations == 1 || (simulations > 0 && simulations % LOOK_EVERY == 0);
            if looks && stop.is_pulled() {
                break;
            }
            let mut world = game.imagine(Some(seat), rng);
            self.simulate(&mut world);
            if simulations == 0 {
                self.add_noise(rng);
            }
            simulations += 1;
        }
        self.searched(simulations)
    }

    /// The network's answer alone, without a search.
    fn evaluate<G: Encoding>(&mut self, game: &G, seat: Seat) -> Evaluated {
        self.legal.clear();
        game.each_action(|action| self.legal.push(action as u32));
        game.observe(seat, &mut self.observation);
        self.net.evaluate(&self.observation, &self.legal)
    }

    fn simulate<G: Encoding>(&mut self, game: &mut G) {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let shares = loop {
            let seat = match game.turn() {
                Turn::Of(seat) => seat,
                Turn::Over(outcome) => break shares_of(&outcome, game.seats()),
            };
            let at = match path.last() {
                None if self.nodes.is_empty() => break self.expand(game, seat),
                None => 0,
                Some(&(node, edge)) => match self.nodes[node].edges[edge].child {
                    Some(child) => child as usize,
                    None => {
                        let child = self.nodes.len() as u32;
                        self.nodes[node].edges[edge].child = Some(child);
                        break self.expand(game, seat);
                    }
                },
            };
            let edge = self.choose(at, game);
            let action = self.nodes[at].edges[edge].action;
            path.push((at, edge));
            match game.move_of(action as usize) {
                Some(mv) => game.play(mv),
                // A legal action is a move.
                None => break [0.5; MAX_SEATS],
            }
        };
        for (node, edge) in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            let share = shares[node.seat.index()];
            let edge = &mut node.edges[edge];
            edge.visits += 1;
            edge.sum += share;
        }
    }

    /// Adds a node, and gives every seat's share as the network sees it.
    fn expand<G: Encoding>(&mut self, game: &G, seat: Seat) -> [f32; MAX_SEATS] {
        let Evaluated { policy, shares: relative } = self.evaluate(game, seat);
        let seats = game.seats();
        let mut shares = [0.0; MAX_SEATS];
        for (at, share) in relative.iter().enumerate().take(seats) {
            shares[(seat.index() + at) % seats] = *share;
        }
        let edge = |(&action, &prior): (&u32, &f32)| Edge {
            action,
            prior,
            visits: 0,
            sum: 0.0,
            child: None,
        };
        let edges = self.legal.iter().zip(&policy).map(edge).collect();
        self.nodes.push(Node { seat, visits: 0, value: shares[seat.index()], edges });
        shares
    }

    /// The edge to try next among the actions that are legal in this world.
    fn choose<G: Encoding>(&mut self, at: usize, game: &G) -> usize {
        self.legal.clear();
        game.each_action(|action| self.legal.push(action as u32));
        let node = &mut self.nodes[at];
        // In another world other actions may be legal: those get what is left of the policy, an even part.
        let same = node.edges.len() == self.legal.len()
            && node.edges.iter().zip(&self.legal).all(|(edge, action)| edge.action == *action);
        if !same {
            let prior = 1.0 / self.legal.len().max(1) as f32;
            for &action in &self.legal {
                if node.edges.iter().all(|edge| edge.action != action) {
                    node.edges.push(Edge { action, prior, visits: 0, sum: 0.0, child: None });
                }
            }
        }
        let root = (node.visits as f32 + 1.0).sqrt() * self.options.exploration;
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (index, edge) in node.edges.iter().enumerate() {
            if !same && !self.legal.contains(&edge.action) {
                continue;
            }
            // What was never tried is expected to be a little worse than the position.
            let value = match edge.visits {
                0 => node.value - 0.1,
                visits => edge.sum / visits as f32,
            };
            let score = value + root * edge.prior / (1.0 + edge.visits as f32);
            if score > most {
                (best, most) = (index, score);
            }
        }
        best
    }

    /// Mixes noise into the policy of the root: a random point of the simplex, sharp where there are many moves.
    fn add_noise(&mut self, rng: &mut Rng) {
        let noise = self.options.noise;
        let Some(root) = self.nodes.first_mut().filter(|_| noise > 0.0) else { return };
        // Powers of even numbers stand for Dirichlet's distribution: a few actions get most of it.
        let sharp = (root.edges.len() as i32 / 2).clamp(2, 20);
        let drawn: Vec<f32> = root.edges.iter().map(|_| rng.unit().powi(sharp).max(1e-6)).collect();
        let sum: f32 = drawn.iter().sum();
        for (edge, drawn) in root.edges.iter_mut().zip(&drawn) {
            edge.prior = (1.0 - noise) * edge.prior + noise * drawn / sum;
        }
    }

    fn searched(&self, simulations: u64) -> Searched {
        let Some(root) = self.nodes.first() else { return Searched::default() };
        let share = |edge: &Edge| match edge.visits {
            0 => 0.0,
            visits => edge.sum / visits as f32,
        };
        let mut actions: Vec<(u32, u32, f32, f32)> = root
            .edges
            .iter()
            .map(|edge| (edge.action, edge.visits, share(edge), edge.prior))
            .collect();
        // Of those tried equally often, the one that looked better at first.
        actions.sort_by(|a, b| b.1.cmp(&a.1).then(b.3.total_cmp(&a.3)));
        let tried: f32 = root.edges.iter().map(|edge| edge.sum).sum();
        let value = if root.visits == 0 { root.value } else { tried / root.visits as f32 };
        let mut line = Vec::new();
        let mut at = Some(0);
        while let Some(node) = at.and_then(|at: u32| self.nodes.get(at as usize)) {
            let most = node.edges.iter().filter(|edge| edge.visits > 0);
            let Some(edge) = most.max_by_key(|edge| edge.visits) else { break };
            line.push(edge.action);
            at = edge.child;
        }
        let actions = actions.into_iter().map(|(action, visits, share, _)| (action, visits, share));
        Searched { actions: actions.collect(), value, line, simulations }
    }

    /// About how many bytes it keeps.
    pub fn memory(&self) -> usize {
        let edges: usize = self.nodes.iter().map(|node| node.edges.capacity()).sum();
        edges * size_of::<Edge>() + self.nodes.capacity() * size_of::<Node>()
    }

    /// Forgets the last search.
    pub fn clear(&mut self) {
        self.nodes = Vec::new();
    }
}
