//! One simulation where things are hidden: each in a world of its own, all in one tree.
//!
//! The tree's nodes are what the root's seat can tell apart: sequences of moves. Which of a node's
//! answers are legal differs from world to world, so each counts how often it could have been made
//! (information set Monte Carlo tree search).

use game::{Game, Seat, Turn};

use super::node::ln;
use super::tree::{Step, Tree, Ways};

impl<G: Game> Tree<G> {
    /// Plays one simulation in a world that the seat thinks possible.
    pub fn simulate_world(&mut self, root: &G, seat: Seat, ways: &Ways<G>) {
        let mut game = root.imagine(Some(seat), &mut self.rng);
        let mut node = 0;
        self.path.clear();
        self.path.push(Step { node: 0, by: seat });
        self.trail.begin();
        let mut grown = false;
        let parts = loop {
            let mover = match game.turn() {
                Turn::Over(outcome) => break self.parts(&outcome),
                Turn::Of(mover) => mover,
            };
            let here = &self.nodes[node];
            let new = here.count == 0;
            let leaf = new && grown
                || here.visits < ways.options.expand_after && node != 0
                || self.path.len() > self.deepest
                || !self.make_room(node, &game, mover, ways);
            if leaf {
                break self.play_out(&mut game, ways);
            }
            grown |= new;
            node = self.choose_legal(ways);
            game.play(self.nodes[node].mv);
            self.path.push(Step { node: node as u32, by: mover });
        };
        self.back_up(&parts);
        if ways.options.rave.is_some() {
            self.back_up_rave(&parts);
        }
    }

    /// Sees to it that all legal moves of this world are answers of the node, and leaves their
    /// places in `places`; false if the tree is full.
    fn make_room(&mut self, node: usize, game: &G, mover: Seat, ways: &Ways<G>) -> bool {
        let mut legal = std::mem::take(&mut self.legal);
        game.legal_moves(&mut legal);
        let fits = self.match_answers(node, game, &legal, mover, ways);
        self.legal = legal;
        fits && !self.places.is_empty()
    }

    fn match_answers(
        &mut self,
        node: usize,
        game: &G,
        legal: &[G::Move],
        mover: Seat,
        ways: &Ways<G>,
    ) -> bool {
        let answers = self.nodes[node].answers();
        self.places.clear();
        let mut strangers = 0;
        // Worlds list most moves in the same order: the next answer is the likeliest match.
        let mut next = 0;
        for &mv in legal {
            let count = answers.len();
            let found = (0..count)
                .map(|step| (next + step) % count)
                .find(|&at| self.nodes[answers.start + at].mv == mv);
            if let Some(at) = found {
                self.places.push((answers.start + at) as u32);
                next = at + 1;
            } else {
                self.places.push(u32::MAX);
                strangers += 1;
            }
        }
        if strangers > 0 {
            let count = answers.len() + strangers;
            let first = self.nodes.len();
            if first + count > ways.options.max_nodes.max(count + 1)
                || count > super::node::MOST_ANSWERS
            {
                // Those that are known may still be tried.
                self.places.retain(|&place| place != u32::MAX);
                self.count_chances();
                return true;
            }
            // Answers stand side by side, so all of them move to where there is room for more.
            for at in answers.clone() {
                self.push_again(at);
            }
            for (place, &mv) in legal.iter().enumerate() {
                if self.places[place] == u32::MAX {
                    self.places[place] = self.nodes.len() as u32;
                    let prior = match &ways.prior {
                        Some(prior) if ways.options.bias != 0.0 => prior.prior(game, mv),
                        _ => 0.0,
                    };
                    self.push(mv, prior, &ways.options);
                } else {
                    self.places[place] += (first - answers.start) as u32;
                }
            }
            self.nodes[node].grow(first, count, mover);
        }
        self.count_chances();
        true
    }

    fn count_chances(&mut self) {
        for &place in &self.places {
            self.available[place as usize] += 1;
        }
    }

    /// The answer to try, of those that are legal in this world.
    fn choose_legal(&mut self, ways: &Ways<G>) -> usize {
        let options = &ways.options;
        let square = options.exploration * options.exploration;
        let (mut best, mut most, mut equals) = (self.places[0], f32::NEG_INFINITY, 0);
        for at in 0..self.places.len() {
            let place = self.places[at];
            let curious = square * ln(self.available[place as usize]);
            let urgency = self.urgency(place as usize, curious, ways);
            if urgency > most {
                (best, most, equals) = (place, urgency, 1);
            } else if urgency == most {
                // Chance decides among equals, above all among those that nobody has tried.
                equals += 1;
                if self.rng.below(equals) == 0 {
                    best = place;
                }
            }
        }
        best as usize
    }
}
