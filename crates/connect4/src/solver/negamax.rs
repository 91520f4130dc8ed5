//! The search: negamax with null windows. It answers whether the score of a position is above alpha.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::bits::{Board, INDEXES};
use super::book::Book;
use super::bounds;
use super::currently_searching::CurrentlySearching;
use super::history::History;
use super::node::{Node, safe_moves};
use super::transposition::{ScoreBounds, TableSlot, TranspositionTable};

/// With at most this many squares left, positions go to the thread's own small table, which fits the processor's cache. Waiting for
/// memory took half of the time; this made the search twice as fast for 5 nodes more in 100.
const NEAR_SQUARES: u32 = 24;
/// Bytes of the small table.
const NEAR_BYTES: usize = 1 << 20;
/// Up to this many stones, a position and its mirror image share an entry.
const MIRROR_STONES: u32 = 12;
/// With more squares left than this all threads search the first move of a position together: most often it decides.
const TOGETHER_SQUARES: u32 = NEAR_SQUARES + 2;
/// Nodes between two checks of the stop flag.
const STOP_INTERVAL: u64 = 4096;

/// What a thread keeps from one search to the next.
pub struct ThreadState {
    near: TranspositionTable,
    history: History,
}

impl ThreadState {
    /// For a board whose keys have so many bits.
    pub fn new(key_bits: u32) -> Self {
        Self { near: TranspositionTable::new(NEAR_BYTES, key_bits), history: History::new() }
    }

    /// Prepares for another position. Bounds stay true, so the table stays.
    pub fn begin(&mut self) {
        self.history.clear();
    }

    /// Empties table and history.
    pub fn clear(&mut self) {
        self.near.clear();
        self.history.clear();
    }
}

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub book: Option<&'a Book>,
    /// What the threads are searching, if there are several.
    pub current: Option<&'a CurrentlySearching>,
    /// Set by the caller.
    pub stop: &'a AtomicBool,
    /// Set by the first thread that is done.
    pub done: &'a AtomicBool,
}

/// One thread's search.
pub struct SolverSearch<'a, const W: usize, const H: usize> {
    shared: Shared<'a>,
    thread: &'a mut ThreadState,
    /// Positions searched so far.
    pub nodes: u64,
    /// The search was stopped: what it returns means nothing.
    pub stopped: bool,
    /// The positions on the way to the present one that other threads can prove, each with the window in which it is
    /// searched. Empty if there is one thread.
    path: Vec<(TableSlot, i32)>,
    /// The index in `path` of a position that another thread has proved: the search goes back there.
    proved: Option<usize>,
}

/// A move and what is known of the position after it.
#[derive(Clone, Copy, Default)]
struct Child {
    square: u64,
    wins: u64,
    moves: u64,
    key: u64,
    slot: Option<TableSlot>,
}

impl<'a, const W: usize, const H: usize> SolverSearch<'a, W, H> {
    pub fn new(shared: Shared<'a>, thread: &'a mut ThreadState) -> Self {
        Self {
            shared,
            thread,
            nodes: 0,
            stopped: false,
            path: Vec::with_capacity(INDEXES),
            proved: None,
        }
    }

    /// A bound that says whether the score is above `alpha`: a lower bound if it is above, else an
    /// upper bound.
    pub fn bound(&mut self, node: &Node<W, H>, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_INTERVAL) {
            self.look_up();
        }
        if self.stopped || node.stones >= Board::<W, H>::SQUARES - 2 {
            return 0;
        }
        let (mut best, max) = (node.min(), node.max());
        if alpha >= max {
            return max;
        }
        if best > alpha {
            return best;
        }

        let theirs = node.own ^ node.mask;
        let side = (node.stones & 1) as usize;
        // Without a double threat, a win comes at least one stone of ours later.
        let quiet_max = max - 1;
        let far = Board::<W, H>::SQUARES - node.stones > NEAR_SQUARES;
        let mut children = [Child::default(); W];
        // Rank and index of each child in one number, sorted from the best down.
        let mut order = [0i32; W];
        let mut count = 0;
        for column in Board::<W, H>::COLUMNS {
            let square = node.moves & Board::<W, H>::column(column);
            if square == 0 {
                continue;
            }
            let mask = node.mask | square;
            let wins = Board::<W, H>::completions(node.own | square) & Board::<W, H>::ALL & !mask;
            let moves = safe_moves::<W, H>(mask, wins);
            if moves == 0 {
                return max;
            }
            if alpha >= quiet_max {
                continue;
            }
            let mut hint = 0;
            let mut child = Child { square, wins, moves, key: 0, slot: None };
            let high = bounds::upper(&after(node, theirs, &child), -alpha - 1);
            if -high > alpha {
                return -high;
            }
            // A position with one move needs no entry: its only child has one.
            if moves & (moves - 1) != 0 {
                child.key = theirs + mask;
                if node.stones < MIRROR_STONES {
                    child.key = child.key.min(Board::<W, H>::mirror(child.key));
                }
                let slot = self.table(far).slot(child.key, Board::<W, H>::KEY_BITS);
                child.slot = Some(slot);
                let known = match self.booked(node.stones + 1, child.key) {
                    Some(score) => ScoreBounds::exactly(score),
                    None => self.known(far, slot),
                };
                if -known.high > alpha {
                    return -known.high;
                }
                if -known.low <= alpha {
                    best = best.max(-known.low);
                    continue;
                }
                // ScoreBounds from searches with other windows improve the order: they save a seventh of the nodes.
                hint = -known.low - known.high;
            }
            let index = square.trailing_zeros() as usize;
            let lines = Board::<W, H>::LINES[index];
            let history_rank = self.thread.history.rank(side, node.last, index, lines, wins);
            let rank = (history_rank + hint) * 8 + (7 - count as i32);
            let mut at = count;
            while at > 0 && order[at - 1] < rank {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = rank;
            children[count] = child;
            count += 1;
        }
        if alpha >= quiet_max {
            return quiet_max;
        }

        let mut deferred = [0usize; W];
        let mut deferred_count = 0;
        let mut turn = 0;
        while turn < count + deferred_count {
            let first_pass = turn < count;
            let rank = if first_pass { turn } else { deferred[turn - count] };
            turn += 1;
            let child = &children[(7 - (order[rank] & 7)) as usize];
            let mut claim = None;
            if let (Some(current), Some(slot), true) = (self.shared.current, child.slot, far) {
                // Another thread may have stored a result since.
                let known = self.known(true, slot);
                if -known.high > alpha {
                    return -known.high;
                }
                if -known.low <= alpha {
                    best = best.max(-known.low);
                    continue;
                }
                let squares_left = Board::<W, H>::SQUARES - node.stones;
                let together = rank == 0 && squares_left > TOGETHER_SQUARES;
                if first_pass && !together && current.is_claimed(child.key) {
                    deferred[deferred_count] = rank;
                    deferred_count += 1;
                    continue;
                }
                claim = current.claim(child.key);
                self.path.push((slot, -alpha - 1));
            }
            let (nodes, depth) = (self.nodes, self.path.len());
            let score = -self.bound(&after(node, theirs, child), -alpha - 1);
            drop(claim);
            if self.shared.current.is_some() && child.slot.is_some() && far {
                self.path.pop();
            }
            if self.stopped {
                if self.proved != Some(depth) {
                    return 0;
                }
                // Once more: the table has the result now.
                (self.stopped, self.proved) = (false, None);
                turn -= 1;
                continue;
            }
            if let Some(slot) = child.slot {
                let widest = ScoreBounds::widest(Board::<W, H>::MAX_SCORE);
                let proved = if score > alpha {
                    ScoreBounds { high: -score, ..widest }
                } else {
                    ScoreBounds { low: -score, ..widest }
                };
                self.table(far).put(slot, proved, self.nodes - nodes);
            }
            if score > alpha {
                if rank > 0 {
                    self.update_history(node, &children, &order[..=rank]);
                }
                return score;
            }
            best = best.max(score);
        }
        best
    }

    /// Looks whether the search should end, or go back because another thread was faster.
    #[cold]
    fn look_up(&mut self) {
        if self.shared.stop.load(Relaxed) || self.shared.done.load(Relaxed) {
            (self.stopped, self.proved) = (true, None);
        } else if !self.stopped {
            let proved = self.path.iter().position(|&(slot, alpha)| {
                let known = self.known(true, slot);
                known.low > alpha || known.high <= alpha
            });
            if let Some(at) = proved {
                // As long as the path was just below it.
                (self.stopped, self.proved) = (true, Some(at + 1));
            }
        }
    }

    #[inline]
    fn table(&self, far: bool) -> &TranspositionTable {
        if far { self.shared.table } else { &self.thread.near }
    }

    /// What is known of the score of a position.
    #[inline]
    fn known(&self, far: bool, slot: TableSlot) -> ScoreBounds {
        self.table(far).get(slot).unwrap_or(ScoreBounds::widest(Board::<W, H>::MAX_SCORE))
    }

    #[inline]
    fn booked(&self, stones: u32, key: u64) -> Option<i32> {
        // The book's keys are canonical. So are those of the search, up to MIRROR_STONES.
        let book = self.shared.book?;
        if stones > book.depth().min(MIRROR_STONES) {
            return None;
        }
        book.score_of_key(stones, key)
    }

    /// The last of these moves caused a cutoff, the ones before it did not.
    #[inline]
    fn update_history(&mut self, node: &Node<W, H>, children: &[Child; W], order: &[i32]) {
        let side = (node.stones & 1) as usize;
        for (tried, rank) in order.iter().rev().enumerate() {
            let square = children[(7 - (rank & 7)) as usize].square.trailing_zeros() as usize;
            self.thread.history.update(side, node.last, square, tried == 0);
        }
    }
}

#[inline]
fn after<const W: usize, const H: usize>(
    node: &Node<W, H>,
    theirs: u64,
    child: &Child,
) -> Node<W, H> {
    Node {
        own: theirs,
        mask: node.mask | child.square,
        their_wins: child.wins,
        moves: child.moves,
        stones: node.stones + 1,
        last: child.square.trailing_zeros() as usize,
    }
}
