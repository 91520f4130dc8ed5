//! The commands, one file each.

mod bench;
mod book;
mod convert;
mod duel;
mod engine;
mod games;
mod match_;
mod menu;
mod moves;
mod perft;
mod play;
mod serve;
mod simulate;
mod solve;
mod tune;

use clap::Subcommand;
use game::Lang;

use crate::failure::Failure;

/// What `plateau` can do.
#[derive(Subcommand)]
pub enum Command {
    /// Open the game room in the browser, for this machine or a whole club
    Serve(serve::Args),
    /// Play a game in this terminal
    Play(play::Args),
    /// Choose a game and who plays, then play in this terminal
    Menu(menu::Args),
    /// List the games with their variants, options and levels
    Games(games::Args),
    /// Print the legal moves of a position, sorted, one a line
    Moves(moves::Args),
    /// Count sequences of moves, one count a depth
    Perft(perft::Args),
    /// Let computer players play each other, and say who is stronger
    Match(match_::Args),
    /// Let Tetris bots attack each other, or measure each alone
    Duel(duel::Args),
    /// Let one computer player play alone, and count what it reaches
    Simulate(simulate::Args),
    /// Find the numbers by which a computer player plays best
    Tune(tune::Args),
    /// Write a saved game in another format, such as Pentobi's
    Convert(convert::Args),
    /// Let another program ask for moves by a line protocol
    Engine(engine::Args),
    /// Solve Connect Four positions exactly
    Solve(solve::Args),
    /// Make Connect Four's opening book
    Book(book::Args),
    /// Time the hot paths of every game, or the server
    Bench(bench::Args),
}

/// Runs a command; without one, opens the game room and the browser on it.
pub fn run(command: Option<Command>, lang: Lang) -> Result<(), Failure> {
    match command {
        None => serve::run(&serve::Args { open: true, ..serve::Args::default() }, lang),
        Some(Command::Serve(args)) => serve::run(&args, lang),
        Some(Command::Play(args)) => play::run(args, lang),
        Some(Command::Menu(args)) => menu::run(&args, lang),
        Some(Command::Games(args)) => games::run(&args, lang),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Match(args)) => match_::run(&args),
        Some(Command::Duel(args)) => duel::run(&args, lang),
        Some(Command::Simulate(args)) => simulate::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
    }
}
