//! The text of the engine protocol, both ways. `docs/engine-protocol.md` is its description.

use std::fmt;
use std::time::Duration;

use catalog::{Idea, Table};
use search::{Limits, Score};
use thiserror::Error;

/// A line that is not of the protocol, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadLine(pub String);

/// What a host asks of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Say who you are.
    Ugi,
    /// Say when you are ready.
    IsReady,
    /// Begin a new game with a variant, options and a seed.
    NewGame {
        /// The variant's id.
        variant: Option<String>,
        /// Names and values.
        options: Vec<(String, String)>,
        /// What decides all chance, where the host tells it.
        seed: u64,
    },
    /// The moves from the start to the present position.
    Position(Vec<String>),
    /// The present position as the game saves it.
    State(String),
    /// Think.
    Go(Go),
    /// Stop thinking and answer.
    Stop,
    /// Show the board.
    Show,
    /// Tell something about the position after these moves.
    Ask(Question, Vec<String>),
    /// End.
    Quit,
}

/// What a program can ask about a position, so that it needs no rules of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The legal moves.
    Legal,
    /// The position as the game saves it.
    State,
    /// How the game ended, if it has.
    Result,
}

impl Question {
    /// Reads a question and the moves after the present position that it is about; none if it is no question.
    pub fn parse(line: &str) -> Option<(Self, Vec<String>)> {
        let mut words = line.split_whitespace();
        let question = match words.next()? {
            "legal" => Self::Legal,
            "state" => Self::State,
            "result" => Self::Result,
            _ => return None,
        };
        let after: Vec<String> = match words.next() {
            None => Vec::new(),
            Some("after") => words.map(str::to_owned).collect(),
            Some(_) => return None,
        };
        Some((question, after))
    }

    /// The lines that answer it at a table, or one that says which move cannot be played.
    pub fn answer(self, table: &dyn Table, after: &[String]) -> String {
        let mut table = table.fork();
        if let Err((text, refused)) = table.play_all(&after.join(" ")) {
            return format!("error “{text}”: {refused}");
        }
        match self {
            Self::Legal => {
                let moves = table.legal().into_iter().map(|text| format!("legal {text}\n"));
                moves.collect::<String>() + "legalok"
            }
            Self::State => format!("state {}", table.save()),
            Self::Result => match table.outcome() {
                None => "result none".into(),
                Some(outcome) => {
                    let places = outcome.places().iter().map(ToString::to_string);
                    format!("result {}", places.collect::<Vec<_>>().join(" "))
                }
            },
        }
    }
}

/// A budget for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Positions or simulations.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u64>,
    /// Milliseconds of CPU time.
    pub cputime: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
}

impl From<Go> for Limits {
    fn from(go: Go) -> Self {
        Self {
            time: go.movetime.map(Duration::from_millis),
            cpu: go.cputime.map(Duration::from_millis),
            nodes: go.nodes,
            depth: go.depth,
            ..Self::NONE
        }
    }
}

impl From<&Limits> for Go {
    fn from(limits: &Limits) -> Self {
        Self {
            nodes: limits.nodes,
            movetime: limits.time.map(|time| time.as_millis() as u64),
            cputime: limits.cpu.map(|time| time.as_millis() as u64),
            depth: limits.depth,
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        self.nodes.map_or(Ok(()), |nodes| write!(f, " nodes {nodes}"))?;
        self.movetime.map_or(Ok(()), |millis| write!(f, " movetime {millis}"))?;
        self.cputime.map_or(Ok(()), |millis| write!(f, " cputime {millis}"))?;
        self.depth.map_or(Ok(()), |depth| write!(f, " depth {depth}"))
    }
}

impl Request {
    /// Reads a line; an empty one asks nothing.
    pub fn parse(line: &str) -> Result<Option<Self>, BadLine> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        let request = match first {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "newgame" => new_game(&rest)?,
            "position" => position(&rest)?,
            "go" => Self::Go(go(&rest)?),
            "stop" => Self::Stop,
            "show" => Self::Show,
            "legal" | "state" | "result" => match Question::parse(line) {
                Some((question, after)) => Self::Ask(question, after),
                None => return Err(BadLine(format!("write “{first}” or “{first} after M…”"))),
            },
            "quit" => Self::Quit,
            other => {
                return Err(BadLine(format!(
                    "there is no “{other}”; there is ugi, isready, newgame, position, go, legal, state, result, stop, show, quit"
                )));
            }
        };
        Ok(Some(request))
    }
}

fn new_game(words: &[&str]) -> Result<Request, BadLine> {
    let (mut variant, mut options, mut seed) = (None, Vec::new(), 0);
    for pair in words.chunks(2) {
        match pair {
            ["variant", id] => variant = Some((*id).to_owned()),
            ["seed", number] => seed = whole(number)?,
            ["option", text] => match text.split_once('=') {
                Some((name, value)) => options.push((name.to_owned(), value.to_owned())),
                None => return Err(BadLine(format!("write “option name=value”, not “{text}”"))),
            },
            _ => {
                return Err(BadLine(
                    "write “newgame [variant V] [seed N] [option name=value]…”".into(),
                ));
            }
        }
    }
    Ok(Request::NewGame { variant, options, seed })
}

fn position(words: &[&str]) -> Result<Request, BadLine> {
    match words {
        ["start"] => Ok(Request::Position(Vec::new())),
        ["start", "moves", moves @ ..] => {
            Ok(Request::Position(moves.iter().map(|text| (*text).to_owned()).collect()))
        }
        ["state", saved @ ..] if !saved.is_empty() => Ok(Request::State(saved.join(" "))),
        _ => Err(BadLine("write “position start [moves M…]” or “position state S”".into())),
    }
}

fn go(words: &[&str]) -> Result<Go, BadLine> {
    let mut go = Go::default();
    for pair in words.chunks(2) {
        match pair {
            ["nodes", number] => go.nodes = Some(whole(number)?),
            ["movetime", number] => go.movetime = Some(whole(number)?),
            ["cputime", number] => go.cputime = Some(whole(number)?),
            ["depth", number] => {
                go.depth = Some(u32::try_from(whole(number)?).unwrap_or(u32::MAX));
            }
            _ => {
                return Err(BadLine(
                    "write “go [nodes N] [movetime MS] [cputime MS] [depth D]”".into(),
                ));
            }
        }
    }
    Ok(go)
}

fn whole(text: &str) -> Result<u64, BadLine> {
    text.parse().map_err(|_| BadLine(format!("“{text}” is not a whole number")))
}

/// What an engine says while it thinks, as far as a host reads it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Info {
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions or simulations.
    pub nodes: u64,
}

impl Info {
    /// Writes a thought as an `info` line.
    pub fn line(idea: &Idea, time: Duration) -> String {
        let score = match idea.score {
            Score::Win(plies) => format!("win {plies}"),
            Score::Draw => "draw".to_owned(),
            Score::Loss(plies) => format!("loss {plies}"),
            Score::Points(points) => format!("points {points}"),
            Score::Chance(chance) => format!("chance {chance:.4}"),
        };
        let (depth, nodes, millis) = (idea.depth, idea.nodes, time.as_millis());
        let mut line = format!("info depth {depth} nodes {nodes} time {millis} score {score}");
        if !idea.line.is_empty() {
            line.push_str(" pv ");
            line.push_str(&idea.line.join(" "));
        }
        line
    }

    /// Reads the counts of an `info` line; what it does not know it passes over.
    pub fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.strip_prefix("info ")?.split_whitespace().collect();
        let number = |name| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse::<u64>().ok()
        };
        Some(Self {
            depth: number("depth").unwrap_or(0) as u32,
            nodes: number("nodes").unwrap_or(0),
        })
    }
}
