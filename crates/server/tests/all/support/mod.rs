//! The harness: a server on a free port, clients that speak to it.

// Shared with the tests of the whole program, which use all of it.
#[allow(dead_code)]
mod client;
mod contract;
mod house;
mod postgres;

pub use client::Client;
pub use house::{House, config};
pub use postgres::postgres;
