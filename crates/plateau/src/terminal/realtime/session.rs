//! A game in real time at this terminal: the clock, the keys that were pressed, and the game behind them.

use crossterm::event::Event;
use game::{Arcade, ArcadeMode, ArcadeSession, KeyAction, KeyLayout, Lang, SessionSetup};

use super::held::HeldKeys;
use super::keys::{KeyCommand, command, is_press, is_repeat, released};
use crate::failure::Failure;
use crate::setup::fresh_seed;
use crate::terminal::palette::Palette;
use crate::terminal::words::other;

/// How much faster or slower a key makes the machine.
const PACE_STEP: f32 = 1.5;

/// What somebody wants to play.
#[derive(Clone)]
pub struct PlaySetup {
    /// The game's real-time side.
    pub arcade: &'static dyn Arcade,
    /// What is played.
    pub session: SessionSetup,
    /// Whether the next game has the same seed.
    pub seeded: bool,
    /// Which keys do what.
    pub layout: &'static KeyLayout,
}

/// A game in real time.
pub struct RealTimeSession {
    /// The game.
    pub game: Box<dyn ArcadeSession>,
    /// What was asked for.
    pub setup: PlaySetup,
    /// Whether the clock stands still.
    pub paused: bool,
    /// Whether the help page is open; the clock stands still meanwhile.
    pub help: bool,
    /// Whether the person has gone.
    pub left: bool,
    /// The language.
    pub lang: Lang,
    /// The colours.
    pub palette: Palette,
    /// Whether the terminal says when a key is let go.
    pub releases: bool,
    /// Inputs since the last tick.
    pressed: Vec<&'static str>,
    /// The keys that are down, where the terminal says when they are let go.
    held: HeldKeys,
}

impl RealTimeSession {
    /// A new game.
    pub fn new(setup: PlaySetup, lang: Lang, palette: Palette) -> Result<Self, Failure> {
        let game = setup.arcade.session(&setup.session)?;
        Ok(Self {
            game,
            setup,
            paused: false,
            help: false,
            left: false,
            lang,
            palette,
            releases: false,
            pressed: Vec::new(),
            held: HeldKeys::default(),
        })
    }

    /// What is played for.
    pub fn mode(&self) -> Option<&'static ArcadeMode> {
        self.setup.arcade.modes().iter().find(|mode| mode.id == self.game.mode())
    }

    /// Takes an event from the terminal.
    pub fn handle(&mut self, event: &Event) {
        if self.help && is_press(event) {
            self.help = false;
            return;
        }
        if self.releases {
            if let Some(input) = released(event, self.setup.layout) {
                self.held.release(input);
                return;
            }
            // Keys repeat by our own clock.
            if is_repeat(event) {
                return;
            }
        }
        let Some(command) = command(event, self.setup.layout) else { return };
        let over = self.game.end().is_some();
        match command {
            KeyCommand::Game(KeyAction::Input(input)) => {
                let fresh = !self.releases || self.held.press(input);
                if !self.paused && fresh {
                    self.pressed.push(input);
                }
            }
            KeyCommand::Game(KeyAction::Order(order)) => self.game.order(order),
            KeyCommand::Pause => self.paused = !self.paused && !over,
            KeyCommand::Again => self.again(self.game.mode()),
            KeyCommand::NextMode => self.again(self.next_mode()),
            KeyCommand::Machine => self.game.toggle_machine(),
            KeyCommand::Coach => self.game.toggle_coach(),
            KeyCommand::Faster => self.game.scale_pace(PACE_STEP),
            KeyCommand::Slower => self.game.scale_pace(1.0 / PACE_STEP),
            KeyCommand::Undo => {
                if self.game.takes_back() {
                    self.game.take_back();
                    self.pressed.clear();
                }
            }
            KeyCommand::Language => self.lang = other(self.lang),
            KeyCommand::Away if self.paused || over => self.left = true,
            KeyCommand::Away => self.paused = true,
            KeyCommand::Quit => self.left = true,
            KeyCommand::Help => {
                self.help = true;
                self.paused = !over;
            }
        }
    }

    fn again(&mut self, mode: &'static str) {
        let seed = if self.setup.seeded { self.setup.session.seed } else { fresh_seed() };
        // What could be played once can be played again; what cannot be played is not begun.
        if let Ok(game) = self.game.again(mode, seed) {
            self.game = game;
            self.paused = false;
            self.pressed.clear();
            self.held.clear();
        }
    }

    /// The modes that one plays alone, in turn.
    fn next_mode(&self) -> &'static str {
        let now = self.game.mode();
        let alone = || self.setup.arcade.modes().iter().filter(|mode| mode.alone);
        let after = alone().skip_while(|mode| mode.id != now).nth(1);
        after.or_else(|| alone().next()).map_or(now, |mode| mode.id)
    }

    /// One tick of the clock.
    pub fn tick(&mut self) {
        let mut inputs = std::mem::take(&mut self.pressed);
        if !self.paused {
            self.held.tick(self.setup.arcade, &mut inputs);
            self.game.tick(&inputs);
        }
    }
}
