//! Trains the expert's network: plays games against itself, and fits the network to them.
//!
//!     learn zero                          a network whose output is always 0, to begin with
//!     learn play GAMES NODES SEED MOVES   self-play with the bundled network, on standard output; one of so many moves is random
//!     learn fit EPOCHS FILE…              a network trained on these files, on standard output
//!     learn judge NET FILE                how well a network, and the search that played, foresaw the results of these games
//!
//! docs/quoridor.md has the commands that made the bundled network.
//!
//! A line of a file is a saved position and the search's score for the seat to move. A line `=SHARE` ends what was played
//! without a random move: the first seat's share of the win, or what the search predicts of it where a random move comes.

#![allow(clippy::print_stdout)] // its output is what it is for

use std::io::Write;

use game::{Game, Rng, Seat};
use quoridor::{
    BUCKETS, Expert, FEATURES, KIND, MIRRORED, Net, Options, Quoridor, TURNED, TrainingPosition,
};
use search::nnue::{Samples, Trainer};
use search::tensors::Tensors;
use search::{Limits, Player, Score, Stop};

/// Scores beyond this mean a decided race: the game ends there.
const DECIDED: i32 = 5_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    match args.first().map(String::as_str) {
        Some("play") => {
            play(number(1, 1000), number(2, 3000), number(3, 1), number(4, 60) as u32);
        }
        Some("fit") => fit(number(1, 12), args.get(2..).unwrap_or_default()),
        Some("judge") => {
            judge(args.get(1).expect("a network"), args.get(2).expect("a file of games"));
        }
        Some("zero") => write(&Net::zero(FEATURES, BUCKETS)),
        _ => println!(
            "usage: learn zero | play GAMES NODES SEED MOVES | fit EPOCHS FILE… | judge NET FILE"
        ),
    }
}

fn play(games: u64, nodes: u64, seed: u64, random: u32) {
    let mut rng = Rng::new(seed);
    let mut out = std::io::stdout().lock();
    let mut expert = Expert::new();
    for _ in 0..games {
        expert.reset(0);
        let mut game = Quoridor::new(&Options::default(), 0).expect("the usual board");
        for _ in 0..2 + rng.below(9) {
            let mv = opening_move(&game, &mut rng);
            game.play(mv);
        }
        let mut end = None;
        while let Some(seat) = game.turn().seat() {
            let limits = Limits::nodes(nodes / 2 + u64::from(rng.below(nodes as u32)));
            let thought = expert.think(&game, &limits, &Stop::new(), &mut |_| ());
            let sign = if seat == Seat(0) { 1.0 } else { -1.0 };
            let points = match thought.score {
                Score::Points(points) if points.abs() < DECIDED => points,
                Score::Points(1..) | Score::Win(_) => {
                    end = Some(0.5 + 0.5 * sign);
                    break;
                }
                _ => {
                    end = Some(0.5 - 0.5 * sign);
                    break;
                }
            };
            let _ = writeln!(out, "{};{points}", game.save());
            // Now and then a random move, so that games differ. What came before is not to be blamed for it.
            if rng.below(random) == 0 {
                // Not quite 0 or 1, which only the end of a game is.
                let predicted = share(sign * points as f32).clamp(0.001, 0.999);
                let _ = writeln!(out, "={predicted:.3}");
                let mv = opening_move(&game, &mut rng);
                game.play(mv);
            } else {
                game.play(thought.best.expect("a game in play has a move"));
            }
        }
        let end = end.or_else(|| game.turn().outcome().map(|end| end.share(Seat(0))));
        let _ = writeln!(out, "={:.3}", end.unwrap_or(0.5));
    }
}

/// The predicted share of a win for so many points.
fn share(points: f32) -> f32 {
    1.0 / (1.0 + (-points / UNIT).exp())
}

/// A random move, half of the time a step.
fn opening_move(game: &Quoridor, rng: &mut Rng) -> quoridor::Move {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let steps = moves.iter().take_while(|mv| matches!(mv, quoridor::Move::Step(_))).count();
    let from = if rng.below(2) == 0 { &moves[..steps] } else { &moves[..] };
    *rng.pick(from).expect("a game in play has a move")
}

/// Points per logit: so many points make winning *e* times as likely as losing.
const UNIT: f32 = 220.0;
/// How much of a position's target comes from later in the game; the search's own score there has the rest.
const LATER: f32 = 0.95;

/// A position of a file, the search's score in points, and who moved.
type Record = (TrainingPosition, f32, Seat);

/// Reads a file of games: calls `each` with what was played without a random move, and the first seat's share at its end.
fn read(file: &str, mut each: impl FnMut(Vec<Record>, f32)) {
    let text = std::fs::read_to_string(file).expect("a file of games");
    let mut before = Vec::new();
    for line in text.lines() {
        if let Some(end) = line.strip_prefix('=') {
            each(std::mem::take(&mut before), end.parse().expect("a share"));
            continue;
        }
        let Some((position, points)) = line.split_once(';') else { continue };
        let (Ok(game), Ok(points)) = (Quoridor::load(position), points.parse::<f32>()) else {
            continue;
        };
        if let (Some(position), Some(seat)) = (TrainingPosition::of(&game), game.turn().seat()) {
            before.push((position, points, seat));
        }
    }
}

/// The first seat's share as that of another seat.
fn of_seat(share: f32, seat: Seat) -> f32 {
    if seat == Seat(0) { share } else { 1.0 - share }
}

/// The samples of files of games. A position's target is the mean of the search's scores from there on and of the end, each
/// weighing less than the one before.
fn samples(files: &[String]) -> Samples {
    let mut samples = Samples::default();
    let mut different = std::collections::HashSet::new();
    for file in files {
        read(file, |records, mut later| {
            for (position, points, seat) in records.into_iter().rev() {
                later = (1.0 - LATER) * of_seat(share(points), seat) + LATER * later;
                let target = of_seat(later, seat);
                let TrainingPosition { active, points, bucket } = position;
                samples.push(&active, points as f32, target, bucket as u16);
                different.insert(active);
            }
        });
    }
    eprintln!("{} positions, {} different", samples.len(), different.len());
    samples
}

fn fit(epochs: u64, files: &[String]) {
    let samples = samples(files);
    let trainer = Trainer {
        turned: &TURNED,
        mirrored: &MIRRORED,
        buckets: BUCKETS,
        epochs: epochs as usize,
        points_per_logit: UNIT,
        learning_rate: 0.0005,
    };
    let net = trainer.fit(&samples, |epoch, loss| eprintln!("epoch {epoch}: loss {loss:.5}"));
    write(&net);
}

/// Prints the mean logistic loss of a network's evaluation, and of the search that played, against the results of games.
fn judge(net: &str, file: &str) {
    let tensors = Tensors::read(&std::fs::read(net).expect("a network")).expect("a network");
    let net = Net::from_tensors(&tensors, KIND, FEATURES, BUCKETS).expect("a network of Quoridor");
    let (mut count, mut of_net, mut of_search) = (0u32, 0.0, 0.0);
    read(file, |records, end| {
        // Any other share is a prediction, where a random move came.
        if ![0.0, 0.5, 1.0].contains(&end) {
            return;
        }
        for (TrainingPosition { active, points, bucket }, searched, seat) in records {
            let result = of_seat(end, seat);
            let loss = |points: f32| {
                let share = share(points).clamp(1e-6, 1.0 - 1e-6);
                f64::from(-result * share.ln() - (1.0 - result) * (1.0 - share).ln())
            };
            let turned: Vec<u16> = active.iter().map(|&at| TURNED[usize::from(at)]).collect();
            let [own, other] = [&active, &turned].map(|seen| net.update(net.bias(), seen, &[]));
            count += 1;
            of_net += loss((points + net.evaluate(&own, &other, bucket)) as f32);
            of_search += loss(searched);
        }
    });
    let mean = |sum: f64| sum / f64::from(count.max(1));
    println!("{count} positions: {:.4}, the search {:.4}", mean(of_net), mean(of_search));
}

fn write(net: &Net) {
    let bytes = net.to_tensors(KIND).to_bytes();
    std::io::stdout().write_all(&bytes).expect("a net is written");
}
