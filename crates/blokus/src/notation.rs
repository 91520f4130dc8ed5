//! Moves and positions as text.
//!
//! A move is the list of the squares that the piece covers, `f9,e10,f10,g10,f11`; squares may come in
//! any order, and the piece's name may stand before them as in `F:f9,e10,f10,g10,f11`.
//!
//! A position is the variant, the scoring, the colour to move (`-` when the game is over), the
//! colour that moved last (`-` for none), for three seats the turns that the fourth colour has had,
//! and then for each colour its pieces in the order in which they were placed: squares with commas, pieces
//! with `/`, `-` for none, and `!` at the end for a colour that has given up:
//! `duo squares y b 0 f9,e10,f10,g10,f11 -`. The word `skips` at its end says that colours may lose single turns, as in
//! files of other programs.

use game::{BadMove, BadPosition};

use crate::board::{Spot, Square};
use crate::mode::{Mode, Options, Scoring};
use crate::moves::Move;
use crate::pieces::Pieces;
use crate::rules::Blokus;

/// The letters of the colours in positions.
pub(crate) const LETTERS: [char; 4] = ['b', 'y', 'r', 'g'];

pub(crate) const PASS: &str = "pass";
pub(crate) const SKIP: &str = "skip";

/// The last word of a position where colours may lose single turns.
const SKIPS: &str = "skips";

/// As in `a1`.
pub(crate) fn square_text((x, y): Square) -> String {
    format!("{}{}", char::from(b'a' + x), y + 1)
}

/// As in `f9,e10,f10,g10,f11`.
pub(crate) fn squares_text(spot: Spot) -> String {
    spot.squares().map(square_text).collect::<Vec<_>>().join(",")
}

fn read_square(text: &str, side: u8) -> Option<Square> {
    let mut chars = text.chars();
    let column = chars.next()?.to_ascii_lowercase();
    let digits = chars.as_str();
    if !column.is_ascii_lowercase() || digits.starts_with('0') || digits.len() > 2 {
        return None;
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (x, row) = (column as u8 - b'a', digits.parse::<u8>().ok()?);
    (x < side && (1..=side).contains(&row)).then(|| (x, row - 1))
}

/// The placement on these squares, if they have the shape of a piece.
pub(crate) fn spot_on(mut squares: Vec<Square>) -> Option<Spot> {
    squares.sort_unstable_by_key(|&(x, y)| (y, x));
    let x = squares.iter().map(|square| square.0).min()?;
    let y = squares.iter().map(|square| square.1).min()?;
    squares.iter_mut().for_each(|square| *square = (square.0 - x, square.1 - y));
    let all = &Pieces::get().orientations;
    let orientation = all.iter().position(|shape| shape.squares == squares)?;
    Some(Spot { orientation: orientation as u8, x, y })
}

/// Why a text is not a placement.
enum NoSpot {
    Square(String),
    Shape,
}

fn read_spot(text: &str, side: u8) -> Result<Spot, NoSpot> {
    let mut squares = Vec::new();
    for word in text.split(',') {
        let square = read_square(word.trim(), side).filter(|_| squares.len() < 5);
        squares.push(square.ok_or_else(|| NoSpot::Square(word.trim().chars().take(12).collect()))?);
    }
    spot_on(squares).ok_or(NoSpot::Shape)
}

/// The placement that a text names, if its squares have the shape of a piece.
pub(crate) fn read_placement(text: &str, side: u8) -> Option<Spot> {
    read_spot(text, side).ok()
}

impl Blokus {
    pub(crate) fn read_move(&self, text: &str) -> Result<Move, BadMove> {
        let text = text.trim();
        if text.eq_ignore_ascii_case(PASS) {
            return Ok(Move::Pass);
        }
        if text.eq_ignore_ascii_case(SKIP) {
            return Ok(Move::Skip);
        }
        let (name, squares) = match text.split_once(':') {
            Some((name, squares)) => (Some(name.trim()), squares),
            None => (None, text),
        };
        let side = self.mode().side();
        let spot = read_spot(squares, side).map_err(|why| match why {
            NoSpot::Square(word) => {
                let last = square_text((side - 1, side - 1));
                BadMove::new(
                    format!(
                        "“{word}” is no square here: write squares from a1 to {last}, \
                         at most five, as in a1,b1,b2; or “pass” to give up"
                    ),
                    format!(
                        "« {word} » n’est pas une case : écrivez des cases de a1 à {last}, \
                         cinq au plus, comme a1,b1,b2 ; ou « pass » pour abandonner"
                    ),
                )
            }
            NoSpot::Shape => BadMove::new(
                "no piece has this shape: its squares must hang together, each named once",
                "aucune pièce n’a cette forme : ses cases se tiennent, chacune nommée une fois",
            ),
        })?;
        if let Some(name) = name {
            let real = Pieces::get().pieces[usize::from(spot.shape().piece)].name;
            if Pieces::get().named(name) != Some(spot.shape().piece) {
                let name: String = name.chars().take(12).collect();
                return Err(BadMove::new(
                    format!("these squares are the piece {real}, not “{name}”"),
                    format!("ces cases forment la pièce {real}, pas « {name} »"),
                ));
            }
        }
        Ok(Move::Place(spot))
    }

    pub(crate) fn to_text(&self) -> String {
        let scoring = match self.scoring() {
            Scoring::Squares => "squares",
            Scoring::Official => "official",
        };
        let letter = |colour: Option<u8>| match colour {
            Some(colour) => LETTERS[usize::from(colour)],
            None => '-',
        };
        let mut text = format!(
            "{} {scoring} {} {} {}",
            self.mode().id(),
            letter(self.mover),
            letter(self.last),
            self.shared
        );
        for colour in 0..self.mode().colours() {
            let placed: Vec<_> = self.placed(colour).iter().map(|&s| squares_text(s)).collect();
            text.push(' ');
            text.push_str(if placed.is_empty() { "-" } else { "" });
            text.push_str(&placed.join("/"));
            text.push_str(if self.colours[colour].gave_up { "!" } else { "" });
        }
        if self.skips {
            text.push(' ');
            text.push_str(SKIPS);
        }
        text
    }

    pub(crate) fn from_text(text: &str) -> Result<Self, BadPosition> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let skips = words.pop_if(|last| *last == SKIPS).is_some();
        let [mode, scoring, mover, last, shared, colours @ ..] = &words[..] else {
            return Err(written_as());
        };
        let mode = Mode::ALL.into_iter().find(|known| known.id() == *mode);
        let scoring = match *scoring {
            "squares" => Some(Scoring::Squares),
            "official" => Some(Scoring::Official),
            _ => None,
        };
        let (Some(mode), Some(scoring)) = (mode, scoring) else { return Err(written_as()) };
        let letter = |text: &str| match text {
            "-" => Some(None),
            _ => LETTERS[..mode.colours()]
                .iter()
                .position(|letter| text == letter.to_string())
                .map(|at| Some(at as u8)),
        };
        let (Some(mover), Some(last)) = (letter(mover), letter(last)) else {
            return Err(written_as());
        };
        let shared = shared.parse::<u8>().ok().filter(|&turns| turns < 3).ok_or_else(written_as)?;
        if colours.len() != mode.colours() || mode != Mode::Three && shared != 0 {
            return Err(written_as());
        }
        let mut game = Self::start(Options { mode, scoring });
        for (colour, text) in colours.iter().enumerate() {
            game.read_colour(colour, text)?;
        }
        (game.last, game.shared, game.skips) = (last, shared, skips);
        if last.is_some_and(|last| game.placed(usize::from(last)).is_empty()) {
            return Err(BadPosition::new(
                "the colour that moved last has no piece on the board",
                "la couleur qui vient de jouer n’a aucune pièce sur le plateau",
            ));
        }
        // A colour is passed over only when it cannot move, so the colour to move follows from the rest.
        game.pass_on(usize::from(mover.unwrap_or(0)));
        if game.mover != mover {
            return Err(BadPosition::new(
                "the colour to move cannot move, or the game is not over",
                "la couleur au trait ne peut pas jouer, ou la partie n’est pas finie",
            ));
        }
        Ok(game)
    }

    fn read_colour(&mut self, colour: usize, text: &str) -> Result<(), BadPosition> {
        let pieces = text.strip_suffix('!').unwrap_or(text);
        if pieces != "-" {
            for word in pieces.split('/') {
                let Ok(spot) = read_spot(word, self.mode().side()) else {
                    return Err(written_as());
                };
                if !self.has_room(colour, spot) {
                    return Err(BadPosition::new(
                        format!("{word} does not fit with the pieces before it"),
                        format!("{word} ne va pas avec les pièces qui précèdent"),
                    ));
                }
                self.set_up(colour, spot);
            }
        }
        if text.ends_with('!') {
            self.give_up(colour);
        }
        Ok(())
    }
}

fn written_as() -> BadPosition {
    BadPosition::new(
        "a position is written as in “duo squares y b 0 f9,e10,f10,g10,f11 -”",
        "une position s’écrit comme « duo squares y b 0 f9,e10,f10,g10,f11 - »",
    )
}
