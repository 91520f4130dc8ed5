//! A study: a game as a tree, with variations, comments and marks. A record is its main line.

mod text;

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};

use crate::{BadRecord, Record, Words};

/// The most moves of a study, in all its variations.
pub const MAX_STUDY_MOVES: usize = 20_000;
/// The longest comment, in bytes.
pub const MAX_COMMENT: usize = 10_000;

/// What an annotator thinks of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `!`
    Good,
    /// `?`
    Bad,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Doubtful,
}

impl Mark {
    /// All of them, as people list them.
    pub const ALL: [Self; 6] =
        [Self::Good, Self::Bad, Self::Brilliant, Self::Blunder, Self::Interesting, Self::Doubtful];

    /// As it is written after a move.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Bad => "?",
            Self::Brilliant => "!!",
            Self::Blunder => "??",
            Self::Interesting => "!?",
            Self::Doubtful => "?!",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl FromStr for Mark {
    type Err = Words;

    fn from_str(text: &str) -> Result<Self, Words> {
        Self::ALL.into_iter().find(|mark| mark.text() == text).ok_or_else(|| {
            let text: String = text.chars().take(12).collect();
            Words::new(
                format!("“{text}” is no mark of a move: there is ! ? !! ?? !? ?!"),
                format!("« {text} » n’est pas une annotation : il y a ! ? !! ?? !? ?!"),
            )
        })
    }
}

/// A move of a study, or at index 0 its beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudyNode {
    /// The node before it; of the beginning, itself.
    pub parent: usize,
    /// The move's text; empty at the beginning.
    pub text: String,
    /// What an annotator thinks of it.
    pub mark: Option<Mark>,
    /// What an annotator says of the position after it.
    pub comment: String,
}

/// A game as a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The game, its options, its seed and who sat where; its moves are in the nodes.
    beginning: Record,
    /// The position that it starts from as the game saves it, if that is not the game's own beginning.
    pub position: Option<String>,
    /// A node comes after its parent. Of several with the same parent the first continues the line.
    nodes: Vec<StudyNode>,
}

impl From<Record> for Study {
    fn from(mut record: Record) -> Self {
        let moves = std::mem::take(&mut record.moves);
        let mut study = Self::new(record, None);
        let nodes = moves.into_iter().enumerate();
        study.nodes.extend(nodes.map(|(parent, text)| StudyNode {
            parent,
            text,
            ..StudyNode::default()
        }));
        study
    }
}

impl Study {
    /// A study without moves, of a game or of a saved position.
    pub fn new(beginning: Record, position: Option<String>) -> Self {
        let nodes = vec![StudyNode::default()];
        Self { beginning: Record { moves: Vec::new(), ..beginning }, position, nodes }
    }

    /// The beginning, then the moves; each after the one that it follows.
    pub fn nodes(&self) -> &[StudyNode] {
        &self.nodes
    }

    /// The game without its moves.
    pub fn beginning(&self) -> &Record {
        &self.beginning
    }

    /// Writes all options down, also those that had been left to their defaults.
    pub fn set_options(&mut self, options: Map<String, Value>) {
        self.beginning.options = options;
    }

    /// Adds a move after a node, or finds it there; gives its index.
    pub fn add(&mut self, parent: usize, text: &str) -> Result<usize, BadRecord> {
        let known = |node: &StudyNode| node.parent == parent && node.text == text;
        // The latest nodes are the likeliest; the beginning is nobody's child.
        if let Some(back) = self.nodes[1..].iter().rev().take(64).position(known) {
            return Ok(self.nodes.len() - 1 - back);
        }
        if parent >= self.nodes.len() {
            return Err(broken());
        }
        if self.nodes.len() > MAX_STUDY_MOVES {
            return Err(BadRecord(Words::new(
                format!("a study has at most {MAX_STUDY_MOVES} moves"),
                format!("une étude a {MAX_STUDY_MOVES} coups au plus"),
            )));
        }
        self.nodes.push(StudyNode { parent, text: text.to_owned(), ..StudyNode::default() });
        Ok(self.nodes.len() - 1)
    }

    /// Sets what an annotator says of a node.
    pub fn annotate(
        &mut self,
        node: usize,
        mark: Option<Mark>,
        comment: &str,
    ) -> Result<(), BadRecord> {
        if comment.len() > MAX_COMMENT {
            return Err(BadRecord(Words::new(
                format!("a comment has at most {MAX_COMMENT} bytes"),
                format!("un commentaire a {MAX_COMMENT} octets au plus"),
            )));
        }
        let node = self.nodes.get_mut(node).ok_or_else(broken)?;
        node.mark = mark;
        comment.trim().clone_into(&mut node.comment);
        Ok(())
    }

    /// The text of a node's move, as the game writes it.
    pub fn rewrite(&mut self, node: usize, text: String) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.text = text;
        }
    }

    /// The nodes that follow each node, the one that continues the line first.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            children[node.parent].push(index);
        }
        children
    }

    /// The main line as a record. A study of a position has none: nothing led there.
    pub fn record(&self) -> Result<Record, BadRecord> {
        if self.position.is_some() {
            return Err(BadRecord(Words::new(
                "this is the study of a position and no whole game: open it on the analysis board",
                "c’est l’étude d’une position, pas une partie entière : ouvrez-la dans l’analyse",
            )));
        }
        let mut record = self.beginning.clone();
        let children = self.children();
        let mut at = 0;
        while let Some(&next) = children[at].first() {
            record.moves.push(self.nodes[next].text.clone());
            at = next;
        }
        Ok(record)
    }
}

fn broken() -> BadRecord {
    BadRecord(Words::new("a move of the study follows nothing", "un coup de l’étude ne suit rien"))
}
