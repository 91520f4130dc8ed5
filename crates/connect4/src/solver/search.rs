//! The search: is the score of this position above that one?

use super::bits::{self, BOARD, EVEN_ROWS, ODD_ROWS};
use super::bounds;
use super::table::{Bounds, Place, Table};

/// A position inside the search, where the side to move cannot win at once and has a move after
/// which the other side cannot either.
#[derive(Clone, Copy)]
pub struct Node {
    /// Stones of the side to move.
    pub own: u64,
    /// Stones of both sides.
    pub mask: u64,
    /// Empty squares that would complete a line of the side to move.
    pub own_wins: u64,
    /// Empty squares that would complete a line of the other side.
    pub their_wins: u64,
    /// Moves that do not lose at once.
    pub moves: u64,
    /// Stones on the board.
    pub stones: u32,
    pub last: u8,
}

impl Node {
    /// None if the side to move loses whatever it plays (or has no move left).
    pub fn new(own: u64, mask: u64) -> Option<Self> {
        let own_wins = bits::completions(own) & BOARD & !mask;
        let their_wins = bits::completions(own ^ mask) & BOARD & !mask;
        let moves = safe_moves(mask, their_wins);
        (moves != 0).then_some(Self {
            own,
            mask,
            own_wins,
            their_wins,
            moves,
            stones: mask.count_ones(),
            last: 48,
        })
    }
}

/// The moves after which the other side, who would win on these squares, cannot win at once.
#[inline]
fn safe_moves(mask: u64, their_wins: u64) -> u64 {
    let playable = bits::playable(mask);
    let forced = playable & their_wins;
    let moves = if forced == 0 {
        playable
    } else if forced & (forced - 1) == 0 {
        forced
    } else {
        return 0;
    };
    moves & !(their_wins >> 1)
}

#[derive(Clone, Copy)]
struct Child {
    node: Node,
    place: Option<Place>,
    order: i32,
}

/// Up to this many stones, a position and its mirror image share an entry of the table.
pub static P: [std::sync::atomic::AtomicI32; 16] = [const { std::sync::atomic::AtomicI32::new(0) }; 16];
#[inline]
pub fn p(i: usize) -> i32 { P[i].load(std::sync::atomic::Ordering::Relaxed) }

/// One thread's search.
pub struct Search<'a> {
    pub table: &'a Table,
    pub small: &'a Table,
    pub nodes: u64,
    pub history: [[i32; 49]; 2],
    pub cont: Box<[[[i16; 49]; 49]; 2]>,
}

const VALUE: [i32; 49] = [
3,4,5,5,4,3,0,
4,6,8,8,6,4,0,
5,8,11,11,8,5,0,
7,10,13,13,10,7,0,
5,8,11,11,8,5,0,
4,6,8,8,6,4,0,
3,4,5,5,4,3,0];
const COLUMN_ORDER: [usize; 7] = [3, 2, 4, 1, 5, 0, 6];

impl Search<'_> {
    /// A bound of the score that says whether it is above `alpha`: a lower bound if it is, else an
    /// upper bound.
    pub fn search(&mut self, node: &Node, alpha: i32) -> i32 {
        self.nodes += 1;
        let before = self.nodes;
        let stones = node.stones;
        if stones >= bits::SQUARES - 2 {
            return 0;
        }
        let left = (bits::SQUARES - stones) as i32;
        // No move wins at once; the best that is left wins with the stone after the next.
        let max = (left - 1) / 2;
        if alpha >= max {
            return max;
        }
        // The other side cannot win with its next stone.
        let min = -(left - 2) / 2;
        if min > alpha {
            return min;
        }

        let mut children: [std::mem::MaybeUninit<Child>; 7] = [const { std::mem::MaybeUninit::uninit() }; 7];
        let mut count = 0;
        let theirs = node.own ^ node.mask;
        let single = node.moves & (node.moves - 1) == 0;
        let mut best = min;
        let table = if stones >= p(7) as u32 { self.small } else { self.table };
        let side = (stones & 1) as usize;
        let next_stones = stones + 1;
        // What is best if no child is lost at once.
        let calm_max = (left - 3) / 2;
        for column in COLUMN_ORDER {
            let square = node.moves & bits::column(column);
            if square == 0 {
                continue;
            }
            let ours = node.own | square;
            let mask = node.mask | square;
            let empty = BOARD & !mask;
            let wins = bits::completions(ours) & empty;
            let moves = safe_moves(mask, wins);
            if moves == 0 && next_stones < bits::SQUARES {
                return max;
            }
            if alpha >= calm_max {
                continue;
            }
            let child = Node {
                own: theirs,
                mask,
                own_wins: node.their_wins & !square,
                their_wins: wins,
                moves,
                stones: next_stones,
                last: square.trailing_zeros() as u8,
            };
            if stones >= p(0) as u32 {
                let high = bounds::upper(&child, -alpha - 1);
                if -high > alpha {
                    return -high;
                }
            }
            let place = if moves & (moves - 1) == 0 || stones >= p(6) as u32 { None } else {
                let mut key = theirs + mask;
                if stones < p(1) as u32 {
                    key = key.min(bits::mirror(key));
                }
                let place = table.place(key);
                let known = table.get(place);
                if -known.high > alpha {
                    return -known.high;
                }
                if -known.low <= alpha {
                    best = best.max(-known.low);
                    continue;
                }
                Some(place)
            };
            let good = if side == 0 { ODD_ROWS } else { EVEN_ROWS };
            let order = p(2) * wins.count_ones() as i32
                + p(3) * (wins & good).count_ones() as i32
                + ((p(4) * self.history[side][square.trailing_zeros() as usize]) >> 14)
                + ((p(11) * i32::from(self.cont[side][node.last as usize][square.trailing_zeros() as usize])) >> 14)
                + p(10) * VALUE[square.trailing_zeros() as usize]
                + p(5) * i32::from(moves & (moves-1) == 0);
            // insertion sort
            let mut i = count;
            while i > 0 {
                let prev = unsafe { children[i - 1].assume_init_ref() };
                if prev.order >= order { break; }
                children[i] = children[i - 1];
                i -= 1;
            }
            children[i].write(Child { node: child, place, order });
            count += 1;
        }
        if alpha >= calm_max {
            return calm_max;
        }
        let mut i = 0;
        while i < count {
            let child = unsafe { children[i].assume_init_ref() };
            let n0 = self.nodes;
            let score = -self.search(&child.node, -alpha - 1);
            if let Some(place) = child.place {
                let b = if score > alpha { Bounds { low: -21, high: -score } } else { Bounds { low: -score, high: 21 } };
                table.put(place, b, self.nodes - n0);
            }
            if score > alpha {
                if p(11) != 0 && i > 0 {
                    let sh = p(9);
                    let h = &mut self.cont[side][node.last as usize];
                    let upd = |h: &mut i16, t: i32| { *h += ((t - i32::from(*h)) >> sh) as i16; };
                    upd(&mut h[child.node.last as usize], 16384);
                    for j in 0..i {
                        let c = unsafe { children[j].assume_init_ref() };
                        upd(&mut h[c.node.last as usize], -16384);
                    }
                }
                if p(4) != 0 && i > 0 {
                    let sh = p(9);
                    let sq = child.node.mask ^ node.mask;
                    let h = &mut self.history[side][sq.trailing_zeros() as usize];
                    *h += (16384 - *h) >> sh;
                    for j in 0..i {
                        let c = unsafe { children[j].assume_init_ref() };
                        let sq = c.node.mask ^ node.mask;
                        let h = &mut self.history[side][sq.trailing_zeros() as usize];
                        *h += (-16384 - *h) >> sh;
                    }
                }
                return score;
            }
            best = best.max(score);
            i += 1;
        }
        let _ = (single, before);
        best
    }
}
