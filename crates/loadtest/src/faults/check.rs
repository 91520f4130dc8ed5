//! What was found wrong.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Ways in which something can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FindingKind {
    /// An acknowledged move is not there, or another one is.
    Lost,
    /// There are more moves than were played.
    Twice,
    /// A table where nothing happens any more.
    Stuck,
    /// A stream left a move out, told one twice, or told another.
    Gap,
    /// An answer that should not have been, or a panic.
    Wrong,
}

impl FindingKind {
    pub const ALL: [Self; 5] = [Self::Lost, Self::Twice, Self::Stuck, Self::Gap, Self::Wrong];

    pub fn words(self) -> &'static str {
        match self {
            Self::Lost => "acknowledged moves lost",
            Self::Twice => "moves stored twice",
            Self::Stuck => "tables stuck",
            Self::Gap => "streams with a gap",
            Self::Wrong => "wrong answers and panics",
        }
    }
}

/// Everything that was found, and how much was played.
#[derive(Default)]
pub(super) struct Findings {
    found: Mutex<Vec<(FindingKind, String)>>,
    games: AtomicUsize,
    moves: AtomicUsize,
    cuts: AtomicUsize,
}

impl Findings {
    pub fn add(&self, kind: FindingKind, what: String) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push((kind, what));
    }

    /// A game was checked, with so many acknowledged moves; its stream was cut so many times.
    pub fn checked(&self, moves: usize, cuts: usize) {
        self.games.fetch_add(1, Relaxed);
        self.moves.fetch_add(moves, Relaxed);
        self.cuts.fetch_add(cuts, Relaxed);
    }

    pub fn games(&self) -> usize {
        self.games.load(Relaxed)
    }

    pub fn moves(&self) -> usize {
        self.moves.load(Relaxed)
    }

    pub fn cuts(&self) -> usize {
        self.cuts.load(Relaxed)
    }

    pub fn count(&self, wanted: FindingKind) -> usize {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.iter().filter(|(kind, _)| *kind == wanted).count()
    }

    pub fn sentences(&self, name: &str) -> Vec<String> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.iter().map(|(kind, what)| format!("{name}: {}: {what}", kind.words())).collect()
    }
}
