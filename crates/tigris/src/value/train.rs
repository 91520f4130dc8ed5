//! Fits the learned value to played games: gradient descent by Adam on the cross-entropy of who came first. The points that
//! each colour had in the end are a second, weaker aim of the hopes: a game has sixteen of them, and only one that came first.

use game::Rng;

use super::features::{COLOUR_FEATURES, Features};
use super::net::{COLOUR_UNITS, HOPE_SCALE, SEAT_INPUTS, SEAT_UNITS, SeatInputs, ValueNet};
use crate::rules::SEATS;

/// A position of a game and how the game ended.
#[derive(Clone, Debug)]
pub struct ValueSample {
    /// The position as somebody saw it.
    pub features: Features,
    /// Each seat's share of the first place.
    pub shares: [f32; SEATS],
    /// Each seat's points of each colour in the end, without treasures.
    pub finals: [[f32; 4]; SEATS],
}

/// Fits a network.
#[derive(Debug)]
pub struct ValueTrainer {
    net: ValueNet,
    gradient: ValueNet,
    mean: ValueNet,
    square: ValueNet,
    steps: i32,
    /// How much the points of the end count.
    points_weight: f32,
}

const BATCH: usize = 256;
const DECAY: [f32; 2] = [0.9, 0.999];

impl ValueTrainer {
    /// Begins with small random weights, and with the lowest hope as the result.
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut small = |scale: f32| (rng.below(20_001) as f32 / 10_000.0 - 1.0) * scale;
        let mut net = ValueNet::ZERO;
        net.colour_in.as_flattened_mut().iter_mut().for_each(|weight| *weight = small(0.3));
        net.colour_out.iter_mut().for_each(|weight| *weight = small(0.3));
        net.seat_in.as_flattened_mut().iter_mut().for_each(|weight| *weight = small(0.3));
        net.seat_out.iter_mut().for_each(|weight| *weight = small(0.1));
        net.seat_skip[0] = 2.0;
        Self::from_net(net)
    }

    /// Goes on with a network.
    pub fn from_net(net: ValueNet) -> Self {
        let zero = || ValueNet::ZERO;
        Self { net, gradient: zero(), mean: zero(), square: zero(), steps: 0, points_weight: 0.0 }
    }

    /// The same, with the points of the end as a second aim. 1 weighs the square of an error of eight points in every colour like a
    /// unit of the cross-entropy.
    #[must_use]
    pub fn with_points(self, points_weight: f32) -> Self {
        Self { points_weight, ..self }
    }

    /// The network so far.
    pub fn net(&self) -> &ValueNet {
        &self.net
    }

    /// Goes through all samples once, in an order drawn by chance, and returns their mean loss.
    pub fn epoch(&mut self, samples: &[ValueSample], learning_rate: f32, rng: &mut Rng) -> f32 {
        let mut order: Vec<usize> = (0..samples.len()).collect();
        rng.shuffle(&mut order);
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            for &at in batch {
                loss += self.add_gradient(&samples[at]);
            }
            self.update(batch.len(), learning_rate);
        }
        loss / samples.len() as f32
    }

    /// The mean loss on samples, without learning: the cross-entropy of who came first, and the mean square of the errors in
    /// points.
    pub fn losses(&self, samples: &[ValueSample]) -> [f32; 2] {
        let mut sums = [0.0; 2];
        for sample in samples {
            let features = &sample.features;
            let chances = softmax(&self.net.results(features), features.players);
            sums[0] += cross_entropy(&chances, &sample.shares);
            for seat in 0..features.players {
                let hopes: [f32; 4] = std::array::from_fn(|colour| {
                    features.points[seat][colour] + self.net.hope(&features.colours[seat][colour]).1
                });
                sums[1] += square_error(&hopes, &sample.finals[seat]) / features.players as f32;
            }
        }
        sums.map(|sum| sum / samples.len() as f32)
    }

    /// Turns who came first in a game into what was to be expected: the shares of each position become those of the next one,
    /// mixed with the network's own estimate of it (TD(λ), Sutton, 1988). How one game ends is mostly luck, above all among
    /// four; estimates of its many positions are less so. The samples are in the order of the game; `lambda` 1 changes nothing
    /// where they agree on the end.
    pub fn expect(&self, game: &mut [ValueSample], lambda: f32) {
        for at in (1..game.len()).rev() {
            let next = &game[at];
            let shares = next.shares;
            let expected = softmax(&self.net.results(&next.features), next.features.players);
            game[at - 1].shares =
                std::array::from_fn(|s| lambda * shares[s] + (1.0 - lambda) * expected[s]);
        }
    }

    fn add_gradient(&mut self, sample: &ValueSample) -> f32 {
        let features = &sample.features;
        let players = features.players;
        let mut colour_units = [[[0.0; COLOUR_UNITS]; 4]; SEATS];
        let mut inputs: [Option<SeatInputs>; SEATS] = [const { None }; SEATS];
        let mut seat_units = [[0.0; SEAT_UNITS]; SEATS];
        let mut results = [f32::NEG_INFINITY; SEATS];
        let mut all_hopes = features.points;
        for seat in 0..players {
            let hopes = &mut all_hopes[seat];
            for colour in 0..4 {
                let (units, hope) = self.net.hope(&features.colours[seat][colour]);
                colour_units[seat][colour] = units;
                hopes[colour] += hope;
            }
            let hopes = *hopes;
            let input = SeatInputs::of(hopes, features.treasures[seat], &features.seats[seat]);
            (seat_units[seat], results[seat]) = self.net.seat(&input.values);
            inputs[seat] = Some(input);
        }
        let chances = softmax(&results, players);
        let mut loss = cross_entropy(&chances, &sample.shares);
        let points_weight = self.points_weight / players as f32;
        for seat in 0..players {
            let Some(input) = &inputs[seat] else { continue };
            let (hopes, finals) = (&all_hopes[seat], &sample.finals[seat]);
            loss += points_weight / HOPE_SCALE.powi(2) * square_error(hopes, finals);
            let back = chances[seat] - sample.shares[seat];
            let back_inputs = self.seat_back(&input.values, &seat_units[seat], back);
            let left = 1.0 - features.seats[seat][0];
            // Each distance pulls its own hope up and the one below down.
            let mut by_rank = [0.0; 4];
            by_rank[0] = back_inputs[0] + back_inputs[4] * left;
            for rank in 1..4 {
                by_rank[rank] += back_inputs[rank];
                by_rank[rank - 1] -= back_inputs[rank];
            }
            for (rank, &colour) in input.order.iter().enumerate() {
                let units = &colour_units[seat][colour];
                let error = (hopes[colour] - finals[colour]) / HOPE_SCALE;
                // The mean square over four colours has this slope.
                let back = (by_rank[rank] + points_weight * error / 2.0) / HOPE_SCALE;
                self.colour_back(&features.colours[seat][colour], units, back);
            }
        }
        loss
    }

    fn seat_back(
        &mut self,
        inputs: &[f32; SEAT_INPUTS],
        units: &[f32; SEAT_UNITS],
        back: f32,
    ) -> [f32; SEAT_INPUTS] {
        let mut back_units = [0.0; SEAT_UNITS];
        for unit in 0..SEAT_UNITS {
            self.gradient.seat_out[unit] += back * units[unit];
            if units[unit] > 0.0 {
                back_units[unit] = back * self.net.seat_out[unit];
            }
            self.gradient.seat_bias[unit] += back_units[unit];
        }
        let mut back_inputs = [0.0; SEAT_INPUTS];
        for input in 0..SEAT_INPUTS {
            self.gradient.seat_skip[input] += back * inputs[input];
            back_inputs[input] = back * self.net.seat_skip[input];
            for (unit, back_unit) in back_units.iter().enumerate() {
                self.gradient.seat_in[input][unit] += back_unit * inputs[input];
                back_inputs[input] += back_unit * self.net.seat_in[input][unit];
            }
        }
        back_inputs
    }

    fn colour_back(
        &mut self,
        inputs: &[f32; COLOUR_FEATURES],
        units: &[f32; COLOUR_UNITS],
        back: f32,
    ) {
        let mut back_units = [0.0; COLOUR_UNITS];
        for unit in 0..COLOUR_UNITS {
            self.gradient.colour_out[unit] += back * units[unit];
            if units[unit] > 0.0 {
                back_units[unit] = back * self.net.colour_out[unit];
            }
            self.gradient.colour_bias[unit] += back_units[unit];
        }
        for (&input, row) in inputs.iter().zip(&mut self.gradient.colour_in) {
            if input != 0.0 {
                for unit in 0..COLOUR_UNITS {
                    row[unit] += back_units[unit] * input;
                }
            }
        }
    }

    /// One step of Adam (Kingma and Ba, 2014) with a little decay of the weights.
    fn update(&mut self, samples: usize, learning_rate: f32) {
        self.steps += 1;
        let correction = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let parts = self
            .net
            .parts_mut()
            .into_iter()
            .zip(self.gradient.parts_mut())
            .zip(self.mean.parts_mut())
            .zip(self.square.parts_mut());
        for (((net, gradient), mean), square) in parts {
            for at in 0..net.len() {
                let slope = gradient[at] / samples as f32;
                gradient[at] = 0.0;
                mean[at] = DECAY[0] * mean[at] + (1.0 - DECAY[0]) * slope;
                square[at] = DECAY[1] * square[at] + (1.0 - DECAY[1]) * slope * slope;
                let root = (square[at] / correction[1]).sqrt() + 1e-8;
                net[at] -= learning_rate * (mean[at] / correction[0] / root + 1e-3 * net[at]);
            }
        }
    }
}

fn softmax(results: &[f32; SEATS], players: usize) -> [f32; SEATS] {
    let best = results[..players].iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut chances = results.map(|result| (result - best).exp());
    let sum: f32 = chances[..players].iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances[players..].fill(0.0);
    chances
}

fn cross_entropy(chances: &[f32; SEATS], shares: &[f32; SEATS]) -> f32 {
    let term = |(chance, share): (&f32, &f32)| {
        if *share > 0.0 { -share * chance.max(1e-6).ln() } else { 0.0 }
    };
    chances.iter().zip(shares).map(term).sum()
}

/// The mean square of the errors of four colours.
fn square_error(hopes: &[f32; 4], finals: &[f32; 4]) -> f32 {
    hopes.iter().zip(finals).map(|(hope, points)| (hope - points).powi(2)).sum::<f32>() / 4.0
}

#[cfg(test)]
mod tests {
    use game::{Game, Seat};

    use super::*;
    use crate::{Options, Tigris};

    /// Positions of a game, as if the seat with more points so far would win it.
    fn samples(players: u8) -> Vec<ValueSample> {
        let mut game = Tigris::new(&Options { players, ..Options::default() }, 3).unwrap();
        let (mut rng, mut scratch, mut samples) = (Rng::new(8), Vec::new(), Vec::new());
        while game.turn().seat().is_some() && samples.len() < 300 {
            let sum = |seat: &usize| game.points[*seat].iter().sum::<u16>();
            let best = (0..usize::from(players)).max_by_key(sum).unwrap();
            let mut shares = [0.0; SEATS];
            shares[best] = 1.0;
            let features = Features::of(&game, Seat(0), game.hand(Seat(0)));
            let mut finals = [[0.0; 4]; SEATS];
            finals[best] = [9.0, 3.0, 5.0, 7.0];
            samples.push(ValueSample { features, shares, finals });
            let mv = game.greedy_action(&mut rng, &mut scratch).0;
            let Some(mv) = mv.or_else(|| game.random_move(&mut rng, &mut scratch)) else { break };
            game.play(mv);
        }
        samples
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        for players in [2, 4] {
            let samples = samples(players);
            let sample = &samples[samples.len() / 2];
            let mut trainer = ValueTrainer::new(5).with_points(0.7);
            trainer.add_gradient(sample);
            for part in 0..7 {
                let length = trainer.net.parts_mut()[part].len();
                for at in (0..length).step_by(7) {
                    let slope = trainer.gradient.parts_mut()[part][at];
                    let loss = |step: f32| {
                        let mut net = trainer.net.clone();
                        net.parts_mut()[part][at] += step;
                        let trainer = ValueTrainer::from_net(net);
                        let [chances, points] = trainer.losses(std::slice::from_ref(sample));
                        chances + 0.7 / HOPE_SCALE.powi(2) * points
                    };
                    let measured = (loss(1e-3) - loss(-1e-3)) / 2e-3;
                    let close = (slope - measured).abs() < 2e-2 * (0.1 + slope.abs());
                    assert!(close, "{part}, {at}: {slope} and {measured}");
                }
            }
        }
    }

    #[test]
    fn what_is_expected_lies_between_the_end_and_the_networks_estimate() {
        let trainer = ValueTrainer::new(5);
        let game = samples(4);
        let expected = |lambda| {
            let mut game = game.clone();
            trainer.expect(&mut game, lambda);
            game
        };
        let (ends, estimates, mixed) = (expected(1.0), expected(0.0), expected(0.75));
        let last = game.len() - 1;
        assert!(last > 100);
        for at in 0..last {
            let next = &game[at + 1];
            let of_net = softmax(&trainer.net.results(&next.features), 4);
            for (seat, estimate) in of_net.into_iter().enumerate() {
                // What the last position says of the end goes back through the whole game.
                assert!((ends[at].shares[seat] - game[last].shares[seat]).abs() < 1e-6);
                assert!((estimates[at].shares[seat] - estimate).abs() < 1e-6);
                let mean = 0.75 * mixed[at + 1].shares[seat] + 0.25 * estimate;
                assert!((mixed[at].shares[seat] - mean).abs() < 1e-6);
            }
        }
        assert_eq!(mixed[last].shares, game[last].shares);
    }

    #[test]
    fn it_learns_who_is_ahead() {
        let samples = samples(2);
        let (mut trainer, mut rng) = (ValueTrainer::new(1), Rng::new(2));
        let before = trainer.losses(&samples)[0];
        for _ in 0..30 {
            trainer.epoch(&samples, 0.01, &mut rng);
        }
        let after = trainer.losses(&samples)[0];
        assert!(after < 0.6 * before, "{before} before, {after} after");
    }
}
