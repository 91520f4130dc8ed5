//! First impressions of moves: a log-linear model of their features, its weights learned from games
//! of our own (`data/priors.json`).

use std::sync::LazyLock;

use super::features::{Features, Seen, Sight, WEIGHTS};
use super::world::{Code, Stamps, World};
use crate::board::LARGE;

/// The learned weights.
#[derive(Clone)]
pub struct Prior {
    /// One for each value of each count in each phase.
    pub weights: Vec<f32>,
}

/// How well a move is liked by these weights, on the scale of logarithms.
#[inline]
pub fn liking(weights: &[f32], features: &Features) -> f32 {
    features.iter().map(|&at| weights.get(usize::from(at)).copied().unwrap_or(0.0)).sum()
}

impl Prior {
    /// The weights of a board.
    pub fn of(side: u8) -> &'static Self {
        static PRIORS: LazyLock<[Prior; 2]> = LazyLock::new(|| {
            let read: std::collections::BTreeMap<String, Vec<f32>> =
                serde_json::from_str(include_str!("../../data/priors.json"))
                    // They are part of the source, and every test of this player reads them.
                    .expect("data/priors.json holds weights");
            ["small", "large"].map(|name| {
                let weights = read.get(name).cloned().unwrap_or_default();
                assert_eq!(weights.len(), WEIGHTS, "data/priors.json fits the counts of a move");
                Prior { weights }
            })
        });
        &PRIORS[usize::from(side == LARGE)]
    }

    /// All legal moves of the colour to move with their shares, which add up to 1; the sharper, the more goes to
    /// the best.
    pub fn moves(
        &self,
        world: &World,
        recent: &[Code],
        sharpness: f32,
        seen: &mut Seen,
        into: &mut Vec<(Code, f32)>,
    ) {
        let stamps = Stamps::get();
        into.clear();
        seen.clear();
        let sight = Sight::of(world, stamps, recent);
        world.each_move(|code| {
            let liking =
                liking(&self.weights, &sight.features(seen.of(&sight, code), stamps, code));
            into.push((code, liking));
        });
        let most = into.iter().map(|found| found.1).fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for (_, share) in into.iter_mut() {
            *share = (sharpness * (*share - most)).exp();
            sum += *share;
        }
        for (_, share) in into.iter_mut() {
            *share /= sum;
        }
    }
}
