//! The prior policy of moves: a log-linear model of their features, its weights trained on games of
//! our own (`data/priors.json`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::features::{FeatureIndices, FeatureMasks, WEIGHTS, WindowCache};
use super::footprint::{Footprints, PlacementCode};
use super::search_state::SearchState;
use crate::mode::Mode;

/// A trained policy.
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
    /// The policy of a mode, or the first one there was.
    pub fn of(mode: Mode, learned: u32) -> &'static Self {
        static PRIORS: LazyLock<BTreeMap<String, PriorPolicy>> = LazyLock::new(|| {
            let read: BTreeMap<String, Vec<f32>> =
                serde_json::from_str(include_str!("../../data/priors.json"))
                    // They are part of the source, and every test of this player reads them.
                    .expect("data/priors.json holds weights");
            let policy = |(name, weights): (String, Vec<f32>)| {
                assert_eq!(weights.len(), WEIGHTS, "data/priors.json fits the features of a move");
                (name, PriorPolicy { weights })
            };
            read.into_iter().map(policy).collect()
        });
        static NONE: PriorPolicy = PriorPolicy { weights: Vec::new() };
        let names = [Some(Self::name(mode)).filter(|_| learned > 0), Some(Self::first_name(mode))];
        names.into_iter().flatten().find_map(|name| PRIORS.get(name)).unwrap_or(&NONE)
    }

    /// What the weights of a mode are called in the file, which need not have any.
    pub const fn name(mode: Mode) -> &'static str {
        match mode {
            Mode::Duo | Mode::Junior => "small",
            Mode::Teams | Mode::Two => "large",
            Mode::Classic => "classic",
            Mode::Three => "three",
        }
    }

    /// The name of those that it played by before.
    pub const fn first_name(mode: Mode) -> &'static str {
        if mode.is_small() { "small" } else { "large" }
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
