//! A small neural network that evaluates positions: sparse binary features, one hidden layer with ReLU, one output.
//!
//! Inference uses integers only, so that every machine computes the same value. A game decides which features a
//! position has and what the output means. The weights are data; [`Trainer::fit`] makes them from played games.

mod train;

use serde::{Deserialize, Serialize};

pub use self::train::{Trainer, TrainingSample};

/// Fixed-point scale of the first layer: the integer that stands for 1.0.
const FIRST_SCALE: f32 = 128.0;

/// The quantized weights of a network with `HIDDEN` hidden units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SavedNet", into = "SavedNet")]
pub struct Net<const HIDDEN: usize> {
    /// One row of weights per feature.
    first: Vec<[i16; HIDDEN]>,
    /// Bias of the hidden units.
    bias: [i16; HIDDEN],
    /// Weights from the hidden units to the output.
    second: [i16; HIDDEN],
    /// Bias of the output, in the game's points.
    base: i32,
}

/// The weights as they stand in a file, before their lengths are checked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedNet {
    first: Vec<Vec<i16>>,
    bias: Vec<i16>,
    second: Vec<i16>,
    base: i32,
}

impl<const HIDDEN: usize> TryFrom<SavedNet> for Net<HIDDEN> {
    type Error = String;

    fn try_from(saved: SavedNet) -> Result<Self, String> {
        let row = |row: Vec<i16>| {
            let found = row.len();
            row.try_into().map_err(|_| format!("{found} hidden units rather than {HIDDEN}"))
        };
        Ok(Self {
            first: saved.first.into_iter().map(row).collect::<Result<_, _>>()?,
            bias: row(saved.bias)?,
            second: row(saved.second)?,
            base: saved.base,
        })
    }
}

impl<const HIDDEN: usize> From<Net<HIDDEN>> for SavedNet {
    fn from(net: Net<HIDDEN>) -> Self {
        Self {
            first: net.first.iter().map(|row| row.to_vec()).collect(),
            bias: net.bias.to_vec(),
            second: net.second.to_vec(),
            base: net.base,
        }
    }
}

impl<const HIDDEN: usize> Net<HIDDEN> {
    /// A network whose output is always 0.
    pub fn zero(features: usize) -> Self {
        Self { first: vec![[0; HIDDEN]; features], bias: [0; HIDDEN], second: [0; HIDDEN], base: 0 }
    }

    /// How many features the network has weights for.
    pub fn features(&self) -> usize {
        self.first.len()
    }

    /// Evaluates the network on the active features. `scale` must be the one used in training
    /// ([`Trainer::output_scale`]).
    #[inline]
    pub fn evaluate(&self, active: &[u16], scale: i32) -> i32 {
        let mut hidden = self.bias;
        for &feature in active {
            let row = &self.first[usize::from(feature)];
            for unit in 0..HIDDEN {
                hidden[unit] = hidden[unit].wrapping_add(row[unit]);
            }
        }
        let mut sum = 0;
        for (unit, weight) in hidden.iter().zip(&self.second) {
            sum += i32::from((*unit).max(0)) * i32::from(*weight);
        }
        self.base + sum / (FIRST_SCALE as i32 * scale)
    }
}
