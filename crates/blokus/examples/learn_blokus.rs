//! Makes what the expert has learned, from games with itself:
//!
//!     cargo run --release -p blokus --example learn_blokus -- play duo 3000 400 1 > games.txt
//!     cargo run --release -p blokus --example learn_blokus -- priors crates/blokus/data/priors.json games.txt
//!
//!     cargo run --release -p blokus --example learn_blokus -- net 20 crates/blokus/data/net-small.json games.txt
//!
//! `play` plays 3000 games of Duo with 400 simulations a move from seed 1 on; `priors` fits the first
//! impressions to the games of its files, beginning with the weights that are there.
#![allow(clippy::print_stdout, clippy::unwrap_used)] // its output is what it is for

use std::collections::BTreeMap;
use std::time::Instant;

use blokus::expert::Manner;
use blokus::expert::learn::{example, fit, play, surprise, tell};
use blokus::expert::net::{Layout, Net, SCALE, UNIT, inputs, mirrored};
use blokus::{Mode, Options, Scoring};
use search::net::{Trainer, TrainingSample};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["play", mode, games, simulations, seed] => {
            let mode =
                Mode::ALL.into_iter().find(|known| known.id() == mode).expect("a way to play");
            let options = Options { mode, scoring: Scoring::Official };
            let seed: u64 = seed.parse().unwrap();
            for number in 0..games.parse().unwrap() {
                println!("{}", play(&options, simulations.parse().unwrap(), seed + number));
            }
        }
        ["net", epochs, file, ref games @ ..] => net(epochs.parse().unwrap(), file, games),
        ["priors", file, ref games @ ..] => priors(file, games),
        _ => println!("see the first lines of examples/learn_blokus.rs"),
    }
}

fn priors(file: &str, games: &[&str]) {
    let (start, mut examples) = (Instant::now(), BTreeMap::<_, Vec<_>>::new());
    for games in games {
        for line in std::fs::read_to_string(games).unwrap().lines() {
            let name = if line.starts_with(Mode::Duo.id()) { "small" } else { "large" };
            let Some((turns, _)) = tell(line) else { continue };
            examples.entry(name.to_owned()).or_default().extend(turns.iter().filter_map(example));
        }
    }
    let text = std::fs::read_to_string(file).unwrap();
    let mut all: BTreeMap<String, Vec<f32>> = serde_json::from_str(&text).unwrap();
    for (name, mut examples) in examples {
        let weights = all.entry(name).or_default();
        let held = examples.split_off(examples.len() - examples.len() / 20);
        let before = surprise(&held, weights);
        fit(&examples, weights, 12, 1);
        println!(
            "{} positions, mean surprise {:.3} on others, {before:.3} before; {:?}",
            examples.len(),
            surprise(&held, weights),
            start.elapsed()
        );
        weights.iter_mut().for_each(|weight| *weight = (*weight * 1000.0).round() / 1000.0);
    }
    std::fs::write(file, serde_json::to_string(&all).unwrap() + "\n").unwrap();
}

/// How much the end of the game counts against what the search thought.
const RESULT: f32 = 0.75;

fn net(epochs: usize, file: &str, games: &[&str]) {
    let (mut samples, mut layout) = (Vec::new(), None);
    for games in games {
        for line in std::fs::read_to_string(games).unwrap().lines() {
            let Some((turns, end)) = tell(line) else { continue };
            let seen =
                *layout.get_or_insert(Layout::of(end.mode()).expect("a game of two parties"));
            let margins = end.margins();
            for mut told in turns.into_iter().filter(|_| end.alive == 0) {
                let mut active = Vec::new();
                inputs(seen, &mut told.world, |input| active.push(input as u16));
                let end = Manner::BEST.reward(margins[usize::from(told.world.mover)]);
                let target = RESULT * end + (1.0 - RESULT) * told.share;
                samples.push(TrainingSample { active, baseline: 0.0, target });
            }
        }
    }
    let layout = layout.expect("games to learn from");
    let trainer = Trainer {
        features: layout.inputs(),
        epochs,
        points_per_logit: UNIT,
        output_scale: SCALE,
        weight_decay: 1.0,
    };
    let count = samples.len();
    let net: Net = trainer.fit(
        samples,
        |feature| mirrored(layout, feature),
        |epoch, with, without| {
            println!(
                "epoch {epoch}: {count} positions, error {with:.4}, without the net {without:.4}"
            );
        },
    );
    std::fs::write(file, serde_json::to_string(&net).unwrap() + "\n").unwrap();
}
