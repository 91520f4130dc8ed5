//! Measures the expert: how many simulations it runs, and how it does against another version of
//! itself or against any engine that speaks the Go Text Protocol.
//!
//!     cargo run --release -p blokus --example spar -- speed duo ['{}']
//!     cargo run --release -p blokus --example spar -- self duo 20 100 '{}' '{"candidates":6}'
//!     cargo run --release -p blokus --example spar -- gtp duo 20 1000 '{}' 'pentobi-gtp -l 5 …'
//!
//! The numbers are games and milliseconds of processor time a move in the mean (or simulations, as in `5000n`); the
//! JSON objects change what the expert searches by. Time goes where it decides most, as the other engine's does. Points are counted officially, as the other engine does.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use blokus::expert::{Expert, PlayoutPolicy, SearchParameters};
use blokus::{Blokus, Mode, Move, Options, Scoring};
use game::{Game, Rng, Seat, play_text};
use search::{Limits, Player, Stop};
use serde_json::{Map, Value};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["speed", mode] => speed(mode_of(mode), "{}"),
        ["speed", mode, own] => speed(mode_of(mode), own),
        ["self", mode, games, budget, one, other] => {
            let other = other.to_owned();
            spar(mode_of(mode), games, budget, one, &mut |seed| {
                Opponent::Own(Box::new(expert(&other, seed)))
            });
        }
        ["gtp", mode, games, budget, own, command] => {
            let mut engine = Some(Gtp::start(command));
            spar(mode_of(mode), games, budget, own, &mut |seed| {
                let mut gtp = engine.take().unwrap_or_else(|| Gtp::start(command));
                gtp.begin(mode_of(mode), seed);
                Opponent::Gtp(gtp)
            });
        }
        _ => println!("see the first lines of examples/spar.rs"),
    }
}

fn mode_of(name: &str) -> Mode {
    Mode::ALL.into_iter().find(|mode| mode.id() == name).expect("a way to play")
}

/// What an expert may spend on a move.
#[derive(Clone, Copy)]
enum Budget {
    Nodes(u64),
    Processor(Duration),
}

impl Budget {
    fn read(text: &str) -> Self {
        match text.strip_suffix('n') {
            Some(nodes) => Self::Nodes(nodes.parse().unwrap()),
            None => Self::Processor(Duration::from_millis(text.parse().unwrap())),
        }
    }

    /// Lets it think. On a machine that does other things too, only processor time is fair: the
    /// expert keeps its tree, so it can be asked again and again until the time is up.
    fn think(self, player: &mut Expert, game: &Blokus) -> (Move, u64) {
        let mut ask = |nodes| {
            let limits = Limits { study: true, ..Limits::nodes(nodes) };
            player.think(game, &limits, &Stop::new(), &mut |_| ())
        };
        match self {
            Self::Nodes(nodes) => {
                let thought = ask(nodes);
                (thought.best.unwrap(), thought.nodes)
            }
            Self::Processor(mean) => {
                let (start, mut nodes) = (processor_time(), 0);
                let placed = game.placed(game.colour_to_move().unwrap()).len();
                let time = mean.mul_f64(share(game.mode(), placed));
                loop {
                    let thought = ask(200);
                    nodes += thought.nodes;
                    if processor_time() - start >= time || thought.nodes < 200 {
                        return (thought.best.unwrap(), nodes);
                    }
                }
            }
        }
    }
}

/// What a colour's move gets of the mean time, by the pieces that it has placed.
fn share(mode: Mode, placed: usize) -> f64 {
    match (mode, placed) {
        (Mode::Duo, 0) => 0.6,
        (Mode::Duo, 1..=5) => 1.8,
        (Mode::Duo, 6 | 7) => 1.5,
        (Mode::Duo, 8 | 9) => 1.0,
        (Mode::Duo, 10) => 0.5,
        (Mode::Duo, _) => 0.1,
        (_, 0..=2) => 0.4,
        (_, 3..=8) => 2.0,
        (_, 9..=11) => 1.2,
        (_, 12..=14) => 0.6,
        _ => 0.15,
    }
}

/// What this thread has used of the processor.
fn processor_time() -> Duration {
    schedule_of("thread-self")
}

/// What a process with one thread has used of the processor, as the system counts it.
fn schedule_of(process: &str) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap();
    Duration::from_nanos(text.split_whitespace().next().unwrap().parse().unwrap())
}

/// An expert with some of its numbers changed.
fn expert(changes: &str, seed: u64) -> Expert {
    let changes: Map<String, Value> = serde_json::from_str(changes).unwrap();
    let own = serde_json::to_value(SearchParameters::BEST).unwrap();
    let (manner, taste): (Map<String, Value>, Map<String, Value>) =
        changes.into_iter().partition(|(name, _)| own.get(name).is_some());
    let manner: SearchParameters = serde_json::from_value(Value::Object(manner)).unwrap();
    let taste: PlayoutPolicy = serde_json::from_value(Value::Object(taste)).unwrap();
    Expert::with(manner, taste, seed)
}

/// Simulations a second by phase, over four games of the expert with itself at a second a move.
fn speed(mode: Mode, own: &str) {
    let options = Options { mode, scoring: Scoring::Official };
    // The plies that phases begin with.
    let phases: &[usize] = match mode {
        Mode::Duo => &[0, 4, 10, 16, 22],
        _ => &[0, 12, 24, 36, 48],
    };
    let mut counts = vec![(0u64, Duration::ZERO); phases.len()];
    for seed in 0..4 {
        let mut game = Blokus::new(&options, 0).unwrap();
        let mut ply = 0;
        while game.turn().seat().is_some() {
            let mut player = expert(own, seed);
            let start = processor_time();
            let budget = Budget::Processor(Duration::from_secs(1));
            let (mv, nodes) = budget.think(&mut player, &game);
            if game.count_moves() > 1 {
                let phase = phases.partition_point(|&first| first <= ply) - 1;
                let at: &mut (u64, Duration) = &mut counts[phase];
                *at = (at.0 + nodes, at.1 + (processor_time() - start));
            }
            game.play(mv);
            ply += 1;
        }
    }
    for (first, (nodes, time)) in phases.iter().zip(counts) {
        let rate = nodes as f64 / time.as_secs_f64() / 1000.0;
        println!("from ply {first:>2}: {rate:>8.1} thousand a second");
    }
}

enum Opponent {
    Own(Box<Expert>),
    Gtp(Gtp),
}

/// A running engine.
struct Gtp {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Gtp {
    fn start(command: &str) -> Self {
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().unwrap())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, input, output }
    }

    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").unwrap();
        self.input.flush().unwrap();
        let (mut answer, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine went away");
            if line.trim().is_empty() && !answer.is_empty() {
                assert!(answer.starts_with('='), "{command}: {answer}");
                return answer[1..].trim().to_owned();
            }
            answer.push_str(&line);
        }
    }

    fn begin(&mut self, mode: Mode, seed: u64) {
        let name = match mode {
            Mode::Duo => "Blokus Duo",
            Mode::Two => "Blokus Two-Player",
            Mode::Three => "Blokus Three-Player",
            Mode::Classic | Mode::Teams => "Blokus",
        };
        self.ask(&format!("set_game {name}"));
        self.ask(&format!("set_random_seed {seed}"));
        self.ask("clear_board");
    }
}

fn colour_name(mode: Mode, colour: usize) -> &'static str {
    if mode == Mode::Duo { ["b", "w"][colour] } else { ["1", "2", "3", "4"][colour] }
}

fn spar(mode: Mode, games: &str, budget: &str, own: &str, invite: &mut dyn FnMut(u64) -> Opponent) {
    let games: u64 = games.parse().unwrap();
    let budget = Budget::read(budget);
    let (mut won, mut drawn, mut margins, mut time) = (0.0, 0, 0, [Duration::ZERO; 2]);
    let (mut count, mut nodes, mut thoughts) = (0.0, 0, [0u32; 2]);
    let mut kept: Option<Opponent> = None;
    for number in 0..games {
        // Each opening is played from both seats.
        let (seat, seed) = (Seat((number % 2) as u8), number / 2 + 1);
        let mut player = expert(own, seed);
        let mut opponent = match kept.take() {
            Some(Opponent::Gtp(mut gtp)) => {
                gtp.begin(mode, seed);
                Opponent::Gtp(gtp)
            }
            _ => invite(seed + 1000),
        };
        let mut game = Blokus::new(&Options { mode, scoring: Scoring::Official }, 0).unwrap();
        let mut rng = Rng::new(seed);
        while let Some(mover) = game.turn().seat() {
            let colour = game.colour_to_move().unwrap();
            let clock = |opponent: &Opponent| match opponent {
                Opponent::Gtp(gtp) if mover != seat => schedule_of(&gtp.process.id().to_string()),
                _ => processor_time(),
            };
            let start = clock(&opponent);
            let mv = if mover == seat {
                let (mv, spent) = budget.think(&mut player, &game);
                nodes += spent;
                mv
            } else {
                match &mut opponent {
                    Opponent::Own(other) => budget.think(other, &game).0,
                    Opponent::Gtp(gtp) => {
                        let text = gtp.ask(&format!("genmove {}", colour_name(mode, colour)));
                        game.parse(&text).unwrap()
                    }
                }
            };
            time[usize::from(mover != seat)] += clock(&opponent) - start;
            thoughts[usize::from(mover != seat)] += 1;
            // Our first move in games with ourselves is drawn from a few, so that games differ.
            let mv = match (&opponent, game.placed(colour).len()) {
                (Opponent::Own(_), 0) => varied(&game, mv, &mut rng),
                _ => mv,
            };
            if let (Opponent::Gtp(gtp), true) = (&mut opponent, mover == seat) {
                gtp.ask(&format!("play {} {mv}", colour_name(mode, colour)));
            }
            play_text(&mut game, &mv.to_string()).unwrap();
        }
        let points: Vec<i32> = game.turn().outcome().unwrap().points().to_vec();
        let margin = points[seat.index()] - points[1 - seat.index()];
        margins += margin;
        won += 0.5 + 0.5 * f64::from(margin.signum());
        drawn += i32::from(margin == 0);
        count += 1.0;
        let mean = |at: usize| time[at].as_secs_f64() / f64::from(thoughts[at].max(1));
        println!(
            "game {:>3}, seat {}: {margin:>+4}   score {:.1}% of {count} ({drawn} drawn), mean {:+.1}, \
             processor {:.3} s a move against {:.3} s, {} simulations a move",
            number + 1,
            seat.0 + 1,
            100.0 * won / count,
            f64::from(margins) / count,
            mean(0),
            mean(1),
            nodes / u64::from(thoughts[0].max(1)),
        );
        kept = Some(opponent);
    }
}

/// Now and then another large piece on the start square.
fn varied(game: &Blokus, mv: Move, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves.retain(|mv| matches!(mv, Move::Place(spot) if spot.shape().squares.len() == 5));
    if rng.below(2) == 0 { rng.pick(&moves).copied().unwrap_or(mv) } else { mv }
}
