//! One simulation in a game with open information: selection, expansion, playout, backpropagation.

use game::{Game, Turn};

use super::node::{Node, ProvenResult, ln};
use super::tree::{MctsConfig, PathStep, Tree};
use crate::value::FULL_REWARD;

impl<G: Game> Tree<G> {
    /// Runs one simulation from the root's position.
    pub fn simulate(&mut self, root: &G, config: &MctsConfig<G>) {
        let mut game = root.clone();
        let mut node = 0;
        let Some(mut by) = root.turn().seat() else {
            return;
        };
        self.path.clear();
        self.path.push(PathStep { node: 0, by });
        self.context.begin();
        let plain = config.options.rave.is_none() && config.options.progressive_bias == 0.0;
        let mut expanded = false;
        let rewards = loop {
            let here = &self.nodes[node];
            let mut leaf = false;
            if here.count == 0 {
                // Only here can the game be over: an expanded node has moves.
                let seat = match game.turn() {
                    Turn::Over(outcome) => {
                        let rewards = self.rewards(&outcome);
                        if self.solving {
                            let proof = match rewards[by.index()] {
                                FULL_REWARD => ProvenResult::Win,
                                0 => ProvenResult::Loss,
                                _ => ProvenResult::Draw,
                            };
                            self.nodes[node].prove(proof, 0);
                        }
                        break rewards;
                    }
                    Turn::Of(seat) => seat,
                };
                // Expand at best_ucb one node per simulation: a path expanded all the way down would fill the tree
                // with nodes that no simulation comes back to.
                leaf = expanded
                    || here.visits < config.options.expand_after && node != 0
                    || self.path.len() > self.deepest
                    || !self.expand(node, &game, seat, config);
                expanded = true;
            }
            if leaf {
                break self.play_out(&mut game, config);
            }
            by = self.nodes[node].seat();
            node = if plain {
                self.select(node, config)
            } else {
                self.select_with_knowledge(node, config)
            };
            let next = &self.nodes[node];
            game.play(next.mv);
            self.path.push(PathStep { node: node as u32, by });
            if next.proof() != ProvenResult::Open {
                break self.proven_rewards(next.proof(), by);
            }
        };
        self.back_up(&rewards);
        if config.options.rave.is_some() {
            self.back_up_rave(&rewards);
        }
        if self.solving && self.nodes[node].proof() != ProvenResult::Open {
            self.back_up_proof();
        }
    }

    /// The child with the highest upper confidence bound (UCB1).
    #[inline]
    fn select(&self, parent: usize, config: &MctsConfig<G>) -> usize {
        let parent = &self.nodes[parent];
        let children = &self.nodes[parent.children()];
        let first = parent.first as usize;
        let options = &config.options;
        // Children are visited in order: all that follow an unvisited one are unvisited.
        if options.first_play_urgency.is_none()
            && let Some(last) = children.last()
            && last.visits == 0
        {
            let visited = children.iter().take_while(|child| child.visits > 0).count();
            return first + visited;
        }
        let exploration = options.exploration * options.exploration * ln(parent.visits);
        let unvisited = options.first_play_urgency.unwrap_or(f32::INFINITY) + exploration.sqrt();
        // A branch per comparison, on purpose: when the processor predicts the best child, it prefetches what lies
        // below while it still compares, and a simulation best_ucbly waits for that memory.
        let (mut best, mut best_ucb) = (0, f32::NEG_INFINITY);
        for (at, child) in children.iter().enumerate() {
            if child.visits == 0 {
                if unvisited > best_ucb {
                    best = at;
                }
                break;
            }
            let inverse = 1.0 / child.visits as f32;
            let ucb = child.mean(inverse) + (exploration * inverse).sqrt();
            if ucb > best_ucb && child.proof() != ProvenResult::Loss {
                best_ucb = ucb;
                best = at;
            }
        }
        first + best
    }

    /// The same with priors and RAVE.
    fn select_with_knowledge(&self, parent: usize, config: &MctsConfig<G>) -> usize {
        let parent = &self.nodes[parent];
        let exploration =
            config.options.exploration * config.options.exploration * ln(parent.visits);
        let (mut best, mut best_ucb) = (parent.first as usize, f32::NEG_INFINITY);
        for at in parent.children() {
            if self.nodes[at].proof() == ProvenResult::Loss {
                continue;
            }
            let ucb = self.ucb(at, exploration, config);
            if ucb > best_ucb {
                best_ucb = ucb;
                best = at;
            }
        }
        best
    }

    /// The upper confidence bound of a child, with RAVE and progressive bias where the options ask for them.
    pub fn ucb(&self, at: usize, exploration: f32, config: &MctsConfig<G>) -> f32 {
        let options = &config.options;
        let node: &Node<G::Move> = &self.nodes[at];
        let visits = node.visits as f32;
        let mut ucb = if node.visits == 0 {
            // Unvisited moves come before all visited ones; among themselves RAVE orders them.
            options.first_play_urgency.unwrap_or(1e3)
        } else {
            node.mean(1.0 / visits)
        };
        if let Some(equal) = options.rave
            && self.amaf[at].visits > 0
            && node.proof() == ProvenResult::Open
        {
            let amaf = self.amaf[at];
            let mean = amaf.sum as f32 / (amaf.visits as f32 * FULL_REWARD as f32);
            if node.visits > 0 {
                let weight = (equal / (3.0 * visits + equal)).sqrt();
                ucb += weight * (mean - ucb);
            } else if options.first_play_urgency.is_some() {
                ucb = mean;
            } else {
                ucb += mean;
            }
        }
        ucb += (exploration / visits.max(1.0)).sqrt();
        if options.progressive_bias != 0.0 {
            ucb += options.progressive_bias * self.priors[at] / (visits + 1.0);
        }
        ucb
    }
}
