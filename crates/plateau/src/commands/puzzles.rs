//! `plateau puzzles`: finds puzzles in games of our levels, or checks those of a file.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arena::puzzles::{Hunt, check};
use arena::{BadJournal, Journal};
use catalog::Entry;
use game::{Lang, Puzzle, Words};
use search::Stop;

use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::results::progress_bar;

/// Find positions with one best answer, prove them, and write them down
///
/// Levels play each other, and positions of their games in which one move is clearly the best become puzzles: proved
/// exactly where that can be done, and else by a search of ten times the nodes of the first look. Games for one player
/// compose their positions. One line each, as docs/puzzles.md says. The same seed gives the same puzzles.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `plateau games` lists them
    game: String,

    /// How many
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,

    /// The variant; the one that the game's puzzles are usually of, if not given
    #[arg(long, value_name = "V")]
    variant: Option<String>,

    /// Decides which games are played
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Write them to this file. What was found so far stands in FILE.journal, and the same command goes on from there
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    out: Option<PathBuf>,

    /// Check the puzzles of this file instead, with twice the nodes that proved them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "variant", "seed"])]
    check: Option<PathBuf>,

    /// Games at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// The share of puzzles that a check may dispute.
const BAR: f64 = 0.01;

/// Finds or checks; Ctrl-C ends it early with what was found so far.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let game = catalog::find(&args.game)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    match &args.check {
        Some(file) => check_file(game, file, threads, lang),
        None => find(args, game, threads),
    }
}

fn find(args: &Args, game: &'static dyn Entry, threads: usize) -> Result<(), Failure> {
    let (count, seed) = (args.count as usize, args.seed);
    let hunt = Hunt { game, variant: args.variant.clone(), count, seed, threads };
    let beside = args.out.as_ref().map(|out| {
        let mut name = out.clone().into_os_string();
        name.push(".journal");
        PathBuf::from(name)
    });
    let mut journal = match &beside {
        Some(path) => Journal::open(path, &hunt.head()).map_err(|bad| match bad {
            BadJournal::Io(error) => Failure::unwritable(path, &error),
            BadJournal::Other(words) => Failure::asked(words),
        })?,
        None => Journal::none(),
    };
    let stop = Stop::by(on_interrupt()?);
    let bar = progress_bar(count as u64, false);
    let puzzles = hunt.find(&mut journal, &stop, &|found| bar.set_position(found as u64));
    bar.finish_and_clear();
    let puzzles = puzzles?;
    let text: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let Some(out) = &args.out else {
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    };
    let variant = args.variant.as_ref().map(|variant| format!(" --variant {variant}"));
    let head = format!(
        "# plateau puzzles {} --count {count}{} --seed {seed} (version {})\n",
        game.about().id,
        variant.unwrap_or_default(),
        env!("CARGO_PKG_VERSION"),
    );
    fs::write(out, head + &text).map_err(|error| Failure::unwritable(out, &error))?;
    if puzzles.len() < count {
        return Err(Failure::Words(Words::new(
            format!("{} of {count} puzzles were found", puzzles.len()),
            format!("{} problèmes trouvés sur {count}", puzzles.len()),
        )));
    }
    Ok(())
}

fn check_file(
    game: &'static dyn Entry,
    file: &Path,
    threads: usize,
    lang: Lang,
) -> Result<(), Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))?;
    let puzzles = Puzzle::parse_all(&text).map_err(|bad| Failure::asked(bad.0))?;
    let stop = Stop::by(on_interrupt()?);
    let bar = progress_bar(puzzles.len() as u64, false);
    let checked = check(game, &puzzles, threads, &stop, &|_| bar.inc(1));
    bar.finish_and_clear();
    let checked = checked?;
    let mut out = io::stdout().lock();
    let disputed: Vec<_> =
        checked.iter().filter_map(|one| Some((&one.id, one.dispute.as_ref()?))).collect();
    for (id, why) in &disputed {
        writeln!(out, "{id}: {why}")?;
    }
    let (all, bad) = (checked.len(), disputed.len());
    let share = 100.0 * bad as f64 / all.max(1) as f64;
    let words = Words::new(
        format!("{all} puzzles checked, {bad} disputed ({share:.1}%)"),
        format!("{all} problèmes vérifiés, {bad} contestés ({share:.1} %)"),
    );
    writeln!(out, "{}", words.get(lang))?;
    if bad as f64 > BAR * all as f64 {
        return Err(Failure::Words(Words::new(
            "more than 1% are disputed",
            "plus de 1 % sont contestés",
        )));
    }
    Ok(())
}
