//! The harness: a server on a free port, clients that speak to it, processes that can be killed.

mod client;
mod house;
mod postgres;
mod process;

pub use client::Client;
pub use house::{House, config};
pub use postgres::postgres;
pub use process::Process;
