//! A network over pawns, walls and shortest paths on the usual board, trained on games. It learns what the hand-made
//! evaluation misses: its output is added to that one.
//!
//! Integers only, so that every machine finds the same. `data/net.safetensors` holds the weights, made by
//! `examples/learn_quoridor.rs`; another file may be loaded in its place.

use std::sync::LazyLock;

use search::nnue::{Accumulator, Nnue};
use search::tensors::{BadTensors, Tensors};

use super::features::{FEATURES, FeatureSet, TURNED};

/// The board size that the network was trained for, and the most walls that a side has there.
pub const SIZE: u8 = 9;
const MAX_WALLS: u8 = 10;

/// Hidden units a side.
const UNITS: usize = 64;
/// The output has weights of its own for every three walls that are left.
pub const BUCKETS: usize = 7;

/// The network.
pub type Net = Nnue<UNITS>;

/// The trained network.
pub fn trained() -> &'static Net {
    static TRAINED: LazyLock<Net> = LazyLock::new(|| {
        let file = Tensors::read(include_bytes!("../../data/net.safetensors"));
        // The file is part of the source, and every test of the expert reads it.
        file.and_then(|file| of_file(&file)).expect("data/net.safetensors holds a net")
    });
    &TRAINED
}

/// The network that the rungs were rated with: they keep it, so that a rung means the same for longer than the expert does.
pub fn of_rungs() -> &'static Net {
    static OF_RUNGS: LazyLock<Net> = LazyLock::new(|| {
        let file = Tensors::read(include_bytes!("../../data/rungs.safetensors"));
        // The file is part of the source, and every test of a rung reads it.
        file.and_then(|file| of_file(&file)).expect("data/rungs.safetensors holds a net")
    });
    &OF_RUNGS
}

/// What our files say that they are.
pub const KIND: &str = "quoridor";

/// The network of a file.
pub fn of_file(file: &Tensors) -> Result<Net, BadTensors> {
    Net::from_tensors(file, KIND, FEATURES, BUCKETS)
}

/// Whether the network was trained for boards like this one.
pub(crate) fn fits(size: u8, left: [u8; 2]) -> bool {
    size == SIZE && left.iter().all(|&left| left <= MAX_WALLS)
}

/// Which weights of the output count.
#[inline]
pub fn bucket(left: [u8; 2]) -> usize {
    (usize::from(left[0] + left[1]) / 3).min(BUCKETS - 1)
}

/// The features of a position, and their sums for both seats.
#[derive(Clone)]
pub(crate) struct Sums {
    features: FeatureSet,
    seats: [Accumulator<UNITS>; 2],
}

impl Sums {
    /// Those of a board without any feature.
    pub fn empty(net: &Net) -> Self {
        Self { features: FeatureSet::default(), seats: [*net.bias(); 2] }
    }

    /// The sums of a position. The fewer features it has changed, the faster.
    #[inline]
    pub fn changed_to(&self, features: FeatureSet, net: &Net) -> Self {
        let (mut on, mut off) = (FeatureList::new(), FeatureList::new());
        for word in 0..features.0.len() {
            let (new, old) = (features.0[word], self.features.0[word]);
            on.extend(word, new & !old);
            off.extend(word, old & !new);
        }
        let first = net.update(&self.seats[0], on.all(), off.all());
        on.turn();
        off.turn();
        let second = net.update(&self.seats[1], on.all(), off.all());
        Self { features, seats: [first, second] }
    }

    /// Points for the side that moves, to be added to the hand-made evaluation.
    #[inline]
    pub fn evaluate(&self, net: &Net, me: usize, left: [u8; 2]) -> i32 {
        net.evaluate(&self.seats[me], &self.seats[1 - me], bucket(left))
    }
}

/// More features than ever change at once.
const MOST: usize = 256;

struct FeatureList {
    list: [u16; MOST],
    count: usize,
}

impl FeatureList {
    #[inline]
    fn new() -> Self {
        Self { list: [0; MOST], count: 0 }
    }

    #[inline]
    fn extend(&mut self, word: usize, set: u128) {
        for (half, mut bits) in [(0, set as u64), (64, (set >> 64) as u64)] {
            while bits != 0 {
                self.list[self.count % MOST] =
                    (128 * word + half) as u16 + bits.trailing_zeros() as u16;
                self.count += 1;
                bits &= bits - 1;
            }
        }
    }

    /// Makes them those that the other seat sees.
    #[inline]
    fn turn(&mut self) {
        for feature in &mut self.list[..self.count.min(MOST)] {
            *feature = TURNED[usize::from(*feature)];
        }
    }

    #[inline]
    fn all(&self) -> &[u16] {
        &self.list[..self.count.min(MOST)]
    }
}
