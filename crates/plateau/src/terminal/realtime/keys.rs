//! From keys to wishes. A terminal says when a key goes down and repeats it while it is held; it does not say
//! when it is let go.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use game::{Key, KeyLayout, Press};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Something that the game itself defines.
    Game(Press),
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
}

/// What an event asks for, if anything. The game's own keys come first.
pub fn wish(event: &Event, layout: &KeyLayout) -> Option<Wish> {
    let Event::Key(key) = event else { return None };
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Wish::Quit);
    }
    let code = match key.code {
        KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
        code => code,
    };
    let own = game_key(code).and_then(|key| layout.press(key));
    own.map(Wish::Game).or_else(|| order(code))
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

fn order(code: KeyCode) -> Option<Wish> {
    Some(match code {
        KeyCode::Char('p') => Wish::Pause,
        KeyCode::Char('r') => Wish::Again,
        KeyCode::Tab => Wish::NextMode,
        KeyCode::Char('m') => Wish::Machine,
        // K as in the page, H as everywhere in the terminal.
        KeyCode::Char('k' | 'h') => Wish::Coach,
        KeyCode::Char('+' | '=') => Wish::Faster,
        KeyCode::Char('-') => Wish::Slower,
        KeyCode::Char('u') | KeyCode::Backspace => Wish::Undo,
        KeyCode::Char('l') => Wish::Language,
        KeyCode::Esc => Wish::Away,
        KeyCode::Char('q') => Wish::Quit,
        _ => return None,
    })
}
