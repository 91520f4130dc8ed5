//! Trains a [`Net`] on positions from played games: Adam on the logistic loss, in floating point, then quantized.

use game::Rng;

use super::{FIRST_SCALE, Net};

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct TrainingSample {
    /// The active features.
    pub active: Vec<u16>,
    /// Points that the network's output is added to, such as a hand-made evaluation; 0 if there are none.
    pub baseline: f32,
    /// The share of a win to predict, from 0 to 1.
    pub target: f32,
}

/// The hyperparameters of training.
#[derive(Clone, Copy, Debug)]
pub struct Trainer {
    /// How many features there are.
    pub features: usize,
    /// How often each sample is used.
    pub epochs: usize,
    /// Points per logit: so many points make winning *e* times as likely as losing.
    pub points_per_logit: f32,
    /// Fixed-point scale of the second layer's weights.
    pub output_scale: i32,
    /// Weight decay, applied apart from the gradient as in AdamW.
    pub weight_decay: f32,
}

/// The learning rate of the first epoch; it falls linearly to a twentieth.
const LEARNING_RATE: f32 = 0.001;
const BATCH: usize = 256;

impl Trainer {
    /// Trains on samples; the last twentieth is held back for validation. Half of the time, at random, a sample is
    /// used with its features mapped through `mirror` (data augmentation). After each epoch `on_epoch` receives its
    /// number and the mean squared error on the validation samples, with the network and by the baseline alone.
    pub fn fit<const HIDDEN: usize>(
        &self,
        mut samples: Vec<TrainingSample>,
        mirror: impl Fn(usize) -> usize,
        mut on_epoch: impl FnMut(usize, f32, f32),
    ) -> Net<HIDDEN> {
        let validation = samples.split_off(samples.len() - samples.len() / 20);
        let mut rng = Rng::new(1);
        let mut net = FloatNet::<HIDDEN>::new(self, &mut rng);
        let (mut gradient, mut active) = (vec![0.0; net.weights.len()], Vec::new());
        for epoch in 0..self.epochs {
            rng.shuffle(&mut samples);
            let learning_rate = LEARNING_RATE * (1.0 - epoch as f32 / self.epochs as f32).max(0.05);
            for batch in samples.chunks(BATCH) {
                gradient.fill(0.0);
                for sample in batch {
                    let mirrored = rng.below(2) == 1;
                    let feature = |&feature: &u16| {
                        if mirrored { mirror(feature.into()) } else { feature.into() }
                    };
                    active.clear();
                    active.extend(sample.active.iter().map(feature));
                    net.accumulate_gradient(sample, &active, &mut gradient);
                }
                net.step(&gradient, batch.len(), learning_rate);
            }
            let error = |weight: f32| {
                let errors = validation.iter().map(|sample| {
                    let active = sample.active.iter().map(|&feature| usize::from(feature));
                    let output = weight * net.forward(active, &mut [0.0; HIDDEN]);
                    (self.sigmoid(sample.baseline + output) - sample.target).powi(2)
                });
                errors.sum::<f32>() / validation.len().max(1) as f32
            };
            on_epoch(epoch, error(1.0), error(0.0));
        }
        net.quantize()
    }

    /// The predicted share of a win for an evaluation in points.
    fn sigmoid(&self, points: f32) -> f32 {
        1.0 / (1.0 + (-points / self.points_per_logit).exp())
    }
}

/// The network during training, with the state of Adam (Kingma and Ba, 2015). The loss is logistic: its gradient does
/// not vanish where the prediction is wrong and confident.
struct FloatNet<'a, const HIDDEN: usize> {
    trainer: &'a Trainer,
    /// First layer, hidden bias, second layer (in logits), output bias (in logits).
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

impl<'a, const HIDDEN: usize> FloatNet<'a, HIDDEN> {
    fn new(trainer: &'a Trainer, rng: &mut Rng) -> Self {
        let bias = trainer.features * HIDDEN;
        let (second, base) = (bias + HIDDEN, bias + 2 * HIDDEN);
        let mut weights = vec![0.0; base + 1];
        for weight in &mut weights[..bias] {
            *weight = (rng.unit() - 0.5) * 0.1;
        }
        for weight in &mut weights[second..base] {
            *weight = (rng.unit() - 0.5) * 0.5;
        }
        let first_moment = vec![0.0; base + 1];
        let second_moment = first_moment.clone();
        Self { trainer, weights, first_moment, second_moment, steps: 0, bias, second, base }
    }

    /// The output in points; leaves the hidden units before ReLU in `hidden`.
    fn forward(&self, active: impl Iterator<Item = usize>, hidden: &mut [f32; HIDDEN]) -> f32 {
        hidden.copy_from_slice(&self.weights[self.bias..self.second]);
        for feature in active {
            for (unit, weight) in hidden.iter_mut().zip(&self.weights[feature * HIDDEN..]) {
                *unit += weight;
            }
        }
        let second = &self.weights[self.second..self.base];
        let sum: f32 = hidden.iter().zip(second).map(|(unit, weight)| unit.max(0.0) * weight).sum();
        (self.weights[self.base] + sum) * self.trainer.points_per_logit
    }

    /// Adds the gradient of one sample's loss by backpropagation.
    fn accumulate_gradient(&self, sample: &TrainingSample, active: &[usize], gradient: &mut [f32]) {
        let mut hidden = [0.0; HIDDEN];
        let points = sample.baseline + self.forward(active.iter().copied(), &mut hidden);
        let error = self.trainer.sigmoid(points) - sample.target;
        gradient[self.base] += error;
        let mut hidden_gradient = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            gradient[self.second + unit] += error * hidden[unit].max(0.0);
            if hidden[unit] > 0.0 {
                hidden_gradient[unit] = error * self.weights[self.second + unit];
                gradient[self.bias + unit] += hidden_gradient[unit];
            }
        }
        for feature in active {
            for (sum, part) in gradient[feature * HIDDEN..].iter_mut().zip(&hidden_gradient) {
                *sum += part;
            }
        }
    }

    /// One step of Adam with the gradient summed over a batch.
    fn step(&mut self, gradient: &[f32], batch: usize, learning_rate: f32) {
        self.steps += 1;
        let first_correction = 1.0 - 0.9f32.powi(self.steps);
        let second_correction = 1.0 - 0.999f32.powi(self.steps);
        for (at, weight) in self.weights.iter_mut().enumerate() {
            let gradient = gradient[at] / batch as f32;
            let (first, second) = (&mut self.first_moment[at], &mut self.second_moment[at]);
            *first = 0.9 * *first + 0.1 * gradient;
            *second = 0.999 * *second + 0.001 * gradient * gradient;
            let update =
                (*first / first_correction) / ((*second / second_correction).sqrt() + 1e-8);
            *weight -= learning_rate * (update + self.trainer.weight_decay * *weight);
        }
    }

    /// Rounds the weights to integers.
    fn quantize(&self) -> Net<HIDDEN> {
        let round = |weight: f32| weight.round().clamp(-32000.0, 32000.0) as i16;
        let row = |from: usize, scale: f32| {
            std::array::from_fn(|unit| round(self.weights[from + unit] * scale))
        };
        let Trainer { features, points_per_logit, output_scale, .. } = *self.trainer;
        Net {
            first: (0..features).map(|feature| row(feature * HIDDEN, FIRST_SCALE)).collect(),
            bias: row(self.bias, FIRST_SCALE),
            second: row(self.second, points_per_logit * output_scale as f32),
            base: (self.weights[self.base] * points_per_logit).round() as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two features of which exactly one must be active: no linear evaluation can represent it.
    #[test]
    fn it_learns_exclusive_or() {
        let mut rng = Rng::new(5);
        let samples: Vec<TrainingSample> = (0..4000)
            .map(|_| {
                let (a, b) = (rng.below(2) == 1, rng.below(2) == 1);
                let active = [(a, 0), (b, 1)].into_iter().filter(|(active, _)| *active);
                let target = if a == b { 0.1 } else { 0.9 };
                let active = active.map(|(_, feature)| feature).collect();
                TrainingSample { active, baseline: 0.0, target }
            })
            .collect();
        let trainer = Trainer {
            features: 2,
            epochs: 300,
            points_per_logit: 1000.0,
            output_scale: 4,
            weight_decay: 0.0,
        };
        let mut last = (1.0, 0.0);
        let net: Net<32> =
            trainer.fit(samples, |feature| 1 - feature, |_, with, without| last = (with, without));
        assert!(last.0 < 0.001 && last.1 > 0.15, "{last:?}");
        for (active, target) in [(&[][..], 0.1), (&[0], 0.9), (&[1], 0.9), (&[0, 1], 0.1)] {
            let share = trainer.sigmoid(net.evaluate(active, 4) as f32);
            assert!((share - target).abs() < 0.05, "{active:?}: {share}");
        }
        assert_eq!(net.features(), 2);
    }
}
