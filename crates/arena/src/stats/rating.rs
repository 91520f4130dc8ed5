//! Ratings of contestants: Elo points, how far each may be off, and what another game would tell.

use serde::Serialize;

use super::covariance::{centred, covariance};
use super::likelihood::LikelihoodSums;
use super::scores::score_of;

/// Elo points of a factor e in strength.
pub(super) const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// An interval that is wider than this to each side says nothing.
const UNKNOWN: f64 = 3000.0;

/// A round as the fit sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedRound {
    /// Who plays it, each once, in order.
    pub lineup: Vec<usize>,
    /// The contestant and the place of each side in each of its games.
    pub games: Vec<Vec<(usize, u8)>>,
}

/// A contestant's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo points.
    pub elo: f64,
    /// How far it may be off to each side, with 95% confidence; none where nothing is known.
    pub error: Option<f64>,
}

/// The ratings of all contestants.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Elo points, the weighted mean of all being 0 unless some are held.
    pub(super) elo: Vec<f64>,
    /// The covariance of distances to that mean, or to those that are held, in Elo points squared.
    pub(super) covariance: Vec<Vec<f64>>,
    /// Who has met nobody: nothing is known of these.
    pub(super) unknown: Vec<bool>,
    /// Whose ratings were given and not found.
    pub(super) held: Vec<bool>,
    /// What each contributes to the mean: more, the more is known of it.
    pub(super) weights: Vec<f64>,
    /// The point of the distribution that holds 95%.
    pub(super) point: f64,
    /// What one more round of a lineup would add to what is known is found from this: the information so far.
    pub(super) information: Vec<Vec<f64>>,
    /// The variances that the model alone expects with this information, in Elo points squared.
    pub(super) modelled: Vec<f64>,
}

impl Ratings {
    /// The ratings, moved so that the contestant of this number has this rating. An error is that of the distance to
    /// the field, not to this one contestant.
    pub fn anchored(&self, anchor: usize, at: f64) -> Vec<Rating> {
        let shift = at - self.elo.get(anchor).copied().unwrap_or(0.0);
        let rating = |one: usize| Rating { elo: self.elo[one] + shift, error: self.error(one) };
        (0..self.elo.len()).map(rating).collect()
    }

    /// The same, distances taken to the mean of all others than this one. Of a gauntlet that is what is asked: the one
    /// that meets everybody would be half of the field, and half of every error would be lost on itself.
    pub fn seen_from(mut self, own: usize) -> Self {
        if self.held.contains(&true) {
            return self;
        }
        self.weights[own] = 0.0;
        let all: f64 = self.weights.iter().sum();
        if all <= 0.0 {
            return self;
        }
        self.weights.iter_mut().for_each(|weight| *weight /= all);
        let middle: f64 =
            self.elo.iter().zip(&self.weights).map(|(one, weight)| one * weight).sum();
        self.elo.iter_mut().for_each(|one| *one -= middle);
        self.covariance = centred(&self.covariance, &self.weights);
        self.modelled = self.modelled_by(&self.information);
        self
    }

    /// Elo points, the weighted mean of all being 0.
    pub fn elo(&self) -> &[f64] {
        &self.elo
    }

    /// What each contributes to that mean.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// How far a rating may be off to each side; none where nothing is known.
    pub fn error(&self, one: usize) -> Option<f64> {
        self.known(self.covariance[one][one]).filter(|_| !self.unknown[one])
    }

    /// By how much one is stronger than another. Neighbours on a long ladder are known better to each other than
    /// either is to the field.
    pub fn difference(&self, one: usize, other: usize) -> Rating {
        let cells = &self.covariance;
        let variance = cells[one][one] + cells[other][other] - 2.0 * cells[one][other];
        let unknown = self.unknown[one] || self.unknown[other];
        let error = self.known(variance).filter(|_| !unknown);
        Rating { elo: self.elo[one] - self.elo[other], error }
    }

    fn known(&self, variance: f64) -> Option<f64> {
        let error = self.point * variance.max(0.0).sqrt();
        (error > 0.0 && error < UNKNOWN).then_some(error)
    }

    /// The contestant of whom the least is known, among some.
    pub fn widest(&self, among: &dyn Fn(usize) -> bool) -> Option<usize> {
        (0..self.elo.len())
            .filter(|&one| among(one))
            .max_by(|&a, &b| self.variance(a).total_cmp(&self.variance(b)))
    }

    /// What is seen, or what the model expects where nothing was seen yet.
    fn variance(&self, one: usize) -> f64 {
        if self.unknown[one] { self.modelled[one] } else { self.covariance[one][one] }
    }

    /// By how much the variances of some contestants are expected to shrink, in all, with one more round of so many
    /// games of this lineup.
    pub fn gain(&self, lineup: &[usize], games: usize, of: &dyn Fn(usize) -> bool) -> f64 {
        let after = self.modelled_by(&self.information_after(lineup, games));
        let shrinks = |one: usize| self.variance(one) * (1.0 - after[one] / self.modelled[one]);
        (0..self.elo.len()).filter(|&one| of(one) && self.modelled[one] > 0.0).map(shrinks).sum()
    }

    /// Takes such a round for played: what is expected to be known then.
    pub fn expect(&mut self, lineup: &[usize], games: usize) {
        self.information = self.information_after(lineup, games);
        let after = self.modelled_by(&self.information);
        for (one, (after, before)) in after.iter().zip(&self.modelled).enumerate() {
            // What rounds are worth beyond the model stays as it was.
            if *before > 0.0 {
                self.covariance[one][one] *= after / before;
            }
        }
        for &one in lineup {
            if std::mem::take(&mut self.unknown[one]) {
                self.covariance[one][one] = after[one];
            }
        }
        self.modelled = after;
    }

    /// The variances that the model alone expects with this information, in Elo points squared.
    pub(super) fn modelled_by(&self, information: &[Vec<f64>]) -> Vec<f64> {
        let covariance = covariance(information, &self.weights, &self.held);
        (0..covariance.len()).map(|one| covariance[one][one].max(0.0) * SCALE * SCALE).collect()
    }

    fn information_after(&self, lineup: &[usize], games: usize) -> Vec<Vec<f64>> {
        let n = self.elo.len();
        let mut information = self.information.clone();
        let strengths: Vec<f64> = self.elo.iter().map(|elo| elo / SCALE).collect();
        // The order that is most likely stands for all.
        let mut order: Vec<(usize, u8)> = lineup.iter().map(|&one| (one, 0)).collect();
        order.sort_by(|a, b| self.elo[b.0].total_cmp(&self.elo[a.0]));
        order.iter_mut().enumerate().for_each(|(place, side)| side.1 = place as u8 + 1);
        let mut sums = LikelihoodSums::new(n);
        sums.add_game(&order, &strengths, games as f64);
        for (row, added) in information.iter_mut().zip(&sums.information) {
            row.iter_mut().zip(added).for_each(|(cell, added)| *cell += added);
        }
        information
    }
}

/// The chance of the first against the second by their ratings.
pub fn expected(first: f64, second: f64) -> f64 {
    score_of(first - second)
}

#[cfg(test)]
mod tests {
    use super::super::fit::fit;
    use super::super::fit::tests::{DRAW, LOSS, WIN, pair};
    use super::*;

    #[test]
    fn whoever_has_met_nobody_is_unknown() {
        let ratings = fit(3, &vec![pair(0, 1, &[WIN, LOSS]); 30]);
        assert_eq!(ratings.error(2), None);
        assert!(ratings.error(0).is_some());
    }

    #[test]
    fn whoever_has_met_nobody_leaves_the_others_known() {
        // Games of four, every seat first in turn, so that all but the last are known alike.
        let round = |first: usize| {
            let lineup: Vec<usize> = (0..4).map(|seat| (first + seat) % 8).collect();
            let game = lineup.iter().zip(1u8..).map(|(&one, place)| (one, place)).collect();
            RatedRound { lineup, games: vec![game] }
        };
        let rounds: Vec<RatedRound> = (0..400).map(|at| round(at * 3 % 8)).collect();
        let (without, with) = (fit(8, &rounds), fit(9, &rounds));
        assert_eq!(with.error(8), None);
        for one in 0..8 {
            let (before, after) = (without.error(one).unwrap(), with.error(one).unwrap());
            assert!((after / before - 1.0).abs() < 0.01, "{one}: {before} {after}");
            assert!((with.elo()[one] - without.elo()[one]).abs() < 1e-3);
        }
    }

    #[test]
    fn a_round_tells_most_where_least_is_known() {
        let mut rounds = vec![pair(0, 1, &[WIN, LOSS]); 100];
        rounds.extend(vec![pair(1, 2, &[WIN, LOSS]); 4]);
        let ratings = fit(3, &rounds);
        let gain = |lineup: &[usize]| ratings.gain(lineup, 2, &|one| one == 2);
        assert!(gain(&[1, 2]) > gain(&[0, 1]) && gain(&[0, 2]) > gain(&[0, 1]));
        // What is expected of a round is what it is said to bring.
        let (gain, before) = (gain(&[0, 2]), ratings.error(2).unwrap());
        let mut ratings = ratings;
        ratings.expect(&[0, 2], 2);
        let brought = (before.powi(2) - ratings.error(2).unwrap().powi(2)) / ratings.point.powi(2);
        assert!((gain - brought).abs() < 1e-6 * gain, "{gain} {brought}");
    }

    #[test]
    fn neighbours_are_known_to_each_other_better_than_to_the_field() {
        // A chain of five, each met by the next alone.
        let chain: Vec<RatedRound> =
            (0..4).flat_map(|one| vec![pair(one, one + 1, &[WIN, LOSS]); 40]).collect();
        let ratings = fit(5, &chain);
        let neighbours = ratings.difference(0, 1);
        assert!(neighbours.elo.abs() < 1e-6, "{neighbours:?}");
        assert!(
            neighbours.error < ratings.error(0)
                && ratings.difference(0, 4).error > ratings.error(0)
        );
        let same = fit(2, &vec![pair(0, 1, &[WIN, LOSS]); 30]).difference(0, 1).error;
        assert!(same.is_some());
    }

    #[test]
    fn a_gauntlet_is_known_by_its_distance_to_the_others() {
        let mut rounds = vec![pair(0, 1, &[WIN, LOSS]); 50];
        rounds.extend(vec![pair(0, 2, &[DRAW, WIN]); 50]);
        let ratings = fit(3, &rounds);
        let (within, outside) = (ratings.error(0).unwrap(), ratings.clone().seen_from(0));
        // Half of the information is its own, so that it was compared with itself by half.
        assert!((outside.error(0).unwrap() / within - 2.0).abs() < 0.02);
        let differences = |of: &Ratings| [of.elo()[0] - of.elo()[1], of.elo()[1] - of.elo()[2]];
        let mut moved = differences(&ratings).into_iter().zip(differences(&outside));
        assert!(moved.all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
