//! Trains the network of games of four: plays games against itself, and fits the network to them.
//!
//!     learn zero                                  a network that counts steps and walls, to begin with
//!     learn play GAMES SIMULATIONS SEED [NET]     self-play with the bundled network or another, on standard output
//!     learn fit EPOCHS FILE…                      a network trained on these files, on standard output
//!
//! docs/quoridor.md has the commands that made the bundled network.
//!
//! A line of a file is a saved position and the chances that the search gives to the seats. A line `=` with four shares
//! ends what was played without a random move: the result, or what the search predicts where a random move comes.

#![allow(clippy::print_stdout)] // its output is what it is for

use std::io::Write;

use game::{Game, Rng, Seat};
use quoridor::{FourExpert, FourNet, HIDDEN, INPUTS, Options, Quoridor, inputs};
use search::{Limits, Stop};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    match args.first().map(String::as_str) {
        Some("play") => play(number(1, 1000), number(2, 50), number(3, 1), args.get(4)),
        Some("fit") => fit(number(1, 10), args.get(2..).unwrap_or_default()),
        Some("zero") => write(&simple(&mut Rng::new(1))),
        _ => println!("usage: learn zero | play GAMES SIMULATIONS SEED [NET] | fit EPOCHS FILE…"),
    }
}

fn play(games: u64, simulations: u64, seed: u64, net: Option<&String>) {
    let mut rng = Rng::new(seed);
    let mut out = std::io::stdout().lock();
    let mut expert = net.map_or_else(FourExpert::new, |file| FourExpert::with(read(file)));
    let options = Options { players: 4, walls: 5, ..Options::default() };
    for _ in 0..games {
        let mut game = Quoridor::new(&options, 0).expect("the usual board");
        for _ in 0..4 + rng.below(9) {
            random_move(&mut game, &mut rng);
        }
        while game.turn().seat().is_some() {
            let nodes = simulations / 2 + u64::from(rng.below(simulations as u32));
            let (thought, chances) =
                expert.judge(&game, &Limits::nodes(nodes), &Stop::new(), &mut |_| ());
            let _ = writeln!(out, "{};{}", game.save(), shares(chances));
            // Now and then a random move, so that games differ. What came before is not to be blamed for it.
            if rng.below(20) == 0 {
                let _ = writeln!(out, "={}", shares(chances));
                random_move(&mut game, &mut rng);
            } else {
                game.play(thought.best.expect("a game in play has a move"));
            }
        }
        let end = game.turn().outcome().expect("it is over");
        // Only the first place counts, not who shares the last.
        let won = |seat: u8| f32::from(u8::from(end.place(Seat(seat)) == 1));
        let _ = writeln!(out, "={}", shares([0, 1, 2, 3].map(won)));
    }
}

fn shares(shares: [f32; 4]) -> String {
    shares.map(|share| format!("{share:.3}")).join(" ")
}

/// Plays a random move, half of the time a step.
fn random_move(game: &mut Quoridor, rng: &mut Rng) {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let steps = moves.iter().take_while(|mv| matches!(mv, quoridor::Move::Step(_))).count();
    let from = if rng.below(2) == 0 && steps > 0 { &moves[..steps] } else { &moves[..] };
    if let Some(&mv) = rng.pick(from) {
        game.play(mv);
    }
}

/// How much of a position's target comes from later in the game; the search's own chances there have the rest.
const LATER: f32 = 0.9;

type Sample = ([[f32; INPUTS]; 4], [f32; 4]);

/// Reads files of games. A position's target is the mean of the search's chances from there on and of the end, each
/// weighing less than the one before.
fn samples(files: &[String]) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut before: Vec<([[f32; INPUTS]; 4], [f32; 4])> = Vec::new();
    let four = |text: &str| -> [f32; 4] {
        let mut numbers = text.split(' ').map(|number| number.parse().unwrap_or(0.25));
        let shares: [f32; 4] = std::array::from_fn(|_| numbers.next().unwrap_or(0.25));
        // They were rounded. Whatever is missing from one would push all outputs the same way, without end.
        let all: f32 = shares.iter().sum();
        shares.map(|share| share / all)
    };
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file of games");
        for line in text.lines() {
            if let Some(end) = line.strip_prefix('=') {
                let mut later = four(end);
                for (seen, found) in before.drain(..).rev() {
                    for (later, found) in later.iter_mut().zip(found) {
                        *later = (1.0 - LATER) * found + LATER * *later;
                    }
                    samples.push((seen, later));
                }
            } else if let Some((position, found)) = line.split_once(';')
                && let Ok(game) = Quoridor::load(position)
            {
                before.push((inputs(&game), four(found)));
            }
        }
    }
    samples
}

/// A network that counts: whoever is a step ahead of all others is more likely to win, and so is whoever has more walls.
fn simple(rng: &mut Rng) -> FourNet {
    let mut net =
        FourNet { hidden: vec![[0.0; HIDDEN]; INPUTS], bias: [0.0; HIDDEN], output: [0.0; HIDDEN] };
    for weight in net.hidden.as_flattened_mut() {
        *weight = (rng.unit() - 0.5) * 0.3;
    }
    for output in &mut net.output {
        *output = (rng.unit() - 0.5) * 0.05;
    }
    for row in &mut net.hidden {
        (row[0], row[1]) = (0.0, 0.0);
    }
    (net.hidden[32][0], net.bias[0], net.output[0]) = (4.0, 8.0, 0.8);
    (net.hidden[2][1], net.output[1]) = (5.0, 0.25);
    net
}

/// Adam (Kingma and Ba, 2014) for one list of numbers.
struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
}

impl Adam {
    fn new(size: usize) -> Self {
        Self { first: vec![0.0; size], second: vec![0.0; size] }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], learning_rate: f32) {
        for (at, weight) in weights.iter_mut().enumerate() {
            let g = gradient[at];
            self.first[at] += 0.1 * (g - self.first[at]);
            self.second[at] += 0.001 * (g * g - self.second[at]);
            *weight -= learning_rate * self.first[at] / (self.second[at].sqrt() + 1e-4);
        }
    }
}

const BATCH: usize = 64;
const LEARNING_RATE: f32 = 0.001;

fn fit(epochs: u64, files: &[String]) {
    let mut rng = Rng::new(7);
    let all = samples(files);
    // The last twentieth is held back: its games are not among the others.
    let held = all.len() - all.len() / 20;
    let (mut train, test) = (all[..held].to_vec(), &all[held..]);
    eprintln!("{} positions, {} held back", train.len(), test.len());
    let mut net = simple(&mut rng);
    let mut adams = [Adam::new(INPUTS * HIDDEN), Adam::new(HIDDEN), Adam::new(HIDDEN)];
    let batches = train.len().div_ceil(BATCH) as f32 * epochs as f32;
    let mut done = 0.0;
    for epoch in 1..=epochs {
        rng.shuffle(&mut train);
        for batch in train.chunks(BATCH) {
            let mut gradient = FourNet {
                hidden: vec![[0.0; HIDDEN]; INPUTS],
                bias: [0.0; HIDDEN],
                output: [0.0; HIDDEN],
            };
            for sample in batch {
                add_gradient(&net, sample, &mut gradient);
            }
            let rate = LEARNING_RATE * (1.0 - done / batches);
            let scale = 1.0 / batch.len() as f32;
            let list = |numbers: &[f32]| numbers.iter().map(|g| g * scale).collect::<Vec<_>>();
            adams[0].step(
                net.hidden.as_flattened_mut(),
                &list(gradient.hidden.as_flattened()),
                rate,
            );
            adams[1].step(&mut net.bias, &list(&gradient.bias), rate);
            adams[2].step(&mut net.output, &list(&gradient.output), rate);
            done += 1.0;
        }
        eprintln!(
            "epoch {epoch}: loss {:.5}, held back {:.5}",
            loss(&net, &train),
            loss(&net, test)
        );
    }
    write(&net);
}

/// Cross entropy, less that of the targets themselves: 0 would be perfect.
fn loss(net: &FourNet, samples: &[Sample]) -> f32 {
    let of = |(seen, target): &Sample| -> f32 {
        let chances = net.chances(seen);
        let terms = chances.iter().zip(target);
        terms.map(|(chance, &target)| -target * (chance.max(1e-6) / target.max(1e-6)).ln()).sum()
    };
    samples.iter().map(of).sum::<f32>() / samples.len().max(1) as f32
}

fn add_gradient(net: &FourNet, (seen, target): &Sample, gradient: &mut FourNet) {
    let chances = net.chances(seen);
    for seat in 0..4 {
        let error = chances[seat] - target[seat];
        let mut units = net.bias;
        for (row, &input) in net.hidden.iter().zip(&seen[seat]) {
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += weight * input;
            }
        }
        let mut back = [0.0; HIDDEN];
        for at in 0..HIDDEN {
            gradient.output[at] += error * units[at].max(0.0);
            if units[at] > 0.0 {
                back[at] = error * net.output[at];
                gradient.bias[at] += back[at];
            }
        }
        for (row, &input) in gradient.hidden.iter_mut().zip(&seen[seat]) {
            if input != 0.0 {
                for (sum, back) in row.iter_mut().zip(back) {
                    *sum += input * back;
                }
            }
        }
    }
}

fn read(file: &str) -> FourNet {
    let bytes = search::tensors::read_file(file.as_ref()).expect("a file");
    let file = search::tensors::Tensors::read(&bytes);
    file.and_then(|file| FourNet::of_file(&file)).expect("a network for four")
}

fn write(net: &FourNet) {
    std::io::stdout().write_all(&net.to_tensors().to_bytes()).expect("a net is written");
}
