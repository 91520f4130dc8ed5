//! The well in real time: sixty ticks a second, inputs stamped with ticks. `docs/tetris.md` is what it
//! follows, and the page's own well follows the same.

pub mod arcade;
mod doubts;
pub mod driver;
mod keys;
mod machine;
mod position;
pub mod race;
mod race_terms;
pub mod run;
pub(crate) mod saved;
mod scene;
pub mod session;
mod thumbnail;

use game::BadOptions;

use crate::rules::kicks;
use crate::rules::ops::{Op, PARTS};
use crate::rules::pieces::{Body, System};
use crate::rules::score::{ROW, gravity};
use crate::rules::stock::{Landing, Stock};
use crate::rules::terms::{Mode, Terms, ULTRA_TICKS};

/// A piece on the ground locks after so many ticks.
const LOCK_DELAY: u8 = 30;

/// So many moves and turns begin that delay anew.
const RESETS: u8 = 15;

/// The piece that falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Falling {
    /// Where it is.
    pub body: Body,
    /// How much of the next row it has fallen, in 65536ths.
    pub fall: u32,
    /// How many ticks it has lain on the ground.
    pub lock: u8,
    /// How often that has begun anew.
    pub resets: u8,
    /// Whether it has lain on the ground since it came to its lowest row.
    pub touched: bool,
    /// The lowest row that its origin has been in.
    pub lowest: i8,
    /// The kick of its last step, from 1; 0 if that was no turn.
    pub turned: u8,
}

impl Falling {
    /// A piece that has just appeared.
    pub const fn new(body: Body) -> Self {
        let lowest = body.y;
        Self { body, fall: 0, lock: 0, resets: 0, touched: false, lowest, turned: 0 }
    }
}

/// Something to be seen or heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WellEvent {
    /// A piece was locked.
    Locked(Landing),
    /// A piece went into the hold.
    Held,
    /// It is over; `done` if the mode's own end was reached.
    Over {
        /// Whether it was.
        done: bool,
    },
}

/// A well being played.
#[derive(Clone, Debug)]
pub struct Well {
    pub(crate) stock: Stock,
    pub(crate) tick: u64,
    pub(crate) falling: Option<Falling>,
    events: Vec<WellEvent>,
}

impl Well {
    /// A new well, its first piece at the top.
    pub fn new(terms: Terms, seed: u64) -> Result<Self, BadOptions> {
        let mut stock = Stock::new(terms.checked()?, seed);
        let falling = stock.deal().map(Falling::new);
        Ok(Self { stock, tick: 0, falling, events: Vec::new() })
    }

    /// A well in this state.
    pub(crate) fn restored(stock: Stock, tick: u64, falling: Option<Falling>) -> Self {
        Self { stock, tick, falling, events: Vec::new() }
    }

    /// Everything but the falling piece.
    pub const fn stock(&self) -> &Stock {
        &self.stock
    }

    /// The falling piece; none once it is over.
    pub const fn falling(&self) -> Option<&Falling> {
        self.falling.as_ref()
    }

    /// Where the falling piece would land.
    pub fn ghost(&self) -> Option<Body> {
        self.falling.map(|falling| self.stock.dropped(falling.body))
    }

    /// How many ticks have gone by.
    pub const fn ticks(&self) -> u64 {
        self.tick
    }

    /// Whether it has ended.
    pub const fn is_over(&self) -> bool {
        self.stock.over
    }

    /// What happened in the last tick.
    pub fn events(&self) -> &[WellEvent] {
        &self.events
    }

    /// A sixtieth of a second: these inputs, in order, and gravity up to the part of the tick that each is made in.
    pub fn tick(&mut self, ops: &[Op]) {
        self.events.clear();
        if self.stock.over {
            return;
        }
        let mut part = 0;
        for &op in ops {
            if let Op::At(next) = op {
                self.fall(part, next);
                part = next;
            } else {
                self.input(op);
            }
        }
        self.fall(part, PARTS);
        if !self.stock.over {
            self.stock.rise_with_time(self.tick);
        }
        self.tick += 1;
        if self.stock.terms.mode == Mode::Ultra && self.tick >= ULTRA_TICKS && !self.stock.over {
            self.end(true);
        }
    }

    /// Gravity from one part of the tick to another.
    fn fall(&mut self, from: u8, to: u8) {
        if self.stock.terms.mode.is_still() {
            return;
        }
        match self.stock.terms.rules {
            System::Modern => self.sink(from, to),
            System::Report => self.step_down(from, to),
        }
    }

    /// What gravity adds from one part of the tick to another: all parts together come to exactly a tick's.
    fn pull(&self, from: u8, to: u8) -> u32 {
        let gravity = gravity(self.stock.terms.rules, self.stock.level);
        let up_to = |part: u8| gravity * u32::from(part) / u32::from(PARTS);
        up_to(to) - up_to(from)
    }

    fn input(&mut self, op: Op) {
        let Some(falling) = self.falling else {
            return;
        };
        let body = falling.body;
        match op {
            Op::Left => self.step(body.moved(-1, 0), 0),
            Op::Right => self.step(body.moved(1, 0), 0),
            Op::Clockwise | Op::Anticlockwise => {
                let clockwise = op == Op::Clockwise;
                let rules = self.stock.terms.rules;
                if let Some((turned, kick)) = kicks::turn(&self.stock.field, rules, body, clockwise)
                {
                    self.step(turned, kick);
                }
            }
            Op::Flip => {
                if let Some(turned) = kicks::flip(&self.stock.field, self.stock.terms.rules, body) {
                    self.step(turned, 1);
                }
            }
            Op::Soft => match (self.lower(), self.stock.terms.rules) {
                (true, System::Modern) => self.stock.score += 1,
                (false, System::Report) => self.lock(),
                _ => (),
            },
            Op::Hard => {
                let mut rows = 0;
                while self.lower() {
                    rows += 1;
                }
                if self.stock.terms.rules == System::Modern {
                    self.stock.score += 2 * rows;
                }
                self.lock();
            }
            Op::Hold => {
                if self.stock.can_hold() {
                    self.events.push(WellEvent::Held);
                    self.falling = self.stock.hold(body.piece).map(Falling::new);
                    self.note_end();
                }
            }
            Op::Garbage { lines, column } => self.stock.waiting.push((lines, column)),
            Op::At(_) => (),
        }
    }

    /// A move to the side or a turn, if there is room.
    fn step(&mut self, body: Body, turned: u8) {
        if !self.stock.fits(body) {
            return;
        }
        let Some(falling) = &mut self.falling else {
            return;
        };
        falling.body = body;
        falling.turned = turned;
        if falling.touched && falling.resets < RESETS {
            falling.resets += 1;
            falling.lock = 0;
        }
        falling.note_lowest();
    }

    /// One row down, if there is room.
    fn lower(&mut self) -> bool {
        let Some(falling) = &mut self.falling else {
            return false;
        };
        let body = falling.body.moved(0, -1);
        let free = self.stock.fits(body);
        if free {
            falling.body = body;
            falling.turned = 0;
            falling.note_lowest();
        }
        free
    }

    /// Gravity, with a delay on the ground.
    fn sink(&mut self, from: u8, to: u8) {
        let pull = self.pull(from, to);
        let Some(falling) = &mut self.falling else {
            return;
        };
        if !self.stock.fits(falling.body.moved(0, -1)) {
            falling.touched = true;
            // Time on the ground counts in whole ticks.
            falling.lock += u8::from(to == PARTS);
            if falling.lock >= LOCK_DELAY {
                self.lock();
            }
            return;
        }
        falling.fall += pull;
        let mut free = true;
        while free && self.take_row() {
            self.lower();
            free = self.falling.is_some_and(|now| self.stock.fits(now.body.moved(0, -1)));
        }
        if let (false, Some(falling)) = (free, &mut self.falling) {
            falling.fall = 0;
        }
    }

    /// Gravity that locks at once.
    fn step_down(&mut self, from: u8, to: u8) {
        let pull = self.pull(from, to);
        let Some(falling) = &mut self.falling else {
            return;
        };
        falling.fall += pull;
        while self.take_row() {
            if !self.lower() {
                self.lock();
                return;
            }
        }
    }

    /// Takes a whole row off what the piece has fallen, if there is one.
    fn take_row(&mut self) -> bool {
        match &mut self.falling {
            Some(falling) if falling.fall >= ROW => {
                falling.fall -= ROW;
                true
            }
            _ => false,
        }
    }

    fn lock(&mut self) {
        let Some(falling) = self.falling.take() else {
            return;
        };
        let landing = self.stock.lock(falling.body, falling.turned);
        self.events.push(WellEvent::Locked(landing));
        if !self.stock.over {
            self.falling = self.stock.deal().map(Falling::new);
        }
        self.note_end();
    }

    fn note_end(&mut self) {
        if self.stock.over {
            self.events.push(WellEvent::Over { done: self.stock.done });
        }
    }

    fn end(&mut self, done: bool) {
        self.falling = None;
        self.stock.end(done);
        self.note_end();
    }
}

impl Falling {
    fn note_lowest(&mut self) {
        if self.body.y < self.lowest {
            self.lowest = self.body.y;
            self.lock = 0;
            self.resets = 0;
            self.touched = false;
        }
    }
}
