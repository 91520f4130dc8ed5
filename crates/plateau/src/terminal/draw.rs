//! How a game looks on the full screen: the board large in the middle, a quiet panel beside it.

use game::Seat;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use super::canvas::Canvas;
use super::legend;
use super::palette::MARKS;
use super::room::{Room, Shown};
use super::words::{self, fill, same};

/// The smallest window that a game can be shown in.
pub const SMALLEST: (u16, u16) = (60, 20);

const SPINNER: [char; 8] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧'];

/// Where things are.
struct Places {
    title: Rect,
    board: Rect,
    panel: Rect,
    message: Rect,
    input: Rect,
    keys: Rect,
}

fn places(area: Rect) -> Places {
    let [title, main, message, input, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(2),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let panel = match area.width {
        0..72 => 26,
        72..96 => 30,
        _ => 34,
    };
    let [board, panel] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(panel)]).areas(main);
    Places { title, board, panel, message, input, keys }
}

/// Draws everything, and remembers where the board is.
pub fn draw(room: &mut Room, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        room.shown = Shown::default();
        too_small(room, frame);
        return;
    }
    let places = places(area);
    title(room, frame, places.title);
    board(room, frame, places.board);
    panel(room, frame, places.panel);
    message(room, frame, places.message);
    input(room, frame, places.input);
    legend::keys(room, frame, places.keys);
    if room.help {
        legend::help(room, frame, area);
    }
}

fn too_small(room: &Room, frame: &mut Frame<'_>) {
    let area = frame.area();
    let size = |(width, height): (u16, u16)| same(format!("{width}×{height}"));
    let words = fill(words::TOO_SMALL, &[size((area.width, area.height)), size(SMALLEST)]);
    frame.render_widget(Paragraph::new(words.get(room.lang)).wrap(Wrap { trim: true }), area);
}

fn title(room: &Room, frame: &mut Frame<'_>, area: Rect) {
    let about = room.sitting.entry().about();
    let name = Span::styled(format!(" {} ", about.name.get(room.lang)), room.palette.accent())
        .add_modifier(Modifier::BOLD | Modifier::REVERSED);
    let mut line = Line::from(name);
    let tagline = Span::styled(format!("  {}", about.tagline.get(room.lang)), room.palette.quiet());
    if line.width() + tagline.width() <= area.width.into() {
        line.push_span(tagline);
    }
    frame.render_widget(line, area);
}

fn board(room: &mut Room, frame: &mut Frame<'_>, area: Rect) {
    let picture = room.sitting.picture();
    let Some(canvas) = Canvas::fitting(&picture, area.width.into(), area.height.into()) else {
        let own = Canvas::scaled(&picture, 1, 1);
        let frame_size = frame.area();
        let needs = format!(
            "{}×{}",
            own.width as u16 + frame_size.width - area.width,
            own.rows.len() as u16 + frame_size.height - area.height
        );
        let words = fill(words::BOARD_TOO_LARGE, &[same(needs)]);
        room.shown = Shown::default();
        let words = Paragraph::new(words.get(room.lang).to_owned()).wrap(Wrap { trim: true });
        frame.render_widget(words, area);
        return;
    };
    let x = area.x + (area.width - canvas.width as u16) / 2;
    let y = area.y + (area.height - canvas.rows.len() as u16) / 2;
    // A board of another shape has other regions.
    room.cursor = room.cursor.filter(|&cursor| cursor < canvas.regions.len());
    room.shown = Shown { canvas, x, y };
    paint(room, frame.buffer_mut());
}

fn paint(room: &Room, buffer: &mut Buffer) {
    let Shown { canvas, x, y } = &room.shown;
    let lit = (room.opened.elapsed().as_millis() / 600).is_multiple_of(2);
    let pointed = room.cursor.filter(|_| room.sitting.turn().outcome().is_none());
    for (row, cells) in canvas.rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let mut style = room.palette.style(cell.ink, lit);
            // Only the piece itself is lit, not the gap beside it.
            if !cell.core {
                style.bg = None;
                style = style.remove_modifier(Modifier::UNDERLINED | Modifier::REVERSED);
            }
            if pointed.is_some() && cell.region == pointed {
                style = pointed_style(room, style, cell.ink, row, cell.core);
            }
            let to = &mut buffer[(x + column as u16, y + row as u16)];
            to.set_char(cell.symbol).set_style(style);
        }
    }
}

/// The cursor turns the top of its region over, and lights what is empty below.
fn pointed_style(room: &Room, style: Style, ink: game::Ink, row: usize, core: bool) -> Style {
    let top = room.cursor.and_then(|cursor| room.shown.canvas.regions.get(cursor)).map(|r| r.y);
    match (top == Some(row) && core, ink) {
        (true, game::Ink::Quiet | game::Ink::Plain | game::Ink::Board) => {
            room.palette.accent().bold().reversed()
        }
        (true, _) => style.reversed(),
        (false, game::Ink::Quiet | game::Ink::Plain) => room.palette.accent().bold(),
        (false, _) => style,
    }
}

fn panel(room: &Room, frame: &mut Frame<'_>, area: Rect) {
    let seats = room.sitting.sitters().len() as u16;
    let [players, moves] =
        Layout::vertical([Constraint::Length(seats + 2), Constraint::Fill(1)]).areas(area);
    let lines: Vec<Line<'_>> = (0..seats as u8).map(|seat| player(room, Seat(seat))).collect();
    frame.render_widget(Paragraph::new(lines).block(block(room, words::PLAYERS)), players);
    let block = block(room, words::MOVES);
    let inside = block.inner(moves);
    let rows = move_rows(room, inside.width.into());
    let last = rows.len().saturating_sub(room.scroll.min(rows.len().saturating_sub(1)));
    let first = last.saturating_sub(inside.height.into());
    let rows: Vec<Line<'_>> = rows.into_iter().skip(first).take(inside.height.into()).collect();
    frame.render_widget(Paragraph::new(rows).block(block), moves);
}

/// A quiet frame with a title.
pub fn block(room: &Room, title: game::Phrase) -> Block<'static> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(room.palette.quiet())
        .title(Span::styled(title.get(room.lang), room.palette.accent()))
}

fn player(room: &Room, seat: Seat) -> Line<'static> {
    let turn = room.sitting.turn();
    let style = room.palette.seat(seat.0);
    let mark = MARKS[seat.index() % MARKS.len()];
    let name = room.sitting.player_name(seat).get(room.lang).to_owned();
    let mut spans = vec![Span::styled(format!(" {mark} "), style)];
    if turn.seat() == Some(seat) {
        spans.push(Span::from(name).bold());
        spans.push(match &room.thinking {
            Some((_, thinking)) => {
                let step = (thinking.since.elapsed().as_millis() / 90) as usize % SPINNER.len();
                let text = format!(" {} {}", SPINNER[step], words::THINKS.get(room.lang));
                Span::styled(text, room.palette.accent())
            }
            None => {
                Span::styled(format!(" ◂ {}", words::TO_MOVE.get(room.lang)), room.palette.accent())
            }
        });
    } else {
        spans.push(Span::from(name));
        if turn.outcome().is_some_and(|o| o.seats() > 1 && !o.is_draw() && o.place(seat) == 1) {
            spans.push(Span::styled(" ★", style));
        }
    }
    Line::from(spans)
}

/// The moves, a round a row as far as it is wide enough.
fn move_rows(room: &Room, width: usize) -> Vec<Line<'static>> {
    let played = room.sitting.table().record().moves.iter().zip(room.sitting.movers());
    let moves: Vec<String> = played.map(|(mv, &seat)| room.sitting.shown(mv, seat)).collect();
    let longest = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(1).max(3);
    let mut rows: Vec<Vec<Span<'static>>> = Vec::new();
    let (mut round, mut used, mut before) = (0, 0, None);
    for (index, (mv, &seat)) in moves.iter().zip(room.sitting.movers()).enumerate() {
        let cell = longest + 4;
        let new_round = before.is_none_or(|before: Seat| seat <= before);
        round += usize::from(new_round);
        if new_round || used + cell > width {
            let number = if new_round { format!("{round:>4} ") } else { " ".repeat(5) };
            used = number.len();
            rows.push(vec![Span::styled(number, room.palette.quiet())]);
        }
        let mark = MARKS[seat.index() % MARKS.len()];
        let latest = index + 1 == moves.len();
        let text = Span::from(format!("{mv:<longest$} "));
        if let Some(row) = rows.last_mut() {
            row.push(Span::styled(format!(" {mark} "), room.palette.seat(seat.0)));
            row.push(if latest { text.bold() } else { text });
        }
        used += cell;
        before = Some(seat);
    }
    rows.into_iter().map(Line::from).collect()
}

fn message(room: &Room, frame: &mut Frame<'_>, area: Rect) {
    let mut lines = Vec::new();
    // Whatever is said after the end, who won stays in sight.
    let ending = room.sitting.ending();
    if let Some(words) = &ending {
        lines.push(Line::from(words.get(room.lang).to_owned()).bold());
    }
    match &room.message {
        Some((words, _)) if Some(words) == ending.as_ref() => (),
        Some((words, true)) => {
            let text = format!("! {}", words.get(room.lang));
            lines.push(Line::styled(text, room.palette.danger()));
        }
        Some((words, false)) => lines.push(Line::from(words.get(room.lang).to_owned()).bold()),
        None if room.sitting.human_to_move().is_some() => {
            lines.push(Line::styled(words::NO_MOVE_YET.get(room.lang), room.palette.quiet()));
        }
        None => (),
    }
    let area = Rect { x: area.x + 1, width: area.width - 2, ..area };
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

fn input(room: &Room, frame: &mut Frame<'_>, area: Rect) {
    let prompt = match room.sitting.turn().seat() {
        Some(seat) if room.sitting.human_to_move().is_some() => {
            let name = room.sitting.seat_name(seat).get(room.lang).to_owned();
            Span::styled(format!(" {name} › "), room.palette.seat(seat.0))
        }
        _ => Span::styled(" › ", room.palette.quiet()),
    };
    let x = area.x + (prompt.width() + room.input.chars().count()) as u16;
    let mut spans = vec![prompt, Span::from(room.input.clone()).bold()];
    if !room.input.is_empty() {
        let rest = room.legal.iter().filter(|legal| legal.starts_with(&room.input)).take(9);
        let rest = rest.map(String::as_str).collect::<Vec<_>>().join(" ");
        spans.push(Span::styled(format!("   {rest}"), room.palette.quiet()));
    }
    frame.render_widget(Line::from(spans), area);
    if !room.help {
        frame.set_cursor_position((x.min(area.right() - 1), area.y));
    }
}
