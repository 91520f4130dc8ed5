//! What a level thinks of a position and why: its evaluation taken apart, and the trees of its search, as text.

use std::collections::BTreeMap;

use game::Parameters;
use search::{Algorithm, Breakdown, Level, Limits, Score, SearchTree, Stop, TraceRequest};
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
    pub trees: Vec<SearchTree<String>>,
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
