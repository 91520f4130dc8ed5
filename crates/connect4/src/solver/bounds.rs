//! Bounds that follow from the shape of a position, without search.
use super::bits::{self, BOARD, EVEN_ROWS, ODD_ROWS};
use super::search::{Node, p};

const ROW4: u64 = bits::BOTTOM << 3;
const ROW2: u64 = bits::BOTTOM << 1;
const ROW3: u64 = bits::BOTTOM << 2;

/// upper bound if it's <= need, otherwise anything higher.
#[inline]
pub fn upper(node: &Node, need: i32) -> i32 {
    if need < -3 { return 21; }
    let playable = bits::playable(node.mask);
    let empty = BOARD & !node.mask;
    let tops = playable & EVEN_ROWS;
    if node.stones & 1 == 0 {
        // first player to move: the second follows up.
        let base = node.own | (empty & ODD_ROWS);
        if bits::has_line(base | tops) {
            if p(12) == 0 || tops == 0 { return 21; }
            let n = tops.count_ones();
            if n > 4 { return 21; }
            let mut t = [0u64; 4];
            let mut rest = tops;
            let mut i = 0;
            while rest != 0 {
                t[i] = rest & rest.wrapping_neg();
                rest ^= t[i];
                if bits::has_line(base | t[i]) { return 21; }
                i += 1;
            }
            if n == 4 {
                let conflict = |a: usize, b: usize| bits::has_line(base | t[a] | t[b]);
                let (c01, c23, c02, c13, c03, c12) = (conflict(0,1), conflict(2,3), conflict(0,2), conflict(1,3), conflict(0,3), conflict(1,2));
                let m0 = !(c02 | c13 | c03 | c12);
                let m1 = !(c01 | c23 | c03 | c12);
                let m2 = !(c01 | c23 | c02 | c13);
                if !(m0 | m1 | m2) { return 21; }
            }
        }
        let sure = empty & EVEN_ROWS & !tops;
        let real = node.their_wins & sure;
        if real & ROW2 != 0 { return -3; }
        if real & ROW4 != 0 { return -2; }
        if need >= 0 { return 0; }
        if bits::has_line((node.own ^ node.mask) | sure) { -1 } else { 0 }
    } else {
        let mut t = node.their_wins & ODD_ROWS & !playable;
        let base = node.own | (empty & ODD_ROWS) | tops;
        while t != 0 {
            let threat = t & t.wrapping_neg();
            t ^= threat;
            let c = bits::column(bits::column_of(threat));
            let below = (threat - 1) & c & empty;
            let reach = (base & !(c & empty)) | (below & EVEN_ROWS) | (playable & c);
            if !bits::has_line(reach) {
                return if threat & ROW3 != 0 { -2 } else { -1 };
            }
        }
        if need < 0 { return 21; }
        let all = node.own | empty;
        if !bits::has_line(all) { return 0; }
        if p(13) != 0 {
            let ours = empty & ODD_ROWS & !playable;
            for c in [3, 2, 4, 1, 5, 0, 6] {
                let got = ours & bits::column(c);
                if got != 0 && !bits::has_line(all & !got) { return 0; }
            }
        }
        21
    }
}
