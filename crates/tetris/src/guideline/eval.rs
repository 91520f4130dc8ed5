//! What a well is worth to one who attacks.

use crate::System;
use crate::guideline::columns::Columns;
use crate::guideline::perfect_clear::fillable;
use crate::guideline::weights::AttackWeights;
use crate::rules::pieces::Piece;
use crate::rules::score::{Clear, Spin};

/// From higher up hardly any well is emptied.
const LOW: i32 = 4;

impl AttackWeights {
    /// What locking a piece earned.
    pub fn reward(&self, piece: Piece, clear: Clear) -> f32 {
        let mut worth = self.attack * clear.attack(System::Modern, false) as f32;
        let lines = usize::from(clear.lines);
        if let Some(line) = lines.checked_sub(1) {
            let of = |table: &[f32]| table.get(line).or(table.last()).copied().unwrap_or(0.0);
            worth += match clear.spin {
                Spin::None => of(&self.clear),
                Spin::Mini => of(&self.mini),
                Spin::Full => of(&self.spin),
            };
        }
        if clear.empty {
            worth += self.perfect;
        }
        if piece == Piece::T && (lines == 0 || clear.spin == Spin::None) {
            worth += self.wasted_t;
        }
        worth
    }

    /// What a well promises, with the chain and the combo that one comes with.
    pub fn promise(&self, well: &Columns, width: u8, hard: bool, combo: i32) -> f32 {
        let width = usize::from(width);
        let columns = &well.all()[..width];
        let mut heights = [0i32; 16];
        let (mut tallest, mut lowest, mut deep) = (0, i32::MAX, 0);
        let (mut holes, mut covered, mut holed, mut changes) = (0, 0, 0u64, 0);
        // Walls are filled as high as the rows beside them are looked at.
        let mut left: Option<u64> = None;
        for (x, &column) in columns.iter().enumerate() {
            let height = 64 - column.leading_zeros() as i32;
            heights[x] = height;
            tallest = tallest.max(height);
            if height <= lowest {
                (lowest, deep) = (height, x);
            }
            let under = !column & ((1 << height) - 1);
            if under != 0 {
                holes += under.count_ones();
                holed |= under;
                let highest = 63 - under.leading_zeros();
                covered += (column >> highest).count_ones().min(6);
            }
            changes += match left {
                Some(left) => (column ^ left).count_ones(),
                None => 0,
            };
            left = Some(column);
        }
        let rows = (1u64 << tallest) - 1;
        changes += (!columns[0] & rows).count_ones() + (!columns[width - 1] & rows).count_ones();

        let (mut bumps, mut cliffs) = (0, 0);
        let mut last = None;
        for (x, &height) in heights[..width].iter().enumerate() {
            if x == deep {
                continue;
            }
            if let Some(last) = last {
                let step: i32 = height - last;
                bumps += step.abs();
                cliffs += (step * step).min(36);
            }
            last = Some(height);
        }

        let mut worth = self.tallest * tallest as f32
            + self.over_ten * (tallest - 10).max(0) as f32
            + self.over_fifteen * (tallest - 15).max(0) as f32
            + self.bumps * bumps as f32
            + self.cliffs * cliffs as f32
            + self.holes * holes as f32
            + self.rows_with_holes * holed.count_ones() as f32
            + self.covered * covered as f32
            + self.row_changes * changes as f32
            + self.combo * (combo + 1) as f32;
        if hard {
            worth += self.chain;
        }

        // Rows that are full from the left wall up to a column, and from a column to the right wall.
        let mut from_left = [u64::MAX; 20];
        let mut from_right = [u64::MAX; 20];
        for x in 0..width {
            from_left[x + 2] = from_left[x + 1] & columns[x];
        }
        for x in (0..width).rev() {
            from_right[x + 1] = from_right[x + 2] & columns[x];
        }
        let lacking = (from_left[deep + 1] & from_right[deep + 2]) >> lowest;
        worth += self.well * lacking.trailing_ones().min(4) as f32;

        if tallest <= LOW {
            worth += self.hope(columns, tallest as u32);
        }
        worth + self.slots(well, &heights, width, &from_left, &from_right)
    }

    /// What it is worth that the well could be emptied.
    fn hope(&self, columns: &[u64], tallest: u32) -> f32 {
        let width = columns.len() as u32;
        let filled: u32 = columns.iter().map(|column| column.count_ones()).sum();
        for rows in tallest.max(1)..=LOW as u32 {
            let empty = width * rows - filled;
            if empty.is_multiple_of(4) && empty > 0 {
                let pieces = empty as usize / 4;
                return match self.hope.get(pieces - 1) {
                    Some(&worth) if fillable(columns, rows) => worth,
                    _ => 0.0,
                };
            }
        }
        0.0
    }

    /// Places for a T's spin under an overhang; in `from_left` and `from_right` column `x` is at `x + 2` and `x + 1`.
    fn slots(
        &self,
        well: &Columns,
        heights: &[i32; 16],
        width: usize,
        from_left: &[u64; 20],
        from_right: &[u64; 20],
    ) -> f32 {
        let (mut best, mut second) = (0.0f32, 0.0f32);
        let mut found = |lines: usize| {
            let worth = self.slot[lines];
            if worth > best {
                (best, second) = (worth, best);
            } else {
                second = second.max(worth);
            }
        };
        let full_but =
            |from: usize, to: usize, y: u32| (from_left[from + 1] & from_right[to + 2]) >> y & 1;
        let sky = |x: usize| !0u64 << heights[x];
        for x in 0..width {
            let own = sky(x);
            for side in [-1i8, 1] {
                let roof = x as i8 + side;
                let open = x as i8 - side;
                let (over, under) = (well.get(roof), well.get(open));
                if open < 0 || roof < 0 || open >= width as i8 || roof >= width as i8 {
                    continue;
                }
                // A double: the T goes down upright beside the roof, then turns its arm under it.
                let double = own << 1
                    & sky(open as usize)
                    & !over
                    & over >> 1
                    & (over << 1 | 1)
                    & (under << 1 | 1);
                if double != 0 {
                    let y = double.trailing_zeros();
                    let lines = full_but(x - 1, x + 1, y) + full_but(x, x, y - 1);
                    found(lines as usize);
                }
                // A triple: the T is kicked down two rows into column `roof`, under a roof two rows above its end, its
                // point back under column `x`.
                let triple = !over
                    & !over >> 1
                    & !over << 1
                    & !over >> 2
                    & over >> 3
                    & !well.get(x as i8)
                    & well.get(x as i8) >> 1
                    & own >> 2
                    & sky(open as usize) >> 2;
                if triple & !1 != 0 {
                    let y = (triple & !1).trailing_zeros();
                    let (low, high) = (x.min(roof as usize), x.max(roof as usize));
                    let roof = roof as usize;
                    let lines = full_but(roof, roof, y + 1)
                        + full_but(low, high, y)
                        + full_but(roof, roof, y - 1);
                    found(lines as usize);
                }
            }
        }
        best + second
    }
}
