//! Puzzles: a position with one best answer, or several equal ones. Puzzles are data, a line of text each.

use std::fmt;
use std::sync::OnceLock;

use thiserror::Error;

use crate::{Phrase, Words};

/// What a puzzle is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name in files and addresses.
    pub id: &'static str,
    /// The name that people say.
    pub name: Phrase,
    /// What the solver is asked to do, where the theme says it; `{n}` is the number of the solver's moves. Every puzzle
    /// has exactly one theme with a task, and it stands first.
    pub task: Option<Phrase>,
}

impl Theme {
    /// One that only names what is seen in a puzzle, and asks for nothing.
    pub const fn named(id: &'static str, name: Phrase) -> Self {
        Self { id, name, task: None }
    }
}

/// How it is known that the answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A search to the end of the game, or to the goal.
    Exact,
    /// A search of this many nodes, which agreed with one of a tenth.
    Nodes(u64),
}

/// A position, and all lines that are right in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name in addresses, unique in the game.
    pub id: String,
    /// How hard it is, on the scale of ratings.
    pub rating: u16,
    /// The ids of its themes; the first is the one with the task.
    pub themes: Vec<String>,
    /// How the answer was proved.
    pub proof: Proof,
    /// The position as the game saves it. The seat to move is the solver's.
    pub position: String,
    /// The right lines, the main one first: the solver's moves and the others' answers between them. A move is right
    /// while some line begins with what was played.
    pub lines: Vec<Vec<String>>,
}

/// Why a text is no list of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadPuzzle(pub Words);

/// What stands between the fields of a line, between right lines, and between their moves. No game uses these in the
/// text of a move; a move may hold spaces and commas.
const FIELD: char = '\t';
const LINE: char = '|';
const MOVE: char = ';';

/// The alphabet of ids: no letter or digit that is taken for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

impl Puzzle {
    /// The id of a position: the same on every machine, whoever finds it.
    pub fn id_of(position: &str) -> String {
        // FNV-1a.
        let hash = position.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let hash = hash ^ (hash >> 32);
        (0..6).map(|at| char::from(LETTERS[(hash >> (5 * at)) as usize & 31])).collect()
    }

    /// Reads one line of a file.
    pub fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(FIELD);
        let mut next = || fields.next().filter(|field| !field.is_empty());
        let (id, rating, themes) = (next()?, next()?, next()?);
        let (proof, position, lines) = (next()?, next()?, next()?);
        if fields.next().is_some() {
            return None;
        }
        let moves = |text: &str| -> Vec<String> { text.split(MOVE).map(str::to_owned).collect() };
        let puzzle = Self {
            id: id.to_owned(),
            rating: rating.parse().ok()?,
            themes: themes.split(',').map(str::to_owned).collect(),
            proof: match proof {
                "exact" => Proof::Exact,
                nodes => Proof::Nodes(nodes.parse().ok()?),
            },
            position: position.to_owned(),
            lines: lines.split(LINE).map(moves).collect(),
        };
        puzzle.lines.iter().flatten().all(|mv| !mv.is_empty()).then_some(puzzle)
    }

    /// Reads a file: a puzzle a line; empty lines and those that begin with `#` are passed over.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, BadPuzzle> {
        let lines = text.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        lines
            .map(|(at, line)| {
                Self::parse(line).ok_or_else(|| {
                    let at = at + 1;
                    BadPuzzle(Words::new(
                        format!("line {at} is no puzzle: docs/puzzles.md says how one is written"),
                        format!("la ligne {at} n’est pas un problème : docs/puzzles.md dit comment on les écrit"),
                    ))
                })
            })
            .collect()
    }

    /// The lines that begin with these moves.
    pub fn lines_after<'s, 'p>(
        &'s self,
        played: &'p [String],
    ) -> impl Iterator<Item = &'s [String]> + use<'s, 'p> {
        self.lines.iter().filter(|line| line.starts_with(played)).map(Vec::as_slice)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, rating, themes, proof, position, lines } = self;
        let proof = match proof {
            Proof::Exact => "exact".to_owned(),
            Proof::Nodes(nodes) => nodes.to_string(),
        };
        let lines: Vec<String> = lines.iter().map(|line| line.join(&MOVE.to_string())).collect();
        let (themes, lines) = (themes.join(","), lines.join(&LINE.to_string()));
        write!(f, "{id}\t{rating}\t{themes}\t{proof}\t{position}\t{lines}")
    }
}

/// A game's puzzles as its crate bundles them: text that is parsed on first use.
pub struct Puzzles {
    text: &'static str,
    read: OnceLock<Vec<Puzzle>>,
}

impl Puzzles {
    /// The puzzles of this text, the crate's `puzzles/puzzles.txt`.
    pub const fn new(text: &'static str) -> Self {
        Self { text, read: OnceLock::new() }
    }

    /// All of them, in the order of the file.
    pub fn all(&self) -> &[Puzzle] {
        self.read.get_or_init(|| {
            // The text is part of the source, and a test of the catalogue plays all puzzles through.
            Puzzle::parse_all(self.text).expect("the bundled text holds puzzles")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_a_line_of_text_both_ways() {
        let text = "abcdef\t1200\twin,fork\texact\t7x6 1 2\t4;tile red d5;a1,b2|3";
        let puzzle = Puzzle::parse(text).unwrap();
        assert_eq!(puzzle.to_string(), text);
        assert_eq!(puzzle.lines.len(), 2);
        assert_eq!(puzzle.lines_after(&["4".into()]).count(), 1);
        assert_eq!(puzzle.lines_after(&["5".into()]).count(), 0);
        for bad in
            ["", "a\tb", "a\tx\tt\texact\tp\t1", "a\t1\tt\texact\tp\t1;", "a\t1\tt\tno\tp\t1"]
        {
            assert_eq!(Puzzle::parse(bad), None, "{bad}");
        }
        let file = format!("# made by hand\n\n{text}\nnonsense\n");
        assert!(Puzzle::parse_all(&file).unwrap_err().to_string().contains("line 4"));
        assert_eq!(Puzzle::parse_all(&file.replace("nonsense", "")).unwrap(), [puzzle]);
    }

    #[test]
    fn an_id_depends_on_the_position_alone() {
        assert_eq!(Puzzle::id_of("7x6"), Puzzle::id_of("7x6"));
        assert_ne!(Puzzle::id_of("7x6"), Puzzle::id_of("7x5"));
        assert_eq!(Puzzle::id_of("").len(), 6);
    }
}
