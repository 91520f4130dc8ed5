//! How fast the hot paths are: `cargo bench -p quoridor`.
//!
//! Each asserts the count that it times. Times are CPU time where the system reports it, so that a busy machine
//! measures the same.

#![allow(clippy::print_stdout)] // its output is what it is for

use std::time::Instant;

use game::{Game, perft, play_text};
use quoridor::{Expert, Options, Quoridor};
use search::{Limits, Player, Stop};

/// Positions from the opening to the last walls.
const POSITIONS: &[&str] = &[
    "",
    "e2 e8 e3 e7 e4 e6 e3h e6h",
    "e2 e8 e3 e7 e4 e6 d3h e6h f5v c6h d4 d6 b4v e7h c4 c5v",
    "e2 e8 e3 e7 e4 e6 d3h e6h f5v c6h d4 d6 b4v e7h c4 c5v g4h d5 a4h g6v h6h d4 c5 h1h",
];
const NODES: u64 = 400_000;

fn after(moves: &str) -> Quoridor {
    let mut game = Quoridor::new(&Options::default(), 0).expect("the usual board");
    for text in moves.split_whitespace() {
        play_text(&mut game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

/// CPU seconds of this process; wall-clock seconds where the system does not report them.
fn seconds(begun: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = text.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| begun.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

fn main() {
    let begun = Instant::now();
    let mut all = (0, 0.0);
    for moves in POSITIONS {
        let game = after(moves);
        let mut expert = Expert::new();
        let before = seconds(begun);
        let thought = expert.think(&game, &Limits::nodes(NODES), &Stop::new(), &mut |_| ());
        let took = seconds(begun) - before;
        assert_eq!(thought.nodes, NODES, "it uses what it is given");
        println!(
            "expert, {} moves played: depth {}, {:.2} M nodes/s",
            game.plies(),
            thought.depth,
            NODES as f64 / took / 1e6
        );
        all = (all.0 + NODES, all.1 + took);
    }
    println!("expert: {:.2} M nodes/s", all.0 as f64 / all.1 / 1e6);
    let before = seconds(begun);
    assert_eq!(perft(&after(""), 4), 247_569_030);
    println!("perft 4: {:.2} s", seconds(begun) - before);
}
