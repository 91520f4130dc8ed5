//! Reads and writes records as `.blksgf` files, the Smart Game Format as Pentobi writes it.
//!
//! A file is a tree of nodes, and so is a study; a record is its main line. The property `GM` names the mode; a move is
//! a property named after its colour, `B` and `W` in Duo and `1` to `4` elsewhere, with the squares that it covers.
//! `A` before such a name puts pieces down before the first move; `EV`, `RO`, `DT` and `TM` tell of the occasion.
//! Players are named by `PB` and `PW` where there are two, by `P1` to `P4` elsewhere. What the format has no word
//! for has properties of our own, which other programs skip: `XM` is the mode, `XS` how points are counted, `XP` a
//! colour that gives up, `XK` one that loses a turn.

mod info;
mod study;
mod tree;

use std::fmt::Write as _;

use game::{BadRecord, Record, Words};

pub use self::study::{read_study, write_study};
use crate::mode::Mode;
use crate::moves::Move;

/// The name of a way to play in `GM` and between engines.
pub(crate) fn name_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Teams | Mode::Classic => "Blokus",
        Mode::Two => "Blokus Two-Player",
        Mode::Three => "Blokus Three-Player",
        Mode::Duo => "Blokus Duo",
        Mode::Junior => "Blokus Junior",
    }
}

/// The mode with this name, as in `GM` or in `set_game`; capitals do not matter.
pub(crate) fn mode_named(name: &str) -> Option<Mode> {
    let modes = [Mode::Classic, Mode::Two, Mode::Three, Mode::Duo, Mode::Junior];
    modes.into_iter().find(|&mode| name_of(mode).eq_ignore_ascii_case(name.trim()))
}

fn bad(en: impl Into<String>, fr: impl Into<String>) -> BadRecord {
    BadRecord(Words::new(en.into(), fr.into()))
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

/// The property of a colour's moves.
fn move_property(mode: Mode, colour: usize) -> &'static str {
    match mode {
        Mode::Duo | Mode::Junior => ["B", "W"][colour],
        _ => ["1", "2", "3", "4"][colour],
    }
}

/// The property with a seat's name.
fn name_property(mode: Mode, seat: usize) -> &'static str {
    match mode {
        Mode::Two | Mode::Duo | Mode::Junior => ["PB", "PW"][seat],
        Mode::Teams | Mode::Classic | Mode::Three => ["P1", "P2", "P3", "P4"][seat],
    }
}

/// Whether a text looks like such a file. Space may stand before the first node, as Pentobi writes it.
pub fn is(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.strip_prefix('(').is_some_and(|text| text.trim_start().starts_with(';'))
}

/// Reads a file: the record of its main line.
pub fn import(text: &str) -> Result<Record, BadRecord> {
    read_study(text)?.record()
}

/// Writes a record as a file.
pub fn export(record: &Record) -> Result<String, BadRecord> {
    write_study(&record.clone().into())
}

/// Moves with their colours as a file; `root` is what else the first node says.
pub(crate) fn written(
    mode: Mode,
    root: &str,
    moves: impl Iterator<Item = (usize, Move)>,
) -> String {
    let mut text = format!("(;GM[{}]CA[UTF-8]{root}", name_of(mode));
    for (colour, mv) in moves.filter(|(_, mv)| matches!(mv, Move::Place(_))) {
        let name = move_property(mode, colour);
        // Writing to a string cannot fail.
        let _ = write!(text, "\n;{name}[{mv}]");
    }
    text.push_str("\n)\n");
    text
}
