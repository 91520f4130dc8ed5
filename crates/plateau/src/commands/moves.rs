//! `plateau moves`: the legal moves of a position.

use std::io::{self, Write};

use crate::failure::Failure;
use crate::setup::GameArgs;

/// Print the legal moves of a position, sorted, one a line
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Prints the moves.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut moves = args.game.table_after(args.moves.as_deref())?.legal();
    moves.sort();
    let mut out = io::stdout().lock();
    if args.json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&moves)?)?);
    }
    for mv in moves {
        writeln!(out, "{mv}")?;
    }
    Ok(())
}
