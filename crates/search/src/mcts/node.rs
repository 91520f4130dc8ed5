//! A node of the search tree: a move and its statistics. It is small, so that siblings share a few cache lines.

use game::Seat;

use crate::value::FULL_REWARD;

/// What is proven about a move (MCTS-Solver), from the viewpoint of the seat that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProvenResult {
    Open,
    Win,
    Loss,
    Draw,
}

impl ProvenResult {
    /// The same from the viewpoint of the other side.
    pub fn flipped(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            same => same,
        }
    }
}

/// A move and what was found about it. Its children are contiguous in the tree's list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub visits: u32,
    /// Until something is proven, the sum of rewards to the seat that makes the move; after that, the number of
    /// plies to the end of the game.
    sum: u32,
    /// Index of the first child.
    pub first: u32,
    /// How many children there are; 0 until the node is expanded.
    pub count: u16,
    /// Two bits of proof, two bits of the seat that moves next.
    state: u8,
    pub mv: M,
}

impl<M> Node<M> {
    pub fn new(mv: M) -> Self {
        Self { visits: 0, sum: 0, first: 0, count: 0, state: 0, mv }
    }

    #[inline]
    pub fn proof(&self) -> ProvenResult {
        match self.state & 3 {
            0 => ProvenResult::Open,
            1 => ProvenResult::Win,
            2 => ProvenResult::Loss,
            _ => ProvenResult::Draw,
        }
    }

    #[inline]
    pub fn is_open(&self) -> bool {
        self.state & 3 == 0
    }

    /// Marks it proven, this many plies from the end.
    pub fn prove(&mut self, proof: ProvenResult, plies: u32) {
        self.state = self.state & !3 | proof as u8;
        self.sum = plies;
    }

    /// Plies to the end, once it is proven.
    pub fn plies(&self) -> u32 {
        self.sum
    }

    /// The seat that moves next, once the node is expanded.
    #[inline]
    pub fn seat(&self) -> Seat {
        Seat(self.state >> 2 & 3)
    }

    pub fn expand(&mut self, first: usize, count: usize, seat: Seat) {
        self.first = first as u32;
        self.count = count as u16;
        self.state = self.state & 3 | seat.0 << 2;
    }

    /// Counts one more visit and its reward.
    #[inline]
    pub fn visit(&mut self, reward: u32) {
        self.visits += 1;
        if self.is_open() {
            self.sum += reward;
        }
    }

    /// Replaces the sum of rewards: a new root takes the viewpoint of its own seat.
    pub fn set_sum(&mut self, sum: u32) {
        if self.is_open() {
            self.sum = sum;
        }
    }

    /// The sum of rewards, proven or not.
    pub fn total(&self) -> u64 {
        match self.proof() {
            ProvenResult::Open => u64::from(self.sum),
            ProvenResult::Win => u64::from(self.visits) * u64::from(FULL_REWARD),
            ProvenResult::Draw => u64::from(self.visits) * u64::from(FULL_REWARD / 2),
            ProvenResult::Loss => 0,
        }
    }

    /// The mean reward from 0 to 1; `inverse` is one over the visits.
    #[inline]
    pub fn mean(&self, inverse: f32) -> f32 {
        if self.is_open() {
            self.sum as f32 * inverse * (1.0 / FULL_REWARD as f32)
        } else {
            match self.proof() {
                ProvenResult::Win => 1.0,
                ProvenResult::Loss => 0.0,
                _ => 0.5,
            }
        }
    }

    /// Indices of the children.
    #[inline]
    pub fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + self.count as usize
    }
}

/// Moves beyond this many are left out, because a node cannot count them; no game here comes near.
pub(super) const MAX_CHILDREN: usize = u16::MAX as usize;

/// The natural logarithm of an integer, exact enough for the exploration term (to 0.006), by arithmetic that is the
/// same on every machine.
#[inline]
pub(super) fn ln(n: u32) -> f32 {
    let bits = (n.max(1) as f32).to_bits();
    let exponent = (bits >> 23) as f32 - 127.0;
    let mantissa = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    let log2 = exponent + (2.0 - mantissa * (1.0 / 3.0)) * mantissa - 5.0 / 3.0;
    log2.max(0.0) * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_one_byte_takes_sixteen() {
        assert_eq!(size_of::<Node<u8>>(), 16);
    }

    #[test]
    fn the_logarithm_is_near() {
        for n in (1..100).chain([1000, 12_345, 1_000_000, u32::MAX]) {
            let error = ln(n) - (n as f32).ln();
            assert!(error.abs() < 0.007, "ln {n} is off by {error}");
        }
    }
}
