//! Games as lists of moves, as the other Quoridor sites and papers write them.
//!
//! `1. e2 e8 2. e3 e7 3. e3h` is the usual notation, which is ours too, with the numbers of the moves; four players
//! have four moves to a number. Glendenning's thesis (2005) counts the rows from the far side: the first player starts
//! on e9, and a wall is named by the square on its upper left. The pawns' moves tell the two apart.
//! Comments in braces or after a semicolon, marks such as `!?`, header lines in brackets and results are understood.

use game::{BadRecord, Game, Mark, Record, Study, Words, play_text};

use crate::moves::{Move, Square};
use crate::notation::read_one;
use crate::{Options, Quoridor};

/// The side of the board in these notations.
const SIZE: u8 = 9;

/// A part of a list of moves.
enum MoveToken<'a> {
    /// A new move number.
    Number,
    /// A move with a mark, as it is written.
    Written(&'a str, Option<Mark>),
    Comment(&'a str),
    /// How the game ended.
    Result,
}

/// Takes a text apart.
fn tokens(text: &str) -> Vec<MoveToken<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let cut = |end: char| rest[1..].find(end).map_or(rest.len(), |at| at + 1);
        let end = match first {
            '{' => cut('}'),
            ';' => cut('\n'),
            '[' => cut(']'),
            _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(end);
        match first {
            '{' | ';' => tokens.push(MoveToken::Comment(&word[1..])),
            '[' => (),
            // Not every comma parts moves: other games write one move with commas.
            _ => words(word.trim_end_matches(','), &mut tokens),
        }
        rest = after.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '}' | ']'));
    }
    tokens
}

/// The number and the move that may be written together, as in `12.e3h!`.
fn words<'a>(word: &'a str, tokens: &mut Vec<MoveToken<'a>>) {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "1/2" | "#") {
        return tokens.push(MoveToken::Result);
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let after = word[digits..].trim_start_matches(['.', ')']);
    if digits > 0 && (after.len() < word.len() - digits || after.is_empty()) {
        tokens.push(MoveToken::Number);
    }
    let written = if digits > 0 && after.len() == word.len() - digits { word } else { after };
    if written.is_empty() || written.bytes().all(|byte| byte.is_ascii_digit()) {
        return;
    }
    let bare = written.trim_end_matches(['!', '?', '#', '+']);
    let mark = written[bare.len()..].trim_end_matches(['#', '+']).parse().ok();
    tokens.push(MoveToken::Written(bare, mark));
}

/// Whether a text is such a list and nothing else.
pub(crate) fn is(text: &str) -> bool {
    let mut moves = 0;
    for token in tokens(text) {
        if let MoveToken::Written(written, _) = token {
            let lower = written.to_ascii_lowercase();
            if !matches!(read_one(&lower), Some((_, ""))) {
                return false;
            }
            moves += 1;
        }
    }
    moves > 0
}

/// How squares are counted.
#[derive(Clone, Copy, PartialEq)]
enum Counting {
    FromBelow,
    /// Glendenning's: rows from the far side.
    FromAbove,
}

impl Counting {
    /// A move in the usual notation.
    fn usual(self, written: &str) -> String {
        let lower = written.to_ascii_lowercase();
        if self == Self::FromBelow {
            return lower;
        }
        let turned = |square: Square, last: u8| {
            last.checked_sub(square.rank()).map(|rank| Square::at(square.file(), rank))
        };
        let mv = match read_one(&lower) {
            Some((Move::Step(square), "")) => turned(square, SIZE - 1).map(Move::Step),
            // The square on the upper left of a wall's middle is one row above the one on its lower left.
            Some((Move::Wall(square, lies), "")) => {
                turned(square, SIZE - 2).map(|square| Move::Wall(square, lies))
            }
            _ => None,
        };
        mv.map_or(lower, |mv| mv.to_string())
    }
}

/// Reads a list of moves as a study.
pub(crate) fn read_study(text: &str) -> Result<Study, BadRecord> {
    let tokens = tokens(text);
    let players = if numbered_fours(&tokens) { 4 } else { 2 };
    let first = play(&tokens, players, Counting::FromBelow);
    // What fits no way is told as if it were written in the usual one.
    first.or_else(|error| {
        play(&tokens, 6 - players, Counting::FromBelow)
            .or_else(|_| play(&tokens, players, Counting::FromAbove))
            .map_err(|_| error)
    })
}

/// Four players have more than two moves to a number.
fn numbered_fours(tokens: &[MoveToken<'_>]) -> bool {
    let mut moves = None;
    tokens.iter().any(|token| {
        match token {
            MoveToken::Number => moves = Some(0),
            MoveToken::Written(..) => moves = moves.map(|moves| moves + 1),
            MoveToken::Comment(_) | MoveToken::Result => (),
        }
        moves.is_some_and(|moves| moves > 2)
    })
}

fn play(tokens: &[MoveToken<'_>], players: u8, counting: Counting) -> Result<Study, BadRecord> {
    let walls = if players == 4 { 5 } else { 10 };
    let options = Options { players, size: SIZE, walls };
    let record = Record::new::<Quoridor>(&options, 0);
    let mut game = record.replay::<Quoridor>()?;
    let mut study = Study::new(record, None);
    let (mut at, mut number) = (0, 0);
    for token in tokens {
        match *token {
            MoveToken::Number | MoveToken::Result => (),
            MoveToken::Comment(comment) => {
                let node = &study.nodes()[at];
                let comment = [node.comment.as_str(), comment].join("\n");
                study.annotate(at, node.mark, &comment)?;
            }
            MoveToken::Written(written, mark) => {
                number += 1;
                let played = play_text(&mut game, &counting.usual(written))
                    .map_err(|refused| BadRecord::at_move(number, written, &refused))?;
                at = study.add(at, &played.to_string())?;
                study.annotate(at, mark, "")?;
            }
        }
    }
    Ok(study)
}

/// The moves of a study's main line, and the position after them.
pub(crate) fn main_line(study: &Study) -> Result<(Vec<String>, Quoridor), BadRecord> {
    let mut game = match &study.position {
        Some(saved) => Quoridor::load(saved).map_err(|error| BadRecord(error.0))?,
        None => study.beginning().replay::<Quoridor>()?,
    };
    let (children, mut at) = (study.children(), 0);
    let mut moves = Vec::new();
    while let Some(&next) = children[at].first() {
        let text = &study.nodes()[next].text;
        play_text(&mut game, text)
            .map_err(|refused| BadRecord::at_move(moves.len() + 1, text, &refused))?;
        moves.push(text.clone());
        at = next;
    }
    Ok((moves, game))
}

/// Writes the main line in the usual notation, a line for each number.
pub(crate) fn write_study(study: &Study) -> Result<String, BadRecord> {
    let (moves, game) = main_line(study)?;
    if game.size() != SIZE || study.position.is_some() {
        return Err(BadRecord(Words::new(
            "this notation knows whole games on boards of nine squares on a side only",
            "cette notation ne connaît que les parties entières sur neuf cases de côté",
        )));
    }
    let lines = moves.chunks(game.seats()).enumerate();
    Ok(lines.map(|(index, line)| format!("{}. {}\n", index + 1, line.join(" "))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        assert!(is(text), "{text}");
        main_line(&read_study(text).unwrap()).unwrap().0
    }

    #[test]
    fn the_usual_notation_is_read_however_it_is_set() {
        let game = ["e2", "e8", "e3", "e7", "e3h", "d6v"];
        for text in [
            "1. e2 e8 2. e3 e7 3. e3h d6v",
            "1. e2 e8\n2. e3 e7\n3. e3h d6v 1-0",
            "1.e2 e8 2.e3 e7 3.e3h d6v *",
            "1) E2 E8 2) E3 E7 3) E3H D6V",
            "e2, e8, e3, e7, e3h, d6v",
            "[White \"Ada\"]\n1. e2 e8 {the usual way} 2. e3! e7?! 3. e3h d6v",
            "1. e2 2. e8 3. e3 4. e7 5. e3h 6. d6v",
        ] {
            assert_eq!(moves(text), game, "{text}");
        }
        let study = read_study("1. e2 {good} e8?! ; and so on\n2. e3").unwrap();
        assert_eq!(study.nodes()[1].comment, "good");
        assert_eq!(study.nodes()[2].mark, Some(Mark::Doubtful));
        assert_eq!(study.nodes()[2].comment, "and so on");
    }

    #[test]
    fn glendennings_rows_are_turned_over() {
        // The first player starts on e9 and walks to lower rows; e3v lies beside rows 3 and 4, seen from above.
        assert_eq!(moves("1. e8 e2 2. e3v e8h"), ["e2", "e8", "e6v", "e1h"]);
        assert_eq!(moves("e8 e2 e7 e3"), ["e2", "e8", "e3", "e7"]);
    }

    #[test]
    fn four_have_four_moves_to_a_number() {
        let text = "1. e2 b5 e8 h5\n2. e3 c5 e7 g5\n3. e3h\n";
        assert_eq!(moves(text).len(), 9);
        let study = read_study(text).unwrap();
        assert_eq!(study.beginning().replay::<Quoridor>().unwrap().seats(), 4);
        assert_eq!(write_study(&study).as_deref(), Ok(text));
    }

    #[test]
    fn what_was_written_is_read_again() {
        let text = "1. e2 e8\n2. e3 e7\n3. e3h d6v\n4. f3\n";
        assert_eq!(write_study(&read_study(text).unwrap()).as_deref(), Ok(text));
    }

    #[test]
    fn an_impossible_game_names_its_move() {
        let error = read_study("1. e2 e8 2. e5").unwrap_err().to_string();
        assert!(error.contains("move 3") && error.contains("e5"), "{error}");
        let error = read_study("e8 e2 e9h").unwrap_err().to_string();
        assert!(error.contains("move 1"), "{error}");
        for text in [
            "",
            "hello",
            "4453",
            "1. 4 4",
            "f9,e10,f10,g10,f11",
            "{\"plateau\":1}",
            "1-0",
            "é",
            "{é",
        ] {
            assert!(!is(text), "{text}");
        }
    }
}
