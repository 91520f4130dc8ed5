//! Computer players that work for any [`Game`](game::Game): what they are ([`Player`]), what they
//! may spend ([`Limits`]), how they are stopped ([`Stop`]) and what they think ([`Thought`]).

mod level;
mod limits;
mod player;
mod thought;

pub use level::{Level, Levels};
pub use limits::{Limits, Stop};
pub use player::{Evaluate, Player};
pub use thought::{MoveScore, Score, Thought};
