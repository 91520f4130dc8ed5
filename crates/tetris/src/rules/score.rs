//! What a lock is worth: points, attack, and whether it was a spin. And how fast pieces fall.

use crate::rules::field::Field;
use crate::rules::pieces::{Body, Facing, Piece, System};

/// Whether a T was turned into a place that it could not have dropped into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spin {
    /// Not at all.
    #[default]
    None,
    /// Barely: one of the squares beside its point is free.
    Mini,
    /// Properly.
    Full,
}

/// The squares diagonal to a T's middle, relative to its box, the two at the side of its point first.
const CORNERS: [[(i8, i8); 4]; 4] = [
    [(0, 2), (2, 2), (0, 0), (2, 0)],
    [(2, 2), (2, 0), (0, 2), (0, 0)],
    [(0, 0), (2, 0), (0, 2), (2, 2)],
    [(0, 2), (0, 0), (2, 2), (2, 0)],
];

/// Whether a piece that locks here after this kick (0: its last step was no turn) is a spin.
pub fn spin(field: &Field, system: System, body: Body, turned: u8) -> Spin {
    if system == System::Report || body.piece != Piece::T || turned == 0 {
        return Spin::None;
    }
    let filled =
        CORNERS[body.facing as usize].map(|(dx, dy)| field.is_filled(body.x + dx, body.y + dy));
    let corners = filled.iter().filter(|&&filled| filled).count();
    match () {
        () if corners < 3 => Spin::None,
        () if (filled[0] && filled[1]) || turned == 5 => Spin::Full,
        () => Spin::Mini,
    }
}

/// What locking a piece came to, before the level multiplies it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clear {
    /// Lines.
    pub lines: u8,
    /// How it got there.
    pub spin: Spin,
    /// Whether it is hard (four lines, or with a spin) and so was the last clear.
    pub back_to_back: bool,
    /// How many pieces in a row have cleared before this one; -1 if this one does not.
    pub combo: i32,
    /// Whether the well is empty now.
    pub empty: bool,
}

const REPORT_POINTS: [u32; 5] = [0, 40, 100, 300, 1200];
const LINE_POINTS: [u32; 5] = [0, 100, 300, 500, 800];
const FULL_POINTS: [u32; 5] = [400, 800, 1200, 1600, 1600];
const MINI_POINTS: [u32; 5] = [100, 200, 400, 400, 400];
const EMPTY_POINTS: [u32; 5] = [0, 800, 1200, 1800, 2000];
const COMBO_POINTS: u32 = 50;

const LINE_ATTACK: [u32; 5] = [0, 0, 1, 2, 4];
const FULL_ATTACK: [u32; 5] = [0, 2, 4, 6, 6];
const MINI_ATTACK: [u32; 5] = [0, 0, 1, 1, 1];
const COMBO_ATTACK: [u32; 12] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];
const EMPTY_ATTACK: u32 = 10;

impl Clear {
    fn by_lines(self, table: [u32; 5]) -> u32 {
        table[usize::from(self.lines.min(4))]
    }

    /// Whether a clear like this keeps a chain of hard ones going.
    pub fn is_hard(self) -> bool {
        self.lines == 4 || (self.lines > 0 && self.spin != Spin::None)
    }

    /// The points, at a level.
    pub fn points(self, system: System, level: u8) -> u32 {
        if system == System::Report {
            return self.by_lines(REPORT_POINTS);
        }
        let mut points = self.by_lines(match self.spin {
            Spin::None => LINE_POINTS,
            Spin::Mini => MINI_POINTS,
            Spin::Full => FULL_POINTS,
        });
        if self.back_to_back {
            points += points / 2;
        }
        points += COMBO_POINTS * self.combo.max(0) as u32;
        if self.empty {
            points += self.by_lines(EMPTY_POINTS);
        }
        points * u32::from(level)
    }

    /// How many lines of garbage it makes. By the report's rules that is a matter of races, and of lines alone.
    pub fn attack(self, system: System, race: bool) -> u32 {
        if system == System::Report {
            return if race { self.by_lines(LINE_ATTACK) } else { 0 };
        }
        if self.lines == 0 {
            return 0;
        }
        let lines = self.by_lines(match self.spin {
            Spin::None => LINE_ATTACK,
            Spin::Mini => MINI_ATTACK,
            Spin::Full => FULL_ATTACK,
        });
        let combo = COMBO_ATTACK[(self.combo.max(0) as usize).min(COMBO_ATTACK.len() - 1)];
        let empty = if self.empty { EMPTY_ATTACK } else { 0 };
        lines + u32::from(self.back_to_back) + combo + empty
    }
}

/// The facing whose point is at the side of these squares is what [`CORNERS`] is ordered by.
const _: () = assert!(Facing::North as usize == 0 && Facing::West as usize == 3);

/// A row, in the unit of gravity.
pub const ROW: u32 = 65_536;

const MODERN_GRAVITY: [u32; 20] = [
    1092, 1377, 1768, 2311, 3075, 4169, 5759, 8107, 11634, 17026, 25416, 38709, 60169, 95483,
    154_742, 256_187, 433_425, 749_597, 1_325_716, 2_398_490,
];
const REPORT_GRAVITY: [u32; 12] =
    [2731, 2979, 3277, 3641, 4096, 4681, 5461, 6554, 8192, 10923, 16384, 32768];

/// How far a piece falls in a tick, in 65536ths of a row.
pub fn gravity(system: System, level: u8) -> u32 {
    let table = match system {
        System::Report => &REPORT_GRAVITY[..],
        System::Modern => &MODERN_GRAVITY[..],
    };
    table[usize::from(level.max(1) - 1).min(table.len() - 1)]
}
