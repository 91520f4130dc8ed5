//! Alpha-beta: the tree below one position.

use search::Stop;

use super::distances::{DistanceField, ShortestPaths};
use super::evaluate::{SideFeatures, Weights, race};
use super::net::{self, Net};
use super::order::{Breadth, MoveGenerator, MoveOrdering, RankedMove, pick};
use super::state::{PackedMove, TwoPlayerState, goal};
use super::transposition::{Bound, TranspositionTable};
use crate::shape::Shape;

/// Deeper lines than this are not followed.
pub(crate) const PLIES: usize = 96;
/// A win at the root itself; each ply of distance takes one away.
pub(crate) const WIN: i32 = 30_000;
/// What is beyond this is a win or a loss that was generator to its end.
pub(crate) const DECIDED: i32 = WIN - 1_000;
const INFINITE: i32 = WIN + 1;
/// Judgements that are kept.
pub(crate) const EVAL_CACHE: usize = 1 << 16;

/// Everything that a search works with.
pub(crate) struct ExpertSearch<'a> {
    pub shape: &'static Shape,
    pub weights: &'a Weights,
    pub net: Option<&'a Net>,
    pub table: &'a mut TranspositionTable,
    pub ordering: &'a mut MoveOrdering,
    pub stop: &'a Stop,
    pub max_nodes: u64,
    pub nodes: u64,
    pub stopped: bool,
    /// The fields of the two seats, by the ply at which a wall made them.
    pub fields: Vec<[DistanceField; 2]>,
    lists: Vec<Vec<RankedMove>>,
    /// The positions of the line, and since which ply no wall was placed.
    keys: [u64; PLIES + 1],
    /// Positions of the game since the last wall.
    pub game_keys: Vec<u64>,
    /// Moves that the game may still last.
    pub plies_left: usize,
    goals: [u128; 2],
    /// What positions were eval_cache to be worth.
    eval_cache: &'a mut [(u64, i32)],
    reductions: Box<[[i8; 64]; 64]>,
}

/// Where a node is: its ply, the ply whose fields hold for it, and since when no wall was placed.
#[derive(Clone, Copy)]
pub(crate) struct NodeInfo {
    pub ply: usize,
    pub field: usize,
    since: usize,
    /// The distances of the position before, as a guess.
    guess: [usize; 2],
}

impl NodeInfo {
    pub const ROOT: Self = Self { ply: 0, field: 0, since: 0, guess: [8; 2] };
}

impl<'a> ExpertSearch<'a> {
    pub fn new(
        shape: &'static Shape,
        weights: &'a Weights,
        table: &'a mut TranspositionTable,
        ordering: &'a mut MoveOrdering,
        eval_cache: &'a mut [(u64, i32)],
        stop: &'a Stop,
    ) -> Self {
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (at, less) in row.iter_mut().enumerate().skip(1) {
                *less = (0.6 + (depth as f32).ln() * (at as f32).ln() / 1.9) as i8;
            }
        }
        Self {
            shape,
            weights,
            net: None,
            table,
            ordering,
            stop,
            max_nodes: u64::MAX,
            nodes: 0,
            stopped: false,
            fields: vec![[DistanceField::EMPTY; 2]; PLIES + 1],
            lists: vec![Vec::new(); PLIES + 1],
            keys: [0; PLIES + 1],
            game_keys: Vec::new(),
            plies_left: usize::MAX,
            goals: [goal(shape, 0), goal(shape, 1)],
            eval_cache,
            reductions,
        }
    }

    /// Makes the fields of the root.
    pub fn begin(&mut self, state: &TwoPlayerState) {
        self.keys[0] = state.key;
        self.fill(0, state);
    }

    fn fill(&mut self, at: usize, state: &TwoPlayerState) -> bool {
        let passages = state.maze.passages(self.shape);
        for seat in 0..2 {
            let field = &mut self.fields[at][seat];
            field.fill(passages, self.goals[seat]);
            if !field.reaches(state.pawn(seat)) {
                return false;
            }
        }
        true
    }

    /// The place after a move; none if the move is a wall that shuts somebody in.
    #[inline]
    pub fn enter(&mut self, node: NodeInfo, next: &TwoPlayerState, wall: bool) -> Option<NodeInfo> {
        let ply = node.ply + 1;
        self.keys[ply] = next.key;
        if !wall {
            return Some(NodeInfo { ply, ..node });
        }
        self.fill(ply, next).then_some(NodeInfo { ply, field: ply, since: ply, ..node })
    }

    fn repeats(&self, node: NodeInfo) -> bool {
        let key = self.keys[node.ply];
        let mut at = node.ply;
        while at >= node.since + 4 {
            at -= 2;
            if self.keys[at - 2] == key {
                return true;
            }
        }
        // Two plies back is never the same: whoever moved has moved away.
        node.since == 0 && self.game_keys.contains(&key)
    }

    fn is_stopped(&mut self) -> bool {
        if self.nodes >= self.max_nodes || (self.nodes & 1023 == 0 && self.stop.is_pulled()) {
            self.stopped = true;
        }
        self.stopped
    }

    /// The worth of a position to the side that moves, between the bounds.
    pub fn search(
        &mut self,
        state: &TwoPlayerState,
        node: NodeInfo,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if self.is_stopped() {
            return 0;
        }
        self.nodes += 1;
        let (me, ply) = (state.me(), node.ply);
        if ply >= self.plies_left || self.repeats(node) {
            return 0;
        }
        // A quicker win or a later loss than this is not to be had here.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let distances = [0, 1]
            .map(|seat| self.fields[node.field][seat].distance(state.pawn(seat), node.guess[seat]));
        let (near, far) = (distances[me], distances[1 - me]);
        if near <= 2 && state.steps(self.shape) & self.goals[me] != 0 {
            return WIN - ply as i32 - 1;
        }
        let (left, against) = (state.left[me], state.left[1 - me]);
        let decided = race((near, left), (far, against));
        let leaf = depth <= 0 || ply + 1 >= PLIES;
        if let (true, Some(value)) = (leaf, decided) {
            return value;
        }
        let passages = state.maze.passages(self.shape);
        let entry = if leaf { None } else { self.table.get(state.key) };
        if let Some(entry) = entry
            && i32::from(entry.depth) >= depth
            && beta - alpha == 1
        {
            let score = from_table(entry.score.into(), ply);
            match entry.bound() {
                Bound::Exact => return score,
                Bound::Lower if score >= beta => return score,
                Bound::Upper if score <= alpha => return score,
                _ => (),
            }
        }
        let known = &self.eval_cache[state.key as usize & (EVAL_CACHE - 1)];
        let known = (known.0 == state.key).then_some(known.1);
        if let (true, Some(value)) = (leaf, known) {
            return value;
        }
        let paths = |seat: usize| {
            self.fields[node.field][seat].shortest_paths(
                passages,
                state.pawn(seat),
                distances[seat],
            )
        };
        let (own, other) = (paths(me), paths(1 - me));
        let value = decided.or(known).unwrap_or_else(|| {
            let half = |distance, left, paths| SideFeatures { distance, left, paths };
            self.weights.evaluate(half(near, left, &own), half(far, against, &other))
                + self.net.map_or(0, |net| net::evaluate(net, state, distances, &own, &other))
        });
        if decided.is_none() {
            self.eval_cache[state.key as usize & (EVAL_CACHE - 1)] = (state.key, value);
        }
        if leaf {
            return value;
        }
        let narrow_window = beta - alpha == 1;
        if narrow_window && depth <= 3 && value - 70 * depth >= beta && beta.abs() < DECIDED {
            return value;
        }
        let node = NodeInfo { guess: distances, ..node };
        let best = entry.map_or(PackedMove::NONE, |entry| entry.best);
        // Without a move to begin with, a look one ply less deep finds one.
        let depth = if best == PackedMove::NONE && depth >= 4 { depth - 1 } else { depth };
        self.tree(state, node, depth, (alpha, beta), value, best, &own, &other)
    }

    #[expect(clippy::too_many_arguments, reason = "the second half of `look`")]
    fn tree(
        &mut self,
        state: &TwoPlayerState,
        node: NodeInfo,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        value: i32,
        best: PackedMove,
        own: &ShortestPaths,
        other: &ShortestPaths,
    ) -> i32 {
        let (me, ply, first_alpha) = (state.me(), node.ply, alpha);
        let narrow_window = beta - alpha == 1;
        let breadth = match depth {
            1 if narrow_window => Breadth::Sharp,
            _ => Breadth::Near,
        };
        let near = node.guess[me];
        let field = &self.fields[node.field][me];
        let generator = MoveGenerator {
            shape: self.shape,
            state,
            nearer: field.within(near.saturating_sub(1)),
            level: field.within(near),
            own,
            other,
        };
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        generator.list(breadth, best, ply, self.ordering, &mut list);
        let mut found = (-INFINITE, PackedMove::NONE);
        let mut played = 0;
        for at in 0..list.len() {
            let Some(RankedMove { mv, rank }) = pick(&mut list, at) else { break };
            let wall = mv.is_wall();
            if narrow_window && found.0 > -DECIDED && rank < 20_000 {
                // Late quiet moves of shallow looks hardly ever matter.
                if depth <= 3 && played >= 4 + 5 * depth * depth {
                    break;
                }
                if depth <= 2 && wall && value + 60 * depth + 60 <= alpha {
                    continue;
                }
            }
            let next = state.after(mv);
            let Some(below) = self.enter(node, &next, wall) else { continue };
            let mut score;
            if played == 0 {
                score = -self.search(&next, below, depth - 1, -beta, -alpha);
            } else {
                let mut less = 0;
                if depth >= 3 && played >= 3 && rank < 50_000 {
                    less =
                        i32::from(self.reductions[depth.min(63) as usize][played.min(63) as usize]);
                    less -= i32::from(!narrow_window) + i32::from(rank >= 20_000);
                    less = less.clamp(0, depth - 2);
                }
                score = -self.search(&next, below, depth - 1 - less, -alpha - 1, -alpha);
                if score > alpha && less > 0 {
                    score = -self.search(&next, below, depth - 1, -alpha - 1, -alpha);
                }
                if score > alpha && score < beta {
                    score = -self.search(&next, below, depth - 1, -beta, -alpha);
                }
            }
            if self.stopped {
                break;
            }
            played += 1;
            if score > found.0 {
                found = (score, mv);
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        self.ordering.note_cutoff(ply, me, mv, depth, &list[..at]);
                        break;
                    }
                }
            }
        }
        self.lists[ply] = list;
        if self.stopped {
            return 0;
        }
        let (score, mv) = found;
        if played == 0 {
            // Every step of two players is open to one of them; only a list that was cut short is
            // empty.
            return value;
        }
        let bound = match () {
            () if score >= beta => Bound::Lower,
            () if score > first_alpha => Bound::Exact,
            () => Bound::Upper,
        };
        self.table.put(state.key, mv, to_table(score, ply), depth, bound);
        score
    }

    /// The moves at the root, best looking first.
    pub fn root_moves(&mut self, state: &TwoPlayerState) -> Vec<RankedMove> {
        let me = state.me();
        let passages = state.maze.passages(self.shape);
        let distances = [0, 1].map(|seat| self.fields[0][seat].distance(state.pawn(seat), 8));
        let paths = |seat: usize| {
            self.fields[0][seat].shortest_paths(passages, state.pawn(seat), distances[seat])
        };
        let (own, other) = (paths(me), paths(1 - me));
        let generator = MoveGenerator {
            shape: self.shape,
            state,
            nearer: self.fields[0][me].within(distances[me].saturating_sub(1)),
            level: self.fields[0][me].within(distances[me]),
            own: &own,
            other: &other,
        };
        let best = self.table.get(state.key).map_or(PackedMove::NONE, |entry| entry.best);
        let mut list = Vec::new();
        generator.list(Breadth::All, best, 0, self.ordering, &mut list);
        list.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
        list.retain(|ranked| {
            !ranked.mv.is_wall()
                || self.enter(NodeInfo::ROOT, &state.after(ranked.mv), true).is_some()
        });
        list
    }
}

/// Wins are remembered by their distance from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match () {
        () if score > DECIDED => score + ply as i32,
        () if score < -DECIDED => score - ply as i32,
        () => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match () {
        () if score > DECIDED => score - ply as i32,
        () if score < -DECIDED => score + ply as i32,
        () => score,
    }
}
