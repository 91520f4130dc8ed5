//! The numbers that the search goes by.

use serde::{Deserialize, Serialize};

use super::world::World;

/// How the tree is searched; found by matches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Manner {
    /// How much first impressions count against results.
    pub exploration: f32,
    /// How sharp the first impressions are, against those that were learned.
    pub sharpness: f32,
    /// The part of the first impressions that all moves share alike, so that none is never tried.
    pub open_mind: f32,
    /// How much less than its parent a move is worth that was never tried.
    pub doubt: f32,
    /// A position gets its moves after this many visits.
    pub expand_after: u32,
    /// No position gets more moves than this.
    pub most_moves: usize,
    /// How many of the moves that are liked best are looked at, at first.
    pub shown: f32,
    /// How many more, times the square root of the visits.
    pub shown_more: f32,
    /// What a result is worth beside winning: the part that the margin decides.
    pub margin_part: f32,
    /// The margin that is as good as any.
    pub margin_scale: f32,
    /// The moves in the tree, all positions together.
    pub most_nodes: usize,
    /// What a move that was played later in a simulation counts for as a first one.
    pub rave: f32,
    /// Up to this many visits.
    pub rave_until: f32,
    /// What the network's judgement counts for against the result of a playout, early in the game.
    pub judgement: f32,
    /// The same when twelve pieces of each colour are placed: playouts are short then, and know more.
    pub judgement_late: f32,
}

impl Manner {
    /// What has won most.
    pub const BEST: Self = Self {
        exploration: 2.0,
        sharpness: 0.75,
        open_mind: 0.4,
        doubt: 0.1,
        expand_after: 1,
        most_moves: 100,
        shown: 12.0,
        shown_more: 2.0,
        margin_part: 0.2,
        margin_scale: 12.0,
        most_nodes: 6_000_000,
        rave: 0.15,
        rave_until: 500.0,
        judgement: 0.65,
        judgement_late: 0.35,
    };

    /// What the network's judgement of a position counts for.
    pub fn trust(&self, world: &World) -> f32 {
        let placed = f32::from(world.plies) / f32::from(world.colours);
        let late = ((placed - 6.0) / 6.0).clamp(0.0, 1.0);
        self.judgement + late * (self.judgement_late - self.judgement)
    }

    /// What an end is worth to somebody, by its margin.
    pub fn reward(&self, margin: i16) -> f32 {
        let margin = f32::from(margin);
        let won = 0.5 + 0.5 * if margin == 0.0 { 0.0 } else { margin.signum() };
        let by = 0.5 + 0.5 * (margin / self.margin_scale).clamp(-1.0, 1.0);
        won + self.margin_part * (by - won)
    }
}

impl Default for Manner {
    fn default() -> Self {
        Self::BEST
    }
}
