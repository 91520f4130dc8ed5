//! The harness: a server on a free port, clients that speak to it.

mod client;
mod house;
mod postgres;

pub use client::Client;
pub use house::{House, config};
pub use postgres::postgres;
