//! What a level thinks of a position, and why.

use std::collections::BTreeMap;

use catalog::{ExplainedMove, Explanation, OwnSearch};
use search::{BoardLayer, Breakdown, EvaluationTerm, LayerCell, SearchNode, SearchTree};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::study::ScoreBody;
use super::{OptionsBody, PositionBody, SeedBody, WordsBody};

/// A position to explain.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainWish {
    /// The variant's id.
    pub variant: Option<String>,
    /// Options that differ from the variant's.
    #[serde(default)]
    pub options: OptionsBody,
    /// What decides the chance in it.
    #[serde(default)]
    pub seed: SeedBody,
    /// The position that the moves begin from as the game saves it, if that is not the game's beginning.
    pub position: Option<String>,
    /// The moves that lead to it, as one text in the game's notation.
    #[serde(default)]
    pub moves: String,
    /// Whose thoughts; the level that the game names if there is none.
    pub level: Option<String>,
    /// Plies to look ahead; the level's own if there are none.
    pub depth: Option<u32>,
}

/// What a level thinks of a position.
#[derive(Serialize, ToSchema)]
#[schema(as = Explanation)]
pub(crate) struct ExplanationBody {
    /// The position.
    pub position: PositionBody,
    /// The moves that led to it, each by itself.
    pub played: Vec<String>,
    /// The level whose thoughts these are.
    pub level: &'static str,
    /// The levels that can be asked, weakest first.
    pub levels: Vec<&'static str>,
    /// The evaluation; null where the level has none, and once the game is over.
    #[schema(required)]
    pub breakdown: Option<BreakdownBody>,
    /// What each legal move would make of it, for the seat that moves; best first.
    pub moves: Vec<ExplainedMoveBody>,
    /// The trees of the search: minimax and alpha-beta, or the level's own. Empty where they cannot be shown.
    pub trees: Vec<TreeBody>,
    /// What the level's own search does at this depth.
    #[schema(required)]
    pub own: Option<OwnSearchBody>,
}

impl ExplanationBody {
    pub fn of(
        explained: Explanation,
        position: PositionBody,
        played: Vec<String>,
        levels: Vec<&'static str>,
    ) -> Self {
        Self {
            position,
            played,
            level: explained.level,
            levels,
            breakdown: explained.breakdown.map(Into::into),
            moves: explained.moves.into_iter().map(Into::into).collect(),
            trees: explained.trees.into_iter().map(Into::into).collect(),
            own: explained.own.map(Into::into),
        }
    }
}

/// An evaluation taken apart: for every seat the points of the terms add up to its total.
#[derive(Serialize, ToSchema)]
#[schema(as = Breakdown)]
pub(crate) struct BreakdownBody {
    /// What is counted.
    pub terms: Vec<TermBody>,
    /// The evaluation for each seat.
    pub totals: Vec<f64>,
    /// What can be shown on the board.
    pub layers: Vec<LayerBody>,
}

impl From<Breakdown> for BreakdownBody {
    fn from(breakdown: Breakdown) -> Self {
        Self {
            terms: breakdown.terms.into_iter().map(Into::into).collect(),
            totals: breakdown.totals,
            layers: breakdown.layers.into_iter().map(Into::into).collect(),
        }
    }
}

/// One term of an evaluation.
#[derive(Serialize, ToSchema)]
#[schema(as = EvaluationTerm)]
pub(crate) struct TermBody {
    /// Its name in programs.
    pub id: &'static str,
    /// Its name for people.
    pub name: WordsBody,
    /// What one of it counts for; null where the points follow from no single factor.
    #[schema(required)]
    pub weight: Option<f64>,
    /// What was counted, for each seat.
    pub counts: Vec<f64>,
    /// What it adds to the evaluation of each seat.
    pub points: Vec<f64>,
}

impl From<EvaluationTerm> for TermBody {
    fn from(EvaluationTerm { id, name, weight, counts, points }: EvaluationTerm) -> Self {
        Self { id, name: name.into(), weight, counts, points }
    }
}

/// Values on squares.
#[derive(Serialize, ToSchema)]
#[schema(as = BoardLayer)]
pub(crate) struct LayerBody {
    /// Its name in programs; that of its term, if it belongs to one.
    pub id: &'static str,
    /// Its name for people.
    pub name: WordsBody,
    /// Whose it is; null if it is the same for all.
    #[schema(required)]
    pub seat: Option<u8>,
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// The squares that matter.
    pub cells: Vec<CellBody>,
}

impl From<BoardLayer> for LayerBody {
    fn from(layer: BoardLayer) -> Self {
        let BoardLayer { id, name, seat, width, height, cells } = layer;
        let cells = cells.into_iter().map(Into::into).collect();
        Self { id, name: name.into(), seat, width, height, cells }
    }
}

/// One square of a layer.
#[derive(Serialize, ToSchema)]
#[schema(as = LayerCell)]
pub(crate) struct CellBody {
    /// The column, from the left and from 0.
    pub x: u8,
    /// The row, from the bottom and from 0.
    pub y: u8,
    /// The square's value.
    pub value: f64,
}

impl From<LayerCell> for CellBody {
    fn from(LayerCell { x, y, value }: LayerCell) -> Self {
        Self { x, y, value }
    }
}

/// A move as the evaluation sees it.
#[derive(Serialize, ToSchema)]
#[schema(as = ExplainedMove)]
pub(crate) struct ExplainedMoveBody {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The evaluation after it; null where the move ends the game.
    #[schema(required)]
    pub total: Option<f64>,
    /// What each term adds then, by its id.
    pub points: BTreeMap<&'static str, f64>,
    /// What each term has counted then.
    pub counts: BTreeMap<&'static str, f64>,
}

impl From<ExplainedMove> for ExplainedMoveBody {
    fn from(ExplainedMove { text, total, points, counts }: ExplainedMove) -> Self {
        Self { text, total, points, counts }
    }
}

/// What a level's own search found, with all its refinements.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnSearch)]
pub(crate) struct OwnSearchBody {
    /// Positions looked at.
    pub nodes: u64,
    /// Plies looked ahead.
    pub depth: u32,
    /// The move that it would play.
    #[schema(required)]
    pub best: Option<String>,
    /// What the position is worth to the seat that moves.
    pub score: ScoreBody,
}

impl From<OwnSearch> for OwnSearchBody {
    fn from(OwnSearch { nodes, depth, best, score }: OwnSearch) -> Self {
        Self { nodes, depth, best, score: score.into() }
    }
}

/// A search tree.
#[derive(Serialize, ToSchema)]
#[schema(as = SearchTree)]
pub(crate) struct TreeBody {
    /// `minimax`, `alphabeta`, `montecarlo`, `rollouts`, `exhaustive` or `bestfirst`.
    #[schema(value_type = String)]
    pub algorithm: search::Algorithm,
    /// The same for people.
    pub name: WordsBody,
    /// Positions searched, or simulations run, recorded or not.
    pub searched: u64,
    /// Branches cut.
    pub cut: u64,
    /// Positions searched at each ply from 1.
    pub by_ply: Vec<u64>,
    /// Plies looked ahead.
    pub depth: u32,
    /// The plies that are recorded in full; those below are only counted.
    pub recorded_plies: u32,
    /// Whether the search came to its end, rather than to that of its budget.
    pub complete: bool,
    /// The move that it would play.
    #[schema(required)]
    pub best: Option<String>,
    /// The nodes in the order of the search, the root first.
    pub nodes: Vec<NodeBody>,
}

impl From<SearchTree<String>> for TreeBody {
    fn from(tree: SearchTree<String>) -> Self {
        Self {
            algorithm: tree.algorithm,
            name: tree.algorithm.name().into(),
            searched: tree.searched,
            cut: tree.cut,
            by_ply: tree.by_ply,
            depth: tree.depth,
            recorded_plies: tree.recorded_plies,
            complete: tree.complete,
            best: tree.best,
            nodes: tree.nodes.into_iter().map(Into::into).collect(),
        }
    }
}

/// A node of a search tree. Values are for the seat at the root. What is not there is left out.
#[derive(Serialize, ToSchema)]
#[schema(as = SearchNode)]
pub(crate) struct NodeBody {
    /// The index of the node above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move that led here.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Moves from the root.
    pub ply: u32,
    /// The seat to move here; not there where the game is over or nobody looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Whether that seat looks for the greatest value.
    pub max: bool,
    /// The window on the way in; infinite if it is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<ScoreBody>,
    /// Its upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<ScoreBody>,
    /// What was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<ScoreBody>,
    /// Whether the branch was cut.
    pub cut: bool,
    /// Positions searched below.
    pub below: u64,
    /// How often simulations came here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
}

impl From<SearchNode<String>> for NodeBody {
    fn from(node: SearchNode<String>) -> Self {
        Self {
            parent: node.parent,
            text: node.mv,
            ply: node.ply,
            seat: node.mover.map(|seat| seat.0),
            max: node.maximises,
            alpha: node.alpha.map(Into::into),
            beta: node.beta.map(Into::into),
            value: node.value.map(Into::into),
            cut: node.cut,
            below: node.below,
            visits: node.visits,
        }
    }
}
