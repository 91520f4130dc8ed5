//! Ladders: many contestants, rated together from games that are chosen where they tell most. Every game goes into a
//! journal, from which a ladder that was killed goes on with the same games.

mod log;
mod schedule;
mod solo;
mod tournament;

pub use log::{LadderLog, LogHead, LogStanding, LogStandings};
pub use schedule::{LadderFormat, lineups};
pub use solo::{SoloLadder, SoloLine, SoloReport, SoloRuns, SoloTask};
pub use tournament::{Ladder, LadderReport, Length};
