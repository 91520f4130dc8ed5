//! The exact solver: finds and proves the score of any position.
//!
//! A score counts the winner's stones that are left: 1 for a win with one's last stone, 2 with the
//! one before it, and so on; negative if the side to move loses, 0 for a draw.
//!
//! ```
//! use connect4::solver::{Position, Solver};
//!
//! let mut solver = Solver::new(1 << 20);
//! let position = Position::from_columns("2252576253462244111563365343671351441")?;
//! assert_eq!(solver.solve(&position).score, -1);
//! # Ok::<(), connect4::solver::PositionError>(())
//! ```

mod bits;
mod bounds;
mod currently_searching;
mod history;
mod negamax;
mod node;
mod position;
mod transposition;

pub mod book;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use bits::Board;
use book::Book;
use currently_searching::CurrentlySearching;
use negamax::{Shared, SolverSearch, ThreadState};
use node::{Node, NodeOrScore};
use transposition::TranspositionTable;

pub use position::{BoardPosition, NotSolvable, Position, PositionError};

/// The result of a search and its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    /// The score for the side to move.
    pub score: i32,
    /// Positions searched, by all threads.
    pub nodes: u64,
}

/// A solver of the standard board.
pub type Solver = BoardSolver<7, 6>;

/// Finds exact scores of positions of `W` columns and `H` rows. What it proves for one serves the next.
pub struct BoardSolver<const W: usize, const H: usize> {
    table: Arc<TranspositionTable>,
    book: Option<&'static Book>,
    /// One for each thread.
    threads: Vec<ThreadState>,
}

/// Never set.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<const W: usize, const H: usize> BoardSolver<W, H> {
    /// A solver of one thread without a book, whose table takes at most so many bytes; 128 MiB suit
    /// any position.
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table: Arc::new(TranspositionTable::new(table_bytes, Board::<W, H>::KEY_BITS)),
            book: None,
            threads: vec![Self::new_thread()],
        }
    }

    /// Looks up openings in the book that comes with the crate, which knows the standard board only.
    #[must_use]
    pub fn with_book(mut self) -> Self {
        self.book = Book::bundled().filter(|_| (W, H) == (7, 6));
        self
    }

    fn new_thread() -> ThreadState {
        ThreadState::new(Board::<W, H>::KEY_BITS)
    }

    /// The score of a position that the book knows.
    fn booked(&self, position: &BoardPosition<W, H>) -> Option<i32> {
        self.book?.score_of_key(position.stones(), position.canonical_key())
    }

    /// Searches on so many threads (at least one).
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.set_threads(threads);
        self
    }

    /// Searches on so many threads (at least one) from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads.resize_with(threads.max(1), Self::new_thread);
    }

    /// Another solver, of one thread, that shares this one's table and book.
    #[must_use]
    pub fn sharing(&self) -> Self {
        Self { table: Arc::clone(&self.table), book: self.book, threads: vec![Self::new_thread()] }
    }

    /// Forgets everything. Never needed for correct answers, only for fair measurements. A table that another solver
    /// shares is kept.
    pub fn forget(&mut self) {
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear();
        }
        self.threads.iter_mut().for_each(ThreadState::clear);
    }

    /// The exact score.
    pub fn solve(&mut self, position: &BoardPosition<W, H>) -> Solved {
        self.solve_until(position, &NEVER).expect(UNSTOPPED)
    }

    /// The exact score, or `None` if `stop` was set before it was found.
    pub fn solve_until(
        &mut self,
        position: &BoardPosition<W, H>,
        stop: &AtomicBool,
    ) -> Option<Solved> {
        self.solve_above(position, i32::MIN, stop)
    }

    /// Who wins: 1 the side to move, -1 the opponent, 0 nobody. Often much faster than the score.
    pub fn solve_weak(&mut self, position: &BoardPosition<W, H>) -> Solved {
        self.solve_weak_until(position, &NEVER).expect(UNSTOPPED)
    }

    /// Who wins, or `None` if `stop` was set before it was found.
    pub fn solve_weak_until(
        &mut self,
        position: &BoardPosition<W, H>,
        stop: &AtomicBool,
    ) -> Option<Solved> {
        self.solve_between(position, -1, 1, stop)
            .map(|solved| Solved { score: solved.score.signum(), ..solved })
    }

    /// The score of every move for the side to move, by column; None where the column is full.
    pub fn scores(&mut self, position: &BoardPosition<W, H>) -> [Option<i32>; W] {
        self.scores_until(position, &NEVER).expect(UNSTOPPED)
    }

    /// The score of every move, or `None` if `stop` was set before all were found.
    pub fn scores_until(
        &mut self,
        position: &BoardPosition<W, H>,
        stop: &AtomicBool,
    ) -> Option<[Option<i32>; W]> {
        let mut scores = [None; W];
        for column in Board::<W, H>::COLUMNS {
            if position.can_play(column) {
                scores[column] = Some(self.solve_move_until(position, column, stop)?.score);
            }
        }
        Some(scores)
    }

    /// The score, for the side to move, of a stone in this column (from 0), which must have room;
    /// `None` if `stop` was set before it was found.
    pub fn solve_move_until(
        &mut self,
        position: &BoardPosition<W, H>,
        column: usize,
        stop: &AtomicBool,
    ) -> Option<Solved> {
        if position.wins_with(column) {
            return Some(Solved { score: position.winning_score(), nodes: 0 });
        }
        let solved = self.solve_until(&position.after(column), stop)?;
        Some(Solved { score: -solved.score, ..solved })
    }

    /// Best play by both sides to the end of the game, as columns from 0.
    pub fn best_line(&mut self, position: &BoardPosition<W, H>) -> Vec<usize> {
        self.best_line_until(position, &NEVER).expect(UNSTOPPED)
    }

    /// Best play by both sides, or `None` if `stop` was set before it was found.
    pub fn best_line_until(
        &mut self,
        position: &BoardPosition<W, H>,
        stop: &AtomicBool,
    ) -> Option<Vec<usize>> {
        let mut score = self.solve_until(position, stop)?.score;
        let (mut position, mut line) = (*position, Vec::new());
        while !position.is_full() {
            let column = self.best_column_until(&position, score, stop)?;
            line.push(column);
            if position.wins_with(column) {
                break;
            }
            position = position.after(column);
            score = -score;
        }
        Some(line)
    }

    /// A column that is as good as the position, whose score is known and whose board is not full;
    /// `None` if `stop` was set before it was found.
    pub fn best_column_until(
        &mut self,
        position: &BoardPosition<W, H>,
        score: i32,
        stop: &AtomicBool,
    ) -> Option<usize> {
        let playable =
            || Board::<W, H>::COLUMNS.into_iter().filter(|&column| position.can_play(column));
        if position.can_win() {
            return playable().find(|&column| position.wins_with(column));
        }
        // A move that the book knows to be best need not be searched.
        let booked = |column: &usize| self.booked(&position.after(*column)) == Some(-score);
        if let Some(column) = playable().find(booked) {
            return Some(column);
        }
        for column in playable() {
            // No child scores less than -score, so "at most" means best.
            if self.bound(&position.after(column), -score, stop)?.score <= -score {
                return Some(column);
            }
        }
        None
    }

    /// The exact score of a position that is known to score at least `floor`.
    pub(crate) fn solve_above(
        &mut self,
        position: &BoardPosition<W, H>,
        floor: i32,
        stop: &AtomicBool,
    ) -> Option<Solved> {
        self.solve_between(position, floor, i32::MAX, stop)
    }

    /// The exact score if it lies between `low` and `high`; else a bound at or beyond the nearer of them.
    fn solve_between(
        &mut self,
        position: &BoardPosition<W, H>,
        low: i32,
        high: i32,
        stop: &AtomicBool,
    ) -> Option<Solved> {
        let node = match Node::root(position) {
            NodeOrScore::Score(score) => return Some(Solved { score, nodes: 0 }),
            NodeOrScore::Search(node) => node,
        };
        if let Some(score) = self.booked(position) {
            return Some(Solved { score, nodes: 0 });
        }
        self.threads.iter_mut().for_each(ThreadState::begin);
        let (mut min, mut max) = (node.min().max(low), node.max().min(high));
        let mut nodes = 0;
        while min < max {
            let alpha = next_alpha(min, max, node.stones);
            let answer = self.search_null_window(&node, alpha, stop)?;
            nodes += answer.nodes;
            if answer.score > alpha {
                min = answer.score;
            } else {
                max = answer.score;
            }
        }
        Some(Solved { score: min, nodes })
    }

    /// A bound of the score that says whether it is above `alpha`.
    fn bound(
        &mut self,
        position: &BoardPosition<W, H>,
        alpha: i32,
        stop: &AtomicBool,
    ) -> Option<Solved> {
        let node = match Node::root(position) {
            NodeOrScore::Score(score) => return Some(Solved { score, nodes: 0 }),
            NodeOrScore::Search(node) => node,
        };
        if let Some(score) = self.booked(position) {
            return Some(Solved { score, nodes: 0 });
        }
        self.search_null_window(&node, alpha, stop)
    }

    /// Searches with all threads whether the score is above `alpha`; the first result counts.
    fn search_null_window(
        &mut self,
        node: &Node<W, H>,
        alpha: i32,
        stop: &AtomicBool,
    ) -> Option<Solved> {
        let done = AtomicBool::new(false);
        let current = (self.threads.len() > 1).then(CurrentlySearching::new);
        let shared = Shared {
            table: &self.table,
            book: self.book,
            current: current.as_ref(),
            stop,
            done: &done,
        };
        let nodes = AtomicU64::new(0);
        let run = |thread: &mut ThreadState| {
            let mut search = SolverSearch::new(shared, thread);
            let score = search.bound(node, alpha);
            nodes.fetch_add(search.nodes, Relaxed);
            (!search.stopped).then(|| {
                done.store(true, Relaxed);
                score
            })
        };
        let (first, others) = self.threads.split_first_mut()?;
        let score = if others.is_empty() {
            run(first)
        } else {
            thread::scope(|scope| {
                let others: Vec<_> =
                    others.iter_mut().map(|thread| scope.spawn(|| run(thread))).collect();
                let mut score = run(first);
                for other in others {
                    score = score.or(other.join().ok().flatten());
                }
                score
            })
        };
        Some(Solved { score: score?, nodes: nodes.into_inner() })
    }
}

/// Why there must be a result.
const UNSTOPPED: &str = "only the stop flag ends a search early, and nobody can set this one";

/// Half the range of scores that hard positions have.
const NEAR: i32 = 8;

/// With fewer stones than this, the lowest win is tried first. Only the empty board was measured.
const OPENING_STONES: u32 = 6;

/// The next null window to search when the score lies between these.
///
/// Windows far from zero are cheap, as only short games matter. So first rule out the ends, then find out who wins, then
/// move away from zero step by step, where the expensive windows of long games are.
///
/// On the empty board the score is the lowest win, so the window just above it leaves nothing to search: that saves a
/// quarter of all positions. Later in the game it would cost 2 in 100.
fn next_alpha(min: i32, max: i32, stones: u32) -> i32 {
    let middle = min + (max - min) / 2;
    let alpha = if min < -NEAR {
        (min / 2).min(-NEAR)
    } else if max > NEAR {
        (max / 2).max(NEAR)
    } else if min < 0 && max > 0 {
        0
    } else if max <= 0 {
        middle.max(max - 2)
    } else {
        middle.min(min + i32::from(stones >= OPENING_STONES))
    };
    alpha.clamp(min, max - 1)
}
