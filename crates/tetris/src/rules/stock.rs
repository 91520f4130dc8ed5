//! All of a well but the falling piece: what a placement and a real-time lock change alike.

use crate::rules::colours::{Cell, Colours};
use crate::rules::field::Field;
use crate::rules::pieces::{Body, Facing, Piece, System, offsets};
use crate::rules::rising::Rising;
use crate::rules::score::{Clear, Spin, spin};
use crate::rules::supply::Supply;
use crate::rules::terms::{Mode, Terms};

/// At most so many lines of garbage come up with one piece.
const RISE: u8 = 8;

/// A well between two pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stock {
    /// What was agreed.
    pub terms: Terms,
    /// Which squares are filled.
    pub field: Field,
    /// And with what.
    pub colours: Colours,
    /// The pieces to come.
    pub supply: Supply,
    /// The piece held.
    pub held: Option<Piece>,
    /// Whether this piece came out of the hold, or was taken instead of one that went in.
    pub used: bool,
    /// Points.
    pub score: u64,
    /// Lines cleared.
    pub lines: u32,
    /// How fast it is.
    pub level: u8,
    /// Pieces locked.
    pub pieces: u32,
    /// How many pieces in a row have cleared something, less one.
    pub combo: i32,
    /// Whether the last clear was of four lines or with a spin.
    pub hard: bool,
    /// Lines of garbage made.
    pub attack: u32,
    /// Of which went to others.
    pub sent: u32,
    /// Garbage that waits to come up: lines and the column of their gap, oldest first.
    pub waiting: Vec<(u8, u8)>,
    /// Garbage that the mode itself will bring.
    pub rising: Option<Rising>,
    /// Whether it has ended.
    pub over: bool,
    /// Whether it ended because the mode's own end was reached.
    pub done: bool,
}

/// What locking a piece came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The piece, where it locked.
    pub body: Body,
    /// The rows that were full, bit by bit from the bottom, as they were before they went.
    pub rows: u64,
    /// Lines, spin, chain and combo.
    pub clear: Clear,
    /// Points for it, without those of the drop.
    pub points: u32,
    /// Lines of garbage that it made.
    pub attack: u32,
    /// Of which go to others.
    pub sent: u32,
    /// Lines of garbage that came up.
    pub rose: u8,
}

impl Stock {
    /// A well as its mode begins. The first piece is still in the queue.
    pub fn new(terms: Terms, seed: u64) -> Self {
        let mut stock = Self {
            terms,
            field: Field::new(terms.width, terms.ceiling()),
            colours: Colours::NONE,
            supply: Supply::new(terms.rules, terms.shown(), seed),
            held: None,
            used: false,
            score: 0,
            lines: 0,
            level: terms.first,
            pieces: 0,
            combo: -1,
            hard: false,
            attack: 0,
            sent: 0,
            waiting: Vec::new(),
            rising: Rising::of(terms.mode, seed),
            over: false,
            done: false,
        };
        stock.prepare();
        stock
    }

    /// Whether a piece has room there.
    pub fn fits(&self, body: Body) -> bool {
        self.field.fits(self.terms.rules, body)
    }

    /// A piece as far down as it goes from there.
    pub fn dropped(&self, mut body: Body) -> Body {
        while self.fits(body.moved(0, -1)) {
            body = body.moved(0, -1);
        }
        body
    }

    /// Where a piece appears; none if it has no room.
    pub fn entry(&self, piece: Piece) -> Option<Body> {
        entry(&self.terms, piece, |body| self.fits(body))
    }

    /// Takes the next piece out of the queue and lets it appear; without room the well is over.
    pub fn deal(&mut self) -> Option<Body> {
        self.used = false;
        let piece = self.supply.take(self.terms.shown());
        self.appear(piece)
    }

    /// Puts a piece into the hold and lets the one that was there, or else the next one, appear.
    /// The caller has asked [`can_hold`](Self::can_hold).
    pub fn hold(&mut self, piece: Piece) -> Option<Body> {
        let other = self.held.replace(piece);
        let other = other.unwrap_or_else(|| self.supply.take(self.terms.shown()));
        self.used = true;
        self.appear(other)
    }

    /// Whether the piece may go into the hold.
    pub fn can_hold(&self) -> bool {
        self.terms.rules == System::Modern && !self.used && !self.over
    }

    /// The piece that would appear if the present one went into the hold.
    pub fn out_of_hold(&self) -> Option<Piece> {
        self.held.or_else(|| self.supply.queue().first().copied())
    }

    fn appear(&mut self, piece: Piece) -> Option<Body> {
        let body = self.entry(piece);
        if body.is_none() {
            self.end(false);
        }
        body
    }

    /// Nothing more happens.
    pub fn end(&mut self, done: bool) {
        self.over = true;
        self.done = done;
        self.used = false;
    }

    /// Locks a piece that has room there; `turned` is the kick of its last step if that was a turn. The
    /// next piece does not appear yet.
    pub fn lock(&mut self, body: Body, turned: u8) -> Landing {
        let rules = self.terms.rules;
        let spin = spin(&self.field, rules, body, turned);
        self.field.fill(rules, body);
        let squares = body.squares(rules);
        for (x, y) in squares {
            self.colours.put(x, y, Cell::Of(body.piece));
        }
        let rows = self.field.clear();
        self.colours.clear(rows);
        let lines = rows.count_ones() as u8;
        let mut landing = Landing {
            body,
            rows,
            clear: Clear { lines, spin, combo: -1, ..Clear::default() },
            points: 0,
            attack: 0,
            sent: 0,
            rose: 0,
        };
        let hidden = squares.iter().all(|&(_, y)| y >= self.terms.height as i8);
        if rules == System::Modern && hidden && lines == 0 {
            self.end(false);
            return landing;
        }
        self.pay(&mut landing);
        if lines > 0 {
            landing.sent = self.cancel(landing.attack);
            self.attack += landing.attack;
            self.sent += landing.sent;
        } else {
            self.refill();
            if !self.rise(&mut landing.rose) {
                self.end(false);
                return landing;
            }
        }
        self.build_walls();
        self.lines += u32::from(lines);
        self.pieces += 1;
        self.advance();
        landing
    }

    /// Points and attack, the chain and the combo.
    fn pay(&mut self, landing: &mut Landing) {
        let rules = self.terms.rules;
        let clear = &mut landing.clear;
        if rules == System::Modern {
            self.combo = if clear.lines > 0 { self.combo + 1 } else { -1 };
            clear.combo = self.combo;
            clear.back_to_back = clear.is_hard() && self.hard;
            if clear.lines > 0 {
                self.hard = clear.is_hard();
            }
        }
        clear.empty = clear.lines > 0 && self.field.rows()[0] == 0;
        landing.points = clear.points(rules, self.level);
        landing.attack = clear.attack(rules, self.terms.mode == Mode::Race);
        self.score += u64::from(landing.points);
    }

    /// An attack first takes away garbage that waits; what is left of it goes to others.
    fn cancel(&mut self, attack: u32) -> u32 {
        let mut left = attack;
        while left > 0
            && let Some((lines, _)) = self.waiting.first_mut()
        {
            let taken = left.min(u32::from(*lines));
            left -= taken;
            *lines -= taken as u8;
            if *lines == 0 {
                self.waiting.remove(0);
            }
        }
        left
    }

    /// Garbage comes up. False when something is lost at the top.
    fn rise(&mut self, rose: &mut u8) -> bool {
        let mut kept = true;
        while *rose < RISE
            && let Some((lines, gap)) = self.waiting.first_mut()
        {
            let now = (*lines).min(RISE - *rose);
            *lines -= now;
            *rose += now;
            let (gap, left) = (*gap, *lines);
            if left == 0 {
                self.waiting.remove(0);
            }
            kept &= self.field.lift(now, gap);
            self.colours.lift(now, gap, self.terms.width, self.terms.ceiling());
        }
        kept
    }

    /// The level, and the mode's own end.
    fn advance(&mut self) {
        let mode = self.terms.mode;
        if let Some(last) = mode.last_level() {
            let level = u32::from(self.terms.first) + self.lines / 10;
            self.level = level.min(last.into()) as u8;
            if mode == Mode::Marathon && level > last.into() {
                self.end(true);
            }
        }
        if mode.sprint().is_some_and(|lines| self.lines >= lines) || self.is_dug_through() {
            self.end(true);
        }
    }
}

/// Where a piece appears in a well in which `fits` says what has room.
pub fn entry(terms: &Terms, piece: Piece, fits: impl Fn(Body) -> bool) -> Option<Body> {
    let (width, height) = (terms.width as i8, terms.height as i8);
    let at = |x, y| Body { piece, facing: Facing::North, x, y };
    match terms.rules {
        System::Modern => modern_entry(terms.width, terms.height, piece, fits),
        System::Report => {
            let top = offsets(System::Report, piece, Facing::North).map(|(_, dy)| dy);
            let top = top.into_iter().max().unwrap_or(0);
            let body = at(width / 2, height - 2 - top);
            [body, body.moved(0, 1)].into_iter().find(|&body| fits(body))
        }
    }
}

/// Where a piece appears by the modern rules: above the visible rows, then one row lower at once where there is room.
pub fn modern_entry(
    width: u8,
    height: u8,
    piece: Piece,
    fits: impl Fn(Body) -> bool,
) -> Option<Body> {
    let (width, height) = (width as i8, height as i8);
    let at = |x, y| Body { piece, facing: Facing::North, x, y };
    let body = match piece {
        Piece::I => at((width - 4) / 2, height - 2),
        Piece::O => at((width - 2) / 2, height),
        _ => at((width - 3) / 2, height - 1),
    };
    let lower = body.moved(0, -1);
    fits(body).then(|| if fits(lower) { lower } else { body })
}

impl Landing {
    /// Whether it was a spin.
    pub fn is_spin(&self) -> bool {
        self.clear.spin != Spin::None
    }
}
