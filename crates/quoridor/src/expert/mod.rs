//! The strongest player for two: its own alpha-beta on a small state.

mod alphabeta;
mod distances;
mod evaluate;
mod net;
mod order;
mod state;
mod transposition;

use std::time::Instant;

use game::Game;
use search::{Limits, MoveScore, Player, Score, Stop, Thought};

use self::alphabeta::{DECIDED, EVAL_CACHE, ExpertSearch, NodeInfo, PLIES, WIN};
use self::evaluate::SideFeatures;
use self::order::{MoveOrdering, RankedMove};
pub(crate) use self::state::{PackedMove, TwoPlayerState};
use self::transposition::TranspositionTable;
use crate::Quoridor;
use crate::moves::Move;

pub(crate) use self::distances::DistanceField;
pub use self::evaluate::Weights;
pub use self::net::{FEATURES, Net, OUTPUT_SCALE, mirror_feature};
pub(crate) use self::state::{PACKED_MOVES, goal};

/// Remembered positions: two to this power.
const TABLE_BITS: u32 = 20;
/// How far from the last score the next is first looked for.
const WINDOW: i32 = 40;

/// Looks as far ahead as it may.
pub struct Expert {
    weights: Weights,
    net: Option<Net>,
    table: TranspositionTable,
    ordering: MoveOrdering,
    eval_cache: Vec<(u64, i32)>,
    /// The positions in which it has moved since the last wall, so that it does not go round.
    game_keys: Vec<u64>,
    walls: u32,
    plies: u32,
    size: u8,
}

impl Expert {
    /// With the tuned weights.
    pub fn new() -> Self {
        Self::with(Weights::tuned().clone(), Some(net::trained().clone()))
    }

    /// With these weights, and with this net or none.
    pub fn with(weights: Weights, net: Option<Net>) -> Self {
        let (table, ordering) = (TranspositionTable::new(TABLE_BITS), MoveOrdering::new());
        let eval_cache = vec![(0, 0); EVAL_CACHE];
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

    /// Notes the position, and forgets those that cannot come back.
    fn remember(&mut self, game: &Quoridor, state: &TwoPlayerState) {
        if self.size != game.size() {
            // Boards of different sizes have keys in common.
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
        let start = Instant::now();
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
        search.net = self.net.as_ref().filter(|_| net::fits(game.size(), state.left));
        search.max_nodes = limits.nodes.unwrap_or(u64::MAX);
        search.plies_left = (game.most_plies() - game.plies()) as usize;
        search.game_keys.clone_from(&self.game_keys);
        search.begin(&state);
        let mut root = Root { moves: search.root_moves(&state), known: Vec::new() };
        let mut thought = root.first(game);
        let deepest = limits.depth.unwrap_or(PLIES as u32 - 2).clamp(1, PLIES as u32 - 2);
        for depth in 1..=deepest {
            let guess = match thought.score {
                Score::Points(points) if depth > 3 => Some(points),
                _ => None,
            };
            let whole = root.deepen(&mut search, &state, depth as i32, guess, limits.study);
            if let Some(found) = root.known.first().copied() {
                thought = root.thought(found, depth, &search, &state);
                report(&thought);
            }
            let decided = matches!(thought.score, Score::Win(_) | Score::Loss(_));
            // A ply takes longer than all before it together: half the time is too late to begin.
            let late = limits.time.is_some_and(|time| start.elapsed() * 2 > time);
            if !whole || decided || (late && limits.nodes.is_none() && !limits.study) {
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

/// What the net is shown of a two-player position on the usual board, and what the hand-made
/// evaluation says of it: for learning.
pub fn training_features(game: &Quoridor) -> Option<(Vec<u16>, i32)> {
    let state = TwoPlayerState::of(game);
    if game.seats() != 2 || !net::fits(game.size(), state.left) {
        return None;
    }
    let (me, passages) = (state.me(), state.maze.passages(game.shape));
    let mut fields = [DistanceField::EMPTY, DistanceField::EMPTY];
    let distances = [0, 1].map(|seat| {
        fields[seat].fill(passages, goal(game.shape, seat));
        fields[seat].distance(state.pawn(seat), 8)
    });
    let [own, other] = [me, 1 - me]
        .map(|seat| fields[seat].shortest_paths(passages, state.pawn(seat), distances[seat]));
    let half = |seat: usize, paths| SideFeatures {
        distance: distances[seat],
        left: state.left[seat],
        paths,
    };
    let points = Weights::tuned().evaluate(half(me, &own), half(1 - me, &other));
    let mut inputs = Vec::new();
    net::features(&state, distances, &own, &other, |input| inputs.push(input as u16));
    Some((inputs, points))
}

/// The moves at the root.
struct Root {
    moves: Vec<RankedMove>,
    /// Moves whose worth was found at the latest depth, best first.
    known: Vec<(PackedMove, i32)>,
}

impl Root {
    /// What to answer before anything was looked at.
    fn first(&self, game: &Quoridor) -> Thought<Move> {
        let mut moves = Vec::new();
        let best = self.moves.first().map(|ranked| ranked.mv.to_move()).or_else(|| {
            game.legal_moves(&mut moves);
            moves.first().copied()
        });
        Thought {
            best,
            score: Score::Points(0),
            line: best.into_iter().collect(),
            ..Thought::default()
        }
    }

    /// Looks one ply deeper, first near what was found before; false when it was stopped.
    fn deepen(
        &mut self,
        search: &mut ExpertSearch<'_>,
        state: &TwoPlayerState,
        depth: i32,
        guess: Option<i32>,
        study: bool,
    ) -> bool {
        let mut window = match guess {
            Some(guess) if !study => (guess - WINDOW, guess + WINDOW),
            _ => (-WIN, WIN),
        };
        loop {
            let before = std::mem::take(&mut self.known);
            let score = self.search_all(search, state, depth, window, study);
            if search.stopped {
                // A best move that was looked at to the end is worth keeping.
                let worse = self.known.first().is_none_or(|&(_, score)| score <= window.0);
                if worse {
                    self.known = before;
                }
                return false;
            }
            match score {
                Some(score) if score <= window.0 && window.0 > -WIN => {
                    self.known = before;
                    window = (
                        if window.0 < guess.unwrap_or(0) - 200 { -WIN } else { score - 4 * WINDOW },
                        window.1,
                    );
                }
                Some(score) if score >= window.1 && window.1 < WIN => {
                    window = (
                        window.0,
                        if window.1 > guess.unwrap_or(0) + 200 { WIN } else { score + 4 * WINDOW },
                    );
                }
                _ => return true,
            }
        }
    }

    fn search_all(
        &mut self,
        search: &mut ExpertSearch<'_>,
        state: &TwoPlayerState,
        depth: i32,
        (low, high): (i32, i32),
        study: bool,
    ) -> Option<i32> {
        let mut alpha = low;
        let mut best: Option<i32> = None;
        for at in 0..self.moves.len() {
            let mv = self.moves[at].mv;
            let next = state.after(mv);
            let Some(node) = search.enter(NodeInfo::ROOT, &next, mv.is_wall()) else { continue };
            let mut score;
            if next.pawn(state.me()) & self::state::goal(search.shape, state.me()) != 0 {
                score = WIN - 1;
            } else if at == 0 || study {
                let low = if study { -WIN } else { alpha };
                score = -search.search(&next, node, depth - 1, -high, -low);
            } else {
                let less = i32::from(depth >= 4 && at >= 6) + i32::from(depth >= 6 && at >= 20);
                score = -search.search(&next, node, depth - 1 - less, -alpha - 1, -alpha);
                if score > alpha && less > 0 {
                    score = -search.search(&next, node, depth - 1, -alpha - 1, -alpha);
                }
                if score > alpha && score < high {
                    score = -search.search(&next, node, depth - 1, -high, -alpha);
                }
            }
            if search.stopped {
                break;
            }
            if study || best.is_none_or(|best| score > best) {
                self.known.push((mv, score));
            }
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                if score > alpha {
                    alpha = score;
                    // The best so far goes first next time.
                    self.moves[..=at].rotate_right(1);
                }
                if score >= high && !study {
                    break;
                }
            }
        }
        self.known.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        best
    }

    fn thought(
        &self,
        (mv, score): (PackedMove, i32),
        depth: u32,
        search: &ExpertSearch<'_>,
        state: &TwoPlayerState,
    ) -> Thought<Move> {
        let moves = self
            .known
            .iter()
            .map(|&(mv, score)| MoveScore { mv: mv.to_move(), score: in_words(score) })
            .collect();
        let mut line = vec![mv.to_move()];
        let mut at = state.after(mv);
        while line.len() < depth as usize
            && let Some(entry) = search.table.get(at.key)
            && entry.best != PackedMove::NONE
        {
            line.push(entry.best.to_move());
            at = at.after(entry.best);
        }
        Thought {
            best: Some(mv.to_move()),
            score: in_words(score),
            line,
            moves,
            nodes: search.nodes,
            depth,
        }
    }
}

fn in_words(score: i32) -> Score {
    match () {
        () if score > DECIDED => Score::Win((WIN - score) as u32),
        () if score < -DECIDED => Score::Loss((WIN + score) as u32),
        () => Score::Points(score),
    }
}
