//! The recursive search: negamax alpha-beta for two sides, either of which may move twice in a row.

use game::{Game, Seat, Turn};

use super::AlphaBetaOptions;
use super::order::{MoveOrdering, RankedMove};
use super::transposition::{Bound, SOLVED_DEPTH, TranspositionTable};
use crate::budget::Budget;
use crate::principal_variation::PvTable;
use crate::value::{self, INFINITE, Teams};
use crate::{Evaluate, SearchObserver, Visit};

/// The state of one search. All values are for the side that moves: the root's side, or all others together.
pub(super) struct AlphaBetaSearch<'a, G: Game, E, O> {
    pub evaluate: &'a E,
    pub options: &'a AlphaBetaOptions,
    /// Find the exact value of every root move, not only of the best one; it costs a lot.
    pub study: bool,
    pub table: &'a mut TranspositionTable<G::Move>,
    pub ordering: &'a mut MoveOrdering<G::Move>,
    pub teams: Teams,
    /// The seat at the root.
    pub seat: Seat,
    pub budget: Budget<'a>,
    /// One list of moves per ply, reused by all nodes there.
    pub move_lists: Vec<Vec<RankedMove<G::Move>>>,
    /// Legal moves, before they are ranked.
    pub legal: Vec<G::Move>,
    pub pv: PvTable<G::Move>,
    /// How many values came from an evaluation: while this does not change, values are certain.
    pub evaluated: u64,
    /// Who watches.
    pub observer: &'a mut O,
}

/// The search window: only a value between alpha and beta has to be exact.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    fn is_null(self) -> bool {
        self.beta - 1 == self.alpha
    }

    /// The same window from the other side.
    fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<G: Game, E: Evaluate<G>, O: SearchObserver<G::Move>> AlphaBetaSearch<'_, G, E, O> {
    /// The key of a position in the table. It includes the root's seat: evaluations are from that seat's viewpoint, so
    /// one seat's results are not valid for another.
    pub fn key(&self, game: &G) -> u64 {
        game.key() ^ u64::from(self.seat.0).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// The value of a move for the side that makes it; `None` when the budget is spent. With `null_window_first`, a
    /// null-window search (principal variation search) first asks only whether the move is better than alpha.
    pub fn search_move(
        &mut self,
        game: &G,
        mv: G::Move,
        (ply, depth): (usize, u32),
        ours: bool,
        window: Window,
        null_window_first: bool,
    ) -> Option<i32> {
        if !self.budget.spend() {
            return None;
        }
        let mut next = game.clone();
        next.play(mv);
        self.pv.clear(ply + 1);
        let turn = next.turn();
        self.enter(mv, turn, ours, window);
        let value = match turn {
            Turn::Over(outcome) => {
                let value = self.teams.value(&outcome, self.seat, ply + 1);
                if ours { value } else { -value }
            }
            Turn::Of(mover) => {
                self.search_windows(&next, mover, (ply, depth), ours, window, null_window_first)?
            }
        };
        self.observer.leave(if ours { value } else { -value });
        Some(value)
    }

    /// Tells the observer of a move.
    #[inline]
    fn enter(&mut self, mv: G::Move, turn: Turn, ours: bool, window: Window) {
        let mover = turn.seat();
        let maximises = mover.is_some_and(|mover| self.teams.allied(self.seat, mover));
        let Window { alpha, beta } = if ours { window } else { window.flipped() };
        self.observer.enter(Visit { mv, mover, maximises, alpha, beta });
    }

    /// The value of a position in play for the side that moved there.
    #[inline]
    fn search_windows(
        &mut self,
        next: &G,
        mover: Seat,
        (ply, depth): (usize, u32),
        ours: bool,
        window: Window,
        null_window_first: bool,
    ) -> Option<i32> {
        if null_window_first && !window.is_null() {
            let null = Window { alpha: window.alpha, beta: window.alpha + 1 };
            let value = self.search_child(next, mover, (ply, depth), ours, null)?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        self.search_child(next, mover, (ply, depth), ours, window)
    }

    #[inline]
    fn search_child(
        &mut self,
        next: &G,
        mover: Seat,
        (ply, depth): (usize, u32),
        ours: bool,
        window: Window,
    ) -> Option<i32> {
        let own = self.teams.allied(self.seat, mover);
        if own == ours {
            self.search(next, own, ply + 1, depth - 1, window)
        } else {
            Some(-self.search(next, own, ply + 1, depth - 1, window.flipped())?)
        }
    }

    /// The value of a position in play: exact inside the window, a bound outside (fail-soft).
    fn search(
        &mut self,
        game: &G,
        ours: bool,
        ply: usize,
        depth: u32,
        window: Window,
    ) -> Option<i32> {
        self.pv.clear(ply);
        if depth == 0 {
            self.evaluated += 1;
            let value = value::points(self.evaluate.evaluate(game, self.seat));
            return Some(if ours { value } else { -value });
        }
        let mut key = 0;
        let mut table_move = None;
        if self.options.table_bits.is_some() {
            key = self.key(game);
            if let Some(entry) = self.table.get(key) {
                table_move = entry.best;
                let value = value_from_table(entry.value, ply);
                let sufficient = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => value >= window.beta,
                    Bound::Upper => value <= window.alpha,
                };
                let proven = is_proven(value, entry.bound);
                if sufficient && (proven || u32::from(entry.depth) >= depth) {
                    if !proven && entry.depth != SOLVED_DEPTH {
                        self.evaluated += 1;
                    }
                    return Some(value);
                }
            }
        }

        let before = self.evaluated;
        let moves = self.ranked_moves(game, ply, ours, table_move);
        let (mut best_value, mut best, mut alpha) = (-INFINITE, None, window.alpha);
        for (searched, ranked) in moves.iter().enumerate() {
            let mv = ranked.mv;
            let null_window_first = self.options.null_window && searched > 0;
            let remaining = Window { alpha, beta: window.beta };
            // When the budget is spent, `?` drops the list: the search is over.
            let value =
                self.search_move(game, mv, (ply, depth), ours, remaining, null_window_first)?;
            if value > best_value {
                best_value = value;
                best = Some(mv);
            }
            if value > alpha {
                alpha = value;
                self.pv.set(ply, mv);
            }
            if alpha >= window.beta {
                if self.options.ordering {
                    self.ordering.note_cutoff(mv, ply, depth, ours);
                }
                self.observer.cut(moves[searched + 1..].iter().map(|ranked| ranked.mv));
                break;
            }
        }
        self.move_lists[ply] = moves;

        let bound = if best_value >= window.beta {
            Bound::Lower
        } else if best_value > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if is_proven(best_value, bound) {
            // A proven value does not depend on what was evaluated on the way.
            self.evaluated = before;
        }
        if self.options.table_bits.is_some() {
            let certain = self.evaluated == before && !is_proven(best_value, bound);
            let depth =
                if certain { SOLVED_DEPTH } else { depth.min(u32::from(SOLVED_DEPTH) - 1) as u16 };
            self.table.put(key, value_to_table(best_value, ply), depth, bound, best);
        }
        Some(best_value)
    }

    /// The legal moves in search order: the table's move, killers, then by history.
    fn ranked_moves(
        &mut self,
        game: &G,
        ply: usize,
        ours: bool,
        table_move: Option<G::Move>,
    ) -> Vec<RankedMove<G::Move>> {
        while self.move_lists.len() <= ply {
            self.move_lists.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.move_lists[ply]);
        moves.clear();
        game.legal_moves(&mut self.legal);
        let (ordering, by_history) = (&*self.ordering, self.options.ordering);
        moves.extend(self.legal.iter().enumerate().map(|(index, &mv)| {
            let rank = if table_move == Some(mv) {
                i32::MAX
            } else if by_history {
                ordering.rank(mv, ply, ours)
            } else {
                0
            };
            RankedMove { mv, rank, index: index as u32 }
        }));
        if by_history || table_move.is_some() {
            moves.sort_unstable_by_key(|ranked| (std::cmp::Reverse(ranked.rank), ranked.index));
        }
        moves
    }
}

/// Whether a value is a win or a loss that no deeper search can change. A win that is only an upper bound is not proven.
fn is_proven(value: i32, bound: Bound) -> bool {
    (value::is_win(value) && bound != Bound::Upper)
        || (value::is_loss(value) && bound != Bound::Lower)
}

/// Converts distances counted from the root to distances counted from this ply.
fn value_to_table(value: i32, ply: usize) -> i32 {
    if value::is_win(value) {
        value + ply as i32
    } else if value::is_loss(value) {
        value - ply as i32
    } else {
        value
    }
}

/// Converts distances counted from this ply to distances counted from the root.
fn value_from_table(value: i32, ply: usize) -> i32 {
    if value::is_win(value) {
        value - ply as i32
    } else if value::is_loss(value) {
        value + ply as i32
    } else {
        value
    }
}
