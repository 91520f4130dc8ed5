//! Trains an [`Nnue`] on positions from played games: Adam on the logistic loss, in floating point, then quantized.

use game::Rng;

use super::{Nnue, ONE, POINT};

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Points that the network's output is added to, such as a hand-made evaluation; 0 if there are none.
    pub baseline: f32,
    /// The share of a win to predict, from 0 to 1.
    pub target: f32,
    /// Which weights of the output count.
    pub bucket: u16,
    active: (u32, u16),
}

/// Positions to learn from, with all their features in one list.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    list: Vec<Sample>,
    active: Vec<u16>,
}

impl Samples {
    /// Adds a position with its active features, as the side that moves sees them.
    pub fn push(&mut self, active: &[u16], baseline: f32, target: f32, bucket: u16) {
        let active_at = (self.active.len() as u32, active.len() as u16);
        self.active.extend_from_slice(active);
        self.list.push(Sample { baseline, target, bucket, active: active_at });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn active(&self, sample: &Sample) -> &[u16] {
        let from = sample.active.0 as usize;
        &self.active[from..from + usize::from(sample.active.1)]
    }
}

/// The hyperparameters of training, and what the features mean.
#[derive(Clone, Copy, Debug)]
pub struct Trainer<'a> {
    /// For each feature that one side sees, the one that the other side sees.
    pub turned: &'a [u16],
    /// For each feature, the one of the mirrored board: half of the time, at random, a sample is used so.
    pub mirrored: &'a [u16],
    /// How many sets of output weights there are.
    pub buckets: usize,
    /// How often each sample is used.
    pub epochs: usize,
    /// Points per logit: so many points make winning *e* times as likely as losing.
    pub points_per_logit: f32,
    /// The learning rate of the first epoch; it falls along half a cosine to nearly nothing.
    pub learning_rate: f32,
}

const BATCH: usize = 512;

impl Trainer<'_> {
    /// Trains on samples; the last twentieth is held back for validation. After each epoch `on_epoch` receives its
    /// number and the mean logistic loss of the validation samples.
    pub fn fit<const UNITS: usize>(
        &self,
        samples: &Samples,
        mut on_epoch: impl FnMut(usize, f32),
    ) -> Nnue<UNITS> {
        let held_back = samples.len() - samples.len() / 20;
        let (learned, validation) = samples.list.split_at(held_back);
        let mut order: Vec<u32> = (0..learned.len() as u32).collect();
        let mut rng = Rng::new(1);
        let mut net = FloatNet::<UNITS>::new(self, &mut rng);
        let mut gradient = vec![0.0; net.weights.len()];
        let (mut seen, mut batches) = ([Vec::new(), Vec::new()], 0);
        let all_batches = (self.epochs * learned.len().div_ceil(BATCH)).max(1);
        for epoch in 0..self.epochs {
            rng.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                gradient.fill(0.0);
                for &at in batch {
                    let sample = &learned[at as usize];
                    self.see(samples.active(sample), rng.below(2) == 1, &mut seen);
                    net.accumulate_gradient(sample, &seen, &mut gradient);
                }
                let done = batches as f32 / all_batches as f32;
                let fall = 0.505 + 0.495 * (done * std::f32::consts::PI).cos();
                net.step(&gradient, batch.len(), self.learning_rate * fall);
                batches += 1;
            }
            let losses = validation.iter().map(|sample| {
                self.see(samples.active(sample), false, &mut seen);
                let points =
                    sample.baseline + net.forward(&seen, sample.bucket, &mut [[0.0; UNITS]; 2]);
                let (share, target) = (self.share(points), sample.target);
                -(target * share.max(1e-6).ln() + (1.0 - target) * (1.0 - share).max(1e-6).ln())
            });
            on_epoch(epoch, losses.sum::<f32>() / validation.len().max(1) as f32);
        }
        net.quantize()
    }

    /// What the mover sees and what the other sees.
    fn see(&self, active: &[u16], mirror: bool, seen: &mut [Vec<u16>; 2]) {
        seen.iter_mut().for_each(Vec::clear);
        for &feature in active {
            let feature = if mirror { self.mirrored[usize::from(feature)] } else { feature };
            seen[0].push(feature);
            seen[1].push(self.turned[usize::from(feature)]);
        }
    }

    /// The predicted share of a win for an evaluation in points.
    fn share(&self, points: f32) -> f32 {
        1.0 / (1.0 + (-points / self.points_per_logit).exp())
    }
}

/// The network during training, with the state of Adam (Kingma and Ba, 2015).
struct FloatNet<'a, const UNITS: usize> {
    trainer: &'a Trainer<'a>,
    /// First layer, hidden bias, then by bucket the second layer (in logits), then by bucket the output bias.
    weights: Vec<f32>,
    /// Adam's running means of the gradient and of its square.
    first_moment: Vec<f32>,
    second_moment: Vec<f32>,
    steps: i32,
    /// Where the hidden bias, the second layer and the output bias begin.
    bias: usize,
    second: usize,
    base: usize,
}

impl<'a, const UNITS: usize> FloatNet<'a, UNITS> {
    fn new(trainer: &'a Trainer<'a>, rng: &mut Rng) -> Self {
        let bias = trainer.turned.len() * UNITS;
        let second = bias + UNITS;
        let base = second + 2 * UNITS * trainer.buckets;
        let mut weights = vec![0.0; base + trainer.buckets];
        for weight in &mut weights[..bias] {
            *weight = (rng.unit() - 0.5) * 0.1;
        }
        weights[bias..second].fill(0.2);
        for unit in 0..2 * UNITS {
            // All buckets begin alike.
            let weight = (rng.unit() - 0.5) * 0.2;
            (0..trainer.buckets)
                .for_each(|bucket| weights[second + 2 * UNITS * bucket + unit] = weight);
        }
        let first_moment = vec![0.0; weights.len()];
        let second_moment = first_moment.clone();
        Self { trainer, weights, first_moment, second_moment, steps: 0, bias, second, base }
    }

    /// The output in points; leaves the hidden units, clipped between 0 and 1 but not squared, in `hidden`.
    fn forward(&self, seen: &[Vec<u16>; 2], bucket: u16, hidden: &mut [[f32; UNITS]; 2]) -> f32 {
        let mut sum = self.weights[self.base + usize::from(bucket)];
        for (side, (units, active)) in hidden.iter_mut().zip(seen).enumerate() {
            let mut sums = [0.0; UNITS];
            sums.copy_from_slice(&self.weights[self.bias..self.bias + UNITS]);
            for &feature in active {
                let row = usize::from(feature) * UNITS;
                for (unit, weight) in sums.iter_mut().zip(&self.weights[row..row + UNITS]) {
                    *unit += weight;
                }
            }
            let from = self.second + UNITS * (2 * usize::from(bucket) + side);
            let mut of_side = 0.0;
            for (unit, weight) in sums.iter_mut().zip(&self.weights[from..from + UNITS]) {
                *unit = unit.clamp(0.0, 1.0);
                of_side += *unit * *unit * weight;
            }
            *units = sums;
            sum += of_side;
        }
        sum * self.trainer.points_per_logit
    }

    /// Adds the gradient of one sample's loss by backpropagation.
    fn accumulate_gradient(&self, sample: &Sample, seen: &[Vec<u16>; 2], gradient: &mut [f32]) {
        let mut hidden = [[0.0; UNITS]; 2];
        let points = sample.baseline + self.forward(seen, sample.bucket, &mut hidden);
        let error = self.trainer.share(points) - sample.target;
        let bucket = usize::from(sample.bucket);
        gradient[self.base + bucket] += error;
        for (side, (units, active)) in hidden.iter().zip(seen).enumerate() {
            let from = self.second + UNITS * (2 * bucket + side);
            let mut of_sums = [0.0; UNITS];
            for unit in 0..UNITS {
                let value = units[unit];
                gradient[from + unit] += error * value * value;
                let inside = if value > 0.0 && value < 1.0 { 2.0 * value } else { 0.0 };
                of_sums[unit] = error * self.weights[from + unit] * inside;
                gradient[self.bias + unit] += of_sums[unit];
            }
            for &feature in active {
                let row = usize::from(feature) * UNITS;
                for (sum, part) in gradient[row..row + UNITS].iter_mut().zip(&of_sums) {
                    *sum += part;
                }
            }
        }
    }

    /// One step of Adam with the gradient summed over a batch.
    fn step(&mut self, gradient: &[f32], batch: usize, learning_rate: f32) {
        self.steps += 1;
        let first_correction = 1.0 / (1.0 - 0.9f32.powi(self.steps));
        let second_correction = 1.0 / (1.0 - 0.999f32.powi(self.steps));
        let share = 1.0 / batch as f32;
        let moments = self.first_moment.iter_mut().zip(&mut self.second_moment);
        for ((weight, gradient), (first, second)) in
            self.weights.iter_mut().zip(gradient).zip(moments)
        {
            let gradient = gradient * share;
            *first = 0.9 * *first + 0.1 * gradient;
            *second = 0.999 * *second + 0.001 * gradient * gradient;
            *weight -= learning_rate * *first * first_correction
                / ((*second * second_correction).sqrt() + 1e-8);
        }
    }

    /// Rounds the weights to integers.
    fn quantize(&self) -> Nnue<UNITS> {
        let round = |weight: f32| weight.round().clamp(-32000.0, 32000.0) as i16;
        let row = |from: usize, scale: f32| {
            std::array::from_fn(|unit| round(self.weights[from + unit] * scale))
        };
        let Trainer { turned, buckets, points_per_logit, .. } = *self.trainer;
        let (one, point) = (f32::from(ONE), points_per_logit * POINT as f32);
        Nnue {
            first: (0..turned.len()).map(|feature| row(feature * UNITS, one)).collect(),
            bias: row(self.bias, one),
            second: (0..buckets)
                .map(|bucket| {
                    [0, 1].map(|side| row(self.second + UNITS * (2 * bucket + side), point))
                })
                .collect(),
            base: (0..buckets)
                .map(|bucket| (self.weights[self.base + bucket] * points_per_logit).round() as i32)
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two features of which exactly one must be active: no linear evaluation can represent it.
    #[test]
    fn it_learns_exclusive_or() {
        let (mut rng, mut samples) = (Rng::new(5), Samples::default());
        for _ in 0..4000 {
            let active: Vec<u16> = (0..2).filter(|_| rng.below(2) == 1).collect();
            let target = if active.len() == 1 { 0.9 } else { 0.1 };
            samples.push(&active, 0.0, target, 0);
        }
        let trainer = Trainer {
            turned: &[1, 0],
            mirrored: &[0, 1],
            buckets: 1,
            epochs: 200,
            points_per_logit: 1000.0,
            learning_rate: 0.003,
        };
        let net: Nnue<16> = trainer.fit(&samples, |_, _| ());
        for (active, target) in [(&[][..], 0.1), (&[0], 0.9), (&[1], 0.9), (&[0, 1], 0.1)] {
            let sums = |features: &[u16]| net.update(net.bias(), features, &[]);
            let turned: Vec<u16> = active.iter().map(|&at| 1 - at).collect();
            let points = net.evaluate(&sums(active), &sums(&turned), 0);
            let share = trainer.share(points as f32);
            assert!((share - target).abs() < 0.05, "{active:?}: {share}");
        }
    }
}
