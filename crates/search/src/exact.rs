//! What a game may offer beside its players: an exact solver of positions, and an opening book that can
//! be made on this machine.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use game::{BadPosition, Phrase};

/// A game's exact solver.
pub struct ExactSolver {
    /// How a position is written, and what the answer says, for a help page.
    pub about: Phrase,
    /// Makes one that is ready for many positions.
    pub start: fn(&SolveOptions) -> Box<dyn SolvePosition>,
}

/// How positions are solved. A solver ignores what it has no use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// Find only who wins.
    pub weak: bool,
    /// Find the score of every move too.
    pub scores: bool,
    /// Look openings up rather than search them.
    pub book: bool,
    /// Threads to search on.
    pub threads: usize,
    /// Memory for what is remembered of positions.
    pub table_bytes: usize,
}

/// A solver at work.
pub trait SolvePosition {
    /// Solves a position that is written as [`ExactSolver::about`] says.
    fn solve(&mut self, position: &str) -> Result<Solution, BadPosition>;

    /// What a position is worth to the seat that moves if both sides play perfectly: 1 for a win, a half for a draw, 0
    /// for a loss. It is given by its moves from the start and as the game saves it. None where this solver does not
    /// know the board, or would take too long.
    fn worth(&mut self, moves: &[String], saved: &str) -> Option<f64>;
}

/// The exact result of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The result in the game's own terms, numbers with spaces between them.
    pub result: String,
    /// Positions explored.
    pub nodes: u64,
    /// The score of each move, none for one that cannot be played; empty if nobody asked.
    pub scores: Vec<Option<i32>>,
}

/// A game's opening book, and how it is made.
pub struct OpeningBook {
    /// Solves positions into a folder until all is done or the flag is raised, and goes on there the
    /// next time. Says whether all is done.
    pub generate: GenerateBook,
    /// The book of all that the folder has.
    pub pack: fn(folder: &Path) -> io::Result<PackedBook>,
}

/// How a book is made: in a folder, until the flag is raised.
pub type GenerateBook =
    fn(&Path, &BookOptions, &AtomicBool, &mut dyn FnMut(&BookProgress)) -> io::Result<bool>;

/// How much goes into a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// Every position of up to this many moves.
    pub depth: u32,
    /// The positions that a perfect player meets, up to this many moves.
    pub lines: u32,
    /// Positions to solve at a time.
    pub threads: usize,
    /// Memory for the table that the threads share.
    pub table_bytes: usize,
}

/// How far a part of the work on a book is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookProgress {
    /// Which part it is.
    pub step: String,
    /// Positions solved.
    pub done: u64,
    /// Positions in all.
    pub total: u64,
}

/// A book as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedBook {
    /// The file's content.
    pub bytes: Vec<u8>,
    /// What is in it.
    pub summary: String,
}
