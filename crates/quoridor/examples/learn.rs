//! Makes the numbers of the expert's evaluation: plays games against itself, and fits to them.
//!
//!     learn blank                     a net that says nothing, to begin with
//!     learn play GAMES NODES SEED     games of the expert with the net that is bundled, on its output
//!     learn fit EPOCHS FILE…          a net that fits the games of these files, on its output
//!
//! docs/quoridor.md has the commands by which the bundled net would be made anew.
//!
//! A line of the games is a saved position, what the search thought of it (for the seat to move), and
//! how the game ended for that seat (1, 0.5 or 0).

#![allow(clippy::print_stdout)] // its output is what it is for

use std::io::Write;

use game::{Game, Rng, Seat};
use quoridor::{
    Expert, FIRST_SCALE, HIDDEN, INPUTS, Net, Options, Quoridor, SECOND_SCALE, lesson_of, mirrored,
};
use search::{Limits, Player, Score, Stop};

/// Scores beyond this mean a race that is decided: nothing is learned from there on.
const DECIDED: i32 = 5_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    match args.first().map(String::as_str) {
        Some("play") => play(number(1, 1000), number(2, 3000), number(3, 1)),
        Some("fit") => fit(number(1, 12), args.get(2..).unwrap_or_default()),
        Some("blank") => write(&vec![0.0; BASE + 1]),
        _ => println!("usage: learn blank | play GAMES NODES SEED | fit EPOCHS FILE…"),
    }
}

fn play(games: u64, nodes: u64, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut out = std::io::stdout().lock();
    let mut expert = Expert::new();
    for _ in 0..games {
        expert.reset(0);
        let mut game = Quoridor::new(&Options::default(), 0).expect("the usual board");
        for _ in 0..2 + rng.below(6) {
            let mv = opening_move(&game, &mut rng);
            game.play(mv);
        }
        let mut seen: Vec<(String, Seat, i32)> = Vec::new();
        let mut winner = None;
        while let Some(seat) = game.turn().seat() {
            let limits = Limits::nodes(nodes / 2 + u64::from(rng.below(nodes as u32)));
            let thought = expert.think(&game, &limits, &Stop::new(), &mut |_| ());
            match thought.score {
                Score::Points(points) if points.abs() < DECIDED => {
                    seen.push((game.save(), seat, points));
                }
                Score::Points(1..) | Score::Win(_) => {
                    winner = Some(seat);
                    break;
                }
                Score::Points(_) | Score::Loss(_) => {
                    winner = Some(Seat(1 - seat.0));
                    break;
                }
                _ => (),
            }
            // Now and then something else, so that games differ.
            let mv = if rng.below(25) == 0 {
                opening_move(&game, &mut rng)
            } else {
                thought.best.expect("a game in play has a move")
            };
            game.play(mv);
        }
        let winner = winner.or_else(|| {
            game.turn().outcome().filter(|end| !end.is_draw()).and_then(|end| end.winners().next())
        });
        for (text, seat, points) in seen {
            let share = winner.map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 });
            let _ = writeln!(out, "{text};{points};{share}");
        }
    }
}

/// A random move that is not absurd: more often a step than a wall.
fn opening_move(game: &Quoridor, rng: &mut Rng) -> quoridor::Move {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let steps = moves.iter().take_while(|mv| matches!(mv, quoridor::Move::Step(_))).count();
    let from = if rng.below(2) == 0 { &moves[..steps] } else { &moves[..] };
    *rng.pick(from).expect("a game in play has a move")
}

/// Points that make winning two and a half times as likely as losing, about.
const UNIT: f32 = 220.0;
/// How much the end of the game counts against what the search thought.
const RESULT: f32 = 0.6;
const RATE: f32 = 0.001;
const BATCH: usize = 256;

/// One position: what the net is shown, the points that it corrects, and the share to aim at.
struct Sample {
    inputs: Vec<u16>,
    points: f32,
    aim: f32,
}

fn sigmoid(points: f32) -> f32 {
    1.0 / (1.0 + (-points / UNIT).exp())
}

fn samples(files: &[String]) -> Vec<Sample> {
    let mut samples = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file of games");
        for line in text.lines() {
            let [position, points, share] = line.split(';').collect::<Vec<_>>()[..] else {
                continue;
            };
            let Ok(game) = Quoridor::load(position) else { continue };
            let (Ok(thought), Ok(share)) = (points.parse::<f32>(), share.parse::<f32>()) else {
                continue;
            };
            if let Some((inputs, points)) = lesson_of(&game) {
                let aim = RESULT * share + (1.0 - RESULT) * sigmoid(thought);
                samples.push(Sample { inputs, points: points as f32, aim });
            }
        }
    }
    samples
}

/// The numbers that are learned, one after the other: first layer, its bias, second layer, base.
const FIRST: usize = INPUTS * HIDDEN;
const SECOND: usize = FIRST + HIDDEN;
const BASE: usize = SECOND + HIDDEN;

/// Adam (Kingma and Ba, 2015), with the error of the expected share squared.
fn fit(epochs: u64, files: &[String]) {
    let mut samples = samples(files);
    let mut rng = Rng::new(1);
    rng.shuffle(&mut samples);
    let held = samples.split_off(samples.len() - samples.len() / 20);
    let mut numbers = vec![0.0f32; BASE + 1];
    for number in &mut numbers[..FIRST] {
        *number = (rng.unit() - 0.5) * 0.2;
    }
    for number in &mut numbers[SECOND..BASE] {
        *number = (rng.unit() - 0.5) * 4.0;
    }
    let (mut mean, mut square) = (vec![0.0f32; BASE + 1], vec![0.0f32; BASE + 1]);
    let (mut slope, mut step) = (vec![0.0f32; BASE + 1], 0i32);
    for epoch in 0..epochs {
        rng.shuffle(&mut samples);
        let rate = RATE * (1.0 - epoch as f32 / epochs as f32).max(0.05);
        for batch in samples.chunks(BATCH) {
            slope.fill(0.0);
            for sample in batch {
                learn(&numbers, &mut slope, sample, rng.below(2) == 1);
            }
            step += 1;
            let (fade, fade_square) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            for at in 0..numbers.len() {
                let slope = slope[at] / batch.len() as f32;
                mean[at] = 0.9 * mean[at] + 0.1 * slope;
                square[at] = 0.999 * square[at] + 0.001 * slope * slope;
                // What the second layer holds is in points, a hundred times as much.
                let rate = if at >= SECOND { 100.0 * rate } else { rate };
                numbers[at] -=
                    rate * (mean[at] / fade) / ((square[at] / fade_square).sqrt() + 1e-8);
            }
        }
        let error = |points: &dyn Fn(&Sample) -> f32| {
            held.iter().map(|held| (sigmoid(points(held)) - held.aim).powi(2)).sum::<f32>()
                / held.len() as f32
        };
        let with =
            error(&|held| held.points + answer(&numbers, &held.inputs, false, &mut [0.0; HIDDEN]));
        let without = error(&|held| held.points);
        eprintln!(
            "epoch {epoch}: {} samples, error {with:.5}, without the net {without:.5}",
            samples.len()
        );
    }
    write(&numbers);
}

/// Prints a net in whole numbers.
fn write(numbers: &[f32]) {
    let whole = |number: f32, scale: f32| (number * scale).round().clamp(-32000.0, 32000.0) as i16;
    let row =
        |from: usize, scale: f32| std::array::from_fn(|unit| whole(numbers[from + unit], scale));
    let net = Net {
        first: (0..INPUTS).map(|input| row(input * HIDDEN, FIRST_SCALE)).collect(),
        bias: row(FIRST, FIRST_SCALE),
        second: row(SECOND, SECOND_SCALE),
        base: numbers[BASE].round() as i32,
    };
    println!("{}", serde_json::to_string(&net).expect("a net is written"));
}

/// What the net adds, and its hidden units.
fn answer(numbers: &[f32], inputs: &[u16], mirror: bool, hidden: &mut [f32; HIDDEN]) -> f32 {
    hidden.copy_from_slice(&numbers[FIRST..SECOND]);
    for &input in inputs {
        let input = if mirror { mirrored(input.into()) } else { input.into() };
        for (unit, number) in hidden.iter_mut().zip(&numbers[input * HIDDEN..]) {
            *unit += number;
        }
    }
    let second = &numbers[SECOND..BASE];
    numbers[BASE]
        + hidden.iter().zip(second).map(|(unit, number)| unit.max(0.0) * number).sum::<f32>()
}

/// Adds what one sample says to the slope.
fn learn(numbers: &[f32], slope: &mut [f32], sample: &Sample, mirror: bool) {
    let mut hidden = [0.0; HIDDEN];
    let points = sample.points + answer(numbers, &sample.inputs, mirror, &mut hidden);
    let share = sigmoid(points);
    // The slope of the logistic error: it does not vanish where the answer is wrong and sure.
    let error = share - sample.aim;
    slope[BASE] += error;
    let mut back = [0.0; HIDDEN];
    for unit in 0..HIDDEN {
        slope[SECOND + unit] += error * hidden[unit].max(0.0);
        if hidden[unit] > 0.0 {
            back[unit] = error * numbers[SECOND + unit];
            slope[FIRST + unit] += back[unit];
        }
    }
    for &input in &sample.inputs {
        let input = if mirror { mirrored(input.into()) } else { input.into() };
        for (slope, back) in slope[input * HIDDEN..].iter_mut().zip(&back) {
            *slope += back;
        }
    }
}
