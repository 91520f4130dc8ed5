//! Tuning: which numbers a player plays best by. Every candidate of a round plays the same games, what was judged
//! goes into a journal from which a search can be taken up again, and the winner is confirmed on games that
//! nobody has seen.

pub mod cma;
mod grid;
mod journal;
mod landscape;
mod search;
pub mod spsa;
mod surface;
mod target;
mod trial;
mod winner;

pub use crate::journal::BadJournal;
pub use grid::Grid;
pub use journal::{JudgedCandidate, TuneJournal};
pub use landscape::surface_3d;
pub use search::{Method, Search, TuneNews};
pub use surface::surface;
pub use target::Target;
pub use trial::{Candidate, Measure, Prepare, Trial};
pub use winner::Winner;
