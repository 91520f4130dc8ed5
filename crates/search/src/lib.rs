//! Computer players that work for any [`Game`](game::Game): what they are ([`Player`]), what they
//! may spend ([`Limits`]), how they are stopped ([`Stop`]) and what they think ([`Thought`]).
//!
//! From the plainest to the strongest: [`Random`], [`Greedy`], [`Minimax`], [`AlphaBeta`], [`MaxN`]
//! for three and four seats, and [`Mcts`], which needs no evaluation and can play where things are
//! hidden. With a seed and a budget of nodes or depth, each plays the same on every machine.
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/nim.rs")); }
//! # use nim::Nim;
//! use game::{Game, Seat};
//! use search::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Player, Score, Stop};
//!
//! // Seven matches; one to three are taken at a time, and who takes exactly two moves again.
//! let game = Nim::of(7);
//!
//! // Alpha-beta asks for an evaluation of what it does not see the end of.
//! let even = |_: &Nim, _: Seat| 0;
//! let mut deep = AlphaBeta::new(even, AlphaBetaOptions::default());
//! let thought = deep.think(&game, &Limits::depth(10), &Stop::new(), &mut |_| ());
//! assert_eq!((thought.best, thought.score), (Some(2), Score::Win(3)));
//!
//! // Monte Carlo tries moves out, and settles what it has tried out to the end.
//! let mut curious = Mcts::new(MctsOptions::default(), 1);
//! let thought = curious.think(&game, &Limits::nodes(5_000), &Stop::new(), &mut |_| ());
//! assert!(matches!(thought.score, Score::Win(_)));
//! assert!(game.check(thought.best.expect("a game in play has a move")).is_ok());
//! ```

mod alphabeta;
mod budget;
mod exact;
mod greedy;
mod hash;
mod level;
mod limits;
mod maxn;
mod mcts;
mod minimax;
pub mod net;
mod player;
mod principal_variation;
mod random;
mod thought;
mod value;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use exact::{
    BookOptions, BookProgress, ExactSolver, GenerateBook, OpeningBook, PackedBook, Solution,
    SolveOptions, SolvePosition,
};
pub use greedy::Greedy;
pub use hash::KeyMap;
pub use level::{Format, Level, Levels, Protocol, Serve};
pub use limits::{Limits, Stop};
pub use maxn::MaxN;
pub use mcts::{
    Cutoff, EvaluationPrior, Mcts, MctsOptions, Playout, PlayoutContext, PlayoutResult, Prior,
    Uniform,
};
pub use minimax::Minimax;
pub use player::{Evaluate, Player};
pub use random::Random;
pub use thought::{MoveScore, Score, Thought};
