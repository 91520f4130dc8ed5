//! An efficiently updatable neural network (NNUE, Nasu 2018): sparse binary features seen from both sides, one hidden layer
//! whose sums are kept from position to position, one output.
//!
//! The sums of a position's features are its accumulator. A move changes few features, so that an accumulator is copied
//! from a position nearby and corrected. Both sides share the weights of the first layer: each sees the board from its own
//! end. The hidden units are squared between 0 and 1 (squared clipped ReLU), and the output's weights are chosen by a
//! bucket, such as the phase of the game. Inference uses integers only, so that every machine computes the same value.

mod train;

use game::Words;

pub use self::train::{Sample, Samples, Trainer};
use crate::tensors::{BadTensors, Tensor, Tensors};

/// The integer that stands for 1.0 in the accumulators: the largest whose square has 15 bits.
pub const ONE: i16 = 181;
/// The integer that stands for a point in the weights of the output.
const POINT: i32 = 8;

/// The sums of the features that one side sees.
pub type Accumulator<const UNITS: usize> = [i16; UNITS];

/// The quantized weights of a network with `UNITS` hidden units a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nnue<const UNITS: usize> {
    /// One row of weights per feature.
    first: Vec<[i16; UNITS]>,
    /// What an accumulator begins with.
    bias: [i16; UNITS],
    /// By bucket, the weights of the mover's units and of the other's.
    second: Vec<[[i16; UNITS]; 2]>,
    /// By bucket, what the output begins with, in points.
    base: Vec<i32>,
}

/// What a file of ours says that it is.
const FORMAT: &str = "plateau-nnue-1";

impl<const UNITS: usize> Nnue<UNITS> {
    /// A network whose output is always 0.
    pub fn zero(features: usize, buckets: usize) -> Self {
        Self {
            first: vec![[0; UNITS]; features],
            bias: [0; UNITS],
            second: vec![[[0; UNITS]; 2]; buckets],
            base: vec![0; buckets],
        }
    }

    /// As a file of tensors; `kind` says whose evaluation it is.
    pub fn to_tensors(&self, kind: &str) -> Tensors {
        let mut file = Tensors::default();
        file.metadata.insert("format".into(), FORMAT.into());
        file.metadata.insert("kind".into(), kind.into());
        let buckets = self.base.len();
        let parts = [
            ("first.weight", Tensor::i16(vec![self.first.len(), UNITS], &self.first.concat())),
            ("first.bias", Tensor::i16(vec![UNITS], &self.bias)),
            ("second.weight", Tensor::i16(vec![buckets, 2, UNITS], &self.second.concat().concat())),
            ("second.bias", Tensor::i32(vec![buckets], &self.base)),
        ];
        file.tensors.extend(parts.map(|(name, tensor)| (name.to_owned(), tensor)));
        file
    }

    /// Reads a file of tensors. One of another kind, or of another shape, is refused in words.
    pub fn from_tensors(
        file: &Tensors,
        kind: &str,
        features: usize,
        buckets: usize,
    ) -> Result<Self, BadTensors> {
        let said = |name: &str| file.metadata.get(name).map_or("", String::as_str);
        if (said("format"), said("kind")) != (FORMAT, kind) {
            return Err(BadTensors(Words::new(
                format!("its metadata do not say that it is an evaluation of {kind} ({FORMAT})"),
                format!(
                    "ses métadonnées ne disent pas que c’est une évaluation de {kind} ({FORMAT})"
                ),
            )));
        }
        let rows = |name: &str, count: usize| -> Result<Vec<[i16; UNITS]>, BadTensors> {
            let numbers = file.get(name)?.shorts(name)?;
            let (rows, rest) = numbers.as_chunks::<UNITS>();
            if rest.is_empty() && rows.len() == count {
                return Ok(rows.to_vec());
            }
            Err(misshaped(name, count, UNITS))
        };
        let base = file.get("second.bias")?.integers("second.bias")?;
        if base.len() != buckets {
            return Err(misshaped("second.bias", buckets, 1));
        }
        let second = rows("second.weight", 2 * buckets)?;
        Ok(Self {
            first: rows("first.weight", features)?,
            bias: rows("first.bias", 1)?[0],
            second: second.as_chunks().0.to_vec(),
            base,
        })
    }

    /// The accumulator of a position without any feature.
    pub fn bias(&self) -> &Accumulator<UNITS> {
        &self.bias
    }

    /// The accumulator of a position that has the features `on`, and not those of `off`, from that of one with `off` instead.
    #[inline]
    pub fn update(&self, from: &Accumulator<UNITS>, on: &[u16], off: &[u16]) -> Accumulator<UNITS> {
        let mut sums = *from;
        for &feature in on {
            let row = &self.first[usize::from(feature)];
            for unit in 0..UNITS {
                sums[unit] = sums[unit].wrapping_add(row[unit]);
            }
        }
        for &feature in off {
            let row = &self.first[usize::from(feature)];
            for unit in 0..UNITS {
                sums[unit] = sums[unit].wrapping_sub(row[unit]);
            }
        }
        sums
    }

    /// Points for the side that moves.
    #[inline]
    pub fn evaluate(
        &self,
        mover: &Accumulator<UNITS>,
        other: &Accumulator<UNITS>,
        bucket: usize,
    ) -> i32 {
        let [of_mover, of_other] = &self.second[bucket];
        let sum = dot(mover, of_mover).wrapping_add(dot(other, of_other));
        self.base[bucket] + sum / (i32::from(ONE) * i32::from(ONE) * POINT)
    }
}

/// The weighted sum of the squared units.
#[inline]
fn dot<const UNITS: usize>(sums: &Accumulator<UNITS>, weights: &[i16; UNITS]) -> i32 {
    let mut sum = 0i32;
    for unit in 0..UNITS {
        let clipped = sums[unit].clamp(0, ONE);
        let square = clipped.wrapping_mul(clipped);
        sum = sum.wrapping_add(i32::from(square) * i32::from(weights[unit]));
    }
    sum
}

fn misshaped(name: &str, rows: usize, units: usize) -> BadTensors {
    BadTensors(Words::new(
        format!("“{name}” does not have {rows} rows of {units}"),
        format!("« {name} » n’a pas {rows} lignes de {units}"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gives_back_the_network_and_of_another_shape_is_refused() {
        let net = Nnue::<4> {
            first: vec![[1, -2, 3, -4]; 3],
            bias: [5; 4],
            second: vec![[[-6; 4], [7; 4]]; 2],
            base: vec![70_000, 8],
        };
        let file = net.to_tensors("noughts");
        assert_eq!(Nnue::from_tensors(&file, "noughts", 3, 2), Ok(net));
        let refused = |kind: &str, features: usize, buckets: usize| {
            Nnue::<4>::from_tensors(&file, kind, features, buckets).unwrap_err().to_string()
        };
        assert!(refused("chess", 3, 2).contains("an evaluation of chess"));
        assert!(refused("noughts", 4, 2).contains("4 rows of 4"));
        assert!(refused("noughts", 3, 3).contains("3 rows of 1"));
        assert!(Nnue::<5>::from_tensors(&file, "noughts", 3, 2).is_err());
    }

    #[test]
    fn an_update_gives_the_sums_of_the_features() {
        let rows = [[1, 2], [10, 20], [100, 200]];
        let net = Nnue::<2> { first: rows.to_vec(), bias: [3, 4], ..Nnue::zero(3, 1) };
        let both = net.update(net.bias(), &[0, 2], &[]);
        assert_eq!(both, [104, 206]);
        let changed = net.update(&both, &[1], &[2]);
        assert_eq!(changed, net.update(net.bias(), &[0, 1], &[]));
    }
}
