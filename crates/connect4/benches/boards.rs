//! How long the solver takes for random positions, in which nobody can win at once, of any board that it knows.
//!
//! `cargo bench -p connect4 --bench boards -- [BOARD] [--stones N] [--take N] [--threads N] [--table MIB] [--seed N] [--weak]`
//! prints a line for each position: the columns played, the score, positions searched and seconds on the clock; and
//! their median and maximum at the end.

#![allow(clippy::print_stdout)] // A bench speaks on the console.

use std::error::Error;
use std::time::Instant;

use connect4::solver::{BoardPosition, BoardSolver};

struct Options {
    board: String,
    stones: usize,
    take: usize,
    threads: usize,
    table: usize,
    seed: u64,
    weak: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = Options {
        board: "7x6".to_owned(),
        stones: 14,
        take: 20,
        threads: 1,
        table: 128,
        seed: 1,
        weak: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--bench" => {} // Cargo says so to every bench.
            "--stones" => options.stones = value()?.parse()?,
            "--take" => options.take = value()?.parse()?,
            "--threads" => options.threads = value()?.parse()?,
            "--table" => options.table = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            "--weak" => options.weak = true,
            board => options.board = board.to_owned(),
        }
    }
    match options.board.as_str() {
        "5x5" => measure::<5, 5>(&options),
        "7x6" => measure::<7, 6>(&options),
        "7x7" => measure::<7, 7>(&options),
        "8x7" => measure::<8, 7>(&options),
        other => return Err(format!("no solver for {other}: 5x5, 7x6, 7x7 or 8x7").into()),
    }
    Ok(())
}

fn measure<const W: usize, const H: usize>(options: &Options) {
    let mut seed = options.seed;
    let mut solver = BoardSolver::<W, H>::new(options.table << 20).with_threads(options.threads);
    let mut times = Vec::new();
    for _ in 0..options.take {
        let (columns, position) = random::<W, H>(options.stones, &mut seed);
        solver.forget();
        let clock = Instant::now();
        let solved = match options.weak {
            true => solver.solve_weak(&position),
            false => solver.solve(&position),
        };
        let seconds = clock.elapsed().as_secs_f64();
        println!("{columns} {:>3} {:>12} {seconds:>9.3}", solved.score, solved.nodes);
        times.push(seconds);
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    if let (Some(median), Some(most)) = (times.get(times.len() / 2), times.last()) {
        println!("{W}x{H}: median {median:.3} s, mean {mean:.3} s, longest {most:.3} s");
    }
}

/// A position of random play in which the mover cannot win at once, and the columns that lead there.
fn random<const W: usize, const H: usize>(
    stones: usize,
    seed: &mut u64,
) -> (String, BoardPosition<W, H>) {
    'game: loop {
        let (mut columns, mut position) = (String::new(), BoardPosition::EMPTY);
        while columns.len() < stones {
            let open: Vec<usize> = (0..W)
                .filter(|&column| position.can_play(column) && !position.wins_with(column))
                .collect();
            if open.is_empty() {
                continue 'game;
            }
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            let column = open[(*seed % open.len() as u64) as usize];
            columns.push_str(&(column + 1).to_string());
            position = position.after(column);
        }
        if !position.can_win() {
            return (columns, position);
        }
    }
}
