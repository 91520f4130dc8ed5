//! `plateau book`: makes a game's opening book, for as long as one lets it.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use catalog::Entry;
use game::Words;
use indicatif::{ProgressBar, ProgressStyle};
use search::{BookOptions, BookProgress, OpeningBook};

use crate::failure::Failure;
use crate::interrupt::on_interrupt;

/// Make a game's opening book
///
/// Exact scores of every position up to some depth, and of all that a perfect player meets beyond it.
///
/// It can be stopped at any time, by Ctrl-C or worse, and goes on where it was. With --pack it
/// writes what is there as a book; rebuild with that file in the book/ folder of the game's crate to
/// bundle it.
#[derive(clap::Args)]
pub struct Args {
    /// The folder in which the work is kept
    folder: PathBuf,

    /// The game; the first that has a book, if not given
    #[arg(long)]
    game: Option<String>,

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
    let book = book(args.game.as_deref())?;
    match &args.pack {
        Some(file) => pack(book, args, file),
        None => generate(book, args),
    }
}

fn book(game: Option<&str>) -> Result<&'static OpeningBook, Failure> {
    let named = match game {
        Some(id) => catalog::find(id)?.book(),
        None => catalog::games().iter().find_map(|game| game.book()),
    };
    named.ok_or_else(|| {
        let with_book = catalog::games().iter().filter(|game| game.book().is_some());
        let names = with_book.map(|game: &&dyn Entry| game.about().id).collect::<Vec<_>>();
        let (names, game) = (names.join(", "), game.unwrap_or_default());
        Failure::asked(Words::new(
            format!("{game} has no opening book; there is one of {names}"),
            format!("{game} n’a pas de bibliothèque d’ouvertures ; il y en a une de {names}"),
        ))
    })
}

fn pack(book: &OpeningBook, args: &Args, file: &PathBuf) -> Result<(), Failure> {
    let packed = (book.pack)(&args.folder)?;
    fs::write(file, &packed.bytes)?;
    let (summary, size) = (packed.summary, packed.bytes.len());
    Ok(writeln!(io::stdout(), "{}: {summary}, {size} bytes", file.display())?)
}

fn generate(book: &OpeningBook, args: &Args) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = BookOptions {
        depth: args.depth,
        lines: args.lines,
        threads: args.threads.map_or(cores, usize::from),
        table_bytes: (args.table as usize) << 20,
    };
    let stop = on_interrupt()?;
    let bar = ProgressBar::new(0);
    // The template is a constant that the library reads in every run.
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {bar:32.cyan/dim} {pos}/{len}  {elapsed}")
    {
        bar.set_style(style);
    }
    let mut show = |progress: &BookProgress| {
        bar.set_message(progress.step.clone());
        bar.set_length(progress.total);
        bar.set_position(progress.done);
    };
    let whole = (book.generate)(&args.folder, &options, &stop, &mut show)?;
    bar.abandon();
    if whole {
        return Ok(());
    }
    Err(Failure::asked(Words::new(
        "stopped; the same command goes on from here",
        "arrêté ; la même commande reprendra ici",
    )))
}
