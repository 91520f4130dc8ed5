//! Why something was refused, in words for the person who asked.

use thiserror::Error;

use crate::{Phrase, Words};

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Error)]
        #[error("{0}")]
        pub struct $name(pub Words);

        impl $name {
            /// The reason, in both languages.
            pub fn new(
                en: impl Into<std::borrow::Cow<'static, str>>,
                fr: impl Into<std::borrow::Cow<'static, str>>,
            ) -> Self {
                Self(Words::new(en, fr))
            }
        }

        impl From<Phrase> for $name {
            fn from(phrase: Phrase) -> Self {
                Self(phrase.into())
            }
        }
    )*};
}

refusals! {
    /// Text that is no move at all in this position.
    BadMove,
    /// A move that the rules forbid in this position.
    Illegal,
    /// Options that no game can be played with.
    BadOptions,
    /// Text that is no position of this game.
    BadPosition,
}

/// A typed move that was not played: it made no sense, or the rules forbid it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// It could not be read.
    #[error(transparent)]
    Unread(#[from] BadMove),
    /// It is against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl Refused {
    /// The reason, in both languages.
    pub fn words(&self) -> &Words {
        match self {
            Self::Unread(BadMove(words)) | Self::Illegal(Illegal(words)) => words,
        }
    }
}

/// A record that cannot be replayed, and the line where it goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {words}")]
pub struct BadRecord {
    /// Counted from 1; the header is line 1.
    pub line: usize,
    /// What is wrong there.
    pub words: Words,
}

impl BadRecord {
    /// What is wrong at a line.
    pub fn at(line: usize, words: impl Into<Words>) -> Self {
        Self { line, words: words.into() }
    }
}
