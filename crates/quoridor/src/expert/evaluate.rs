//! What a position is worth to the side that moves, by hand-made features with tuned weights.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::distances::ShortestPaths;

/// What the parts count for, in hundredths of a step; `data/weights.json` holds the tuned ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A step of difference between the two ways.
    pub step: i32,
    /// Having the move.
    pub tempo: i32,
    /// Having this many walls left; more than the list is long count as its last.
    pub walls: Vec<i32>,
    /// Each place at which one wall lengthens the way, while the other has walls.
    pub narrow: i32,
    /// Each square beyond the first at every distance on shortest ways.
    pub wide: i32,
}

impl Weights {
    /// The tuned weights.
    pub fn tuned() -> &'static Self {
        static TUNED: LazyLock<Weights> = LazyLock::new(|| {
            serde_json::from_str(include_str!("../../data/weights.json"))
                // They are part of the source, and every test of a level reads them.
                .expect("data/weights.json holds weights")
        });
        &TUNED
    }

    pub(crate) fn walls(&self, left: u8) -> i32 {
        let last = self.walls.len().saturating_sub(1);
        self.walls.get(usize::from(left).min(last)).copied().unwrap_or(0)
    }
}

/// What is known of one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideFeatures<'a> {
    pub distance: usize,
    pub left: u8,
    pub paths: &'a ShortestPaths,
}

/// Points of a race that nobody can stop any more; far from what features add up to, and from wins
/// that were generator to their end.
pub(crate) const RACE: i32 = 8_000;

/// Whether the race is decided: who has no walls to stop a runner with has lost against one who is
/// nearer, the move counted. Pawns that meet on the way can gain a step: the search sees to that.
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
    /// The worth to the side that moves.
    #[inline]
    pub(crate) fn evaluate(&self, own: SideFeatures<'_>, other: SideFeatures<'_>) -> i32 {
        let half = |half: SideFeatures<'_>, against: u8| {
            let ShortestPaths { bottlenecks, squares, .. } = *half.paths;
            let mut value = self.walls(half.left) - self.step * half.distance as i32;
            if against > 0 {
                value -= self.narrow * bottlenecks.min(6) as i32;
                value += self.wide * (squares.count_ones() as i32 - half.distance as i32).min(20);
            }
            value
        };
        self.tempo + half(own, other.left) - half(other, own.left)
    }
}
