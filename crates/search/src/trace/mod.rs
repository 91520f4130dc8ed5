//! Watching a search: an observer that is told what the real search does, and a recorder that makes a tree of it.

mod ranked;
mod recorder;
mod tree;

use game::{Game, Parameters, Seat};

pub use ranked::{RankedNode, best_ranked};
pub use recorder::TreeRecorder;
pub use tree::{Algorithm, SearchNode, SearchTree};

use crate::{AlphaBeta, AlphaBetaOptions, Evaluate, Levels, Limits, Minimax, Stop};

/// A position that a search has come to. Bounds are for the root's seat.
#[derive(Clone, Copy, Debug)]
pub struct Visit<M> {
    /// The move that led here.
    pub mv: M,
    /// Who moves here; nobody once the game is over.
    pub mover: Option<Seat>,
    /// Whether the mover is on the root's side, and so looks for the greatest value.
    pub maximises: bool,
    /// What the root's side has for certain already.
    pub alpha: i32,
    /// What the other side concedes at most.
    pub beta: i32,
}

/// Is told what a lookahead search does, in its order. All values are for the root's seat. Nothing needs to be done:
/// with `()`, which does nothing, the search is compiled as if nobody watched.
pub trait SearchObserver<M> {
    /// The search looks at a position one move further.
    #[inline]
    fn enter(&mut self, _visit: Visit<M>) {}

    /// It goes back with the value of the position that it entered last.
    #[inline]
    fn leave(&mut self, _value: i32) {}

    /// It does not look at these moves of the position that it is at: they cannot change anything.
    #[inline]
    fn cut(&mut self, _moves: impl Iterator<Item = M>) {}
}

impl<M> SearchObserver<M> for () {}

/// What is to be recorded of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceRequest {
    /// Plies to look ahead; nothing to a search that goes as far as its nodes take it.
    pub depth: u32,
    /// Positions, or simulations, after which a search is broken off.
    pub nodes: u64,
    /// Nodes of a tree that are recorded at most; the rest is counted.
    pub most: usize,
    /// For searches with chance in them.
    pub seed: u64,
}

/// The trees of minimax and of plain alpha-beta from a position, by an evaluation.
pub fn trace_lookahead<G: Game>(
    game: &G,
    evaluation: &dyn Evaluate<G>,
    request: &TraceRequest,
    stop: &Stop,
) -> Vec<SearchTree<G::Move>> {
    let evaluate = |game: &G, seat: Seat| evaluation.evaluate(game, seat);
    let limits = Limits { nodes: Some(request.nodes), ..Limits::depth(request.depth) };
    let mut recorder = TreeRecorder::new(game.turn().seat(), request.most);
    let thought = Minimax::new(evaluate, request.depth).search(game, &limits, stop, &mut recorder);
    let minimax = recorder.finish(Algorithm::Minimax, &thought, request);
    let mut recorder = TreeRecorder::new(game.turn().seat(), request.most);
    let options = AlphaBetaOptions::plain(request.depth);
    let mut player = AlphaBeta::new(evaluate, options);
    let thought = player.search(game, &limits, stop, &mut recorder, &mut |_| ());
    let alpha_beta = recorder.finish(Algorithm::AlphaBeta, &thought, request);
    vec![minimax, alpha_beta]
}

/// What a level's player has searched, if its search is shown, or the trees of minimax and alpha-beta by the level's
/// evaluation; none where it has neither in this position.
pub fn trace_level<G: Levels>(
    game: &G,
    level: &str,
    parameters: &Parameters,
    request: &TraceRequest,
    stop: &Stop,
) -> Option<Vec<SearchTree<G::Move>>> {
    if G::TRACED.contains(&level) {
        let mut player = G::player(level, parameters, request.seed)?;
        return Some(vec![player.trace(game, request, stop)?]);
    }
    game.breakdown(level, parameters)?;
    let evaluation = G::evaluation(level, parameters)?;
    Some(trace_lookahead(game, &*evaluation, request, stop))
}
