//! One simulation in a game with hidden information: each in a determinization of its own, all in one tree
//! (information set Monte Carlo tree search; Cowling, Powley and Whitehouse, 2012).
//!
//! A node stands for what the root's seat can tell apart: a sequence of moves. Which of a node's children are legal
//! differs from world to world, so each child counts how often it was available.

use game::{Game, Seat, Turn};

use super::node::ln;
use super::tree::{MctsConfig, PathStep, Tree};

impl<G: Game> Tree<G> {
    /// Runs one simulation in a world that fits what the seat knows.
    pub fn simulate_determinized(&mut self, root: &G, seat: Seat, config: &MctsConfig<G>) {
        let mut game = root.imagine(Some(seat), &mut self.rng);
        let mut node = 0;
        self.path.clear();
        self.path.push(PathStep { node: 0, by: seat });
        self.context.begin();
        let mut expanded = false;
        let rewards = loop {
            let mover = match game.turn() {
                Turn::Over(outcome) => break self.rewards(&outcome),
                Turn::Of(mover) => mover,
            };
            let here = &self.nodes[node];
            let new = here.count == 0;
            let leaf = new && expanded
                || here.visits < config.options.expand_after && node != 0
                || self.path.len() > self.deepest
                || !self.expand_legal(node, &game, mover, config);
            if leaf {
                break self.play_out(&mut game, config);
            }
            expanded |= new;
            node = self.select_legal(config);
            game.play(self.nodes[node].mv);
            self.path.push(PathStep { node: node as u32, by: mover });
        };
        self.back_up(&rewards);
        if config.options.rave.is_some() {
            self.back_up_rave(&rewards);
        }
    }

    /// Makes sure that all legal moves of this world are children of the node, and leaves their indices in
    /// `legal_children`; false if the tree is full.
    fn expand_legal(&mut self, node: usize, game: &G, mover: Seat, config: &MctsConfig<G>) -> bool {
        let mut legal = std::mem::take(&mut self.legal);
        game.legal_moves(&mut legal);
        let fits = self.match_children(node, game, &legal, mover, config);
        self.legal = legal;
        fits && !self.legal_children.is_empty()
    }

    fn match_children(
        &mut self,
        node: usize,
        game: &G,
        legal: &[G::Move],
        mover: Seat,
        config: &MctsConfig<G>,
    ) -> bool {
        let children = self.nodes[node].children();
        self.legal_children.clear();
        let mut missing = 0;
        // Worlds list best_ucb moves in the same order: the next child is the likeliest match.
        let mut next = 0;
        for &mv in legal {
            let count = children.len();
            let found = (0..count)
                .map(|step| (next + step) % count)
                .find(|&at| self.nodes[children.start + at].mv == mv);
            if let Some(at) = found {
                self.legal_children.push((children.start + at) as u32);
                next = at + 1;
            } else {
                self.legal_children.push(u32::MAX);
                missing += 1;
            }
        }
        if missing > 0 {
            let count = children.len() + missing;
            let first = self.nodes.len();
            if first + count > config.options.max_nodes.max(count + 1)
                || count > super::node::MAX_CHILDREN
            {
                // Children that exist already can still be visited.
                self.legal_children.retain(|&child| child != u32::MAX);
                self.count_availability();
                return true;
            }
            // Children are contiguous, so all of them move to the end of the list, where there is room for more.
            for at in children.clone() {
                self.push_copy(at);
            }
            for (at, &mv) in legal.iter().enumerate() {
                if self.legal_children[at] == u32::MAX {
                    self.legal_children[at] = self.nodes.len() as u32;
                    let prior = match &config.prior {
                        Some(prior) if config.options.progressive_bias != 0.0 => {
                            prior.prior(game, mv)
                        }
                        _ => 0.0,
                    };
                    self.push(mv, prior, &config.options);
                } else {
                    self.legal_children[at] += (first - children.start) as u32;
                }
            }
            self.nodes[node].expand(first, count, mover);
        }
        self.count_availability();
        true
    }

    fn count_availability(&mut self) {
        for &child in &self.legal_children {
            self.available[child as usize] += 1;
        }
    }

    /// The child with the highest upper confidence bound, of those that are legal in this world.
    fn select_legal(&mut self, config: &MctsConfig<G>) -> usize {
        let options = &config.options;
        let square = options.exploration * options.exploration;
        let (mut best, mut best_ucb, mut equals) = (self.legal_children[0], f32::NEG_INFINITY, 0);
        for at in 0..self.legal_children.len() {
            let child = self.legal_children[at];
            let exploration = square * ln(self.available[child as usize]);
            let ucb = self.ucb(child as usize, exploration, config);
            if ucb > best_ucb {
                (best, best_ucb, equals) = (child, ucb, 1);
            } else if ucb == best_ucb {
                // Ties are broken at random, above all among unvisited children.
                equals += 1;
                if self.rng.below(equals) == 0 {
                    best = child;
                }
            }
        }
        best as usize
    }
}
