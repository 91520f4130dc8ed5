//! First impressions of moves: a log-linear model of their features, its weights learned from games
//! of our own (`data/priors.json`).

use std::sync::LazyLock;

use super::features::{Features, Sight, WEIGHTS};
use super::world::{Code, Stamps, World, place_of};
use crate::board::LARGE;

/// The learned weights.
#[derive(Clone)]
pub struct Prior {
    /// One for each value of each count in each phase.
    pub weights: Vec<f32>,
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
                let mut weights = read.get(name).cloned().unwrap_or_default();
                weights.resize(WEIGHTS, 0.0);
                Prior { weights }
            })
        });
        &PRIORS[usize::from(side == LARGE)]
    }

    /// How well a move is liked, on the scale of logarithms.
    #[inline]
    pub fn liking(&self, features: &Features) -> f32 {
        features.iter().map(|&at| self.weights.get(usize::from(at)).copied().unwrap_or(0.0)).sum()
    }

    /// All legal moves of the colour to move with their shares, which add up to 1; the sharper,
    /// the more goes to the best.
    pub fn moves(
        &self,
        world: &World,
        stamps: &Stamps,
        recent: &[Code],
        sharpness: f32,
        into: &mut Vec<(Code, f32)>,
    ) {
        into.clear();
        let sight = Sight::of(world, stamps, recent);
        self.likings(world, stamps, &sight, into);
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

    fn likings(&self, world: &World, stamps: &Stamps, sight: &Sight, into: &mut Vec<(Code, f32)>) {
        world.each_move(|code| into.push((code, 0.0)));
        // Moves of one corner share their windows.
        into.sort_unstable_by_key(|&(code, _)| code & 511);
        let mut at = usize::MAX;
        let mut windows = sight.windows(0, 0);
        for (code, liking) in into.iter_mut() {
            let corner = usize::from(*code & 511);
            if corner != at {
                at = corner;
                let (x, y) = place_of(*code);
                windows = sight.windows(x, y);
            }
            *liking = self.liking(&sight.features(&windows, stamps, *code));
        }
    }
}
