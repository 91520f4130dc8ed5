//! The hand-made evaluation for the side that moves: a few features with tuned weights.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::distances::ShortestPaths;

/// The weights of the features, in hundredths of a step; `data/weights.json` holds the tuned ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A step of difference between the two distances.
    pub step: i32,
    /// Having the move.
    pub tempo: i32,
    /// Having this many walls left; the last entry holds for more.
    pub walls: Vec<i32>,
    /// Each bottleneck, where one wall lengthens the path, while the opponent has walls.
    pub narrow: i32,
    /// Each square on shortest paths beyond one per step.
    pub wide: i32,
}

impl Weights {
    /// The tuned weights.
    pub fn tuned() -> &'static Self {
        static TUNED: LazyLock<Weights> = LazyLock::new(|| {
            serde_json::from_str(include_str!("../../data/weights.json"))
                // The file is part of the source, and every test of a level reads it.
                .expect("data/weights.json holds weights")
        });
        &TUNED
    }

    pub(crate) fn walls(&self, left: u8) -> i32 {
        let last = self.walls.len().saturating_sub(1);
        self.walls.get(usize::from(left).min(last)).copied().unwrap_or(0)
    }
}

/// The features of one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideFeatures<'a> {
    pub distance: usize,
    pub left: u8,
    pub paths: &'a ShortestPaths,
}

/// Points for a race that no wall can stop any more: far above what features add up to, and far below proven wins.
pub(crate) const RACE: i32 = 8_000;

/// Whether the race is decided: a side without walls loses to an opponent who is nearer, the move counted. Pawns that
/// meet can gain a step by a jump: the search finds that.
#[inline]
pub(crate) fn race(own: (usize, u8), other: (usize, u8)) -> Option<i32> {
    if other.1 == 0 && own.0 <= other.0 {
        Some(RACE - 20 * own.0 as i32 + 10 * (other.0 - own.0) as i32)
    } else if own.1 == 0 && other.0 < own.0 {
        Some(-RACE + 20 * other.0 as i32 - 10 * (own.0 - other.0) as i32)
    } else {
        None
    }
}

impl Weights {
    /// The evaluation for the side that moves.
    #[inline]
    pub(crate) fn evaluate(&self, own: SideFeatures<'_>, other: SideFeatures<'_>) -> i32 {
        let side = |side: SideFeatures<'_>, against: u8| {
            let ShortestPaths { bottlenecks, squares, .. } = *side.paths;
            let mut value = self.walls(side.left) - self.step * side.distance as i32;
            if against > 0 {
                value -= self.narrow * bottlenecks.min(6) as i32;
                value += self.wide * (squares.count_ones() as i32 - side.distance as i32).min(20);
            }
            value
        };
        self.tempo + side(own, other.left) - side(other, own.left)
    }
}
