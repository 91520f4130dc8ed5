//! A player that looks one move ahead.

use game::{Game, Rng, Turn};

use crate::budget::Budget;
use crate::thought::by_value;
use crate::value::{self, Teams};
use crate::{Evaluate, Limits, Player, Stop, Thought};

/// Plays the move after which the position is worth most to it; among equals, chance decides.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluate: E,
    rng: Rng,
}

impl<E> Greedy<E> {
    /// A player who judges positions in this way.
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
        // Chance goes first: the sort below keeps the order of equals.
        self.rng.shuffle(&mut moves);
        let mut valued = Vec::with_capacity(moves.len());
        for &mv in &moves {
            if !budget.spend() {
                break;
            }
            let mut next = game.clone();
            next.play(mv);
            let (worth, certain) = match next.turn() {
                Turn::Over(outcome) => (teams.value(&outcome, seat, 1), true),
                Turn::Of(_) => (value::points(self.evaluate.evaluate(&next, seat)), false),
            };
            valued.push((mv, worth, certain));
        }
        let unseen = moves.get(valued.len()).copied();
        let mut thought = by_value(valued, unseen);
        thought.nodes = budget.nodes();
        thought.depth = 1;
        report(&thought);
        thought
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
