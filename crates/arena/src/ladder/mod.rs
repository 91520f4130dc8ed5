//! Ladders: many contestants, rated together from games that are chosen where they tell most. Every game goes into a
//! journal, from which a ladder that was killed goes on with the same games.

mod schedule;
mod solo;
mod tournament;

pub use schedule::{Format, lineups};
pub use solo::{SoloLadder, SoloLine};
pub use tournament::{Ladder, LadderReport, Length};

use search::Fault;
use thiserror::Error;

/// Why a ladder ended early.
#[derive(Debug, Error)]
pub enum LadderError {
    /// The journal could not be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A contestant cannot take part at all.
    #[error(transparent)]
    Fault(#[from] Fault),
}
