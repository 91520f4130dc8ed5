//! Long work: thinking and replaying. It runs on threads of its own, never where requests are answered, and is paid
//! for by whoever asks: a client that has used up its budget waits, and the others do not notice.

mod long_games;
mod payer;
mod pool;
mod queue;
mod replay;

pub(crate) use long_games::{LongGames, LongPlace};
pub(crate) use payer::Payer;
pub(crate) use pool::{Job, JobStatus, Pool, Share};
pub(crate) use replay::{BadMove, Replay};
