//! What the keys do: as a line at the bottom, and as a help page.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::draw::block;
use super::game_command::GameCommand;
use super::game_screen::GameScreen;
use super::hand::Hand;
use super::words;

/// The line at the bottom: what the keys do now.
pub fn keys(screen: &GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let over = screen.game.turn().outcome().is_some();
    let save = GameCommand::Save(None);
    let shown = if over {
        vec![
            (GameCommand::New, words::KEY_AGAIN),
            (GameCommand::Undo, words::KEY_UNDO),
            (save, words::KEY_SAVE),
            (GameCommand::Quit, words::KEY_QUIT),
            (GameCommand::Language, words::KEY_LANG),
            (GameCommand::Help, words::KEY_HELP),
        ]
    } else {
        vec![
            (GameCommand::Help, words::KEY_HELP),
            (GameCommand::Hint, words::KEY_HINT),
            (GameCommand::Undo, words::KEY_UNDO),
            (GameCommand::New, words::KEY_NEW),
            (GameCommand::Quit, words::KEY_QUIT),
            (save, words::KEY_SAVE),
            (GameCommand::Resign, words::KEY_RESIGN),
            (GameCommand::Language, words::KEY_LANG),
        ]
    };
    if screen.hand.is_some() {
        let line = Line::styled(words::HAND_KEYS.get(screen.lang), screen.palette.quiet());
        return frame.render_widget(line, area);
    }
    let mut spans = Vec::new();
    let mut width = 0;
    for (command, phrase) in shown {
        let key = key_name(screen, &command);
        let text = format!(" {}  ", phrase.get(screen.lang));
        width += key.chars().count() + text.chars().count() + 1;
        // Keys that do not fit are on the help page.
        if width > area.width.into() {
            break;
        }
        spans.push(Span::from(" "));
        spans.push(Span::styled(key, screen.palette.accent()).bold());
        spans.push(Span::styled(text, screen.palette.quiet()));
    }
    frame.render_widget(Line::from(spans), area);
}

fn key_name(screen: &GameScreen, command: &GameCommand) -> String {
    match command.keys() {
        (Some(letter), _) if screen.is_command_key(letter) => letter.to_string(),
        (_, always) => always.to_owned(),
    }
}

/// The help page, with all keys.
pub fn help(screen: &GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let lang = screen.lang;
    let mut lines = vec![
        Line::from(words::HELP_MOVING.get(lang)),
        Line::default(),
        Line::from(words::HELP_LETTERS.get(lang)),
    ];
    for (command, ctrl, name, about) in [
        (GameCommand::Hint, "Ctrl-T", ":hint", words::HELP_HINT),
        (GameCommand::Undo, "Ctrl-U", ":undo", words::HELP_UNDO),
        (GameCommand::New, "Ctrl-N", ":new", words::HELP_NEW),
        (GameCommand::Save(None), "Ctrl-S", ":save", words::HELP_SAVE),
        (GameCommand::Resign, "Ctrl-R", ":resign", words::HELP_RESIGN),
        (GameCommand::Language, "Ctrl-L", ":lang", words::HELP_LANG),
        (GameCommand::Layers, "", ":layers", words::HELP_LAYERS),
        (GameCommand::Quit, "Ctrl-C", ":quit", words::HELP_QUIT),
    ] {
        let (letter, function) = command.keys();
        let letter = letter.filter(|&letter| screen.is_command_key(letter)).unwrap_or(' ');
        let keys = format!("  {letter}  {function:<4}{ctrl:<7}{name:<9}");
        lines.push(Line::from(vec![
            Span::styled(keys, screen.palette.accent()),
            Span::from(about.get(lang)),
        ]));
    }
    lines.push(Line::from(words::HELP_SCROLL.get(lang)));
    if Hand::is_for(&screen.legal) {
        lines.push(Line::from(words::HELP_HAND.get(lang)));
    }
    lines.push(Line::styled(words::HELP_CLOSE.get(lang), screen.palette.quiet()));
    let width = 74.min(area.width - 2);
    let text = Paragraph::new(lines).wrap(Wrap { trim: false });
    let height = 24.min(area.height);
    let area = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, area);
    frame.render_widget(text.block(block(screen, words::HELP_TITLE)), area);
}
