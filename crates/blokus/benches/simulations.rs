//! Simulations a second of the expert by phase of the game, over four games with itself at a second of the processor a
//! move: `cargo bench -p blokus --bench simulations -- duo`.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::Duration;

use blokus::expert::Expert;
use blokus::{Blokus, Mode, Move, Options, Scoring};
use game::Game;
use search::{Limits, Player, Stop};

/// What a move gets.
const BUDGET: Duration = Duration::from_secs(1);

/// Simulations between two looks at the clock.
const BATCH: u64 = 200;

fn main() {
    let name = std::env::args().skip(1).find(|text| !text.starts_with("--"));
    let name = name.unwrap_or_else(|| "duo".into());
    let mode = Mode::ALL.into_iter().find(|mode| mode.id() == name).expect("a way to play");
    let options = Options { mode, scoring: Scoring::Official };
    // The plies that phases begin with.
    let phases: &[usize] = match mode {
        Mode::Duo => &[0, 4, 10, 16, 22],
        _ => &[0, 12, 24, 36, 48],
    };
    let mut counts = vec![(0u64, Duration::ZERO); phases.len()];
    for seed in 0..4 {
        let mut game = Blokus::new(&options, 0).unwrap();
        let mut ply = 0;
        while game.turn().seat().is_some() {
            let start = processor_time();
            let (mv, nodes) = think(&mut Expert::new(seed), &game);
            if game.count_moves() > 1 {
                let phase = phases.partition_point(|&first| first <= ply) - 1;
                let at: &mut (u64, Duration) = &mut counts[phase];
                *at = (at.0 + nodes, at.1 + (processor_time() - start));
            }
            game.play(mv);
            ply += 1;
        }
    }
    for (first, (nodes, time)) in phases.iter().zip(counts) {
        let rate = nodes as f64 / time.as_secs_f64() / 1000.0;
        println!("from ply {first:>2}: {rate:>8.1} thousand a second");
    }
}

/// Lets it think. On a machine that does other things too, only processor time is fair: the expert keeps its tree, so it
/// can be asked again and again until the time is up.
fn think(player: &mut Expert, game: &Blokus) -> (Move, u64) {
    let (start, mut nodes) = (processor_time(), 0);
    loop {
        let limits = Limits { study: true, ..Limits::nodes(BATCH) };
        let thought = player.think(game, &limits, &Stop::new(), &mut |_| ());
        nodes += thought.nodes;
        if processor_time() - start >= BUDGET || thought.nodes < BATCH {
            return (thought.best.unwrap(), nodes);
        }
    }
}

/// What this thread has used of the processor, as the system counts it.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split_whitespace().next().unwrap().parse().unwrap())
}
