//! Who takes part in a match: a level of our own, or a program that speaks the protocol.

use std::str::FromStr;

use catalog::{Bot, Entry, Setup, Table, Unknown};
use game::Words;
use search::{Limits, Stop};
use thiserror::Error;

use crate::external::External;

/// A contestant as it is named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// One of the game's own levels.
    Level(String),
    /// A program and its arguments.
    Command(String),
}

impl FromStr for Spec {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.strip_prefix("cmd:") {
            Some(command) => Self::Command(command.to_owned()),
            None => Self::Level(text.to_owned()),
        })
    }
}

impl Spec {
    /// The name in tables and records.
    pub fn name(&self) -> &str {
        match self {
            Self::Level(name) | Self::Command(name) => name,
        }
    }

    /// Brings the contestant to the board.
    pub fn invite(&self, game: &'static dyn Entry) -> Result<Box<dyn Contestant>, Fault> {
        match self {
            Self::Level(level) => {
                let bot = game.bot(level, 0).map_err(|Unknown(words)| Fault::Unknown(words))?;
                Ok(Box::new(Resident { bot }))
            }
            Self::Command(command) => Ok(Box::new(External::start(command)?)),
        }
    }
}

/// Why a contestant could not play on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// There is no such level.
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
    #[error("“{0}” has ended or closed its output")]
    Gone(String),
    /// The program did not answer in time.
    #[error("“{0}” does not answer")]
    Silent(String),
    /// The program said something that is not of the protocol, or that it cannot go on.
    #[error("{0}")]
    Said(String),
}

/// One who chooses moves.
pub trait Contestant: Send {
    /// Begins a new game, with a seed of the contestant's own for whatever it draws by chance.
    fn begin(&mut self, table: &dyn Table, setup: &Setup, seed: u64) -> Result<(), Fault>;

    /// A move for the seat that is to move. The text may be illegal; the one who asks checks.
    fn choose(&mut self, table: &dyn Table, limits: &Limits, stop: &Stop) -> Result<String, Fault>;
}

/// A bot of our own.
pub struct Resident {
    bot: Box<dyn Bot>,
}

impl Contestant for Resident {
    fn begin(&mut self, _table: &dyn Table, _setup: &Setup, seed: u64) -> Result<(), Fault> {
        self.bot.reset(seed);
        Ok(())
    }

    fn choose(&mut self, table: &dyn Table, limits: &Limits, stop: &Stop) -> Result<String, Fault> {
        let idea = self.bot.think(table, limits, stop, &mut |_| ());
        idea.best.ok_or_else(|| Fault::Said("a bot was asked to move after the end".into()))
    }
}
