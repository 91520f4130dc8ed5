//! A recorded search tree.

use game::{Phrase, Seat};
use serde::Serialize;

use crate::Score;

/// How a tree was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Every move of everybody.
    Minimax,
    /// Minimax without the branches that cannot change the result.
    AlphaBeta,
    /// Simulations that visit the promising moves more often.
    MonteCarlo,
    /// Simulations of a few plans, the worse of which are dropped on the way.
    Rollouts,
    /// Every way to play as far as is seen, by one player alone.
    Exhaustive,
    /// The most promising positions first, ply by ply.
    BestFirst,
}

impl Algorithm {
    /// Its name for people.
    pub const fn name(self) -> Phrase {
        match self {
            Self::Minimax => Phrase::new("minimax", "minimax"),
            Self::AlphaBeta => Phrase::new("alpha-beta", "alpha-bêta"),
            Self::MonteCarlo => Phrase::new("Monte Carlo tree search", "recherche Monte-Carlo"),
            Self::Rollouts => Phrase::new("Monte Carlo rollouts", "simulations Monte-Carlo"),
            Self::Exhaustive => Phrase::new("exhaustive search", "recherche exhaustive"),
            Self::BestFirst => Phrase::new("best-first search", "recherche du meilleur d’abord"),
        }
    }

    /// Whether it runs simulations, and its nodes count visits.
    pub const fn simulates(self) -> bool {
        matches!(self, Self::MonteCarlo | Self::Rollouts)
    }
}

/// One position of a tree. Values and bounds are for the seat at the root.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SearchNode<M> {
    /// The index of the node above; none for the root.
    pub parent: Option<usize>,
    /// The move that led here; none for the root.
    #[serde(rename = "move")]
    pub mv: Option<M>,
    /// Moves from the root.
    pub ply: u32,
    /// Who moves here; nobody where the game is over, or was not looked at.
    #[serde(rename = "seat")]
    pub mover: Option<Seat>,
    /// Whether the mover looks for the greatest value.
    #[serde(rename = "max")]
    pub maximises: bool,
    /// The window with which the search came here; none is infinite.
    pub alpha: Option<Score>,
    /// Its upper end.
    pub beta: Option<Score>,
    /// What was found; none for a branch that was cut or a search that was broken off. After a cut below it, a value
    /// is only a bound.
    pub value: Option<Score>,
    /// A branch that was cut: nobody looked at it.
    pub cut: bool,
    /// Positions below that were searched, recorded or not.
    pub below: u64,
    /// How often simulations came here.
    pub visits: Option<u64>,
}

impl<M> SearchNode<M> {
    /// A node of which nothing is known yet but the move that leads there.
    pub const fn after(mv: Option<M>) -> Self {
        Self {
            parent: None,
            mv,
            ply: 0,
            mover: None,
            maximises: false,
            alpha: None,
            beta: None,
            value: None,
            cut: false,
            below: 0,
            visits: None,
        }
    }

    /// The same with its move as text.
    fn into_text(self) -> SearchNode<String>
    where
        M: ToString,
    {
        let Self { parent, mv, ply, mover, maximises, alpha, beta, value, cut, below, visits } =
            self;
        let mv = mv.map(|mv| mv.to_string());
        SearchNode { parent, mv, ply, mover, maximises, alpha, beta, value, cut, below, visits }
    }
}

/// What a search did, in its order: a node stands before the nodes below it, and siblings stand in the order in which
/// they were searched. (A tree of which only the best part is recorded stands in the order of its ranks.)
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchTree<M> {
    /// How it was searched.
    pub algorithm: Algorithm,
    /// The recorded nodes, the root first.
    pub nodes: Vec<SearchNode<M>>,
    /// All positions that were searched, or simulations that were run, the root not counted.
    pub searched: u64,
    /// Branches that were cut.
    pub cut: u64,
    /// Positions searched at each ply from 1.
    pub by_ply: Vec<u64>,
    /// Plies looked ahead.
    pub depth: u32,
    /// The plies that are recorded in full; those below are only counted.
    pub recorded_plies: u32,
    /// Whether the search came to its end, rather than to that of its budget.
    pub complete: bool,
    /// The move it would play.
    pub best: Option<M>,
}

impl<M: ToString> SearchTree<M> {
    /// The same with its moves as text, for whoever does not know the game.
    pub fn into_text(self) -> SearchTree<String> {
        let Self { algorithm, nodes, searched, cut, by_ply, depth, recorded_plies, .. } = self;
        SearchTree {
            algorithm,
            nodes: nodes.into_iter().map(SearchNode::into_text).collect(),
            searched,
            cut,
            by_ply,
            depth,
            recorded_plies,
            complete: self.complete,
            best: self.best.map(|best| best.to_string()),
        }
    }
}
