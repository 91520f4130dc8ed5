//! What the server promises, told as stories over HTTP, against both databases, and across crashes.

mod bots;
mod codes;
mod crash;
mod garbage;
mod leaks;
mod limits;
mod live;
mod nodes;
mod openapi;
mod page;
mod records;
mod storage;
mod stories;
mod support;
