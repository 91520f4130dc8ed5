//! Solves small boards: who wins, and in how many plies, without any evaluation.
//!
//! A search of some depth finds a forced win, a forced loss, or neither within that depth. A win or a loss holds at any
//! depth, so repetitions do no harm. The search deepens until the root is decided. In the table, decided results hold
//! for ever, undecided ones for their depth only.

use game::{Game, Seat};
use search::Stop;

use crate::Quoridor;
use crate::expert::{DistanceField, PackedMove, TwoPlayerState, goal};
use crate::maze::{WallSet, squares};
use crate::shape::BoardShape;

/// The result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The seat that wins.
    pub winner: Seat,
    /// A move with which the seat to move keeps its win; any move where it has lost.
    pub best: Option<crate::Move>,
    /// Depth at which it was decided.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

/// The result of a search for the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Forced {
    Loss,
    Open,
    Win,
}

/// A table entry: the key, a good move, the depth that it holds for (or `DECIDED`), and the bounds of the result.
#[derive(Clone, Copy)]
struct SolverEntry {
    key: u64,
    best: PackedMove,
    depth: u8,
    least: Forced,
    most: Forced,
}

const DECIDED: u8 = u8::MAX;
const TABLE_BITS: u32 = 22;
const MAX_DEPTH: u32 = 120;

/// Solves a two-player position; `None` if it was stopped, or if nobody can force a win before the
/// game is drawn.
///
/// Made for boards of up to 5x5 with three walls each; larger ones take far too long.
pub fn solve(game: &Quoridor, stop: &Stop) -> Option<Solved> {
    solve_in(game, TABLE_BITS, stop)
}

/// The same with a table of two to this power entries: a race without walls needs few.
pub(crate) fn solve_in(game: &Quoridor, table_bits: u32, stop: &Stop) -> Option<Solved> {
    let mover = game.turn().seat()?;
    if game.seats() != 2 {
        return None;
    }
    let state = TwoPlayerState::of(game);
    let entry = SolverEntry {
        key: 0,
        best: PackedMove::NONE,
        depth: 0,
        least: Forced::Loss,
        most: Forced::Win,
    };
    let mut search = SolverSearch {
        shape: game.shape,
        goals: [goal(game.shape, 0), goal(game.shape, 1)],
        table: vec![entry; 1 << table_bits],
        history: [[0; crate::expert::PACKED_MOVES]; 2],
        nodes: 0,
        stop,
        stopped: false,
    };
    let most = (game.most_plies() - game.plies()).min(MAX_DEPTH);
    for depth in 1..=most {
        let forced = search.search(&state, depth as u8, Forced::Loss, Forced::Win);
        if search.stopped {
            return None;
        }
        let winner = match forced {
            Forced::Open => continue,
            Forced::Win => mover,
            Forced::Loss => Seat(1 - mover.0),
        };
        let best = search.table[search.index(state.key)];
        let best =
            (best.key == state.key && best.best != PackedMove::NONE).then(|| best.best.to_move());
        return Some(Solved { winner, best, depth, nodes: search.nodes });
    }
    None
}

/// The state of one search.
struct SolverSearch<'a> {
    shape: &'static BoardShape,
    goals: [u128; 2],
    table: Vec<SolverEntry>,
    history: [[u32; crate::expert::PACKED_MOVES]; 2],
    nodes: u64,
    stop: &'a Stop,
    stopped: bool,
}

impl SolverSearch<'_> {
    fn index(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.table.len() - 1)
    }

    /// What can be forced within a number of plies, exact between the bounds.
    fn search(
        &mut self,
        state: &TwoPlayerState,
        depth: u8,
        mut low: Forced,
        high: Forced,
    ) -> Forced {
        self.nodes += 1;
        if self.nodes & 4095 == 0 && self.stop.is_pulled() {
            self.stopped = true;
        }
        if self.stopped {
            return Forced::Open;
        }
        let (me, wanted) = (state.me(), (low, high));
        let steps = state.steps(self.shape);
        if steps & self.goals[me] != 0 {
            return Forced::Win;
        }
        if depth <= 1 {
            return Forced::Open;
        }
        let at = self.index(state.key);
        let entry = self.table[at];
        let mut hint = PackedMove::NONE;
        if entry.key == state.key {
            if entry.depth >= depth {
                if entry.least == entry.most || entry.least >= high {
                    return entry.least;
                }
                if entry.most <= low {
                    return entry.most;
                }
            }
            hint = entry.best;
        }
        let passages = state.maze.passages(self.shape);
        let mut fields = [DistanceField::EMPTY, DistanceField::EMPTY];
        let mut distances = [0; 2];
        for seat in 0..2 {
            fields[seat].fill(passages, self.goals[seat]);
            distances[seat] = fields[seat].distance(state.pawn(seat), 8);
        }
        // A move brings a pawn at most two squares nearer, by a jump: a pawn that is further away has no time.
        let soonest = |distance: usize, first: usize| 2 * distance.div_ceil(2) - first;
        let reach = usize::from(depth);
        let can_win = soonest(distances[me], 1) <= reach;
        let can_lose = soonest(distances[1 - me], 0) <= reach;
        // Within these bounds nothing but `Open` is possible.
        let (least, most) = (
            if can_lose { low } else { low.max(Forced::Open) },
            if can_win { high } else { high.min(Forced::Open) },
        );
        if least == Forced::Open && most == Forced::Open {
            return Forced::Open;
        }
        let nearer = fields[me].within(distances[me].saturating_sub(1));
        let [own, other] = [me, 1 - me].map(|seat| {
            fields[seat].shortest_paths(
                passages,
                state.pawn(seat),
                distances[seat],
                WallSet::default(),
            )
        });
        let mut moves: Vec<(u32, PackedMove)> = Vec::with_capacity(48);
        for square in squares(steps) {
            let mv = PackedMove::step(square.0);
            let base = if (1u128 << square.0) & nearer != 0 { 3_000 } else { 100 };
            moves.push((self.rank(me, mv, base, hint), mv));
        }
        let fits = state.fitting(self.shape);
        let closing = state.maze.closing(self.shape);
        for (anchor, orientation) in fits.each() {
            let one = WallSet::default().with(anchor, orientation);
            // Only a wall that touches other walls or the edge at two points can shut a pawn in.
            if closing.has(anchor, orientation) {
                let passages = state.maze.with(anchor, orientation).passages(self.shape);
                let free = |seat: usize| passages.reaches(state.pawn(seat), self.goals[seat]);
                if !free(0) || !free(1) {
                    continue;
                }
            }
            let mv = PackedMove::wall(anchor.0, orientation);
            let mut base = 500;
            if !one.and(other.cuts_all).is_empty() {
                base += 2_000;
            }
            if !one.and(own.cuts_all).is_empty() {
                base -= 400;
            }
            moves.push((self.rank(me, mv, base, hint), mv));
        }
        moves.sort_unstable_by_key(|&(rank, mv)| (std::cmp::Reverse(rank), mv.0));
        let mut best = (Forced::Loss, moves.first().map_or(PackedMove::NONE, |&(_, mv)| mv));
        for &(_, mv) in &moves {
            let next = state.after(mv);
            let forced = self.search(&next, depth - 1, flip(high), flip(low));
            if self.stopped {
                return Forced::Open;
            }
            let forced = flip(forced);
            if forced > best.0 {
                best = (forced, mv);
                low = low.max(forced);
                if forced >= high {
                    let score = &mut self.history[me][usize::from(mv.0)];
                    *score = (*score + u32::from(depth) * u32::from(depth)).min(100_000);
                    break;
                }
            }
        }
        let (forced, best) = best;
        let entry = match forced {
            // Outside the window the result is only a bound: a cutoff may be more, a fail-low less.
            Forced::Open => SolverEntry {
                key: state.key,
                best,
                depth,
                least: if wanted.0 == Forced::Open { Forced::Loss } else { forced },
                most: if wanted.1 == Forced::Open { Forced::Win } else { forced },
            },
            _ => SolverEntry { key: state.key, best, depth: DECIDED, least: forced, most: forced },
        };
        self.table[at] = entry;
        forced
    }

    fn rank(&self, me: usize, mv: PackedMove, base: u32, hint: PackedMove) -> u32 {
        if mv == hint { u32::MAX } else { base + self.history[me][usize::from(mv.0)] }
    }
}

fn flip(forced: Forced) -> Forced {
    match forced {
        Forced::Loss => Forced::Win,
        Forced::Open => Forced::Open,
        Forced::Win => Forced::Loss,
    }
}
