//! Where computer players meet: matches with honest intervals, and the line protocol by which any
//! program in any language can take a seat.

mod contestant;
mod duel;
mod engine;
mod external;
mod protocol;
mod series;
mod tally;
mod trial;
pub mod tune;

pub use contestant::{Contestant, Fault, Resident, Spec};
pub use duel::{Duel, Played};
pub use engine::serve;
pub use external::External;
pub use protocol::{BadLine, Go, Info, Request};
pub use series::{Game, Series, SeriesReport};
pub use tally::{Interval, Tally, elo};
pub use trial::{Mean, Outcomes, Plan, figure, marathon, seed_of, trials};
