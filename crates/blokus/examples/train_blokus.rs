//! Trains the expert's prior policy and value network on games with itself:
//!
//!     cargo run --release -p blokus --example train_blokus -- play duo 3000 400 1 > games.txt
//!     cargo run --release -p blokus --example train_blokus -- priors crates/blokus/data/priors.json games.txt
//!
//!     cargo run --release -p blokus --example train_blokus -- net 20 crates/blokus/data/net-small.safetensors games.txt
//!
//! `play` plays 3000 games of Duo with 400 simulations a move, from seed 1 on; with `1000 1 150` at its end, one move in
//! four gets 1000 simulations and the others 150, and one word more, `first`, has it played with the first priors and
//! networks. `priors` fits the policy to the games of these files, starting from
//! the weights in the file. `net` trains the network for 20 epochs.
//! `check crates/blokus/data/net-small.safetensors games.txt` says how far it is from the results of other games.
#![allow(clippy::print_stdout, clippy::unwrap_used)] // its output is what it is for

use std::collections::BTreeMap;
use std::time::Instant;

use blokus::expert::net::{InputKind, KIND, Net, SCALE, UNIT, mirrored, of_file};
use blokus::expert::training::{
    Effort, ReplayedTurn, cross_entropy, example, fit, replay, self_play,
};
use blokus::expert::{Expert, PlayoutPolicy, PriorPolicy, SearchParameters, SearchState};
use blokus::{Mode, Options, Scoring};
use search::net::{Trainer, TrainingSample};
use search::tensors::Tensors;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["play", mode, games, simulations, seed, ref more @ ..] => {
            let mode = Mode::ALL.into_iter().find(|known| known.id() == mode).expect("a mode");
            let options = Options { mode, scoring: Scoring::Official };
            let seed: u64 = seed.parse().unwrap();
            let simulations = simulations.parse().unwrap();
            let quick = more.first().map_or(simulations, |quick| quick.parse().unwrap());
            let first = more.get(1) == Some(&"first");
            let parameters = if first { SearchParameters::FIRST } else { SearchParameters::BEST };
            let effort = Effort { simulations, quick };
            for number in 0..games.parse().unwrap() {
                let seed = seed + number;
                let mut player = Expert::with(parameters, PlayoutPolicy::BEST, seed);
                println!("{}", self_play(&mut player, &options, effort, seed));
            }
        }
        ["net", epochs, file, ref games @ ..] => net(epochs.parse().unwrap(), file, games),
        ["check", file, ref games @ ..] => check(file, games),
        ["priors", file, ref games @ ..] => priors(file, games),
        _ => println!("see the first lines of examples/train_blokus.rs"),
    }
}

fn priors(file: &str, games: &[&str]) {
    let (start, mut examples) = (Instant::now(), BTreeMap::<_, Vec<_>>::new());
    for games in games {
        for line in std::fs::read_to_string(games).unwrap().lines() {
            let Some((turns, end)) = replay(line) else { continue };
            let names = (PriorPolicy::name(end.mode()), PriorPolicy::first_name(end.mode()));
            examples.entry(names).or_default().extend(turns.iter().filter_map(example));
        }
    }
    let text = std::fs::read_to_string(file).unwrap();
    let mut all: BTreeMap<String, Vec<f32>> = serde_json::from_str(&text).unwrap();
    for ((name, before), mut examples) in examples {
        // A mode that has no weights of its own yet begins with those it has played by.
        let known = all.get(before).filter(|_| before != name).cloned().unwrap_or_default();
        let weights = all.entry(name.to_owned()).or_insert(known);
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

/// The networks that are trained are the newest.
const LEARNED: u32 = SearchParameters::BEST.learned;

/// The weight of the game's result in the target; the search's value has the rest.
const RESULT_WEIGHT: f32 = 0.75;
/// Among rivals, where there are fewer games, and luck has more of a say.
const RIVALS_RESULT_WEIGHT: f32 = 0.3;

/// What each view of the positions of a game should say: its result, and what the search of whoever looks expected at
/// their next turn, which is much less a matter of luck.
fn samples_of(
    inputs: InputKind,
    turns: &mut [ReplayedTurn],
    end: &SearchState,
) -> Vec<TrainingSample> {
    let rewards = end.margins().map(|margin| SearchParameters::BEST.reward(margin));
    let weight = if inputs == InputKind::Views { RIVALS_RESULT_WEIGHT } else { RESULT_WEIGHT };
    let (mut expected, mut samples) = (rewards, Vec::new());
    for turn in turns.iter_mut().rev() {
        let judged = turn.state.beneficiary();
        expected[judged] = turn.value;
        inputs.each_view(&mut turn.state, |viewer, active| {
            let target = weight * rewards[viewer] + (1.0 - weight) * expected[viewer];
            samples.push(TrainingSample { active: active.to_vec(), baseline: 0.0, target });
        });
    }
    samples
}

/// How far a network is from the results of games that it was not trained on, beside the searches that were made there.
fn check(file: &str, games: &[&str]) {
    let net = of_file(&Tensors::read(&std::fs::read(file).unwrap()).unwrap()).unwrap();
    let mut sums = BTreeMap::<usize, [f64; 6]>::new();
    for games in games {
        for line in std::fs::read_to_string(games).unwrap().lines() {
            let Some((turns, end)) = replay(line) else { continue };
            let rewards = end.margins().map(|margin| SearchParameters::BEST.reward(margin));
            let inputs = InputKind::of(end.mode(), LEARNED).expect("a network's mode");
            assert_eq!(inputs.count(), net.features(), "a network of this mode");
            for (ply, mut turn) in turns.into_iter().enumerate().filter(|_| end.alive == 0) {
                let judged = turn.state.beneficiary();
                let phase = sums.entry(ply / 12).or_default();
                let value = turn.value;
                let none = if inputs == InputKind::Views { 0.25 } else { 0.5 };
                inputs.each_view(&mut turn.state, |viewer, active| {
                    let points = net.evaluate(active, SCALE) as f32 / UNIT;
                    let own = 1.0 / (1.0 + (-points).exp());
                    let error = |said: f32| f64::from((said - rewards[viewer]).powi(2));
                    phase[0] += 1.0;
                    phase[1] += error(own);
                    phase[2] += error(none);
                    if viewer == judged {
                        phase[3] += 1.0;
                        phase[4] += error(own);
                        phase[5] += error(value);
                    }
                });
            }
        }
    }
    for (phase, [n, net, none, m, own, search]) in sums {
        println!(
            "from ply {:>2}: net {:.4}, constant {:.4}; mover: net {:.4}, search {:.4}",
            12 * phase,
            net / n,
            none / n,
            own / m,
            search / m
        );
    }
}

fn net(epochs: usize, file: &str, games: &[&str]) {
    let (mut samples, mut inputs) = (Vec::new(), None);
    for games in games {
        for line in std::fs::read_to_string(games).unwrap().lines() {
            let Some((mut turns, end)) = replay(line) else { continue };
            let inputs = *inputs
                .get_or_insert(InputKind::of(end.mode(), LEARNED).expect("a network's mode"));
            if end.alive == 0 {
                samples.extend(samples_of(inputs, &mut turns, &end));
            }
        }
    }
    let inputs = inputs.expect("games to train on");
    let trainer = Trainer {
        features: inputs.count(),
        epochs,
        points_per_logit: UNIT,
        output_scale: SCALE,
        weight_decay: 1.0,
    };
    let count = samples.len();
    let net: Net = trainer.fit(
        samples,
        |feature| match inputs {
            InputKind::Blocks(layout) => mirrored(layout, feature),
            _ => feature,
        },
        |epoch, with, without| {
            println!(
                "epoch {epoch}: {count} positions, error {with:.4}, without the net {without:.4}"
            );
        },
    );
    std::fs::write(file, net.to_tensors(KIND).to_bytes()).unwrap();
}
