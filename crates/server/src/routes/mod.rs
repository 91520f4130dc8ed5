//! The handlers, one file a noun.

pub(crate) mod arena;
pub(crate) mod claim;
pub(crate) mod events;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod handover;
pub(crate) mod health;
pub(crate) mod lines;
pub(crate) mod lobby;
pub(crate) mod pass;
pub(crate) mod phrases;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod puzzles;
pub(crate) mod races;
pub(crate) mod records;
pub(crate) mod rematch;
pub(crate) mod resign;
pub(crate) mod review;
pub(crate) mod scores;
pub(crate) mod seek;
mod stream;
pub(crate) mod study;
pub(crate) mod tables;
pub(crate) mod tickets;
pub(crate) mod trees;
pub(crate) mod undo;
