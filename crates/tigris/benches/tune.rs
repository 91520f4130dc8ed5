//! Tunes the weights of `expert` by playing: a changed set against the best so far, a first look at
//! each move, kept if it wins clearly. `cargo bench -p tigris --bench tune -- FILE [steps] [pairs]`
//! begins with the weights of FILE and writes them there.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use game::{Game, Rng, Seat};
use search::{Limits, Player, Stop};
use serde_json::Value;
use tigris::{Expert, Options, Tigris, Weights};

/// Nothing but a first look.
const LOOK: Limits = Limits::nodes(1);

/// The share of the first of two sets of weights over some pairs of games, seats changed; winning
/// clearly counts more than winning by a point.
fn duel(one: &Weights, two: &Weights, pairs: u64, seed: u64) -> f32 {
    let mut sum = 0.0;
    for number in 0..2 * pairs {
        let mut game = Tigris::new(&Options::default(), seed + number / 2).unwrap();
        let own = Seat((number % 2) as u8);
        let mut players = [Expert::new(one.clone(), number), Expert::new(two.clone(), number)];
        let mut plies = 0;
        while let Some(seat) = game.turn().seat() {
            let player = &mut players[usize::from(seat != own)];
            let mv = player.think(&game, &LOOK, &Stop::new(), &mut |_| ()).best.unwrap();
            game.play(mv);
            plies += 1;
            if plies > 3_000 {
                break;
            }
        }
        let Some(outcome) = game.turn().outcome() else { continue };
        let points = outcome.points();
        let margin = (points[own.index()] - points[1 - own.index()]) as f32;
        sum += 0.5 * outcome.share(own) + 0.5 / (1.0 + (-margin / 4.0).exp());
    }
    sum / (2 * pairs) as f32
}

/// Every number by a random factor near one.
fn changed(value: &mut Value, rng: &mut Rng, step: f32) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(|v| changed(v, rng, step)),
        Value::Array(items) => items.iter_mut().for_each(|v| changed(v, rng, step)),
        number => {
            // Most stay as they are: what helped is then easier to see.
            if let Some(old) = number.as_f64()
                && rng.below(3) == 0
            {
                let factor = f64::from((step * (rng.unit() + rng.unit() - 1.0)).exp());
                *number = Value::from((old * factor * 1000.0).round() / 1000.0);
            }
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|text| text != "--bench").collect();
    let file = &args[0];
    let number = |at: usize, usual: u64| args.get(at).and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (steps, pairs) = (number(1, 100), number(2, 50));
    let mut best: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut rng = Rng::new(number(3, 1));
    for step in 0..steps {
        let mut next = best.clone();
        changed(&mut next, &mut rng, 0.7);
        let read = |value: &Value| serde_json::from_value::<Weights>(value.clone()).unwrap();
        let (one, two) = (read(&next), read(&best));
        let seed = rng.next_u64() >> 8;
        // A few games tell the hopeless ones.
        let mut share = duel(&one, &two, pairs / 4, seed);
        if share > 0.49 {
            share = duel(&one, &two, pairs, seed + 1_000_000);
        }
        let kept = share > 0.53;
        println!("step {step}: {share:.3}{}", if kept { " kept" } else { "" });
        if kept {
            best = next;
            std::fs::write(file, serde_json::to_string_pretty(&best).unwrap() + "\n").unwrap();
        }
    }
}
