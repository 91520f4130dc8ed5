//! How strong the levels were measured to be: a data file that `./rate` makes from ladders, for all games.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use game::Words;
use serde::{Deserialize, Serialize};

use crate::entry::Entry;

/// Made by `./rate`; not written by hand.
const DATA: &str = include_str!("../data/ratings.json");

/// What a ladder found out about the levels in a variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantRatings {
    /// What the values are.
    pub kind: RatingKind,
    /// What the means are of; none with Elo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<Words>,
    /// In how many games, or runs alone.
    pub games: u64,
    /// Each level by its id.
    pub levels: BTreeMap<String, LevelRating>,
}

/// What a measured value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RatingKind {
    /// Points on Elo's scale, from games against each other.
    Elo,
    /// The mean of runs alone.
    Mean,
}

/// How strong a level is in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRating {
    /// Elo points or the mean.
    pub value: f64,
    /// So far to either side with 95% confidence; none where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// How far it is above the rung below it, where that was measured too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<RungGap>,
}

/// The distance from a rung of the ladder to the one below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RungGap {
    /// Elo points.
    pub value: f64,
    /// So far to either side with 95% confidence. It is smaller than the errors of the two ratings: neighbours have met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// The ratings of a game by its variants' ids.
pub type GameRatings = BTreeMap<String, VariantRatings>;

/// Reads a file of ratings: by the games' ids, then by their variants'.
pub fn read_ratings(text: &str) -> serde_json::Result<BTreeMap<String, GameRatings>> {
    serde_json::from_str(text)
}

static RATINGS: LazyLock<BTreeMap<String, GameRatings>> =
    LazyLock::new(|| read_ratings(DATA).expect("the data of the program; a test reads it"));

impl dyn Entry + '_ {
    /// The measured ratings by the variants' ids; a variant that nobody has measured is not there.
    pub fn ratings(&self) -> &'static GameRatings {
        static NONE: GameRatings = BTreeMap::new();
        RATINGS.get(self.about().id).unwrap_or(&NONE)
    }

    /// The Elo of a level in a variant; none where nobody has measured it, or where means are compared instead.
    pub fn elo(&self, level: &str, variant: &str) -> Option<i32> {
        let of = self.ratings().get(variant).filter(|of| of.kind == RatingKind::Elo)?;
        of.levels.get(level).map(|rating| rating.value.round() as i32)
    }

    /// The mean of a level's runs alone in a variant, and what it is of.
    pub fn mean(&self, level: &str, variant: &str) -> Option<(f64, &'static Words)> {
        let of = self.ratings().get(variant).filter(|of| of.kind == RatingKind::Mean)?;
        Some((of.levels.get(level)?.value, of.figure.as_ref()?))
    }

    /// The Elo of a level by the variants' ids, in the order of the variants.
    pub fn elos(&self, level: &str) -> Vec<(&'static str, i32)> {
        let variants = self.about().variants.iter();
        variants.filter_map(|v| Some((v.id, self.elo(level, v.id)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A level that was renamed must be measured again, not carry a rating that nobody sees.
    #[test]
    fn ratings_are_of_variants_and_players_that_there_are() {
        for (game, variants) in read_ratings(DATA).unwrap() {
            let entry = crate::find(&game).unwrap();
            let solo = entry.solo().into_iter().flat_map(search::Solo::players);
            let players: Vec<&str> =
                entry.levels().iter().map(|level| level.id).chain(solo.map(|p| p.id)).collect();
            for (variant, ratings) in variants {
                let known = entry.about().variants.iter().any(|known| known.id == variant);
                assert!(known, "{game} has no variant {variant}");
                for (level, rating) in ratings.levels {
                    assert!(players.contains(&&*level), "{game} has no level {level}");
                    assert!(rating.value.is_finite(), "{game} {variant} {level}");
                }
            }
        }
    }
}
