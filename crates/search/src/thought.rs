//! What a player thinks of a position.

use serde::Serialize;

use crate::value;

/// The value of a position or a move to the seat that moves.
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
    /// The expected share of the result, for graphs. `unit` is the points of a clear advantage in this game.
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

/// A move and its score for the seat that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveScore<M> {
    /// The move.
    pub mv: M,
    /// Its score.
    pub score: Score,
}

/// What a player has found out about a position so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The move to play; `None` only where there is no legal move.
    pub best: Option<M>,
    /// The score of the position for the seat that moves.
    pub score: Score,
    /// The principal variation, beginning with the best move.
    pub line: Vec<M>,
    /// The scores of single moves, where the player knows them; best first.
    pub moves: Vec<MoveScore<M>>,
    /// Positions searched, or simulations run.
    pub nodes: u64,
    /// Search depth in plies.
    pub depth: u32,
}

impl<M: Copy> Thought<M> {
    /// A move that was chosen without evaluating the position.
    pub fn unscored(best: Option<M>) -> Self {
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

/// Makes a thought from the values of moves for the seat that moves, each with whether it is certain. Equal moves keep
/// their order. `unsearched` is a move that there was no time to search: it is better than a forced loss, and while
/// there is one, only a win is certain.
pub(crate) fn thought_from_values<M: Copy>(
    mut valued: Vec<(M, i32, bool)>,
    unsearched: Option<M>,
) -> Thought<M> {
    valued.sort_by_key(|&(_, worth, _)| std::cmp::Reverse(worth));
    let moves: Vec<_> = valued
        .iter()
        .map(|&(mv, worth, certain)| MoveScore { mv, score: value::score(worth, certain) })
        .collect();
    let decided = |&(_, worth, certain): &(M, i32, bool)| certain || value::is_loss(worth);
    let all_decided = unsearched.is_none() && valued.iter().all(decided);
    let (best, score) = match moves.first() {
        None => (unsearched, Score::Points(0)),
        Some(MoveScore { score: Score::Loss(_), .. }) if unsearched.is_some() => {
            (unsearched, Score::Points(0))
        }
        Some(MoveScore { mv, score: Score::Draw }) if !all_decided => (Some(*mv), Score::Points(0)),
        Some(&MoveScore { mv, score }) => (Some(mv), score),
    };
    Thought { best, score, line: best.into_iter().collect(), moves, ..Thought::default() }
}
