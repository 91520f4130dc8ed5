//! A child process that is spoken to by lines of text: what every protocol for programs stands on.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::{Confinement, Fault, Stop};

/// How often a reader looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a program may take to end after it was asked to.
const GRACE: Duration = Duration::from_millis(200);

/// How long its error stream may take to come to us.
const SETTLE: Duration = Duration::from_millis(20);

/// How many of the last lines of its error stream are kept, and how long each may be.
const LAST_LINES: usize = 5;
const LONGEST_LINE: usize = 200;

/// A line of output that is longer than this is no text for us.
const LONGEST_OUTPUT: u64 = 1 << 20;

/// So many lines may wait to be read. A program that prints more waits, too.
const WAITING_LINES: usize = 1024;

/// Takes a command apart as a shell would: words between spaces, with quotes and backslashes. A path with spaces needs
/// no quotes where it leads to a file.
fn split_command(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    if !text.contains(['"', '\'', '\\']) {
        let ends = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]);
        let mut file = ends
            .filter(|&at| text[..at].contains(' '))
            .filter(|&at| Path::new(&text[..at]).is_file());
        if let Some(at) = file.next_back() {
            let rest = text[at..].split_whitespace().map(str::to_owned);
            return Some(std::iter::once(text[..at].to_owned()).chain(rest).collect());
        }
    }
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().push(letters.next()?),
            ('"' | '\'', None) => {
                word.get_or_insert_default();
                quote = Some(letter);
            }
            (_, Some(open)) if letter == open => quote = None,
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// A running program.
pub struct Program {
    command: String,
    process: Child,
    /// Lines for a thread that writes them, so that a program that does not read blocks nobody. None once the program
    /// was told to end.
    input: Option<Sender<String>>,
    lines: Receiver<Result<String, String>>,
    last: Arc<Mutex<VecDeque<String>>>,
    errors: JoinHandle<()>,
    farewell: &'static str,
    group: GroupEnd,
}

impl Program {
    /// Starts a program with its arguments, which are separated by spaces; quotes hold together what has some.
    /// `farewell` is the line that asks it to end.
    pub fn start(command: &str, farewell: &'static str) -> Result<Self, Fault> {
        Self::launch(command, farewell, |words| {
            let (name, arguments) = words.split_first()?;
            let mut start = Command::new(name);
            start.args(arguments);
            Some(start)
        })
    }

    /// The same for somebody else's program, which may not take more of the machine than this.
    pub fn start_confined(
        command: &str,
        farewell: &'static str,
        confinement: &Confinement,
    ) -> Result<Self, Fault> {
        if !cfg!(unix) {
            let reason = "programs can only be confined on Unix".to_owned();
            return Err(Fault::NoStart { command: command.to_owned(), reason });
        }
        Self::launch(command, farewell, |words| {
            (!words.is_empty()).then(|| confinement.command(words))
        })
    }

    fn launch(
        command: &str,
        farewell: &'static str,
        prepare: impl FnOnce(&[String]) -> Option<Command>,
    ) -> Result<Self, Fault> {
        let no_start = |reason: String| Fault::NoStart { command: command.to_owned(), reason };
        let words = split_command(command);
        let words = words.ok_or_else(|| no_start("a quote or a backslash is left open".into()))?;
        let mut start = prepare(&words).ok_or_else(|| no_start("no program is named".into()))?;
        start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for us: we end our programs ourselves, with those that they have started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut process = start.spawn().map_err(|error| no_start(error.to_string()))?;
        let group = GroupEnd::of(&process).map_err(|error| {
            let _ = process.kill();
            let _ = process.wait();
            no_start(error.to_string())
        })?;
        let (Some(input), Some(output), Some(errors)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(no_start("it has no standard streams".into()));
        };
        let (sender, said) = mpsc::channel();
        thread::spawn(move || write_lines(input, &said));
        let input = Some(sender);
        // A thread reads, so that waiting for a line can have an end.
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        thread::spawn(move || each_line(output, |line| sender.send(line).is_ok()));
        let last = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last);
        let errors = thread::spawn(move || {
            each_line(errors, |line| {
                let line = line.unwrap_or_else(|shown| shown);
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() == LAST_LINES {
                    kept.pop_front();
                }
                kept.push_back(line.trim_end().chars().take(LONGEST_LINE).collect());
                true
            });
        });
        let command = command.to_owned();
        Ok(Self { command, process, input, lines, last, errors, farewell, group })
    }

    /// The program with its arguments.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The last lines of its error stream: all that it wrote before it said what it said last.
    pub fn last_lines(&self) -> Vec<String> {
        self.wait_for_errors(SETTLE);
        self.last.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Writes a line.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        match self.input.as_ref().map(|input| input.send(line.to_owned())) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.gone()),
        }
    }

    /// Reads a line, at the latest when this time is over.
    pub fn line(&mut self, until: Instant, stop: &Stop) -> Result<String, Fault> {
        let begun = Instant::now();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(Ok(line)) => return Ok(line.trim_end().to_owned()),
                Ok(Err(shown)) => return Err(self.no_text(shown)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if stop.is_pulled() => return Err(Fault::Stopped),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(self.late(until.saturating_duration_since(begun)));
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
        mut wanted: impl FnMut(&mut Self, &str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let until = Instant::now() + patience;
        loop {
            let line = self.line(until, stop).map_err(|fault| match fault {
                // The whole wait, not what was left of it after the last line.
                Fault::Late { .. } => self.late(patience),
                other => other,
            })?;
            if let Some(found) = wanted(self, line.trim())? {
                return Ok(found);
            }
        }
    }

    /// A fault for something that the program said.
    pub fn said(&self, what: impl Into<String>) -> Fault {
        let (command, last) = (self.command.clone(), self.last_lines());
        Fault::Said { command, what: what.into(), last }
    }

    /// A fault for an answer that did not come in time.
    pub fn late(&self, patience: Duration) -> Fault {
        Fault::Late { command: self.command.clone(), patience, last: self.last_lines() }
    }

    fn no_text(&self, shown: String) -> Fault {
        Fault::NoText { command: self.command.clone(), shown, last: self.last_lines() }
    }

    /// Another thread reads the error stream: what comes there may still be on its way.
    fn wait_for_errors(&self, patience: Duration) {
        let end = Instant::now() + patience;
        while !self.errors.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn gone(&self) -> Fault {
        // Where the program has ended, all its last lines will come.
        self.wait_for_errors(GRACE);
        Fault::Gone { command: self.command.clone(), last: self.last_lines() }
    }
}

impl Drop for Program {
    /// Asks the program to end, and ends it if it does not, with whatever it has started.
    fn drop(&mut self) {
        let _ = self.say(self.farewell);
        // Programs that it has started see the end of their input, too.
        self.input = None;
        let end = Instant::now() + GRACE;
        // A program that has ended has closed its output. It is not waited for before its group is ended: until then
        // nobody else can get the group's number.
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Err(_) => break,
                Ok(_) if Instant::now() >= end => break,
                Ok(_) => {}
            }
        }
        self.group.end();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Ends whatever the program has started as well, also when we are killed and can end nothing ourselves: a shell waits
/// for the end of its input, which comes with ours. The standard library knows no process groups; the shell does.
struct GroupEnd(Option<Child>);

impl GroupEnd {
    fn of(process: &Child) -> io::Result<Self> {
        if !cfg!(unix) {
            return Ok(Self(None));
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("read -r _; kill -9 -{}", process.id())]);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C is for us, not for it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        shell.spawn().map(|shell| Self(Some(shell)))
    }

    /// Ends the group; returns when it is done. Waiting closes the shell's input.
    fn end(&mut self) {
        let _ = self.0.take().map(|mut shell| shell.wait());
    }
}

/// Writes lines until there are no more, or nobody reads them.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands on the lines of a stream until somebody has had enough. What is no text comes as well as it can be shown.
fn each_line(stream: impl Read, mut take: impl FnMut(Result<String, String>) -> bool) {
    let (mut stream, mut line) = (BufReader::new(stream), Vec::new());
    loop {
        line.clear();
        let read = stream.by_ref().take(LONGEST_OUTPUT).read_until(b'\n', &mut line);
        if !read.is_ok_and(|count| count > 0) {
            return;
        }
        let endless = line.len() as u64 >= LONGEST_OUTPUT && line.last() != Some(&b'\n');
        let show = |bytes: &[u8]| {
            let text: String = String::from_utf8_lossy(bytes).chars().take(LONGEST_LINE).collect();
            harmless(&text)
        };
        let goes_on = match std::str::from_utf8(&line) {
            Ok(text) if !endless => take(Ok(harmless(text))),
            _ => take(Err(show(line.trim_ascii()))),
        };
        if !goes_on {
            return;
        }
    }
}

/// A text without the characters by which a terminal is told what to do: what a program prints is quoted to people.
fn harmless(text: &str) -> String {
    let tells = |c: char| c.is_control() && !matches!(c, '\t' | '\r' | '\n');
    text.replace(tells, "\u{fffd}")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::FaultKind;

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
        let late = program.line(Instant::now(), &Stop::new()).unwrap_err();
        assert_eq!(late.kind(), Some(FaultKind::Late), "{late}");
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

    #[test]
    fn what_it_has_started_ends_with_it_even_if_it_is_gone_itself() {
        // The child outlives its parent and ignores the end of its input.
        let mut program =
            Program::start("sh -c 'sleep 1000 & echo $!; exec >&-; exit'", "bye").unwrap();
        let child = any(&mut program).unwrap();
        drop(program);
        let state = || std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        // Whoever inherits it may take a moment to notice: a zombie is ended.
        let end = Instant::now() + LONG;
        while Instant::now() < end && !state().is_empty() && !state().contains(") Z ") {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(state().is_empty() || state().contains(") Z "), "{}", state());
    }

    #[test]
    fn nothing_that_it_prints_reaches_the_terminal_as_a_command() {
        let mut program = Program::start(
            "sh -c 'printf \"\\033[2Ja\\tb\\r\\n\"; printf \"\\033c\\n\" >&2; sleep 9'",
            "bye",
        )
        .unwrap();
        assert_eq!(any(&mut program).unwrap(), "\u{fffd}[2Ja\tb");
        assert_eq!(program.last_lines(), ["\u{fffd}c"]);
        let bytes = any(&mut Program::start("printf '\\377\\033[2J\\n'", "bye").unwrap());
        assert!(!bytes.unwrap_err().to_string().contains('\u{1b}'));
    }

    #[test]
    fn commands_are_taken_apart_as_a_shell_does() {
        let words = |text: &str| split_command(text).unwrap();
        assert_eq!(words("a  b c"), ["a", "b", "c"]);
        assert_eq!(words("\"my bot\" -x 'a \"b' c\\ d \"\""), ["my bot", "-x", "a \"b", "c d", ""]);
        assert_eq!(split_command("\"open"), None);
        let folder = std::env::temp_dir().join(format!("plateau a b {}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("my bot");
        std::fs::write(&file, "").unwrap();
        let file = file.to_str().unwrap();
        assert_eq!(words(&format!("{file} --fast")), [file, "--fast"], "no quotes needed");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn bytes_that_are_no_text_are_a_fault() {
        let no_text = any(&mut Program::start("printf '\\377\\n'", "bye").unwrap()).unwrap_err();
        assert_eq!(no_text.kind(), Some(FaultKind::NoText), "{no_text}");
        let endless = any(&mut Program::start("cat /dev/zero", "bye").unwrap()).unwrap_err();
        assert_eq!(endless.kind(), Some(FaultKind::NoText));
    }
}
