//! From keys to commands. A terminal says when a key goes down and repeats it while it is held. Most do not say when it
//! is let go; those with the kitty keyboard protocol do.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use game::{Key, KeyAction, KeyLayout};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyCommand {
    /// Something that the game itself defines.
    Game(KeyAction),
    /// Stop the clock, or let it go on.
    Pause,
    /// A new game.
    Again,
    /// A new game, for something else.
    NextMode,
    /// The machine plays, or stops playing.
    Machine,
    /// The machine shows what it would do, or stops showing it.
    Coach,
    /// The machine plays faster.
    Faster,
    /// The machine plays slower.
    Slower,
    /// Back to the last move, where the mode allows it.
    Undo,
    /// The other language.
    Language,
    /// Stop the clock; leave where it stands.
    Away,
    /// Leave.
    Quit,
    /// What the keys do.
    Help,
}

/// Whether a key was pressed, whichever.
pub fn is_press(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.kind != KeyEventKind::Release)
}

/// Whether a key is still held, and the system says so once more.
pub fn is_repeat(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.kind == KeyEventKind::Repeat)
}

/// The input whose key was let go.
pub fn released(event: &Event, layout: &KeyLayout) -> Option<&'static str> {
    let Event::Key(key) = event else { return None };
    if key.kind != KeyEventKind::Release {
        return None;
    }
    match game_key(plain(key.code)).and_then(|key| layout.action(key)) {
        Some(KeyAction::Input(input)) => Some(input),
        _ => None,
    }
}

/// A key, whether it is held with Shift or not.
fn plain(code: KeyCode) -> KeyCode {
    match code {
        KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
        code => code,
    }
}

/// What an event asks for, if anything. The game's own keys come first.
pub fn command(event: &Event, layout: &KeyLayout) -> Option<KeyCommand> {
    let Event::Key(key) = event else { return None };
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(KeyCommand::Quit);
    }
    let code = plain(key.code);
    let own = game_key(code).and_then(|key| layout.action(key));
    own.map(KeyCommand::Game).or_else(|| order(code))
}

fn game_key(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Char(letter) => Key::Char(letter),
        _ => return None,
    })
}

fn order(code: KeyCode) -> Option<KeyCommand> {
    Some(match code {
        KeyCode::Char('p') => KeyCommand::Pause,
        KeyCode::Char('r') => KeyCommand::Again,
        KeyCode::Tab => KeyCommand::NextMode,
        KeyCode::Char('m') => KeyCommand::Machine,
        // K as in the page, H as everywhere in the terminal.
        KeyCode::Char('k' | 'h') => KeyCommand::Coach,
        KeyCode::Char('+' | '=') => KeyCommand::Faster,
        KeyCode::Char('-') => KeyCommand::Slower,
        KeyCode::Char('u') | KeyCode::Backspace => KeyCommand::Undo,
        KeyCode::Char('l') => KeyCommand::Language,
        KeyCode::Esc => KeyCommand::Away,
        KeyCode::Char('q') => KeyCommand::Quit,
        KeyCode::Char('?') | KeyCode::F(1) => KeyCommand::Help,
        _ => return None,
    })
}
