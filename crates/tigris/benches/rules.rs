//! The hot paths of the rules: `cargo bench -p tigris --bench rules -- [seconds]`.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use game::{Game, Rng, Seat};
use tigris::{Options, Tigris};

/// Does something over and over for a while; gives how many times a second.
fn rate(time: Duration, mut once: impl FnMut() -> u64) -> f64 {
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < time {
        count += once();
    }
    count as f64 / start.elapsed().as_secs_f64()
}

fn random_game(options: &Options, seed: u64) -> u64 {
    let mut game = Tigris::new(options, seed).unwrap();
    let (mut rng, mut scratch, mut plies) = (Rng::new(seed), Vec::new(), 0);
    while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
        game.play(mv);
        plies += 1;
    }
    plies
}

/// Positions of all ages from random games.
fn positions() -> Vec<Tigris> {
    let (mut rng, mut scratch, mut found) = (Rng::new(1), Vec::new(), Vec::new());
    for seed in 0..10 {
        let mut game = Tigris::new(&Options::default(), seed).unwrap();
        while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
            game.play(mv);
            found.push(game.clone());
        }
    }
    found
}

fn main() {
    let seconds = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(1.0);
    let time = Duration::from_secs_f64(seconds);
    for players in 2..=4 {
        let options = Options { players, ..Options::default() };
        let mut seed = 0;
        let plies = rate(time, || {
            seed += 1;
            random_game(&options, seed)
        });
        println!("random games, {players} players: {plies:.0} moves a second");
    }
    let positions = positions();
    let (mut moves, mut rng) = (Vec::new(), Rng::new(2));
    let each = |what: &str, of: &mut dyn FnMut(&Tigris)| {
        let rate = rate(time, || {
            positions.iter().for_each(&mut *of);
            positions.len() as u64
        });
        println!("{what}: {rate:.0} a second");
    };
    each("clone", &mut |game| _ = black_box(game.clone()));
    each("list of moves", &mut |game| game.legal_moves(&mut moves));
    each("imagined world", &mut |game| _ = black_box(game.imagine(Some(Seat(0)), &mut rng)));
    each("save and load", &mut |game| drop(black_box(Tigris::load(&game.save()))));
    each("view", &mut |game| drop(black_box(game.view(game.turn().seat()))));
}
