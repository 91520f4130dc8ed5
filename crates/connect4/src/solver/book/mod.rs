//! The opening book: the exact score of every position up to some number of stones, and beyond
//! those, of the positions that a perfect player meets and leaves behind.
//!
//! For the first part the file holds no positions. Those of a ply can be listed in one fixed order,
//! so their scores, a byte each, are enough; the scores of all earlier plies follow by a search of one
//! ply. The second part is a list of keys, each as its difference from the one before.

mod generate;
mod lines;
mod ply;

use std::sync::OnceLock;

pub use generate::{Generator, PlyProgress};

use super::Position;
use lines::BookLines;
use ply::Ply;

/// The first bytes of a book: a name and the version of the format.
const MAGIC: [u8; 4] = *b"C4B2";
/// Columns of the board that the book is for.
const COLUMNS: usize = 7;
/// No book goes deeper; guards against listing the whole game for a damaged file.
const MAX_DEPTH: u32 = 12;
/// Stands for a score that is not known yet.
const UNKNOWN: i8 = i8::MIN;

static BUNDLED: &[u8] = include_bytes!("../../../book/opening.book");

/// Why bytes are not a book.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// Another file, or another version.
    #[error("this is not an opening book of this version")]
    NotABook,
    /// Deeper than any book can be.
    #[error("the book claims a depth of {0} stones, which is too deep")]
    TooDeep(u32),
    /// Bytes are missing or left over.
    #[error("the book should hold {expected} scores for {depth} stones, but holds {found}")]
    WrongLength {
        /// The depth that it claims.
        depth: u32,
        /// Scores that this depth needs.
        expected: usize,
        /// Scores, or more, that are there.
        found: usize,
    },
    /// The second part does not read to its end.
    #[error("the lines beyond the complete depth are damaged")]
    BrokenLines,
}

/// Exact scores of the opening.
pub struct Book {
    plies: Vec<Ply>,
    lines: BookLines,
    depth: u32,
}

impl Book {
    /// The book that comes with the crate, unpacked when first asked for.
    pub fn bundled() -> Option<&'static Self> {
        static BOOK: OnceLock<Option<Book>> = OnceLock::new();
        BOOK.get_or_init(|| Self::from_bytes(BUNDLED).ok()).as_ref()
    }

    /// Unpacks a book: magic, depth, the scores of that depth, then the lines beyond it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let (magic, rest) = bytes.split_first_chunk().ok_or(BookError::NotABook)?;
        let (&depth, scores) = rest.split_first().ok_or(BookError::NotABook)?;
        let depth = u32::from(depth);
        if *magic != MAGIC {
            return Err(BookError::NotABook);
        }
        if depth > MAX_DEPTH {
            return Err(BookError::TooDeep(depth));
        }
        let mut plies = Ply::list_up_to(depth);
        let expected = plies[depth as usize].len();
        let wrong_length = BookError::WrongLength { depth, expected, found: scores.len() };
        let (complete, lines) = scores.split_at_checked(expected).ok_or(wrong_length)?;
        plies[depth as usize].set_scores(complete);
        for ply in (0..depth as usize).rev() {
            let (shallow, deep) = plies.split_at_mut(ply + 1);
            shallow[ply].derive_from(&deep[0]);
        }
        let lines = BookLines::from_bytes(lines).ok_or(BookError::BrokenLines)?;
        let depth = depth.max(lines.depth());
        Ok(Self { plies, lines, depth })
    }

    /// The most stones of a position in the book. From some depth on only the positions of good
    /// play are in it.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Up to how many stones every position is in the book.
    pub fn complete_depth(&self) -> u32 {
        self.plies.len() as u32 - 1
    }

    /// How many scores the book knows.
    pub fn len(&self) -> usize {
        self.plies.iter().map(Ply::known).sum::<usize>() + self.lines.len()
    }

    /// Whether the book holds no score.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The score of a position, if the book has it. Wins at once are not in the book.
    pub fn score(&self, position: &Position) -> Option<i32> {
        self.score_of_key(position.stones(), position.canonical_key())
    }

    pub(super) fn score_of_key(&self, stones: u32, canonical_key: u64) -> Option<i32> {
        match self.plies.get(stones as usize) {
            Some(ply) => ply.score(canonical_key),
            None => self.lines.score(canonical_key),
        }
    }
}
