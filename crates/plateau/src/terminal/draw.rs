//! Draws a game on the full screen: the board in the middle, a panel with players and moves beside it.

use game::Seat;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use super::board_area::BoardArea;
use super::canvas::Canvas;
use super::game_screen::GameScreen;
use super::hand::Hand;
use super::key_help;
use super::layers::square_of;
use super::palette::MARKS;
use super::words::{self, fill, same};

/// The smallest window that a game can be shown in.
pub const SMALLEST: (u16, u16) = (60, 20);

const SPINNER: [char; 8] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧'];

/// The areas of the screen.
struct Areas {
    title: Rect,
    board: Rect,
    panel: Rect,
    message: Rect,
    input: Rect,
    keys: Rect,
}

/// How much of the screen is kept from the board: rows for the title and for messages, and whether players and moves
/// have a panel. The first in which the board fits is used, or a later one with a panel in which a small board grows; a
/// window that is too small for all of them shows a part of the board in the last.
const LAYOUTS: [(u16, u16, bool); 5] =
    [(1, 2, true), (0, 2, true), (0, 1, true), (0, 2, false), (0, 1, false)];

fn areas(area: Rect, (title, message, has_panel): (u16, u16, bool)) -> Areas {
    let [title, main, message, input, keys] = Layout::vertical([
        Constraint::Length(title),
        Constraint::Fill(1),
        Constraint::Length(message),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let panel = match area.width {
        _ if !has_panel => 0,
        0..72 => 26,
        72..96 => 30,
        _ => 34,
    };
    let [board, panel] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(panel)]).areas(main);
    Areas { title, board, panel, message, input, keys }
}

/// Draws everything, and stores where the board is for the mouse.
pub fn draw(screen: &mut GameScreen, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        screen.board_area = BoardArea::default();
        too_small(screen, frame);
        return;
    }
    let picture = screen.game.picture(screen.lang);
    let mut fitting = LAYOUTS.into_iter().filter_map(|layout| {
        let areas = areas(area, layout);
        let (width, height) = (areas.board.width.into(), areas.board.height.into());
        Some((Canvas::fitting(&picture, width, height)?, areas))
    });
    let first = fitting.next();
    let small = Canvas::scaled(&picture, 1, 1).width;
    let is_small = first.as_ref().is_some_and(|(canvas, _)| canvas.width <= small);
    let grown = fitting.find(|(canvas, areas)| canvas.width > small && areas.panel.width > 0);
    let (canvas, areas) = (if is_small { grown.or(first) } else { first })
        .unwrap_or_else(|| (Canvas::dense(&picture), areas(area, LAYOUTS[LAYOUTS.len() - 1])));
    if areas.title.height > 0 {
        title(screen, frame, areas.title);
    }
    board(screen, frame, areas.board, canvas);
    if areas.panel.width > 0 {
        panel(screen, frame, areas.panel);
    }
    message(screen, frame, areas.message);
    input(screen, frame, areas.input);
    key_help::keys(screen, frame, areas.keys);
    if screen.help {
        key_help::help(screen, frame, area);
    }
}

fn too_small(screen: &GameScreen, frame: &mut Frame<'_>) {
    let area = frame.area();
    let size = |(width, height): (u16, u16)| same(format!("{width}×{height}"));
    let words = fill(words::TOO_SMALL, &[size((area.width, area.height)), size(SMALLEST)]);
    frame.render_widget(Paragraph::new(words.get(screen.lang)).wrap(Wrap { trim: true }), area);
}

fn title(screen: &GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let about = screen.game.entry().about();
    let name = Span::styled(format!(" {} ", about.name.get(screen.lang)), screen.palette.accent())
        .add_modifier(Modifier::BOLD | Modifier::REVERSED);
    let mut line = Line::from(name);
    let tagline =
        Span::styled(format!("  {}", about.tagline.get(screen.lang)), screen.palette.quiet());
    if line.width() + tagline.width() <= area.width.into() {
        line.push_span(tagline);
    }
    frame.render_widget(line, area);
}

/// Puts the board into the middle of its area, or as much of it as there is room for.
fn board(screen: &mut GameScreen, frame: &mut Frame<'_>, area: Rect, canvas: Canvas) {
    let seen = (canvas.width.min(area.width.into()), canvas.rows.len().min(area.height.into()));
    let x = area.x + (area.width - seen.0 as u16) / 2;
    let y = area.y + (area.height - seen.1 as u16) / 2;
    // If the board has changed its shape, its regions are others and the cursor may point past them.
    screen.cursor = screen.cursor.filter(|&cursor| cursor < canvas.regions.len());
    let (left, top) = screen.board_area.scrolled;
    let scrolled = (left.min(canvas.width - seen.0), top.min(canvas.rows.len() - seen.1));
    screen.board_area = BoardArea { canvas, x, y, scrolled, seen };
    paint(screen, frame.buffer_mut());
}

fn paint(screen: &GameScreen, buffer: &mut Buffer) {
    let BoardArea { canvas, x, y, scrolled, seen } = &screen.board_area;
    let lit = screen.is_lit();
    let pointed = screen.cursor.filter(|_| screen.game.turn().outcome().is_none());
    for (row, cells) in canvas.rows.iter().enumerate().skip(scrolled.1).take(seen.1) {
        for (column, cell) in cells.iter().enumerate().skip(scrolled.0).take(seen.0) {
            let mut style = screen.palette.style(cell.ink, lit);
            // Only the piece itself is highlighted, not the gap beside it.
            if !cell.core {
                style.bg = None;
                style = style.remove_modifier(Modifier::UNDERLINED | Modifier::REVERSED);
            }
            if pointed.is_some() && cell.region == pointed {
                style = pointed_style(screen, style, cell.ink, row, cell.core);
            }
            let at = (x + (column - scrolled.0) as u16, y + (row - scrolled.1) as u16);
            buffer[at].set_char(cell.symbol).set_style(style);
        }
    }
    paint_hand(screen, buffer);
    paint_layer(screen, buffer);
}

/// Where a cell of the board is on the screen, if it is seen.
fn on_screen(area: &BoardArea, column: usize, row: usize) -> Option<(u16, u16)> {
    let (column, row) = (column.checked_sub(area.scrolled.0)?, row.checked_sub(area.scrolled.1)?);
    let seen = column < area.seen.0 && row < area.seen.1;
    seen.then_some((area.x + column as u16, area.y + row as u16))
}

/// The piece in hand, over the squares that it would cover.
fn paint_hand(screen: &GameScreen, buffer: &mut Buffer) {
    let Some(hand) = &screen.hand else { return };
    let fits = screen.legal.contains(&hand.text());
    let colour = screen.hand_colour();
    let style = if fits { screen.palette.seat(colour) } else { screen.palette.danger() };
    let squares = hand.squares();
    for region in &screen.board_area.canvas.regions {
        if !square_of(&region.text).is_some_and(|square| squares.contains(&square)) {
            continue;
        }
        for row in region.y..region.y + region.height {
            for column in region.x..region.x + region.width {
                if let Some(at) = on_screen(&screen.board_area, column, row) {
                    buffer[at].set_char(if fits { '█' } else { '▒' }).set_style(style);
                }
            }
        }
    }
}

/// The numbers of the layer that is shown, in the middle of their squares.
fn paint_layer(screen: &GameScreen, buffer: &mut Buffer) {
    let style = screen.palette.accent().bold();
    for (region, text) in screen.layer_marks() {
        let Some(region) = screen.board_area.canvas.regions.get(region) else { continue };
        let length = text.chars().count();
        let first = region.x + region.width.saturating_sub(length) / 2;
        for (step, symbol) in text.chars().take(region.width).enumerate() {
            let row = region.y + region.height / 2;
            if let Some(at) = on_screen(&screen.board_area, first + step, row) {
                buffer[at].set_char(symbol).set_style(style);
            }
        }
    }
}

/// The cursor inverts the top row of its region, and highlights the empty cells below.
fn pointed_style(
    screen: &GameScreen,
    style: Style,
    ink: game::Ink,
    row: usize,
    core: bool,
) -> Style {
    let top =
        screen.cursor.and_then(|cursor| screen.board_area.canvas.regions.get(cursor)).map(|r| r.y);
    match (top == Some(row) && core, ink) {
        (true, game::Ink::Quiet | game::Ink::Plain | game::Ink::Board) => {
            screen.palette.accent().bold().reversed()
        }
        (true, _) => style.reversed(),
        (false, game::Ink::Quiet | game::Ink::Plain) => screen.palette.accent().bold(),
        (false, _) => style,
    }
}

fn panel(screen: &GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let seats = screen.game.players().len() as u16;
    let [players, moves] =
        Layout::vertical([Constraint::Length(seats + 2), Constraint::Fill(1)]).areas(area);
    let lines: Vec<Line<'_>> = (0..seats as u8).map(|seat| player(screen, Seat(seat))).collect();
    frame.render_widget(Paragraph::new(lines).block(block(screen, words::PLAYERS)), players);
    let block = block(screen, words::MOVES);
    let inside = block.inner(moves);
    let rows = move_rows(screen, inside.width.into());
    let last = rows.len().saturating_sub(screen.scroll.min(rows.len().saturating_sub(1)));
    let first = last.saturating_sub(inside.height.into());
    let rows: Vec<Line<'_>> = rows.into_iter().skip(first).take(inside.height.into()).collect();
    frame.render_widget(Paragraph::new(rows).block(block), moves);
}

/// A frame with a title.
pub fn block(screen: &GameScreen, title: game::Phrase) -> Block<'static> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(screen.palette.quiet())
        .title(Span::styled(title.get(screen.lang), screen.palette.accent()))
}

fn player(screen: &GameScreen, seat: Seat) -> Line<'static> {
    let turn = screen.game.turn();
    let style = screen.palette.seat(seat.0);
    let mark = MARKS[seat.index() % MARKS.len()];
    let name = screen.game.player_name(seat).get(screen.lang).to_owned();
    let mut spans = vec![Span::styled(format!(" {mark} "), style)];
    if turn.seat() == Some(seat) {
        spans.push(Span::from(name).bold());
        spans.push(match &screen.thinking {
            Some((_, thinking)) => {
                let step = (thinking.since.elapsed().as_millis() / 90) as usize % SPINNER.len();
                let text = format!(" {} {}", SPINNER[step], words::THINKS.get(screen.lang));
                Span::styled(text, screen.palette.accent())
            }
            None => Span::styled(
                format!(" ◂ {}", words::TO_MOVE.get(screen.lang)),
                screen.palette.accent(),
            ),
        });
    } else {
        spans.push(Span::from(name));
        if turn.outcome().is_some_and(|o| o.seats() > 1 && !o.is_draw() && o.place(seat) == 1) {
            spans.push(Span::styled(" ★", style));
        }
    }
    Line::from(spans)
}

/// The moves, one round in a row if the panel is wide enough.
fn move_rows(screen: &GameScreen, width: usize) -> Vec<Line<'static>> {
    let played = screen.game.table().record().moves.iter().zip(screen.game.movers());
    let moves: Vec<String> = played.map(|(mv, &seat)| screen.game.shown(mv, seat)).collect();
    let longest = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(1).max(3);
    let mut rows: Vec<Vec<Span<'static>>> = Vec::new();
    let (mut round, mut used, mut before) = (0, 0, None);
    for (index, (mv, &seat)) in moves.iter().zip(screen.game.movers()).enumerate() {
        let cell = longest + 4;
        let new_round = before.is_none_or(|before: Seat| seat <= before);
        round += usize::from(new_round);
        if new_round || used + cell > width {
            let number = if new_round { format!("{round:>4} ") } else { " ".repeat(5) };
            used = number.len();
            rows.push(vec![Span::styled(number, screen.palette.quiet())]);
        }
        let mark = MARKS[seat.index() % MARKS.len()];
        let latest = index + 1 == moves.len();
        let text = Span::from(format!("{mv:<longest$} "));
        if let Some(row) = rows.last_mut() {
            row.push(Span::styled(format!(" {mark} "), screen.palette.seat(seat.0)));
            row.push(if latest { text.bold() } else { text });
        }
        used += cell;
        before = Some(seat);
    }
    rows.into_iter().map(Line::from).collect()
}

fn message(screen: &GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let mut lines = Vec::new();
    // The result stays visible, whatever message comes after it.
    let ending = screen.game.ending();
    if let Some(words) = &ending {
        lines.push(Line::from(words.get(screen.lang).to_owned()).bold());
    }
    match &screen.message {
        Some((words, _)) if Some(words) == ending.as_ref() => (),
        Some((words, true)) => {
            let text = format!("! {}", words.get(screen.lang));
            lines.push(Line::styled(text, screen.palette.danger()));
        }
        Some((words, false)) => lines.push(Line::from(words.get(screen.lang).to_owned()).bold()),
        None if screen.board_area.is_scrolled() => {
            lines.push(Line::styled(words::SCROLLED.get(screen.lang), screen.palette.quiet()));
        }
        None if screen.game.human_to_move().is_some() => {
            let takes = Hand::is_for(&screen.legal);
            let wish = if takes { words::NO_PIECE_YET } else { words::NO_MOVE_YET };
            lines.push(Line::styled(wish.get(screen.lang), screen.palette.quiet()));
        }
        None => (),
    }
    let area = Rect { x: area.x + 1, width: area.width - 2, ..area };
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

fn input(screen: &GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let prompt = match screen.game.turn().seat() {
        Some(seat) if screen.game.human_to_move().is_some() => {
            let name = screen.game.seat_name(seat).get(screen.lang).to_owned();
            Span::styled(format!(" {name} › "), screen.palette.seat(seat.0))
        }
        _ => Span::styled(" › ", screen.palette.quiet()),
    };
    let x = area.x + (prompt.width() + screen.input.chars().count()) as u16;
    let mut spans = vec![prompt, Span::from(screen.input.clone()).bold()];
    if !screen.input.is_empty() {
        let rest = screen.legal.iter().filter(|legal| legal.starts_with(&screen.input)).take(9);
        let rest = rest.map(String::as_str).collect::<Vec<_>>().join(" ");
        spans.push(Span::styled(format!("   {rest}"), screen.palette.quiet()));
    }
    frame.render_widget(Line::from(spans), area);
    if !screen.help {
        frame.set_cursor_position((x.min(area.right() - 1), area.y));
    }
}
