//! The handlers, one file a noun.

pub(crate) mod events;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod races;
pub(crate) mod records;
pub(crate) mod rematch;
pub(crate) mod resign;
pub(crate) mod scores;
mod stream;
pub(crate) mod study;
pub(crate) mod tables;
pub(crate) mod undo;
