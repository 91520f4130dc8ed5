//! The game room.
mod clock;
pub mod store;
mod token;
