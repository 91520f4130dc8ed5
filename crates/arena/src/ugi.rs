//! A program that speaks the house's engine protocol, at a seat of a table.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use catalog::{Setup, Table};
use search::{Fault, Limits, Program, Stop};
use serde_json::Value;

use crate::contestant::TablePlayer;
use crate::protocol::Go;

/// How long a program may take to say hello, and over its time for a move.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a move with no limit of time may take.
const LONGEST_MOVE: Duration = Duration::from_secs(600);

/// A running program that speaks the protocol.
pub struct UgiHost {
    program: Program,
    /// Whether the game has things that the program may not know.
    hides: bool,
}

impl UgiHost {
    /// Starts a program with its arguments, which are separated by spaces, and says hello.
    pub fn start(command: &str) -> Result<Self, Fault> {
        let mut host = Self { program: Program::start(command, "quit")?, hides: false };
        host.program.say("ugi")?;
        host.wait(PATIENCE, &Stop::new(), |line| (line == "ugiok").then_some(()))?;
        Ok(host)
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

    /// Reads lines until one is what is waited for, or says that something is wrong.
    fn wait<T>(
        &mut self,
        patience: Duration,
        stop: &Stop,
        wanted: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        self.program.wait(patience, stop, |program, line| match line.strip_prefix("error ") {
            Some(error) => Err(program.said(error)),
            None => Ok(wanted(line)),
        })
    }
}

impl TablePlayer for UgiHost {
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
        self.program.say(&line)?;
        self.program.say("isready")?;
        self.wait(PATIENCE, &Stop::new(), |line| (line == "readyok").then_some(()))
    }

    fn choose(&mut self, table: &dyn Table, limits: &Limits, stop: &Stop) -> Result<String, Fault> {
        let position = self.position(table);
        self.program.say(&position)?;
        self.program.say(&Go::from(limits).to_string())?;
        let patience = limits.time.map_or(LONGEST_MOVE, |time| time + PATIENCE);
        self.wait(patience, stop, |line| line.strip_prefix("bestmove ").map(|mv| mv.trim().into()))
    }
}

/// A seed that nobody can work out from the game's own: the worlds told would give that away.
fn chance() -> u64 {
    RandomState::new().hash_one(Instant::now())
}
