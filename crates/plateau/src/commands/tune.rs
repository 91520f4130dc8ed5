//! `plateau tune`: the numbers by which a computer player plays best, found by a grid or by CMA-ES.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::Mean;
use arena::tune::{BadJournal, Grid, Journal, Judged, Measure, Method, Search, Winner, surface};
use clap::ValueEnum;
use game::{Knob, Trials, Words};
use serde_json::{Map, Value, json};

use super::simulate::{LabArgs, progress_bar, read_numbers};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;

/// Find the numbers by which a computer player plays best
///
/// All candidates of a round play the same games, and the winner is confirmed on fresh ones, beside the
/// numbers with which the search began.
///
/// The report's own search, which took it hours: plateau tune tetris
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    lab: LabArgs,

    /// How: every point of a grid, or an evolution that learns which way to go
    #[arg(long, value_enum, default_value = "grid")]
    method: How,

    /// Who is tuned; a wrong name is answered with the list
    #[arg(long, default_value = "lookahead", value_name = "BOT")]
    bot: String,

    /// A number's range, as in --range holes=10:35:5 (from, to, step) or --range wells=-2 to hold it; may be given
    /// several times
    #[arg(long = "range", value_name = "NAME=RANGE", allow_hyphen_values = true)]
    ranges: Vec<String>,

    /// How many candidates cma-es may try, in whole rounds
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,

    /// Games for each candidate
    #[arg(long, default_value_t = 70, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,

    /// Break each game off after so many pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pieces: Option<u64>,

    /// What is to be high, such as score or lines; the game's first figure if not given
    #[arg(long, value_name = "NAME")]
    figure: Option<String>,

    /// Take the logarithm of the figure: a few lucky games count for less
    #[arg(long)]
    log: bool,

    /// Fresh games on which the winner is confirmed
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    confirm: u64,

    /// Begin with the numbers in this file
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Keep a journal in this file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Write the winner's numbers to this file, for `plateau simulate --weights`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw the grid's means to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum How {
    Grid,
    CmaEs,
}

/// The largest grid that anybody would wait for.
const LARGEST_GRID: usize = 100_000;

/// Rows of the printed table.
const TABLE: usize = 15;

/// Searches, confirms and prints; Ctrl-C ends the search early, a second one at once.
pub fn run(args: &Args) -> Result<(), Failure> {
    let lab = args.lab.trials()?;
    let options = args.lab.options();
    // Whatever is wrong with a name or an option is said before anything starts.
    lab.prepare(&args.bot, &options, None)?;
    let knobs = knobs(args, lab)?;
    let measure = Measure { figure: figure(args, lab)?, log: args.log };
    check_ends(args, &knobs)?;
    let seed = args.lab.seed.unwrap_or(1);
    let search = Search {
        knobs: knobs.clone(),
        prepare: &|numbers| lab.prepare(&args.bot, &options, Some(numbers)),
        method: if args.method == How::Grid { Method::Grid } else { Method::CmaEs },
        measure,
        games: args.games,
        most: args.pieces.unwrap_or(u64::MAX),
        budget: args.budget as usize,
        population: None,
        seed,
        threads: args.lab.threads(),
    };
    let mut journal = open_journal(args, &search, &options)?;
    let stop = on_interrupt()?;
    let length = match args.method {
        How::Grid => Grid::new(&knobs).len().unwrap_or(0),
        How::CmaEs => search.budget,
    };
    let start = Instant::now();
    let bar = progress_bar(length as u64, false);
    let done = search.run(&mut journal, &stop, &|news| {
        bar.set_position(news.judged as u64);
        bar.set_message(format!("best so far {}", interval(&news.best.mean())));
    });
    bar.finish_and_clear();
    let (done, spent) = (done?, start.elapsed());
    let out = &mut io::stdout().lock();
    writeln!(
        out,
        "{} candidates, {} games each, {:.0} s",
        done.len(),
        args.games,
        spent.as_secs_f64()
    )?;
    if args.method == How::Grid {
        print_table(out, &knobs, &done)?;
    }
    if let Some(path) = &args.svg {
        let what = lab.figures()[measure.figure];
        let title = format!("{}: mean {what} of {} games a point", args.bot, args.games);
        let svg = surface(&title, &knobs, &done).unwrap_or_default();
        fs::write(path, svg).map_err(|error| Failure::unwritable(path, &error))?;
    }
    let Some(result) = search.result(&done) else { return Ok(()) };
    // The search may have been ended by hand: what it found is confirmed all the same.
    let Some(winner) = search.confirm(result, args.confirm, &AtomicBool::new(false)) else {
        return Ok(());
    };
    print_winner(out, args, &knobs, &winner, spent)?;
    if let Some(path) = &args.out {
        let numbers: Map<String, Value> = knobs
            .iter()
            .zip(&winner.numbers)
            .map(|(knob, &number)| (knob.name.clone(), json!(number)))
            .collect();
        let text = serde_json::to_string_pretty(&numbers)? + "\n";
        fs::write(path, text).map_err(|error| Failure::unwritable(path, &error))?;
    }
    Ok(())
}

/// Nobody searches for an hour to hear then that there was nothing to vary, to draw, or nowhere to write.
fn check_ends(args: &Args, knobs: &[Knob]) -> Result<(), Failure> {
    if args.method == How::CmaEs && knobs.iter().all(|knob| knob.step <= 0.0) {
        return Err(Failure::asked(Words::new(
            "all numbers are held: leave cma-es one to vary",
            "tous les nombres sont fixés : en laisser varier un pour cma-es",
        )));
    }
    let drawable = args.method == How::Grid && Grid::new(knobs).open_axes().len() == 2;
    if args.svg.is_some() && !drawable {
        return Err(Failure::asked(Words::new(
            "--svg draws a grid in which two numbers vary",
            "--svg dessine une grille où deux nombres varient",
        )));
    }
    let writable = |path: &Path| {
        let tried = OpenOptions::new().append(true).create(true).open(path);
        tried.map(drop).map_err(|error| Failure::unwritable(path, &error))
    };
    [&args.svg, &args.out].into_iter().flatten().try_for_each(|path| writable(path))
}

/// The numbers to be tuned, as the flags have them.
fn knobs(args: &Args, lab: &dyn Trials) -> Result<Vec<Knob>, Failure> {
    let mut knobs = lab.knobs(&args.bot).unwrap_or_default();
    if knobs.is_empty() {
        return Err(Failure::asked(Words::new(
            format!("{} has no numbers to tune", args.bot),
            format!("{} n’a pas de nombres à régler", args.bot),
        )));
    }
    if let Some(path) = &args.from {
        let numbers = read_numbers(path, lab, &args.bot)?;
        knobs.iter_mut().zip(numbers).for_each(|(knob, number)| knob.usual = number);
    }
    for range in &args.ranges {
        turn(&mut knobs, range)?;
    }
    let points = Grid::new(&knobs).len();
    if args.method == How::Grid && points.is_none_or(|points| points > LARGEST_GRID) {
        return Err(Failure::asked(Words::new(
            format!(
                "that grid has more than {LARGEST_GRID} points: hold numbers with --range NAME=VALUE, or use --method cma-es"
            ),
            format!(
                "cette grille a plus de {LARGEST_GRID} points : fixer des nombres par --range NOM=VALEUR, ou prendre --method cma-es"
            ),
        )));
    }
    Ok(knobs)
}

/// Sets a range such as `holes=10:35:5`, or a value such as `holes=20`.
fn turn(knobs: &mut [Knob], text: &str) -> Result<(), Failure> {
    let names = knobs.iter().map(|knob| knob.name.as_str()).collect::<Vec<_>>().join(", ");
    let wrong = || {
        Failure::asked(Words::new(
            format!(
                "“{text}” is no range: write NAME=FROM:TO:STEP or NAME=VALUE, with a name of {names}"
            ),
            format!(
                "« {text} » n’est pas un intervalle : écrire NOM=DE:À:PAS ou NOM=VALEUR, avec un nom parmi {names}"
            ),
        ))
    };
    let (name, range) = text.split_once('=').ok_or_else(wrong)?;
    let numbers: Result<Vec<f64>, _> = range.split(':').map(|part| part.trim().parse()).collect();
    let numbers = numbers.map_err(|_| wrong())?;
    let knob = knobs.iter_mut().find(|knob| knob.name == name.trim()).ok_or_else(wrong)?;
    match numbers[..] {
        [value] if value.is_finite() => {
            (knob.usual, knob.low, knob.high, knob.step) = (value, value, value, 0.0);
        }
        [low, high, step] if low < high && step > 0.0 && (high - low).is_finite() => {
            (knob.low, knob.high, knob.step) = (low, high, step);
            knob.usual = knob.usual.clamp(low, high);
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

/// The figure by its name.
fn figure(args: &Args, lab: &dyn Trials) -> Result<usize, Failure> {
    let figures = lab.figures();
    let name = args.figure.as_deref().unwrap_or(figures[0]);
    figures.iter().position(|figure| *figure == name).ok_or_else(|| {
        let names = figures.join(", ");
        Failure::asked(Words::new(
            format!("there is no figure “{name}”; there is {names}"),
            format!("il n’y a pas de valeur « {name} » ; il y a {names}"),
        ))
    })
}

fn open_journal(
    args: &Args,
    search: &Search<'_>,
    options: &Map<String, Value>,
) -> Result<Journal, Failure> {
    let Some(path) = &args.journal else { return Ok(Journal::none()) };
    let head = json!({
        "plateau": "tune", "game": args.lab.game, "bot": args.bot, "options": options,
        "method": if args.method == How::Grid { "grid" } else { "cma-es" },
        "knobs": search.knobs, "games": args.games, "pieces": args.pieces, "seed": search.seed,
        "figure": search.measure.figure, "log": search.measure.log,
    });
    Journal::open(path, &head).map_err(|bad| match bad {
        BadJournal::Io(error) => Failure::unwritable(path, &error),
        BadJournal::Other(words) => Failure::asked(words),
    })
}

/// A mean with the 95% around it.
fn interval(mean: &Mean) -> String {
    match mean.error {
        Some(error) => format!("{:.1} ± {:.1}", mean.mean, 1.96 * error),
        None => format!("{:.1}", mean.mean),
    }
}

/// The best means. Points that have played the very same games stand in one row: with the same seeds for all, a
/// number that changes nothing would fill the table.
fn print_table(out: &mut impl Write, knobs: &[Knob], done: &[Judged]) -> Result<(), Failure> {
    let mut best: Vec<&Judged> = done.iter().collect();
    best.sort_by(|a, b| b.value.total_cmp(&a.value));
    for knob in knobs {
        write!(out, "{:>14}", knob.name)?;
    }
    writeln!(out, "{:>8}   mean, 95%", "points")?;
    let alike = |a: &&Judged, b: &&Judged| (a.value, a.error) == (b.value, b.error);
    for points in best.chunk_by(alike).take(TABLE) {
        for index in 0..knobs.len() {
            let numbers = points.iter().map(|judged| (judged.numbers[index] * 1e6).round() / 1e6);
            let low = numbers.clone().fold(f64::INFINITY, f64::min);
            let high = numbers.fold(f64::NEG_INFINITY, f64::max);
            let range = if low < high { format!("{low}…{high}") } else { low.to_string() };
            write!(out, "{range:>14}")?;
        }
        writeln!(out, "{:>8}   {}", points.len(), interval(&points[0].mean()))?;
    }
    Ok(())
}

fn print_winner(
    out: &mut impl Write,
    args: &Args,
    knobs: &[Knob],
    winner: &Winner,
    spent: Duration,
) -> Result<(), Failure> {
    writeln!(out, "\nthe winner, after {:.0} s:", spent.as_secs_f64())?;
    for (knob, number) in knobs.iter().zip(&winner.numbers) {
        writeln!(out, "  {:<20}{number:.4}  (was {})", knob.name, knob.usual)?;
    }
    writeln!(out, "in the search     {}", interval(&winner.seen))?;
    writeln!(out, "on {} fresh games  {}", args.confirm, interval(&winner.confirmed))?;
    writeln!(out, "where it began    {}, on the same games", interval(&winner.before))?;
    Ok(())
}
