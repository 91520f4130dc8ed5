//! Trains the expert's network: plays games against itself, and fits the network to them.
//!
//!     learn zero                      a network whose output is always 0, to begin with
//!     learn play GAMES NODES SEED     self-play with the bundled network, on standard output
//!     learn fit EPOCHS FILE…          a network trained on these files, on standard output
//!
//! docs/quoridor.md has the commands that made the bundled network.
//!
//! A line of a file is a saved position, the search's score for the seat to move, and the result of the game for that
//! seat (1, 0.5 or 0).

#![allow(clippy::print_stdout)] // its output is what it is for

use std::io::Write;

use game::{Game, Rng, Seat};
use quoridor::{
    Expert, FEATURES, KIND, Net, OUTPUT_SCALE, Options, Quoridor, mirror_feature, training_features,
};
use search::net::{Trainer, TrainingSample};
use search::{Limits, Player, Score, Stop};

/// Scores beyond this mean a decided race: the game ends there.
const DECIDED: i32 = 5_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    match args.first().map(String::as_str) {
        Some("play") => play(number(1, 1000), number(2, 3000), number(3, 1)),
        Some("fit") => fit(number(1, 12), args.get(2..).unwrap_or_default()),
        Some("zero") => write(&Net::zero(FEATURES)),
        _ => println!("usage: learn zero | play GAMES NODES SEED | fit EPOCHS FILE…"),
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
            // Now and then a random move, so that games differ.
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
/// The weight of the game's result in the target; the search's score has the rest.
const RESULT: f32 = 0.6;

fn samples(files: &[String]) -> Vec<TrainingSample> {
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
            if let Some((active, points)) = training_features(&game) {
                let thought = 1.0 / (1.0 + (-thought / UNIT).exp());
                let target = RESULT * share + (1.0 - RESULT) * thought;
                samples.push(TrainingSample { active, baseline: points as f32, target });
            }
        }
    }
    samples
}

fn fit(epochs: u64, files: &[String]) {
    let samples = samples(files);
    let count = samples.len();
    let trainer = Trainer {
        features: FEATURES,
        epochs: epochs as usize,
        points_per_logit: UNIT,
        output_scale: OUTPUT_SCALE,
        weight_decay: 0.0,
    };
    let net = trainer.fit(samples, mirror_feature, |epoch, with, without| {
        eprintln!("epoch {epoch}: {count} samples, error {with:.5}, without the net {without:.5}");
    });
    write(&net);
}

fn write(net: &Net) {
    let bytes = net.to_tensors(KIND).to_bytes();
    std::io::stdout().write_all(&bytes).expect("a net is written");
}
