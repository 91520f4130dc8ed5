//! Learning: Adam on what the searches and the results of played games say (Kingma and Ba, 2015). One thread and a seed
//! always make the same network.

use game::{Rng, Symmetry};

use crate::net::{NetShape, PolicyValueNet, dot, outputs, softmax};
use crate::self_play::{Episode, Position};

/// How it learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How often each position is used.
    pub epochs: usize,
    /// Adam's step.
    pub learning_rate: f32,
    /// Weight decay, apart from the gradient as in AdamW.
    pub weight_decay: f32,
    /// Positions between two steps.
    pub batch: usize,
    /// The part of the game's result in what the value learns; the search's own value has the rest.
    pub result: f32,
    /// What decides the order.
    pub seed: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            epochs: 4,
            learning_rate: 0.001,
            weight_decay: 1e-4,
            batch: 64,
            result: 0.7,
            seed: 1,
        }
    }
}

/// The mean losses over positions that were held back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Cross entropy of the policy.
    pub policy: f32,
    /// Cross entropy of the shares.
    pub value: f32,
}

/// An example: a position, and the shares of the result from its seat onward.
struct Example<'e> {
    position: &'e Position,
    shares: Vec<f32>,
}

impl Fit {
    /// Learns from games, beginning with a network. Every twentieth position is held back, and the losses on those
    /// are given before it and after each epoch.
    pub fn fit(
        &self,
        start: &PolicyValueNet,
        games: &[Episode],
        symmetries: &[Symmetry],
    ) -> (PolicyValueNet, Vec<Losses>) {
        let mut examples: Vec<Example<'_>> =
            games.iter().flat_map(|game| self.examples(game)).collect();
        let mut rng = Rng::new(self.seed);
        rng.shuffle(&mut examples);
        let held = examples.split_off(examples.len() - examples.len() / 20);
        let mut learner = Learner::new(start.clone());
        let mut losses = vec![learner.losses(&held)];
        for epoch in 0..self.epochs {
            rng.shuffle(&mut examples);
            let rate = self.learning_rate * (1.0 - epoch as f32 / self.epochs as f32).max(0.1);
            for batch in examples.chunks(self.batch.max(1)) {
                for example in batch {
                    let which = rng.below(symmetries.len() as u32 + 1) as usize;
                    learner.accumulate(example, symmetries.get(which));
                }
                learner.step(batch.len(), rate, self.weight_decay);
            }
            losses.push(learner.losses(&held));
        }
        (learner.net, losses)
    }

    fn examples<'e>(&self, game: &'e Episode) -> impl Iterator<Item = Example<'e>> + use<'e> {
        let result = self.result;
        game.positions.iter().map(move |position| {
            let seats = game.shares.len();
            let own = usize::from(position.seat);
            let sum: f32 = game.shares.iter().sum();
            let shares = (0..seats).map(|at| {
                let end = game.shares[(own + at) % seats] / sum.max(1e-6);
                // What the search expects is known of the mover alone: the others share the rest evenly.
                let seen = match at {
                    0 => position.value,
                    _ => (1.0 - position.value) / (seats - 1) as f32,
                };
                result * end + (1.0 - result) * seen.clamp(0.0, 1.0)
            });
            Example { position, shares: shares.collect() }
        })
    }
}

/// A network while it learns.
struct Learner {
    net: PolicyValueNet,
    gradient: PolicyValueNet,
    first_moment: PolicyValueNet,
    second_moment: PolicyValueNet,
    steps: i32,
    observation: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
}

fn zero(shape: NetShape) -> PolicyValueNet {
    let NetShape { inputs, hidden, actions, seats } = shape;
    PolicyValueNet {
        shape,
        first: vec![0.0; inputs * hidden],
        first_bias: vec![0.0; hidden],
        second: vec![0.0; hidden * hidden],
        second_bias: vec![0.0; hidden],
        policy: vec![0.0; actions * hidden],
        policy_bias: vec![0.0; actions],
        value: vec![0.0; seats * hidden],
        value_bias: vec![0.0; seats],
    }
}

impl PolicyValueNet {
    fn parts_mut(&mut self) -> [&mut Vec<f32>; 8] {
        [
            &mut self.first,
            &mut self.first_bias,
            &mut self.second,
            &mut self.second_bias,
            &mut self.policy,
            &mut self.policy_bias,
            &mut self.value,
            &mut self.value_bias,
        ]
    }
}

impl Learner {
    fn new(net: PolicyValueNet) -> Self {
        let shape = net.shape;
        Self {
            net,
            gradient: zero(shape),
            first_moment: zero(shape),
            second_moment: zero(shape),
            steps: 0,
            observation: vec![0.0; shape.inputs],
            first: Vec::new(),
            second: Vec::new(),
        }
    }

    fn observe(&mut self, position: &Position, symmetry: Option<&Symmetry>) {
        self.observation.fill(0.0);
        for &(at, number) in &position.observation {
            let at = symmetry.map_or(at, |symmetry| symmetry.observation[at as usize]);
            self.observation[at as usize] = number;
        }
        self.net.hidden(&self.observation, &mut self.first, &mut self.second);
    }

    /// The policy over the position's actions, and the shares.
    fn answers(&self, actions: &[u32]) -> (Vec<f32>, Vec<f32>) {
        let (net, hidden) = (&self.net, self.net.shape.hidden);
        let logit = |&action: &u32| {
            let row = &net.policy[action as usize * hidden..][..hidden];
            net.policy_bias[action as usize] + dot(row, &self.second)
        };
        let mut policy: Vec<f32> = actions.iter().map(logit).collect();
        softmax(&mut policy);
        let mut shares: Vec<f32> = outputs(&net.value, &net.value_bias, &self.second).collect();
        softmax(&mut shares);
        (policy, shares)
    }

    fn losses(&mut self, held: &[Example<'_>]) -> Losses {
        let mut sum = Losses::default();
        let entropy = |target: f32, answer: f32| -target * answer.max(1e-9).ln();
        for Example { position, shares } in held {
            self.observe(position, None);
            let actions: Vec<u32> = position.policy.iter().map(|&(action, _)| action).collect();
            let (policy, found) = self.answers(&actions);
            let targets = position.policy.iter().map(|&(_, part)| part);
            sum.policy += targets.zip(&policy).map(|(part, &own)| entropy(part, own)).sum::<f32>();
            sum.value += shares.iter().zip(&found).map(|(&a, &b)| entropy(a, b)).sum::<f32>();
        }
        let count = held.len().max(1) as f32;
        Losses { policy: sum.policy / count, value: sum.value / count }
    }

    /// Adds the gradient of an example by backpropagation.
    fn accumulate(&mut self, example: &Example<'_>, symmetry: Option<&Symmetry>) {
        let Example { position, shares } = example;
        self.observe(position, symmetry);
        let turned = |action: u32| symmetry.map_or(action, |one| one.actions[action as usize]);
        let actions: Vec<u32> = position.policy.iter().map(|&(one, _)| turned(one)).collect();
        let (policy, found) = self.answers(&actions);
        let hidden = self.net.shape.hidden;
        let mut second = vec![0.0; hidden];
        for ((&action, own), (_, target)) in actions.iter().zip(&policy).zip(&position.policy) {
            let (error, at) = (own - target, action as usize);
            self.gradient.policy_bias[at] += error;
            let rows = at * hidden..(at + 1) * hidden;
            let weights = &self.net.policy[rows.clone()];
            let gradient = &mut self.gradient.policy[rows];
            for unit in 0..hidden {
                gradient[unit] += error * self.second[unit];
                second[unit] += error * weights[unit];
            }
        }
        for (at, (own, target)) in found.iter().zip(shares).enumerate() {
            let error = own - target;
            self.gradient.value_bias[at] += error;
            let rows = at * hidden..(at + 1) * hidden;
            let weights = &self.net.value[rows.clone()];
            let gradient = &mut self.gradient.value[rows];
            for unit in 0..hidden {
                gradient[unit] += error * self.second[unit];
                second[unit] += error * weights[unit];
            }
        }
        let mut first = vec![0.0; hidden];
        for (unit, &error) in second.iter().enumerate() {
            if self.second[unit] <= 0.0 || error == 0.0 {
                continue;
            }
            self.gradient.second_bias[unit] += error;
            let rows = unit * hidden..(unit + 1) * hidden;
            let weights = &self.net.second[rows.clone()];
            let gradient = &mut self.gradient.second[rows];
            for from in 0..hidden {
                gradient[from] += error * self.first[from];
                first[from] += error * weights[from];
            }
        }
        for (error, unit) in first.iter_mut().zip(&self.first) {
            if *unit <= 0.0 {
                *error = 0.0;
            }
        }
        for (sum, error) in self.gradient.first_bias.iter_mut().zip(&first) {
            *sum += error;
        }
        for (at, &input) in self.observation.iter().enumerate() {
            if input != 0.0 {
                let row = &mut self.gradient.first[at * hidden..(at + 1) * hidden];
                for (sum, error) in row.iter_mut().zip(&first) {
                    *sum += input * error;
                }
            }
        }
    }

    /// One step of Adam with the gradients of a batch, which are cleared.
    fn step(&mut self, batch: usize, rate: f32, decay: f32) {
        self.steps += 1;
        let first_correction = 1.0 - 0.9f32.powi(self.steps);
        let second_correction = 1.0 - 0.999f32.powi(self.steps);
        let net = self.net.parts_mut().into_iter();
        let gradient = self.gradient.parts_mut().into_iter();
        let first = self.first_moment.parts_mut().into_iter();
        let second = self.second_moment.parts_mut().into_iter();
        for (((weights, gradient), first), second) in net.zip(gradient).zip(first).zip(second) {
            let moments = first.iter_mut().zip(second.iter_mut());
            for ((weight, gradient), (first, second)) in
                weights.iter_mut().zip(gradient.iter_mut()).zip(moments)
            {
                let mean = *gradient / batch as f32;
                *gradient = 0.0;
                *first = 0.9 * *first + 0.1 * mean;
                *second = 0.999 * *second + 0.001 * mean * mean;
                let step =
                    (*first / first_correction) / ((*second / second_correction).sqrt() + 1e-8);
                *weight -= rate * (step + decay * *weight);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The better of two actions and the winner follow from an exclusive or, which no linear network can learn.
    fn games() -> Vec<Episode> {
        let mut rng = Rng::new(3);
        (0..600)
            .map(|_| {
                let (a, b) = (rng.below(2) == 1, rng.below(2) == 1);
                let seen = [(0, a), (1, b)].into_iter().filter(|&(_, there)| there);
                let odd = a != b;
                let position = Position {
                    seat: 0,
                    observation: seen.map(|(at, _)| (at, 1.0)).collect(),
                    policy: vec![(0, f32::from(odd)), (2, f32::from(!odd))],
                    value: f32::from(odd),
                    played: 0,
                };
                let won = f32::from(odd);
                Episode { positions: vec![position; 4], shares: vec![won, 1.0 - won] }
            })
            .collect()
    }

    #[test]
    fn it_learns_policy_and_value_and_the_same_by_the_same_seed() {
        let shape = NetShape { inputs: 2, hidden: 16, actions: 3, seats: 2 };
        let start = PolicyValueNet::new(shape, &mut Rng::new(1));
        let fit = Fit { epochs: 40, learning_rate: 0.01, ..Fit::default() };
        let games = games();
        let (net, losses) = fit.fit(&start, &games, &[]);
        let (begin, end) = (losses[0], losses[losses.len() - 1]);
        assert!(begin.policy > 0.6 && end.policy < 0.05 && end.value < 0.05, "{begin:?} {end:?}");
        for (seen, odd) in [([0.0, 0.0], 0.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)] {
            let answer = net.evaluate(&seen, &[0, 2]);
            assert!((answer.policy[0] - odd).abs() < 0.1, "{seen:?} {answer:?}");
            assert!((answer.shares[0] - odd).abs() < 0.1, "{seen:?} {answer:?}");
        }
        assert_eq!(fit.fit(&start, &games, &[]).0, net);
    }

    #[test]
    fn gradients_are_those_of_the_loss() {
        let shape = NetShape { inputs: 3, hidden: 5, actions: 4, seats: 3 };
        let mut net = PolicyValueNet::new(shape, &mut Rng::new(4));
        let mut rng = Rng::new(9);
        // Weights that are all different from 0, so that every path carries some of the gradient.
        for part in net.parts_mut() {
            part.iter_mut().for_each(|weight| *weight = rng.unit() - 0.4);
        }
        let position = Position {
            seat: 1,
            observation: vec![(0, 1.0), (2, 0.5)],
            policy: vec![(3, 0.7), (1, 0.3)],
            value: 0.4,
            played: 3,
        };
        let shares = vec![0.5, 0.3, 0.2];
        let example = || Example { position: &position, shares: shares.clone() };
        let loss = |net: &PolicyValueNet| {
            let losses = Learner::new(net.clone()).losses(&[example()]);
            losses.policy + losses.value
        };
        let mut learner = Learner::new(net.clone());
        learner.accumulate(&example(), None);
        let mut seen = 0;
        for part in 0..8 {
            let gradient = learner.gradient.parts_mut()[part].clone();
            for (at, &found) in gradient.iter().enumerate() {
                let moved = |by: f32| {
                    let mut other = net.clone();
                    other.parts_mut()[part][at] += by;
                    loss(&other)
                };
                let numeric = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                assert!((numeric - found).abs() < 2e-2, "part {part}, {at}: {numeric} or {found}");
                seen += usize::from(found != 0.0);
            }
        }
        assert!(seen > 30, "{seen}");
    }
}
