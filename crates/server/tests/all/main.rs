//! What the server promises, told as stories over HTTP, against both databases, and across crashes.

// The harness is test code as much as the tests are; only the lint cannot see it.
#![allow(clippy::unwrap_used)]

mod arcade;
mod bots;
mod codes;
mod garbage;
mod leaks;
mod limits;
mod live;
mod openapi;
mod page;
mod records;
mod storage;
mod stories;
mod support;
mod upgrade;
