//! Garbage that the mode itself brings: lines to dig through, lines that rise with time, and walls that leave four
//! columns.

use game::Rng;

use crate::rules::colours::Cell;
use crate::rules::stock::Stock;
use crate::rules::terms::{Mode, Terms};

/// So many rows of garbage lie at once where one digs, in a well that is high enough.
const LYING: u8 = 10;

/// Columns that the walls of a four-wide leave.
const GAP: u8 = 4;

/// Ticks until the first line of a survival, by how many fewer it is after each step, and the least.
const SLOWEST: u64 = 300;
const FASTER: u64 = 20;
const STEP: u64 = 1_200;
const FASTEST: u64 = 60;

/// What a mode will still bring up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rising {
    /// Lines that are still to come; none where they never end.
    pub left: Option<u32>,
    /// The column of the last gap: the next one is in another.
    pub last: Option<u8>,
    /// Ticks until the next line, where they come with time.
    pub wait: u64,
    /// Draws the columns; another stream than that of the pieces.
    pub rng: Rng,
}

impl Rising {
    /// What a mode brings; nothing for most.
    pub fn of(mode: Mode, seed: u64) -> Option<Self> {
        let left = match mode {
            Mode::Survival | Mode::Dig => None,
            _ => Some(mode.cheese()?),
        };
        let wait = if mode == Mode::Survival { SLOWEST } else { 0 };
        Some(Self { left, last: None, wait, rng: Rng::new(!seed) })
    }

    /// The column of the next line's gap; none where no more lines come.
    pub fn draw(&mut self, width: u8) -> Option<u8> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1)?;
        }
        let gap = match self.last {
            Some(last) => {
                let other = self.rng.below(u32::from(width) - 1) as u8;
                other + u8::from(other >= last)
            }
            None => self.rng.below(width.into()) as u8,
        };
        self.last = Some(gap);
        Some(gap)
    }
}

/// How many rows of garbage lie at once where one digs.
pub fn lying(terms: &Terms) -> usize {
    LYING.min(terms.height / 2).into()
}

impl Stock {
    /// What lies in the well before the first piece.
    pub(super) fn prepare(&mut self) {
        if self.terms.mode.is_dug() {
            for _ in 0..lying(&self.terms) {
                let width = self.terms.width;
                let Some(gap) = self.rising.as_mut().and_then(|rising| rising.draw(width)) else {
                    break;
                };
                self.field.lift(1, gap);
                self.colours.lift(1, gap, width, self.terms.ceiling());
            }
        }
        if self.terms.mode == Mode::FourWide && self.terms.width > GAP {
            // Three squares of the first row: with them every piece can go on clearing.
            let left = self.wall();
            (left..left + GAP - 1).for_each(|x| self.put_garbage(x, 0));
            self.build_walls();
        }
    }

    /// The lines that are missing where one digs join those that wait.
    pub(super) fn refill(&mut self) {
        if !self.terms.mode.is_dug() {
            return;
        }
        for _ in self.garbage_rows()..lying(&self.terms) {
            let width = self.terms.width;
            let Some(gap) = self.rising.as_mut().and_then(|rising| rising.draw(width)) else {
                return;
            };
            self.waiting.push((1, gap));
        }
    }

    /// One tick of the lines that rise with time; `tick` counts those that have gone by.
    pub(crate) fn rise_with_time(&mut self, tick: u64) {
        let width = self.terms.width;
        let Some(rising) = self.rising.as_mut().filter(|rising| rising.wait > 0) else {
            return;
        };
        rising.wait -= 1;
        if rising.wait == 0 {
            rising.wait = SLOWEST.saturating_sub(FASTER * (tick / STEP)).max(FASTEST);
            let gap = rising.draw(width);
            self.waiting.extend(gap.map(|gap| (1, gap)));
        }
    }

    /// Whether everything that was to be dug through is gone.
    pub(super) fn is_dug_through(&self) -> bool {
        self.terms.mode.cheese().is_some()
            && self.rising.as_ref().is_some_and(|rising| rising.left == Some(0))
            && self.waiting.is_empty()
            && self.garbage_rows() == 0
    }

    /// Lines of garbage that are still to be dug through: those that lie, those that wait, and those to come.
    pub fn garbage_left(&self) -> u32 {
        let to_come = self.rising.as_ref().and_then(|rising| rising.left).unwrap_or(0);
        let waiting: u32 = self.waiting.iter().map(|(lines, _)| u32::from(*lines)).sum();
        to_come + waiting + self.garbage_rows() as u32
    }

    /// Builds the walls of a four-wide up again. A row that they would fill stays as it is.
    pub(super) fn build_walls(&mut self) {
        if self.terms.mode != Mode::FourWide || self.terms.width <= GAP {
            return;
        }
        let left = self.wall();
        let open = ((1u16 << GAP) - 1) << left;
        let walls = self.field.full() & !open;
        for y in 0..self.terms.height {
            let row = self.field.rows()[usize::from(y)];
            if row & open == open {
                continue;
            }
            for x in (0..self.terms.width).filter(|x| walls & !row & 1 << x != 0) {
                self.put_garbage(x, y);
            }
        }
    }

    /// How wide the left wall of a four-wide is.
    const fn wall(&self) -> u8 {
        (self.terms.width - GAP) / 2
    }

    fn put_garbage(&mut self, x: u8, y: u8) {
        self.field.rows_mut()[usize::from(y)] |= 1 << x;
        self.colours.put(x as i8, y as i8, Cell::Garbage);
    }

    /// How many rows have garbage in them.
    fn garbage_rows(&self) -> usize {
        let has = |y| {
            let width = self.terms.width as i8;
            (0..width).any(|x| self.colours.at(x, y) == Cell::Garbage)
        };
        (0..self.field.tallest() as i8).filter(|&y| has(y)).count()
    }
}
