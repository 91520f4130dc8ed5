//! Small boards, solved: who wins, and in how many plies, with nothing left to judgement.
//!
//! A look of some depth finds a forced win, a forced loss, or neither within that depth; each is
//! true whatever the depth is, so lines that go round do no harm. Looks go deeper until the root is
//! decided. What was decided stays in the table, what was not counts for its depth only.

use game::{Game, Seat};
use search::Stop;

use crate::Quoridor;
use crate::expert::{DistanceField, PackedMove, TwoPlayerState, goal};
use crate::maze::{WallSet, squares};
use crate::shape::Shape;

/// The result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The seat that wins.
    pub winner: Seat,
    /// A move with which the seat to move keeps its win; any move where it has lost.
    pub best: Option<crate::Move>,
    /// Depth at which it was decided.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// What a look found, for the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Loss,
    Open,
    Win,
}

/// A place of the table: the key, the depth it holds for (or `SURE`), the least and the most that
/// the result can be, a good move.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    best: PackedMove,
    depth: u8,
    least: Found,
    most: Found,
}

const SURE: u8 = u8::MAX;
const TABLE_BITS: u32 = 22;
const DEEPEST: u32 = 120;

/// Solves a two-player position; none if it was stopped, or if nobody can force a win before the
/// moves run out.
///
/// Made for boards of 5x5 with three walls each and smaller; larger ones take longer than anybody
/// would wait.
pub fn solve(game: &Quoridor, stop: &Stop) -> Option<Solved> {
    let mover = game.turn().seat()?;
    if game.seats() != 2 {
        return None;
    }
    let state = TwoPlayerState::of(game);
    let entry =
        Entry { key: 0, best: PackedMove::NONE, depth: 0, least: Found::Loss, most: Found::Win };
    let mut look = Look {
        shape: game.shape,
        goals: [goal(game.shape, 0), goal(game.shape, 1)],
        table: vec![entry; 1 << TABLE_BITS],
        history: [[0; crate::expert::PACKED_MOVES]; 2],
        nodes: 0,
        stop,
        stopped: false,
    };
    let most = (game.most_plies() - game.plies()).min(DEEPEST);
    for depth in 1..=most {
        let found = look.look(&state, depth as u8, Found::Loss, Found::Win);
        if look.stopped {
            return None;
        }
        let winner = match found {
            Found::Open => continue,
            Found::Win => mover,
            Found::Loss => Seat(1 - mover.0),
        };
        let best = look.table[look.place(state.key)];
        let best =
            (best.key == state.key && best.best != PackedMove::NONE).then(|| best.best.to_move());
        return Some(Solved { winner, best, depth, nodes: look.nodes });
    }
    None
}

struct Look<'a> {
    shape: &'static Shape,
    goals: [u128; 2],
    table: Vec<Entry>,
    history: [[u32; crate::expert::PACKED_MOVES]; 2],
    nodes: u64,
    stop: &'a Stop,
    stopped: bool,
}

impl Look<'_> {
    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.table.len() - 1)
    }

    /// What can be forced within a number of plies, as far as it matters between the bounds.
    fn look(&mut self, state: &TwoPlayerState, depth: u8, mut low: Found, high: Found) -> Found {
        self.nodes += 1;
        if self.nodes & 4095 == 0 && self.stop.is_pulled() {
            self.stopped = true;
        }
        if self.stopped {
            return Found::Open;
        }
        let (me, wanted) = (state.me(), (low, high));
        let steps = state.steps(self.shape);
        if steps & self.goals[me] != 0 {
            return Found::Win;
        }
        if depth <= 1 {
            return Found::Open;
        }
        let at = self.place(state.key);
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
        // A move brings a pawn two squares nearer at most, by a jump: who needs more has no time.
        let soonest = |distance: usize, first: usize| 2 * distance.div_ceil(2) - first;
        let reach = usize::from(depth);
        let can_win = soonest(distances[me], 1) <= reach;
        let can_lose = soonest(distances[1 - me], 0) <= reach;
        // What is left of the bounds holds nothing but “neither”.
        let (least, most) = (
            if can_lose { low } else { low.max(Found::Open) },
            if can_win { high } else { high.min(Found::Open) },
        );
        if least == Found::Open && most == Found::Open {
            return Found::Open;
        }
        let nearer = fields[me].within(distances[me].saturating_sub(1));
        let [own, other] = [me, 1 - me]
            .map(|seat| fields[seat].shortest_paths(passages, state.pawn(seat), distances[seat]));
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
            // Only a wall that cuts somebody's shortest ways and closes something can shut it in.
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
        let mut best = (Found::Loss, moves.first().map_or(PackedMove::NONE, |&(_, mv)| mv));
        for &(_, mv) in &moves {
            let next = state.after(mv);
            let found = self.look(&next, depth - 1, flip(high), flip(low));
            if self.stopped {
                return Found::Open;
            }
            let found = flip(found);
            if found > best.0 {
                best = (found, mv);
                low = low.max(found);
                if found >= high {
                    let score = &mut self.history[me][usize::from(mv.0)];
                    *score = (*score + u32::from(depth) * u32::from(depth)).min(100_000);
                    break;
                }
            }
        }
        let (found, best) = best;
        let entry = match found {
            // What was cut short may be more, and what fell below the bounds may be less.
            Found::Open => Entry {
                key: state.key,
                best,
                depth,
                least: if wanted.0 == Found::Open { Found::Loss } else { found },
                most: if wanted.1 == Found::Open { Found::Win } else { found },
            },
            _ => Entry { key: state.key, best, depth: SURE, least: found, most: found },
        };
        self.table[at] = entry;
        found
    }

    fn rank(&self, me: usize, mv: PackedMove, base: u32, hint: PackedMove) -> u32 {
        if mv == hint { u32::MAX } else { base + self.history[me][usize::from(mv.0)] }
    }
}

fn flip(found: Found) -> Found {
    match found {
        Found::Loss => Found::Win,
        Found::Open => Found::Open,
        Found::Win => Found::Loss,
    }
}
