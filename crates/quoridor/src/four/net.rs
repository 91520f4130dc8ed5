//! A small network that says how likely each of four seats is to win. Every seat is seen through the same weights, from
//! its own place in the order of turns; a softmax over the four outputs makes chances of them.
//!
//! `data/four.safetensors` holds the weights, made by `examples/learn_four.rs`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use search::tensors::{BadTensors, Tensor, Tensors};

use super::exp::exp;
use super::paths::{Way, Ways};
use crate::Quoridor;

/// Numbers of one seat.
const SEAT: usize = 8;
/// What a seat sees: the numbers of all four, its own first, and some that compare them.
pub const INPUTS: usize = 4 * SEAT + 8;
/// Hidden units.
pub const HIDDEN: usize = 16;
/// What our files say that they are.
const KIND: &str = "quoridor-four";

/// The network.
#[derive(Clone, Debug, PartialEq)]
pub struct FourNet {
    /// Weights from each input to all hidden units.
    pub hidden: Vec<[f32; HIDDEN]>,
    /// What the hidden units begin with.
    pub bias: [f32; HIDDEN],
    /// Weights of the output.
    pub output: [f32; HIDDEN],
}

/// The trained network.
pub(super) fn trained() -> &'static FourNet {
    static TRAINED: LazyLock<FourNet> = LazyLock::new(|| {
        let file = Tensors::read(include_bytes!("../../data/four.safetensors"));
        // The file is part of the source, and every test of the player reads it.
        file.and_then(|file| FourNet::of_file(&file)).expect("data/four.safetensors holds a net")
    });
    &TRAINED
}

impl FourNet {
    /// As a file.
    pub fn to_tensors(&self) -> Tensors {
        let tensors = [
            ("hidden", Tensor::f32(vec![INPUTS, HIDDEN], self.hidden.as_flattened())),
            ("bias", Tensor::f32(vec![HIDDEN], &self.bias)),
            ("output", Tensor::f32(vec![HIDDEN], &self.output)),
        ];
        Tensors {
            metadata: BTreeMap::from([("kind".to_owned(), KIND.to_owned())]),
            tensors: tensors.map(|(name, tensor)| (name.to_owned(), tensor)).into(),
        }
    }

    /// Of a file.
    pub fn of_file(file: &Tensors) -> Result<Self, BadTensors> {
        let wrong = || {
            BadTensors(game::Words::new(
                "this is no network for Quoridor with four players",
                "ce n’est pas un réseau pour le Quoridor à quatre",
            ))
        };
        let units = |name: &str| -> Result<[f32; HIDDEN], BadTensors> {
            file.get(name)?.floats(name)?.try_into().map_err(|_| wrong())
        };
        let numbers = file.get("hidden")?.floats("hidden")?;
        let (hidden, []) = numbers.as_chunks() else {
            return Err(wrong());
        };
        if hidden.len() != INPUTS || file.metadata.get("kind").map(String::as_str) != Some(KIND) {
            return Err(wrong());
        }
        Ok(Self { hidden: hidden.to_vec(), bias: units("bias")?, output: units("output")? })
    }

    /// How likely each seat is to win.
    #[inline]
    pub fn chances(&self, inputs: &[[f32; INPUTS]; 4]) -> [f32; 4] {
        let values = inputs.each_ref().map(|seen| self.output(seen));
        let most = values.iter().copied().fold(f32::MIN, f32::max);
        let weights = values.map(|value| exp(value - most));
        let all: f32 = weights.iter().sum();
        weights.map(|weight| weight / all)
    }

    #[inline]
    fn output(&self, seen: &[f32; INPUTS]) -> f32 {
        let mut units = self.bias;
        for (row, &input) in self.hidden.iter().zip(seen) {
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += weight * input;
            }
        }
        units.iter().zip(&self.output).map(|(unit, weight)| unit.max(0.0) * weight).sum()
    }
}

/// What each seat sees of a position of four, for training.
pub fn inputs(game: &Quoridor) -> [[f32; INPUTS]; 4] {
    of_ways(&Ways::of(game).seats, game.left, usize::from(game.mover))
}

/// What each seat sees: `mover` is the seat that moves next.
#[inline]
pub(super) fn of_ways(ways: &[Way; 4], left: [u8; 4], mover: usize) -> [[f32; INPUTS]; 4] {
    let mut numbers = [[0.0; SEAT]; 4];
    // Rounds until it arrives if nobody places a wall; whoever moves earlier in the round arrives earlier.
    let mut arrival = [0.0; 4];
    for seat in 0..4 {
        let Way { distance, paths } = &ways[seat];
        let detours = paths.detours;
        let turn = (seat + 4 - mover) % 4;
        arrival[seat] = *distance as f32 + turn as f32 / 4.0;
        numbers[seat] = [
            arrival[seat] / 8.0,
            turn as f32 / 4.0,
            f32::from(left[seat].min(10)) / 5.0,
            f32::from(detours.count.min(12)) / 6.0,
            f32::from(detours.longest.min(12)) / 6.0,
            f32::from(detours.long.iter().sum::<u8>().min(8)) / 4.0,
            paths.bottlenecks.min(8) as f32 / 4.0,
            (paths.squares.count_ones() as usize).saturating_sub(*distance).min(16) as f32 / 8.0,
        ];
    }
    let walls: u8 = left.iter().map(|&left| left.min(10)).sum();
    let mut seen = [[0.0; INPUTS]; 4];
    for seat in 0..4 {
        let (own, rest) = seen[seat].split_at_mut(4 * SEAT);
        for (at, place) in own.chunks_exact_mut(SEAT).enumerate() {
            place.copy_from_slice(&numbers[(seat + at) % 4]);
        }
        let others = (1..4).map(|at| arrival[(seat + at) % 4]);
        let ahead = others.clone().filter(|&other| other < arrival[seat]).count();
        let first = others.fold(f32::MAX, f32::min);
        let lead = first - arrival[seat];
        let against = walls - left[seat].min(10);
        rest[0] = lead.clamp(-8.0, 8.0) / 4.0;
        rest[1 + ahead] = 1.0;
        rest[5] = f32::from(against) / 10.0;
        rest[6] = f32::from(u8::from(against == 0));
        rest[7] = f32::from(u8::from(against == 0 && lead > 0.0));
    }
    seen
}
