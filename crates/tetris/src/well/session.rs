//! A well that one person plays at a terminal: who plays it, what was done, and what can be taken back.

use std::time::Duration;

use game::{ArcadeSession, BadOptions, Game, Lang, Phrase, Scene, SessionSetup, options_for};
use search::{Level, Levels};

use crate::about::Options;
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::reach::Reach;
use crate::rules::start::Start;
use crate::rules::stock::Landing;
use crate::rules::terms::{Mode, Terms};
use crate::well::driver::{Driver, pace};
use crate::well::keys;
use crate::well::run::{Inputs, Replay};
use crate::well::scene;
use crate::well::{Well, WellEvent};

/// The machine thinks no longer than this about a piece: the clock goes on.
const THINK: Duration = Duration::from_millis(25);

/// Ticks for which cleared rows are lit, and for which a message stands.
const FLASH: u32 = 9;
const MESSAGE: u32 = 90;

/// So many pieces can be taken back.
const MAX_TAKEN_BACK: usize = 500;

/// The report's keys 1 to 8, two for each player: once, and on and on. Once is one input for the first, who plays by
/// inputs, and a piece for the others.
const PLAYERS: [&str; 4] = ["random-action", "random", "no-lookahead", "lookahead"];

/// A well at a terminal.
pub struct WellSession {
    settings: Settings,
    well: Well,
    /// Whether the machine plays.
    machine: bool,
    /// How long the machine was let in for; none is for good.
    once: Option<Once>,
    /// Whether the machine shows what it would do.
    coach: bool,
    /// Whether it is shown where the piece would land.
    ghost: bool,
    /// Rows that were just cleared, bit by bit from the bottom, and for how long they are lit.
    flash: (u64, u32),
    /// What the last piece came to, and for how long it is said.
    message: (Option<Landing>, u32),
    driver: Option<Driver>,
    pace: f32,
    inputs: Inputs,
    /// The well as it was when each piece appeared.
    before: Vec<Well>,
    /// Whether it can be replayed: not if something was taken back.
    replayable: bool,
}

/// What the machine is let in for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Once {
    Input,
    Piece,
}

/// What stays the same from game to game, but for the seed and the mode.
#[derive(Clone)]
struct Settings {
    options: Options,
    mode: Mode,
    first: u8,
    seed: u64,
    /// Who plays when the machine is asked to.
    level: &'static Level,
    /// Whether the machine plays from the beginning.
    machine: bool,
}

impl WellSession {
    /// A new well.
    pub fn new(setup: &SessionSetup) -> Result<Self, BadOptions> {
        let mode = Mode::of_id(setup.mode).filter(|mode| *mode != Mode::Race).ok_or_else(|| {
            BadOptions::new(
                format!("one does not play “{}” alone", setup.mode),
                format!("on ne joue pas « {} » seul", setup.mode),
            )
        })?;
        Self::begin(Settings {
            options: options_for::<Tetris>(setup.variant.as_deref(), &setup.options)?,
            mode,
            first: setup.first.unwrap_or(1),
            seed: setup.seed,
            level: level(setup.level).ok_or_else(|| {
                BadOptions::new(
                    format!("there is no level “{}”", setup.level),
                    format!("il n’y a pas de niveau « {} »", setup.level),
                )
            })?,
            machine: setup.machine,
        })
    }

    fn begin(settings: Settings) -> Result<Self, BadOptions> {
        let well = fresh_well(&settings)?;
        Ok(Self {
            well,
            machine: settings.machine,
            once: None,
            coach: false,
            ghost: true,
            flash: (0, 0),
            message: (None, 0),
            driver: Driver::new(settings.level.id, settings.seed, THINK),
            pace: pace(settings.level.id),
            inputs: Inputs::default(),
            before: Vec::new(),
            replayable: settings.options.start == Start::Empty,
            settings,
        })
    }

    /// The well.
    pub const fn well(&self) -> &Well {
        &self.well
    }

    /// The level that plays when the machine is asked to.
    pub const fn level(&self) -> &'static Level {
        self.settings.level
    }

    /// Whether the machine plays.
    pub const fn is_machine(&self) -> bool {
        self.machine
    }

    /// Whether the machine shows what it would do.
    pub(super) const fn is_coach(&self) -> bool {
        self.coach
    }

    /// Where the piece would land, if that is to be seen.
    pub(super) fn ghost(&self) -> Option<crate::Body> {
        self.well.ghost().filter(|_| self.ghost)
    }

    /// Where the machine means to put the piece, if that is to be seen.
    pub(super) fn goal(&self) -> Option<Placement> {
        let shown = (self.machine || self.coach) && !self.well.is_over();
        self.driver.as_ref().filter(|_| shown)?.goal()
    }

    /// Rows that were just cleared, bit by bit from the bottom.
    pub(super) const fn lit(&self) -> u64 {
        if self.flash.1 > 0 { self.flash.0 } else { 0 }
    }

    /// What the last piece came to, while it is said.
    pub(super) fn message(&self) -> Option<&Landing> {
        self.message.0.as_ref().filter(|_| self.message.1 > 0)
    }

    /// The run so far; none where it cannot be replayed.
    pub fn replay(&self) -> Option<Replay> {
        let mut inputs = self.inputs.clone();
        inputs.end = self.well.ticks();
        let terms = self.well.stock().terms;
        let run = Replay { terms, seed: self.settings.seed, name: None, inputs };
        self.replayable.then_some(run)
    }

    /// Lets one of the report's players in, at its own pace.
    fn let_in(&mut self, key: usize) {
        let player = PLAYERS.get(key.wrapping_sub(1) / 2);
        let Some(level) = player.and_then(|id| level(id)) else { return };
        if level.id != self.settings.level.id {
            self.settings.level = level;
            self.driver = Driver::new(level.id, self.settings.seed, THINK);
            self.pace = pace(level.id);
        }
        self.machine = true;
        self.once = match key {
            1 => Some(Once::Input),
            _ if key % 2 == 1 => Some(Once::Piece),
            _ => None,
        };
    }

    fn at_pace(&mut self, pace: f32) {
        self.pace = pace.clamp(0.2, 30.0);
        self.driver = self.driver.take().map(|driver| driver.at_pace(self.pace));
    }

    fn note_events(&mut self) {
        for event in self.well.events() {
            if let WellEvent::Locked(landing) = event {
                if !scene::landing_words(landing, Lang::En).is_empty() {
                    self.message = (Some(*landing), MESSAGE);
                }
                if landing.rows != 0 {
                    self.flash = (landing.rows, FLASH);
                }
            }
        }
    }

    /// Keeps a well to come back to: its piece at the top, as one wants it for another try.
    fn keep(&mut self, before: &Well) {
        let reach = Reach::usual(before.stock().terms.rules);
        let at_the_top = Tetris::of_well(before, reach).ok().and_then(|game| {
            // A placement game saves a well with its piece where it appears.
            Well::load(&game.save()).ok()
        });
        self.before.extend(at_the_top);
        if self.before.len() > MAX_TAKEN_BACK {
            self.before.remove(0);
        }
    }
}

impl ArcadeSession for WellSession {
    fn tick(&mut self, inputs: &[&'static str]) {
        if self.well.is_over() {
            return;
        }
        self.flash.1 = self.flash.1.saturating_sub(1);
        self.message.1 = self.message.1.saturating_sub(1);
        let mut ops: Vec<_> = inputs.iter().filter_map(|name| keys::input(name)).collect();
        if let Some(driver) = self.driver.as_mut().filter(|_| self.machine || self.coach) {
            let mut its = Vec::new();
            if self.machine && self.once == Some(Once::Input) {
                its.push(driver.any_input());
            } else {
                driver.inputs(&self.well, &mut its);
            }
            if self.machine {
                ops = its;
            }
        }
        let before = self.takes_back().then(|| self.well.clone());
        let tick = self.well.ticks();
        self.well.tick(&ops);
        if !ops.is_empty() {
            self.inputs.ticks.push((tick, ops));
        }
        self.note_events();
        let locked = self.well.events().iter().any(|event| matches!(event, WellEvent::Locked(_)));
        if let Some(before) = before.filter(|_| locked) {
            self.keep(&before);
        }
        let done = match self.once {
            Some(Once::Input) => true,
            Some(Once::Piece) => locked,
            None => false,
        };
        if done {
            (self.machine, self.once) = (false, None);
        }
    }

    fn order(&mut self, order: &str) {
        match order.split_once(' ') {
            None if order == "ghost" => self.ghost = !self.ghost,
            Some(("player", key)) => self.let_in(key.parse().unwrap_or(0)),
            _ => (),
        }
    }

    fn toggle_machine(&mut self) {
        (self.machine, self.once) = (!self.machine, None);
    }

    fn toggle_coach(&mut self) {
        self.coach = !self.coach;
    }

    fn scale_pace(&mut self, factor: f32) {
        self.at_pace(self.pace * factor);
    }

    fn take_back(&mut self) {
        if self.takes_back()
            && let Some(well) = self.before.pop()
        {
            self.well = well;
            self.replayable = false;
        }
    }

    fn takes_back(&self) -> bool {
        self.settings.mode.takes_back()
    }

    fn mode(&self) -> &'static str {
        self.settings.mode.id()
    }

    fn end(&self) -> Option<bool> {
        self.well.is_over().then_some(self.well.stock().done)
    }

    fn legend(&self, layout: &str) -> Phrase {
        keys::legend(layout, scene::has_hold(self.well.stock()))
    }

    fn scene(&self, lang: Lang, paused: bool) -> Scene {
        scene::scene(self, lang, paused)
    }

    fn again(&self, mode: &'static str, seed: u64) -> Result<Box<dyn ArcadeSession>, BadOptions> {
        let mode = Mode::of_id(mode).unwrap_or(self.settings.mode);
        let mut next = Self::begin(Settings { mode, seed, ..self.settings.clone() })?;
        (next.coach, next.ghost) = (self.coach, self.ghost);
        next.at_pace(self.pace);
        Ok(Box::new(next))
    }

    fn run(&self) -> Option<String> {
        self.replay().map(|run| run.write())
    }
}

fn level(id: &str) -> Option<&'static Level> {
    Tetris::LEVELS.iter().find(|level| level.id == id)
}

fn fresh_well(settings: &Settings) -> Result<Well, BadOptions> {
    let Options { rules, width, height, start, .. } = settings.options;
    let Settings { mode, first, seed, .. } = *settings;
    let terms = Terms { rules, width, height, mode, first };
    if start == Start::Empty {
        return Well::new(terms, seed);
    }
    if mode != Mode::Practice {
        return Err(BadOptions::new(
            "only practice begins with something in the well",
            "seul l’entraînement commence avec quelque chose dans le puits",
        ));
    }
    let game = Tetris::new(&settings.options, seed)?;
    Well::load(&game.save()).map_err(|error| BadOptions(error.0))
}
