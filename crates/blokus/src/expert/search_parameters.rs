//! The numbers of the expert's tree search.

use game::{Bounds, Parameter, numbers_of};
use serde::{Deserialize, Serialize};

use super::search_state::SearchState;
use crate::mode::Mode;

/// The parameters of the tree search; the best values were found by matches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchParameters {
    /// The PUCT constant: how much the prior counts against the results so far.
    pub exploration: f32,
    /// The inverse temperature of the prior's softmax. 1 is the temperature of training.
    pub prior_sharpness: f32,
    /// The part of the prior that is spread evenly over all moves, so that every move is tried.
    pub uniform_prior: f32,
    /// First play urgency: an untried move is worth this much less than its parent.
    pub fpu_reduction: f32,
    /// A position gets its moves after this many visits.
    pub expand_after: u32,
    /// No position gets more moves than this.
    pub max_moves: usize,
    /// Progressive widening: how many of the moves with the best priors are considered at first,
    pub widening_base: f32,
    /// and how many more, times the square root of the visits.
    pub widening_factor: f32,
    /// The part of a result's reward that the margin of points decides; winning decides the rest.
    pub margin_weight: f32,
    /// From this margin on a larger one brings no more reward.
    pub margin_scale: f32,
    /// The tree stops growing at this many moves, all positions together.
    pub max_edges: usize,
    /// RAVE: the weight of a result for a move that was played later in the simulation,
    pub rave_weight: f32,
    /// until the move itself has this many visits.
    pub rave_max_visits: f32,
    /// The weight of the network's value against the playout's result, early in the game.
    pub value_weight: f32,
    /// The same when every colour has placed twelve pieces: playouts are short then, and more accurate.
    pub value_weight_late: f32,
    /// The same two weights among rivals.
    pub rivals_weight: f32,
    /// Late in the game.
    pub rivals_weight_late: f32,
    /// On the large board playouts stop after so many moves, and the network judges where they stand,
    pub playout_moves: u32,
    /// unless every colour has placed so many pieces by then: the end is near, and certain.
    pub playout_whole: f32,
    /// Which priors and networks it plays by: 0 for the first ones, by which the lower rungs were rated.
    pub learned: u32,
}

impl SearchParameters {
    /// The values that won most.
    pub const BEST: Self = Self {
        exploration: 2.0,
        prior_sharpness: 0.75,
        uniform_prior: 0.4,
        fpu_reduction: 0.1,
        expand_after: 1,
        max_moves: 100,
        widening_base: 12.0,
        widening_factor: 2.0,
        margin_weight: 0.2,
        margin_scale: 12.0,
        max_edges: 6_000_000,
        rave_weight: 0.15,
        rave_max_visits: 500.0,
        value_weight: 0.65,
        value_weight_late: 0.35,
        rivals_weight: 0.5,
        rivals_weight_late: 0.1,
        playout_moves: 8,
        playout_whole: 9.0,
        learned: 1,
    };

    /// The values before there were priors and a network for rivals, and before playouts stopped early.
    pub const FIRST: Self = Self { playout_moves: 1_000, learned: 0, ..Self::BEST };

    /// The numbers, for those who tune them.
    pub fn parameters(&self) -> Vec<Parameter> {
        numbers_of("", self, |name, usual| -> Bounds {
            match name {
                "uniform_prior" | "margin_weight" | "rave_weight" | "value_weight"
                | "value_weight_late" | "rivals_weight" | "rivals_weight_late" => (0.0, 1.0, 0.1),
                "playout_moves" => (0.0, 1_000.0, 4.0),
                "playout_whole" => (0.0, 60.0, 1.0),
                "learned" => (0.0, 1.0, 1.0),
                "fpu_reduction" => (-1.0, 1.0, 0.05),
                "expand_after" => (1.0, 1_000.0, 1.0),
                "max_moves" => (1.0, 10_000.0, 10.0),
                "max_edges" => (1_000.0, 1e8, 1e6),
                _ => (0.01, 10.0 * usual.max(1.0), 0.2 * usual),
            }
        })
    }

    /// The weights of the network's value early and late in a game of this mode.
    pub const fn value_weights(&self, mode: Mode) -> (f32, f32) {
        match mode {
            Mode::Classic => (self.rivals_weight, self.rivals_weight_late),
            _ => (self.value_weight, self.value_weight_late),
        }
    }

    /// The weight of the network's value in this position.
    pub fn value_weight_at(&self, state: &SearchState) -> f32 {
        let placed = f32::from(state.plies) / f32::from(state.colours);
        let late = ((placed - 6.0) / 6.0).clamp(0.0, 1.0);
        let (early, then) = self.value_weights(state.mode());
        early + late * (then - early)
    }

    /// After how many moves a playout stops, and with how many pieces on the board it goes on all the same. On the small
    /// board stopping gained nothing.
    pub fn playout_length(&self, state: &SearchState) -> (u32, u8) {
        let most = if state.mode().is_small() { u32::MAX } else { self.playout_moves };
        (most, (self.playout_whole * f32::from(state.colours)) as u8)
    }

    /// How many moves a new position gets: as many as its first visits consider, since most are never visited more often.
    pub fn first_moves(&self) -> usize {
        (self.widening_base + 8.0 * self.widening_factor) as usize
    }

    /// The reward of a finished game, from 0 to 1, by its margin.
    pub fn reward(&self, margin: i16) -> f32 {
        let margin = f32::from(margin);
        let won = 0.5 + 0.5 * if margin == 0.0 { 0.0 } else { margin.signum() };
        let by = 0.5 + 0.5 * (margin / self.margin_scale).clamp(-1.0, 1.0);
        won + self.margin_weight * (by - won)
    }
}

impl Default for SearchParameters {
    fn default() -> Self {
        Self::BEST
    }
}
