//! A small network that judges positions: inputs that are there or not, one hidden layer, one answer.
//!
//! It counts in whole numbers, so that every machine finds the same. A game says which inputs a
//! position has and what the answer means; the weights are data, which [`Study::fit`] makes from games.

use game::Rng;
use serde::{Deserialize, Serialize};

/// One in the first layer's weights.
const FIRST_SCALE: f32 = 128.0;

/// The weights, with so many units in the hidden layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Net<const HIDDEN: usize> {
    /// For each input, what it adds to each hidden unit.
    first: Vec<[i16; HIDDEN]>,
    /// What each hidden unit begins with.
    bias: [i16; HIDDEN],
    /// What each hidden unit adds to the answer.
    second: [i16; HIDDEN],
    /// What the answer begins with, as the game counts it.
    base: i32,
}

/// The weights as they are written down.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    first: Vec<Vec<i16>>,
    bias: Vec<i16>,
    second: Vec<i16>,
    base: i32,
}

impl<const HIDDEN: usize> TryFrom<Saved> for Net<HIDDEN> {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
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

impl<const HIDDEN: usize> From<Net<HIDDEN>> for Saved {
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
    /// A net that says nothing, to begin with.
    pub fn blank(inputs: usize) -> Self {
        Self { first: vec![[0; HIDDEN]; inputs], bias: [0; HIDDEN], second: [0; HIDDEN], base: 0 }
    }

    /// Whether it was made for so many inputs.
    pub fn fits(&self, inputs: usize) -> bool {
        self.first.len() == inputs
    }

    /// The answer to the inputs that are there; `scale` is the one that it was made with.
    #[inline]
    pub fn answer(&self, there: &[u16], scale: i32) -> i32 {
        let mut hidden = self.bias;
        for &input in there {
            let row = &self.first[usize::from(input)];
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

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The inputs that are there.
    pub there: Vec<u16>,
    /// What the net's answer is added to.
    pub known: f32,
    /// The share of a win to aim at.
    pub aim: f32,
}

/// How a net is made.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// How many inputs there are.
    pub inputs: usize,
    /// How often every position is looked at.
    pub epochs: usize,
    /// An answer of so much makes winning *e* times as likely as losing.
    pub unit: f32,
    /// What the second layer's weights are multiplied with before they are rounded.
    pub scale: i32,
    /// How much smaller the weights want to become.
    pub decay: f32,
}

/// How fast it learns, in the first layer; the second goes with the unit.
const RATE: f32 = 0.001;
const BATCH: usize = 256;

impl Study {
    /// Learns from positions (one in twenty, the last ones, is held back to see how well it does on others), now
    /// and then with the inputs as `mirror` has them. Tells after each epoch the mean squared error on those held
    /// back, with the net and without.
    pub fn fit<const HIDDEN: usize>(
        &self,
        mut samples: Vec<Sample>,
        mirror: impl Fn(usize) -> usize,
        mut tell: impl FnMut(usize, f32, f32),
    ) -> Net<HIDDEN> {
        let held = samples.split_off(samples.len() - samples.len() / 20);
        let mut rng = Rng::new(1);
        let mut draft = Draft::<HIDDEN>::new(self, &mut rng);
        let (mut slope, mut there) = (vec![0.0; draft.numbers.len()], Vec::new());
        for epoch in 0..self.epochs {
            rng.shuffle(&mut samples);
            let pace = RATE * (1.0 - epoch as f32 / self.epochs as f32).max(0.05);
            for batch in samples.chunks(BATCH) {
                slope.fill(0.0);
                for sample in batch {
                    let turned = rng.below(2) == 1;
                    let seen =
                        |&input: &u16| if turned { mirror(input.into()) } else { input.into() };
                    there.clear();
                    there.extend(sample.there.iter().map(seen));
                    draft.learn(sample, &there, &mut slope);
                }
                draft.step(&slope, batch.len(), pace);
            }
            let error = |with: f32| {
                let errors = held.iter().map(|held| {
                    let there = held.there.iter().map(|&input| usize::from(input));
                    let answer = with * draft.answer(there, &mut [0.0; HIDDEN]);
                    (self.share(held.known + answer) - held.aim).powi(2)
                });
                errors.sum::<f32>() / held.len().max(1) as f32
            };
            tell(epoch, error(1.0), error(0.0));
        }
        draft.net()
    }

    fn share(&self, answer: f32) -> f32 {
        1.0 / (1.0 + (-answer / self.unit).exp())
    }
}

/// A net that is being made; Adam (Kingma and Ba, 2015) on the logistic error, which does not vanish where
/// the answer is wrong and sure.
struct Draft<'a, const HIDDEN: usize> {
    study: &'a Study,
    /// First layer, its bias, second layer (in units), base (in units).
    numbers: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// Where the bias, the second layer and the base begin.
    bias: usize,
    second: usize,
    base: usize,
}

impl<'a, const HIDDEN: usize> Draft<'a, HIDDEN> {
    fn new(study: &'a Study, rng: &mut Rng) -> Self {
        let bias = study.inputs * HIDDEN;
        let (second, base) = (bias + HIDDEN, bias + 2 * HIDDEN);
        let mut numbers = vec![0.0; base + 1];
        for number in &mut numbers[..bias] {
            *number = (rng.unit() - 0.5) * 0.1;
        }
        for number in &mut numbers[second..base] {
            *number = (rng.unit() - 0.5) * 0.5;
        }
        let blank = vec![0.0; base + 1];
        Self { study, numbers, mean: blank.clone(), square: blank, steps: 0, bias, second, base }
    }

    /// What it answers, and its hidden units.
    fn answer(&self, there: impl Iterator<Item = usize>, hidden: &mut [f32; HIDDEN]) -> f32 {
        hidden.copy_from_slice(&self.numbers[self.bias..self.second]);
        for input in there {
            for (unit, number) in hidden.iter_mut().zip(&self.numbers[input * HIDDEN..]) {
                *unit += number;
            }
        }
        let second = &self.numbers[self.second..self.base];
        let sum: f32 = hidden.iter().zip(second).map(|(unit, number)| unit.max(0.0) * number).sum();
        (self.numbers[self.base] + sum) * self.study.unit
    }

    /// Adds what one sample says to the slope.
    fn learn(&self, sample: &Sample, there: &[usize], slope: &mut [f32]) {
        let mut hidden = [0.0; HIDDEN];
        let answer = sample.known + self.answer(there.iter().copied(), &mut hidden);
        let error = self.study.share(answer) - sample.aim;
        slope[self.base] += error;
        let mut back = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            slope[self.second + unit] += error * hidden[unit].max(0.0);
            if hidden[unit] > 0.0 {
                back[unit] = error * self.numbers[self.second + unit];
                slope[self.bias + unit] += back[unit];
            }
        }
        for input in there {
            for (slope, back) in slope[input * HIDDEN..].iter_mut().zip(&back) {
                *slope += back;
            }
        }
    }

    fn step(&mut self, slope: &[f32], count: usize, pace: f32) {
        self.steps += 1;
        let fade = 1.0 - 0.9f32.powi(self.steps);
        let fade_square = 1.0 - 0.999f32.powi(self.steps);
        for (at, number) in self.numbers.iter_mut().enumerate() {
            let slope = slope[at] / count as f32;
            let (mean, square) = (&mut self.mean[at], &mut self.square[at]);
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            let way = (*mean / fade) / ((*square / fade_square).sqrt() + 1e-8);
            *number -= pace * (way + self.study.decay * *number);
        }
    }

    /// Rounded to whole numbers.
    fn net(&self) -> Net<HIDDEN> {
        let whole = |number: f32| number.round().clamp(-32000.0, 32000.0) as i16;
        let row = |from: usize, scale: f32| {
            std::array::from_fn(|unit| whole(self.numbers[from + unit] * scale))
        };
        let second = self.study.unit * self.study.scale as f32;
        Net {
            first: (0..self.study.inputs).map(|input| row(input * HIDDEN, FIRST_SCALE)).collect(),
            bias: row(self.bias, FIRST_SCALE),
            second: row(self.second, second),
            base: (self.numbers[self.base] * self.study.unit).round() as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two inputs of which exactly one must be there: no sum of weights alone can tell.
    #[test]
    fn it_learns_what_no_sum_of_inputs_tells() {
        let mut rng = Rng::new(5);
        let samples: Vec<Sample> = (0..4000)
            .map(|_| {
                let (a, b) = (rng.below(2) == 1, rng.below(2) == 1);
                let there = [(a, 0), (b, 1)].into_iter().filter(|(there, _)| *there);
                let aim = if a == b { 0.1 } else { 0.9 };
                Sample { there: there.map(|(_, input)| input).collect(), known: 0.0, aim }
            })
            .collect();
        let study = Study { inputs: 2, epochs: 300, unit: 1000.0, scale: 4, decay: 0.0 };
        let mut last = (1.0, 0.0);
        let net: Net<32> =
            study.fit(samples, |input| 1 - input, |_, with, without| last = (with, without));
        assert!(last.0 < 0.001 && last.1 > 0.15, "{last:?}");
        for (there, aim) in [(&[][..], 0.1), (&[0], 0.9), (&[1], 0.9), (&[0, 1], 0.1)] {
            let share = study.share(net.answer(there, 4) as f32);
            assert!((share - aim).abs() < 0.05, "{there:?}: {share}");
        }
        assert!(net.fits(2) && !net.fits(3));
    }
}
