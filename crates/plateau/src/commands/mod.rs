//! The commands, one file each.

mod backup;
mod bench;
mod book;
mod convert;
mod crew;
mod engine;
mod event;
mod explain;
mod export;
mod games;
mod host_database;
mod join;
mod ladder;
mod manual;
mod match_;
mod menu;
mod moves;
mod perft;
mod play;
mod puzzles;
mod restore;
mod serve;
mod serve_words;
mod simulate;
mod solve;
mod train;
mod tune;
mod worker;

use clap::{CommandFactory, Subcommand};
use game::Lang;

use crate::failure::Failure;

/// What `plateau` can do; each command's arguments say what it is for.
#[derive(Subcommand)]
pub enum Command {
    Serve(serve::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Play(play::Args),
    Menu(menu::Args),
    Join(join::Args),
    Games(games::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Match(match_::Args),
    Ladder(ladder::Args),
    Simulate(simulate::Args),
    Tune(tune::Args),
    Train(train::Args),
    Export(export::Args),
    Worker(worker::Args),
    Convert(convert::Args),
    Engine(engine::Args),
    Puzzles(puzzles::Args),
    Solve(solve::Args),
    Explain(explain::Args),
    Book(book::Args),
    Bench(bench::Args),
    #[command(hide = true)]
    Manual(manual::Args),
}

/// Runs a command; without one, opens the game room and the browser on it.
pub fn run(command: Option<Command>, lang: Lang) -> Result<(), Failure> {
    match command {
        None => {
            serve::run(&serve::Args { open: true, brief: true, ..serve::Args::default() }, lang)
        }
        Some(Command::Serve(args)) => serve::run(&args, lang),
        Some(Command::Backup(args)) => backup::run(&args, lang),
        Some(Command::Restore(args)) => restore::run(&args, lang),
        Some(Command::Play(args)) => play::run(args, lang),
        Some(Command::Menu(args)) => menu::run(&args, lang),
        Some(Command::Join(args)) => join::run(&args, lang),
        Some(Command::Games(args)) => games::run(&args, lang),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Match(args)) => match_::run(&args, lang),
        Some(Command::Ladder(args)) => ladder::run(&args, lang),
        Some(Command::Simulate(args)) => simulate::run(&args, lang),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Train(args)) => train::run(&args, lang),
        Some(Command::Export(args)) => export::run(&args, lang),
        Some(Command::Worker(args)) => worker::run(&args, lang),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Puzzles(args)) => puzzles::run(&args, lang),
        Some(Command::Solve(args)) => solve::run(&args, lang),
        Some(Command::Explain(args)) => explain::run(&args, lang),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Manual(args)) => manual::run(&args, crate::Cli::command()),
    }
}
