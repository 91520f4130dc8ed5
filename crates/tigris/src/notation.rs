//! Moves as text. Columns are `a` to `p` from the left, rows `1` to `11` from the top: `d5`.
//!
//! | text | what it does |
//! |---|---|
//! | `tile red d5` | lays a tile from the hand |
//! | `leader black d5` | places the king, or moves it |
//! | `withdraw black` | takes the king back |
//! | `catastrophe d5` | destroys a tile or a space |
//! | `swap red red blue` | throws these away and draws as many |
//! | `pass` | lets an action go by |
//! | `support 2` | adds two tiles to a conflict |
//! | `war green` | the war of traders comes next |
//! | `build red-blue d5` | builds that monument on d5, e5, d6, e6 |
//! | `decline` | builds none |
//! | `take d5` | takes the treasure that lies there |
//!
//! Capitals do not matter, the words after the first may come in any order, and French words and
//! short ones are read too: `tuile rouge d5`, `t r d5`.

use std::fmt;

use game::{BadMove, Phrase, Words};

use crate::bits::{COLUMNS, ROWS, Square};
use crate::moves::Move;
use crate::pieces::{Colour, MONUMENTS};
use crate::rules::HAND;

/// A square's name, such as `d5`.
pub(crate) fn square_name(square: Square) -> String {
    let column = char::from(b'a' + square % COLUMNS);
    format!("{column}{}", square / COLUMNS + 1)
}

/// The square of a name.
pub(crate) fn read_square(text: &str) -> Option<Square> {
    let mut letters = text.chars();
    let column = letters.next()?.to_ascii_lowercase();
    let digits = letters.as_str();
    if !column.is_ascii_lowercase() || digits.starts_with(['0', '+']) {
        return None;
    }
    let (column, row) = (column as u8 - b'a', digits.parse::<u8>().ok()?);
    (column < COLUMNS && (1..=ROWS).contains(&row)).then(|| (row - 1) * COLUMNS + column)
}

/// A monument's name for people: its two colours.
pub(crate) fn monument_name(monument: u8) -> Words {
    let [a, b] = MONUMENTS[usize::from(monument)].map(Colour::name);
    Words::new(format!("{}-{}", a.en, b.en), format!("{}-{}", a.fr, b.fr))
}

pub(crate) fn monument_id(monument: u8) -> String {
    let [a, b] = MONUMENTS[usize::from(monument)];
    format!("{}-{}", a.id(), b.id())
}

pub(crate) fn read_monument(text: &str) -> Option<u8> {
    let (a, b) = text.split_once(['-', '/', '+'])?;
    let pair = [read_colour(a)?, read_colour(b)?];
    let found = MONUMENTS.iter().position(|&[a, b]| pair == [a, b] || pair == [b, a]);
    found.map(|index| index as u8)
}

/// A colour by its name, its letter, its tile or its leader, in either language.
pub(crate) fn read_colour(text: &str) -> Option<Colour> {
    Some(match text {
        "black" | "noir" | "noire" | "k" | "king" | "roi" | "settlement" | "cité" | "cite" => {
            Colour::Black
        }
        "red" | "rouge" | "r" | "priest" | "prêtre" | "pretre" | "temple" => Colour::Red,
        "blue" | "bleu" | "bleue" | "b" | "farmer" | "fermier" | "farm" | "ferme" => Colour::Blue,
        "green" | "vert" | "verte" | "g" | "trader" | "marchand" | "market" | "marché"
        | "marche" => Colour::Green,
        _ => return None,
    })
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Tile(colour, square) => {
                write!(f, "tile {} {}", colour.id(), square_name(square))
            }
            Self::Leader(colour, square) => {
                write!(f, "leader {} {}", colour.id(), square_name(square))
            }
            Self::Withdraw(colour) => write!(f, "withdraw {}", colour.id()),
            Self::Catastrophe(square) => write!(f, "catastrophe {}", square_name(square)),
            Self::Swap(tiles) => {
                f.write_str("swap")?;
                for colour in Colour::ALL {
                    for _ in 0..tiles[colour.index()] {
                        write!(f, " {}", colour.id())?;
                    }
                }
                Ok(())
            }
            Self::Pass => f.write_str("pass"),
            Self::Support(count) => write!(f, "support {count}"),
            Self::War(colour) => write!(f, "war {}", colour.id()),
            Self::Build(monument, square) => {
                write!(f, "build {} {}", monument_id(monument), square_name(square))
            }
            Self::Decline => f.write_str("decline"),
            Self::Take(square) => write!(f, "take {}", square_name(square)),
        }
    }
}

const FORMS: Phrase = Phrase::new(
    "a move is written as in: tile red d5, leader black d5, withdraw black, catastrophe d5, \
     swap red blue, pass, support 2, war green, build red-blue d5, decline, take d5",
    "un coup s’écrit comme : tile red d5, leader black d5, withdraw black, catastrophe d5, \
     swap red blue, pass, support 2, war green, build red-blue d5, decline, take d5 \
     (ou en français : tuile rouge d5, chef noir d5)",
);

const SQUARE: Phrase = Phrase::new(
    "name one square: a column from a to p and a row from 1 to 11, as in d5",
    "nommez une case : une colonne de a à p et une rangée de 1 à 11, comme d5",
);

const COLOUR: Phrase = Phrase::new(
    "name one colour: black, red, blue or green",
    "nommez une couleur : noir, rouge, bleu ou vert",
);

/// The first word of a move.
const VERBS: [&str; 29] = [
    "tile",
    "t",
    "tuile",
    "leader",
    "l",
    "chef",
    "withdraw",
    "w",
    "retirer",
    "catastrophe",
    "c",
    "cata",
    "swap",
    "s",
    "échanger",
    "echanger",
    "pass",
    "passer",
    "support",
    "soutien",
    "war",
    "guerre",
    "build",
    "bâtir",
    "batir",
    "decline",
    "refuser",
    "take",
    "prendre",
];

const GAPS: [char; 5] = [' ', '\t', '\n', ',', ';'];

/// Splits a list of moves: each begins with a word that names its kind.
pub(crate) fn split_moves(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for word in text.split(GAPS) {
        if starts.is_empty() && !word.is_empty() || VERBS.contains(&word.to_lowercase().as_str()) {
            starts.push(at);
        }
        // The gap that follows is one byte.
        at += word.len() + 1;
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| text[start..end].trim_matches(GAPS)).collect()
}

/// Reads a move; it need not be legal.
pub(crate) fn read_move(text: &str) -> Result<Move, BadMove> {
    let text = text.to_lowercase();
    let mut words = text.split(GAPS).filter(|word| !word.is_empty());
    let verb = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    let colour = || only(&rest, read_colour).ok_or(BadMove::from(COLOUR));
    let square = || only(&rest, read_square).ok_or(BadMove::from(SQUARE));
    let number_of_words = |count: usize, form: Phrase| {
        if rest.len() == count { Ok(()) } else { Err(BadMove::from(form)) }
    };
    match verb {
        "tile" | "t" | "tuile" => {
            let mv = Move::Tile(colour()?, square()?);
            number_of_words(2, FORMS).map(|()| mv)
        }
        "leader" | "l" | "chef" => {
            let mv = Move::Leader(colour()?, square()?);
            number_of_words(2, FORMS).map(|()| mv)
        }
        "withdraw" | "w" | "retirer" => {
            number_of_words(1, COLOUR)?;
            Ok(Move::Withdraw(colour()?))
        }
        "catastrophe" | "c" | "cata" => {
            number_of_words(1, SQUARE)?;
            Ok(Move::Catastrophe(square()?))
        }
        "swap" | "s" | "échanger" | "echanger" => {
            let mut tiles = [0; 4];
            let colours = rest.iter().map(|word| read_colour(word)).collect::<Option<Vec<_>>>();
            match colours {
                Some(colours) if (1..=usize::from(HAND)).contains(&colours.len()) => {
                    colours.iter().for_each(|colour| tiles[colour.index()] += 1);
                    Ok(Move::Swap(tiles))
                }
                _ => Err(BadMove::new(
                    "name one to six tiles to swap, as in swap red red blue",
                    "nommez une à six tuiles à échanger, comme swap rouge rouge bleu",
                )),
            }
        }
        "pass" | "passer" => number_of_words(0, FORMS).map(|()| Move::Pass),
        "support" | "soutien" => match rest[..] {
            [number] if number.bytes().all(|b| b.is_ascii_digit()) => number
                .parse()
                .map(Move::Support)
                .map_err(|_| BadMove::new("no hand holds so many", "aucune main n’en a autant")),
            _ => Err(BadMove::new(
                "say how many tiles you add, as in support 2",
                "dites combien de tuiles vous ajoutez, comme support 2",
            )),
        },
        "war" | "guerre" => {
            number_of_words(1, COLOUR)?;
            Ok(Move::War(colour()?))
        }
        "build" | "bâtir" | "batir" => match only(&rest, read_monument) {
            Some(monument) => {
                let mv = Move::Build(monument, square()?);
                number_of_words(2, FORMS).map(|()| mv)
            }
            None => Err(BadMove::new(
                "name a monument and its top left square, as in build red-blue d5",
                "nommez un monument et sa case en haut à gauche, comme build rouge-bleu d5",
            )),
        },
        "decline" | "refuser" => number_of_words(0, FORMS).map(|()| Move::Decline),
        "take" | "prendre" => {
            number_of_words(1, SQUARE)?;
            Ok(Move::Take(square()?))
        }
        _ => Err(FORMS.into()),
    }
}

/// The only word that can be read in this way.
fn only<T>(words: &[&str], read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let mut found = words.iter().filter_map(|word| read(word));
    found.next().filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_french_words_are_read() {
        for (text, proper) in [
            ("t r d5", "tile red d5"),
            ("Tuile d5 ROUGE", "tile red d5"),
            ("chef roi a1", "leader black a1"),
            ("cata p11", "catastrophe p11"),
            ("échanger bleu rouge bleu", "swap red blue blue"),
            ("bâtir bleu-rouge b2", "build red-blue b2"),
        ] {
            assert_eq!(read_move(text).map(|mv| mv.to_string()), Ok(proper.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_list_of_moves_is_taken_apart() {
        let moves = ["tile red d5", "swap red, red", "pass", "chef noir é"];
        assert_eq!(split_moves("tile red d5, swap red, red pass\nchef noir é ;"), moves);
        assert_eq!(split_moves("nonsense d5 pass"), ["nonsense d5", "pass"]);
        assert!(split_moves(" ,; ").is_empty());
    }

    #[test]
    fn what_is_missing_is_said() {
        for (text, reason) in [
            ("tile d5", "name one colour"),
            ("tile red", "name one square"),
            ("tile red q5", "name one square"),
            ("tile red d12", "name one square"),
            ("tile red d5 e5", "name one square"),
            ("tile red d5 now", "a move is written"),
            ("swap", "one to six tiles"),
            ("swap red red red red red red red", "one to six tiles"),
            ("support -1", "how many tiles"),
            ("support 300", "no hand holds so many"),
            ("build red-red d5", "name a monument"),
            ("castle", "a move is written"),
        ] {
            let error = read_move(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
