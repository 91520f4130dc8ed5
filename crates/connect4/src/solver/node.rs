//! A node of the search: a position with what its parent already knows about it.

use super::bits::{Board, INDEXES};
use super::position::BoardPosition;

/// A position in which the side to move cannot win at once, but can prevent the opponent from doing so.
#[derive(Clone, Copy)]
pub struct Node<const W: usize, const H: usize> {
    /// Stones of the side to move.
    pub own: u64,
    /// Stones of both sides.
    pub mask: u64,
    /// Empty squares that would complete a line of the opponent.
    pub their_wins: u64,
    /// Moves that do not lose at once.
    pub moves: u64,
    /// Stones on the board.
    pub stones: u32,
    /// Index of the square of the move that led here, [`NO_MOVE`] at the root.
    pub last: usize,
}

/// Stands for the move before the root: no square has this index, since the last bit of a full word is a sentinel.
pub const NO_MOVE: usize = INDEXES - 1;

/// A node to search, or a score that needs no search.
pub enum NodeOrScore<const W: usize, const H: usize> {
    /// The score itself.
    Score(i32),
    /// The position must be searched.
    Search(Node<W, H>),
}

impl<const W: usize, const H: usize> Node<W, H> {
    /// The root of a search; unlike inside the search, an immediate win is still possible here.
    pub fn root(position: &BoardPosition<W, H>) -> NodeOrScore<W, H> {
        let (own, mask) = (position.own, position.mask);
        if position.is_full() {
            return NodeOrScore::Score(0);
        }
        if position.can_win() {
            return NodeOrScore::Score(position.winning_score());
        }
        let empty = Board::<W, H>::ALL & !mask;
        let their_wins = Board::<W, H>::completions(own ^ mask) & empty;
        let moves = safe_moves::<W, H>(mask, their_wins);
        let stones = position.stones();
        if moves == 0 {
            return NodeOrScore::Score(-((Board::<W, H>::SQUARES - stones) as i32) / 2);
        }
        NodeOrScore::Search(Self { own, mask, their_wins, moves, stones, last: NO_MOVE })
    }

    /// The least score that is still possible: the opponent cannot win with its next stone.
    #[inline]
    pub const fn min(&self) -> i32 {
        -((Board::<W, H>::SQUARES - self.stones) as i32 - 2) / 2
    }

    /// The greatest score that is still possible: no move wins at once.
    #[inline]
    pub const fn max(&self) -> i32 {
        ((Board::<W, H>::SQUARES - self.stones) as i32 - 1) / 2
    }
}

/// The moves after which the opponent, who would win on `their_wins`, cannot win at once.
#[inline]
pub fn safe_moves<const W: usize, const H: usize>(mask: u64, their_wins: u64) -> u64 {
    let playable = Board::<W, H>::playable(mask);
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
