//! The tree of one thread: moves in one flat list, and what some options keep beside them.

use std::sync::Arc;

use game::{Game, MAX_SEATS, Outcome, Rng, Seat};

use super::node::{MOST_ANSWERS, Node, Proof};
use super::playout::{Trail, Verdict};
use super::rave::{Amaf, Made};
use super::{MctsOptions, Playout, Prior};
use crate::value::{Teams, WHOLE};

/// A step of a simulation: the node it went to, and the seat that made the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub node: u32,
    pub by: Seat,
}

/// What all threads share.
pub(super) struct Ways<G: Game> {
    pub options: MctsOptions,
    pub playout: Arc<dyn Playout<G>>,
    pub prior: Option<Arc<dyn Prior<G>>>,
}

/// One thread's tree and whatever a simulation reuses.
pub(super) struct Tree<G: Game> {
    /// The root is the first; its move means nothing.
    pub nodes: Vec<Node<G::Move>>,
    /// Beside each node, where the options ask for them.
    pub priors: Vec<f32>,
    pub amaf: Vec<Amaf>,
    pub available: Vec<u32>,
    pub path: Vec<Step>,
    pub trail: Trail<G::Move>,
    pub made: Made<G::Move>,
    pub legal: Vec<G::Move>,
    /// Where the moves stand that are legal in this simulation's world.
    pub places: Vec<u32>,
    pub rng: Rng,
    pub teams: Teams,
    /// Whether wins and losses are settled.
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

    /// An empty tree for this position; `any` is some move, which means nothing.
    pub fn new(game: &G, ways: &Ways<G>, any: G::Move) -> Self {
        let teams = Teams::of(game);
        let mut tree = Self {
            nodes: Vec::new(),
            priors: Vec::new(),
            amaf: Vec::new(),
            available: Vec::new(),
            path: Vec::new(),
            trail: Trail::new(ways.options.rave.is_some()),
            made: Made::new(),
            legal: Vec::new(),
            places: Vec::new(),
            rng: Rng::new(0),
            teams,
            solving: ways.options.solve && !ways.options.worlds && teams.two_sides(),
            depth: 0,
            deepest: usize::MAX,
        };
        tree.push(any, 0.0, &ways.options);
        tree
    }

    /// Adds a move that nobody has tried.
    #[inline]
    pub fn push(&mut self, mv: G::Move, prior: f32, options: &MctsOptions) {
        self.nodes.push(Node::new(mv));
        if options.bias != 0.0 {
            self.priors.push(prior);
        }
        if options.rave.is_some() {
            self.amaf.push(Amaf::default());
        }
        if options.worlds {
            self.available.push(0);
        }
    }

    /// Adds a node that stands here already once more.
    pub fn push_again(&mut self, at: usize) {
        self.nodes.push(self.nodes[at]);
        self.priors.extend(self.priors.get(at).copied());
        self.amaf.extend(self.amaf.get(at).copied());
        self.available.extend(self.available.get(at).copied());
    }

    /// Adds a node as it stands in another tree, for moving house.
    pub fn push_from(&mut self, other: &Self, at: usize) {
        self.nodes.push(other.nodes[at]);
        self.priors.extend(other.priors.get(at));
        self.amaf.extend(other.amaf.get(at).copied());
        self.available.extend(other.available.get(at));
    }

    /// Puts the legal moves of a position under its node; false if the tree is full.
    pub fn grow(&mut self, node: usize, game: &G, seat: Seat, ways: &Ways<G>) -> bool {
        let mut legal = std::mem::take(&mut self.legal);
        game.legal_moves(&mut legal);
        legal.truncate(MOST_ANSWERS);
        let first = self.nodes.len();
        let fits =
            !legal.is_empty() && first + legal.len() <= ways.options.max_nodes.max(legal.len() + 1);
        if fits {
            match &ways.prior {
                Some(prior) if ways.options.bias != 0.0 => {
                    // Untried moves are tried in this order.
                    let mut ranked: Vec<_> =
                        legal.iter().map(|&mv| (prior.prior(game, mv), mv)).collect();
                    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
                    for (prior, mv) in ranked {
                        self.push(mv, prior, &ways.options);
                    }
                }
                _ => {
                    // No order of theirs should favour some: chance decides who is tried first.
                    self.rng.shuffle(&mut legal);
                    for &mv in &legal {
                        self.push(mv, 0.0, &ways.options);
                    }
                }
            }
            self.nodes[node].grow(first, legal.len(), seat);
        }
        self.legal = legal;
        fits
    }

    /// Plays on from outside the tree, and says what each seat got.
    #[inline]
    pub fn play_out(&mut self, game: &mut G, ways: &Ways<G>) -> [u32; MAX_SEATS] {
        match ways.playout.run(game, &mut self.rng, &mut self.trail) {
            Verdict::Over(outcome) => self.parts(&outcome),
            Verdict::Judged(shares) => {
                // Rounded up or down by chance, so that nothing is lost on average.
                let dither = self.rng.unit();
                shares.map(|share| (share.clamp(0.0, 1.0) * WHOLE as f32 + dither) as u32)
            }
        }
    }

    /// What each seat gets of a result.
    #[inline]
    pub fn parts(&self, outcome: &Outcome) -> [u32; MAX_SEATS] {
        let mut parts = [0; MAX_SEATS];
        for (seat, part) in parts.iter_mut().enumerate().take(self.teams.seats()) {
            *part = self.teams.parts(outcome, Seat(seat as u8));
        }
        parts
    }

    /// What each seat gets of a move that is settled.
    pub fn settled(&self, proof: Proof, by: Seat) -> [u32; MAX_SEATS] {
        let mut parts = [WHOLE / 2; MAX_SEATS];
        for (seat, part) in parts.iter_mut().enumerate() {
            let ally = seat < self.teams.seats() && self.teams.allied(Seat(seat as u8), by);
            match proof {
                Proof::Win => *part = if ally { WHOLE } else { 0 },
                Proof::Loss => *part = if ally { 0 } else { WHOLE },
                Proof::Draw | Proof::Open => {}
            }
        }
        parts
    }

    /// Tells everybody on the path what came of it.
    #[inline]
    pub fn back_up(&mut self, parts: &[u32; MAX_SEATS]) {
        for step in &self.path {
            self.nodes[step.node as usize].visit(parts[step.by.index() & (MAX_SEATS - 1)]);
        }
        self.depth = self.depth.max(self.path.len() - 1);
    }

    /// The last move of the path is settled: so may be those before it.
    pub fn settle(&mut self) {
        for at in (1..self.path.len()).rev() {
            let Step { node, by } = self.path[at];
            let child = self.nodes[node as usize];
            let parent = self.path[at - 1];
            let answers = &self.nodes[self.nodes[parent.node as usize].answers()];
            let (proof, plies) = match child.proof() {
                Proof::Open => return,
                Proof::Win => (Proof::Win, child.plies()),
                Proof::Draw | Proof::Loss => {
                    if answers.iter().any(|answer| answer.proof() == Proof::Open) {
                        return;
                    }
                    let drawn = answers.iter().any(|answer| answer.proof() == Proof::Draw);
                    let proof = if drawn { Proof::Draw } else { Proof::Loss };
                    let same = answers.iter().filter(|answer| answer.proof() == proof);
                    (proof, same.map(Node::plies).max().unwrap_or(0))
                }
            };
            // To the seat that moved before; the root is seen by its own seat.
            let proof = if self.teams.allied(by, parent.by) { proof } else { proof.flipped() };
            self.nodes[parent.node as usize].prove(proof, plies + 1);
        }
    }
}
