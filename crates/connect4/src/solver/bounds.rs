//! Static bounds of the score, from strategies that need no search (see Allis, 1988).
//!
//! A player who always answers in the column just played ("follow-up") decides who gets which
//! empty square: the follower gets the top row and every other one below it. Columns with an odd number of
//! empty squares break the rhythm; they come in pairs, and a stone on top of one is answered on top of the
//! other. So the follower knows every square that the opponent can ever get; if no line fits in
//! those, the opponent cannot win.
//!
//! On hard positions these tests halve the nodes of the search.

use super::bits::Board;
use super::node::Node;

/// Nothing is known: above any score.
const UNKNOWN: i32 = 64;

/// An upper bound of the score, or an uninformative one if none at or below `wanted` was found.
#[inline]
pub fn upper<const W: usize, const H: usize>(node: &Node<W, H>, wanted: i32) -> i32 {
    if wanted < -win_on(Board::<W, H>::lowest_follower_row(), H) {
        return UNKNOWN;
    }
    // Whoever is not to move can follow up to the end of the game if that leaves an even number of squares.
    if (Board::<W, H>::SQUARES - node.stones).is_multiple_of(2) {
        by_following(node, wanted)
    } else {
        by_a_threat(node, wanted)
    }
}

/// The score of a win on this row when the rest of the board is full: at worst it comes that late. The lower it hangs, the
/// more squares are left above it.
#[inline]
const fn win_on(row: usize, height: usize) -> i32 {
    ((height - row + 2) / 2) as i32
}

/// The side to move meets follow-up up to the end of the game.
#[inline]
fn by_following<const W: usize, const H: usize>(node: &Node<W, H>, wanted: i32) -> i32 {
    let empty = Board::<W, H>::ALL & !node.mask;
    // The side to move gets half of these. Granting all of them is simpler, and sound; telling the pairs apart saved
    // 1 node in 100 and cost more than it saved.
    let shared = Board::<W, H>::playable(node.mask) & Board::<W, H>::FOLLOWER_ROWS;
    let leaders = empty & Board::<W, H>::LEADER_ROWS;
    if Board::<W, H>::has_line(node.own | leaders | shared) {
        return UNKNOWN;
    }
    let sure = empty & Board::<W, H>::FOLLOWER_ROWS & !shared;
    let threats = node.their_wins & sure;
    // The top row is part of the last test.
    let mut row = Board::<W, H>::lowest_follower_row();
    while row < H {
        if threats & (Board::<W, H>::BOTTOM << (row - 1)) != 0 {
            return -win_on(row, H);
        }
        row += 2;
    }
    if wanted < 0 && Board::<W, H>::has_line((node.own ^ node.mask) | sure) {
        return -1;
    }
    0
}

/// With a threat on one of the leader's rows the opponent can follow up although the number of squares is odd: in the
/// threat's column the side to move must in the end play just below it.
#[inline]
fn by_a_threat<const W: usize, const H: usize>(node: &Node<W, H>, wanted: i32) -> i32 {
    let playable = Board::<W, H>::playable(node.mask);
    let empty = Board::<W, H>::ALL & !node.mask;
    let (leader_rows, follower_rows) = (Board::<W, H>::LEADER_ROWS, Board::<W, H>::FOLLOWER_ROWS);
    let elsewhere = node.own | (empty & leader_rows) | (playable & follower_rows);
    let mut threats = node.their_wins & leader_rows & !playable;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let at = Board::<W, H>::column_of(threat);
        let column = Board::<W, H>::column(at) & empty;
        let below = column & (threat - 1);
        let inside = (below & follower_rows) | (playable & column);
        if !Board::<W, H>::has_line((elsewhere & !column) | inside) {
            return -win_on(Board::<W, H>::row_of(threat), H);
        }
    }
    // No strategy applies, but perhaps no line is left to complete.
    if wanted >= 0 && !Board::<W, H>::has_line(node.own | empty) {
        return 0;
    }
    UNKNOWN
}
