//! The server as the real program: crashes, graceful shutdown, several nodes.

// These modules are test code, which the lint does not see.
#![allow(clippy::unwrap_used)]

mod backup;
mod crash;
mod endurance;
mod join;
mod nodes;
mod process;
mod start;
mod tls;
mod workers;

// Shared with the server's own tests, which use all of it.
#[allow(dead_code)]
#[path = "../../../server/tests/all/support/client.rs"]
mod client;
#[path = "../../../server/tests/all/support/contract.rs"]
mod contract;
#[path = "../../../server/tests/all/support/postgres.rs"]
mod postgres;
