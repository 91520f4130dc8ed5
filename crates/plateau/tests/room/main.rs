//! The game room through the real program: crashes, polite endings, several nodes.

// The harness is test code as much as the tests are; only the lint cannot see it.
#![allow(clippy::unwrap_used)]

mod crash;
mod nodes;
mod process;

// Shared with the server's own tests, which use all of it.
#[allow(dead_code)]
#[path = "../../../server/tests/all/support/client.rs"]
mod client;
#[path = "../../../server/tests/all/support/postgres.rs"]
mod postgres;
