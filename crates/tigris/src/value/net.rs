//! The learned value: a small network for the points that each colour may still hope for, the same for all colours, then the
//! four hopes from the lowest up through a second one. The dynasties' results, compared by a softmax, are their chances to
//! come first.

use std::sync::{Arc, LazyLock};

use game::{Game, Seat, Words};
use search::tensors::{BadTensors, Tensor, Tensors};

use super::cache::HopeCache;
use super::features::{COLOUR_FEATURES, Features, SEAT_FEATURES};
use super::memory::ValueMemory;
use crate::rules::{Phase, SEATS, Tigris};

/// Hidden units of the network for a colour.
pub(super) const COLOUR_UNITS: usize = 32;
/// Hidden units of the network for a dynasty.
pub(super) const SEAT_UNITS: usize = 16;
/// Its inputs: the four hopes, the lowest times what is played of the game, and the features of the seat.
pub(super) const SEAT_INPUTS: usize = 5 + SEAT_FEATURES;

/// The value of a game that is won, in points: near the middle a point is then about as much as one of the evaluation by weights.
const CERTAIN: f32 = 6.0;

/// What a file of ours says that it is.
const FORMAT: &str = "plateau-tigris-value-1";
/// Points of a colour that are 1 for the second network.
pub(super) const HOPE_SCALE: f32 = 8.0;

/// The weights of the value for a number of players.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueNet {
    pub(super) colour_in: [[f32; COLOUR_UNITS]; COLOUR_FEATURES],
    pub(super) colour_bias: [f32; COLOUR_UNITS],
    pub(super) colour_out: [f32; COLOUR_UNITS],
    pub(super) seat_in: [[f32; SEAT_UNITS]; SEAT_INPUTS],
    pub(super) seat_bias: [f32; SEAT_UNITS],
    pub(super) seat_out: [f32; SEAT_UNITS],
    /// From the inputs straight to the result.
    pub(super) seat_skip: [f32; SEAT_INPUTS],
}

/// The parts of a learned value.
pub(crate) struct LearnedParts {
    /// The points hoped for in each colour by the end, without treasures.
    pub hopes: [f32; 4],
    /// The chance to come first.
    pub chance: f32,
}

/// The inputs of the second network, and which colour each of the four hopes is of.
pub(super) struct SeatInputs {
    pub values: [f32; SEAT_INPUTS],
    pub order: [usize; 4],
}

impl SeatInputs {
    /// Hopes from the lowest up, with treasures where they help most, each after the first as its distance to the one below.
    #[inline]
    pub fn of(mut hopes: [f32; 4], treasures: u8, seat: &[f32; SEAT_FEATURES]) -> Self {
        for _ in 0..treasures {
            let mut lowest = 0;
            for colour in 1..4 {
                if hopes[colour] < hopes[lowest] {
                    lowest = colour;
                }
            }
            hopes[lowest] += 1.0;
        }
        let mut order = [0, 1, 2, 3];
        for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            if hopes[order[a]] > hopes[order[b]] {
                order.swap(a, b);
            }
        }
        let sorted = order.map(|colour| hopes[colour]);
        let mut values = [0.0; SEAT_INPUTS];
        values[0] = sorted[0] / HOPE_SCALE;
        for rank in 1..4 {
            values[rank] = (sorted[rank] - sorted[rank - 1]) / HOPE_SCALE;
        }
        // What is left of the bag is the first feature of a seat.
        values[4] = values[0] * (1.0 - seat[0]);
        values[5..].copy_from_slice(seat);
        Self { values, order }
    }
}

impl ValueNet {
    /// All weights 0.
    pub const ZERO: Self = Self {
        colour_in: [[0.0; COLOUR_UNITS]; COLOUR_FEATURES],
        colour_bias: [0.0; COLOUR_UNITS],
        colour_out: [0.0; COLOUR_UNITS],
        seat_in: [[0.0; SEAT_UNITS]; SEAT_INPUTS],
        seat_bias: [0.0; SEAT_UNITS],
        seat_out: [0.0; SEAT_UNITS],
        seat_skip: [0.0; SEAT_INPUTS],
    };

    /// The points that a colour may still hope for.
    #[inline]
    pub(super) fn hope(&self, inputs: &[f32; COLOUR_FEATURES]) -> ([f32; COLOUR_UNITS], f32) {
        layer(&self.colour_in, &self.colour_bias, &self.colour_out, inputs)
    }

    /// A dynasty's result, before it is compared.
    #[inline]
    pub(super) fn seat(&self, inputs: &[f32; SEAT_INPUTS]) -> ([f32; SEAT_UNITS], f32) {
        let (units, mut result) = layer(&self.seat_in, &self.seat_bias, &self.seat_out, inputs);
        for (input, weight) in inputs.iter().zip(&self.seat_skip) {
            result += input * weight;
        }
        (units, result)
    }

    /// Every dynasty's result.
    pub(super) fn results(&self, features: &Features) -> [f32; SEATS] {
        self.results_from(features, |inputs| self.hope(inputs).1)
    }

    /// Every dynasty's result from the hopes that a function finds for a colour's inputs.
    #[inline]
    fn results_from(
        &self,
        features: &Features,
        mut hope: impl FnMut(&[f32; COLOUR_FEATURES]) -> f32,
    ) -> [f32; SEATS] {
        let mut results = [f32::NEG_INFINITY; SEATS];
        for (seat, result) in results.iter_mut().enumerate().take(features.players) {
            let mut hopes = features.points[seat];
            for (colour, inputs) in features.colours[seat].iter().enumerate() {
                hopes[colour] += hope(inputs);
            }
            let inputs = SeatInputs::of(hopes, features.treasures[seat], &features.seats[seat]);
            *result = self.seat(&inputs.values).1;
        }
        results
    }

    /// The logarithm of the odds that a seat comes first.
    #[inline]
    fn log_odds(&self, features: &Features, seat: usize, known: &mut HopeCache) -> f32 {
        let results =
            self.results_from(features, |inputs| known.get(inputs, || self.hope(inputs).1));
        let others = |f: &mut dyn FnMut(f32)| {
            results[..features.players]
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != seat)
                .for_each(|(_, &result)| f(result));
        };
        let mut best = f32::NEG_INFINITY;
        others(&mut |result| best = best.max(result));
        if features.players == 2 {
            return results[seat] - best;
        }
        let mut sum = 0.0;
        others(&mut |result| sum += (result - best).exp());
        results[seat] - best - sum.ln()
    }

    fn parts(&self) -> [(&'static str, Vec<usize>, &[f32]); 7] {
        [
            (
                "colour.in.weight",
                vec![COLOUR_FEATURES, COLOUR_UNITS],
                self.colour_in.as_flattened(),
            ),
            ("colour.in.bias", vec![COLOUR_UNITS], &self.colour_bias),
            ("colour.out.weight", vec![COLOUR_UNITS], &self.colour_out),
            ("seat.in.weight", vec![SEAT_INPUTS, SEAT_UNITS], self.seat_in.as_flattened()),
            ("seat.in.bias", vec![SEAT_UNITS], &self.seat_bias),
            ("seat.out.weight", vec![SEAT_UNITS], &self.seat_out),
            ("seat.skip.weight", vec![SEAT_INPUTS], &self.seat_skip),
        ]
    }

    pub(super) fn parts_mut(&mut self) -> [&mut [f32]; 7] {
        [
            self.colour_in.as_flattened_mut(),
            &mut self.colour_bias,
            &mut self.colour_out,
            self.seat_in.as_flattened_mut(),
            &mut self.seat_bias,
            &mut self.seat_out,
            &mut self.seat_skip,
        ]
    }
}

/// A hidden layer with ReLU and one output. Many inputs are 0.
#[inline]
fn layer<const INPUTS: usize, const UNITS: usize>(
    weights: &[[f32; UNITS]; INPUTS],
    bias: &[f32; UNITS],
    out: &[f32; UNITS],
    inputs: &[f32; INPUTS],
) -> ([f32; UNITS], f32) {
    let mut units = *bias;
    add_rows(&mut units, weights, inputs);
    let result = output(&mut units, out);
    (units, result)
}

/// Adds the rows of the inputs that are not 0. They are gathered first, so that the sums stay in registers, some units at a
/// time.
#[inline]
fn add_rows<const UNITS: usize>(
    units: &mut [f32; UNITS],
    weights: &[[f32; UNITS]],
    inputs: &[f32],
) {
    const AT_ONCE: usize = 16;
    let (mut active, mut count) = ([(0usize, 0.0f32); COLOUR_FEATURES], 0);
    for (index, &input) in inputs.iter().enumerate() {
        active[count] = (index, input);
        count += usize::from(input != 0.0);
    }
    for (block, units) in units.as_chunks_mut::<AT_ONCE>().0.iter_mut().enumerate() {
        let mut sums = *units;
        for &(index, input) in &active[..count] {
            let row = &weights[index].as_chunks::<AT_ONCE>().0[block];
            for unit in 0..AT_ONCE {
                sums[unit] += input * row[unit];
            }
        }
        *units = sums;
    }
}

/// Cuts the units off at 0 and sums them up, four sums at a time: the compiler may not change the order of additions by
/// itself.
#[inline]
fn output<const UNITS: usize>(units: &mut [f32; UNITS], out: &[f32; UNITS]) -> f32 {
    let mut sums = [0.0; 4];
    for unit in 0..UNITS {
        units[unit] = units[unit].max(0.0);
        sums[unit % 4] += units[unit] * out[unit];
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// The networks by number of players.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueNets {
    /// For two players.
    pub two: ValueNet,
    /// For three and four.
    pub more: ValueNet,
}

impl ValueNets {
    /// That for so many seats.
    pub fn of(&self, seats: usize) -> &ValueNet {
        if seats == 2 { &self.two } else { &self.more }
    }

    /// Those that `expert` plays with.
    pub fn trained() -> &'static Arc<Self> {
        static TRAINED: LazyLock<Arc<ValueNets>> = LazyLock::new(|| {
            let file = Tensors::read(include_bytes!("../../data/value.safetensors"));
            let nets = file.and_then(|file| ValueNets::from_tensors(&file));
            // The file is part of the source, and every test of the expert reads it.
            Arc::new(nets.expect("data/value.safetensors holds networks"))
        });
        &TRAINED
    }

    /// The value of a position for a seat, in points. `hand` holds the tiles of its hand that it may count on.
    ///
    /// It is the chance to come first, so that means of it are what a player of many games gets.
    pub(crate) fn value(
        &self,
        game: &Tigris,
        seat: Seat,
        hand: [u8; 4],
        memory: &mut ValueMemory,
    ) -> f32 {
        if matches!(game.phase, Phase::Over(_)) {
            let first = game.turn().outcome().is_some_and(|outcome| outcome.place(seat) == 1);
            return if first { CERTAIN } else { -CERTAIN };
        }
        let features = Features::after(game, seat, hand, &mut memory.kingdoms);
        let net = self.of(game.seats());
        CERTAIN * (net.log_odds(&features, seat.index(), &mut memory.hopes) / 2.0).tanh()
    }

    /// What [`value`](Self::value) is made of in a game in play, for whoever wants to see it.
    pub(crate) fn parts(&self, game: &Tigris, seat: Seat, hand: [u8; 4]) -> LearnedParts {
        let features = Features::of(game, seat, hand);
        let net = self.of(game.seats());
        let at = seat.index();
        let hopes = std::array::from_fn(|colour| {
            features.points[at][colour] + net.hope(&features.colours[at][colour]).1
        });
        let log_odds = net.log_odds(&features, at, &mut HopeCache::default());
        let chance = 1.0 / (1.0 + (-log_odds).exp());
        LearnedParts { hopes, chance }
    }

    /// As a file of tensors.
    pub fn to_tensors(&self) -> Tensors {
        let mut file = Tensors::default();
        file.metadata.insert("format".into(), FORMAT.into());
        for (prefix, net) in [("two", &self.two), ("more", &self.more)] {
            for (name, shape, numbers) in net.parts() {
                file.tensors.insert(format!("{prefix}.{name}"), Tensor::f32(shape, numbers));
            }
        }
        file
    }

    /// Reads a file of tensors. Another one is refused in words.
    pub fn from_tensors(file: &Tensors) -> Result<Self, BadTensors> {
        if file.metadata.get("format").map(String::as_str) != Some(FORMAT) {
            return Err(BadTensors(Words::new(
                format!("its metadata do not say that it is a value of this game ({FORMAT})"),
                format!("ses métadonnées ne disent pas que c’est une valeur de ce jeu ({FORMAT})"),
            )));
        }
        let mut nets = Self { two: ValueNet::ZERO, more: ValueNet::ZERO };
        for (prefix, net) in [("two", &mut nets.two), ("more", &mut nets.more)] {
            let names = net.parts().map(|(name, _, _)| format!("{prefix}.{name}"));
            for (name, part) in names.iter().zip(net.parts_mut()) {
                let numbers = file.get(name)?.floats(name)?;
                if numbers.len() != part.len() || !numbers.iter().all(|n| n.is_finite()) {
                    return Err(BadTensors(Words::new(
                        format!("“{name}” does not hold {} numbers", part.len()),
                        format!("« {name} » n’a pas {} nombres", part.len()),
                    )));
                }
                part.copy_from_slice(&numbers);
            }
        }
        Ok(nets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gives_back_the_networks_and_another_is_refused() {
        let nets = ValueNets::trained();
        let mut file = nets.to_tensors();
        assert_eq!(ValueNets::from_tensors(&file).as_ref(), Ok(&**nets));
        file.tensors.insert("two.seat.in.bias".into(), Tensor::f32(vec![1], &[0.0]));
        let refused = ValueNets::from_tensors(&file).unwrap_err().to_string();
        assert!(refused.contains("does not hold 16 numbers"), "{refused}");
        let refused = ValueNets::from_tensors(&Tensors::default()).unwrap_err().to_string();
        assert!(refused.contains("a value of this game"), "{refused}");
    }

    #[test]
    fn hopes_are_sorted_after_treasures_went_where_they_help() {
        let inputs = SeatInputs::of([9.0, 1.0, 4.0, 2.0], 2, &[0.0; SEAT_FEATURES]);
        // One treasure makes red 2, the other red or green 3.
        assert_eq!(inputs.values[..2], [2.0 / HOPE_SCALE, 1.0 / HOPE_SCALE]);
        assert_eq!(inputs.order[2..], [2, 0]);
    }
}
