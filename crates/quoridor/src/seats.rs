//! A strong player for either number of seats: two play by alpha-beta, four by imagined games.

use game::Game;
use search::{EvaluationPrior, Limits, Mcts, MctsOptions, Player, Stop, Thought};

use crate::moves::Move;
use crate::playout::ShortestPathPlayout;
use crate::sequential_halving::SequentialHalving;
use crate::{Evaluation, Expert, Quoridor, Weights};

/// The points that a clear advantage has: three steps.
pub(crate) const UNIT: f32 = 300.0;

/// A hundred moves and more in most positions: what looks bad is hardly tried. Nothing is kept from
/// move to move, so that a level means the same wherever it plays.
const MCTS: MctsOptions = MctsOptions {
    exploration: 0.35,
    first_play_urgency: Some(0.4),
    progressive_bias: 2.0,
    expand_after: 4,
    reuse: false,
    ..MctsOptions::USUAL
};

/// A Monte Carlo player that runs and builds to the end of each game that it imagines.
pub(crate) fn monte_carlo(seed: u64) -> Mcts<Quoridor> {
    let prior = EvaluationPrior { evaluate: Evaluation::new(Weights::tuned().clone()), unit: UNIT };
    Mcts::new(MCTS, seed).with_playout(ShortestPathPlayout).with_prior(prior)
}

/// Plays as many seats as there are.
pub(crate) struct BySeats {
    seed: u64,
    /// Games that it imagines before a move where four play.
    games: u64,
    two: Option<Expert>,
    four: Option<SequentialHalving>,
}

impl BySeats {
    pub fn new(seed: u64, games: u64) -> Self {
        Self { seed, games, two: None, four: None }
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
            return self.two.get_or_insert_default().think(game, limits, stop, report);
        }
        let four = self.four.get_or_insert_with(|| SequentialHalving::new(self.seed));
        let nodes = Some(limits.nodes.map_or(self.games, |nodes| nodes.min(self.games)));
        four.think(game, &Limits { nodes, depth: None, ..*limits }, stop, report)
    }

    fn reset(&mut self, seed: u64) {
        *self = Self::new(seed, self.games);
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.two.as_ref().map_or(0, Player::memory)
    }
}
