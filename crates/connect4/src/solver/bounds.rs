//! Static bounds of the score, from strategies that need no search (see Allis, 1988).
//!
//! A player who always answers in the column just played ("follow-up") decides who gets which
//! empty square: as the columns have six rows, the second player gets the even rows. Columns of odd
//! height break the rhythm; they come in pairs, and a stone on top of one is answered on top of the
//! other. So the follower knows every square that the opponent can ever get; if no line fits in
//! those, the opponent cannot win.
//!
//! On hard positions these tests halve the nodes of the search.

use super::bits::{self, BOARD, BOTTOM, EVEN_ROWS, ODD_ROWS};
use super::node::Node;

/// Nothing is known: above any score.
const UNKNOWN: i32 = 21;
/// The lowest bound that these strategies can give: a win on the second row.
const LOWEST_BOUND: i32 = -3;

const ROW_2: u64 = BOTTOM << 1;
const ROW_3: u64 = BOTTOM << 2;
const ROW_4: u64 = BOTTOM << 3;

/// An upper bound of the score, or an uninformative one if none at or below `wanted` was found.
#[inline]
pub fn upper(node: &Node, wanted: i32) -> i32 {
    if wanted < LOWEST_BOUND {
        return UNKNOWN;
    }
    if node.stones & 1 == 0 { against_first(node, wanted) } else { against_second(node, wanted) }
}

/// The first player is to move, so the second can follow up to the end of the game.
#[inline]
fn against_first(node: &Node, wanted: i32) -> i32 {
    let empty = BOARD & !node.mask;
    // The first player gets half of these. Granting all of them is simpler, and sound; telling the pairs apart saved
    // 1 node in 100 and cost more than it saved.
    let shared = bits::playable(node.mask) & EVEN_ROWS;
    if bits::has_line(node.own | (empty & ODD_ROWS) | shared) {
        return UNKNOWN;
    }
    let sure = empty & EVEN_ROWS & !shared;
    let threats = node.their_wins & sure;
    // At worst the rest of the board is filled before the threat: the lower it hangs, the more
    // squares are left above it.
    if threats & ROW_2 != 0 {
        return -3;
    }
    if threats & ROW_4 != 0 {
        return -2;
    }
    if wanted < 0 && bits::has_line((node.own ^ node.mask) | sure) {
        return -1;
    }
    0
}

/// The second player is to move. With a threat on an odd row the first can follow up too: in the
/// threat's column the second player must in the end play just below it.
#[inline]
fn against_second(node: &Node, wanted: i32) -> i32 {
    let playable = bits::playable(node.mask);
    let empty = BOARD & !node.mask;
    let elsewhere = node.own | (empty & ODD_ROWS) | (playable & EVEN_ROWS);
    let mut threats = node.their_wins & ODD_ROWS & !playable;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let column = bits::column(bits::column_of(threat)) & empty;
        let below = column & (threat - 1);
        let inside = (below & EVEN_ROWS) | (playable & column);
        if !bits::has_line((elsewhere & !column) | inside) {
            return if threat & ROW_3 != 0 { -2 } else { -1 };
        }
    }
    // No strategy applies, but perhaps no line is left to complete.
    if wanted >= 0 && !bits::has_line(node.own | empty) {
        return 0;
    }
    UNKNOWN
}
