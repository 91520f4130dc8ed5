//! The kitty keyboard protocol through the real program, in a pseudo-terminal whose other end is this test.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// Longer than any machine needs.
const PATIENCE: Duration = Duration::from_secs(60);
/// What the program asks: which enhancements are on, and, for those who know none, what kind of terminal this is.
const QUESTION: &str = "\x1b[?u\x1b[c";
const ANSWER: &str = "\x1b[?0u\x1b[?62c";
const IGNORANT: &str = "\x1b[?62c";
/// Disambiguated keys and their releases, please; and no more.
const ASKED: &str = "\x1b[>3u";
const THANKED: &str = "\x1b[<1u";
/// Every picture, and so every tick, begins with this.
const PICTURE: &str = "\x1b[?25l";

/// A terminal of 80 by 24 with the program in it; `script` makes it.
struct Pty {
    child: Child,
    keys: ChildStdin,
    output: Receiver<Vec<u8>>,
    seen: String,
}

impl Pty {
    fn open(command: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_plateau");
        let line = format!("stty rows 24 cols 80; exec '{program}' {command}");
        let mut child = Command::new("script")
            .args(["--quiet", "--flush", "--return", "--command", &line, "/dev/null"])
            .env("LANG", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script` of util-linux");
        let keys = child.stdin.take().expect("a pipe");
        let mut screen = child.stdout.take().expect("a pipe");
        let (send, output) = mpsc::channel();
        thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(n @ 1..) = screen.read(&mut part) {
                if send.send(part[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { child, keys, output, seen: String::new() }
    }

    fn write(&mut self, text: &str) {
        self.keys.write_all(text.as_bytes()).expect("the program reads");
        self.keys.flush().expect("the program reads");
    }

    /// Waits until a text has come so many times since the last wait.
    fn wait_for(&mut self, text: &str, times: usize) {
        while self.seen.matches(text).count() < times {
            let part = self.output.recv_timeout(PATIENCE);
            let part = part.unwrap_or_else(|_| panic!("no {text:?} in {:?}", self.seen));
            self.seen.push_str(&String::from_utf8_lossy(&part));
        }
        let end = self.seen.match_indices(text).nth(times - 1).map_or(0, |(at, _)| at);
        self.seen.drain(..end + text.len());
    }

    /// Leaves, and gives back what came after the last wait.
    fn leave(mut self) -> String {
        self.write("q");
        while let Ok(part) = self.output.recv_timeout(PATIENCE) {
            self.seen.push_str(&String::from_utf8_lossy(&part));
        }
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
        self.seen
    }
}

/// The ticks in which a run steps to the right.
fn steps(run: &str) -> Vec<u32> {
    let lines = run.lines().skip(1).filter_map(|line| line.split_once(' '));
    let right = lines.filter(|(_, inputs)| inputs.contains('R'));
    right.map(|(tick, _)| tick.parse().expect("a tick")).collect()
}

fn scratch(name: &str) -> String {
    let file = format!("plateau-releases-{}-{name}.run", std::process::id());
    std::env::temp_dir().join(file).display().to_string()
}

#[test]
fn a_held_key_repeats_by_the_games_clock() {
    let file = scratch("held");
    let mut pty = Pty::open(&format!("play tetris --variant modern --mode sprint --record {file}"));
    pty.wait_for(QUESTION, 1);
    pty.write(ANSWER);
    pty.wait_for(ASKED, 1);
    pty.wait_for(PICTURE, 2);
    // Down, and for a second nothing at all: the terminal's own repetition is not needed.
    pty.write("\x1b[1;1:1C");
    pty.wait_for(PICTURE, 16);
    // A repetition that comes all the same counts for nothing.
    pty.write("\x1b[1;1:2C\x1b[1;1:2C\x1b[1;1:2C");
    pty.wait_for(PICTURE, 2);
    pty.write("\x1b[1;1:3C");
    pty.wait_for(PICTURE, 30);
    let last = pty.leave();
    assert!(last.contains(THANKED), "the terminal is as it was: {last:?}");
    let run = fs::read_to_string(&file).expect("the run was written");
    fs::remove_file(&file).expect("it is there");
    let steps = steps(&run);
    let gaps: Vec<_> = steps.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps.len() >= 2, "held for 18 ticks and more: {run}");
    assert_eq!(gaps[0], 9, "the delay, with the tick of the press in it: {run}");
    assert!(gaps[1..].iter().all(|gap| *gap == 2), "{run}");
    let end: u32 =
        run.lines().last().and_then(|line| line.split(' ').next()?.parse().ok()).unwrap();
    assert!(end - steps[steps.len() - 1] > 20, "let go: {run}");
}

#[test]
fn elsewhere_the_terminal_repeats() {
    let file = scratch("plain");
    let mut pty = Pty::open(&format!("play tetris --variant modern --mode sprint --record {file}"));
    pty.wait_for(QUESTION, 1);
    pty.write(IGNORANT);
    pty.wait_for(PICTURE, 1);
    for _ in 0..3 {
        pty.write("\x1b[C");
        pty.wait_for(PICTURE, 2);
    }
    pty.wait_for(PICTURE, 30);
    let last = pty.leave();
    assert!(!last.contains(THANKED), "nothing was asked for, so nothing is given back: {last:?}");
    let run = fs::read_to_string(&file).expect("the run was written");
    fs::remove_file(&file).expect("it is there");
    let rights = run.lines().skip(1).map(|line| line.matches('R').count()).sum::<usize>();
    assert_eq!(rights, 3, "a step for each that the terminal sends, and none beyond: {run}");
}
