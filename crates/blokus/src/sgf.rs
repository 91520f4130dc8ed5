//! Reads and writes records as `.blksgf` files, the Smart Game Format as Pentobi writes it.
//!
//! A file is a tree of nodes. Only the main line is read, without variations and comments. The
//! property `GM` names the mode; a move is a property named after its colour, `B` and `W` in
//! Duo and `1` to `4` elsewhere, with the squares that it covers.

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

/// Whether a text looks like such a file.
pub fn is(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with("(;")
}

/// Reads a file: the record of its main line, with the official scoring.
pub fn import(text: &str) -> Result<Record, BadRecord> {
    let properties = properties(text)?;
    let game = properties.iter().find(|(name, _)| name == "GM").map(|(_, value)| value.as_str());
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
    let options = Options { mode, scoring: Scoring::Official };
    let mut record = Record::new::<Blokus>(&options, 0);
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
    Ok(written(options.mode, played.into_iter()))
}

/// Moves with their colours as a file.
pub(crate) fn written(mode: Mode, moves: impl Iterator<Item = (usize, Move)>) -> String {
    let mut text = format!("(;GM[{}]", name_of(mode));
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
