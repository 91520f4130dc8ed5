//! Emptying the well altogether: a search in depth that looks for nothing else.

use std::collections::HashSet;

use crate::guideline::columns::Columns;
use crate::guideline::reachable::{LockedPiece, Reachable};
use crate::rules::pieces::{Piece, System, offsets};

/// Looks for placements of known pieces that leave an empty well.
pub(super) struct PerfectClear<'a> {
    frame: (u8, u8),
    line: &'a [Piece],
    /// Wells that lead nowhere, with how many pieces were placed and the reserve.
    hopeless: HashSet<u64>,
    path: Vec<LockedPiece>,
    left: u32,
}

/// Stacks are not emptied from higher up.
const HIGHEST: u32 = 6;

impl<'a> PerfectClear<'a> {
    /// The way to an empty well with these pieces, if it is found within so many wells.
    pub fn find(
        well: &Columns,
        frame: (u8, u8),
        line: &'a [Piece],
        reserve: Option<Piece>,
        most: u32,
    ) -> Option<Vec<LockedPiece>> {
        let width = u32::from(frame.0);
        let known = line.len() as u32 + u32::from(reserve.is_some());
        let filled: u32 =
            well.all()[..width as usize].iter().map(|column| column.count_ones()).sum();
        let mut search =
            Self { frame, line, hopeless: HashSet::new(), path: Vec::new(), left: most };
        for rows in well.tallest(frame.0).max(1)..=HIGHEST {
            let empty = width * rows - filled;
            if empty.is_multiple_of(4) && empty > 0 && empty / 4 <= known {
                search.hopeless.clear();
                if search.empties(well, rows, 0, reserve) {
                    return Some(search.path);
                }
            }
        }
        None
    }

    /// Whether the rows under this one can be emptied.
    fn empties(
        &mut self,
        well: &Columns,
        rows: u32,
        placed: usize,
        reserve: Option<Piece>,
    ) -> bool {
        if rows == 0 {
            return true;
        }
        if self.left == 0 || !fillable(well, self.frame.0, rows) {
            return false;
        }
        self.left -= 1;
        let next = self.line.get(placed).copied();
        let state = (placed as u64) << 8 | reserve.map_or(7, |piece| piece as u64);
        if !self
            .hopeless
            .insert(well.hash(self.frame.0) ^ state.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        {
            return false;
        }
        let present = next.map(|piece| (piece, reserve));
        let instead = reserve.filter(|_| next != reserve).map(|piece| (piece, next));
        for (piece, after) in present.into_iter().chain(instead) {
            let Some(reach) = Reachable::new(well, self.frame.0, self.frame.1, piece) else {
                continue;
            };
            let mut found = [None; 64];
            let mut count = 0;
            reach.for_each(well, |place| {
                let squares = offsets(System::Modern, place.piece, place.facing);
                let under = |&(_, dy): &(i8, i8)| place.y + dy < rows as i8;
                if squares.iter().all(under) && count < found.len() {
                    found[count] = Some(place);
                    count += 1;
                }
            });
            found[..count].sort_unstable_by_key(|place| place.map(|place| (place.y, place.x)));
            for &place in found[..count].iter().flatten() {
                let mut below = *well;
                below.fill(place.body());
                let lines = u32::from(below.clear(self.frame.0));
                self.path.push(place);
                if self.empties(&below, rows - lines, placed + 1, after) {
                    return true;
                }
                self.path.pop();
            }
        }
        false
    }
}

/// Whether the empty squares could be covered by pieces of four: between columns that no piece can lie across, their
/// number must be a multiple of four.
fn fillable(well: &Columns, width: u8, rows: u32) -> bool {
    let inside = (1u64 << rows) - 1;
    let mut empty = 0u32;
    let mut last = 0;
    for &column in &well.all()[..usize::from(width)] {
        let gaps = !column & inside;
        if gaps & last == 0 {
            if !empty.is_multiple_of(4) {
                return false;
            }
            empty = 0;
        }
        empty += gaps.count_ones();
        last = gaps;
    }
    empty.is_multiple_of(4)
}
