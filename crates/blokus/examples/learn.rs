//! Learns the expert's first impressions from games with itself:
//!
//!     cargo run --release -p blokus --example learn -- duo 400 500 crates/blokus/data/priors.json
//!
//! plays 400 games of Duo with 500 simulations a move and writes the weights of its board into the
//! file; the other board's stay. Weights of before are where it begins.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::time::Instant;

use blokus::expert::learn::{fit, play};
use blokus::{Mode, Options, Scoring};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [mode, games, simulations, file] = &args[..] else {
        println!("learn MODE GAMES SIMULATIONS FILE");
        return;
    };
    let mode = Mode::ALL.into_iter().find(|known| known.id() == mode).expect("a way to play");
    let options = Options { mode, scoring: Scoring::Official };
    let (start, mut examples) = (Instant::now(), Vec::new());
    let games: u64 = games.parse().unwrap();
    for seed in 0..games {
        examples.extend(play(&options, simulations.parse().unwrap(), seed));
        if seed % 50 == 49 {
            println!("{} games, {} positions, {:?}", seed + 1, examples.len(), start.elapsed());
        }
    }
    let text = std::fs::read_to_string(file).unwrap();
    let mut all: BTreeMap<String, Vec<f32>> = serde_json::from_str(&text).unwrap();
    let name = if mode == Mode::Duo { "small" } else { "large" };
    let weights = all.entry(name.into()).or_default();
    let surprise = fit(&examples, weights, 30, 1);
    println!("mean surprise {surprise:.3}, {:?}", start.elapsed());
    weights.iter_mut().for_each(|weight| *weight = (*weight * 1000.0).round() / 1000.0);
    std::fs::write(file, serde_json::to_string(&all).unwrap() + "\n").unwrap();
}
