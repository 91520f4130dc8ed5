//! A game in real time at this terminal: the clock, the keys that were pressed, and the game behind them.

use crossterm::event::Event;
use game::{Arcade, ArcadeMode, ArcadeSession, KeyLayout, Lang, Press, SessionSetup};

use super::keys::{Wish, wish};
use crate::failure::Failure;
use crate::setup::fresh_seed;
use crate::terminal::palette::Palette;
use crate::terminal::words::other;

/// How much faster or slower a key makes the machine.
const PACE_STEP: f32 = 1.5;

/// What somebody wants to play.
#[derive(Clone)]
pub struct Wishes {
    /// The game's real-time side.
    pub arcade: &'static dyn Arcade,
    /// What is played.
    pub setup: SessionSetup,
    /// Whether the next game has the same seed.
    pub seeded: bool,
    /// Which keys do what.
    pub layout: &'static KeyLayout,
}

/// A game in real time.
pub struct Session {
    /// The game.
    pub game: Box<dyn ArcadeSession>,
    /// What was asked for.
    pub wishes: Wishes,
    /// Whether the clock stands still.
    pub paused: bool,
    /// Whether the person has gone.
    pub left: bool,
    /// The language.
    pub lang: Lang,
    /// The colours.
    pub palette: Palette,
    /// Inputs since the last tick.
    pressed: Vec<&'static str>,
}

impl Session {
    /// A new game.
    pub fn new(wishes: Wishes, lang: Lang, palette: Palette) -> Result<Self, Failure> {
        let game = wishes.arcade.session(&wishes.setup)?;
        Ok(Self { game, wishes, paused: false, left: false, lang, palette, pressed: Vec::new() })
    }

    /// What is played for.
    pub fn mode(&self) -> Option<&'static ArcadeMode> {
        self.wishes.arcade.modes().iter().find(|mode| mode.id == self.game.mode())
    }

    /// Takes an event from the terminal.
    pub fn handle(&mut self, event: &Event) {
        let Some(wish) = wish(event, self.wishes.layout) else { return };
        let over = self.game.end().is_some();
        match wish {
            Wish::Game(Press::Input(input)) => {
                if !self.paused {
                    self.pressed.push(input);
                }
            }
            Wish::Game(Press::Order(order)) => self.game.order(order),
            Wish::Pause => self.paused = !self.paused && !over,
            Wish::Again => self.again(self.game.mode()),
            Wish::NextMode => self.again(self.next_mode()),
            Wish::Machine => self.game.toggle_machine(),
            Wish::Coach => self.game.toggle_coach(),
            Wish::Faster => self.game.scale_pace(PACE_STEP),
            Wish::Slower => self.game.scale_pace(1.0 / PACE_STEP),
            Wish::Undo => {
                if self.game.takes_back() {
                    self.game.take_back();
                    self.pressed.clear();
                }
            }
            Wish::Language => self.lang = other(self.lang),
            Wish::Away if self.paused || over => self.left = true,
            Wish::Away => self.paused = true,
            Wish::Quit => self.left = true,
        }
    }

    fn again(&mut self, mode: &'static str) {
        let seed = if self.wishes.seeded { self.wishes.setup.seed } else { fresh_seed() };
        // What could be played once can be played again; what cannot be played is not begun.
        if let Ok(game) = self.game.again(mode, seed) {
            self.game = game;
            self.paused = false;
            self.pressed.clear();
        }
    }

    /// The modes that one plays alone, in turn.
    fn next_mode(&self) -> &'static str {
        let now = self.game.mode();
        let alone = || self.wishes.arcade.modes().iter().filter(|mode| mode.alone);
        let after = alone().skip_while(|mode| mode.id != now).nth(1);
        after.or_else(|| alone().next()).map_or(now, |mode| mode.id)
    }

    /// One tick of the clock.
    pub fn tick(&mut self) {
        let inputs = std::mem::take(&mut self.pressed);
        if !self.paused {
            self.game.tick(&inputs);
        }
    }
}
