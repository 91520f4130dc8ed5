//! The arena's games on many machines. A PostgreSQL database keeps what is to be played and what came of it; games are
//! taken with `SKIP LOCKED` under a lease, so that what a dead worker held is played by another, and only the first
//! result of a game counts.
//!
//! [`JobBoard`] is a connection, [`JobExchange`] the side of the event that hands games out, [`Task`] what a worker
//! takes.

mod board;
mod error;
mod job;
mod version;

pub use board::{JobBoard, Stranger, Task};
pub use error::ExchangeError;
pub use job::JobExchange;
pub use version::{Version, version};
