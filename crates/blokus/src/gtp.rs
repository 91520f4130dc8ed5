//! The Go Text Protocol with Pentobi's commands, so that the two engines can play against each other.
//!
//! A response is `= …` or `? …` and an empty line; a command may have a number, which the response repeats. Colours are
//! `b` and `w` in Duo, `1` to `4` elsewhere; their names and first letters work as well. Any colour may be asked to
//! move, whoever's turn it is, as in other engines.

pub(crate) mod host;

use std::io::{self, BufRead, Write};

use game::{Game, Refused, Seat, play_text};
use search::{Limits, Player, Stop};

use crate::mode::{Mode, Options, Scoring};
use crate::moves::Move;
use crate::rules::Blokus;
use crate::sgf;

const COMMANDS: &[&str] = &[
    "all_legal",
    "clear_board",
    "cputime",
    "final_score",
    "g",
    "genmove",
    "get_place",
    "known_command",
    "list_commands",
    "loadsgf",
    "move_values",
    "name",
    "p",
    "param",
    "param_base",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "savesgf",
    "set_game",
    "set_random_seed",
    "showboard",
    "undo",
    "version",
];

/// A session with a controller.
pub struct Gtp {
    player: Box<dyn Player<Blokus>>,
    limits: Limits,
    options: Options,
    state: Blokus,
    /// The positions before each move, for `undo`.
    before: Vec<Blokus>,
    played: Vec<(usize, Move)>,
}

/// A response, or an error message.
type GtpResponse = Result<String, String>;

/// Answers a controller until `quit` or the end of the input.
pub fn serve(
    player: Box<dyn Player<Blokus>>,
    limits: &Limits,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut engine = Gtp::new(player, *limits);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line).into_owned();
        line.clear();
        let Some((id, command)) = parsed(&text) else { continue };
        let (sign, said) = match engine.answer(&command) {
            Ok(said) => ('=', said),
            Err(said) => ('?', said),
        };
        writeln!(output, "{sign}{id} {}\n", said.trim_end())?;
        output.flush()?;
        if command.first().is_some_and(|name| name == "quit") {
            break;
        }
    }
    Ok(())
}

/// The number and the words of a command; `None` for an empty line.
fn parsed(line: &str) -> Option<(String, Vec<String>)> {
    let text = line.split('#').next().unwrap_or("");
    let mut words = text.split_whitespace().map(str::to_owned).peekable();
    let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let words: Vec<_> = words.collect();
    (!words.is_empty()).then(|| (id.unwrap_or_default(), words))
}

impl Gtp {
    /// A new game of Blokus for four.
    pub fn new(player: Box<dyn Player<Blokus>>, limits: Limits) -> Self {
        let options = Options { mode: Mode::Classic, scoring: Scoring::Official };
        let state = Blokus::start(options);
        Self { player, limits, options, state, before: Vec::new(), played: Vec::new() }
    }

    /// Runs a command.
    pub fn answer(&mut self, command: &[String]) -> GtpResponse {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        match words[..] {
            ["name"] => Ok("Plateau".into()),
            ["version"] => Ok(env!("CARGO_PKG_VERSION").into()),
            ["protocol_version"] => Ok("2".into()),
            ["list_commands"] => Ok(COMMANDS.join("\n")),
            ["known_command", name] => Ok(COMMANDS.contains(&name).to_string()),
            ["quit"] | ["param" | "param_base", ..] => Ok(String::new()),
            ["set_game", ref name @ ..] => self.set_game(&name.join(" ")),
            ["clear_board"] => {
                self.begin(self.options);
                Ok(String::new())
            }
            ["set_random_seed", seed] => {
                let seed = seed.parse().map_err(|_| "a seed is a whole number".to_owned())?;
                self.player.reset(seed);
                Ok(String::new())
            }
            ["play", colour, ref mv @ ..] if !mv.is_empty() => {
                let colour = self.colour(colour)?;
                self.play(colour, &mv.concat())
            }
            ["p", ref mv @ ..] if !mv.is_empty() => {
                let colour = self.state.colour_to_move().ok_or("the game is over")?;
                self.play(colour, &mv.concat())
            }
            ["genmove", colour] => {
                let colour = self.colour(colour)?;
                self.generate(colour, true)
            }
            ["reg_genmove", colour] => {
                let colour = self.colour(colour)?;
                self.generate(colour, false)
            }
            ["g"] => match self.state.colour_to_move() {
                Some(colour) => self.generate(colour, true),
                None => Ok("pass".into()),
            },
            ["move_values"] => Ok(self.move_values()),
            ["all_legal", colour] => {
                let moves = self.state.moves_of(self.colour(colour)?);
                Ok(lines(moves.iter().map(ToString::to_string)))
            }
            ["undo"] => {
                self.state = self.before.pop().ok_or("there is no move to take back")?;
                self.played.pop();
                Ok(String::new())
            }
            ["showboard"] => Ok(format!("\n{}", self.state.picture(None, game::Lang::En).plain())),
            ["final_score"] => Ok(self.final_score()),
            ["get_place", colour] => Ok(self.place(self.colour(colour)?)),
            ["cputime"] => Err("the time is not measured".into()),
            ["loadsgf", file] => self.load(file),
            ["savesgf", file] => {
                std::fs::write(file, self.written()).map_err(|error| error.to_string())?;
                Ok(String::new())
            }
            [name, ..] if COMMANDS.contains(&name) => Err("wrong number of arguments".into()),
            _ => Err("unknown command".into()),
        }
    }

    fn begin(&mut self, options: Options) {
        self.options = options;
        self.state = Blokus::start(options);
        self.before.clear();
        self.played.clear();
        self.player.reset(1);
    }

    fn set_game(&mut self, name: &str) -> GtpResponse {
        let mode = sgf::mode_named(name).ok_or_else(|| format!("no such game: {name}"))?;
        self.begin(Options { mode, scoring: Scoring::Official });
        Ok(String::new())
    }

    fn colour(&self, name: &str) -> Result<usize, String> {
        let colour = match name.to_ascii_lowercase().as_str() {
            "1" | "b" | "blue" | "black" => 0,
            "2" | "w" | "y" | "yellow" | "white" => 1,
            "3" | "r" | "red" => 2,
            "4" | "g" | "green" => 3,
            _ => usize::MAX,
        };
        let known = colour < self.options.mode.colours();
        known.then_some(colour).ok_or_else(|| format!("no such colour: {name}"))
    }

    /// The position with this colour to move; `None` if it cannot move.
    fn with_turn(&self, colour: usize) -> Option<Blokus> {
        let mut state = self.state.clone();
        if !state.is_out(colour) {
            state.mover = Some(colour as u8);
            return Some(state);
        }
        None
    }

    fn play(&mut self, colour: usize, text: &str) -> GtpResponse {
        if text.eq_ignore_ascii_case("pass") {
            return if self.state.is_out(colour) {
                Ok(String::new())
            } else {
                Err("a colour that can move must".into())
            };
        }
        let mut state = self.with_turn(colour).ok_or("the colour cannot move")?;
        let mv = play_text(&mut state, text).map_err(|refused: Refused| refused.to_string())?;
        self.before.push(std::mem::replace(&mut self.state, state));
        self.played.push((colour, mv));
        Ok(String::new())
    }

    fn generate(&mut self, colour: usize, play: bool) -> GtpResponse {
        let Some(mut state) = self.with_turn(colour) else { return Ok("pass".into()) };
        let stop = Stop::new().with(&self.limits);
        let thought = self.player.think(&state, &self.limits, &stop, &mut |_| ());
        let Some(mv) = thought.best else { return Ok("pass".into()) };
        if play {
            state.play(mv);
            self.before.push(std::mem::replace(&mut self.state, state));
            self.played.push((colour, mv));
        }
        Ok(mv.to_string())
    }

    /// The player's values of the moves, best first.
    fn move_values(&mut self) -> String {
        let limits = Limits { study: true, ..self.limits };
        let stop = Stop::new().with(&limits);
        let thought = self.player.think(&self.state, &limits, &stop, &mut |_| ());
        lines(
            thought
                .moves
                .iter()
                .map(|found| format!("{:.3} {}", found.score.chance(100.0), found.mv)),
        )
    }

    /// `B+5`, `W+5` or `0` between two, all points otherwise.
    fn final_score(&self) -> String {
        let seats = self.options.mode.seats();
        let points = |seat: usize| self.state.seat_points(Seat(seat as u8));
        if seats == 2 {
            return match points(0) - points(1) {
                0 => "0".into(),
                lead if lead > 0 => format!("B+{lead}"),
                lead => format!("W+{}", -lead),
            };
        }
        let placed = |colour| self.state.points(colour) + self.options.mode.all_squares() as i32;
        (0..seats).map(|colour| placed(colour).to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The place of a colour's seat, with `shared` if others have the same points.
    fn place(&self, colour: usize) -> String {
        let seat = self.state.seat_of(colour);
        let points = |seat: usize| self.state.seat_points(Seat(seat as u8));
        let own = points(seat.index());
        let others = (0..self.options.mode.seats()).filter(|&other| other != seat.index());
        let better = others.clone().filter(|&other| points(other) > own).count();
        let shared = others.into_iter().any(|other| points(other) == own);
        format!("{}{}", better + 1, if shared { " shared" } else { "" })
    }

    fn load(&mut self, file: &str) -> GtpResponse {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let record = sgf::import(&text).map_err(|bad| bad.to_string())?;
        let options = record.options::<Blokus>().map_err(|bad| bad.to_string())?;
        self.begin(options);
        for text in &record.moves {
            let colour = self.state.colour_to_move().ok_or("the game is over")?;
            self.play(colour, text)?;
        }
        Ok(String::new())
    }

    /// The game so far as a file; moves out of turn are written in the order in which they were made.
    fn written(&self) -> String {
        sgf::written(self.options.mode, "", self.played.iter().copied())
    }
}

fn lines(of: impl Iterator<Item = String>) -> String {
    of.collect::<Vec<_>>().join("\n")
}
