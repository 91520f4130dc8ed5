//! Bots as a host sees them: our own expert, or any program that speaks the protocol.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use game::Words;
use search::Limits;

use crate::guideline::tbp::message::{FromBot, FromHost, StartMessage};
use crate::guideline::tbp::thinker::{Suggestion, Thinker};
use crate::guideline::{LockedPiece, Situation};
use crate::rules::pieces::Piece;

/// How long a program may take to say hello, and to answer once it is asked.
const PATIENCE: Duration = Duration::from_secs(10);

/// Somebody who places pieces, thinking all the while.
pub trait Bot: Send {
    /// Another situation to think about.
    fn start(&mut self, situation: &Situation) -> Result<(), Words>;
    /// A placement was made.
    fn play(&mut self, placement: LockedPiece) -> Result<(), Words>;
    /// Another piece is known to come.
    fn add(&mut self, piece: Piece) -> Result<(), Words>;
    /// What would you do? The answer is collected by [`Bot::answer`].
    fn ask(&mut self) -> Result<(), Words>;
    /// Its placements, best first.
    fn answer(&mut self) -> Result<Vec<LockedPiece>, Words>;
}

/// How a bot is named in commands: `expert`, or `cmd:` and a program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotName {
    /// Ours.
    Expert,
    /// A program, started anew for every game.
    Program(String),
}

impl FromStr for BotName {
    type Err = Words;

    fn from_str(text: &str) -> Result<Self, Words> {
        match text.strip_prefix("cmd:") {
            Some(program) => Ok(Self::Program(program.to_owned())),
            None if text == "expert" => Ok(Self::Expert),
            None => Err(Words::new(
                format!("“{text}” is neither “expert” nor “cmd:” and a program"),
                format!("« {text} » n’est ni « expert » ni « cmd: » suivi d’un programme"),
            )),
        }
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expert => f.write_str("expert"),
            Self::Program(program) => write!(f, "cmd:{program}"),
        }
    }
}

impl BotName {
    /// The bot, ready to start. The limits are for ours; a program is asked when its time is over.
    pub fn call(&self, limits: Limits) -> Result<Box<dyn Bot>, Words> {
        Ok(match self {
            Self::Expert => Box::new(Own { thinker: Thinker::new(limits), asked: None }),
            Self::Program(program) => Box::new(Program::call(program)?),
        })
    }
}

/// Our own expert, in a thread. It is asked and answers as a program does: a bot that answers second gets no more time.
struct Own {
    thinker: Thinker,
    asked: Option<Receiver<Option<Suggestion>>>,
}

impl Bot for Own {
    fn start(&mut self, situation: &Situation) -> Result<(), Words> {
        self.thinker.start(situation.clone());
        Ok(())
    }

    fn play(&mut self, placement: LockedPiece) -> Result<(), Words> {
        self.thinker.play(placement);
        Ok(())
    }

    fn add(&mut self, piece: Piece) -> Result<(), Words> {
        self.thinker.add(piece);
        Ok(())
    }

    fn ask(&mut self) -> Result<(), Words> {
        self.asked = Some(self.thinker.ask());
        Ok(())
    }

    fn answer(&mut self) -> Result<Vec<LockedPiece>, Words> {
        let answer = self.asked.take().and_then(|asked| asked.recv().ok().flatten());
        Ok(answer.unwrap_or_default().moves)
    }
}

/// A running program.
struct Program {
    command: String,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether it has a situation, which must be stopped before the next.
    started: bool,
}

impl Program {
    /// Starts a program with its arguments, which are separated by spaces, and tells it the rules.
    fn call(command: &str) -> Result<Self, Words> {
        let refused = |reason: &str| {
            Words::new(
                format!("“{command}” does not start: {reason}"),
                format!("« {command} » ne démarre pas : {reason}"),
            )
        };
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| refused("?"))?;
        let mut process = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| refused(&error.to_string()))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(refused("stdin, stdout"));
        };
        // A thread reads, so that waiting for a line can have an end.
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut program =
            Self { command: command.to_owned(), process, input, lines, started: false };
        program.wait(|message| matches!(message, FromBot::Info { .. }).then_some(()))?;
        program.say(&FromHost::Rules {})?;
        program.wait(|message| matches!(message, FromBot::Ready).then_some(()))?;
        Ok(program)
    }

    fn say(&mut self, message: &FromHost) -> Result<(), Words> {
        let text = serde_json::to_string(message).unwrap_or_default();
        writeln!(self.input, "{text}").and_then(|()| self.input.flush()).map_err(|_| self.gone())
    }

    fn gone(&self) -> Words {
        Words::new(
            format!("“{}” has ended", self.command),
            format!("« {} » s’est arrêté", self.command),
        )
    }

    /// Reads messages until one is what is waited for.
    fn wait<T>(&mut self, wanted: impl Fn(FromBot) -> Option<T>) -> Result<T, Words> {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Disconnected => self.gone(),
                RecvTimeoutError::Timeout => Words::new(
                    format!("“{}” says nothing", self.command),
                    format!("« {} » ne dit rien", self.command),
                ),
            })?;
            let said = |en: &str, fr: &str, what: &str| {
                Words::new(
                    format!("“{}” {en}: {what}", self.command),
                    format!("« {} » {fr} : {what}", self.command),
                )
            };
            let message: FromBot = serde_json::from_str(&line).map_err(|_| {
                let start: String = line.chars().take(60).collect();
                said("does not speak the protocol", "ne parle pas le protocole", &start)
            })?;
            if let FromBot::Error { reason } = &message {
                return Err(said("says", "dit", reason));
            }
            if let Some(found) = wanted(message) {
                return Ok(found);
            }
        }
    }
}

impl Bot for Program {
    fn start(&mut self, situation: &Situation) -> Result<(), Words> {
        if self.started {
            self.say(&FromHost::Stop)?;
        }
        self.started = true;
        self.say(&FromHost::Start(StartMessage::of(situation)))
    }

    fn play(&mut self, placement: LockedPiece) -> Result<(), Words> {
        self.say(&FromHost::Play { mv: placement.into() })
    }

    fn add(&mut self, piece: Piece) -> Result<(), Words> {
        self.say(&FromHost::NewPiece { piece })
    }

    fn ask(&mut self) -> Result<(), Words> {
        self.say(&FromHost::Suggest)
    }

    fn answer(&mut self) -> Result<Vec<LockedPiece>, Words> {
        self.wait(|message| match message {
            FromBot::Suggestion { moves, .. } => Some(moves.into_iter().map(Into::into).collect()),
            _ => None,
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.say(&FromHost::Quit);
        for _ in 0..20 {
            if let Ok(Some(_)) = self.process.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
