//! Wald's sequential probability ratio test: games are played until it is clear which of two claims is true.
//!
//! As in the generalised test of chess engines' development, the likelihood of a claim about the mean is that of the
//! likeliest distribution of rounds with this mean.

use serde::Serialize;

use super::scores::{Scores, score_of};

/// Two claims about the Elo difference of the first contestant to the second, and how often each may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference that is not enough.
    pub elo0: f64,
    /// The difference that is wanted.
    pub elo1: f64,
    /// How often the second claim may be accepted though the first is true.
    pub alpha: f64,
    /// How often the first claim may be accepted though the second is true.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtVerdict {
    /// The difference is `elo0` or less.
    First,
    /// The difference is `elo1` or more.
    Second,
    /// Not clear yet.
    Open,
}

impl Sprt {
    /// The logarithm of how much likelier the second claim makes the rounds than the first. One more round is imagined,
    /// halfway between the claims and as uneven as can be: the first few rounds say little of how much rounds vary,
    /// and a test that looks after each of them would be wrong too often.
    pub fn ratio(&self, scores: &Scores) -> f64 {
        let (low, high) = (score_of(self.elo0), score_of(self.elo1));
        let middle = (low + high) / 2.0;
        let mut scores = scores.clone();
        scores.add(1.0, middle);
        scores.add(0.0, 1.0 - middle);
        scores.cost(low) - scores.cost(high)
    }

    /// Below the first, the first claim is accepted, above the second the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the rounds say.
    pub fn verdict(&self, scores: &Scores) -> SprtVerdict {
        let (low, high) = self.bounds();
        match self.ratio(scores) {
            ratio if ratio <= low => SprtVerdict::First,
            ratio if ratio >= high => SprtVerdict::Second,
            _ => SprtVerdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strong_one_passes_and_an_equal_one_does_not() {
        let sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        let mut scores = Scores::default();
        assert_eq!(sprt.verdict(&scores), SprtVerdict::Open);
        (0..300).for_each(|round| scores.add([0.5, 0.5, 1.0][round % 3], 1.0));
        assert_eq!(sprt.verdict(&scores), SprtVerdict::Second);
        let mut scores = Scores::default();
        (0..1000).for_each(|round| scores.add([0.5, 0.0, 0.5, 1.0][round % 4], 1.0));
        assert_eq!(sprt.verdict(&scores), SprtVerdict::First);
        assert!((sprt.bounds().1 - 19f64.ln()).abs() < 1e-12);
    }
}
