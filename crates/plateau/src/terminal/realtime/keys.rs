//! From keys to inputs and orders. A terminal says when a key goes down and repeats it while it is held;
//! it does not say when it is let go.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use tetris::Op;

/// Which keys do what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Layout {
    /// Up turns, down lowers, space drops.
    #[default]
    Modern,
    /// The report's: up and down turn, D lowers, space drops.
    Report,
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// An input of the well.
    Input(Op),
    /// Stop the clock, or let it go on.
    Pause,
    /// A new game.
    Again,
    /// A new game, for something else.
    NextMode,
    /// The machine plays, or stops playing.
    Machine,
    /// One of the report's players plays, by its key 1 to 8.
    Player(u8),
    /// The machine shows what it would do, or stops showing it.
    Coach,
    /// Whether it is shown where the piece would land.
    Ghost,
    /// The machine plays faster.
    Faster,
    /// The machine plays slower.
    Slower,
    /// Back to the last piece, in practice.
    Undo,
    /// The other language.
    Language,
    /// Stop the clock; leave where it stands.
    Away,
    /// Leave.
    Quit,
}

/// What an event asks for, if anything.
pub fn wish(event: &Event, layout: Layout) -> Option<Wish> {
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
    let input = match (layout, code) {
        (_, KeyCode::Left) => Op::Left,
        (_, KeyCode::Right) => Op::Right,
        (Layout::Modern, KeyCode::Up) | (_, KeyCode::Char('x')) => Op::Clockwise,
        (Layout::Report, KeyCode::Up) | (_, KeyCode::Char('z' | 'y' | 'w')) => Op::Anticlockwise,
        (Layout::Report, KeyCode::Down) => Op::Clockwise,
        (Layout::Modern, KeyCode::Down) | (_, KeyCode::Char('d')) => Op::Soft,
        (_, KeyCode::Char(' ')) => Op::Hard,
        (_, KeyCode::Char('c')) => Op::Hold,
        (_, code) => return order(code),
    };
    Some(Wish::Input(input))
}

fn order(code: KeyCode) -> Option<Wish> {
    Some(match code {
        KeyCode::Char('p') => Wish::Pause,
        KeyCode::Char('r') => Wish::Again,
        KeyCode::Tab => Wish::NextMode,
        KeyCode::Char('m') => Wish::Machine,
        KeyCode::Char(digit @ '1'..='8') => Wish::Player(digit as u8 - b'0'),
        // K as in the page, H as everywhere in the terminal.
        KeyCode::Char('k' | 'h') => Wish::Coach,
        KeyCode::Char('g') => Wish::Ghost,
        KeyCode::Char('+' | '=') => Wish::Faster,
        KeyCode::Char('-') => Wish::Slower,
        KeyCode::Char('u') | KeyCode::Backspace => Wish::Undo,
        KeyCode::Char('l') => Wish::Language,
        KeyCode::Esc => Wish::Away,
        KeyCode::Char('q') => Wish::Quit,
        _ => return None,
    })
}
