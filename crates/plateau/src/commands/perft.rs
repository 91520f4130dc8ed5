//! `plateau perft`: the classic proof of a move generator.

use std::io::{self, Write};
use std::time::Instant;

use serde_json::json;

use crate::failure::Failure;
use crate::setup::GameArgs;
use crate::text;

/// Count sequences of moves, one count a depth
///
/// The counts go to the standard output, how fast it went to the error stream.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// How many moves deep
    #[arg(value_parser = parse_depth)]
    depth: u32,

    /// As JSON lines, for programs
    #[arg(long)]
    json: bool,
}

fn parse_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=100).contains(depth));
    depth.ok_or_else(|| "give a whole number of moves from 1 to 100".into())
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
