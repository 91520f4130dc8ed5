//! What a level thinks of a position and why: its evaluation taken apart, and the trees of its search, as text.

use std::collections::BTreeMap;

use game::{Parameters, Phrase};
use search::{
    Algorithm, Breakdown, Level, Limits, Score, SearchNode, SearchTree, Stop, TraceRequest,
};
use serde::Serialize;

use crate::{Entry, Table, Unknown};

/// Plies to look ahead where neither the question nor the level says.
const USUAL_DEPTH: u32 = 2;
/// The deepest tree that makes sense to anybody.
pub const MAX_EXPLAINED_DEPTH: u32 = 12;

/// What somebody wants explained.
#[derive(Clone, Copy, Debug)]
pub struct ExplainRequest<'a> {
    /// The level, as in `hard` or `hard:micro=2`; the one that the game names if there is none.
    pub level: Option<&'a str>,
    /// Plies to look ahead; the level's own if there are none.
    pub depth: Option<u32>,
    /// Positions, or simulations, after which each search is broken off.
    pub nodes: u64,
    /// Nodes of each tree that are recorded at most.
    pub most: usize,
    /// Whether to take every legal move apart as well.
    pub moves: bool,
}

/// What a level thinks of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The game.
    pub game: &'static str,
    /// Moves played before it.
    pub epoch: usize,
    /// The seat to move; none once the game is over.
    pub seat: Option<u8>,
    /// The level's id.
    pub level: &'static str,
    /// Its evaluation; none where it has none.
    pub breakdown: Option<Breakdown>,
    /// What it would make of each legal move, best first; none unless asked for.
    pub moves: Vec<ExplainedMove>,
    /// Its search: minimax and alpha-beta side by side, or the one that the level has. Empty where it cannot be shown.
    pub trees: Vec<TreeText>,
    /// What the level itself does at this depth, with all refinements of its search.
    pub own: Option<OwnSearch>,
}

/// A move as an evaluation sees it, for the seat that makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplainedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The evaluation after it; none where the move ends the game.
    pub total: Option<f64>,
    /// What each term adds then, by the term's id.
    pub points: BTreeMap<&'static str, f64>,
    /// What each term has counted then.
    pub counts: BTreeMap<&'static str, f64>,
}

/// What a level's own search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OwnSearch {
    /// Positions that it looked at.
    pub nodes: u64,
    /// Plies that it looked ahead.
    pub depth: u32,
    /// The move that it would play.
    pub best: Option<String>,
    /// The score of the position for the seat to move.
    pub score: Score,
}

/// A search tree as text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeText {
    /// How it was searched.
    pub algorithm: Algorithm,
    /// The same for people.
    pub name: Phrase,
    /// Positions searched, or simulations run, recorded or not.
    pub searched: u64,
    /// Branches cut.
    pub cut: u64,
    /// Positions searched at each ply from 1.
    pub by_ply: Vec<u64>,
    /// Plies looked ahead.
    pub depth: u32,
    /// The plies that are recorded in full.
    pub recorded_plies: u32,
    /// Whether the search came to its end.
    pub complete: bool,
    /// The move that it would play.
    pub best: Option<String>,
    /// The nodes in the order of the search, the root first.
    pub nodes: Vec<NodeText>,
}

/// A node of it. Values are for the seat at the root.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeText {
    /// The index of the node above.
    pub parent: Option<usize>,
    /// The move that led here.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Moves from the root.
    pub ply: u32,
    /// The seat to move here; none where the game is over or nobody looked.
    pub seat: Option<u8>,
    /// Whether that seat looks for the greatest value.
    pub max: bool,
    /// The window on the way in; none is infinite.
    pub alpha: Option<Score>,
    /// Its upper end.
    pub beta: Option<Score>,
    /// What was found.
    pub value: Option<Score>,
    /// Whether the branch was cut.
    pub cut: bool,
    /// Positions searched below.
    pub below: u64,
    /// How often simulations came here.
    pub visits: Option<u64>,
}

impl TreeText {
    pub(crate) fn of<M: ToString>(tree: &SearchTree<M>) -> Self {
        let node = |node: &SearchNode<M>| NodeText {
            parent: node.parent,
            text: node.mv.as_ref().map(ToString::to_string),
            ply: node.ply,
            seat: node.mover.map(|seat| seat.0),
            max: node.maximises,
            alpha: node.alpha,
            beta: node.beta,
            value: node.value,
            cut: node.cut,
            below: node.below,
            visits: node.visits,
        };
        Self {
            algorithm: tree.algorithm,
            name: tree.algorithm.name(),
            searched: tree.searched,
            cut: tree.cut,
            by_ply: tree.by_ply.clone(),
            depth: tree.depth,
            recorded_plies: tree.recorded_plies,
            complete: tree.complete,
            best: tree.best.as_ref().map(ToString::to_string),
            nodes: tree.nodes.iter().map(node).collect(),
        }
    }
}

impl dyn Entry + '_ {
    /// Explains a position at a table of this game. Nothing in it goes further than the request's budgets, and it ends
    /// soon after it is told to stop.
    pub fn explain(
        &self,
        table: &dyn Table,
        request: &ExplainRequest<'_>,
        stop: &Stop,
    ) -> Result<Explanation, Unknown> {
        let asked = request.level.unwrap_or(self.explained_level().id);
        let (level, parameters) = self.chosen(asked)?;
        let limits = level.limits.changed_by(&parameters);
        let depth = request.depth.or(limits.depth).unwrap_or(USUAL_DEPTH);
        let depth = depth.clamp(1, MAX_EXPLAINED_DEPTH);
        // A level keeps to its own budget, unless somebody wants to see so many plies.
        let own = limits.nodes.filter(|_| request.depth.is_none());
        let nodes = own.map_or(request.nodes, |own| own.min(request.nodes));
        let trace = TraceRequest { depth, nodes, most: request.most, seed: 0 };
        let trees = table.trace(level.id, &parameters, &trace, stop).unwrap_or_default();
        let own = if trees.iter().any(|tree| tree.algorithm == Algorithm::AlphaBeta) {
            Some(self.own_search(table, asked, &trace, stop)?)
        } else {
            None
        };
        let moves = if request.moves {
            explained_moves(table, level, &parameters, stop)
        } else {
            Vec::new()
        };
        Ok(Explanation {
            game: self.about().id,
            epoch: table.epoch(),
            seat: table.turn().seat().map(|seat| seat.0),
            level: level.id,
            breakdown: table.breakdown(level.id, &parameters),
            moves,
            trees,
            own,
        })
    }

    /// The levels that have something to show in a position: an evaluation or a tree.
    pub fn explained_levels(&self, table: &dyn Table) -> Vec<&'static str> {
        let stop = Stop::new();
        // A single simulation tells whether there is a tree.
        let trace = TraceRequest { depth: 1, nodes: 1, most: 1, seed: 0 };
        let shows = |level: &&Level| {
            let parameters = Parameters::from(self.parameters(level.id));
            table.breakdown(level.id, &parameters).is_some()
                || table.trace(level.id, &parameters, &trace, &stop).is_some()
        };
        self.levels().iter().filter(shows).map(|level| level.id).collect()
    }

    fn own_search(
        &self,
        table: &dyn Table,
        asked: &str,
        trace: &TraceRequest,
        stop: &Stop,
    ) -> Result<OwnSearch, Unknown> {
        let limits = Limits { nodes: Some(trace.nodes), ..Limits::depth(trace.depth) };
        let idea = self.bot(asked, trace.seed)?.think(table, &limits, stop, &mut |_| ());
        Ok(OwnSearch { nodes: idea.nodes, depth: idea.depth, best: idea.best, score: idea.score })
    }
}

/// Every legal move as the evaluation sees it, best first.
fn explained_moves(
    table: &dyn Table,
    level: &Level,
    parameters: &Parameters,
    stop: &Stop,
) -> Vec<ExplainedMove> {
    let Some(seat) = table.turn().seat() else { return Vec::new() };
    if table.breakdown(level.id, parameters).is_none() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for text in table.legal() {
        if stop.is_pulled() {
            break;
        }
        let after = table.breakdown_after(&text, level.id, parameters).ok().flatten();
        let total = after.as_ref().and_then(|after| after.totals.get(seat.index()).copied());
        let (mut points, mut counts) = (BTreeMap::new(), BTreeMap::new());
        for term in after.iter().flat_map(|after| &after.terms) {
            points.insert(term.id, term.points.get(seat.index()).copied().unwrap_or(0.0));
            counts.insert(term.id, term.counts.get(seat.index()).copied().unwrap_or(0.0));
        }
        moves.push(ExplainedMove { text, total, points, counts });
    }
    // A move that ends the game is of another kind than any evaluation: it goes first.
    moves.sort_by(|a, b| {
        let key = |entry: &ExplainedMove| entry.total.unwrap_or(f64::INFINITY);
        key(b).total_cmp(&key(a))
    });
    moves
}
