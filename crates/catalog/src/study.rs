//! Studies of any game: checking that every move of a tree is legal, and reading what people paste.

use std::sync::Arc;

use game::{BadRecord, Record, Refused, Study, Words};

use crate::entry::{Entry, Setup};
use crate::table::Table;

/// So many moves are checked at a time.
const MOVES: usize = 16;

/// Checks a study move by move, and writes its moves as the game writes them.
pub struct CheckStudy {
    study: Option<Study>,
    children: Vec<Vec<usize>>,
    /// Moves that are still to be checked, each with the position before it, which siblings share.
    open: Vec<(usize, Arc<dyn Table>)>,
}

impl CheckStudy {
    /// Begins with a study of this game.
    pub fn new(entry: &dyn Entry, mut study: Study) -> Result<Self, BadRecord> {
        let start = match &study.position {
            Some(saved) => entry.load(saved).map_err(|error| BadRecord(error.0))?,
            None => {
                let start = entry.replay(&study.beginning().beginning())?;
                study.set_options(start.record().options.clone());
                start
            }
        };
        if study.beginning().resigned.is_some_and(|seat| usize::from(seat) >= start.seats()) {
            return Err(BadRecord(Words::new(
                "a seat that is not there resigned",
                "un siège qui n’existe pas a abandonné",
            )));
        }
        let children = study.children();
        let start: Arc<dyn Table> = start.into();
        let open = children[0].iter().rev().map(|&child| (child, Arc::clone(&start))).collect();
        Ok(Self { study: Some(study), children, open })
    }

    /// Checks some moves; gives the study once all are checked, or what is wrong.
    pub fn step(&mut self) -> Option<Result<Study, BadRecord>> {
        for _ in 0..MOVES {
            let Some((node, before)) = self.open.pop() else { break };
            let study = self.study.as_mut()?;
            let mut table = before.position(before.epoch());
            let written = &study.nodes()[node].text;
            match table.play(written) {
                Ok(text) => study.rewrite(node, text),
                Err(refused) => {
                    let number = before.epoch() + 1;
                    return Some(Err(BadRecord::at_move(number, written, &refused)));
                }
            }
            let table: Arc<dyn Table> = table.into();
            let children = self.children[node].iter().rev();
            self.open.extend(children.map(|&child| (child, Arc::clone(&table))));
        }
        if self.open.is_empty() { self.study.take().map(Ok) } else { None }
    }
}

/// Reads what somebody pasted as a study of a game: a file, a position as the game saves it, or a list of moves of a
/// variant. What is a list of moves of the chosen variant is read as such; the formats of a game come after it.
pub fn from_text(
    entry: &dyn Entry,
    text: &str,
    variant: Option<String>,
) -> Result<Study, BadRecord> {
    let text = text.trim().trim_start_matches('\u{feff}');
    // Some games save a position as JSON, as records begin.
    let is_file = || text.starts_with('{') && entry.load(text).is_err();
    if is_file() {
        return crate::read_study(text);
    }
    let plain = plain_text(entry, text, variant);
    if crate::format_of(text).is_none() || plain.as_ref().is_ok_and(|study| !is_bare(study)) {
        return plain;
    }
    crate::read_study(text)
}

/// Nothing was played, and no position was set up.
fn is_bare(study: &Study) -> bool {
    study.position.is_none() && study.nodes().len() == 1
}

/// A position as the game saves it, or a list of moves of a variant as the game writes them.
fn plain_text(entry: &dyn Entry, text: &str, variant: Option<String>) -> Result<Study, BadRecord> {
    let setup = Setup { variant, ..Setup::default() };
    let start = entry.table(&setup).map_err(|error| BadRecord(error.0))?;
    let unread = match entry.load(text) {
        Ok(_) => {
            let record = Record { moves: Vec::new(), ..start.record().clone() };
            return Ok(Study::new(record, Some(text.to_owned())));
        }
        Err(error) => error.0,
    };
    let mut study = Study::new(start.record().clone(), None);
    let (mut table, mut at) = (start, 0);
    for (index, written) in table.split_moves(text).into_iter().map(str::to_owned).enumerate() {
        // Numbers of moves, as people write them before a move: "12." or "12)".
        if written.trim_end_matches(['.', ')']).len() < written.len()
            && written.trim_end_matches(['.', ')']).bytes().all(|byte| byte.is_ascii_digit())
        {
            continue;
        }
        match table.play(&written) {
            Ok(played) => at = study.add(at, &played)?,
            // A text whose first word is no move was probably meant as a position.
            Err(Refused::Unread(_)) if index == 0 && text.contains(char::is_whitespace) => {
                return Err(BadRecord(unread));
            }
            Err(refused) => {
                return Err(BadRecord::at_move(table.epoch() + 1, &written, &refused));
            }
        }
    }
    Ok(study)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: &str, text: &str) -> Result<Study, BadRecord> {
        let entry = crate::find(game).unwrap();
        let mut check = CheckStudy::new(entry, from_text(entry, text, None)?)?;
        loop {
            if let Some(done) = check.step() {
                return done;
            }
        }
    }

    fn moves(game: &str, text: &str) -> Vec<String> {
        read(game, text).unwrap().record().unwrap().moves
    }

    #[test]
    fn moves_are_read_as_each_game_writes_them() {
        assert_eq!(moves("connect4", "4453"), ["4", "4", "5", "3"]);
        assert_eq!(moves("quoridor", "1. e2 e8 2. e3h"), ["e2", "e8", "e3h"]);
        assert_eq!(moves("connect4", ""), Vec::<String>::new());
        assert_eq!(moves("blokus", "(;GM[Blokus Duo];B[f9,e10,f10,g10,f11])").len(), 1);
    }

    #[test]
    fn positions_are_read_as_the_game_saves_them() {
        for entry in crate::games() {
            let mut table = entry.table(&Setup::default()).unwrap();
            for _ in 0..3 {
                let first = table.legal()[0].clone();
                table.play(&first).unwrap();
            }
            let id = entry.about().id;
            let study = read(id, &table.save()).unwrap();
            let saved = study.position.clone().unwrap();
            assert_eq!(entry.load(&saved).unwrap().save(), table.save(), "{id}");
            assert_eq!(Study::parse(&study.to_text()), Ok(study), "{id}");
        }
    }

    #[test]
    fn games_of_other_sites_and_their_positions_are_read() {
        // Rows counted from the far side, then a game of four, with the variant of two chosen in the page's menu.
        let entry = crate::find("quoridor").unwrap();
        let pasted =
            |text: &str, variant: &str| from_text(entry, text, Some(variant.to_owned())).unwrap();
        let four = |study: &Study| study.beginning().options["players"] == 4;
        assert_eq!(moves("quoridor", "1. e8 e2 2. e7h"), ["e2", "e8", "e2h"]);
        assert!(four(&pasted("1. e2 b5 e8 h5 2. e3", "two")));
        assert!(four(&pasted("e2", "four")), "the chosen variant counts");
        assert!(!four(&pasted("e2 e8", "two")));
        let study = read("quoridor", "e3 / / e2 e8 / 9 10 / 2").unwrap();
        assert_eq!(study.position.as_deref(), Some("9 e2/e8 9/10 e3h/- 2 2 pass"));
        // A first move that can be read and not be played is a move all the same.
        let error = read("tetris", "Ts8.2 Ln2.1").unwrap_err();
        assert!(error.to_string().starts_with("move 1, “Ts8.2”"), "{error}");
        let error = read("tetris", "hello world").unwrap_err();
        assert!(error.to_string().contains("T LZISO"), "{error}");
        let drawn = read("tetris", "T LZISO\nGGGGGG...G\nGGGGGGG.GG").unwrap();
        assert!(drawn.position.is_some());
        // Squares with commas are Blokus' own.
        assert_eq!(moves("blokus", "a20,b20").len(), 1);
    }

    #[test]
    fn a_record_is_not_taken_for_a_list_of_moves_with_a_comment() {
        let head = r#"{"plateau":1,"game":"quoridor","position":"9 e4/e6 9/10 e3h/- 2 2 pass"}"#;
        let study = read("quoridor", &format!("{head}\ne5\n")).unwrap();
        assert!(study.position.is_some() && study.nodes().len() == 2, "{study:?}");
    }

    #[test]
    fn every_move_of_a_tree_is_checked() {
        let head = r#"{"plateau":1,"game":"connect4"}"#;
        let study = read("connect4", &format!("{head}\n4\n4\n#(\n#. 3\n#)\n3\n")).unwrap();
        assert_eq!(study.nodes().len(), 5);
        let error = read("connect4", &format!("{head}\n4\n4\n#(\n#. 9\n#)\n3\n")).unwrap_err();
        assert!(error.to_string().starts_with("move 2, “9”"), "{error}");
        let error = read("connect4", "448").unwrap_err();
        assert!(error.to_string().starts_with("move 3, “8”"), "{error}");
    }
}
