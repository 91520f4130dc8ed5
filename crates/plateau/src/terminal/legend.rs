//! What the keys do: in a line at the bottom, and on a page of their own.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::draw::block;
use super::order::Order;
use super::room::Room;
use super::words;

/// The line at the bottom: what the keys do now.
pub fn keys(room: &Room, frame: &mut Frame<'_>, area: Rect) {
    let over = room.sitting.turn().outcome().is_some();
    let save = Order::Save(None);
    let shown = if over {
        vec![
            (Order::New, words::KEY_AGAIN),
            (Order::Undo, words::KEY_UNDO),
            (save, words::KEY_SAVE),
            (Order::Quit, words::KEY_QUIT),
            (Order::Language, words::KEY_LANG),
            (Order::Help, words::KEY_HELP),
        ]
    } else {
        vec![
            (Order::Help, words::KEY_HELP),
            (Order::Hint, words::KEY_HINT),
            (Order::Undo, words::KEY_UNDO),
            (Order::New, words::KEY_NEW),
            (Order::Quit, words::KEY_QUIT),
            (save, words::KEY_SAVE),
            (Order::Resign, words::KEY_RESIGN),
            (Order::Language, words::KEY_LANG),
        ]
    };
    let mut spans = Vec::new();
    let mut width = 0;
    for (order, phrase) in shown {
        let key = key_name(room, &order);
        let text = format!(" {}  ", phrase.get(room.lang));
        width += key.chars().count() + text.chars().count() + 1;
        // What does not fit is on the page of help.
        if width > area.width.into() {
            break;
        }
        spans.push(Span::from(" "));
        spans.push(Span::styled(key, room.palette.accent()).bold());
        spans.push(Span::styled(text, room.palette.quiet()));
    }
    frame.render_widget(Line::from(spans), area);
}

fn key_name(room: &Room, order: &Order) -> String {
    match order.keys() {
        (Some(letter), _) if room.is_command_key(letter) => letter.to_string(),
        (_, always) => always.to_owned(),
    }
}

/// The page that says what all keys do.
pub fn help(room: &Room, frame: &mut Frame<'_>, area: Rect) {
    let lang = room.lang;
    let mut lines = vec![
        Line::from(words::HELP_MOVING.get(lang)),
        Line::default(),
        Line::from(words::HELP_LETTERS.get(lang)),
    ];
    for (order, ctrl, name, about) in [
        (Order::Hint, "Ctrl-T", ":hint", words::HELP_HINT),
        (Order::Undo, "Ctrl-U", ":undo", words::HELP_UNDO),
        (Order::New, "Ctrl-N", ":new", words::HELP_NEW),
        (Order::Save(None), "Ctrl-S", ":save", words::HELP_SAVE),
        (Order::Resign, "Ctrl-R", ":resign", words::HELP_RESIGN),
        (Order::Language, "Ctrl-L", ":lang", words::HELP_LANG),
        (Order::Quit, "Ctrl-C", ":quit", words::HELP_QUIT),
    ] {
        let (letter, function) = order.keys();
        let letter = letter.filter(|&letter| room.is_command_key(letter)).unwrap_or(' ');
        let keys = format!("  {letter}  {function:<4}{ctrl:<7}{name:<9}");
        lines.push(Line::from(vec![
            Span::styled(keys, room.palette.accent()),
            Span::from(about.get(lang)),
        ]));
    }
    lines.push(Line::from(words::HELP_SCROLL.get(lang)));
    lines.push(Line::styled(words::HELP_CLOSE.get(lang), room.palette.quiet()));
    let width = 74.min(area.width - 2);
    let text = Paragraph::new(lines).wrap(Wrap { trim: false });
    let height = 20.min(area.height);
    let area = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, area);
    frame.render_widget(text.block(block(room, words::HELP_TITLE)), area);
}
