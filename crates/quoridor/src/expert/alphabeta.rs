//! The recursive alpha-beta search, with pruning that suits Quoridor's many walls.

use search::Stop;

use super::distances::{DistanceField, ShortestPaths};
use super::evaluate::{SideFeatures, Weights, race};
use super::features::FeatureSet;
use super::net::{Net, Sums};
use super::order::{MoveGenerator, MoveOrdering, RankedMove, WallChoice, pick};
use super::state::{PackedMove, TwoPlayerState, goal};
use super::transposition::{Bound, TranspositionTable, from_table, to_table};
use crate::maze::WallSet;
use crate::shape::BoardShape;

/// The deepest ply that the search visits.
pub(crate) const MAX_PLY: usize = 96;
/// The score of a win at the root; each ply of distance subtracts one.
pub(crate) const WIN: i32 = 30_000;
/// A score beyond this is a win or a loss that the search has seen to its end.
pub(crate) const DECIDED: i32 = WIN - 1_000;
const INFINITE: i32 = WIN + 1;
/// Entries of the evaluation cache, a power of two.
pub(crate) const EVAL_CACHE_SIZE: usize = 1 << 16;

/// The state of one search.
pub(crate) struct ExpertSearch<'a> {
    pub shape: &'static BoardShape,
    pub weights: &'a Weights,
    net: Option<&'a Net>,
    /// The network's sums by ply. Whatever position they are of, they are a good beginning for those of the next ply.
    sums: Vec<Sums>,
    pub table: &'a mut TranspositionTable,
    pub ordering: &'a mut MoveOrdering,
    pub stop: &'a Stop,
    pub max_nodes: u64,
    pub nodes: u64,
    pub stopped: bool,
    /// The distance fields of the two seats, by the ply at which they were computed.
    fields: Vec<[DistanceField; 2]>,
    /// The shortest paths of the two seats, by ply.
    paths: Vec<[ShortestPaths; 2]>,
    /// One list of moves per ply, reused by all nodes there.
    move_lists: Vec<Vec<RankedMove>>,
    /// Keys of the positions on the current line, to detect repetitions.
    keys: [u64; MAX_PLY + 1],
    /// Keys of the game's positions since the last wall.
    pub game_keys: Vec<u64>,
    /// Plies until the game is drawn.
    pub plies_left: usize,
    goals: [u128; 2],
    /// Evaluations by key, one per slot.
    eval_cache: &'a mut [(u64, i32)],
    /// Late move reductions by depth and number of the move.
    reductions: Box<[[i8; 64]; 64]>,
}

/// Where a node is in the tree, and what it shares with the nodes above it.
#[derive(Clone, Copy)]
pub(crate) struct NodeInfo {
    pub ply: usize,
    last_wall: usize,
    /// The plies whose distance fields hold for the two seats.
    fields: [usize; 2],
    /// Whether the seat's field holds on its shortest paths only: walls elsewhere were placed since.
    on_paths_only: [bool; 2],
    /// Whether the seat's shortest paths are those of the parent.
    same_paths: [bool; 2],
    /// The distances of the parent, as a first guess.
    guess: [usize; 2],
}

impl NodeInfo {
    pub const ROOT: Self = Self {
        ply: 0,
        last_wall: 0,
        fields: [0; 2],
        on_paths_only: [false; 2],
        same_paths: [false; 2],
        guess: [8; 2],
    };
}

impl<'a> ExpertSearch<'a> {
    pub fn new(
        shape: &'static BoardShape,
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
            sums: Vec::new(),
            table,
            ordering,
            stop,
            max_nodes: u64::MAX,
            nodes: 0,
            stopped: false,
            fields: vec![[DistanceField::EMPTY; 2]; MAX_PLY + 1],
            paths: vec![[ShortestPaths::default(); 2]; MAX_PLY + 1],
            move_lists: vec![Vec::new(); MAX_PLY + 1],
            keys: [0; MAX_PLY + 1],
            game_keys: Vec::new(),
            plies_left: usize::MAX,
            goals: [goal(shape, 0), goal(shape, 1)],
            eval_cache,
            reductions,
        }
    }

    /// Evaluates by a network, too.
    pub fn use_net(&mut self, net: &'a Net) {
        self.net = Some(net);
        self.sums = vec![Sums::empty(net); MAX_PLY + 1];
    }

    /// Prepares the root.
    pub fn begin(&mut self, state: &TwoPlayerState) {
        self.keys[0] = state.key;
        for seat in 0..2 {
            self.fill(0, state, seat);
            self.paths[0][seat] = self.shortest_paths(state, &mut NodeInfo::ROOT.clone(), seat);
        }
    }

    /// Computes the distance field of a seat at a ply; false if its pawn cannot reach the goal.
    fn fill(&mut self, at: usize, state: &TwoPlayerState, seat: usize) -> bool {
        let field = &mut self.fields[at][seat];
        field.fill(state.maze.passages(self.shape), self.goals[seat]);
        field.reaches(state.pawn(seat))
    }

    fn distance(&self, state: &TwoPlayerState, node: NodeInfo, seat: usize) -> usize {
        self.fields[node.fields[seat]][seat].distance(state.pawn(seat), node.guess[seat])
    }

    /// The shortest paths of a seat, with detours if there is a network that sees them: these need a field that holds
    /// everywhere. Paths that are those of the parent keep its detours, although a wall elsewhere may have made one longer:
    /// to the network an estimate that costs nothing is worth more than another ten searches.
    fn shortest_paths(
        &mut self,
        state: &TwoPlayerState,
        node: &mut NodeInfo,
        seat: usize,
    ) -> ShortestPaths {
        if node.same_paths[seat] {
            return self.paths[node.ply - 1][seat];
        }
        let distance = self.distance(state, *node, seat);
        let mut fits = WallSet::default();
        if self.net.is_some() {
            fits = state.maze.fitting(self.shape);
            if node.on_paths_only[seat] {
                self.fill(node.ply, state, seat);
                node.fields[seat] = node.ply;
                node.on_paths_only[seat] = false;
            }
        }
        let passages = state.maze.passages(self.shape);
        let field = &self.fields[node.fields[seat]][seat];
        field.shortest_paths(passages, state.pawn(seat), distance, fits)
    }

    /// The child after a move, once the paths of its parent are known; `None` if the move is a wall that shuts a pawn in.
    ///
    /// A wall that cuts none of a pawn's shortest paths changes neither them nor the distance, nor does a step of the
    /// other pawn. So a field is computed again only when a wall cuts, or when a pawn leaves its paths after a wall.
    #[inline]
    pub fn enter(
        &mut self,
        node: NodeInfo,
        mv: PackedMove,
        next: &TwoPlayerState,
    ) -> Option<NodeInfo> {
        let ply = node.ply + 1;
        self.keys[ply] = next.key;
        let mut below = NodeInfo { ply, same_paths: [true; 2], ..node };
        if mv.is_wall() {
            below.last_wall = ply;
            for seat in 0..2 {
                if mv.is_in(&self.paths[node.ply][seat].cuts_some) {
                    if !self.fill(ply, next, seat) {
                        return None;
                    }
                    below.fields[seat] = ply;
                    below.on_paths_only[seat] = false;
                    below.same_paths[seat] = false;
                } else {
                    below.on_paths_only[seat] = true;
                }
            }
        } else {
            let me = 1 - next.me();
            below.same_paths[me] = false;
            if node.on_paths_only[me] && self.paths[node.ply][me].squares & next.pawn(me) == 0 {
                self.fill(ply, next, me);
                below.fields[me] = ply;
                below.on_paths_only[me] = false;
            }
        }
        Some(below)
    }

    /// Whether the position occurred before, in this line or in the game. A wall is never taken back, so only
    /// positions since the last wall count.
    fn repeats(&self, node: NodeInfo) -> bool {
        let key = self.keys[node.ply];
        let mut at = node.ply;
        while at >= node.last_wall + 4 {
            at -= 2;
            if self.keys[at - 2] == key {
                return true;
            }
        }
        // Two plies back is never the same position: the pawn that moved is elsewhere.
        node.last_wall == 0 && self.game_keys.contains(&key)
    }

    fn is_stopped(&mut self) -> bool {
        if self.nodes >= self.max_nodes || (self.nodes & 1023 == 0 && self.stop.is_pulled()) {
            self.stopped = true;
        }
        self.stopped
    }

    /// The score of a position for the side that moves, exact between alpha and beta.
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
        // Mate distance pruning: no win from here is quicker and no loss later than this.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let distances = [0, 1].map(|seat| self.distance(state, node, seat));
        let (near, far) = (distances[me], distances[1 - me]);
        if near <= 2 && state.steps(self.shape) & self.goals[me] != 0 {
            return WIN - ply as i32 - 1;
        }
        let (left, against) = (state.left[me], state.left[1 - me]);
        let decided = race((near, left), (far, against));
        let leaf = depth <= 0 || ply + 1 >= MAX_PLY;
        if let (true, Some(value)) = (leaf, decided) {
            return value;
        }
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
        let cached = &self.eval_cache[state.key as usize & (EVAL_CACHE_SIZE - 1)];
        let cached = (cached.0 == state.key).then_some(cached.1);
        if let (true, Some(value)) = (leaf, cached) {
            return value;
        }
        let mut node = NodeInfo { guess: distances, ..node };
        let paths = [0, 1].map(|seat| self.shortest_paths(state, &mut node, seat));
        let (own, other) = (&paths[me], &paths[1 - me]);
        let value = decided.or(cached).unwrap_or_else(|| {
            let side = |distance, left, paths| SideFeatures { distance, left, paths };
            self.weights.evaluate(side(near, left, own), side(far, against, other))
                + self.net.map_or(0, |net| {
                    let features =
                        FeatureSet::of(self.shape, state, distances, [&paths[0], &paths[1]]);
                    let sums = self.sums[ply.saturating_sub(1)].changed_to(features, net);
                    let value = sums.evaluate(net, me, state.left);
                    self.sums[ply] = sums;
                    value
                })
        });
        if decided.is_none() {
            self.eval_cache[state.key as usize & (EVAL_CACHE_SIZE - 1)] = (state.key, value);
        }
        if leaf {
            return value;
        }
        let null_window = beta - alpha == 1;
        // Reverse futility pruning: far above beta, a shallow search hardly ever falls below it.
        if null_window && depth <= 3 && value - 70 * depth >= beta && beta.abs() < DECIDED {
            return value;
        }
        self.paths[ply] = paths;
        let best = entry.map_or(PackedMove::NONE, |entry| entry.best);
        // Internal iterative reduction: without a move from the table, search one ply less.
        let depth = if best == PackedMove::NONE && depth >= 4 { depth - 1 } else { depth };
        self.search_moves(state, node, depth, (alpha, beta), value, best)
    }

    /// Searches the moves of a node with a known static evaluation, `value`.
    fn search_moves(
        &mut self,
        state: &TwoPlayerState,
        node: NodeInfo,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        value: i32,
        best: PackedMove,
    ) -> i32 {
        let (me, ply, first_alpha) = (state.me(), node.ply, alpha);
        let null_window = beta - alpha == 1;
        let choice = match depth {
            1 if null_window => WallChoice::Sharp,
            _ => WallChoice::Near,
        };
        let mut list = std::mem::take(&mut self.move_lists[ply]);
        list.clear();
        self.generator(state, node).list(choice, best, ply, self.ordering, &mut list);
        let mut found = (-INFINITE, PackedMove::NONE);
        let mut searched = 0;
        for at in 0..list.len() {
            let Some(RankedMove { mv, rank }) = pick(&mut list, at) else { break };
            let wall = mv.is_wall();
            if null_window && found.0 > -DECIDED && rank < 20_000 {
                // Late move pruning: late quiet moves of shallow searches hardly ever matter.
                if depth <= 3 && searched >= 4 + 5 * depth * depth {
                    break;
                }
                // Futility pruning: a wall does not make up this much.
                if depth <= 2 && wall && value + 60 * depth + 60 <= alpha {
                    continue;
                }
            }
            let next = state.after(mv);
            let Some(below) = self.enter(node, mv, &next) else { continue };
            let mut score;
            if searched == 0 {
                score = -self.search(&next, below, depth - 1, -beta, -alpha);
            } else {
                // Late move reductions, then principal variation search.
                let mut less = 0;
                if depth >= 3 && searched >= 3 && rank < 50_000 {
                    less = i32::from(
                        self.reductions[depth.min(63) as usize][searched.min(63) as usize],
                    );
                    less -= i32::from(!null_window) + i32::from(rank >= 20_000);
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
            searched += 1;
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
        self.move_lists[ply] = list;
        if self.stopped {
            return 0;
        }
        let (score, mv) = found;
        if searched == 0 {
            // With two players there is always a legal step: only pruning leaves nothing to search.
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

    fn generator<'s>(&'s self, state: &'s TwoPlayerState, node: NodeInfo) -> MoveGenerator<'s> {
        let me = state.me();
        let near = self.distance(state, node, me);
        let field = &self.fields[node.fields[me]][me];
        let [own, other] = [me, 1 - me].map(|seat| &self.paths[node.ply][seat]);
        let (nearer, level) = (field.within(near.saturating_sub(1)), field.within(near));
        MoveGenerator { shape: self.shape, state, nearer, level, own, other }
    }

    /// The legal moves at the root, the most promising first.
    pub fn root_moves(&mut self, state: &TwoPlayerState) -> Vec<RankedMove> {
        let best = self.table.get(state.key).map_or(PackedMove::NONE, |entry| entry.best);
        let (root, mut list) = (NodeInfo::ROOT, Vec::new());
        self.generator(state, root).list(WallChoice::All, best, 0, self.ordering, &mut list);
        list.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
        list.retain(|&RankedMove { mv, .. }| {
            !mv.is_wall() || self.enter(root, mv, &state.after(mv)).is_some()
        });
        list
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng};

    use super::super::{Expert, net};
    use super::*;
    use crate::{Options, Quoridor};

    #[test]
    fn shared_fields_and_paths_are_those_computed_from_scratch() {
        let (mut rng, stop, mut expert) = (Rng::new(5), Stop::new(), Expert::new());
        let (mut checked, mut shared) = (0, 0);
        for _ in 0..40 {
            let game = Quoridor::new(&Options::default(), 0).unwrap();
            let (shape, mut state) = (game.shape, TwoPlayerState::of(&game));
            let Expert { weights, table, ordering, eval_cache, .. } = &mut expert;
            let mut search = ExpertSearch::new(shape, weights, table, ordering, eval_cache, &stop);
            search.use_net(net::trained());
            search.begin(&state);
            let mut node = NodeInfo::ROOT;
            while node.ply + 1 < MAX_PLY {
                let mut list = Vec::new();
                search.generator(&state, node).list(
                    WallChoice::All,
                    PackedMove::NONE,
                    0,
                    search.ordering,
                    &mut list,
                );
                let mv = rng.pick(&list).unwrap().mv;
                let next = state.after(mv);
                if next.pawn(state.me()) & search.goals[state.me()] != 0 {
                    break;
                }
                let Some(below) = search.enter(node, mv, &next) else { continue };
                let distances = [0, 1].map(|seat| search.distance(&next, below, seat));
                node = NodeInfo { guess: distances, ..below };
                for (seat, distance) in distances.into_iter().enumerate() {
                    let mut fresh = DistanceField::EMPTY;
                    let passages = next.maze.passages(shape);
                    fresh.fill(passages, search.goals[seat]);
                    assert_eq!(distance, fresh.distance(next.pawn(seat), 8), "{mv:?}");
                    let taken_over = node.same_paths[seat];
                    let paths = search.shortest_paths(&next, &mut node, seat);
                    let fits = next.maze.fitting(shape);
                    let mut expected =
                        fresh.shortest_paths(passages, next.pawn(seat), distance, fits);
                    if taken_over {
                        expected.detours = paths.detours;
                    }
                    assert_eq!(paths, expected, "{mv:?}");
                    search.paths[node.ply][seat] = paths;
                    checked += 1;
                    shared += u32::from(node.fields[seat] != node.ply);
                }
                state = next;
            }
        }
        assert!(checked > 2_000 && shared > 1_000, "{shared} of {checked} shared");
    }
}
