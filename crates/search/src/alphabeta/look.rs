//! The search inside the tree: alpha-beta for two sides, of which either may move twice.

use game::{Game, Seat, Turn};

use super::AlphaBetaOptions;
use super::order::{Memory, Ranked};
use super::table::{Bound, TO_THE_END, Table};
use crate::Evaluate;
use crate::budget::Budget;
use crate::line::Lines;
use crate::value::{self, INFINITE, Teams};

/// One search. All values are to the side that moves: the root's, or the others together.
pub(super) struct Look<'a, G: Game, E> {
    pub evaluate: &'a E,
    pub options: &'a AlphaBetaOptions,
    /// The value of every move is wanted, not only of the best one; it costs a lot.
    pub study: bool,
    pub table: &'a mut Table<G::Move>,
    pub memory: &'a mut Memory<G::Move>,
    pub teams: Teams,
    /// The seat at the root.
    pub seat: Seat,
    pub budget: Budget<'a>,
    /// One list a ply, reused by all nodes there.
    pub lists: Vec<Vec<Ranked<G::Move>>>,
    /// Legal moves, before they are ranked.
    pub legal: Vec<G::Move>,
    pub lines: Lines<G::Move>,
    /// How often an evaluation had a say: while this stands still, values are certain.
    pub evaluated: u64,
}

/// What alpha-beta has to find out: whether the value is above one number and below another.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub above: i32,
    pub below: i32,
}

impl Window {
    pub const FULL: Self = Self { above: -INFINITE, below: INFINITE };

    fn is_null(self) -> bool {
        self.below - 1 == self.above
    }

    /// The same question, asked from the other side.
    fn flipped(self) -> Self {
        Self { above: -self.below, below: -self.above }
    }
}

impl<G: Game, E: Evaluate<G>> Look<'_, G, E> {
    /// The key under which the table knows a position. Evaluations are from the root seat's
    /// viewpoint, so what was found for one seat is not used for another.
    pub fn key(&self, game: &G) -> u64 {
        game.key() ^ u64::from(self.seat.0).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// The value of a move to the side that makes it; none when the budget is spent. With
    /// `narrow`, it is first asked only whether the move is better than the window's lower edge.
    pub fn after(
        &mut self,
        game: &G,
        mv: G::Move,
        (ply, depth): (usize, u32),
        ours: bool,
        window: Window,
        narrow: bool,
    ) -> Option<i32> {
        if !self.budget.spend() {
            return None;
        }
        let mut next = game.clone();
        next.play(mv);
        self.lines.clear(ply + 1);
        let mover = match next.turn() {
            Turn::Over(outcome) => {
                let worth = self.teams.value(&outcome, self.seat, ply + 1);
                return Some(if ours { worth } else { -worth });
            }
            Turn::Of(mover) => mover,
        };
        if narrow && !window.is_null() {
            let null = Window { above: window.above, below: window.above + 1 };
            let worth = self.next(&next, mover, (ply, depth), ours, null)?;
            if worth <= window.above || worth >= window.below {
                return Some(worth);
            }
        }
        self.next(&next, mover, (ply, depth), ours, window)
    }

    #[inline]
    fn next(
        &mut self,
        next: &G,
        mover: Seat,
        (ply, depth): (usize, u32),
        ours: bool,
        window: Window,
    ) -> Option<i32> {
        let own = self.teams.allied(self.seat, mover);
        if own == ours {
            self.best(next, own, ply + 1, depth - 1, window)
        } else {
            Some(-self.best(next, own, ply + 1, depth - 1, window.flipped())?)
        }
    }

    /// The value of a position in play: exact inside the window, a bound outside of it.
    fn best(
        &mut self,
        game: &G,
        ours: bool,
        ply: usize,
        depth: u32,
        window: Window,
    ) -> Option<i32> {
        self.lines.clear(ply);
        if depth == 0 {
            self.evaluated += 1;
            let worth = value::points(self.evaluate.evaluate(game, self.seat));
            return Some(if ours { worth } else { -worth });
        }
        let mut key = 0;
        let mut first = None;
        if self.options.table_bits.is_some() {
            key = self.key(game);
            if let Some(entry) = self.table.get(key) {
                first = entry.best;
                let worth = from_here(entry.value, ply);
                let answers = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => worth >= window.below,
                    Bound::Upper => worth <= window.above,
                };
                let proven = is_proven(worth, entry.bound);
                if answers && (proven || u32::from(entry.depth) >= depth) {
                    if !proven && entry.depth != TO_THE_END {
                        self.evaluated += 1;
                    }
                    return Some(worth);
                }
            }
        }

        let before = self.evaluated;
        let moves = self.ranked(game, ply, ours, first);
        let (mut most, mut best, mut above) = (-INFINITE, None, window.above);
        for (count, ranked) in moves.iter().enumerate() {
            let mv = ranked.mv;
            let narrow = self.options.null_window && count > 0;
            let asked = Window { above, below: window.below };
            // The list of a search that ends here need not go back.
            let worth = self.after(game, mv, (ply, depth), ours, asked, narrow)?;
            if worth > most {
                most = worth;
                best = Some(mv);
            }
            if worth > above {
                above = worth;
                self.lines.set(ply, mv);
            }
            if above >= window.below {
                if self.options.ordering {
                    self.memory.refuted(mv, ply, depth, ours);
                }
                break;
            }
        }
        self.lists[ply] = moves;

        let bound = if most >= window.below {
            Bound::Lower
        } else if most > window.above {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if is_proven(most, bound) {
            // Whatever was evaluated on the way had no say in this.
            self.evaluated = before;
        }
        if self.options.table_bits.is_some() {
            let certain = self.evaluated == before && !is_proven(most, bound);
            let depth =
                if certain { TO_THE_END } else { depth.min(u32::from(TO_THE_END) - 1) as u16 };
            self.table.put(key, to_here(most, ply), depth, bound, best);
        }
        Some(most)
    }

    fn ranked(
        &mut self,
        game: &G,
        ply: usize,
        ours: bool,
        first: Option<G::Move>,
    ) -> Vec<Ranked<G::Move>> {
        while self.lists.len() <= ply {
            self.lists.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        game.legal_moves(&mut self.legal);
        let (memory, ordering) = (&*self.memory, self.options.ordering);
        moves.extend(self.legal.iter().enumerate().map(|(index, &mv)| {
            let rank = if first == Some(mv) {
                i32::MAX
            } else if ordering {
                memory.rank(mv, ply, ours)
            } else {
                0
            };
            Ranked { mv, rank, index: index as u32 }
        }));
        if ordering || first.is_some() {
            moves.sort_unstable_by_key(|ranked| (std::cmp::Reverse(ranked.rank), ranked.index));
        }
        moves
    }
}

/// Whether a value is a win or a loss that no deeper look can take back. A win that is only known
/// as an upper bound is no win yet.
fn is_proven(worth: i32, bound: Bound) -> bool {
    (value::is_win(worth) && bound != Bound::Upper)
        || (value::is_loss(worth) && bound != Bound::Lower)
}

/// From distances counted from the root to distances counted from this ply.
fn to_here(worth: i32, ply: usize) -> i32 {
    if value::is_win(worth) {
        worth + ply as i32
    } else if value::is_loss(worth) {
        worth - ply as i32
    } else {
        worth
    }
}

/// The way back.
fn from_here(worth: i32, ply: usize) -> i32 {
    if value::is_win(worth) {
        worth - ply as i32
    } else if value::is_loss(worth) {
        worth + ply as i32
    } else {
        worth
    }
}
