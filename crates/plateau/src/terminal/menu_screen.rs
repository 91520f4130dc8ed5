//! Draws the menu on the full screen, and handles its keys and clicks.

use crossterm::event::{
    Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::draw::SMALLEST;
use super::menu::{Menu, MenuItem, MenuKey, MenuPage, MenuResult};
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
    /// The menu's state.
    pub menu: Menu,
    palette: Palette,
    /// Where each line was last drawn, for the mouse.
    lines: Vec<Rect>,
    /// Whether the help page is shown.
    help: bool,
}

impl MenuScreen {
    /// A menu in these colours.
    pub fn new(menu: Menu, palette: Palette) -> Self {
        Self { menu, palette, lines: Vec::new(), help: false }
    }

    /// Handles an event of the terminal.
    pub fn handle(&mut self, event: &Event) -> MenuResult {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                if std::mem::take(&mut self.help) {
                    return MenuResult::Stay;
                }
                let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
                let press = match key.code {
                    KeyCode::Char('c' | 'q') if ctrl => return MenuResult::Leave,
                    KeyCode::Char('q') | KeyCode::F(10) => return MenuResult::Leave,
                    KeyCode::Char('?') | KeyCode::F(1) => {
                        self.help = true;
                        return MenuResult::Stay;
                    }
                    KeyCode::Char('l') | KeyCode::F(7) => {
                        self.menu.lang = other(self.menu.lang);
                        return MenuResult::Stay;
                    }
                    KeyCode::Char(digit @ '1'..='9') => {
                        let line = digit as usize - '1' as usize;
                        if line >= self.menu.items().len() {
                            return MenuResult::Stay;
                        }
                        self.menu.line = line;
                        MenuKey::Enter
                    }
                    KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => MenuKey::Up,
                    KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => MenuKey::Down,
                    KeyCode::Left => MenuKey::Left,
                    KeyCode::Right => MenuKey::Right,
                    KeyCode::Enter | KeyCode::Char(' ') => MenuKey::Enter,
                    KeyCode::Esc | KeyCode::Backspace => MenuKey::Back,
                    _ => return MenuResult::Stay,
                };
                self.menu.press(press)
            }
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => MenuResult::Stay,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> MenuResult {
        let at = (mouse.column, mouse.row).into();
        let Some(line) = self.lines.iter().position(|line| line.contains(at)) else {
            return MenuResult::Stay;
        };
        self.menu.line = line;
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.menu.press(MenuKey::Enter),
            MouseEventKind::ScrollUp => self.menu.press(MenuKey::Left),
            MouseEventKind::ScrollDown => self.menu.press(MenuKey::Right),
            _ => MenuResult::Stay,
        }
    }

    /// Draws the menu, and stores where its lines are for the mouse.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.lines.clear();
        let (area, lang) = (frame.area(), self.menu.lang);
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
        if self.help {
            self.draw_help(frame);
        }
    }

    fn draw_help(&self, frame: &mut Frame<'_>) {
        let (area, lang) = (frame.area(), self.menu.lang);
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(self.palette.quiet())
            .title(Span::styled(words::HELP_TITLE.get(lang), self.palette.accent()));
        let text = format!("{}\n\n{}", words::MENU_HELP.get(lang), words::HELP_CLOSE.get(lang));
        let (width, height) = (SMALLEST.0 - 2, 15);
        let x = area.x + (area.width - width) / 2;
        let y = area.y + (area.height - height) / 2;
        let page = Rect { x, y, width, height };
        frame.render_widget(Clear, page);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }).block(block), page);
    }

    fn heading(&self) -> String {
        let lang = self.menu.lang;
        let game = self.menu.entry().about().name.get(lang);
        match self.menu.page {
            MenuPage::Games => words::WHICH_GAME.get(lang).to_owned(),
            MenuPage::Variants => format!("{game} · {}", words::WHICH_VARIANT.get(lang)),
            MenuPage::Seats => format!("{game} · {}", words::WHO_SITS.get(lang)),
        }
    }

    fn list(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let items = self.menu.items();
        let lang = self.menu.lang;
        let widest = |text: fn(&MenuItem, game::Lang) -> usize| {
            items.iter().map(|item| text(item, lang)).max().unwrap_or(0)
        };
        let name = widest(|item, lang| item.name.get(lang).chars().count());
        let about = widest(|item, lang| item.about.get(lang).chars().count());
        let seats = if self.menu.page == MenuPage::Seats { 14 } else { 0 };
        let width = ((name + about + seats + 10) as u16).min(area.width - 4);
        let left = area.x + (area.width - width) / 2;
        let lines: Vec<Line<'static>> =
            items.iter().enumerate().map(|(index, item)| self.line(index, item, name)).collect();
        // A description that does not fit beside its name goes below it, or, where there is no room for all of them,
        // below the list while its line is chosen.
        let below: Vec<Vec<String>> = (items.iter().zip(&lines))
            .map(|(item, line)| {
                let about = item.about.get(lang);
                let fits = line.width() + 2 + about.chars().count() <= width.into();
                if fits { Vec::new() } else { wrapped(about, usize::from(width).saturating_sub(5)) }
            })
            .collect();
        let rows: usize = below.iter().map(|below| 1 + below.len()).sum();
        let height = usize::from(area.height);
        let all = rows <= height;
        // A blank line between the choices where there is room for it.
        let apart = all && rows + items.len() - 1 <= height;
        let mut y = area.y;
        for ((item, mut line), below) in items.iter().zip(lines).zip(&below) {
            if y >= area.bottom() {
                break;
            }
            if below.is_empty() {
                line.push_span(Span::from("  "));
                let about = item.about.get(lang).to_owned();
                line.push_span(Span::styled(about, self.palette.quiet()));
            }
            let shown = if all { below.len() as u16 } else { 0 };
            let place = Rect { x: left, y, width, height: 1 + shown };
            frame.render_widget(line, place);
            if all {
                self.describe(
                    frame,
                    Rect { x: left + 5, y: y + 1, width: width - 5, height: shown },
                    below,
                );
            }
            self.lines.push(place);
            y += place.height + u16::from(apart);
        }
        if let (false, Some(below)) = (all, below.get(self.menu.line)) {
            let gap = u16::from(y + (below.len() as u16) < area.bottom());
            let height = (area.bottom().saturating_sub(y + gap)).min(below.len() as u16);
            self.describe(frame, Rect { x: left + 5, y: y + gap, width: width - 5, height }, below);
        }
    }

    fn describe(&self, frame: &mut Frame<'_>, area: Rect, lines: &[String]) {
        let lines = lines.iter().map(|line| Line::styled(line.clone(), self.palette.quiet()));
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
    }

    fn line(&self, index: usize, item: &MenuItem, width: usize) -> Line<'static> {
        let lang = self.menu.lang;
        let lit = index == self.menu.line;
        let arrow = if lit { " › " } else { "   " };
        let mut spans = vec![Span::styled(arrow, self.palette.accent()).bold()];
        if let Some(seat) = item.seat {
            let names = self.menu.entry().about().seats;
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

/// The text in lines of at most so many characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn centred(frame: &mut Frame<'_>, area: Rect, line: Line<'_>) {
    frame.render_widget(Paragraph::new(line).alignment(Alignment::Center), area);
}
