//! A program that speaks the Go Text Protocol, such as Pentobi's, at a seat of a table.

use std::time::{Duration, Instant};

use game::{Game, Record, play_text};
use search::{Fault, Guest, Limits, Program, Stop};

use crate::mode::Options;
use crate::moves::Move;
use crate::rules::Blokus;
use crate::sgf;

/// How long a program may take to answer anything but `genmove`.
const PATIENCE: Duration = Duration::from_secs(10);

/// Starts a program with its arguments.
pub(crate) fn invite(command: &str) -> Result<Box<dyn Guest>, Fault> {
    let mut host = GtpHost {
        program: Program::start(command, "quit")?,
        state: Blokus::start(Options::default()),
        told: 0,
        generated: None,
    };
    // Pentobi's engine does not know `protocol_version`, which the protocol would have it know.
    host.ask("name", PATIENCE, &Stop::new())?;
    Ok(Box::new(host))
}

/// A conversation with a running program.
struct GtpHost {
    program: Program,
    /// The position that the program knows.
    state: Blokus,
    /// How many moves of the game it has been told, its own among them.
    told: usize,
    /// The move that it has generated: it has made that itself.
    generated: Option<Move>,
}

impl GtpHost {
    /// Says a command and reads the answer: `= …` or `? …`, and an empty line.
    fn ask(&mut self, command: &str, patience: Duration, stop: &Stop) -> Result<String, Fault> {
        self.program.say(command)?;
        let until = Instant::now() + patience;
        let mut answer = String::new();
        loop {
            let line = self.program.line(until, stop)?;
            match (line.trim(), answer.is_empty()) {
                ("", true) => {}
                ("", false) => break,
                (line, first) => {
                    answer.push_str(if first { "" } else { "\n" });
                    answer.push_str(line);
                }
            }
        }
        match answer.strip_prefix('=') {
            Some(said) => Ok(said.trim().to_owned()),
            None => Err(self.program.said(format!("{answer} (asked for {command})"))),
        }
    }

    /// Tells the moves that were made since it was last asked.
    fn catch_up(&mut self, record: &Record, stop: &Stop) -> Result<(), Fault> {
        for text in record.moves.get(self.told..).unwrap_or_default() {
            let name = self.colour();
            let own = self.generated.take();
            let mv = play_text(&mut self.state, text)
                .map_err(|refused| Fault::Unknown(refused.words().clone()))?;
            if own != Some(mv) && matches!(mv, Move::Place(_)) {
                self.ask(&format!("play {name} {mv}"), PATIENCE, stop)?;
            }
            self.told += 1;
        }
        Ok(())
    }

    /// The colour to move, as the protocol calls it.
    fn colour(&self) -> &'static str {
        let names =
            if self.state.mode().is_small() { ["b", "w", "", ""] } else { ["1", "2", "3", "4"] };
        names[self.state.colour_to_move().unwrap_or(0)]
    }
}

impl Guest for GtpHost {
    fn begin(&mut self, record: &Record, seed: u64) -> Result<(), Fault> {
        let options: Options = record.options::<Blokus>().map_err(|bad| Fault::Unknown(bad.0))?;
        let stop = Stop::new();
        self.ask(&format!("set_game {}", sgf::name_of(options.mode)), PATIENCE, &stop)?;
        // Some programs read seeds of 32 bits.
        self.ask(&format!("set_random_seed {}", seed >> 33), PATIENCE, &stop)?;
        self.ask("clear_board", PATIENCE, &stop)?;
        (self.state, self.told, self.generated) = (Blokus::start(options), 0, None);
        Ok(())
    }

    /// The protocol does not tell a program how long it may think: that stands in its arguments.
    fn choose(
        &mut self,
        record: &Record,
        _: &Limits,
        patience: Duration,
        stop: &Stop,
    ) -> Result<String, Fault> {
        self.catch_up(record, stop)?;
        let text = self.ask(&format!("genmove {}", self.colour()), patience, stop)?;
        self.generated = self.state.parse(&text).ok();
        Ok(text)
    }

    fn last_lines(&self) -> Vec<String> {
        self.program.last_lines()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A program that knows these commands, `|` between them, and answers them with nothing.
    fn knowing(commands: &str) -> String {
        let known = format!("{commands}) echo '= ';;");
        format!(
            "sh -c \"while read name rest; do case $name in {known} *) echo '? unknown';; esac; echo; done\""
        )
    }

    #[test]
    fn whoever_knows_what_pentobi_does_is_a_guest() {
        let mut guest = invite(&knowing("name|set_game|set_random_seed|clear_board")).expect("one");
        let record = Record::new::<Blokus>(&Options::default(), 0);
        assert!(guest.begin(&record, 1).is_ok());
        let Err(fault) = invite(&knowing("genmove")) else { panic!("it cannot say its name") };
        assert!(fault.words().en.contains("asked for name"), "{fault:?}");
    }
}
