//! A well's state as one line of JSON, both ways.

use game::{BadPosition, Rng};
use serde::{Deserialize, Serialize};

use crate::rules::colours::{Cell, Colours};
use crate::rules::field::Field;
use crate::rules::ops::MAX_GARBAGE;
use crate::rules::pieces::{Body, Facing, Piece, System};
use crate::rules::reach::Reach;
use crate::rules::rising::Rising;
use crate::rules::score::ROW;
use crate::rules::stock::Stock;
use crate::rules::supply::Supply;
use crate::rules::terms::{MAX_LEVEL, Mode, Terms};
use crate::well::{Falling, Well};

/// Scores and ticks above this are nobody's: the page's numbers are exact up to here.
const MOST: u64 = 1 << 52;

/// Counts above this are nobody's.
const MANY: u32 = 1 << 30;

/// The fields in the order in which they are written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    rules: System,
    width: u8,
    height: u8,
    mode: Mode,
    first: u8,
    tick: u64,
    score: u64,
    lines: u32,
    level: u8,
    pieces: u32,
    combo: i32,
    hard: bool,
    attack: u32,
    sent: u32,
    piece: Option<Piece>,
    facing: Facing,
    x: i8,
    y: i8,
    fall: u32,
    lock: u8,
    resets: u8,
    touched: bool,
    lowest: i8,
    turned: u8,
    held: Option<Piece>,
    used: bool,
    queue: String,
    bag: String,
    waiting: Vec<(u8, u8)>,
    rows: Vec<String>,
    over: bool,
    done: bool,
    rng: [String; 4],
    /// Said where the mode brings garbage of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rising: Option<SavedRising>,
    /// Said by the placement game alone, and only where it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reach: Option<Reach>,
}

/// Garbage that the mode will bring.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRising {
    left: Option<u32>,
    last: Option<u8>,
    wait: u64,
    rng: [String; 4],
}

fn write_rng(rng: &Rng) -> [String; 4] {
    rng.words().map(|word| format!("{word:016x}"))
}

fn read_rng(texts: &[String; 4]) -> Option<Rng> {
    let mut words = [0; 4];
    for (word, text) in words.iter_mut().zip(texts) {
        let plain = text.len() == 16
            && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        *word = u64::from_str_radix(text, 16).ok().filter(|_| plain)?;
    }
    Rng::of_words(words)
}

pub(crate) fn letters(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.letter()).collect()
}

fn read_letters(text: &str) -> Option<Vec<Piece>> {
    // Capitals only: there is one way to write a state.
    let letter = |letter: char| Piece::from_letter(letter).filter(|_| letter.is_ascii_uppercase());
    text.chars().map(letter).collect()
}

impl Well {
    /// The whole state, as one line of text.
    pub fn save(&self) -> String {
        write_well(&self.stock, self.tick, self.falling, None)
    }

    /// Reads a saved state; what cannot be a well is refused in words.
    pub fn load(text: &str) -> Result<Self, BadPosition> {
        read_well(text).map(|(well, _)| well)
    }
}

pub(crate) fn write_well(
    stock: &Stock,
    tick: u64,
    falling: Option<Falling>,
    reach: Option<Reach>,
) -> String {
    let shown = falling.unwrap_or(NOTHING);
    let saved = Saved {
        rules: stock.terms.rules,
        width: stock.terms.width,
        height: stock.terms.height,
        mode: stock.terms.mode,
        first: stock.terms.first,
        tick,
        score: stock.score,
        lines: stock.lines,
        level: stock.level,
        pieces: stock.pieces,
        combo: stock.combo,
        hard: stock.hard,
        attack: stock.attack,
        sent: stock.sent,
        piece: falling.map(|falling| falling.body.piece),
        facing: shown.body.facing,
        x: shown.body.x,
        y: shown.body.y,
        fall: shown.fall,
        lock: shown.lock,
        resets: shown.resets,
        touched: shown.touched,
        lowest: shown.lowest,
        turned: shown.turned,
        held: stock.held,
        used: stock.used,
        queue: letters(stock.supply.queue()),
        bag: letters(stock.supply.bag()),
        waiting: stock.waiting.clone(),
        rows: row_texts(stock),
        over: stock.over,
        done: stock.done,
        rng: write_rng(stock.supply.rng()),
        rising: stock.rising.as_ref().map(|rising| SavedRising {
            left: rising.left,
            last: rising.last,
            wait: rising.wait,
            rng: write_rng(&rising.rng),
        }),
        reach,
    };
    // A plain struct of numbers and texts always serializes.
    serde_json::to_string(&saved).unwrap_or_default()
}

pub(crate) fn read_well(text: &str) -> Result<(Well, Option<Reach>), BadPosition> {
    let saved: Saved = serde_json::from_str(text).map_err(|error| {
        BadPosition::new(
            format!("this is no well's state: {error}"),
            format!("ce n’est pas l’état d’un puits : {error}"),
        )
    })?;
    let stock = saved.stock()?;
    let falling = saved.falling(&stock)?;
    Ok((Well::restored(stock, saved.tick, falling), saved.reach))
}

/// What is written of the falling piece once there is none.
const NOTHING: Falling = Falling::new(Body { piece: Piece::I, facing: Facing::North, x: 0, y: 0 });

/// The rows from the bottom, a letter a square.
pub(crate) fn row_texts(stock: &Stock) -> Vec<String> {
    let width = stock.terms.width as i8;
    let row = |y| (0..width).map(|x| stock.colours.at(x, y).letter()).collect();
    (0..stock.field.tallest() as i8).map(row).collect()
}

impl Saved {
    fn stock(&self) -> Result<Stock, BadPosition> {
        let terms = Terms {
            rules: self.rules,
            width: self.width,
            height: self.height,
            mode: self.mode,
            first: self.first,
        };
        let terms = terms.checked().map_err(|error| BadPosition(error.0))?;
        let (field, colours) = self.rows(&terms)?;
        let supply = self.supply(&terms)?;
        let counts = [self.lines, self.pieces, self.attack, self.sent, self.combo.unsigned_abs()];
        let sound = self.score < MOST
            && self.tick < MOST
            && counts.iter().all(|&count| count < MANY)
            && self.combo >= -1
            && (1..=MAX_LEVEL).contains(&self.level)
            && (self.over || !self.done)
            && (self.over == self.piece.is_none());
        if !sound {
            return Err(BadPosition::new(
                "the counts of this well do not go together",
                "les nombres de ce puits ne vont pas ensemble",
            ));
        }
        let fine =
            |&(lines, gap): &(u8, u8)| (1..=MAX_GARBAGE).contains(&lines) && gap < self.width;
        if !self.waiting.iter().all(fine) {
            return Err(BadPosition::new(
                format!("garbage waits as 1 to {MAX_GARBAGE} lines and a column of the well"),
                format!(
                    "les pénalités attendent par 1 à {MAX_GARBAGE} lignes avec une colonne du puits"
                ),
            ));
        }
        if self.rules == System::Report && (self.held.is_some() || self.used) {
            return Err(BadPosition::new(
                "the report’s rules know no hold",
                "les règles du rapport n’ont pas de réserve",
            ));
        }
        Ok(Stock {
            terms,
            field,
            colours,
            supply,
            held: self.held,
            used: self.used,
            score: self.score,
            lines: self.lines,
            level: self.level,
            pieces: self.pieces,
            combo: self.combo,
            hard: self.hard,
            attack: self.attack,
            sent: self.sent,
            waiting: self.waiting.clone(),
            rising: self.rising(&terms)?,
            over: self.over,
            done: self.done,
        })
    }

    /// The garbage of the mode: there where it brings some, and only there.
    fn rising(&self, terms: &Terms) -> Result<Option<Rising>, BadPosition> {
        let bad = || {
            BadPosition::new(
                "the garbage that is to come does not fit this mode",
                "les lignes à venir ne vont pas avec ce mode",
            )
        };
        let (saved, usual) = match (&self.rising, Rising::of(terms.mode, 0)) {
            (Some(saved), Some(usual)) => (saved, usual),
            (None, None) => return Ok(None),
            _ => return Err(bad()),
        };
        let fits = saved.left.is_some() == usual.left.is_some()
            && saved.left <= usual.left
            && saved.last.is_none_or(|last| last < terms.width)
            && (saved.wait > 0) == (usual.wait > 0)
            && saved.wait <= usual.wait;
        let rng = read_rng(&saved.rng).filter(|_| fits).ok_or_else(bad)?;
        Ok(Some(Rising { left: saved.left, last: saved.last, wait: saved.wait, rng }))
    }

    fn rows(&self, terms: &Terms) -> Result<(Field, Colours), BadPosition> {
        read_rows(terms, self.rows.iter().map(String::as_str))
    }

    fn supply(&self, terms: &Terms) -> Result<Supply, BadPosition> {
        let bad = || {
            BadPosition::new(
                "the queue, the bag or the generator of this well cannot be read",
                "la file, le sac ou le générateur de ce puits est illisible",
            )
        };
        let queue = read_letters(&self.queue).ok_or_else(bad)?;
        let bag = read_letters(&self.bag).ok_or_else(bad)?;
        let rng = read_rng(&self.rng).ok_or_else(bad)?;
        let twice = bag.iter().enumerate().any(|(at, piece)| bag[..at].contains(piece));
        let bagless = terms.rules == System::Report && !bag.is_empty();
        if queue.len() != terms.shown() || twice || bagless || bag.len() > 6 {
            return Err(bad());
        }
        Supply::restored(terms.rules, &queue, &bag, rng).ok_or_else(bad)
    }

    fn falling(&self, stock: &Stock) -> Result<Option<Falling>, BadPosition> {
        let bad = || {
            BadPosition::new(
                "the falling piece is not where it can be",
                "la pièce qui tombe n’est pas où elle peut être",
            )
        };
        let falling = Falling {
            body: Body { piece: Piece::I, facing: self.facing, x: self.x, y: self.y },
            fall: self.fall,
            lock: self.lock,
            resets: self.resets,
            touched: self.touched,
            lowest: self.lowest,
            turned: self.turned,
        };
        let Some(piece) = self.piece else {
            let nothing = falling == NOTHING && !self.used;
            return if nothing { Ok(None) } else { Err(bad()) };
        };
        let falling = Falling { body: Body { piece, ..falling.body }, ..falling };
        let near = |value: i8| (-4..=40).contains(&value);
        let sound = near(self.x)
            && near(self.y)
            && stock.fits(falling.body)
            && self.fall < ROW
            && self.lock < 30
            && self.resets <= 15
            && self.lowest <= self.y
            && near(self.lowest)
            && self.turned <= 5
            && (piece != Piece::O || self.facing == Facing::North);
        if sound { Ok(Some(falling)) } else { Err(bad()) }
    }
}

/// Rows from the bottom, a letter a square. None is full, and the highest is not empty.
pub(crate) fn read_rows<'t>(
    terms: &Terms,
    rows: impl ExactSizeIterator<Item = &'t str>,
) -> Result<(Field, Colours), BadPosition> {
    let bad = || {
        let (width, most) = (terms.width, terms.ceiling());
        BadPosition::new(
            format!(
                "the well has at most {most} rows of {width} squares (I O T S Z J L, G for garbage, . for none), none full, the highest not empty"
            ),
            format!(
                "le puits a au plus {most} rangées de {width} cases (I O T S Z J L, G pour un déchet, . pour rien), aucune pleine, la plus haute non vide"
            ),
        )
    };
    let mut field = Field::new(terms.width, terms.ceiling());
    let mut colours = Colours::NONE;
    let count = rows.len();
    if count > usize::from(terms.ceiling()) {
        return Err(bad());
    }
    for (y, text) in rows.enumerate() {
        if text.chars().count() != usize::from(terms.width) {
            return Err(bad());
        }
        for (x, letter) in text.chars().enumerate() {
            let square = Cell::from_letter(letter).ok_or_else(bad)?;
            if square != Cell::Empty {
                field.rows_mut()[y] |= 1 << x;
                colours.put(x as i8, y as i8, square);
            }
        }
        if field.rows()[y] == field.full() {
            return Err(bad());
        }
    }
    if field.tallest() != count {
        return Err(bad());
    }
    Ok((field, colours))
}
