//! A record: a complete game as a text file.
//!
//! The first line is a JSON object that names the game, its options and its seed; then comes one
//! move a line. Blank lines and lines that begin with `#` are ignored.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{BadRecord, Game, Words, play_text};

/// The version of the format that this program writes, and the newest that it reads.
pub const RECORD_VERSION: u32 = 1;

/// The most moves of a record; reading stops at a file with more.
const MAX_MOVES: usize = 100_000;

/// A game from its first to its latest move.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// Its options, all of them.
    pub options: Map<String, Value>,
    /// The seed of the random generator.
    pub seed: u64,
    /// Who sat where; may be empty.
    pub seats: Vec<String>,
    /// The seat that resigned, if one did: no move says so.
    pub resigned: Option<u8>,
    /// The moves as text.
    pub moves: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    plateau: u32,
    game: String,
    #[serde(default)]
    options: Map<String, Value>,
    #[serde(default)]
    seed: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seats: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resigned: Option<u8>,
    /// Only of a study: the position that it starts from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

impl Header {
    pub fn of(record: &Record, position: Option<String>) -> Self {
        Self {
            plateau: RECORD_VERSION,
            game: record.game.clone(),
            options: record.options.clone(),
            seed: record.seed,
            seats: record.seats.clone(),
            resigned: record.resigned,
            position,
        }
    }

    /// The record without its moves, and the position of a study.
    pub fn into_record(self) -> (Record, Option<String>) {
        let Self { game, options, seed, seats, resigned, position, .. } = self;
        (Record { game, options, seed, seats, resigned, moves: Vec::new() }, position)
    }
}

impl Record {
    /// An empty record of a game with these options.
    pub fn new<G: Game>(options: &G::Options, seed: u64) -> Self {
        // Options are plain structs; one that did not serialize would not be read again either.
        let options = match serde_json::to_value(options) {
            Ok(Value::Object(object)) => object,
            _ => Map::new(),
        };
        let game = G::ABOUT.id.into();
        Self { game, options, seed, seats: Vec::new(), resigned: None, moves: Vec::new() }
    }

    /// The same game before its first move, with nobody resigned.
    pub fn beginning(&self) -> Self {
        // Field by field: a long game must not be copied to forget it.
        Self {
            game: self.game.clone(),
            options: self.options.clone(),
            seed: self.seed,
            seats: self.seats.clone(),
            resigned: None,
            moves: Vec::new(),
        }
    }

    /// The record as the text of a file.
    pub fn to_text(&self) -> String {
        let header = serde_json::json!(Header::of(self, None));
        let mut text = format!("{header}\n");
        for mv in &self.moves {
            text.push_str(mv);
            text.push('\n');
        }
        text
    }

    /// Reads a record. [`replay`](Self::replay) checks whether its moves are legal.
    pub fn parse(text: &str) -> Result<Self, BadRecord> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (line, header) = lines.next().ok_or_else(|| {
            let words = Words::new("the record is empty", "la partie enregistrée est vide");
            BadRecord(words)
        })?;
        let header = read_header(header).map_err(|words| BadRecord::at_line(line, &words))?;
        let (mut record, position) = header.into_record();
        if position.is_some() {
            return crate::Study::new(record, position).record();
        }
        for (line, text) in lines {
            if record.moves.len() == MAX_MOVES {
                let words = Words::new(
                    format!("a record has at most {MAX_MOVES} moves"),
                    format!("une partie enregistrée a {MAX_MOVES} coups au plus"),
                );
                return Err(BadRecord::at_line(line, &words));
            }
            record.moves.push(text.to_owned());
        }
        Ok(record)
    }

    /// The options as the game's own type.
    pub fn options<G: Game>(&self) -> Result<G::Options, BadRecord> {
        serde_json::from_value(Value::Object(self.options.clone())).map_err(|error| {
            let words = Words::new(
                format!("these options cannot be read: {error}"),
                format!("ces options sont illisibles : {error}"),
            );
            BadRecord(words)
        })
    }

    /// Plays the record and returns the state after its last move.
    pub fn replay<G: Game>(&self) -> Result<G, BadRecord> {
        if self.game != G::ABOUT.id {
            let (own, other) = (G::ABOUT.id, &self.game);
            let words = Words::new(
                format!("this is a record of “{other}”, not of “{own}”"),
                format!("c’est une partie de « {other} », pas de « {own} »"),
            );
            return Err(BadRecord(words));
        }
        let mut game =
            G::new(&self.options::<G>()?, self.seed).map_err(|error| BadRecord(error.0))?;
        for (epoch, text) in self.moves.iter().enumerate() {
            play_text(&mut game, text)
                .map_err(|refused| BadRecord::at_move(epoch + 1, text, &refused))?;
        }
        Ok(game)
    }
}

pub(crate) fn read_header(line: &str) -> Result<Header, Words> {
    let version =
        serde_json::from_str::<Value>(line).ok().and_then(|value| value.get("plateau")?.as_u64());
    match version {
        None => Err(Words::new(
            r#"a record begins with a line such as {"plateau":1,"game":"connect4"}"#,
            r#"une partie enregistrée commence par une ligne telle que {"plateau":1,"game":"connect4"}"#,
        )),
        Some(version) if version > u64::from(RECORD_VERSION) => Err(Words::new(
            format!("version {version} of the format is newer than this program"),
            format!("la version {version} du format est plus récente que ce programme"),
        )),
        Some(_) => serde_json::from_str(line).map_err(|error| {
            Words::new(
                format!("the header cannot be read: {error}"),
                format!("l’en-tête est illisible : {error}"),
            )
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_as_it_was_written() {
        let record = Record {
            game: "connect4".into(),
            options: Map::from_iter([("width".to_owned(), Value::from(7))]),
            seed: u64::MAX,
            seats: vec!["Zoé".into(), "perfect".into()],
            moves: vec!["4".into(), "3".into()],
            resigned: Some(1),
        };
        assert_eq!(Record::parse(&record.to_text()), Ok(record));
    }

    #[test]
    fn malformed_records_say_where_and_what() {
        for (text, reason) in [
            ("", "the record is empty"),
            ("# nothing\n\n", "the record is empty"),
            ("4\n4\n", "line 1: a record begins with"),
            ("\n{}\n", "line 2: a record begins with"),
            (r#"{"plateau":2,"game":"connect4"}"#, "line 1: version 2 of the format is newer"),
            (r#"{"plateau":1}"#, "line 1: the header cannot be read: missing field `game`"),
            (r#"{"plateau":1,"game":7}"#, "line 1: the header cannot be read: invalid type"),
            (
                r#"{"plateau":1,"game":"go","colour":1}"#,
                "line 1: the header cannot be read: unknown",
            ),
        ] {
            let error = Record::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }
}
