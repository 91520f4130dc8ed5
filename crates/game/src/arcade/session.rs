//! One person's game in real time at a terminal, free of any terminal: who runs the clock, reads the keys and
//! puts the scene on the screen needs to know nothing of the game.

use std::any::Any;

use serde_json::{Map, Value};

use super::scene::Scene;
use crate::{BadOptions, Lang, Phrase};

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub struct SessionSetup {
    /// A variant's id, if the options start from one.
    pub variant: Option<String>,
    /// The options in which the game differs from that.
    pub options: Map<String, Value>,
    /// The mode's id.
    pub mode: &'static str,
    /// The speed to begin at, from 1; the slowest if none.
    pub first: Option<u8>,
    /// What decides all chance.
    pub seed: u64,
    /// The level that plays when the machine is asked to.
    pub level: &'static str,
    /// Whether the machine plays from the beginning.
    pub machine: bool,
}

/// A key, as far as games need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// A character, lower case.
    Char(char),
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAction {
    /// An input of the game, taken in its next tick and kept in the run.
    Input(&'static str),
    /// A change of what is shown or of who plays, taken at once.
    Order(&'static str),
}

/// Which keys do what.
#[derive(Clone, Copy, Debug)]
pub struct KeyLayout {
    /// The name in commands.
    pub id: &'static str,
    /// The keys of this game.
    pub keys: &'static [(Key, KeyAction)],
}

impl KeyLayout {
    /// What a key does.
    pub fn action(&self, key: Key) -> Option<KeyAction> {
        self.keys.iter().find(|(known, _)| *known == key).map(|(_, action)| *action)
    }
}

/// A game in real time that one person plays or watches.
pub trait ArcadeSession: Any + Send {
    /// One tick with these inputs, by name. Nothing happens once it is over. While the machine plays, inputs are
    /// ignored.
    fn tick(&mut self, inputs: &[&'static str]);

    /// Takes an order of the game's own, by name.
    fn order(&mut self, order: &str);

    /// Lets the machine play, or stops it.
    fn toggle_machine(&mut self);

    /// Lets the machine show what it would do, or stops it.
    fn toggle_coach(&mut self);

    /// Makes the machine play so many times as fast.
    fn scale_pace(&mut self, factor: f32);

    /// Goes back to the last move, where the mode allows it.
    fn take_back(&mut self);

    /// Whether the mode allows that.
    fn takes_back(&self) -> bool;

    /// The mode's id.
    fn mode(&self) -> &'static str;

    /// How it ended, once it has: true if the mode's own end was reached.
    fn end(&self) -> Option<bool>;

    /// What the keys of a layout do, in a few words for the line at the bottom of the screen.
    fn legend(&self, layout: &str) -> Phrase;

    /// What there is to see. While the clock stands still, what the machine means to do is not shown.
    fn scene(&self, lang: Lang, paused: bool) -> Scene;

    /// A new game with the same settings, in this mode, with this seed.
    fn again(&self, mode: &'static str, seed: u64) -> Result<Box<dyn ArcadeSession>, BadOptions>;

    /// The run so far as text, to be saved and judged; none where it is not a run that can be replayed.
    fn run(&self) -> Option<String>;
}
