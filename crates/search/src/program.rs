//! A child process that is spoken to by lines of text: what every protocol for programs stands on.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use game::Words;
use thiserror::Error;

use crate::Stop;

/// How often a reader looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a program may take to end after it was asked to.
const GRACE: Duration = Duration::from_millis(200);

/// How many of the last lines of its error stream are kept, and how long each may be.
const LAST_LINES: usize = 5;
const LONGEST_LINE: usize = 200;

/// Why a contestant cannot take part or cannot play on.
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
        /// The last lines of its error stream.
        last: String,
    },
    /// The program did not answer in time.
    #[error("“{0}” does not answer")]
    Silent(String),
    /// The program said something that is not of the protocol, or that it cannot go on.
    #[error("“{command}” says: {what}")]
    Said {
        /// The program.
        command: String,
        /// What it said.
        what: String,
    },
    /// Somebody stopped the event.
    #[error("the event was stopped")]
    Stopped,
}

fn quoted(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!(" ({last})") }
}

impl Fault {
    /// The reason, in both languages.
    pub fn words(&self) -> Words {
        let fr = match self {
            Self::Unknown(words) => return words.clone(),
            Self::NoStart { command, reason } => format!("« {command} » ne démarre pas : {reason}"),
            Self::Gone { command, last } => {
                format!("« {command} » s’est arrêté ou a fermé sa sortie{}", quoted(last))
            }
            Self::Silent(command) => format!("« {command} » ne répond pas"),
            Self::Said { command, what } => format!("« {command} » dit : {what}"),
            Self::Stopped => "l’épreuve a été interrompue".into(),
        };
        Words::new(self.to_string(), fr)
    }
}

/// A running program.
pub struct Program {
    command: String,
    process: Child,
    /// None once the program was told to end.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    last: Arc<Mutex<VecDeque<String>>>,
    errors: Option<JoinHandle<()>>,
    farewell: &'static str,
}

impl Program {
    /// Starts a program with its arguments, which are separated by spaces. `farewell` is the line that asks it to
    /// end.
    pub fn start(command: &str, farewell: &'static str) -> Result<Self, Fault> {
        let no_start = |reason: String| Fault::NoStart { command: command.to_owned(), reason };
        let mut words = command.split_whitespace();
        let name = words.next().ok_or_else(|| no_start("no program is named".into()))?;
        let mut start = Command::new(name);
        start.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for us: we end our programs ourselves, with those that they have started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut process = start.spawn().map_err(|error| no_start(error.to_string()))?;
        let (Some(input), Some(output), Some(errors)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(no_start("it has no standard streams".into()));
        };
        // A thread reads, so that waiting for a line can have an end.
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || each_line(output, |line| sender.send(line).is_ok()));
        let last = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last);
        let errors = thread::spawn(move || {
            each_line(errors, |line| {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() == LAST_LINES {
                    kept.pop_front();
                }
                kept.push_back(line.chars().take(LONGEST_LINE).collect());
                true
            });
        });
        let (command, input, errors) = (command.to_owned(), Some(input), Some(errors));
        Ok(Self { command, process, input, lines, last, errors, farewell })
    }

    /// The program with its arguments.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Writes a line.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said =
            self.input.as_mut().map(|input| writeln!(input, "{line}").and_then(|()| input.flush()));
        match said {
            Some(Ok(())) => Ok(()),
            _ => Err(self.gone()),
        }
    }

    /// Reads a line, at the latest when this time is over.
    pub fn line(&mut self, until: Instant, stop: &Stop) -> Result<String, Fault> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line.trim_end().to_owned()),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if stop.is_pulled() => return Err(Fault::Stopped),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Fault::Silent(self.command.clone()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Reads lines until one is what is waited for, or is a fault.
    pub fn wait<T>(
        &mut self,
        patience: Duration,
        stop: &Stop,
        mut wanted: impl FnMut(&Self, &str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let until = Instant::now() + patience;
        loop {
            let line = self.line(until, stop)?;
            if let Some(found) = wanted(self, line.trim())? {
                return Ok(found);
            }
        }
    }

    /// A fault for something that the program said.
    pub fn said(&self, what: impl Into<String>) -> Fault {
        Fault::Said { command: self.command.clone(), what: what.into() }
    }

    fn gone(&mut self) -> Fault {
        // Where the program has ended, its last lines are on their way.
        if let (Ok(Some(_)), Some(errors)) = (self.process.try_wait(), self.errors.take()) {
            let end = Instant::now() + GRACE;
            while !errors.is_finished() && Instant::now() < end {
                thread::sleep(Duration::from_millis(1));
            }
        }
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let last = last.iter().map(String::as_str).collect::<Vec<_>>().join(" / ");
        Fault::Gone { command: self.command.clone(), last }
    }
}

impl Drop for Program {
    /// Asks the program to end, and ends it if it does not.
    fn drop(&mut self) {
        let _ = self.say(self.farewell);
        // Programs that it has started see the end of their input, too.
        self.input = None;
        let end = Instant::now() + GRACE;
        while Instant::now() < end {
            if let Ok(Some(_)) = self.process.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        end_group(&self.process);
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Ends whatever the program has started as well. The standard library knows no process groups; the system's own
/// command does.
fn end_group(process: &Child) {
    if cfg!(unix) {
        let group = format!("-{}", process.id());
        let _ = Command::new("kill")
            .args(["-KILL", "--", &group])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
}

/// Hands on the lines of a stream until somebody has had enough. What is no text is shown as well as it can be.
fn each_line(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let (mut stream, mut line) = (BufReader::new(stream), Vec::new());
    while stream.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        if !take(String::from_utf8_lossy(&line).into_owned()) {
            break;
        }
        line.clear();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    fn any(program: &mut Program) -> Result<String, Fault> {
        program.wait(LONG, &Stop::new(), |_, line| Ok(Some(line.to_owned())))
    }

    #[test]
    fn lines_go_both_ways() {
        let mut program = Program::start("cat", "bye").unwrap();
        program.say("one").unwrap();
        program.say("two").unwrap();
        let second = program.wait(LONG, &Stop::new(), |_, line| Ok((line == "two").then_some(2)));
        assert_eq!(second, Ok(2));
    }

    #[test]
    fn one_that_is_not_there_or_has_ended_or_is_silent() {
        let no = Program::start("/no/such/program", "bye").err().unwrap();
        assert!(no.to_string().contains("does not start"), "{no}");
        assert!(Program::start("  ", "bye").is_err());
        let gone = any(&mut Program::start("ls /no/such/folder", "bye").unwrap()).unwrap_err();
        assert!(gone.to_string().contains("has ended"), "{gone}");
        assert!(gone.to_string().contains("/no/such/folder"), "its last line is told: {gone}");
        assert_ne!(gone.words().en, gone.words().fr);
        let mut program = Program::start("cat", "bye").unwrap();
        assert_eq!(program.line(Instant::now(), &Stop::new()), Err(Fault::Silent("cat".into())));
        let stop = Stop::new();
        stop.pull();
        assert_eq!(program.line(Instant::now() + LONG, &stop), Err(Fault::Stopped));
    }

    #[test]
    fn it_ends_with_its_handle() {
        let program = Program::start("sleep 1000", "bye").unwrap();
        let id = program.process.id();
        drop(program);
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists());
    }
}
