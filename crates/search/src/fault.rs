//! What keeps a contestant from taking part, or from playing on.

use std::time::Duration;

use game::{Phrase, Words};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a contestant cannot take part or cannot play on. `last` are the last lines of the program's error stream.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It was asked for wrongly; the words say what would be right.
    #[error("{0}")]
    Unknown(Words),
    /// The program could not be started.
    #[error("“{command}” does not start: {reason}")]
    NoStart {
        /// What was to be started.
        command: String,
        /// What the system says.
        reason: String,
    },
    /// The program went away.
    #[error("“{command}” has ended or closed its output{}", quoted(.last))]
    Gone {
        /// The program.
        command: String,
        /// Its last lines.
        last: Vec<String>,
    },
    /// The program did not answer in time.
    #[error("“{command}” does not answer within {} s{}", .patience.as_secs_f64(), quoted(.last))]
    Late {
        /// The program.
        command: String,
        /// How long it was waited for.
        patience: Duration,
        /// Its last lines.
        last: Vec<String>,
    },
    /// The program printed bytes that are no text, or a line without end.
    #[error("“{command}” prints no text: {shown}{}", quoted(.last))]
    NoText {
        /// The program.
        command: String,
        /// What it printed, as well as it can be shown.
        shown: String,
        /// Its last lines.
        last: Vec<String>,
    },
    /// The program said something that is not of the protocol, or that it cannot go on.
    #[error("“{command}” says: {what}{}", quoted(.last))]
    Said {
        /// The program.
        command: String,
        /// What it said.
        what: String,
        /// Its last lines.
        last: Vec<String>,
    },
    /// Somebody stopped the event.
    #[error("the event was stopped")]
    Stopped,
}

/// What a contestant did wrong, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Its program could not be started again.
    NoStart,
    /// Its program ended.
    Crashed,
    /// It did not answer in time.
    Late,
    /// It printed something that is no text.
    NoText,
    /// It did not keep to the protocol.
    Protocol,
    /// It played what is illegal.
    Illegal,
}

impl FaultKind {
    /// As it is said of the contestant.
    pub const fn phrase(self) -> Phrase {
        match self {
            Self::NoStart => Phrase::new("did not start", "n’a pas démarré"),
            Self::Crashed => Phrase::new("crashed", "s’est arrêté"),
            Self::Late => Phrase::new("was late", "a répondu trop tard"),
            Self::NoText => Phrase::new("printed no text", "n’a pas écrit du texte"),
            Self::Protocol => Phrase::new("broke the protocol", "a enfreint le protocole"),
            Self::Illegal => Phrase::new("played an illegal move", "a joué un coup illégal"),
        }
    }
}

fn quoted(last: &[String]) -> String {
    if last.is_empty() { String::new() } else { format!(" ({})", last.join(" / ")) }
}

impl Fault {
    /// What kind it is; none where no contestant is to blame.
    pub const fn kind(&self) -> Option<FaultKind> {
        match self {
            Self::Unknown(_) | Self::Stopped => None,
            Self::NoStart { .. } => Some(FaultKind::NoStart),
            Self::Gone { .. } => Some(FaultKind::Crashed),
            Self::Late { .. } => Some(FaultKind::Late),
            Self::NoText { .. } => Some(FaultKind::NoText),
            Self::Said { .. } => Some(FaultKind::Protocol),
        }
    }

    /// The last lines of the program's error stream.
    pub fn last_lines(&self) -> &[String] {
        match self {
            Self::Gone { last, .. }
            | Self::Late { last, .. }
            | Self::NoText { last, .. }
            | Self::Said { last, .. } => last,
            _ => &[],
        }
    }

    /// The same without those lines, for whoever shows them apart.
    #[must_use]
    pub fn without_lines(mut self) -> Self {
        if let Self::Gone { last, .. }
        | Self::Late { last, .. }
        | Self::NoText { last, .. }
        | Self::Said { last, .. } = &mut self
        {
            last.clear();
        }
        self
    }

    /// The reason, in both languages.
    pub fn words(&self) -> Words {
        let fr = match self {
            Self::Unknown(words) => return words.clone(),
            Self::NoStart { command, reason } => format!("« {command} » ne démarre pas : {reason}"),
            Self::Gone { command, last } => {
                format!("« {command} » s’est arrêté ou a fermé sa sortie{}", quoted(last))
            }
            Self::Late { command, patience, last } => {
                let seconds = patience.as_secs_f64();
                format!("« {command} » ne répond pas en {seconds} s{}", quoted(last))
            }
            Self::NoText { command, shown, last } => {
                format!("« {command} » n’écrit pas du texte : {shown}{}", quoted(last))
            }
            Self::Said { command, what, last } => {
                format!("« {command} » dit : {what}{}", quoted(last))
            }
            Self::Stopped => "l’épreuve a été interrompue".into(),
        };
        Words::new(self.to_string(), fr)
    }
}
