//! One simulation where nothing is hidden: down the tree, out of it, and back.

use game::{Game, Turn};

use super::node::{Node, Proof, ln};
use super::tree::{Step, Tree, Ways};
use crate::value::WHOLE;

impl<G: Game> Tree<G> {
    /// Plays one simulation from the root's position.
    pub fn simulate(&mut self, root: &G, ways: &Ways<G>) {
        let mut game = root.clone();
        let mut node = 0;
        let Some(mut by) = root.turn().seat() else {
            return;
        };
        self.path.clear();
        self.path.push(Step { node: 0, by });
        self.trail.begin();
        let plain = ways.options.rave.is_none() && ways.options.bias == 0.0;
        let mut grown = false;
        let parts = loop {
            let here = &self.nodes[node];
            let mut leaf = false;
            if here.count == 0 {
                // Only here can the game be over: what has answers goes on.
                let seat = match game.turn() {
                    Turn::Over(outcome) => {
                        let parts = self.parts(&outcome);
                        if self.solving {
                            let proof = match parts[by.index()] {
                                WHOLE => Proof::Win,
                                0 => Proof::Loss,
                                _ => Proof::Draw,
                            };
                            self.nodes[node].prove(proof, 0);
                        }
                        break parts;
                    }
                    Turn::Of(seat) => seat,
                };
                // One position a simulation gets its moves: a path that grew all the way down would
                // fill the tree with what nobody comes back to.
                leaf = grown
                    || here.visits < ways.options.expand_after && node != 0
                    || self.path.len() > self.deepest
                    || !self.grow(node, &game, seat, ways);
                grown = true;
            }
            if leaf {
                break self.play_out(&mut game, ways);
            }
            by = self.nodes[node].seat();
            node = if plain { self.choose(node, ways) } else { self.choose_richly(node, ways) };
            let next = &self.nodes[node];
            game.play(next.mv);
            self.path.push(Step { node: node as u32, by });
            if next.proof() != Proof::Open {
                break self.settled(next.proof(), by);
            }
        };
        self.back_up(&parts);
        if ways.options.rave.is_some() {
            self.back_up_rave(&parts);
        }
        if self.solving && self.nodes[node].proof() != Proof::Open {
            self.settle();
        }
    }

    /// The answer to try, by its mean and by how little it was tried (UCB1).
    #[inline]
    fn choose(&self, parent: usize, ways: &Ways<G>) -> usize {
        let parent = &self.nodes[parent];
        let answers = &self.nodes[parent.answers()];
        let first = parent.first as usize;
        let options = &ways.options;
        // Answers are tried in order: what comes after an untried one is untried.
        if options.first_play.is_none()
            && let Some(last) = answers.last()
            && last.visits == 0
        {
            let tried = answers.iter().take_while(|answer| answer.visits > 0).count();
            return first + tried;
        }
        let curious = options.exploration * options.exploration * ln(parent.visits);
        let untried = options.first_play.unwrap_or(f32::INFINITY) + curious.sqrt();
        // A branch a comparison, on purpose: a processor that guesses the best answer fetches what
        // is below it while it still compares, and that memory is what a simulation waits for.
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (at, answer) in answers.iter().enumerate() {
            if answer.visits == 0 {
                if untried > most {
                    best = at;
                }
                break;
            }
            let inverse = 1.0 / answer.visits as f32;
            let urgency = answer.mean(inverse) + (curious * inverse).sqrt();
            if urgency > most && answer.proof() != Proof::Loss {
                most = urgency;
                best = at;
            }
        }
        first + best
    }

    /// The same with priors and with what was learnt from later moves.
    fn choose_richly(&self, parent: usize, ways: &Ways<G>) -> usize {
        let parent = &self.nodes[parent];
        let curious = ways.options.exploration * ways.options.exploration * ln(parent.visits);
        let (mut best, mut most) = (parent.first as usize, f32::NEG_INFINITY);
        for at in parent.answers() {
            if self.nodes[at].proof() == Proof::Loss {
                continue;
            }
            let urgency = self.urgency(at, curious, ways);
            if urgency > most {
                most = urgency;
                best = at;
            }
        }
        best
    }

    /// How much an answer wants to be tried, with all that the options know of it.
    pub fn urgency(&self, at: usize, curious: f32, ways: &Ways<G>) -> f32 {
        let options = &ways.options;
        let node: &Node<G::Move> = &self.nodes[at];
        let visits = node.visits as f32;
        let mut urgency = if node.visits == 0 {
            // Untried moves all come before tried ones, but among themselves learn from later ones.
            options.first_play.unwrap_or(1e3)
        } else {
            node.mean(1.0 / visits)
        };
        if let Some(equal) = options.rave
            && self.amaf[at].visits > 0
            && node.proof() == Proof::Open
        {
            let amaf = self.amaf[at];
            let mean = amaf.sum as f32 / (amaf.visits as f32 * WHOLE as f32);
            if node.visits > 0 {
                let weight = (equal / (3.0 * visits + equal)).sqrt();
                urgency += weight * (mean - urgency);
            } else if options.first_play.is_some() {
                urgency = mean;
            } else {
                urgency += mean;
            }
        }
        urgency += (curious / visits.max(1.0)).sqrt();
        if options.bias != 0.0 {
            urgency += options.bias * self.priors[at] / (visits + 1.0);
        }
        urgency
    }
}
