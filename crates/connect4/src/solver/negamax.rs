//! The search: negamax with null windows. It answers whether the score of a position is above alpha.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::bits::{self, BOARD, SQUARES};
use super::book::Book;
use super::bounds;
use super::currently_searching::CurrentlySearching;
use super::history::{COLUMNS, History};
use super::node::{Node, safe_moves};
use super::transposition::{ScoreBounds, TableSlot, TranspositionTable};

/// From this many stones on, positions go to the thread's own small table, which fits the processor's cache. Waiting for
/// memory took half of the time; this made the search twice as fast for 5 nodes more in 100.
const NEAR_STONES: u32 = 18;
/// Bytes of the small table.
const NEAR_BYTES: usize = 1 << 20;
/// Up to this many stones, a position and its mirror image share an entry.
const MIRROR_STONES: u32 = 12;
/// Nodes between two checks of the stop flag.
const STOP_INTERVAL: u64 = 4096;

/// What a thread keeps from one search to the next.
pub struct ThreadState {
    near: TranspositionTable,
    history: History,
}

impl ThreadState {
    pub fn new() -> Self {
        Self { near: TranspositionTable::new(NEAR_BYTES), history: History::new() }
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
pub struct SolverSearch<'a> {
    shared: Shared<'a>,
    thread: &'a mut ThreadState,
    /// Positions searched so far.
    pub nodes: u64,
    /// The search was stopped: what it returns means nothing.
    pub stopped: bool,
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

impl<'a> SolverSearch<'a> {
    pub fn new(shared: Shared<'a>, thread: &'a mut ThreadState) -> Self {
        Self { shared, thread, nodes: 0, stopped: false }
    }

    /// A bound that says whether the score is above `alpha`: a lower bound if it is above, else an
    /// upper bound.
    pub fn bound(&mut self, node: &Node, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_INTERVAL)
            && (self.shared.stop.load(Relaxed) || self.shared.done.load(Relaxed))
        {
            self.stopped = true;
        }
        if self.stopped || node.stones >= SQUARES - 2 {
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
        let far = node.stones < NEAR_STONES;
        let mut children = [Child::default(); 7];
        // Rank and index of each child in one number, sorted from the best down.
        let mut order = [0i32; 7];
        let mut count = 0;
        for column in COLUMNS {
            let square = node.moves & bits::column(column);
            if square == 0 {
                continue;
            }
            let mask = node.mask | square;
            let wins = bits::completions(node.own | square) & BOARD & !mask;
            let moves = safe_moves(mask, wins);
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
                    child.key = child.key.min(bits::mirror(child.key));
                }
                let slot = self.table(far).slot(child.key);
                child.slot = Some(slot);
                let known = match self.booked(node.stones + 1, child.key) {
                    Some(score) => ScoreBounds::exactly(score),
                    None => self.table(far).get(slot),
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
            let history_rank = self.thread.history.rank(side, node.last, index, wins);
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

        let mut deferred = [0usize; 7];
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
                let known = self.shared.table.get(slot);
                if -known.high > alpha {
                    return -known.high;
                }
                if -known.low <= alpha {
                    best = best.max(-known.low);
                    continue;
                }
                if first_pass && rank > 0 && current.is_claimed(child.key) {
                    deferred[deferred_count] = rank;
                    deferred_count += 1;
                    continue;
                }
                claim = current.claim(child.key);
            }
            let nodes = self.nodes;
            let score = -self.bound(&after(node, theirs, child), -alpha - 1);
            drop(claim);
            if self.stopped {
                return 0;
            }
            if let Some(slot) = child.slot {
                let proved = if score > alpha {
                    ScoreBounds::at_most(-score)
                } else {
                    ScoreBounds::at_least(-score)
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

    #[inline]
    fn table(&self, far: bool) -> &TranspositionTable {
        if far { self.shared.table } else { &self.thread.near }
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
    fn update_history(&mut self, node: &Node, children: &[Child; 7], order: &[i32]) {
        let side = (node.stones & 1) as usize;
        for (tried, rank) in order.iter().rev().enumerate() {
            let square = children[(7 - (rank & 7)) as usize].square.trailing_zeros() as usize;
            self.thread.history.update(side, node.last, square, tried == 0);
        }
    }
}

#[inline]
fn after(node: &Node, theirs: u64, child: &Child) -> Node {
    Node {
        own: theirs,
        mask: node.mask | child.square,
        their_wins: child.wins,
        moves: child.moves,
        stones: node.stones + 1,
        last: child.square.trailing_zeros() as usize,
    }
}
