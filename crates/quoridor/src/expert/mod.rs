//! The strongest player for two seats: its own alpha-beta search on a compact state.

mod alphabeta;
mod distances;
mod evaluate;
mod features;
mod judge;
mod net;
mod order;
mod root;
mod state;
mod transposition;

use game::Game;
use search::{Limits, Player, Score, Stop, Thought};

use self::alphabeta::{EVAL_CACHE_SIZE, ExpertSearch, MAX_PLY};
use self::evaluate::SideFeatures;
use self::features::FeatureSet;
use self::order::MoveOrdering;
use self::root::Root;
pub(crate) use self::state::{PackedMove, TwoPlayerState};
use self::transposition::TranspositionTable;
use crate::Quoridor;
use crate::moves::Move;

pub(crate) use self::distances::{DistanceField, ShortestPaths};
pub use self::evaluate::Weights;
pub use self::features::{FEATURES, MIRRORED, TURNED};
pub(crate) use self::judge::Judgement;
pub use self::net::{BUCKETS, KIND, Net, of_file, of_rungs};
pub(crate) use self::state::{PACKED_MOVES, goal};

/// The transposition table holds two to this power entries.
const TABLE_BITS: u32 = 20;
/// A player by iterative deepening with aspiration windows.
pub struct Expert {
    weights: Weights,
    net: Option<Net>,
    table: TranspositionTable,
    ordering: MoveOrdering,
    eval_cache: Vec<(u64, i32)>,
    /// Keys of the positions in which it moved since the last wall, so that it avoids repetitions.
    game_keys: Vec<u64>,
    walls: u32,
    plies: u32,
    size: u8,
}

impl Expert {
    /// With the tuned weights and the trained network.
    pub fn new() -> Self {
        Self::weighing(Weights::tuned().clone())
    }

    /// With these weights beside the learned net.
    pub fn weighing(weights: Weights) -> Self {
        Self::with(weights, Some(net::trained().clone()))
    }

    /// With these weights, and with this network or none.
    pub fn with(weights: Weights, net: Option<Net>) -> Self {
        let (table, ordering) = (TranspositionTable::new(TABLE_BITS), MoveOrdering::new());
        let eval_cache = vec![(0, 0); EVAL_CACHE_SIZE];
        Self {
            weights,
            net,
            table,
            ordering,
            eval_cache,
            game_keys: Vec::new(),
            walls: 0,
            plies: 0,
            size: 0,
        }
    }

    /// Notes the position, and forgets those that cannot occur again.
    fn remember(&mut self, game: &Quoridor, state: &TwoPlayerState) {
        if self.size != game.size() {
            // Boards of different sizes share keys.
            self.reset(0);
            self.size = game.size();
        }
        let walls = state.maze.count();
        if walls != self.walls || game.plies() <= self.plies {
            self.game_keys.clear();
        }
        (self.walls, self.plies) = (walls, game.plies());
        self.game_keys.push(state.key);
    }
}

impl Default for Expert {
    fn default() -> Self {
        Self::new()
    }
}

impl Player<Quoridor> for Expert {
    fn think(
        &mut self,
        game: &Quoridor,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        if game.turn().seat().is_none() {
            return Thought::default();
        }
        let stop = stop.with(limits);
        let state = TwoPlayerState::of(game);
        self.remember(game, &state);
        self.table.begin();
        self.ordering.begin();
        let mut search = ExpertSearch::new(
            game.shape,
            &self.weights,
            &mut self.table,
            &mut self.ordering,
            &mut self.eval_cache,
            &stop,
        );
        if let Some(net) = self.net.as_ref().filter(|_| net::fits(game.size(), state.left)) {
            search.use_net(net);
        }
        search.max_nodes = limits.nodes.unwrap_or(u64::MAX);
        search.plies_left = (game.most_plies() - game.plies()) as usize;
        search.game_keys.clone_from(&self.game_keys);
        search.begin(&state);
        let mut root = Root { moves: search.root_moves(&state), exact: Vec::new() };
        let mut thought = root.first(game);
        let deepest = limits.depth.unwrap_or(MAX_PLY as u32 - 2).clamp(1, MAX_PLY as u32 - 2);
        for depth in 1..=deepest {
            let guess = match thought.score {
                Score::Points(points) if depth > 3 => Some(points),
                _ => None,
            };
            let complete = root.deepen(&mut search, &state, depth as i32, guess, limits.study);
            if let Some(found) = root.exact.first().copied() {
                thought = root.thought(found, depth, &search, &state);
                report(&thought);
            }
            let decided = matches!(thought.score, Score::Win(_) | Score::Loss(_));
            if !complete || decided {
                break;
            }
        }
        thought.nodes = search.nodes;
        thought
    }

    fn reset(&mut self, _seed: u64) {
        self.table.clear();
        self.ordering.clear();
        self.eval_cache.fill((0, 0));
        self.game_keys.clear();
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.table.bytes() + size_of_val(&self.eval_cache[..])
    }
}

/// What a network learns from in a position of two on the usual board.
#[derive(Clone, Debug)]
pub struct TrainingPosition {
    /// The active features, as the side that moves sees them.
    pub active: Vec<u16>,
    /// The hand-made evaluation, which the network's output is added to.
    pub points: i32,
    /// Which weights of the output count.
    pub bucket: usize,
}

impl TrainingPosition {
    /// Of a game.
    pub fn of(game: &Quoridor) -> Option<Self> {
        let state = TwoPlayerState::of(game);
        if game.seats() != 2 || !net::fits(game.size(), state.left) {
            return None;
        }
        let Judgement { me, distances, paths, .. } = Judgement::of(game);
        let side = |seat: usize| SideFeatures {
            distance: distances[seat],
            left: state.left[seat],
            paths: &paths[seat],
        };
        let points = Weights::tuned().evaluate(side(me), side(1 - me));
        let features = FeatureSet::of(game.shape, &state, distances, [&paths[0], &paths[1]]);
        Some(Self { active: features.seen_by(me), points, bucket: net::bucket(state.left) })
    }
}
