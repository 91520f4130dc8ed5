//! The prior policy of moves: a log-linear model of their features, its weights trained on games of
//! our own (`data/priors.json`).

use std::sync::LazyLock;

use super::features::{FeatureIndices, FeatureMasks, WEIGHTS, WindowCache};
use super::footprint::{Footprints, PlacementCode};
use super::search_state::SearchState;
use crate::board::LARGE;

/// The trained policy of one size of board.
#[derive(Clone)]
pub struct PriorPolicy {
    /// One weight for each value of each feature in each phase.
    pub weights: Vec<f32>,
}

/// The logit of a move: the sum of the weights of its features.
#[inline]
pub fn logit(weights: &[f32], features: &FeatureIndices) -> f32 {
    features.iter().map(|&at| weights.get(usize::from(at)).copied().unwrap_or(0.0)).sum()
}

impl PriorPolicy {
    /// The policy for a board with this side.
    pub fn of(side: u8) -> &'static Self {
        static PRIORS: LazyLock<[PriorPolicy; 2]> = LazyLock::new(|| {
            let read: std::collections::BTreeMap<String, Vec<f32>> =
                serde_json::from_str(include_str!("../../data/priors.json"))
                    // They are part of the source, and every test of this player reads them.
                    .expect("data/priors.json holds weights");
            ["small", "large"].map(|name| {
                let weights = read.get(name).cloned().unwrap_or_default();
                assert_eq!(weights.len(), WEIGHTS, "data/priors.json fits the features of a move");
                PriorPolicy { weights }
            })
        });
        &PRIORS[usize::from(side == LARGE)]
    }

    /// All legal moves of the colour to move with their probabilities, which add up to 1. `sharpness` is the
    /// inverse temperature of the softmax.
    pub fn moves(
        &self,
        state: &SearchState,
        recent: &[PlacementCode],
        sharpness: f32,
        cache: &mut WindowCache,
        into: &mut Vec<(PlacementCode, f32)>,
    ) {
        let footprints = Footprints::get();
        into.clear();
        cache.clear();
        let masks = FeatureMasks::of(state, footprints, recent);
        state.each_move(|code| {
            let features = masks.features(cache.of(&masks, code), footprints, code);
            into.push((code, logit(&self.weights, &features)));
        });
        let most = into.iter().map(|found| found.1).fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for (_, probability) in into.iter_mut() {
            *probability = (sharpness * (*probability - most)).exp();
            sum += *probability;
        }
        for (_, probability) in into.iter_mut() {
            *probability /= sum;
        }
    }
}
