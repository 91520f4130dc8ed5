//! Emptying the well altogether: a search in depth that looks for nothing else.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::guideline::columns::Columns;
use crate::guideline::reachable::{LockedPiece, Reachable};
use crate::guideline::situation::Bag;
use crate::rules::pieces::{Facing, Piece, System, offsets};

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

/// What may still come is asked about only where nothing is higher than this.
const LOW: u32 = 4;

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
        if self.left == 0 || !fillable(&well.all()[..usize::from(self.frame.0)], rows) {
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
pub(super) fn fillable(columns: &[u64], rows: u32) -> bool {
    let inside = (1u64 << rows) - 1;
    let mut empty = 0u32;
    let mut last = 0;
    for &column in columns {
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

/// How likely the well can be emptied by the reserve and the next piece, which is any of a bag: at most two pieces, in at
/// most four rows.
pub(super) fn chance(well: &Columns, frame: (u8, u8), reserve: Option<Piece>, bag: Bag) -> f32 {
    let width = usize::from(frame.0);
    let tallest = well.tallest(frame.0);
    let filled: u32 = well.all()[..width].iter().map(|column| column.count_ones()).sum();
    let is_near = |rows: &u32| matches!((width as u32 * rows).checked_sub(filled), Some(4 | 8));
    let Some(rows) = (tallest.max(1)..=LOW).find(is_near) else { return 0.0 };
    if !fillable(&well.all()[..width], rows) {
        return 0.0;
    }
    if width as u32 * rows - filled == 4 {
        return match gap(well, width, rows).filter(|&piece| completes(well, frame, piece)) {
            Some(piece) if reserve == Some(piece) => 1.0,
            Some(piece) => bag.chance(piece),
            None => 0.0,
        };
    }
    let Some(reserve) = reserve else { return 0.0 };
    // Which next pieces help: after the reserve, or before it.
    let mut helps = [false; Piece::ALL.len()];
    each_within(well, frame, reserve, rows, |after, rows| {
        if let Some(piece) = gap(after, width, rows) {
            let known = helps[piece as usize] || bag.chance(piece) == 0.0;
            helps[piece as usize] |= !known && completes(after, frame, piece);
        }
    });
    for piece in Piece::ALL {
        if helps[piece as usize] || bag.chance(piece) == 0.0 {
            continue;
        }
        let helps = &mut helps[piece as usize];
        each_within(well, frame, piece, rows, |after, rows| {
            let fits = !*helps && gap(after, width, rows) == Some(reserve);
            *helps |= fits && completes(after, frame, reserve);
        });
    }
    let helpful = Piece::ALL.into_iter().filter(|&piece| helps[piece as usize]);
    helpful.map(|piece| bag.chance(piece)).sum()
}

/// Calls for every well that a piece can leave without reaching above these rows, with the rows that are left of them.
fn each_within(
    well: &Columns,
    frame: (u8, u8),
    piece: Piece,
    rows: u32,
    mut found: impl FnMut(&Columns, u32),
) {
    let Some(reach) = Reachable::new(well, frame.0, frame.1, piece) else { return };
    reach.for_each(well, |place| {
        let squares = offsets(System::Modern, place.piece, place.facing);
        if squares.iter().all(|&(_, dy)| place.y + dy < rows as i8) {
            let mut after = *well;
            after.fill(place.body());
            let lines = u32::from(after.clear(frame.0));
            found(&after, rows - lines);
        }
    });
}

/// Whether a piece can be brought where it empties the well.
fn completes(well: &Columns, frame: (u8, u8), piece: Piece) -> bool {
    let mut empties = false;
    each_within(well, frame, piece, LOW, |after, _| empties |= after.is_empty(frame.0));
    empties
}

/// The piece that has the shape of the gaps in these rows, if it is one piece.
fn gap(well: &Columns, width: usize, rows: u32) -> Option<Piece> {
    let inside = (1u64 << rows) - 1;
    let gaps = || well.all()[..width].iter().map(|column| !column & inside);
    let first = gaps().position(|gaps| gaps != 0)?;
    let low = gaps().fold(0, |all, gaps| all | gaps).trailing_zeros();
    let mut shape = 0u16;
    for (x, gaps) in gaps().enumerate().skip(first) {
        if gaps != 0 {
            if x - first >= 4 || gaps >> low > 0b1111 {
                return None;
            }
            shape |= ((gaps >> low) as u16) << (4 * (x - first));
        }
    }
    SHAPES.iter().find(|(known, _)| *known == shape).map(|&(_, piece)| piece)
}

/// Every shape in which a piece can lie: four bits a column, from the left and from the lowest row.
static SHAPES: LazyLock<Vec<(u16, Piece)>> = LazyLock::new(|| {
    let mut shapes = Vec::new();
    for piece in Piece::ALL {
        for facing in Facing::ALL {
            let squares = offsets(System::Modern, piece, facing);
            let left = squares.iter().map(|square| square.0).min().unwrap_or(0);
            let low = squares.iter().map(|square| square.1).min().unwrap_or(0);
            let bit = |&(x, y): &(i8, i8)| 1u16 << (4 * (x - left) + (y - low));
            let shape = squares.iter().fold(0, |shape, square| shape | bit(square));
            if !shapes.contains(&(shape, piece)) {
                shapes.push((shape, piece));
            }
        }
    }
    shapes
});

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows that are full but for the last columns.
    fn lacking(columns: usize) -> Columns {
        let mut filled = [0b11; 10];
        filled[10 - columns..].fill(0);
        Columns::of(&filled)
    }

    #[test]
    fn what_comes_next_may_empty_the_well() {
        let one =
            |reserve, bag: &[Piece]| chance(&lacking(2), (10, 20), Some(reserve), Bag::of(bag));
        assert_eq!(one(Piece::O, &[Piece::S]), 1.0, "behind hold already");
        assert_eq!(one(Piece::I, &[Piece::O, Piece::Z]), 0.5);
        assert_eq!(one(Piece::I, &[Piece::S, Piece::Z]), 0.0);
        let two = |reserve| chance(&lacking(4), (10, 20), Some(reserve), Bag::UNKNOWN);
        for piece in Piece::ALL {
            // Two alike fill two rows of four, unless they are crooked.
            let alike = matches!(piece, Piece::I | Piece::O | Piece::J | Piece::L);
            assert_eq!(two(piece), if alike { 1.0 / 7.0 } else { 0.0 }, "{piece:?}");
        }
        assert_eq!(chance(&lacking(6), (10, 20), Some(Piece::O), Bag::UNKNOWN), 0.0);
    }
}
