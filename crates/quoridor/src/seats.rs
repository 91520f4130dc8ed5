//! A strong player for either number of seats: alpha-beta for two; for four a tree with a network, or sequential halving.

use game::Game;
use search::{EvaluationPrior, Limits, Mcts, MctsOptions, Player, Stop, Thought};

use crate::moves::Move;
use crate::playout::ShortestPathPlayout;
use crate::sequential_halving::SequentialHalving;
use crate::{Evaluation, Expert, FourExpert, Net, Quoridor, Weights};

/// The points of a clear advantage: three steps.
pub(crate) const UNIT: f32 = 300.0;

/// Most positions have a hundred moves and more, so moves with a bad prior are hardly visited. No tree is reused from
/// move to move, so that a level means the same wherever it plays.
pub(crate) const MCTS: MctsOptions = MctsOptions {
    exploration: 0.35,
    first_play_urgency: Some(0.4),
    progressive_bias: 2.0,
    expand_after: 4,
    reuse: false,
    ..MctsOptions::USUAL
};

/// A Monte Carlo tree search player with shortest-path playouts.
pub(crate) fn monte_carlo(options: MctsOptions, weights: Weights, seed: u64) -> Mcts<Quoridor> {
    let prior = EvaluationPrior { evaluate: Evaluation::new(weights), unit: UNIT };
    Mcts::new(options, seed).with_playout(ShortestPathPlayout).with_prior(prior)
}

/// How a game of four is searched.
#[derive(Clone, Copy)]
pub(crate) enum FourSearch {
    /// Sequential halving, with this many playouts per move.
    Playouts(u64),
    /// A tree with a network, with this many simulations per move.
    Simulations(u64),
}

/// Chooses the player by the number of seats.
pub(crate) struct BySeats {
    /// What two judge positions by.
    weights: Weights,
    seed: u64,
    four_search: FourSearch,
    /// The network of two; the bundled one if none.
    net: Option<Net>,
    two: Option<Expert>,
    four: Option<Box<dyn Player<Quoridor>>>,
}

impl BySeats {
    pub fn new(weights: Weights, seed: u64, four_search: FourSearch) -> Self {
        Self { weights, seed, four_search, net: None, two: None, four: None }
    }

    /// With a network of one's own.
    pub fn with_net(self, net: Net) -> Self {
        Self { net: Some(net), ..self }
    }
}

impl Player<Quoridor> for BySeats {
    fn think(
        &mut self,
        game: &Quoridor,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        if game.seats() == 2 {
            let two = self.two.get_or_insert_with(|| match &self.net {
                Some(net) => Expert::with(self.weights.clone(), Some(net.clone())),
                None => Expert::weighing(self.weights.clone()),
            });
            return two.think(game, limits, stop, report);
        }
        let (seed, search) = (self.seed, self.four_search);
        let four = self.four.get_or_insert_with(|| match search {
            FourSearch::Playouts(_) => Box::new(SequentialHalving::new(seed)),
            FourSearch::Simulations(_) => Box::new(FourExpert::new()),
        });
        let (FourSearch::Playouts(most) | FourSearch::Simulations(most)) = search;
        let nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        four.think(game, &Limits { nodes, depth: None, ..*limits }, stop, report)
    }

    fn reset(&mut self, seed: u64) {
        let net = self.net.take();
        *self = Self { net, ..Self::new(self.weights.clone(), seed, self.four_search) };
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.two.as_ref().map_or(0, Player::memory)
    }
}
