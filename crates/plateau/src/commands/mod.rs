//! The commands, one file each.

mod bench;
mod engine;
mod games;
mod match_;
mod moves;
mod perft;

use clap::Subcommand;
use game::Lang;

use crate::failure::Failure;

/// What `plateau` can do.
#[derive(Subcommand)]
pub enum Command {
    /// List the games with their variants, options and levels
    Games(games::Args),
    /// Print the legal moves of a position, sorted, one a line
    Moves(moves::Args),
    /// Count sequences of moves, one count a depth
    Perft(perft::Args),
    /// Let computer players play each other, and say who is stronger
    Match(match_::Args),
    /// Let another program ask for moves by a line protocol
    Engine(engine::Args),
    /// Time the hot paths of every game
    Bench(bench::Args),
}

/// Runs a command, or opens the menu.
pub fn run(command: Option<Command>, lang: Lang) -> Result<(), Failure> {
    match command {
        None => games::run(&games::Args { json: false }, lang),
        Some(Command::Games(args)) => games::run(&args, lang),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Match(args)) => match_::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
    }
}
