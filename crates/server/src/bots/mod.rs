//! Computer players: who thinks where ([`Pool`]), who waits for the next turn ([`Players`]), and whose
//! turn it is to think ([`Turns`]).

mod players;
mod pool;
mod turns;

pub(crate) use players::Players;
pub(crate) use pool::{Pool, StopOnDrop, ThinkRequest};
pub(crate) use turns::Turns;
