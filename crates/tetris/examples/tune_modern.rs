//! Tunes the weights of the guideline game's expert: a separable CMA-ES (Ros and Hansen, 2008) for attack a piece.
//!
//!     cargo run --release -p tetris --example tune_modern -- OUT.json [nodes 2500] [pieces 140] [games 8] [generations 100]
//!
//! Every other game has an imagined opponent whose rubbish comes up. The candidates of a generation play the same
//! games; the next one plays others. It begins with the weights in the file, if there are any, and writes the mean of every generation there.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::{env, fs};

use game::Rng;
use serde_json::Value;
use tetris::System;
use tetris::guideline::{AttackSearch, AttackWeights, Bag, Situation};
use tetris::rules::supply::Supply;

const SHOWN: usize = 5;

/// What an imagined opponent sends at once, about every sixth piece: as much as a good one does.
const ATTACKS: [u32; 5] = [2, 4, 5, 5, 7];

/// Attack a piece. Dying costs.
fn attack(weights: &AttackWeights, seed: u64, (pieces, nodes): (u32, u64), race: bool) -> f64 {
    let mut rng = Rng::new(!seed);
    let mut supply = Supply::new(System::Modern, SHOWN, seed);
    let mut situation = Situation::new(10, 20);
    situation.queue = vec![supply.take(SHOWN)];
    situation.queue.extend(supply.queue());
    situation.bag = Bag::of(supply.bag());
    let mut search = AttackSearch::new(weights.clone(), situation);
    let (mut attack, mut waiting) = (0, 0);
    let rate = |attack: u32| f64::from(attack) / f64::from(pieces);
    for _ in 0..pieces {
        let before = search.nodes();
        while search.nodes() - before < nodes && search.round() {}
        let mut after = search.situation().clone();
        let best = search.best();
        let Some((best, clear)) = best.and_then(|best| Some((best, after.place(best)?))) else {
            return rate(attack) - 0.3;
        };
        let made = clear.attack(System::Modern);
        attack += made;
        search.advance(best);
        while search.situation().queue.len() <= SHOWN {
            supply.take(SHOWN);
            supply.queue().last().into_iter().for_each(|&piece| search.add(piece));
        }
        if !race {
            continue;
        }
        if rng.below(6) == 0 {
            waiting += rng.pick(&ATTACKS).copied().unwrap_or(0);
        }
        waiting -= made.min(waiting);
        if clear.lines == 0 && waiting > 0 {
            let lines = waiting.min(8);
            waiting -= lines;
            let mut situation = search.situation().clone();
            situation.well.lift(10, lines as u8, rng.below(10) as u8);
            search.restart(situation);
        }
    }
    rate(attack)
}

/// All numbers of a value, in order.
fn numbers(value: &Value, into: &mut Vec<f64>) {
    match value {
        Value::Number(number) => into.extend(number.as_f64()),
        Value::Array(all) => all.iter().for_each(|value| numbers(value, into)),
        Value::Object(all) => all.values().for_each(|value| numbers(value, into)),
        _ => {}
    }
}

/// The same value with other numbers, to four places.
fn replace(value: &mut Value, from: &mut impl Iterator<Item = f64>) {
    match value {
        Value::Number(_) => {
            if let Some(number) = from.next() {
                *value = ((number * 1e4).round() / 1e4).into();
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|value| replace(value, from)),
        Value::Object(all) => all.values_mut().for_each(|value| replace(value, from)),
        _ => {}
    }
}

/// A draw from the normal distribution (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    let (a, b) = (f64::from(rng.unit()).max(1e-9), f64::from(rng.unit()));
    (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
}

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::args().nth(1).ok_or("name a file for the weights")?;
    let arg =
        |n: usize, usual: u64| env::args().nth(n).map_or(Ok(usual), |text| text.parse::<u64>());
    let (nodes, pieces, games, generations) =
        (arg(2, 2500)?, arg(3, 140)? as u32, arg(4, 8)?, arg(5, 100)? as i32);
    let template: Value = match fs::read_to_string(&out) {
        Ok(text) => serde_json::from_str(&text)?,
        Err(_) => serde_json::to_value(AttackWeights::own())?,
    };
    let mut mean = Vec::new();
    numbers(&template, &mut mean);
    let made = |x: &[f64]| -> Result<AttackWeights, serde_json::Error> {
        let mut value = template.clone();
        replace(&mut value, &mut x.iter().copied());
        serde_json::from_value(value)
    };

    // The constants are the authors' own.
    let (n, lambda) = (mean.len(), 14usize);
    let (size, mu) = (n as f64, lambda / 2);
    let raw: Vec<f64> = (1..=mu).map(|rank| (mu as f64 + 0.5).ln() - (rank as f64).ln()).collect();
    let share: Vec<f64> = raw.iter().map(|weight| weight / raw.iter().sum::<f64>()).collect();
    let mueff = 1.0 / share.iter().map(|weight| weight * weight).sum::<f64>();
    let cs = (mueff + 2.0) / (size + mueff + 5.0);
    let ds = 1.0 + cs + 2.0 * (((mueff - 1.0) / (size + 1.0)).sqrt() - 1.0).max(0.0);
    let cc = (4.0 + mueff / size) / (size + 4.0 + 2.0 * mueff / size);
    let boost = (size + 2.0) / 3.0;
    let c1 = boost * 2.0 / ((size + 1.3).powi(2) + mueff);
    let cmu = boost * 2.0 * (mueff - 2.0 + 1.0 / mueff) / ((size + 2.0).powi(2) + mueff);
    let cmu = cmu.min(1.0 - c1);
    let chi = size.sqrt() * (1.0 - 1.0 / (4.0 * size) + 1.0 / (21.0 * size * size));

    // Large weights are changed by more than small ones.
    let scale: Vec<f64> = mean.iter().map(|weight| 0.3 * weight.abs() + 0.05).collect();
    let (mut variance, mut sigma) = (vec![1.0f64; n], 0.6);
    let (mut path_s, mut path_c) = (vec![0.0; n], vec![0.0; n]);
    let mut rng = Rng::new(1);
    for generation in 0..generations {
        let seeds: Vec<u64> = (0..games).map(|_| rng.next_u64()).collect();
        let mut tried: Vec<(f64, Vec<f64>)> = Vec::new();
        for _ in 0..lambda {
            let z: Vec<f64> = variance.iter().map(|v| v.sqrt() * normal(&mut rng)).collect();
            let x: Vec<f64> = (0..n).map(|i| mean[i] + sigma * scale[i] * z[i]).collect();
            let weights = made(&x)?;
            let play = |(&seed, game): (&u64, usize)| {
                attack(&weights, seed, (pieces, nodes), game % 2 == 1)
            };
            tried.push((seeds.iter().zip(0..).map(play).sum::<f64>() / games as f64, z));
        }
        tried.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best = &tried[..mu];
        let weighted = |of: &dyn Fn(&[f64]) -> f64| -> f64 {
            share.iter().zip(best).map(|(weight, (_, z))| weight * of(z)).sum()
        };
        let step: Vec<f64> = (0..n).map(|i| weighted(&|z| z[i])).collect();
        for i in 0..n {
            mean[i] += sigma * scale[i] * step[i];
            let normed = step[i] / variance[i].sqrt();
            path_s[i] = (1.0 - cs) * path_s[i] + (cs * (2.0 - cs) * mueff).sqrt() * normed;
        }
        let length = path_s.iter().map(|p| p * p).sum::<f64>().sqrt();
        let settled = (1.0 - (1.0 - cs).powi(2 * (generation + 1))).sqrt();
        let steady = length / settled < (1.4 + 2.0 / (size + 1.0)) * chi;
        for i in 0..n {
            let new = if steady { (cc * (2.0 - cc) * mueff).sqrt() * step[i] } else { 0.0 };
            path_c[i] = (1.0 - cc) * path_c[i] + new;
            variance[i] = (1.0 - c1 - cmu) * variance[i]
                + c1 * path_c[i] * path_c[i]
                + cmu * weighted(&|z| z[i] * z[i]);
        }
        sigma *= ((cs / ds) * (length / chi - 1.0)).exp();
        let average = tried.iter().map(|tried| tried.0).sum::<f64>() / lambda as f64;
        println!("{generation}: mean {average:.3}, best {:.3}, sigma {sigma:.3}", tried[0].0);
        fs::write(&out, serde_json::to_string_pretty(&made(&mean)?)? + "\n")?;
    }
    Ok(())
}
