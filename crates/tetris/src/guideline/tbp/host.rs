//! A program that speaks the Tetris Bot Protocol, as a referee sees it.

use std::time::Duration;

use search::{Fault, Program, Stop};

use crate::guideline::placer::Placer;
use crate::guideline::tbp::message::{FromBot, FromHost, StartMessage};
use crate::guideline::{LockedPiece, Situation};
use crate::rules::Tetris;
use crate::rules::pieces::Piece;

/// How long a program may take to say hello.
const PATIENCE: Duration = Duration::from_secs(10);

/// How much of a line that is not understood is told.
const SHOWN: usize = 60;

/// A running program, started anew for every game.
pub(crate) struct TbpHost {
    program: Program,
    /// Whether it has a situation, which must be stopped before the next.
    started: bool,
    /// How long it may take to answer once it is asked.
    patience: Duration,
}

impl TbpHost {
    /// Starts a program with its arguments, which are separated by spaces, and tells it the rules. It is waited for so
    /// long when it is asked.
    pub fn start(command: &str, patience: Duration) -> Result<Self, Fault> {
        let program = Program::start(command, r#"{"type":"quit"}"#)?;
        let mut host = Self { program, started: false, patience: PATIENCE };
        let stop = Stop::new();
        host.wait(&stop, |message| matches!(message, FromBot::Info { .. }).then_some(()))?;
        host.say(&FromHost::Rules {})?;
        host.wait(&stop, |message| matches!(message, FromBot::Ready).then_some(()))?;
        host.patience = patience;
        Ok(host)
    }

    fn say(&mut self, message: &FromHost) -> Result<(), Fault> {
        self.program.say(&serde_json::to_string(message).unwrap_or_default())
    }

    /// Reads messages until one is what is waited for.
    fn wait<T>(&mut self, stop: &Stop, wanted: impl Fn(FromBot) -> Option<T>) -> Result<T, Fault> {
        self.program.wait(self.patience, stop, |program, line| match serde_json::from_str(line) {
            Ok(FromBot::Error { reason }) => Err(program.said(reason)),
            Ok(message) => Ok(wanted(message)),
            Err(_) => {
                let start: String = line.chars().take(SHOWN).collect();
                Err(program.said(format!("{start} (that is not of the Tetris Bot Protocol)")))
            }
        })
    }
}

impl Placer for TbpHost {
    fn start(&mut self, situation: &Situation) -> Result<(), Fault> {
        if self.started {
            self.say(&FromHost::Stop)?;
        }
        self.started = true;
        self.say(&FromHost::Start(StartMessage::of(situation)))
    }

    fn play(&mut self, placement: LockedPiece) -> Result<(), Fault> {
        self.say(&FromHost::Play { mv: placement.into() })
    }

    fn add(&mut self, piece: Piece) -> Result<(), Fault> {
        self.say(&FromHost::NewPiece { piece })
    }

    fn ask(&mut self) -> Result<(), Fault> {
        self.say(&FromHost::Suggest)
    }

    fn answer(&mut self, _: &Tetris, stop: &Stop) -> Result<Vec<LockedPiece>, Fault> {
        self.wait(stop, |message| match message {
            FromBot::Suggestion { moves, .. } => Some(moves.into_iter().map(Into::into).collect()),
            _ => None,
        })
    }
}
