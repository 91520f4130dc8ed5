//! What the server promises, told as stories over HTTP, against both databases, and across crashes.

// The harness is test code as much as the tests are; only the lint cannot see it.
#![allow(clippy::unwrap_used)]

mod admin;
mod arcade;
mod believing;
mod bots;
mod codes;
mod explain;
mod faults;
mod garbage;
mod hosted;
mod ladders;
mod leaks;
mod limits;
mod live;
mod locks;
mod openapi;
mod page;
mod people;
mod puzzles;
mod records;
mod retention;
mod storage;
mod stories;
mod study;
mod support;
mod upgrade;
mod work;
