//! A greedy player: one ply of lookahead.

use game::{Game, Rng, Turn};

use crate::budget::Budget;
use crate::thought::thought_from_values;
use crate::value::{self, Teams};
use crate::{Evaluate, Limits, Player, Stop, Thought};

/// Plays the move after which the evaluation is best; ties are broken at random.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluate: E,
    rng: Rng,
}

impl<E> Greedy<E> {
    /// A player with this evaluation.
    pub fn new(evaluate: E, seed: u64) -> Self {
        Self { evaluate, rng: Rng::new(seed) }
    }
}

impl<G: Game, E: Evaluate<G>> Player<G> for Greedy<E> {
    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let Turn::Of(seat) = game.turn() else {
            return Thought::default();
        };
        let stop = stop.with(limits);
        let mut budget = Budget::new(limits.nodes, &stop);
        let teams = Teams::of(game);
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        // Shuffle first: the stable sort below keeps this order among equal moves.
        self.rng.shuffle(&mut moves);
        let mut valued = Vec::with_capacity(moves.len());
        for &mv in &moves {
            if !budget.spend() {
                break;
            }
            let mut next = game.clone();
            next.play(mv);
            let (value, certain) = match next.turn() {
                Turn::Over(outcome) => (teams.value(&outcome, seat, 1), true),
                Turn::Of(_) => (value::points(self.evaluate.evaluate(&next, seat)), false),
            };
            valued.push((mv, value, certain));
        }
        let unsearched = moves.get(valued.len()).copied();
        let mut thought = thought_from_values(valued, unsearched);
        thought.nodes = budget.nodes();
        thought.depth = 1;
        report(&thought);
        thought
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
