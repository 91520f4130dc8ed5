//! How fast moves are found and made: `cargo bench -p blokus --bench moves`. Each count is checked
//! while it is timed.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::Instant;

use blokus::{Blokus, Mode, Options};
use game::{Game, Rng, perft};

fn main() {
    let game = |mode| Blokus::new(&Options { mode, ..Options::default() }, 0).unwrap();
    for (mode, depth, count) in [(Mode::Duo, 3, 89_204_762), (Mode::Teams, 4, 11_316_496)] {
        let start = Instant::now();
        assert_eq!(perft(&game(mode), depth), count);
        let time = start.elapsed();
        let rate = count as f64 / time.as_secs_f64() / 1e6;
        println!("{:<7} perft {depth}: {count} in {time:?}, {rate:.0} million a second", mode.id());
    }
    for mode in Mode::ALL {
        let (mut rng, mut scratch, mut plies) = (Rng::new(1), Vec::new(), 0);
        let start = Instant::now();
        for _ in 0..200 {
            let mut game = game(mode);
            while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
                game.play(mv);
                plies += 1;
            }
        }
        let rate = 200.0 / start.elapsed().as_secs_f64();
        println!("{:<7} random games: {rate:.0} a second, {} moves each", mode.id(), plies / 200);
    }
}
