//! Computer players that work for any [`Game`](game::Game). A [`Player`] thinks about a position within [`Limits`], until
//! a [`Stop`], and returns a [`Thought`].
//!
//! From the simplest to the strongest: [`Random`], [`Greedy`], [`Minimax`], [`AlphaBeta`], [`MaxN`] for three and four
//! seats, and [`Mcts`], which needs no evaluation and copes with hidden information. With a seed and a budget of nodes or
//! depth, each plays the same on every machine.
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/nim.rs")); }
//! # use nim::Nim;
//! use game::{Game, Seat};
//! use search::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Player, Score, Stop};
//!
//! // Seven matches; a player takes one to three, and moves again after taking exactly two.
//! let game = Nim::of(7);
//!
//! // Alpha-beta needs an evaluation for positions at its full depth.
//! let even = |_: &Nim, _: Seat| 0;
//! let mut deep = AlphaBeta::new(even, AlphaBetaOptions::default());
//! let thought = deep.think(&game, &Limits::depth(10), &Stop::new(), &mut |_| ());
//! assert_eq!((thought.best, thought.score), (Some(2), Score::Win(3)));
//!
//! // Monte Carlo tree search needs none; its solver proves wins and losses.
//! let mut monte_carlo = Mcts::new(MctsOptions::default(), 1);
//! let thought = monte_carlo.think(&game, &Limits::nodes(5_000), &Stop::new(), &mut |_| ());
//! assert!(matches!(thought.score, Score::Win(_)));
//! assert!(game.check(thought.best.expect("a game in play has a move")).is_ok());
//! ```

mod alphabeta;
mod budget;
mod confinement;
mod contest;
mod exact;
mod fallible;
mod fault;
mod greedy;
mod hash;
mod level;
mod limits;
mod maxn;
mod mcts;
mod minimax;
pub mod net;
pub mod nnue;
mod player;
mod principal_variation;
mod program;
mod puzzles;
mod random;
pub mod rungs;
mod statistic;
pub mod tensors;
mod terms;
mod thought;
mod trace;
mod value;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use confinement::Confinement;
pub use contest::{
    ContestTerms, Duel, DuelResult, Duels, Entrant, Prepared, RunResult, Solo, SoloPlayer, SoloRun,
};
pub use exact::{
    BookOptions, BookProgress, ExactSolver, GenerateBook, OpeningBook, PackedBook, Solution,
    SolveOptions, SolvePosition,
};
pub use fallible::{Fallible, Lapses};
pub use fault::{Fault, FaultKind};
pub use greedy::Greedy;
pub use hash::KeyMap;
pub use level::{Format, Guest, Host, Level, Levels, Protocol, Serve, budget};
pub use limits::{Limits, Stop};
pub use maxn::MaxN;
pub use mcts::{
    Cutoff, EvaluationPrior, Mcts, MctsOptions, Playout, PlayoutContext, PlayoutResult, Prior,
    Uniform,
};
pub use minimax::Minimax;
pub use player::{Evaluate, Player};
pub use program::Program;
pub use puzzles::{Composer, Lines, PuzzleMaking, SolveGoal, Worths, exact_moves};
pub use random::Random;
pub use rungs::Rung;
pub use statistic::{Statistic, StatisticValues};
pub use terms::{BoardLayer, Breakdown, EvaluationTerm, LayerCell};
pub use thought::{MoveScore, Score, Thought};
pub use trace::{
    Algorithm, RankedNode, SearchNode, SearchObserver, SearchTree, TraceRequest, TreeRecorder,
    Visit, best_ranked, trace_level, trace_lookahead,
};
