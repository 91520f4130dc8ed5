//! Errors with a reason for people, in both languages.

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

/// Why a typed move was not played: it could not be read, or the rules forbid it.
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

/// A record that cannot be read or replayed, and where it goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadRecord(pub Words);

impl BadRecord {
    /// What is wrong at a line of the file, counted from 1.
    pub(crate) fn at_line(line: usize, words: &Words) -> Self {
        Self(Words::new(
            format!("line {line}: {}", words.en),
            format!("ligne {line} : {}", words.fr),
        ))
    }

    /// Why a move was refused; moves are counted from 1.
    pub fn at_move(number: usize, text: &str, refused: &Refused) -> Self {
        let words = refused.words();
        Self(Words::new(
            format!("move {number}, “{text}”: {}", words.en),
            format!("coup {number}, « {text} » : {}", words.fr),
        ))
    }
}
