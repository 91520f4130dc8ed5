//! A program that speaks the house's engine protocol, at a seat of a table.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use catalog::{Setup, Table};
use search::{Confinement, Fault, Limits, Program, Stop};
use serde_json::Value;

use crate::contestant::{Answer, TablePlayer};
use crate::protocol::{Go, Info, Question};

/// How long a program may take to say hello, and to make ready for a game.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running program that speaks the protocol.
pub struct UgiHost {
    program: Program,
    /// Whether the game has things that the program may not know.
    hides: bool,
}

impl UgiHost {
    /// Starts a program with its arguments, which are separated by spaces, and says hello.
    pub fn start(command: &str) -> Result<Self, Fault> {
        Self::greet(Program::start(command, "quit")?)
    }

    /// The same for somebody else's program, which may not take more of the machine than this.
    pub fn start_confined(command: &str, confinement: &Confinement) -> Result<Self, Fault> {
        Self::greet(Program::start_confined(command, "quit", confinement)?)
    }

    fn greet(program: Program) -> Result<Self, Fault> {
        let mut host = Self { program, hides: false };
        host.program.say("ugi")?;
        host.wait(PATIENCE, &Stop::new(), None, |line| (line == "ugiok").then_some(()))?;
        Ok(host)
    }

    /// Reads lines until one is what is waited for, or says that something is wrong. What the program asks about the
    /// table is answered on the way.
    fn wait<T>(
        &mut self,
        patience: Duration,
        stop: &Stop,
        table: Option<&dyn Table>,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        self.program.wait(patience, stop, |program, line| {
            if let Some(error) = line.strip_prefix("error ") {
                return Err(program.said(error));
            }
            if let (Some(table), Some((question, after))) = (table, Question::parse(line)) {
                program.say(&question.answer(table, &after))?;
                return Ok(None);
            }
            Ok(wanted(line))
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
        self.wait(PATIENCE, &Stop::new(), None, |line| (line == "readyok").then_some(()))
    }

    fn choose(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Answer, Fault> {
        // The program hears no more than its seat may know: all moves from the start, or where things are hidden a
        // world that fits what the seat has seen.
        let world = self.hides.then(|| table.imagine(table.turn().seat(), chance()));
        let position = match (&world, &table.record().moves[..]) {
            (Some(world), _) => format!("position state {}", world.save()),
            (None, []) => "position start".to_owned(),
            (None, moves) => format!("position start moves {}", moves.join(" ")),
        };
        let known = world.as_deref().unwrap_or(table);
        self.program.say(&position)?;
        self.program.say(&Go::from(limits).to_string())?;
        let (mut nodes, mut depth) = (0, 0);
        let text = self.wait(patience, stop, Some(known), |line| {
            if let Some(info) = Info::parse(line) {
                (nodes, depth) = (info.nodes, info.depth);
            }
            // An answer without a move is an illegal one.
            let answer = line.strip_prefix("bestmove")?;
            (answer.is_empty() || answer.starts_with(' ')).then(|| answer.trim().to_owned())
        })?;
        Ok(Answer { text, nodes, depth })
    }

    fn last_lines(&self) -> Vec<String> {
        self.program.last_lines()
    }

    fn late(&self, patience: Duration) -> Fault {
        self.program.late(patience)
    }
}

/// A seed that nobody can work out from the game's own: the worlds told would give that away.
fn chance() -> u64 {
    RandomState::new().hash_one(Instant::now())
}
