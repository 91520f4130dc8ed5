//! Players that weigh features of a board. Research plays them by the million pieces, so they have a simulator of
//! their own, made for speed, in which pieces fall straight down. `by_features` and `by_report` bring the same
//! players to the game's own rules.

mod board;
mod by_features;
mod by_report;
mod chooser;
mod counts;
mod digger;
mod line_tree;
mod linear;
pub mod plain;
mod reach;
mod report;
mod run;
mod shape;
mod stacker;
mod weights;

pub use board::{Board, MAX_HEIGHT, MAX_WIDTH};
pub use by_features::{ByFeatures, StackerByRules};
pub use by_report::{ByReport, RandomInputs};
pub use chooser::PlaceChooser;
pub(crate) use counts::FeatureCounts;
pub use linear::Linear;
pub use reach::End;
pub use report::{Coefficients, RandomAction, RandomPlace, ReportGreedy};
pub use run::{POINTS, Pilot, PilotView, Rules, run};
pub use shape::{Place, Shape};
pub use stacker::{Stacker, StackingWeights};
pub use weights::{FeatureWeights, Features, Fixed, WellCount};
