//! What the search tree is made of: edges (moves), nodes (positions), and the moves of a simulation.

use super::footprint::{CODES, PlacementCode};
use crate::mode::MAX_COLOURS;

/// A move in the tree, with its statistics.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The sum of the results after it, for the colour that made it.
    pub value: f32,
    /// How many results those are: more than its visits where other moves lead to the same position.
    pub weight: f32,
    /// RAVE: the weighted sum of the results of simulations that made this move later.
    pub rave_value: f32,
    /// The sum of their weights.
    pub rave_weight: f32,
    /// Its probability by the prior policy.
    pub prior: f32,
    /// Simulations through it.
    pub visits: u32,
    /// The position after it, once that is in the tree.
    pub node: u32,
    /// The move.
    pub code: PlacementCode,
    /// Simulations through it whose result is not known yet: until then each counts as lost, so that those that begin
    /// meanwhile go elsewhere (virtual loss).
    pub in_flight: u16,
}

/// The position after this move is not in the tree yet.
pub const NO_NODE: u32 = u32::MAX;

impl Edge {
    /// A move that was never tried.
    pub const fn new(code: PlacementCode, prior: f32) -> Self {
        Self {
            value: 0.0,
            weight: 0.0,
            rave_value: 0.0,
            rave_weight: 0.0,
            prior,
            visits: 0,
            node: NO_NODE,
            code,
            in_flight: 0,
        }
    }

    /// The score by which a move is selected, as in PUCT: its mean result, with the RAVE results and one imagined result
    /// of value `untried`, and a bonus for its prior. `scale` is the exploration times the root of the parent's visits.
    #[inline]
    pub fn selection_score(&self, untried: f32, scale: f32) -> f32 {
        let lost = f32::from(self.in_flight);
        let part = 1.0 / (self.weight + self.rave_weight + 1.0 + lost);
        let bonus = self.prior / (1.0 + self.visits as f32 + lost);
        (self.value + self.rave_value + untried) * part + scale * bonus
    }

    /// The mean of its results.
    pub fn mean(&self) -> f32 {
        if self.weight > 0.0 { self.value / self.weight } else { 0.5 }
    }
}

/// The moves that were played in a simulation, a bit each, by colour.
pub struct PlayedMoves([Box<[u64]>; MAX_COLOURS]);

impl PlayedMoves {
    /// None.
    pub fn none() -> Self {
        Self(std::array::from_fn(|_| vec![0; CODES.div_ceil(64)].into()))
    }

    /// Marks a move as played or not.
    #[inline]
    pub fn set(&mut self, (colour, code): (u8, PlacementCode), played: bool) {
        let (word, bit) = (usize::from(code / 64), 1 << (code % 64));
        let word = &mut self.0[usize::from(colour) % MAX_COLOURS][word];
        *word = if played { *word | bit } else { *word & !bit };
    }

    /// The bits of a colour's moves.
    #[inline]
    pub fn of(&self, colour: u8) -> &[u64] {
        &self.0[usize::from(colour) % MAX_COLOURS]
    }
}

/// A position in the tree. The same moves in another order lead to the same node.
#[derive(Clone, Copy)]
pub struct Node {
    /// The hash of the position.
    pub key: u64,
    /// The sum of its results, for the colour that moved last.
    pub value: f32,
    /// The mean result for the colour to move.
    pub mean: f32,
    /// How many results there were.
    pub visits: u32,
    /// The index of its first edge.
    pub first: u32,
    /// How many edges it has.
    pub count: u16,
    /// Whether it has more moves that have no edge yet.
    pub more: bool,
    /// The colour to move.
    pub mover: u8,
    /// The colours that can still move, a bit each.
    pub alive: u8,
}

impl Node {
    /// The square root of its visits.
    #[inline]
    pub fn sqrt_visits(self) -> f32 {
        (self.visits.max(1) as f32).sqrt()
    }
}
