//! A small neural network that evaluates positions: sparse binary features, one hidden layer with ReLU, one output.
//!
//! Inference uses integers only, so that every machine computes the same value. A game decides which features a
//! position has and what the output means. The weights are data; [`Trainer::fit`] makes them from played games.

mod train;

use game::Words;

pub use self::train::{Trainer, TrainingSample};
use crate::tensors::{BadTensors, Tensor, Tensors};

/// Fixed-point scale of the first layer: the integer that stands for 1.0.
const FIRST_SCALE: f32 = 128.0;

/// The quantized weights of a network with `HIDDEN` hidden units.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// What a file of ours says that it is.
const FORMAT: &str = "plateau-evaluation-1";

impl<const HIDDEN: usize> Net<HIDDEN> {
    /// A network whose output is always 0.
    pub fn zero(features: usize) -> Self {
        Self { first: vec![[0; HIDDEN]; features], bias: [0; HIDDEN], second: [0; HIDDEN], base: 0 }
    }

    /// As a file of tensors; `kind` says whose evaluation it is.
    pub fn to_tensors(&self, kind: &str) -> Tensors {
        let mut file = Tensors::default();
        file.metadata.insert("format".into(), FORMAT.into());
        file.metadata.insert("kind".into(), kind.into());
        let rows = self.first.concat();
        let parts = [
            ("first.weight", Tensor::i16(vec![self.first.len(), HIDDEN], &rows)),
            ("first.bias", Tensor::i16(vec![HIDDEN], &self.bias)),
            ("second.weight", Tensor::i16(vec![HIDDEN], &self.second)),
            ("second.bias", Tensor::i32(vec![1], &[self.base])),
        ];
        file.tensors.extend(parts.map(|(name, tensor)| (name.to_owned(), tensor)));
        file
    }

    /// Reads a file of tensors. One of another kind, or of another shape, is refused in words.
    pub fn from_tensors(file: &Tensors, kind: &str) -> Result<Self, BadTensors> {
        let said = |name: &str| file.metadata.get(name).map_or("", String::as_str);
        if (said("format"), said("kind")) != (FORMAT, kind) {
            return Err(BadTensors(Words::new(
                format!("its metadata do not say that it is an evaluation of {kind} ({FORMAT})"),
                format!(
                    "ses métadonnées ne disent pas que c’est une évaluation de {kind} ({FORMAT})"
                ),
            )));
        }
        let row = |name: &str| -> Result<[i16; HIDDEN], BadTensors> {
            let numbers = file.get(name)?.shorts(name)?;
            numbers.try_into().map_err(|_| misshaped(name, HIDDEN))
        };
        let first = file.get("first.weight")?.shorts("first.weight")?;
        let (first, rest) = first.as_chunks::<HIDDEN>();
        if !rest.is_empty() {
            return Err(misshaped("first.weight", HIDDEN));
        }
        let base = file.get("second.bias")?.integers("second.bias")?;
        Ok(Self {
            first: first.to_vec(),
            bias: row("first.bias")?,
            second: row("second.weight")?,
            base: *base.first().ok_or_else(|| misshaped("second.bias", HIDDEN))?,
        })
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

fn misshaped(name: &str, hidden: usize) -> BadTensors {
    BadTensors(Words::new(
        format!("“{name}” does not fit a network with {hidden} hidden units"),
        format!("« {name} » ne va pas avec un réseau à {hidden} unités cachées"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gives_back_the_network_and_of_another_kind_is_refused() {
        let net = Net::<4> {
            first: vec![[1, -2, 3, -4]; 3],
            bias: [5; 4],
            second: [-6; 4],
            base: 70_000,
        };
        let file = net.to_tensors("noughts");
        assert_eq!(Net::from_tensors(&file, "noughts"), Ok(net));
        let refused = Net::<4>::from_tensors(&file, "chess").unwrap_err().to_string();
        assert!(refused.contains("an evaluation of chess"), "{refused}");
        let refused = Net::<5>::from_tensors(&file, "noughts").unwrap_err().to_string();
        assert!(refused.contains("5 hidden units"), "{refused}");
    }
}
