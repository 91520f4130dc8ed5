//! The search tree of one thread: nodes in one flat list, with optional statistics in parallel lists.

use std::sync::Arc;

use game::{Game, MAX_SEATS, Outcome, Rng, Seat};

use super::node::{MAX_CHILDREN, Node, ProvenResult};
use super::playout::{PlayoutContext, PlayoutResult};
use super::rave::{Amaf, PlayedMoves};
use super::{MctsOptions, Playout, Prior};
use crate::value::{FULL_REWARD, Teams};

/// A step on the path of a simulation: the node it went to, and the seat that made the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathStep {
    pub node: u32,
    pub by: Seat,
}

/// The configuration that all threads share.
pub(super) struct MctsConfig<G: Game> {
    pub options: MctsOptions,
    pub playout: Arc<dyn Playout<G>>,
    pub prior: Option<Arc<dyn Prior<G>>>,
}

/// One thread's tree and the buffers that simulations reuse.
pub(super) struct Tree<G: Game> {
    /// The root comes first; its move has no meaning.
    pub nodes: Vec<Node<G::Move>>,
    /// Parallel to `nodes`, where the options need them.
    pub priors: Vec<f32>,
    pub amaf: Vec<Amaf>,
    pub available: Vec<u32>,
    pub path: Vec<PathStep>,
    pub context: PlayoutContext<G::Move>,
    pub played: PlayedMoves<G::Move>,
    pub legal: Vec<G::Move>,
    /// The children of the current node that are legal in this simulation's world.
    pub legal_children: Vec<u32>,
    pub rng: Rng,
    pub teams: Teams,
    /// Whether wins and losses are proven (MCTS-Solver).
    pub solving: bool,
    /// The longest path so far.
    pub depth: usize,
    /// The deepest that the limits allow the tree to go.
    pub deepest: usize,
}

impl<G: Game> Tree<G> {
    /// About the memory that it takes: nodes and what stands beside them are nearly all of it.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.nodes.capacity() * size_of::<Node<G::Move>>()
            + self.priors.capacity() * size_of::<f32>()
            + self.amaf.capacity() * size_of::<Amaf>()
            + self.available.capacity() * size_of::<u32>()
    }

    /// A tree with only a root; `any` is a move to fill its field, without meaning.
    pub fn new(game: &G, config: &MctsConfig<G>, any: G::Move) -> Self {
        let teams = Teams::of(game);
        let mut tree = Self {
            nodes: Vec::new(),
            priors: Vec::new(),
            amaf: Vec::new(),
            available: Vec::new(),
            path: Vec::new(),
            context: PlayoutContext::new(config.options.rave.is_some()),
            played: PlayedMoves::new(),
            legal: Vec::new(),
            legal_children: Vec::new(),
            rng: Rng::new(0),
            teams,
            solving: config.options.solve && !config.options.determinize && teams.two_sides(),
            depth: 0,
            deepest: usize::MAX,
        };
        tree.push(any, 0.0, &config.options);
        tree
    }

    /// Adds a node without visits.
    #[inline]
    pub fn push(&mut self, mv: G::Move, prior: f32, options: &MctsOptions) {
        self.nodes.push(Node::new(mv));
        if options.progressive_bias != 0.0 {
            self.priors.push(prior);
        }
        if options.rave.is_some() {
            self.amaf.push(Amaf::default());
        }
        if options.determinize {
            self.available.push(0);
        }
    }

    /// Adds a copy of a node of this tree.
    pub fn push_copy(&mut self, at: usize) {
        self.nodes.push(self.nodes[at]);
        self.priors.extend(self.priors.get(at).copied());
        self.amaf.extend(self.amaf.get(at).copied());
        self.available.extend(self.available.get(at).copied());
    }

    /// Adds a copy of a node of another tree.
    pub fn push_from(&mut self, other: &Self, at: usize) {
        self.nodes.push(other.nodes[at]);
        self.priors.extend(other.priors.get(at));
        self.amaf.extend(other.amaf.get(at).copied());
        self.available.extend(other.available.get(at));
    }

    /// Adds the legal moves of a position as children of its node; false if the tree is full.
    pub fn expand(&mut self, node: usize, game: &G, seat: Seat, config: &MctsConfig<G>) -> bool {
        let mut legal = std::mem::take(&mut self.legal);
        game.legal_moves(&mut legal);
        legal.truncate(MAX_CHILDREN);
        let first = self.nodes.len();
        let fits = !legal.is_empty()
            && first + legal.len() <= config.options.max_nodes.max(legal.len() + 1);
        if fits {
            match &config.prior {
                Some(prior) if config.options.progressive_bias != 0.0 => {
                    // Unvisited children are tried in this order.
                    let mut ranked: Vec<_> =
                        legal.iter().map(|&mv| (prior.prior(game, mv), mv)).collect();
                    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
                    for (prior, mv) in ranked {
                        self.push(mv, prior, &config.options);
                    }
                }
                _ => {
                    // Shuffled, so that the order of move generation favours no move.
                    self.rng.shuffle(&mut legal);
                    for &mv in &legal {
                        self.push(mv, 0.0, &config.options);
                    }
                }
            }
            self.nodes[node].expand(first, legal.len(), seat);
        }
        self.legal = legal;
        fits
    }

    /// Runs a playout and gives the reward of each seat.
    #[inline]
    pub fn play_out(&mut self, game: &mut G, config: &MctsConfig<G>) -> [u32; MAX_SEATS] {
        match config.playout.run(game, &mut self.rng, &mut self.context) {
            PlayoutResult::Over(outcome) => self.rewards(&outcome),
            PlayoutResult::Estimated(shares) => {
                // Stochastic rounding: unbiased on average.
                let dither = self.rng.unit();
                shares.map(|share| (share.clamp(0.0, 1.0) * FULL_REWARD as f32 + dither) as u32)
            }
        }
    }

    /// The reward of each seat for an outcome.
    #[inline]
    pub fn rewards(&self, outcome: &Outcome) -> [u32; MAX_SEATS] {
        let mut rewards = [0; MAX_SEATS];
        for (seat, reward) in rewards.iter_mut().enumerate().take(self.teams.seats()) {
            *reward = self.teams.reward(outcome, Seat(seat as u8));
        }
        rewards
    }

    /// The reward of each seat for a proven move.
    pub fn proven_rewards(&self, proof: ProvenResult, by: Seat) -> [u32; MAX_SEATS] {
        let mut rewards = [FULL_REWARD / 2; MAX_SEATS];
        for (seat, reward) in rewards.iter_mut().enumerate() {
            let ally = seat < self.teams.seats() && self.teams.allied(Seat(seat as u8), by);
            match proof {
                ProvenResult::Win => *reward = if ally { FULL_REWARD } else { 0 },
                ProvenResult::Loss => *reward = if ally { 0 } else { FULL_REWARD },
                ProvenResult::Draw | ProvenResult::Open => {}
            }
        }
        rewards
    }

    /// Backpropagation: adds the rewards to all nodes on the path.
    #[inline]
    pub fn back_up(&mut self, rewards: &[u32; MAX_SEATS]) {
        for step in &self.path {
            self.nodes[step.node as usize].visit(rewards[step.by.index() & (MAX_SEATS - 1)]);
        }
        self.depth = self.depth.max(self.path.len() - 1);
    }

    /// Propagates a proof from the last move of the path towards the root.
    pub fn back_up_proof(&mut self) {
        for at in (1..self.path.len()).rev() {
            let PathStep { node, by } = self.path[at];
            let child = self.nodes[node as usize];
            let parent = self.path[at - 1];
            let siblings = &self.nodes[self.nodes[parent.node as usize].children()];
            let (proof, plies) = match child.proof() {
                ProvenResult::Open => return,
                ProvenResult::Win => (ProvenResult::Win, child.plies()),
                ProvenResult::Draw | ProvenResult::Loss => {
                    if siblings.iter().any(|child| child.proof() == ProvenResult::Open) {
                        return;
                    }
                    let drawn = siblings.iter().any(|child| child.proof() == ProvenResult::Draw);
                    let proof = if drawn { ProvenResult::Draw } else { ProvenResult::Loss };
                    let same = siblings.iter().filter(|child| child.proof() == proof);
                    (proof, same.map(Node::plies).max().unwrap_or(0))
                }
            };
            // From the viewpoint of the seat that moved before; the root has the viewpoint of its own seat.
            let proof = if self.teams.allied(by, parent.by) { proof } else { proof.flipped() };
            self.nodes[parent.node as usize].prove(proof, plies + 1);
        }
    }
}
