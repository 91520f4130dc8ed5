//! What a player by features looks at, and what each is worth to it.

use serde::{Deserialize, Serialize};

/// How wells are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WellCount {
    /// Every empty square between two full ones, with the empty squares directly below it.
    #[default]
    Between,
    /// As if every empty square below such a one were one, too: 1 + 2 + … + depth.
    Below,
}

/// The published features of a board after a drop, and the height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Twice the height of the middle of the piece where it landed.
    pub landing: i32,
    /// Rows cleared, times squares of the piece that went with them.
    pub eroded: i32,
    /// From full to empty or back along the rows; walls are full.
    pub rows: i32,
    /// The same up the columns; the floor is full, the sky empty.
    pub columns: i32,
    /// Empty squares with a full one somewhere above.
    pub holes: i32,
    /// WellCount, summed by depth.
    pub wells: i32,
    /// Full squares in runs that stand on a hole.
    pub depth: i32,
    /// Rows with a hole.
    pub holed: i32,
    /// How many of the steps -2 to 2 there are between neighbouring columns.
    pub diversity: i32,
    /// The tallest column.
    pub tallest: i32,
}

/// What each feature is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureWeights {
    /// How wells are counted.
    #[serde(default)]
    pub count: WellCount,
    /// See [`Features::landing`], here not doubled.
    pub landing: f64,
    /// See [`Features::eroded`], and so on.
    pub eroded: f64,
    /// Row transitions.
    pub rows: f64,
    /// Column transitions.
    pub columns: f64,
    /// Holes.
    pub holes: f64,
    /// WellCount.
    pub wells: f64,
    /// Depth of holes.
    #[serde(default)]
    pub depth: f64,
    /// Rows with holes.
    #[serde(default)]
    pub holed: f64,
    /// Diversity.
    #[serde(default)]
    pub diversity: f64,
}

impl FeatureWeights {
    /// The names of the weights, in order.
    pub const NAMES: [&'static str; 9] =
        ["landing", "eroded", "rows", "columns", "holes", "wells", "depth", "holed", "diversity"];

    /// The weights, in order.
    pub const fn numbers(&self) -> [f64; 9] {
        [
            self.landing,
            self.eroded,
            self.rows,
            self.columns,
            self.holes,
            self.wells,
            self.depth,
            self.holed,
            self.diversity,
        ]
    }

    /// FeatureWeights from numbers in order.
    pub const fn from_numbers(count: WellCount, numbers: [f64; 9]) -> Self {
        let [landing, eroded, rows, columns, holes, wells, depth, holed, diversity] = numbers;
        Self { count, landing, eroded, rows, columns, holes, wells, depth, holed, diversity }
    }
}

/// FeatureWeights as whole numbers, so that sums are the same on every machine and in any order.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    pub(super) count: WellCount,
    pub(super) landing: i32,
    pub(super) eroded: i32,
    pub(super) rows: i32,
    pub(super) columns: i32,
    pub(super) holes: i32,
    pub(super) wells: i32,
    pub(super) depth: i32,
    pub(super) holed: i32,
    pub(super) diversity: i32,
    /// Whether what a place adds to rows, columns, wells and the like can only make it worse.
    pub(super) bounded: bool,
}

impl Fixed {
    /// The greatest weight: the widest and tallest board has some thousands of anything.
    const UNIT: f64 = 32768.0;

    /// The same, as near as may be, and in a scale of its own.
    pub fn new(weights: &FeatureWeights) -> Self {
        let greatest =
            weights.numbers().iter().fold(0.0, |most: f64, weight| most.max(weight.abs()));
        let scale = if greatest > 0.0 { Self::UNIT / greatest } else { 0.0 };
        let fixed = |weight: f64| (weight * scale).round() as i32;
        let bounded = [weights.rows, weights.columns, weights.wells, weights.depth, weights.holed];
        Self {
            count: weights.count,
            // The feature is doubled.
            landing: fixed(weights.landing / 2.0),
            eroded: fixed(weights.eroded),
            rows: fixed(weights.rows),
            columns: fixed(weights.columns),
            holes: fixed(weights.holes),
            wells: fixed(weights.wells),
            depth: fixed(weights.depth),
            holed: fixed(weights.holed),
            diversity: fixed(weights.diversity),
            bounded: bounded.iter().all(|&weight| weight <= 0.0),
        }
    }

    /// The weights, in the order of [`FeatureWeights::NAMES`].
    pub(super) const fn numbers(&self) -> [i32; 9] {
        [
            self.landing,
            self.eroded,
            self.rows,
            self.columns,
            self.holes,
            self.wells,
            self.depth,
            self.holed,
            self.diversity,
        ]
    }

    /// Whether it looks at more than Dellacherie's six.
    pub(super) const fn is_rich(&self) -> bool {
        self.depth != 0 || self.holed != 0 || self.diversity != 0
    }

    /// What a board is worth.
    #[inline]
    pub fn value(&self, features: &Features) -> i32 {
        self.landing * features.landing
            + self.eroded * features.eroded
            + self.rows * features.rows
            + self.columns * features.columns
            + self.holes * features.holes
            + self.wells * features.wells
            + self.depth * features.depth
            + self.holed * features.holed
            + self.diversity * features.diversity
    }
}
