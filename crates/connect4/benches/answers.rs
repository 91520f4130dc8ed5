//! How long the perfect player takes to answer, over whole games from the empty board against an
//! opponent who plays anything: `cargo bench -p connect4 --bench answers -- [games]`.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use connect4::{Connect4, Options};
use game::{Game, Rng};
use search::{Levels, Stop, Thought};

fn main() {
    let games: u64 = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(20);
    let level = Connect4::LEVELS.iter().find(|level| level.id == "perfect").unwrap();
    let mut rng = Rng::new(1);
    let (mut known, mut times): (Vec<Duration>, Vec<(Duration, String)>) = Default::default();
    for number in 0..games {
        let mut game = Connect4::new(&Options::default(), 0).unwrap();
        let mut player = Connect4::usual_player("perfect", number).unwrap();
        while let Some(seat) = game.turn().seat() {
            let mv = if u64::from(seat.0) == number % 2 {
                let (start, mut proved) = (Instant::now(), None);
                let mut note = |_: &Thought<_>| proved = proved.or(Some(start.elapsed()));
                let best = player.think(&game, &level.limits, &Stop::new(), &mut note).best;
                known.extend(proved);
                times.push((start.elapsed(), game.save()));
                best
            } else {
                game.random_move(&mut rng, &mut Vec::new())
            };
            game.play(mv.unwrap());
        }
    }
    known.sort();
    times.sort();
    let (longest, position) = times.last().unwrap();
    println!("{games} games, {} answers, {} proved", times.len(), known.len());
    println!(
        "median {:?}; with the scores of all columns {:?}",
        known[known.len() / 2],
        times[times.len() / 2].0
    );
    println!("longest {longest:?}: {position}");
}
