//! `plateau book`: makes Connect Four's opening book, for as long as one lets it.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use connect4::solver::Solver;
use connect4::solver::book::{Book, Generator, Progress};
use game::Words;
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::interrupt::on_interrupt;

/// Make Connect Four's opening book
///
/// Exact scores of every position up to some depth, and of all that a perfect player meets beyond it.
///
/// It can be stopped at any time, by Ctrl-C or worse, and goes on where it was. With --pack it
/// writes what is there as a book; rebuild with that file in crates/connect4/book/ to bundle it.
#[derive(clap::Args)]
pub struct Args {
    /// The folder in which the work is kept
    folder: PathBuf,

    /// Solve every position of this many stones
    #[arg(long, default_value_t = 6, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,

    /// Solve the positions that a perfect player meets up to this many stones
    #[arg(long, default_value_t = 8, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=20))]
    lines: u32,

    /// Positions to solve at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Memory for the table that the threads share, in MiB
    #[arg(long, default_value_t = 4096, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table: u32,

    /// Write what is there as a book to this file
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,
}

/// Solves, or packs what was solved.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.pack {
        Some(file) => pack(args, file),
        None => generate(args),
    }
}

fn pack(args: &Args, file: &PathBuf) -> Result<(), Failure> {
    let bytes = Generator::open(&args.folder, Vec::new())?.pack()?;
    let book = Book::from_bytes(&bytes).map_err(io::Error::other)?;
    fs::write(file, &bytes)?;
    let (depth, lines) = (book.complete_depth(), book.depth());
    let (count, size) = (book.len(), bytes.len());
    Ok(writeln!(
        io::stdout(),
        "{}: all positions up to {depth} stones, lines up to {lines}, {count} scores, {size} bytes",
        file.display()
    )?)
}

fn generate(args: &Args) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let first = Solver::new((args.table as usize) << 20);
    let mut solvers: Vec<Solver> = (1..threads).map(|_| first.sharing()).collect();
    solvers.push(first);
    let mut generator = Generator::open(&args.folder, solvers)?;
    let stop = on_interrupt()?;
    let bar = ProgressBar::new(0);
    // The template is a constant that the library reads in every run.
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {bar:32.cyan/dim} {pos}/{len}  {elapsed}")
    {
        bar.set_style(style);
    }
    let show = |what: &str, progress: Progress| {
        bar.set_message(format!("{what} of {} stones", progress.depth));
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    };
    let done = generator.solve(args.depth, &stop, |progress| show("all", progress))?;
    let whole = done.done == done.total
        && generator.solve_lines(args.lines, &stop, |progress| show("lines", progress))?;
    bar.abandon();
    if whole {
        return Ok(());
    }
    Err(Failure::asked(Words::new(
        "stopped; the same command goes on from here",
        "arrêté ; la même commande reprendra ici",
    )))
}
