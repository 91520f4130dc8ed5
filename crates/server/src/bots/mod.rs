//! Computer players: who thinks where ([`Pool`]) and whose turn it is to think ([`Turns`]).

mod pool;
mod turns;

pub(crate) use pool::{Ask, Pool, PullOnDrop};
pub(crate) use turns::Turns;
