//! The well on the screen: two characters a square, a letter in each filled one, so that colour is not the
//! only sign.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Paragraph, Wrap};
use tetris::rules::colours::Square;
use tetris::rules::pieces::offsets;
use tetris::{Facing, Mode, Piece, SPRINT_LINES, Stock, System, ULTRA_TICKS};

use super::session::Session;
use super::words;
use crate::terminal::words::{TOO_SMALL, fill, same};

/// How wide what stands at the left and at the right is.
const LEFT: u16 = 19;
const RIGHT: u16 = 17;

/// How many lines they want: the hold, the figures and a message; the queue, and who plays.
const fn beside(rules: System) -> u16 {
    match rules {
        System::Modern => 18,
        System::Report => 13,
    }
}

/// The colours of the seven pieces and of rubbish as each palette has them.
const PIECES: [(Color, u8, (u8, u8, u8)); 8] = [
    (Color::Cyan, 44, (0x3f, 0xc1, 0xc9)),
    (Color::Yellow, 220, (0xf2, 0xc9, 0x3a)),
    (Color::Magenta, 134, (0xb0, 0x6b, 0xd6)),
    (Color::Green, 71, (0x5f, 0xb8, 0x5a)),
    (Color::LightRed, 167, (0xe0, 0x5f, 0x55)),
    (Color::LightBlue, 68, (0x5b, 0x8d, 0xef)),
    (Color::LightYellow, 208, (0xf0, 0x95, 0x3f)),
    (Color::Gray, 246, (0x9a, 0xa0, 0xaa)),
];

/// Draws everything.
pub fn draw(session: &Session, frame: &mut Frame<'_>) {
    let area = frame.area();
    let terms = session.well.stock().terms;
    // Where pieces appear above the well, one hidden row is shown.
    let rows = u16::from(terms.height) + u16::from(terms.rules == System::Modern);
    let across = 2 * u16::from(terms.width) + 2;
    let high = (rows + 1).max(beside(terms.rules));
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
    let well = Rect { x: x + LEFT, y, width: across, height: rows + 1 };
    let pen = Pen { session, buffer: frame.buffer_mut() };
    pen.everything(well, high);
}

struct Pen<'a> {
    session: &'a Session,
    buffer: &'a mut Buffer,
}

impl Pen<'_> {
    fn everything(mut self, well: Rect, height: u16) {
        self.well(well);
        self.left(Rect { x: well.x - LEFT, width: LEFT - 2, height, ..well });
        self.right(Rect { x: well.x + well.width + 2, width: RIGHT - 2, height, ..well });
        let hold = self.stock().terms.rules == System::Modern;
        let keys = words::keys(self.session.wishes.layout, hold, self.session.lang);
        let area = *self.buffer.area();
        let width = keys.chars().count().min(area.width.into()) as u16;
        let x = area.x + (area.width - width) / 2;
        let y = well.y + height;
        self.buffer.set_stringn(x, y, keys, width.into(), self.session.palette.quiet());
        self.veil(well);
    }

    fn stock(&self) -> &Stock {
        self.session.well.stock()
    }

    /// What does not fit below is not written: no size of well may end a game.
    fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        if y < self.buffer.area().bottom() {
            self.buffer.set_string(x, y, text, style);
        }
    }

    fn well(&mut self, area: Rect) {
        let session = self.session;
        let palette = session.palette;
        let terms = self.stock().terms;
        let (rules, width) = (terms.rules, terms.width);
        let squares = |body: Option<tetris::Body>| body.map(|body| body.squares(rules));
        let falling = session.well.falling().map(|falling| falling.body);
        let piece = squares(falling);
        let ghost = squares(session.well.ghost().filter(|_| session.ghost));
        let goal = squares(session.goal().map(|goal| goal.body(rules)));
        let rows = area.height - 1;
        let (lit, left) = session.flash;
        for line in 0..rows {
            let y = (rows - 1 - line) as i8;
            let top = area.y + line;
            let hidden = y >= terms.height as i8;
            let side = if hidden { "╷" } else { "│" };
            self.put(area.x, top, side, palette.accent());
            self.put(area.x + area.width - 1, top, side, palette.accent());
            for column in 0..width {
                let x = column as i8;
                let at =
                    |squares: Option<[(i8, i8); 4]>| squares.is_some_and(|s| s.contains(&(x, y)));
                let square = self.stock().colours.at(x, y);
                let (text, style) = match (square, falling) {
                    _ if left > 0 && lit >> y & 1 != 0 => {
                        ("▓▓".into(), Style::new().add_modifier(Modifier::BOLD))
                    }
                    (Square::Of(piece), _) => self.filled(piece as usize, piece.letter()),
                    (Square::Rubbish, _) => self.filled(7, '▒'),
                    (_, Some(body)) if at(piece) => {
                        self.filled(body.piece as usize, body.piece.letter())
                    }
                    _ if at(goal) => ("<>".into(), palette.accent().add_modifier(Modifier::BOLD)),
                    (_, Some(body)) if at(ghost) => ("[]".into(), self.ink(body.piece as usize)),
                    _ if hidden => ("  ".into(), Style::new()),
                    _ => (" ·".into(), palette.quiet()),
                };
                self.put(area.x + 1 + 2 * u16::from(column), top, &text, style);
            }
        }
        let floor = "─".repeat(usize::from(area.width) - 2);
        self.put(area.x, area.y + rows, &format!("└{floor}┘"), palette.accent());
    }

    fn colour(&self, piece: usize) -> Option<Color> {
        let (basic, index, rgb) = PIECES[piece];
        self.session.palette.pick(basic, index, rgb)
    }

    fn ink(&self, piece: usize) -> Style {
        self.colour(piece).map_or_else(Style::new, |colour| Style::new().fg(colour))
    }

    /// A filled square: its letter on its colour.
    fn filled(&self, piece: usize, letter: char) -> (String, Style) {
        match self.colour(piece) {
            Some(colour) => (format!("{letter} "), Style::new().bg(colour).fg(Color::Black)),
            None => (format!("{letter}{letter}"), Style::new().add_modifier(Modifier::REVERSED)),
        }
    }

    /// A piece as it appears; gives how many lines it took.
    fn picture(&mut self, piece: Piece, x: u16, y: u16, dim: bool) -> u16 {
        let rules = self.stock().terms.rules;
        let squares = offsets(rules, piece, Facing::North);
        let least = squares.iter().map(|&(dx, _)| dx).min().unwrap_or(0);
        let most = squares.iter().map(|&(_, dy)| dy).max().unwrap_or(0);
        let lowest = squares.iter().map(|&(_, dy)| dy).min().unwrap_or(0);
        let (text, mut style) = self.filled(piece as usize, piece.letter());
        if dim {
            style = self.session.palette.quiet();
        }
        for (dx, dy) in squares {
            self.put(x + 2 * (dx - least) as u16, y + (most - dy) as u16, &text, style);
        }
        (most - lowest + 1) as u16
    }

    fn left(&mut self, area: Rect) {
        let session = self.session;
        let (lang, palette) = (session.lang, session.palette);
        let stock = session.well.stock();
        let mut y = area.y;
        let name = Style::new().add_modifier(Modifier::BOLD);
        self.put(area.x, y, self.mode_name(), palette.accent());
        self.put(area.x, y + 1, words::OTHER_MODE.get(lang), palette.quiet());
        y += 3;
        if stock.terms.rules == System::Modern {
            self.put(area.x, y, words::HOLD.get(lang), name);
            if let Some(piece) = stock.held {
                self.picture(piece, area.x, y + 1, stock.used);
            }
            y += 4;
        }
        let ticks = session.well.ticks();
        // Where time or lines are what one plays for, it is said how much is left.
        let (clock, shown) = match stock.terms.mode {
            Mode::Ultra => (words::LEFT, ULTRA_TICKS.saturating_sub(ticks)),
            _ => (words::TIME, ticks),
        };
        let (minutes, seconds) = (shown / 3600, shown / 60 % 60);
        let lines = match stock.terms.mode {
            Mode::Sprint => format!("{}/{SPRINT_LINES}", stock.lines),
            _ => stock.lines.to_string(),
        };
        let pace = f64::from(stock.pieces) * 60.0 / ticks.max(1) as f64;
        for (title, value) in [
            (words::SCORE, stock.score.to_string()),
            (words::LEVEL, stock.level.to_string()),
            (words::LINES, lines),
            (clock, format!("{minutes}:{seconds:02}.{}", shown % 60 / 6)),
            (words::PIECES, stock.pieces.to_string()),
            (words::PACE, format!("{pace:.2}")),
        ] {
            let width = value.chars().count() as u16;
            self.put(area.x, y, title.get(lang), palette.quiet());
            self.put(area.x + area.width.saturating_sub(width), y, &value, name);
            y += 1;
        }
        y += 1;
        for text in session.message.0.iter().filter(|_| session.message.1 > 0) {
            self.put(area.x, y, text, palette.accent().add_modifier(Modifier::BOLD));
            y += 1;
        }
    }

    fn mode_name(&self) -> &'static str {
        let mode = self.stock().terms.mode;
        let offers =
            <tetris::Tetris as search::Levels>::ARCADE.map_or(&[][..], |arcade| arcade.modes());
        let offer = offers.iter().find(|offer| offer.id == mode.id());
        offer.map_or(mode.id(), |offer| offer.name.get(self.session.lang))
    }

    fn right(&mut self, area: Rect) {
        let session = self.session;
        let (lang, palette) = (session.lang, session.palette);
        let name = Style::new().add_modifier(Modifier::BOLD);
        self.put(area.x, area.y, words::NEXT.get(lang), name);
        let mut y = area.y + 1;
        for &piece in session.well.stock().supply.queue() {
            y += self.picture(piece, area.x, y, false) + 1;
            // I lies in one line: the others keep their places.
            if piece == Piece::I && session.well.stock().terms.rules == System::Modern {
                y += 1;
            }
        }
        if session.machine {
            self.put(area.x, y, words::MACHINE.get(lang), palette.accent());
            self.put(area.x, y + 1, session.wishes.level.name.get(lang), palette.accent());
        } else if session.coach {
            self.put(area.x, y, words::COACH.get(lang), palette.accent());
        }
        if session.wishes.mode == Mode::Practice {
            self.put(area.x, area.y + area.height - 1, words::UNDO.get(lang), palette.quiet());
        }
    }

    /// What is said over the well when the clock stands.
    fn veil(&mut self, well: Rect) {
        let session = self.session;
        let lang = session.lang;
        let lines = match () {
            () if session.well.stock().done => [words::DONE, words::AGAIN],
            () if session.well.is_over() => [words::FULL, words::AGAIN],
            () if session.paused => [words::PAUSED, words::GO_ON],
            () => return,
        };
        let style = session.palette.accent().add_modifier(Modifier::REVERSED | Modifier::BOLD);
        let middle = well.y + well.height / 2 - 1;
        for (line, phrase) in (middle..).zip(lines) {
            let width = usize::from(well.width);
            let text = format!("{:^width$}", phrase.get(lang));
            self.put(well.x, line, &text, style);
        }
    }
}
