//! `plateau tune`: the numbers by which a computer player plays best, found by a grid, CMA-ES or SPSA.

mod print;
mod target;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use arena::tune::{
    BadJournal, Grid, Measure, Method, Search, Target, Trial, TuneJournal, TuneNews, surface,
    surface_3d,
};
use arena::{JobSpec, OpeningSource, TuneJob};
use clap::ValueEnum;
use game::{Parameter, Words};
use search::{Limits, Stop};
use serde_json::{Value, json};

use self::target::TuneTarget;
use super::crew::CrewArgs;
use super::event::{BudgetArgs, ContestKind, OpeningArgs};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::numbers;
use crate::results::progress_bar;
use crate::setup::GameArgs;

/// Find the numbers by which a computer player plays best
///
/// All candidates of a round play the same games. The winner is believed only if fresh games say that it is better than
/// the numbers with which the search began. In a game for one, a candidate plays alone; in any other it meets the level as
/// it is, from every seat.
/// As in: plateau tune connect4 hard
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Which level is tuned, as in hard, or hard:micro=2 to begin elsewhere; a wrong name is answered with the list. The
    /// game's usual one, or the strongest, if not given
    #[arg(value_name = "LEVEL")]
    level: Option<String>,

    /// Whom candidates meet, where they do not play alone; the level with its usual numbers if not given
    #[arg(long, value_name = "CONTESTANT")]
    against: Option<String>,

    /// How: every point of a grid, an evolution that learns which way to go (cma-es), or steps in random directions (spsa);
    /// the grid alone, the evolution against others, if not given
    #[arg(long, value_enum)]
    method: Option<How>,

    /// The numbers that vary, separated by commas; all others are held
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    parameters: Vec<String>,

    /// A number's range, as in --range holes=10:35:5 (from, to, step) or --range wells=-2 to hold it; may be given
    /// several times. Depth, nodes and seconds are held unless they are named
    #[arg(long = "range", value_name = "NAME=RANGE", allow_hyphen_values = true)]
    ranges: Vec<String>,

    /// How many candidates cma-es or spsa may try, in whole rounds
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,

    /// Games for each candidate: 70 alone, 16 from every seat against others, if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    games: Option<u64>,

    /// Break each game alone off after so many moves, such as pieces
    #[arg(long, visible_alias = "pieces", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    moves: Option<u64>,

    #[command(flatten)]
    spend: BudgetArgs,

    #[command(flatten)]
    openings: OpeningArgs,

    /// What is to be high, such as score or lines; the game's first figure if not given
    #[arg(long, value_name = "NAME")]
    figure: Option<String>,

    /// Take the logarithm of the figure: a few lucky games count for less
    #[arg(long)]
    log: bool,

    /// Fresh games on which the winner is confirmed: 300 alone, 100 from every seat against others, if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    confirm: Option<u64>,

    /// Begin with the numbers in this file
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Keep a journal in this file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Write the numbers to this file, for `plateau simulate --weights`: the winner's if it is believed, or else those with
    /// which it began
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw the grid's means to this file, as a field of colours
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw them as a landscape, in three dimensions; in a browser the mouse or the arrow keys turn it
    #[arg(long, value_name = "FILE")]
    svg_3d: Option<PathBuf>,

    /// Write all candidates to this file, best first, as comma-separated lines
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    #[command(flatten)]
    crew: CrewArgs,
}

/// How candidates are found.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum How {
    Grid,
    CmaEs,
    Spsa,
}

impl How {
    fn method(self) -> Method {
        match self {
            Self::Grid => Method::Grid,
            Self::CmaEs => Method::CmaEs,
            Self::Spsa => Method::Spsa,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::CmaEs => "cma-es",
            Self::Spsa => "spsa",
        }
    }
}

/// Searches, confirms and prints; Ctrl-C ends the search early, a second one at once.
pub fn run(args: &Args) -> Result<(), Failure> {
    let tuned = TuneTarget::new(args)?;
    let target = &tuned.target;
    let alone = target.alone;
    let method = args.method.unwrap_or(if alone { How::Grid } else { How::CmaEs });
    let parameters = tuned.ranges(args, method)?;
    let measure = Measure { figure: figure(args, tuned.figures)?, log: args.log };
    check_ends(args, method, &parameters)?;
    let seed = args.game.seed.unwrap_or(1);
    let games = args.games.unwrap_or(if alone { 70 } else { 16 });
    let job = TuneJob { target: target.clone(), measure, games, most: tuned.moves, seed };
    let threads = ContestKind::Solo.threads(args.crew.threads);
    let search = Search {
        parameters: parameters.clone(),
        trial: Trial {
            prepare: &|numbers| target.prepare(numbers),
            measure,
            games,
            most: tuned.moves,
            seed,
        },
        method: method.method(),
        budget: args.budget as usize,
        population: None,
        threads: threads.max(1),
    };
    let mut journal = open_journal(args, method, &search, target)?;
    let stop = Stop::by(on_interrupt()?);
    let length = match method {
        How::Grid => Grid::new(&parameters).len().unwrap_or(0),
        How::CmaEs | How::Spsa => search.budget,
    };
    let start = Instant::now();
    let bar = progress_bar(length as u64, false);
    let news = |news: TuneNews<'_>| {
        bar.set_position(news.judged as u64);
        bar.set_message(format!("best so far {}", print::interval(&news.best.mean())));
    };
    let done = args.crew.with(threads, &JobSpec::Tune(job), &bar, |crew| {
        Ok(search.run(crew, &mut journal, &stop, &news)?)
    });
    bar.finish_and_clear();
    let (done, spent) = (done?, start.elapsed());
    let out = &mut io::stdout().lock();
    writeln!(out, "{} candidates, {games} games each, {:.0} s", done.len(), spent.as_secs_f64())?;
    if method == How::Grid {
        print::table(out, &parameters, &done)?;
    }
    let what = tuned.figures[measure.figure];
    let title = format!("{}: mean {what} of {games} games a point", target.level);
    let write = |path: &Option<PathBuf>, text: &dyn Fn() -> String| match path {
        Some(path) => fs::write(path, text()).map_err(|error| Failure::unwritable(path, &error)),
        None => Ok(()),
    };
    write(&args.svg, &|| surface(&title, &parameters, &done).unwrap_or_default())?;
    write(&args.svg_3d, &|| surface_3d(&title, &parameters, &done).unwrap_or_default())?;
    write(&args.csv, &|| print::csv(&parameters, &done))?;
    let Some(result) = search.result(&done) else { return Ok(()) };
    // The search may have been ended by hand: what it found is confirmed all the same.
    let confirm = args.confirm.unwrap_or(if alone { 300 } else { 100 });
    let Some(winner) = search.confirm(result, confirm, &Stop::new())? else { return Ok(()) };
    print::winner(out, confirm, &parameters, &winner, spent)?;
    let numbers = target.start.with_values(&winner.numbers);
    writeln!(out, "as a contestant   {}", target.named(&numbers))?;
    if let Some(path) = &args.out {
        let kept = if winner.is_believed() { &numbers } else { &target.start };
        let text = numbers::written(kept)?;
        fs::write(path, text).map_err(|error| Failure::unwritable(path, &error))?;
    }
    Ok(())
}

/// Nobody searches for an hour to hear then that there was nothing to vary, to draw, or nowhere to write.
fn check_ends(args: &Args, method: How, parameters: &[Parameter]) -> Result<(), Failure> {
    if method != How::Grid && parameters.iter().all(|parameter| parameter.step <= 0.0) {
        return Err(Failure::asked(Words::new(
            format!("all numbers are held: leave {} one to vary", method.name()),
            format!("tous les nombres sont fixés : en laisser varier un pour {}", method.name()),
        )));
    }
    let drawable = method == How::Grid && Grid::new(parameters).open_axes().len() == 2;
    if (args.svg.is_some() || args.svg_3d.is_some()) && !drawable {
        return Err(Failure::asked(Words::new(
            "--svg draws a grid in which two numbers vary",
            "--svg dessine une grille où deux nombres varient",
        )));
    }
    let writable = |path: &Path| {
        let tried = OpenOptions::new().append(true).create(true).open(path);
        tried.map(drop).map_err(|error| Failure::unwritable(path, &error))
    };
    [&args.svg, &args.svg_3d, &args.csv, &args.out]
        .into_iter()
        .flatten()
        .try_for_each(|path| writable(path))
}

/// The figure by its name.
fn figure(args: &Args, figures: &[&str]) -> Result<usize, Failure> {
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
    method: How,
    search: &Search<'_>,
    target: &Target,
) -> Result<TuneJournal, Failure> {
    let Some(path) = &args.journal else { return Ok(TuneJournal::none()) };
    // As journals have always begun, so that older ones can be gone on with.
    let knob = |one: &Parameter| json!({ "name": one.name, "usual": one.usual, "low": one.low, "high": one.high, "step": one.step });
    let mut head = json!({
        "plateau": "tune", "game": args.game.game, "bot": target.level,
        "options": target.terms.options,
        "method": method.name(),
        "knobs": search.parameters.iter().map(knob).collect::<Vec<_>>(), "games": search.trial.games,
        "pieces": args.moves, "seed": search.trial.seed, "figure": search.trial.measure.figure,
        "log": search.trial.measure.log,
    });
    if let Some(variant) = &target.terms.variant {
        head["variant"] = json!(variant);
    }
    if target.terms.limits != Limits::NONE {
        head["limits"] = json!(target.terms.limits);
    }
    if !target.alone {
        head["against"] = Value::from(target.against.name());
        head["openings"] = match &target.openings {
            OpeningSource::Random(plies) => json!(plies),
            OpeningSource::Listed(list) => json!(list),
        };
    }
    TuneJournal::open(path, &head).map_err(|bad| match bad {
        BadJournal::Io(error) => Failure::unwritable(path, &error),
        BadJournal::Other(words) => Failure::asked(words),
    })
}
