//! Trains the expert's prior policy and value network on games with itself:
//!
//!     cargo run --release -p blokus --example train_blokus -- play duo 3000 400 1 > games.txt
//!     cargo run --release -p blokus --example train_blokus -- priors crates/blokus/data/priors.json games.txt
//!
//!     cargo run --release -p blokus --example train_blokus -- net 20 crates/blokus/data/net-small.safetensors games.txt
//!
//! `play` plays 3000 games of Duo with 400 simulations a move, from seed 1 on. `priors` fits the policy to the games
//! of these files, starting from the weights in the file. `net` trains the network for 20 epochs.
#![allow(clippy::print_stdout, clippy::unwrap_used)] // its output is what it is for

use std::collections::BTreeMap;
use std::time::Instant;

use blokus::expert::SearchParameters;
use blokus::expert::net::{InputLayout, KIND, Net, SCALE, UNIT, active_inputs, mirrored};
use blokus::expert::training::{cross_entropy, example, fit, replay, self_play};
use blokus::{Mode, Options, Scoring};
use search::net::{Trainer, TrainingSample};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["play", mode, games, simulations, seed] => {
            let mode = Mode::ALL.into_iter().find(|known| known.id() == mode).expect("a mode");
            let options = Options { mode, scoring: Scoring::Official };
            let seed: u64 = seed.parse().unwrap();
            for number in 0..games.parse().unwrap() {
                println!("{}", self_play(&options, simulations.parse().unwrap(), seed + number));
            }
        }
        ["net", epochs, file, ref games @ ..] => net(epochs.parse().unwrap(), file, games),
        ["priors", file, ref games @ ..] => priors(file, games),
        _ => println!("see the first lines of examples/train_blokus.rs"),
    }
}

fn priors(file: &str, games: &[&str]) {
    let (start, mut examples) = (Instant::now(), BTreeMap::<_, Vec<_>>::new());
    for games in games {
        for line in std::fs::read_to_string(games).unwrap().lines() {
            let name = if line.starts_with(Mode::Duo.id()) { "small" } else { "large" };
            let Some((turns, _)) = replay(line) else { continue };
            examples.entry(name.to_owned()).or_default().extend(turns.iter().filter_map(example));
        }
    }
    let text = std::fs::read_to_string(file).unwrap();
    let mut all: BTreeMap<String, Vec<f32>> = serde_json::from_str(&text).unwrap();
    for (name, mut examples) in examples {
        let weights = all.entry(name).or_default();
        let validation = examples.split_off(examples.len() - examples.len() / 20);
        let before = cross_entropy(&validation, weights);
        fit(&examples, weights, 12, 1);
        println!(
            "{} positions, validation cross-entropy {:.3}, {before:.3} before; {:?}",
            examples.len(),
            cross_entropy(&validation, weights),
            start.elapsed()
        );
        weights.iter_mut().for_each(|weight| *weight = (*weight * 1000.0).round() / 1000.0);
    }
    std::fs::write(file, serde_json::to_string(&all).unwrap() + "\n").unwrap();
}

/// The weight of the game's result in the target; the search's value has the rest.
const RESULT_WEIGHT: f32 = 0.75;

fn net(epochs: usize, file: &str, games: &[&str]) {
    let (mut samples, mut layout) = (Vec::new(), None);
    for games in games {
        for line in std::fs::read_to_string(games).unwrap().lines() {
            let Some((turns, end)) = replay(line) else { continue };
            let layout =
                *layout.get_or_insert(InputLayout::of(end.mode()).expect("a game of two parties"));
            let margins = end.margins();
            for mut turn in turns.into_iter().filter(|_| end.alive == 0) {
                let mut active = Vec::new();
                active_inputs(layout, &mut turn.state, |input| active.push(input as u16));
                let result = SearchParameters::BEST.reward(margins[usize::from(turn.state.mover)]);
                let target = RESULT_WEIGHT * result + (1.0 - RESULT_WEIGHT) * turn.value;
                samples.push(TrainingSample { active, baseline: 0.0, target });
            }
        }
    }
    let layout = layout.expect("games to train on");
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
    std::fs::write(file, net.to_tensors(KIND).to_bytes()).unwrap();
}
