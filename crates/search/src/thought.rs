//! What a player thinks of a position.

use serde::Serialize;

use crate::value;

/// What a position or a move is worth to the seat that moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// A forced win, this many plies from now.
    Win(u32),
    /// A forced draw.
    Draw,
    /// A forced loss, this many plies from now.
    Loss(u32),
    /// An evaluation in the game's own unit; more is better.
    Points(i32),
    /// The expected share of the result, from 0 to 1.
    Chance(f32),
}

impl Score {
    /// The expected share of the result, for graphs. `unit` is the number of points that a clear
    /// advantage has in this game.
    pub fn chance(self, unit: f32) -> f32 {
        match self {
            Self::Win(_) => 1.0,
            Self::Draw => 0.5,
            Self::Loss(_) => 0.0,
            Self::Points(points) => 1.0 / (1.0 + (-(points as f32) / unit).exp()),
            Self::Chance(chance) => chance,
        }
    }
}

/// A move and what it is worth to the seat that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveScore<M> {
    /// The move.
    pub mv: M,
    /// Its worth.
    pub score: Score,
}

/// What a player thinks of a position, so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The move to play; none only when there is none.
    pub best: Option<M>,
    /// What the position is worth to the seat that moves.
    pub score: Score,
    /// How it may go on, beginning with the best move.
    pub line: Vec<M>,
    /// What each move is worth, where the player knows; best first.
    pub moves: Vec<MoveScore<M>>,
    /// Positions looked at, or simulations played.
    pub nodes: u64,
    /// Plies looked ahead.
    pub depth: u32,
}

impl<M: Copy> Thought<M> {
    /// A move that was chosen without judging the position.
    pub fn unjudged(best: Option<M>) -> Self {
        Self {
            best,
            score: Score::Chance(0.5),
            line: best.into_iter().collect(),
            ..Self::default()
        }
    }
}

impl<M> Default for Thought<M> {
    fn default() -> Self {
        Self {
            best: None,
            score: Score::Draw,
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            depth: 0,
        }
    }
}

/// The thought that follows from the moves' values (to the seat that moves, and whether they are
/// certain); equals keep their order. `unseen` is a move that there was no time to look at: it is
/// better than a sure loss, and nothing but a win is sure while there is one.
pub(crate) fn by_value<M: Copy>(mut valued: Vec<(M, i32, bool)>, unseen: Option<M>) -> Thought<M> {
    valued.sort_by_key(|&(_, worth, _)| std::cmp::Reverse(worth));
    let moves: Vec<_> = valued
        .iter()
        .map(|&(mv, worth, certain)| MoveScore { mv, score: value::score(worth, certain) })
        .collect();
    let known = |&(_, worth, certain): &(M, i32, bool)| certain || value::is_loss(worth);
    let all_known = unseen.is_none() && valued.iter().all(known);
    let (best, score) = match moves.first() {
        None => (unseen, Score::Points(0)),
        Some(MoveScore { score: Score::Loss(_), .. }) if unseen.is_some() => {
            (unseen, Score::Points(0))
        }
        Some(MoveScore { mv, score: Score::Draw }) if !all_known => (Some(*mv), Score::Points(0)),
        Some(&MoveScore { mv, score }) => (Some(mv), score),
    };
    Thought { best, score, line: best.into_iter().collect(), moves, ..Thought::default() }
}
