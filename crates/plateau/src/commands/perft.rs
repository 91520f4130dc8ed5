//! `plateau perft`: the classic proof of a move generator.

use std::io::{self, Write};
use std::time::Instant;

use serde_json::json;

use crate::failure::Failure;
use crate::setup::GameArgs;
use crate::text;

/// Count the sequences of moves from a position, one count a depth.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,

    /// As JSON lines, for programs
    #[arg(long)]
    json: bool,
}

/// Counts, and says on the error stream how fast that went.
pub fn run(args: &Args) -> Result<(), Failure> {
    let table = args.game.table_after(args.moves.as_deref())?;
    let mut out = io::stdout().lock();
    for depth in 1..=args.depth {
        let start = Instant::now();
        let count = table.perft(depth);
        let time = start.elapsed();
        if args.json {
            let micros = time.as_micros() as u64;
            writeln!(out, "{}", json!({ "depth": depth, "count": count, "micros": micros }))?;
        } else {
            writeln!(out, "{count}")?;
            out.flush()?;
            let rate = text::rate(count, time);
            writeln!(
                io::stderr(),
                "  depth {depth}: {:.3} s, {rate} positions/s",
                time.as_secs_f64()
            )?;
        }
    }
    Ok(())
}
