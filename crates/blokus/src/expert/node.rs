//! What the tree is made of: moves, positions, and what was made in a simulation.

use super::world::{CODES, Code};
use crate::mode::MAX_COLOURS;

/// A move in the tree, with what came of it.
#[derive(Clone, Copy)]
pub struct Node {
    /// The sum of the results after it, to the colour that made it.
    pub value: f32,
    /// How many results those are; more than its visits where other moves lead to the same position.
    pub weight: f32,
    /// The sum of the results where it was made later, and what they count for.
    pub later: f32,
    pub later_weight: f32,
    /// Its share of the first impression.
    pub prior: f32,
    /// Simulations through it.
    pub visits: u32,
    /// The position after it, once that is in the tree.
    pub place: u32,
    /// The move.
    pub code: Code,
}

/// No position yet.
pub const NOWHERE: u32 = u32::MAX;

impl Node {
    /// Never tried yet.
    pub const fn new(code: Code, prior: f32) -> Self {
        Self {
            value: 0.0,
            weight: 0.0,
            later: 0.0,
            later_weight: 0.0,
            prior,
            visits: 0,
            place: NOWHERE,
            code,
        }
    }

    /// Takes the results of the same move in another tree as well.
    pub fn join(&mut self, other: &Self) {
        self.value += other.value;
        self.weight += other.weight;
        self.visits += other.visits;
    }

    /// How much there is to be said for choosing it: its results with those where it was made later, one that is
    /// expected of moves never tried, and its share of the first impression.
    #[inline]
    pub fn worth(&self, untried: f32, scale: f32) -> f32 {
        let part = 1.0 / (self.weight + self.later_weight + 1.0);
        let pull = self.prior / (1.0 + self.visits as f32);
        (self.value + self.later + untried) * part + scale * pull
    }

    /// The mean of its results.
    pub fn mean(&self) -> f32 {
        if self.weight > 0.0 { self.value / self.weight } else { 0.5 }
    }
}

/// The moves that were made in a simulation, a bit each, by colour.
pub struct Made([Box<[u64]>; MAX_COLOURS]);

impl Made {
    /// None.
    pub fn none() -> Self {
        Self(std::array::from_fn(|_| vec![0; CODES.div_ceil(64)].into()))
    }

    /// Says whether one was.
    #[inline]
    pub fn set(&mut self, (colour, code): (u8, Code), made: bool) {
        let (word, bit) = (usize::from(code / 64), 1 << (code % 64));
        let word = &mut self.0[usize::from(colour) % MAX_COLOURS][word];
        *word = if made { *word | bit } else { *word & !bit };
    }

    /// Those of a colour.
    #[inline]
    pub fn of(&self, colour: u8) -> &[u64] {
        &self.0[usize::from(colour) % MAX_COLOURS]
    }
}

/// A position in the tree. Moves that are made in another order lead to the same one.
#[derive(Clone, Copy)]
pub struct Place {
    /// What names it.
    pub key: u64,
    /// The sum of its results, to the colour that moved last.
    pub value: f32,
    /// The mean result to the colour that moves.
    pub outlook: f32,
    /// How many results there were.
    pub visits: u32,
    /// Where its moves begin.
    pub first: u32,
    /// How many there are.
    pub count: u16,
    /// Whether it has more that are not there yet.
    pub more: bool,
    /// Whose turn it is, and the colours that are alive, a bit each.
    pub mover: u8,
    pub alive: u8,
}

impl Place {
    /// The square root of its visits.
    #[inline]
    pub fn root(self) -> f32 {
        (self.visits.max(1) as f32).sqrt()
    }
}
