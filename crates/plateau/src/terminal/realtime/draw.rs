//! A game's scene on the screen: the field in the middle, a panel on each side, the keys below.

use game::{Ansi, Key, Look, PanelLine, Scene, Stroke, Tint};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::session::RealTimeSession;
use super::words;
use crate::terminal::palette::Palette;
use crate::terminal::words::{HELP_TITLE, TOO_SMALL, fill, same};

/// How wide what stands at the left and at the right is.
const LEFT: u16 = 19;
const RIGHT: u16 = 17;

/// Lines above the left panel: the mode, the keys that change it and that help, and an empty one.
const HEADING: u16 = 4;

/// Draws everything.
pub fn draw(session: &RealTimeSession, frame: &mut Frame<'_>) {
    let area = frame.area();
    let scene = session.game.scene(session.lang, session.paused);
    let rows = scene.field.len() as u16;
    let across = scene.field.first().map_or(0, |line| width(line));
    let high = rows.max(scene.panel_lines);
    let needs = (LEFT + across + RIGHT, high + 1);
    if area.width < needs.0 || area.height < needs.1 {
        let size = |(width, height): (u16, u16)| same(format!("{width}×{height}"));
        let words = fill(TOO_SMALL, &[size((area.width, area.height)), size(needs)]);
        let words = words.get(session.lang).to_owned();
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
        return;
    }
    let x = area.x + (area.width - needs.0) / 2;
    let y = area.y + (area.height - needs.1) / 2;
    let field = Rect { x: x + LEFT, y, width: across, height: rows };
    let pen = Pen { session, palette: session.palette, buffer: frame.buffer_mut() };
    pen.everything(&scene, field, high);
    if session.help {
        help(session, frame);
    }
}

/// The help page: the game's keys in a line, then ours, one a line.
fn help(session: &RealTimeSession, frame: &mut Frame<'_>) {
    let lang = session.lang;
    let layout = session.setup.layout;
    let game = session.game.legend(layout.id).get(lang);
    let mut lines = vec![Line::from(game), Line::default()];
    let ours = words::ORDER_HELP.iter().filter(|(key, _)| layout.action(Key::Char(*key)).is_none());
    lines.extend(ours.map(|(key, about)| {
        let key = Span::styled(format!("  {key}  "), session.palette.accent());
        Line::from(vec![key, Span::from(about.get(lang))])
    }));
    let area = frame.area();
    let (width, height) = (64.min(area.width), (lines.len() as u16 + 3).min(area.height));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let page = Rect { x, y, width, height };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .title(HELP_TITLE.get(lang))
        .border_style(session.palette.quiet());
    frame.render_widget(Clear, page);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), page);
}

fn width(line: &[Stroke]) -> u16 {
    line.iter().map(Stroke::width).sum::<usize>() as u16
}

struct Pen<'a> {
    session: &'a RealTimeSession,
    palette: Palette,
    buffer: &'a mut Buffer,
}

impl Pen<'_> {
    fn everything(mut self, scene: &Scene, field: Rect, height: u16) {
        for (y, line) in (field.y..).zip(&scene.field) {
            self.strokes(field.x, y, line);
        }
        self.left(&scene.left, Rect { x: field.x - LEFT, width: LEFT - 2, height, ..field });
        self.right(
            &scene.right,
            Rect { x: field.x + field.width + 2, width: RIGHT - 2, height, ..field },
        );
        self.keys(field.y + height);
        self.veil(field);
    }

    /// What does not fit below is not written: no size of field may end a game.
    fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        if y < self.buffer.area().bottom() {
            self.buffer.set_string(x, y, text, style);
        }
    }

    fn strokes(&mut self, mut x: u16, y: u16, strokes: &[Stroke]) {
        for stroke in strokes {
            match stroke {
                Stroke::Text(text, look) => self.put(x, y, text, self.look(*look)),
                Stroke::Tile { mark, tint, dim } => self.tile((x, y), *mark, *tint, *dim),
            }
            x += stroke.width() as u16;
        }
    }

    /// A filled square: its mark on its colour. Where there are no colours it is reversed.
    fn tile(&mut self, (x, y): (u16, u16), mark: char, tint: Tint, dim: bool) {
        let (text, style) = match self.colour(tint) {
            Some(colour) => (format!("{mark} "), Style::new().bg(colour).fg(Color::Black)),
            None => (format!("{mark}{mark}"), Style::new().add_modifier(Modifier::REVERSED)),
        };
        let style = if dim { self.palette.quiet() } else { style };
        self.put(x, y, &text, style);
    }

    fn colour(&self, tint: Tint) -> Option<Color> {
        self.palette.pick(basic(tint.ansi), tint.indexed, tint.rgb)
    }

    fn look(&self, look: Look) -> Style {
        match look {
            Look::Plain => Style::new(),
            Look::Strong => Style::new().add_modifier(Modifier::BOLD),
            Look::Quiet => self.palette.quiet(),
            Look::Accent => self.palette.accent(),
            Look::StrongAccent => self.palette.accent().add_modifier(Modifier::BOLD),
            Look::Tinted(tint) => {
                self.colour(tint).map_or_else(Style::new, |colour| Style::new().fg(colour))
            }
        }
    }

    fn panel(&mut self, lines: &[PanelLine], area: Rect) {
        for (y, line) in (area.y..).zip(lines) {
            match line {
                PanelLine::Strokes(strokes) => self.strokes(area.x, y, strokes),
                PanelLine::Figure(title, value) => {
                    let width = value.chars().count() as u16;
                    self.put(area.x, y, title, self.look(Look::Quiet));
                    let x = area.x + area.width.saturating_sub(width);
                    self.put(x, y, value, self.look(Look::Strong));
                }
            }
        }
    }

    fn left(&mut self, lines: &[PanelLine], area: Rect) {
        let lang = self.session.lang;
        let mode = self.session.mode().map_or("", |mode| mode.name.get(lang));
        self.put(area.x, area.y, mode, self.look(Look::Accent));
        self.put(area.x, area.y + 1, words::OTHER_MODE.get(lang), self.look(Look::Quiet));
        self.put(area.x, area.y + 2, words::HELP.get(lang), self.look(Look::Quiet));
        self.panel(lines, Rect { y: area.y + HEADING, ..area });
    }

    fn right(&mut self, lines: &[PanelLine], area: Rect) {
        self.panel(lines, area);
        if self.session.game.takes_back() {
            let undo = words::UNDO.get(self.session.lang);
            self.put(area.x, area.y + area.height - 1, undo, self.look(Look::Quiet));
        }
    }

    fn keys(&mut self, y: u16) {
        let session = self.session;
        let keys = words::keys(&*session.game, session.setup.layout, session.lang);
        let area = *self.buffer.area();
        let width = keys.chars().count().min(area.width.into()) as u16;
        let x = area.x + (area.width - width) / 2;
        self.buffer.set_stringn(x, y, keys, width.into(), self.palette.quiet());
    }

    /// What is said over the field when the clock stands still.
    fn veil(&mut self, field: Rect) {
        let lines = match self.session.game.end() {
            Some(true) => [words::DONE, words::AGAIN],
            Some(false) => [words::LOST, words::AGAIN],
            None if self.session.paused => [words::PAUSED, words::GO_ON],
            None => return,
        };
        let style = self.palette.accent().add_modifier(Modifier::REVERSED | Modifier::BOLD);
        let middle = field.y + field.height / 2 - 1;
        for (line, phrase) in (middle..).zip(lines) {
            let width = usize::from(field.width);
            let text = format!("{:^width$}", phrase.get(self.session.lang));
            self.put(field.x, line, &text, style);
        }
    }
}

const fn basic(ansi: Ansi) -> Color {
    match ansi {
        Ansi::Red => Color::Red,
        Ansi::Green => Color::Green,
        Ansi::Yellow => Color::Yellow,
        Ansi::Blue => Color::Blue,
        Ansi::Magenta => Color::Magenta,
        Ansi::Cyan => Color::Cyan,
        Ansi::Gray => Color::Gray,
        Ansi::LightRed => Color::LightRed,
        Ansi::LightGreen => Color::LightGreen,
        Ansi::LightYellow => Color::LightYellow,
        Ansi::LightBlue => Color::LightBlue,
        Ansi::LightMagenta => Color::LightMagenta,
        Ansi::LightCyan => Color::LightCyan,
    }
}
