//! How many pieces a second the simulator drops: `cargo bench -p tetris --bench features`. Seconds are those of
//! the processor; the lines are checked, since a simulator that plays otherwise is no faster.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::{fs, thread};

use game::Rng;
use tetris::features::{Board, FeatureWeights, PlaceChooser};
use tetris::rules::pieces::Piece;

const PIECES: u32 = 4_000_000;

fn main() {
    for (name, text) in [
        ("dellacherie", include_str!("../data/dellacherie.json")),
        ("bcts", include_str!("../data/bcts.json")),
        ("dt10", include_str!("../data/dt10.json")),
    ] {
        let weights: FeatureWeights = serde_json::from_str(text).unwrap();
        let mut chooser = PlaceChooser::new(&weights);
        for height in [20, 10] {
            let (mut rng, mut board, mut lines, mut games) =
                (Rng::new(1), Board::new(10, height), 0, 1);
            let start = cpu_seconds();
            for _ in 0..PIECES {
                let piece = Piece::ALL[rng.below(7) as usize];
                match chooser.best(&board, piece, &[u32::MAX; 4]) {
                    Some((place, _)) => lines += board.place(&place),
                    None => {
                        board = Board::new(10, height);
                        games += 1;
                    }
                }
            }
            let time = cpu_seconds() - start;
            let rate = f64::from(PIECES) / time / 1e6;
            println!(
                "{name:<12} 10x{height}: {rate:.2} million pieces a second, {lines} lines, {games} games"
            );
        }
    }
}

/// CPU time of this thread. Linux keeps it in nanoseconds, up to date as of the last switch.
fn cpu_seconds() -> f64 {
    thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}
