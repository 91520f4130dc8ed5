//! A well as people write it down: the pieces, then the rows from the top, as in `T LZISO hold=S GG.....GGG/GGG.GGGGGG`.

use game::{BadPosition, Rng};

use crate::rules::Tetris;
use crate::rules::pieces::{Piece, System};
use crate::rules::reach::Reach;
use crate::rules::stock::Stock;
use crate::rules::supply::Supply;
use crate::rules::terms::{Mode, Terms};
use crate::well::saved::read_rows;

/// The one in play, and those that are shown.
const PIECES: usize = 6;

/// What is not written comes from this seed, so that a text always gives the same game.
const SEED: u64 = 0;

fn unread() -> BadPosition {
    BadPosition::new(
        "a well is written as its piece, those to come, and its rows from the top: T LZISO hold=S GG.....GGG/GGG.GGGGGG",
        "un puits s’écrit par sa pièce, les suivantes, et ses rangées depuis le haut : T LZISO hold=S GG.....GGG/GGG.GGGGGG",
    )
}

/// Reads a drawn well of the modern rules. Rows may stand on lines of their own; pieces that are not named are drawn.
pub(crate) fn read(text: &str) -> Result<Tetris, BadPosition> {
    let terms = Terms::usual(System::Modern, Mode::Practice);
    let width = usize::from(terms.width);
    let (mut pieces, mut held, mut rows) = (Vec::new(), None, Vec::new());
    for word in text.split(|letter: char| letter.is_whitespace() || letter == '/') {
        if let Some(piece) = word.strip_prefix("hold=") {
            held = Some(letters(piece).filter(|all| all.len() == 1).ok_or_else(unread)?[0]);
        } else if word.chars().count() == width {
            rows.push(word.chars().map(square).collect::<String>());
        } else if rows.is_empty() {
            pieces.extend(letters(word).ok_or_else(unread)?);
        } else if !word.is_empty() {
            return Err(unread());
        }
    }
    if pieces.is_empty() || pieces.len() > PIECES {
        return Err(unread());
    }
    let drawn = rows.iter().skip_while(|row| row.chars().all(|square| square == '.'));
    let mut from_bottom: Vec<&str> = drawn.map(String::as_str).collect();
    from_bottom.reverse();
    let mut stock = Stock::new(terms, SEED);
    (stock.field, stock.colours) = read_rows(&terms, from_bottom.into_iter())?;
    stock.supply = supply(&pieces).ok_or_else(unread)?;
    stock.held = held;
    let body = stock.deal().ok_or_else(|| {
        BadPosition::new(
            "the piece of this well has no room where it appears",
            "la pièce de ce puits n’a pas de place là où elle apparaît",
        )
    })?;
    Ok(Tetris { stock, body: Some(body), reach: Reach::usual(System::Modern), tick: 0 })
}

/// Small letters are read, too: nothing else could be meant.
fn letters(text: &str) -> Option<Vec<Piece>> {
    text.chars().map(|letter| Piece::from_letter(letter.to_ascii_uppercase())).collect()
}

/// The signs that people draw squares with.
fn square(sign: char) -> char {
    match sign {
        '_' | '-' | '·' => '.',
        'X' | 'x' | '#' | '*' => 'G',
        _ => sign.to_ascii_uppercase(),
    }
}

/// The named pieces, then the rest of their bag where they can be of one.
fn supply(named: &[Piece]) -> Option<Supply> {
    let mut rng = Rng::new(SEED);
    let mut rest: Vec<Piece> =
        Piece::ALL.into_iter().filter(|piece| !named.contains(piece)).collect();
    if rest.len() + named.len() > Piece::ALL.len() {
        rest.clear();
    }
    rng.shuffle(&mut rest);
    Supply::restored(System::Modern, named, &rest, rng)
}

#[cfg(test)]
mod tests {
    use game::Game;

    use super::*;

    #[test]
    fn a_drawn_well_is_read() {
        let line = "T LZISO hold=J GGGGGG...G/GGGGGGG.GG";
        let drawing = "t l z i s o\nhold=j\n__________\nxxxxxx___x\nXXXXXXX.XX\n";
        let game = Tetris::load(line).unwrap();
        assert_eq!(Tetris::load(drawing).unwrap().save(), game.save());
        assert_eq!(game.stock().held, Some(Piece::J));
        let view = game.view(None);
        assert_eq!(view.rows, ["GGGGGGG.GG", "GGGGGG...G"]);
        // The hole takes a T, turned into it.
        assert!(game.parse("Ts8.2").is_ok_and(|mv| game.check(mv).is_ok()));
        assert_eq!(Tetris::load(&game.save()).unwrap().save(), game.save());
    }

    #[test]
    fn pieces_that_are_not_named_complete_the_bag() {
        let mut supply = supply(&[Piece::T, Piece::L, Piece::Z]).unwrap();
        let mut bag: Vec<Piece> = (0..7).map(|_| supply.take(5)).collect();
        bag.sort();
        assert_eq!(bag, Piece::ALL);
        assert!(Tetris::load("T TT").is_ok(), "whoever draws it may draw any pieces");
    }

    #[test]
    fn what_is_no_well_is_refused() {
        let long = format!("T {}", "G.........\n".repeat(60));
        let full = "T GGGGGGGGGG";
        let words = [
            "",
            "hello world",
            "GG......GG",
            "T LZISOJ",
            "T hold=TT",
            "T GG......GG LZ",
            &long,
            full,
        ];
        for text in words {
            assert!(Tetris::load(text).is_err(), "{text}");
        }
    }
}
