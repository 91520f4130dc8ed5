//! The well as a terminal shows it while it is played: two characters a square, a letter in each filled one, so
//! that colour is not the only sign.

use game::{Ansi, Lang, Look, PanelLine, Phrase, Scene, Stroke, Tint};

use crate::rules::colours::Cell;
use crate::rules::pieces::{Facing, Piece, System, offsets};
use crate::rules::score::Spin;
use crate::rules::stock::{Landing, Stock};
use crate::rules::terms::{Mode, ULTRA_TICKS};
use crate::well::arcade::TICKS_PER_SECOND;
use crate::well::session::WellSession;

const HOLD: Phrase = Phrase::new("Hold", "Réserve");
const NEXT: Phrase = Phrase::new("Next", "À venir");
const SCORE: Phrase = Phrase::new("Score", "Score");
const LEVEL: Phrase = Phrase::new("Level", "Niveau");
const LINES: Phrase = Phrase::new("Lines", "Lignes");
const TIME: Phrase = Phrase::new("Time", "Temps");
const LEFT: Phrase = Phrase::new("Left", "Reste");
const PIECES: Phrase = Phrase::new("Pieces", "Pièces");
const COMING: Phrase = Phrase::new("Garbage", "Pénalités");
const PACE: Phrase = Phrase::new("a second", "par seconde");
const MACHINE: Phrase = Phrase::new("The computer plays", "L’ordinateur joue");
const COACH: Phrase = Phrase::new("Its advice: <>", "Son avis : <>");

const fn tint(ansi: Ansi, indexed: u8, rgb: (u8, u8, u8)) -> Tint {
    Tint { ansi, indexed, rgb }
}

/// The colours of the seven pieces.
const TINTS: [Tint; 7] = [
    tint(Ansi::Cyan, 44, (0x3f, 0xc1, 0xc9)),
    tint(Ansi::Yellow, 220, (0xf2, 0xc9, 0x3a)),
    tint(Ansi::Magenta, 134, (0xb0, 0x6b, 0xd6)),
    tint(Ansi::Green, 71, (0x5f, 0xb8, 0x5a)),
    tint(Ansi::LightRed, 167, (0xe0, 0x5f, 0x55)),
    tint(Ansi::LightBlue, 68, (0x5b, 0x8d, 0xef)),
    tint(Ansi::LightYellow, 208, (0xf0, 0x95, 0x3f)),
];

const GARBAGE: Stroke =
    Stroke::Tile { mark: '▒', tint: tint(Ansi::Gray, 246, (0x9a, 0xa0, 0xaa)), dim: false };

const fn tile(piece: Piece, dim: bool) -> Stroke {
    Stroke::Tile { mark: piece.letter(), tint: TINTS[piece as usize], dim }
}

/// Whether a piece can be held under these rules.
pub(super) fn has_hold(stock: &Stock) -> bool {
    stock.terms.rules == System::Modern
}

/// Everything that is to be seen.
pub(super) fn scene(session: &WellSession, lang: Lang, paused: bool) -> Scene {
    Scene {
        field: field(session, paused),
        left: left(session, lang),
        right: right(session, lang),
        // The hold, the figures and a message; the queue, and who plays.
        panel_lines: match session.well().stock().terms.rules {
            System::Modern => 18,
            System::Report => 13,
        },
    }
}

fn field(session: &WellSession, paused: bool) -> Vec<Vec<Stroke>> {
    let well = session.well();
    let stock = well.stock();
    let terms = stock.terms;
    let rules = terms.rules;
    let falling = well.falling().map(|falling| falling.body);
    let piece = falling.map(|body| body.squares(rules));
    let ghost = session.ghost().map(|body| body.squares(rules));
    let goal = session.goal().filter(|_| !paused).map(|goal| goal.body(rules).squares(rules));
    // Where pieces appear above the well, one hidden row is shown.
    let rows = terms.height as i8 + i8::from(rules == System::Modern);
    let mut lines = Vec::new();
    for y in (0..rows).rev() {
        let hidden = y >= terms.height as i8;
        let side = Stroke::Text(if hidden { "╷" } else { "│" }.into(), Look::Accent);
        let mut line = vec![side.clone()];
        for x in 0..terms.width as i8 {
            let at = |squares: Option<[(i8, i8); 4]>| squares.is_some_and(|s| s.contains(&(x, y)));
            line.push(match (stock.colours.at(x, y), falling) {
                _ if session.lit() >> y & 1 != 0 => Stroke::Text("▓▓".into(), Look::Strong),
                (Cell::Of(piece), _) => tile(piece, false),
                (Cell::Garbage, _) => GARBAGE,
                (_, Some(body)) if at(piece) => tile(body.piece, false),
                _ if at(goal) => Stroke::Text("<>".into(), Look::StrongAccent),
                (_, Some(body)) if at(ghost) => {
                    Stroke::Text("[]".into(), Look::Tinted(TINTS[body.piece as usize]))
                }
                _ if hidden => Stroke::plain("  "),
                _ => Stroke::Text(" ·".into(), Look::Quiet),
            });
        }
        line.push(side);
        lines.push(line);
    }
    let floor = "──".repeat(usize::from(terms.width));
    lines.push(vec![Stroke::Text(format!("└{floor}┘"), Look::Accent)]);
    lines
}

/// A piece as it appears, line by line.
fn picture(rules: System, piece: Piece, dim: bool) -> Vec<PanelLine> {
    let squares = offsets(rules, piece, Facing::North);
    let bounds = |values: [i8; 4]| {
        let (least, most) = (values.iter().min(), values.iter().max());
        (least.copied().unwrap_or(0), most.copied().unwrap_or(0))
    };
    let (first, last) = bounds(squares.map(|(x, _)| x));
    let (bottom, top) = bounds(squares.map(|(_, y)| y));
    let cell =
        |x, y| if squares.contains(&(x, y)) { tile(piece, dim) } else { Stroke::plain("  ") };
    let line = |y| PanelLine::Strokes((first..=last).map(|x| cell(x, y)).collect());
    (bottom..=top).rev().map(line).collect()
}

fn left(session: &WellSession, lang: Lang) -> Vec<PanelLine> {
    let well = session.well();
    let stock = well.stock();
    let mut lines = Vec::new();
    if has_hold(stock) {
        lines.push(PanelLine::text(HOLD.get(lang), Look::Strong));
        let held = stock.held.map(|piece| picture(stock.terms.rules, piece, stock.used));
        lines.extend(held.into_iter().flatten());
        lines.resize_with(4, PanelLine::empty);
    }
    let ticks = well.ticks();
    // Where time or lines are what one plays for, it is said how much is left.
    let (clock, shown) = match stock.terms.mode {
        Mode::Ultra => (LEFT, ULTRA_TICKS.saturating_sub(ticks)),
        _ => (TIME, ticks),
    };
    let mode = stock.terms.mode;
    let cleared = match (mode.sprint(), mode.cheese()) {
        (Some(goal), _) => format!("{}/{goal}", stock.lines),
        (_, Some(goal)) => format!("{}/{goal}", goal.saturating_sub(stock.garbage_left())),
        _ => stock.lines.to_string(),
    };
    let a_second = u64::from(TICKS_PER_SECOND);
    let (seconds, tenths) = (shown / a_second, shown % a_second * 10 / a_second);
    let pace = f64::from(stock.pieces) * f64::from(TICKS_PER_SECOND) / ticks.max(1) as f64;
    for (title, value) in [
        (SCORE, stock.score.to_string()),
        (LEVEL, stock.level.to_string()),
        (LINES, cleared),
        (clock, lang.number(&format!("{}:{:02}.{tenths}", seconds / 60, seconds % 60))),
        (PIECES, stock.pieces.to_string()),
        (PACE, lang.number(&format!("{pace:.2}"))),
    ] {
        lines.push(PanelLine::Figure(title.get(lang), value));
    }
    if mode == Mode::Survival {
        let waiting: u32 = stock.waiting.iter().map(|&(lines, _)| u32::from(lines)).sum();
        lines.push(PanelLine::Figure(COMING.get(lang), waiting.to_string()));
    }
    lines.push(PanelLine::empty());
    let said = session.message().map(|landing| landing_words(landing, lang));
    lines.extend(said.into_iter().flatten().map(|text| PanelLine::text(text, Look::StrongAccent)));
    lines
}

fn right(session: &WellSession, lang: Lang) -> Vec<PanelLine> {
    let stock = session.well().stock();
    let rules = stock.terms.rules;
    let mut lines = vec![PanelLine::text(NEXT.get(lang), Look::Strong)];
    for &piece in stock.supply.queue() {
        lines.extend(picture(rules, piece, false));
        lines.push(PanelLine::empty());
        // I lies in one line: the others keep their places.
        if piece == Piece::I && rules == System::Modern {
            lines.push(PanelLine::empty());
        }
    }
    if session.is_machine() {
        lines.push(PanelLine::text(MACHINE.get(lang), Look::Accent));
        lines.push(PanelLine::text(session.level().name.get(lang), Look::Accent));
    } else if session.is_coach() {
        lines.push(PanelLine::text(COACH.get(lang), Look::Accent));
    }
    lines
}

/// What a piece came to, in a few words; nothing where it came to nothing.
pub(super) fn landing_words(landing: &Landing, lang: Lang) -> Vec<String> {
    let clear = landing.clear;
    let lines = match clear.lines {
        0 => Phrase::new("", ""),
        1 => Phrase::new("single", "simple"),
        2 => Phrase::new("double", "double"),
        3 => Phrase::new("triple", "triple"),
        _ => Phrase::new("four lines", "quatre lignes"),
    };
    let spin = match clear.spin {
        Spin::None => "",
        Spin::Mini => "mini T-spin",
        Spin::Full => "T-spin",
    };
    let mut said = vec![format!("{spin} {}", lines.get(lang)).trim().to_owned()];
    if clear.back_to_back {
        said.push(Phrase::new("back to back", "d’affilée").get(lang).to_owned());
    }
    if clear.combo > 0 {
        said.push(format!("combo {}", clear.combo));
    }
    if clear.empty {
        said.push(Phrase::new("all clear", "puits vide").get(lang).to_owned());
    }
    if landing.points > 0 {
        said.push(format!("+{}", landing.points));
    }
    said.retain(|text| !text.is_empty());
    said
}
