//! A program of any language as a contestant: started once, spoken to by lines.

use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use catalog::{Setup, Table};
use search::{Limits, Stop};
use serde_json::Value;

use crate::contestant::{Contestant, Fault};
use crate::protocol::Go;

/// How long a program may take to say hello, and over its time for a move.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a move with no limit of time may take.
const LONGEST_MOVE: Duration = Duration::from_secs(600);

/// How often a waiting match looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// A running program that speaks the protocol.
pub struct External {
    command: String,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether the game has things that the program may not know.
    hides: bool,
}

impl External {
    /// Starts a program with its arguments, which are separated by spaces, and says hello.
    pub fn start(command: &str) -> Result<Self, Fault> {
        let no_start = |reason: String| Fault::NoStart { command: command.to_owned(), reason };
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| no_start("no program is named".into()))?;
        let mut process = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| no_start(error.to_string()))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(no_start("it has no standard input and output".into()));
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
        let mut external =
            Self { command: command.to_owned(), process, input, lines, hides: false };
        external.say("ugi")?;
        external.wait(PATIENCE, &Stop::new(), |line| (line == "ugiok").then_some(()))?;
        Ok(external)
    }

    /// The position in words that tell the program no more than its seat may know: all moves from
    /// the start, or where things are hidden a world that fits what the seat has seen.
    fn position(&self, table: &dyn Table) -> String {
        if self.hides {
            let seat = table.turn().seat();
            return format!("position state {}", table.imagine(seat, chance()).save());
        }
        match &table.record().moves[..] {
            [] => "position start".to_owned(),
            moves => format!("position start moves {}", moves.join(" ")),
        }
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| Fault::Gone(self.command.clone()))
    }

    /// Reads lines until one is what is waited for.
    fn wait<T>(
        &mut self,
        patience: Duration,
        stop: &Stop,
        wanted: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let end = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) => {
                    let line = line.trim();
                    if let Some(found) = wanted(line) {
                        return Ok(found);
                    }
                    if let Some(error) = line.strip_prefix("error ") {
                        return Err(Fault::Said(format!("“{}” says: {error}", self.command)));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Gone(self.command.clone()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_pulled() {
                return Err(Fault::Said("the match was stopped".into()));
            }
            if Instant::now() > end {
                return Err(Fault::Silent(self.command.clone()));
            }
        }
    }
}

impl Contestant for External {
    fn begin(&mut self, table: &dyn Table, setup: &Setup, _seed: u64) -> Result<(), Fault> {
        self.hides = table.hides();
        let mut line = "newgame".to_owned();
        if let Some(variant) = &setup.variant {
            line.push_str(&format!(" variant {variant}"));
        }
        for (name, value) in &setup.options {
            let value = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            line.push_str(&format!(" option {name}={value}"));
        }
        // Whoever knows the seed of a game with a bag or a stock knows what comes out of it.
        if !self.hides {
            line.push_str(&format!(" seed {}", setup.seed));
        }
        self.say(&line)?;
        self.say("isready")?;
        self.wait(PATIENCE, &Stop::new(), |line| (line == "readyok").then_some(()))
    }

    fn choose(&mut self, table: &dyn Table, limits: &Limits, stop: &Stop) -> Result<String, Fault> {
        self.say(&self.position(table))?;
        self.say(&Go::from(limits).to_string())?;
        let patience = limits.time.map_or(LONGEST_MOVE, |time| time + PATIENCE);
        self.wait(patience, stop, |line| line.strip_prefix("bestmove ").map(|mv| mv.trim().into()))
    }
}

/// A seed that nobody can work out from the game's own: the worlds told would give that away.
fn chance() -> u64 {
    RandomState::new().hash_one(Instant::now())
}

impl Drop for External {
    fn drop(&mut self) {
        let _ = self.say("quit");
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
