//! Computer players that work for any [`Game`](game::Game): what they are ([`Player`]), what they
//! may spend ([`Limits`]), how they are stopped ([`Stop`]) and what they think ([`Thought`]).

mod alphabeta;
mod budget;
mod greedy;
mod level;
mod limits;
mod line;
mod maxn;
mod mcts;
mod minimax;
mod player;
mod random;
mod thought;
mod value;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use greedy::Greedy;
pub use level::{Level, Levels};
pub use limits::{Limits, Stop};
pub use maxn::MaxN;
pub use mcts::{Cutoff, Foresight, Mcts, MctsOptions, Playout, Prior, Trail, Uniform, Verdict};
pub use minimax::Minimax;
pub use player::{Evaluate, Player};
pub use random::Random;
pub use thought::{MoveScore, Score, Thought};
