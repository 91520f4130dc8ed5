//! Results added up: a score, the difference in rating that it speaks for, and how sure that is.

use serde::Serialize;

/// The two-sided 95% point of the normal distribution.
const Z: f64 = 1.959_964;

/// Where the true value lies, with 95% confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Not less than this.
    pub low: f64,
    /// Not more than this.
    pub high: f64,
}

/// What one contestant has got so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// Games alone in first place.
    pub wins: u32,
    /// Games shared first.
    pub draws: u32,
    /// All other games.
    pub losses: u32,
    /// The sum of the shares of the results, from 0 to 1 a game.
    pub points: f64,
}

impl Standing {
    /// Adds a game: this share of the result, and whether it came first, alone or not.
    pub fn add(&mut self, share: f32, first: bool, alone: bool) {
        self.points += f64::from(share);
        match (first, alone) {
            (true, true) => self.wins += 1,
            (true, false) => self.draws += 1,
            (false, _) => self.losses += 1,
        }
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The mean share, from 0 to 1; a half before the first game.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points / f64::from(self.games()) }
    }

    /// Where the true score lies (Wilson, 1927). It treats a draw as half a win and half a loss, so
    /// with many draws it is wider than it need be, and it stays honest at 0 and at 1.
    pub fn interval(&self) -> Interval {
        let n = f64::from(self.games());
        if n == 0.0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let p = self.score();
        let middle = p + Z * Z / (2.0 * n);
        let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Interval {
            low: ((middle - spread) / scale).max(0.0),
            high: ((middle + spread) / scale).min(1.0),
        }
    }
}

/// The difference in Elo rating at which this score is expected; infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(wins: u32, draws: u32, losses: u32) -> Standing {
        Standing { wins, draws, losses, points: f64::from(wins) + f64::from(draws) / 2.0 }
    }

    #[test]
    fn elo_knows_its_classic_points() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(0.75) - 190.85).abs() < 0.01);
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn wilsons_interval() {
        // 10 of 10: the lower end is n / (n + z²).
        let Interval { low, high } = standing(10, 0, 0).interval();
        assert!((low - 10.0 / (10.0 + Z * Z)).abs() < 1e-9 && (high - 1.0).abs() < 1e-9);
        let Interval { low, high } = standing(40, 20, 40).interval();
        assert!((low + high - 1.0).abs() < 1e-9, "an even score has an even interval");
        assert!((0.40..0.41).contains(&low), "{low}");
    }
}
