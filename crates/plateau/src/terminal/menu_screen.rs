//! How the menu looks on the full screen, and its keys and clicks.

use crossterm::event::{
    Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::chooser::{Chooser, Item, Next, Page, Press};
use super::draw::SMALLEST;
use super::palette::{MARKS, Palette};
use super::words::{self, fill, other, same};

const TITLE: [&str; 4] = [
    "█▀▀▄ █     ▄▀▀▄ ▀▀█▀▀ █▀▀▀ ▄▀▀▄ █  █",
    "█▄▄▀ █     █▄▄█   █   █▄▄  █▄▄█ █  █",
    "█    █     █  █   █   █    █  █ █  █",
    "▀    ▀▀▀▀  ▀  ▀   ▀   ▀▀▀▀ ▀  ▀  ▀▀ ",
];

/// The menu on a screen.
pub struct MenuScreen {
    /// What is chosen.
    pub chooser: Chooser,
    palette: Palette,
    /// Where each line was last drawn, for the mouse.
    lines: Vec<Rect>,
}

impl MenuScreen {
    /// A menu in these colours.
    pub fn new(chooser: Chooser, palette: Palette) -> Self {
        Self { chooser, palette, lines: Vec::new() }
    }

    /// Takes an event from the terminal.
    pub fn handle(&mut self, event: &Event) -> Next {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
                let press = match key.code {
                    KeyCode::Char('c' | 'q') if ctrl => return Next::Leave,
                    KeyCode::Char('q') | KeyCode::F(10) => return Next::Leave,
                    KeyCode::Char('l') | KeyCode::F(7) => {
                        self.chooser.lang = other(self.chooser.lang);
                        return Next::Stay;
                    }
                    KeyCode::Char(digit @ '1'..='9') => {
                        let line = digit as usize - '1' as usize;
                        if line >= self.chooser.items().len() {
                            return Next::Stay;
                        }
                        self.chooser.line = line;
                        Press::Enter
                    }
                    KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => Press::Up,
                    KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => Press::Down,
                    KeyCode::Left => Press::Left,
                    KeyCode::Right => Press::Right,
                    KeyCode::Enter | KeyCode::Char(' ') => Press::Enter,
                    KeyCode::Esc | KeyCode::Backspace => Press::Back,
                    _ => return Next::Stay,
                };
                self.chooser.press(press)
            }
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => Next::Stay,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Next {
        let at = (mouse.column, mouse.row).into();
        let Some(line) = self.lines.iter().position(|line| line.contains(at)) else {
            return Next::Stay;
        };
        self.chooser.line = line;
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.chooser.press(Press::Enter),
            MouseEventKind::ScrollUp => self.chooser.press(Press::Left),
            MouseEventKind::ScrollDown => self.chooser.press(Press::Right),
            _ => Next::Stay,
        }
    }

    /// Draws the menu, and remembers where its lines are.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.lines.clear();
        let (area, lang) = (frame.area(), self.chooser.lang);
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let size = |(width, height): (u16, u16)| same(format!("{width}×{height}"));
            let words = fill(words::TOO_SMALL, &[size((area.width, area.height)), size(SMALLEST)]);
            let text = Paragraph::new(words.get(lang).to_owned()).wrap(Wrap { trim: true });
            return frame.render_widget(text, area);
        }
        let spare = area.height.saturating_sub(SMALLEST.1) / 4;
        let [_, title, slogan, _, heading, _, list, keys] = Layout::vertical([
            Constraint::Length(1 + spare),
            Constraint::Length(TITLE.len() as u16),
            Constraint::Length(1),
            Constraint::Length(1 + spare / 2),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
        ])
        .areas(area);
        let banner: Vec<Line<'_>> = TITLE.iter().copied().map(Line::from).collect();
        let banner = Paragraph::new(banner).alignment(Alignment::Center);
        frame.render_widget(banner.style(self.palette.accent().bold()), title);
        centred(frame, slogan, Line::styled(words::TITLE_LINE.get(lang), self.palette.quiet()));
        centred(frame, heading, Line::from(self.heading()).bold());
        self.list(frame, list);
        centred(frame, keys, Line::styled(words::MENU_KEYS.get(lang), self.palette.quiet()));
    }

    fn heading(&self) -> String {
        let lang = self.chooser.lang;
        let game = self.chooser.entry().about().name.get(lang);
        match self.chooser.page {
            Page::Games => words::WHICH_GAME.get(lang).to_owned(),
            Page::Variants => format!("{game} · {}", words::WHICH_VARIANT.get(lang)),
            Page::Seats => format!("{game} · {}", words::WHO_SITS.get(lang)),
        }
    }

    fn list(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let items = self.chooser.items();
        let lang = self.chooser.lang;
        let widest = |text: fn(&Item, game::Lang) -> usize| {
            items.iter().map(|item| text(item, lang)).max().unwrap_or(0)
        };
        let name = widest(|item, lang| item.name.get(lang).chars().count());
        let about = widest(|item, lang| item.about.get(lang).chars().count());
        let seats = if self.chooser.page == Page::Seats { 14 } else { 0 };
        let width = ((name + about + seats + 10) as u16).min(area.width - 4);
        let left = area.x + (area.width - width) / 2;
        // A blank line between the choices where there is room for it.
        let step = if items.len() as u16 * 2 <= area.height { 2 } else { 1 };
        for (index, item) in items.iter().enumerate() {
            let y = area.y + index as u16 * step;
            if y >= area.bottom() {
                break;
            }
            let mut line = self.line(index, item, name);
            let about = Span::styled(item.about.get(lang).to_owned(), self.palette.quiet());
            let indent = line.width() as u16 + 2;
            let fits = indent + about.width() as u16 <= width;
            // Words that do not fit beside the name go under it, or end early.
            if fits || step == 1 {
                line.push_span(Span::from("  "));
                line.push_span(cut(about, width.saturating_sub(indent).into()));
            } else {
                let below = Rect { x: left + 5, y: y + 1, width: width - 5, height: 1 };
                frame.render_widget(Line::from(cut(about, below.width.into())), below);
            }
            let place = Rect { x: left, y, width, height: if fits { 1 } else { step } };
            frame.render_widget(line, place);
            self.lines.push(place);
        }
    }

    fn line(&self, index: usize, item: &Item, width: usize) -> Line<'static> {
        let lang = self.chooser.lang;
        let lit = index == self.chooser.line;
        let arrow = if lit { " › " } else { "   " };
        let mut spans = vec![Span::styled(arrow, self.palette.accent()).bold()];
        if let Some(seat) = item.seat {
            let names = self.chooser.entry().about().seats;
            let name = names.get(usize::from(seat)).map_or("", |name| name.get(lang));
            let mark = MARKS[usize::from(seat) % MARKS.len()];
            spans.push(Span::styled(format!("{mark} {name:<8} "), self.palette.seat(seat)));
        }
        let name = format!("{:<width$}", item.name.get(lang));
        let name = match (lit, item.seat) {
            (true, Some(_)) => format!("‹ {name} ›"),
            _ => format!("  {name}  "),
        };
        let name = Span::from(name);
        spans.push(if lit {
            name.style(self.palette.accent().bold().reversed())
        } else {
            name.bold()
        });
        Line::from(spans)
    }
}

/// As much of some words as fits.
fn cut(span: Span<'static>, width: usize) -> Span<'static> {
    if span.width() <= width {
        return span;
    }
    let text: String = span.content.chars().take(width.saturating_sub(1)).collect();
    Span::styled(text.trim_end().to_owned() + "…", span.style)
}

fn centred(frame: &mut Frame<'_>, area: Rect, line: Line<'_>) {
    frame.render_widget(Paragraph::new(line).alignment(Alignment::Center), area);
}
