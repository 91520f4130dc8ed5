//! The mean of scores between 0 and 1, and where the true one lies.
//!
//! The unit is a round: an opening that was played from all sides. Its games are no independent samples, since the
//! opening favours somebody, so their mean counts as one; between two that is the pentanomial model of chess engines'
//! tests. No distribution is assumed: the interval holds all means that the likelihood of the rounds does not refute
//! (empirical likelihood, Owen 1988, with scores from 0 to 1 possible also where none was seen, as in Honda and
//! Takemura 2010). So it is honest at a clean sweep, too.

use serde::Serialize;

/// The two-sided 95% point of the normal distribution.
pub(crate) const Z: f64 = 1.959_964;

/// A share that is smaller than this is none.
const NOTHING: f64 = 1e-6;

/// Where the true value lies, with 95% confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Not less than this.
    pub low: f64,
    /// Not more than this.
    pub high: f64,
}

/// Scores of rounds, from 0 to 1 each, with weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// Values that differ, each with its weight.
    values: Vec<(f64, f64)>,
}

impl Scores {
    /// Adds the score of a round. A round that was broken off has less weight than 1.
    pub fn add(&mut self, score: f64, weight: f64) {
        match self.values.iter_mut().find(|(value, _)| (value - score).abs() < 1e-9) {
            Some((_, sum)) => *sum += weight,
            None => self.values.push((score, weight)),
        }
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> f64 {
        self.values.iter().map(|(_, weight)| weight).sum()
    }

    /// How often each score was seen, lowest first.
    pub fn counts(&self) -> Vec<(f64, f64)> {
        let mut counts = self.values.clone();
        counts.sort_by(|a, b| a.0.total_cmp(&b.0));
        counts
    }

    /// The mean; none before the first game.
    pub fn mean(&self) -> Option<f64> {
        let rounds = self.rounds();
        let sum: f64 = self.values.iter().map(|(value, weight)| value * weight).sum();
        (rounds > 0.0).then(|| (sum / rounds).clamp(0.0, 1.0))
    }

    /// How much less likely the rounds are if the true mean is this than if it is what they say, as a logarithm.
    pub fn cost(&self, mean: f64) -> f64 {
        // Of all distributions with this mean, the likeliest has the weights 1 / (1 + λ (value - mean)); what no
        // value takes goes to 0 or to 1. The derivative falls with λ.
        let derivative = |lambda: f64| -> f64 {
            let terms = self.values.iter().map(|&(value, weight)| {
                weight * (value - mean) / (1.0 + lambda * (value - mean)).max(1e-12)
            });
            terms.sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - mean).max(1e-12), 1.0 / mean.max(1e-12));
        for _ in 0..80 {
            let middle = (low + high) / 2.0;
            if derivative(middle) > 0.0 { low = middle } else { high = middle }
        }
        let lambda = (low + high) / 2.0;
        let terms = self
            .values
            .iter()
            .map(|&(value, weight)| weight * (1.0 + lambda * (value - mean)).max(1e-300).ln());
        terms.sum::<f64>().max(0.0)
    }

    /// Where the true mean lies; everything is possible before the first game.
    pub fn interval(&self) -> Interval {
        let Some(mean) = self.mean() else { return Interval { low: 0.0, high: 1.0 } };
        // With few rounds the variance is not known well either: Student's distribution rather than the normal one. A
        // round is at least two games; with this many degrees of freedom simulations come closest to 95%.
        let most = student(2.0 * self.rounds() - 1.0).powi(2) / 2.0;
        let end = |mut inside: f64, mut outside: f64| {
            if self.cost(outside) <= most {
                return outside;
            }
            for _ in 0..60 {
                let middle = (inside + outside) / 2.0;
                if self.cost(middle) <= most { inside = middle } else { outside = middle }
            }
            inside
        };
        // What lies closer to an end than any figure shows is the end: after a single round all is possible.
        let (low, high) = (end(mean, 0.0), end(mean, 1.0));
        Interval {
            low: if low < NOTHING { 0.0 } else { low },
            high: if high > 1.0 - NOTHING { 1.0 } else { high },
        }
    }
}

/// The two-sided 95% point of Student's distribution, by the first terms of its expansion (Fisher and Cornish, 1960).
pub(crate) fn student(freedom: f64) -> f64 {
    let freedom = freedom.max(1.0);
    let third = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / (96.0 * freedom * freedom);
    Z + (Z.powi(3) + Z) / (4.0 * freedom) + third
}

/// The difference in Elo rating at which this score is expected; infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that is expected at this difference in Elo rating.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;

    fn scores(counts: &[(f64, u32)]) -> Scores {
        let mut scores = Scores::default();
        for &(score, count) in counts {
            (0..count).for_each(|_| scores.add(score, 1.0));
        }
        scores
    }

    #[test]
    fn elo_knows_its_classic_points() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(0.75) - 190.85).abs() < 0.01);
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
        assert!((score_of(elo(0.3)) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn no_game_is_no_score() {
        assert_eq!(Scores::default().mean(), None);
        assert_eq!(Scores::default().interval(), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn after_a_single_round_all_is_possible() {
        for score in [0.0, 0.5, 1.0] {
            let one = scores(&[(score, 1)]).interval();
            assert_eq!(one, Interval { low: 0.0, high: 1.0 }, "{score}");
        }
    }

    #[test]
    fn a_clean_sweep_leaves_room_below() {
        // All that is left below is a mean that gives n rounds of 1 with the likelihood exp(-t²/2).
        let Interval { low, high } = scores(&[(1.0, 10)]).interval();
        assert!((low - (-student(19.0).powi(2) / 20.0).exp()).abs() < 1e-6, "{low}");
        assert!((high - 1.0).abs() < 1e-6);
        let Interval { low, high } = scores(&[(0.0, 10)]).interval();
        assert!(low.abs() < 1e-6 && high < 0.3);
    }

    #[test]
    fn many_rounds_are_as_the_normal_distribution_has_it() {
        let counts = scores(&[(0.0, 400), (0.5, 1000), (1.0, 600)]);
        let Interval { low, high } = counts.interval();
        let error = (0.1225 / 2000.0_f64).sqrt();
        assert!((counts.mean().unwrap() - 0.55).abs() < 1e-9);
        assert!((low - (0.55 - Z * error)).abs() < 2e-3, "{low}");
        assert!((high - (0.55 + Z * error)).abs() < 2e-3, "{high}");
    }

    #[test]
    fn openings_that_favour_a_side_make_no_false_certainty_and_no_false_doubt() {
        // Every opening wins for whoever moves first: each pair is 1 to 1, and nothing else is known as well.
        let even = scores(&[(0.5, 200)]).interval();
        assert!(even.low > 0.48 && even.high < 0.52, "{even:?}");
        let odd = scores(&[(0.0, 100), (1.0, 100)]).interval();
        assert!(odd.high - odd.low > 3.0 * (even.high - even.low));
    }

    /// The interval holds the true mean 95% of the time, whatever the draws and the openings' favour.
    #[test]
    fn intervals_cover_what_they_say() {
        let mut rng = Rng::new(11);
        for (strength, draws, favour, rounds) in
            [(0.5, 0.3, 0.0, 12), (0.62, 0.1, 0.3, 60), (0.7, 0.0, 0.1, 30), (0.85, 0.0, 0.0, 100)]
        {
            let mut held = 0;
            for _ in 0..1000 {
                let mut list = Scores::default();
                for _ in 0..rounds {
                    let tilt = favour * if rng.below(2) == 0 { 1.0 } else { -1.0 };
                    let mut game = |chance: f64| {
                        if f64::from(rng.unit()) < draws {
                            0.5
                        } else {
                            f64::from(u8::from(f64::from(rng.unit()) < chance))
                        }
                    };
                    list.add((game(strength + tilt) + game(strength - tilt)) / 2.0, 1.0);
                }
                let true_mean = draws / 2.0 + (1.0 - draws) * strength;
                let Interval { low, high } = list.interval();
                held += u32::from((low..=high).contains(&true_mean));
            }
            assert!((930..=970).contains(&held), "{held} of 1000 at {strength}");
        }
    }
}
