//! The Tetris Bot Protocol, one JSON object a line: our expert for others' hosts ([`serve`]), and a host for others'
//! bots (`host`).

pub(crate) mod host;
pub mod message;
pub mod session;
pub mod thinker;

pub use session::serve;
