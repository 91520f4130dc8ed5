//! The harness: a server on a free port, clients that speak to it.

// Shared with the tests of the whole program, which use all of it.
#[allow(dead_code)]
mod client;
mod contract;
mod desk;
mod house;
mod long_game;
mod postgres;

pub use client::{Client, Got};
pub use desk::{Desk, Ticket};
pub use house::{House, config};
pub use long_game::{long_moves, long_record};
pub use postgres::postgres;
