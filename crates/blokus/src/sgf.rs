//! Reads and writes records as `.blksgf` files, the Smart Game Format as Pentobi writes it.
//!
//! A file is a tree of nodes. Only the main line is read, without variations and comments. The
//! property `GM` names the mode; a move is a property named after its colour, `B` and `W` in
//! Duo and `1` to `4` elsewhere, with the squares that it covers. Players are named by `PB` and `PW`
//! where there are two, by `P1` to `P4` elsewhere. What the format has no word for has properties of our
//! own, which other programs skip: `XM` is the mode, `XS` how points are counted.

use std::fmt::Write as _;

use game::{BadRecord, Record, Words, play_text};

use crate::mode::{Mode, Options, Scoring};
use crate::moves::Move;
use crate::rules::Blokus;

/// Longer files are refused.
const LONGEST: usize = 4 << 20;

/// The name of a way to play in `GM` and between engines.
pub(crate) fn name_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Teams | Mode::Classic => "Blokus",
        Mode::Two => "Blokus Two-Player",
        Mode::Three => "Blokus Three-Player",
        Mode::Duo => "Blokus Duo",
    }
}

/// The mode with this name, as in `GM` or in `set_game`; capitals do not matter.
pub(crate) fn mode_named(name: &str) -> Option<Mode> {
    let modes = [Mode::Classic, Mode::Two, Mode::Three, Mode::Duo];
    modes.into_iter().find(|&mode| name_of(mode).eq_ignore_ascii_case(name.trim()))
}

fn bad(en: impl Into<String>, fr: impl Into<String>) -> BadRecord {
    BadRecord(Words::new(en.into(), fr.into()))
}

/// The main line's properties, in order.
fn properties(text: &str) -> Result<Vec<(String, String)>, BadRecord> {
    if text.len() > LONGEST {
        return Err(bad("the file is too long", "le fichier est trop long"));
    }
    let mut found = Vec::new();
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    let mut name = String::new();
    // Whether the game has begun, and whether a value belongs to the property named before.
    let (mut begun, mut fresh) = (false, false);
    while let Some(char) = chars.next() {
        match char {
            '(' | ';' => begun = true,
            // The first branch that ends is the main line.
            ')' => break,
            '[' if begun => {
                let mut value = String::new();
                loop {
                    match chars.next() {
                        None => {
                            return Err(bad(
                                "the file ends inside a property",
                                "le fichier s’arrête dans une propriété",
                            ));
                        }
                        Some(']') => break,
                        Some('\\') => value.extend(chars.next()),
                        Some(other) => value.push(other),
                    }
                }
                found.push((name.clone(), value));
                fresh = true;
            }
            _ if char.is_ascii_alphanumeric() => {
                if fresh {
                    name.clear();
                    fresh = false;
                }
                name.push(char.to_ascii_uppercase());
            }
            _ => {}
        }
    }
    if !begun {
        return Err(bad(
            "this is no game file: it should begin as in (;GM[Blokus Duo]…",
            "ce n’est pas un fichier de partie : il devrait commencer comme (;GM[Blokus Duo]…",
        ));
    }
    Ok(found)
}

fn colour_of(name: &str) -> Option<usize> {
    match name {
        "1" | "B" | "BLUE" => Some(0),
        "2" | "W" | "YELLOW" => Some(1),
        "3" | "RED" => Some(2),
        "4" | "GREEN" => Some(3),
        _ => None,
    }
}

/// The property with a seat's name.
fn name_property(mode: Mode, seat: usize) -> &'static str {
    match mode {
        Mode::Two | Mode::Duo => ["PB", "PW"][seat],
        Mode::Teams | Mode::Classic | Mode::Three => ["P1", "P2", "P3", "P4"][seat],
    }
}

/// Whether a text looks like such a file. Space may stand before the first node, as Pentobi writes it.
pub fn is(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.strip_prefix('(').is_some_and(|text| text.trim_start().starts_with(';'))
}

/// Reads a file: the record of its main line, with the official scoring unless it says otherwise.
pub fn import(text: &str) -> Result<Record, BadRecord> {
    let properties = properties(text)?;
    let value_of = |wanted: &str| {
        let mut found = properties.iter().filter(|(name, _)| name == wanted);
        found.next().map(|(_, value)| value.as_str())
    };
    let game = value_of("GM");
    let mode = game.and_then(mode_named).ok_or_else(|| {
        let name: String = game.unwrap_or("").chars().take(40).collect();
        bad(
            format!(
                "“{name}” is no game that is played here; there is Blokus, Blokus Two-Player, \
                 Blokus Three-Player and Blokus Duo"
            ),
            format!(
                "« {name} » ne se joue pas ici ; il y a Blokus, Blokus Two-Player, \
                 Blokus Three-Player et Blokus Duo"
            ),
        )
    })?;
    // A mode of ours must be one that the format calls by the same name.
    let own = |mode: &&Mode| value_of("XM") == Some(mode.id());
    let mode = Mode::ALL.iter().filter(|own| name_of(**own) == name_of(mode)).find(own);
    let mode = mode.copied().or_else(|| game.and_then(mode_named)).unwrap_or_default();
    let scoring = match value_of("XS") {
        Some("squares") => Scoring::Squares,
        _ => Scoring::Official,
    };
    let options = Options { mode, scoring };
    let mut record = Record::new::<Blokus>(&options, 0);
    let names = (0..mode.seats()).map(|seat| value_of(name_property(mode, seat)));
    let names: Vec<String> = names.map(|name| name.unwrap_or_default().to_owned()).collect();
    if names.iter().any(|name| !name.is_empty()) {
        record.seats = names;
    }
    let mut state = Blokus::start(options);
    for (name, value) in &properties {
        if matches!(name.as_str(), "AB" | "AW" | "A1" | "A2" | "A3" | "A4") {
            return Err(bad(
                "the file begins with pieces on the board: only whole games can be read",
                "le fichier commence avec des pièces posées : seules les parties entières se lisent",
            ));
        }
        let Some(colour) = colour_of(name).filter(|&colour| colour < mode.colours()) else {
            continue;
        };
        let number = record.moves.len() + 1;
        if state.colour_to_move() != Some(colour) {
            return Err(bad(
                format!("move {number}: it is not the turn of colour {}", colour + 1),
                format!("coup {number} : ce n’est pas à la couleur {} de jouer", colour + 1),
            ));
        }
        let mv = play_text(&mut state, value)
            .map_err(|refused| BadRecord::at_move(number, value, &refused))?;
        record.moves.push(mv.to_string());
    }
    Ok(record)
}

/// Writes a record as a file. A colour that gave up just has no more moves.
pub fn export(record: &Record) -> Result<String, BadRecord> {
    let options = record.options::<Blokus>()?;
    let mut state = Blokus::start(options);
    let mut played = Vec::new();
    for (number, written) in record.moves.iter().enumerate() {
        let colour = state.colour_to_move();
        let mv = play_text(&mut state, written)
            .map_err(|refused| BadRecord::at_move(number + 1, written, &refused))?;
        played.extend(colour.map(|colour| (colour, mv)));
    }
    let mut root = String::new();
    for (seat, name) in record.seats.iter().take(options.mode.seats()).enumerate() {
        if !name.is_empty() {
            let name = name.replace('\\', "\\\\").replace(']', "\\]");
            // Writing to a string cannot fail.
            let _ = write!(root, "{}[{name}]", name_property(options.mode, seat));
        }
    }
    if options.mode == Mode::Teams {
        let _ = write!(root, "XM[{}]", options.mode.id());
    }
    if options.scoring == Scoring::Squares {
        root.push_str("XS[squares]");
    }
    Ok(written(options.mode, &root, played.into_iter()))
}

/// Moves with their colours as a file; `root` is what else the first node says.
pub(crate) fn written(
    mode: Mode,
    root: &str,
    moves: impl Iterator<Item = (usize, Move)>,
) -> String {
    let mut text = format!("(;GM[{}]CA[UTF-8]{root}", name_of(mode));
    for (colour, mv) in moves.filter(|(_, mv)| *mv != Move::Pass) {
        let name = match mode {
            Mode::Duo => ["B", "W"][colour],
            _ => ["1", "2", "3", "4"][colour],
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n;{name}[{mv}]");
    }
    text.push_str("\n)\n");
    text
}
