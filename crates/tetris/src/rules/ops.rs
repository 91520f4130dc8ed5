//! Inputs: what a hand can do to a falling piece in a tick.

use std::fmt;

use game::BadMove;

/// One input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// A quarter turn clockwise.
    Clockwise,
    /// A quarter turn anticlockwise.
    Anticlockwise,
    /// A half turn.
    Flip,
    /// One row down.
    Soft,
    /// All the way down, and lock.
    Hard,
    /// Into the hold.
    Hold,
    /// Garbage arrives: so many lines with a gap in this column.
    Garbage {
        /// How many.
        lines: u8,
        /// Where their gap is, from 0.
        column: u8,
    },
    /// The inputs that follow are made in this part of the tick, from 1.
    At(u8),
}

/// A tick has so many parts, of about a millisecond each.
pub const PARTS: u8 = 16;

/// Garbage comes in no larger lots.
pub const MAX_GARBAGE: u8 = 99;

impl Op {
    /// What a player can do; garbage is done to them.
    pub const KEYS: [Self; 8] = [
        Self::Left,
        Self::Right,
        Self::Clockwise,
        Self::Anticlockwise,
        Self::Flip,
        Self::Soft,
        Self::Hard,
        Self::Hold,
    ];

    /// Whether it is something that a player does: not garbage, which is done to them, nor the time.
    pub const fn is_key(self) -> bool {
        !matches!(self, Self::Garbage { .. } | Self::At(_))
    }

    const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Clockwise => 'C',
            Self::Anticlockwise => 'A',
            Self::Flip => 'F',
            Self::Soft => 'S',
            Self::Hard => 'H',
            Self::Hold => 'X',
            Self::Garbage { .. } => 'G',
            Self::At(_) => '@',
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Garbage { lines, column } => write!(f, "G{lines}.{column}"),
            Self::At(part) => write!(f, "@{part}"),
            op => write!(f, "{}", op.letter()),
        }
    }
}

/// Reads the inputs of one tick, as in `LLC`, `RG2.5A` or `L@9C`, and adds them to a list.
pub fn read_ops(text: &str, width: u8, into: &mut Vec<Op>) -> Result<(), BadMove> {
    let unknown = || {
        BadMove::new(
            format!("“{text}” is not made of the inputs L R C A F S H X, Glines.column and @part"),
            format!(
                "« {text} » n’est pas fait des entrées L R C A F S H X, Glignes.colonne et @part"
            ),
        )
    };
    if text.is_empty() {
        return Err(unknown());
    }
    let mut rest = text;
    let mut now = 0;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let op = match Op::KEYS.into_iter().find(|op| op.letter() == letter) {
            Some(op) => op,
            None if letter == 'G' => {
                let lines = take_number(&mut rest).ok_or_else(unknown)?;
                rest = rest.strip_prefix('.').ok_or_else(unknown)?;
                let column = take_number(&mut rest).ok_or_else(unknown)?;
                if !(1..=MAX_GARBAGE).contains(&lines) || column >= width {
                    return Err(BadMove::new(
                        format!(
                            "garbage is 1 to {MAX_GARBAGE} lines with a gap in a column of the well"
                        ),
                        format!(
                            "une pénalité fait de 1 à {MAX_GARBAGE} lignes avec un trou dans une colonne du puits"
                        ),
                    ));
                }
                Op::Garbage { lines, column }
            }
            None if letter == '@' => {
                let part = take_number(&mut rest).ok_or_else(unknown)?;
                // Time goes on, and something is done then: there is one way to write it.
                if part <= now || part >= PARTS || rest.is_empty() || rest.starts_with('@') {
                    return Err(BadMove::new(
                        format!(
                            "“{text}”: the parts of a tick are 1 to 15 and grow, each with its inputs"
                        ),
                        format!(
                            "« {text} » : les parties d’un tic vont de 1 à 15 en croissant, chacune avec ses entrées"
                        ),
                    ));
                }
                now = part;
                Op::At(part)
            }
            None => return Err(unknown()),
        };
        into.push(op);
    }
    Ok(())
}

/// A number at the beginning of a text, which is taken off it. There is one way to write it.
fn take_number(rest: &mut &str) -> Option<u8> {
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (number, after) = rest.split_at(digits);
    *rest = after;
    number.parse().ok().filter(|_| number == "0" || !number.starts_with('0'))
}

/// The inputs of one tick as text.
pub fn write_ops(ops: &[Op]) -> String {
    ops.iter().map(ToString::to_string).collect()
}
