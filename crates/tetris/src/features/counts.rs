//! The published features of a game's own well, counted one by one.

use super::by_features::{board, place};
use super::chooser::{count_all, eroded, landing};
use super::weights::{FeatureWeights, Features, Fixed};
use crate::moves::Placement;
use crate::rules::Tetris;

/// What a player by features counts, in the order of [`FeatureWeights::NAMES`], and what it makes of it. Weights are
/// the whole numbers that the player calculates with.
pub(crate) struct FeatureCounts {
    pub counts: [i32; 9],
    pub weights: [i32; 9],
    pub value: i32,
}

impl FeatureCounts {
    /// The well as it stands: nothing has landed, nothing is eroded.
    pub fn standing(game: &Tetris, weights: &FeatureWeights) -> Self {
        let fixed = Fixed::new(weights);
        Self::of(&fixed, &count_all(&board(game), fixed.count, fixed.is_rich()))
    }

    /// The well after a placement; none where the piece would stick out of the top.
    pub fn after(game: &Tetris, mv: Placement, weights: &FeatureWeights) -> Option<Self> {
        let fixed = Fixed::new(weights);
        let mut after = board(game);
        let place = place(game.stock().terms.rules, mv)?;
        if place.y + place.shape.height > after.height() {
            return None;
        }
        after.fill(&place);
        let full = after.full_rows();
        after.remove(full);
        let mut features = count_all(&after, fixed.count, fixed.is_rich());
        features.landing = landing(&place);
        features.eroded = eroded(&place, full);
        Some(Self::of(&fixed, &features))
    }

    fn of(fixed: &Fixed, features: &Features) -> Self {
        let Features {
            landing, eroded, rows, columns, holes, wells, depth, holed, diversity, ..
        } = *features;
        let weights = fixed.numbers();
        let counts = [landing, eroded, rows, columns, holes, wells, depth, holed, diversity];
        Self { counts, weights, value: fixed.value(features) }
    }
}
