//! A game in real time at this terminal: the well, who plays it, and what was done.

use std::time::Duration;

use crossterm::event::Event;
use game::{Game, Lang};
use search::{Level, Levels};
use tetris::{
    Driver, Inputs, Mode, Op, Options, Placement, Replay, Start, Terms, Tetris, Well,
    WellEvent as Seen, pace,
};

use super::keys::{Layout, Wish, wish};
use super::words;
use crate::failure::Failure;
use crate::setup::fresh_seed;
use crate::terminal::palette::Palette;
use crate::terminal::words::other;

/// The machine thinks no longer than this about a piece: the clock goes on.
const THINK: Duration = Duration::from_millis(25);

/// Ticks for which cleared rows are lit, and for which a message stands.
const FLASH: u32 = 9;
const MESSAGE: u32 = 90;

/// So many pieces can be taken back.
const BACK: usize = 500;

/// The report's keys 1 to 8, two for each: for one piece, and on and on.
const PLAYERS: [&str; 4] = ["random-action", "random", "no-lookahead", "lookahead"];

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// The rules and the well.
    pub options: Options,
    /// What is played for.
    pub mode: Mode,
    /// The level of the first piece.
    pub first: u8,
    /// What decides the pieces.
    pub seed: u64,
    /// Whether the next game has the same pieces.
    pub seeded: bool,
    /// Who plays when the machine is asked to.
    pub level: &'static Level,
    /// Whether the machine plays from the beginning.
    pub watches: bool,
    /// Which keys do what.
    pub layout: Layout,
}

/// A game in real time.
pub struct Session {
    /// What was asked for.
    pub wishes: Wishes,
    /// The well.
    pub well: Well,
    /// Whether the clock stands.
    pub paused: bool,
    /// Whether the machine plays.
    pub machine: bool,
    /// Whether the machine shows what it would do.
    pub coach: bool,
    /// Whether it is shown where the piece would land.
    pub ghost: bool,
    /// Whether the person has gone.
    pub left: bool,
    /// The language.
    pub lang: Lang,
    /// The colours.
    pub palette: Palette,
    /// Rows that were just cleared, bit by bit from the bottom, and for how long they are lit.
    pub flash: (u64, u32),
    /// What the last piece came to, and for how long it is said.
    pub message: (Vec<String>, u32),
    driver: Option<Driver>,
    /// Whether the machine was let in for one piece only.
    once: bool,
    pace: f32,
    pressed: Vec<Op>,
    inputs: Inputs,
    /// The well as it was when each piece appeared.
    before: Vec<Well>,
    /// Whether it can be told as a run: not if something was taken back.
    tellable: bool,
}

impl Session {
    /// A new game.
    pub fn new(wishes: Wishes, lang: Lang, palette: Palette) -> Result<Self, Failure> {
        let well = fresh_well(&wishes)?;
        let tellable = wishes.options.start == Start::Empty;
        Ok(Self {
            well,
            paused: false,
            machine: wishes.watches,
            coach: false,
            ghost: true,
            left: false,
            lang,
            palette,
            flash: (0, 0),
            message: (Vec::new(), 0),
            driver: Driver::new(wishes.level.id, wishes.seed, THINK),
            once: false,
            pace: pace(wishes.level.id),
            pressed: Vec::new(),
            inputs: Inputs::default(),
            before: Vec::new(),
            tellable,
            wishes,
        })
    }

    /// The run so far; none where it is none.
    pub fn replay(&self) -> Option<Replay> {
        let mut inputs = self.inputs.clone();
        inputs.end = self.well.ticks();
        let terms = self.well.stock().terms;
        let run = Replay { terms, seed: self.wishes.seed, name: None, inputs };
        self.tellable.then_some(run)
    }

    /// Where the machine means to put the piece, if that is to be seen.
    pub fn goal(&self) -> Option<Placement> {
        let shown = (self.machine || self.coach) && !self.paused && !self.well.is_over();
        self.driver.as_ref().filter(|_| shown)?.goal()
    }

    /// Takes an event from the terminal.
    pub fn handle(&mut self, event: &Event) {
        let Some(wish) = wish(event, self.wishes.layout) else { return };
        match wish {
            Wish::Input(op) => {
                if !self.paused && !self.machine {
                    self.pressed.push(op);
                }
            }
            Wish::Pause => self.paused = !self.paused && !self.well.is_over(),
            Wish::Again => self.again(self.wishes.mode),
            Wish::NextMode => self.again(next_mode(self.wishes.mode)),
            Wish::Machine => (self.machine, self.once) = (!self.machine, false),
            Wish::Player(key) => self.let_in(key),
            Wish::Coach => self.coach = !self.coach,
            Wish::Ghost => self.ghost = !self.ghost,
            Wish::Faster => self.at_pace(self.pace * 1.5),
            Wish::Slower => self.at_pace(self.pace / 1.5),
            Wish::Undo => self.undo(),
            Wish::Language => self.lang = other(self.lang),
            Wish::Away if self.paused || self.well.is_over() => self.left = true,
            Wish::Away => self.paused = true,
            Wish::Quit => self.left = true,
        }
    }

    /// Lets one of the report's players in, at its own pace.
    fn let_in(&mut self, key: u8) {
        let id = PLAYERS[usize::from(key - 1) / 2];
        let Some(level) = Tetris::LEVELS.iter().find(|level| level.id == id) else { return };
        if level.id != self.wishes.level.id {
            self.wishes.level = level;
            self.driver = Driver::new(level.id, self.wishes.seed, THINK);
            self.pace = pace(level.id);
        }
        (self.machine, self.once) = (true, key % 2 == 1);
    }

    fn at_pace(&mut self, pace: f32) {
        self.pace = pace.clamp(0.2, 30.0);
        self.driver = self.driver.take().map(|driver| driver.at_pace(self.pace));
    }

    fn again(&mut self, mode: Mode) {
        let seed = if self.wishes.seeded { self.wishes.seed } else { fresh_seed() };
        let wishes = Wishes { seed, mode, ..self.wishes.clone() };
        // What could be played once can be played again; what cannot be played is not begun.
        if let Ok(mut next) = Self::new(wishes, self.lang, self.palette) {
            (next.coach, next.ghost) = (self.coach, self.ghost);
            next.at_pace(self.pace);
            *self = next;
        }
    }

    fn undo(&mut self) {
        if self.wishes.mode == Mode::Practice
            && let Some(well) = self.before.pop()
        {
            self.well = well;
            self.tellable = false;
            self.pressed.clear();
        }
    }

    /// A sixtieth of a second.
    pub fn tick(&mut self) {
        if self.paused || self.well.is_over() {
            self.pressed.clear();
            return;
        }
        self.flash.1 = self.flash.1.saturating_sub(1);
        self.message.1 = self.message.1.saturating_sub(1);
        let mut ops = std::mem::take(&mut self.pressed);
        if let Some(driver) = self.driver.as_mut().filter(|_| self.machine || self.coach) {
            let mut its = Vec::new();
            driver.inputs(&self.well, &mut its);
            if self.machine {
                ops = its;
            }
        }
        let before = (self.wishes.mode == Mode::Practice).then(|| self.well.clone());
        let tick = self.well.ticks();
        self.well.tick(&ops);
        if !ops.is_empty() {
            self.inputs.ticks.push((tick, ops));
        }
        for event in self.well.events() {
            if let Seen::Locked(landing) = event {
                let said = words::landing(landing, self.lang);
                if !said.is_empty() {
                    self.message = (said, MESSAGE);
                }
                if landing.rows != 0 {
                    self.flash = (landing.rows, FLASH);
                }
            }
        }
        let locked = self.well.events().iter().any(|event| matches!(event, Seen::Locked(_)));
        if let Some(before) = before.filter(|_| locked) {
            self.keep(before);
        }
        if locked && self.once {
            (self.machine, self.once) = (false, false);
        }
    }

    /// Keeps a well to come back to: its piece at the top, as one wants it for another try.
    fn keep(&mut self, before: Well) {
        let reach = tetris::Reach::usual(before.stock().terms.rules);
        let at_the_top = Tetris::of_well(&before, reach).ok().and_then(|game| {
            // A placement game saves a well with its piece where it appears.
            Well::load(&game.save()).ok()
        });
        self.before.extend(at_the_top);
        if self.before.len() > BACK {
            self.before.remove(0);
        }
    }
}

/// The modes that one plays alone, in turn.
fn next_mode(mode: Mode) -> Mode {
    match mode {
        Mode::Marathon => Mode::Sprint,
        Mode::Sprint => Mode::Ultra,
        Mode::Ultra => Mode::Practice,
        Mode::Practice | Mode::Race => Mode::Marathon,
    }
}

fn fresh_well(wishes: &Wishes) -> Result<Well, Failure> {
    let Options { rules, width, height, start, .. } = wishes.options;
    let Wishes { mode, first, seed, .. } = *wishes;
    let terms = Terms { rules, width, height, mode, first };
    if start == Start::Empty {
        return Ok(Well::new(terms, seed)?);
    }
    if mode != Mode::Practice {
        return Err(Failure::asked(words::START));
    }
    let game = Tetris::new(&wishes.options, seed)?;
    Well::load(&game.save()).map_err(|error| Failure::asked(error.0))
}
