//! Computer players: thinking about a position ([`ThinkRequest`]), who waits for the next turn ([`Players`]), and
//! whose turn it is to think ([`Turns`]). Programs of the host's own are in `hosted`.

mod hosted;
mod lines;
mod players;
mod think;
mod thoughts;
mod turns;

pub use hosted::BotSpec;
pub(crate) use hosted::{FirstStart, HostedBot, HostedBots};
pub(crate) use lines::LinesJob;
pub(crate) use players::Players;
pub(crate) use think::{PlayerPlace, StopOnDrop, ThinkRequest};
pub(crate) use thoughts::Thoughts;
pub(crate) use turns::Turns;
