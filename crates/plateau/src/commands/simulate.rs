//! `plateau simulate`: how far a computer player gets on its own, over many games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arena::{Mean, Outcomes, Plan, marathon, trials};
use game::{Sample, Trials, Words};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::setup::fresh_seed;
use crate::text;

/// Let one computer player play alone, and count what it reaches
///
/// Prints means with their standard errors. As in: plateau simulate tetris --bot dellacherie --board
/// 10x10 --games 2000 --seed 1
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub lab: LabArgs,

    /// Who plays; a wrong name is answered with the list
    #[arg(long, value_name = "BOT")]
    bot: String,

    /// How many games; 100 unless --pieces is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Break each game off after so many pieces; without --games, so many in all, one game after another
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pieces: Option<u64>,

    /// Play by the numbers in this file, as `plateau tune --out` writes them
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// The result as JSON, for programs
    #[arg(long)]
    json: bool,
}

/// The flags that simulation and tuning share.
#[derive(clap::Args)]
pub struct LabArgs {
    /// The game: one that can be played alone
    pub game: String,

    /// The board, as in 10x20
    #[arg(long, value_name = "WxH")]
    board: Option<String>,

    /// When a game ends: simplified (nothing fits below the top), standard (the next piece has no room) or
    /// report (the same, with the report's way of appearing)
    #[arg(long, value_name = "RULE")]
    end: Option<String>,

    /// Ways down: straight, or all, with sliding and turning below overhangs
    #[arg(long, value_name = "WAYS")]
    reach: Option<String>,

    /// Decides all chance; a fresh one if not given
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Games at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl LabArgs {
    /// The game's players on trial.
    pub fn trials(&self) -> Result<&'static dyn Trials, Failure> {
        catalog::find(&self.game)?.trials().ok_or_else(|| {
            let alone = catalog::games().iter().filter(|game| game.trials().is_some());
            let names = alone.map(|game| game.about().id).collect::<Vec<_>>().join(", ");
            Failure::asked(Words::new(
                format!("{} is not played alone; try {names}, or plateau match", self.game),
                format!("{} ne se joue pas seul ; essayer {names}, ou plateau match", self.game),
            ))
        })
    }

    /// What was said about the rules.
    pub fn options(&self) -> Map<String, Value> {
        [("board", &self.board), ("end", &self.end), ("reach", &self.reach)]
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), Value::from(value.clone()?))))
            .collect()
    }

    /// How many at a time.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// The seed, or a fresh one.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(fresh_seed)
    }
}

/// The numbers of a file: an object of names and values, all of the knobs and nothing else.
pub fn read_numbers(path: &Path, lab: &dyn Trials, bot: &str) -> Result<Vec<f64>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::unreadable(path, &error))?;
    let knobs = lab.knobs(bot).unwrap_or_default();
    let read: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
    let numbers: Option<Vec<f64>> =
        knobs.iter().map(|knob| read.get(&knob.name).and_then(Value::as_f64)).collect();
    numbers.filter(|numbers| numbers.len() == read.len()).ok_or_else(|| {
        let names = knobs.iter().map(|knob| knob.name.as_str()).collect::<Vec<_>>().join(", ");
        let path = path.display();
        Failure::asked(Words::new(
            format!("{path} must be a JSON object with a number for each of {names}"),
            format!("{path} doit être un objet JSON avec un nombre pour chacun de {names}"),
        ))
    })
}

/// A bar as the other commands have it, hidden where programs read.
pub fn progress_bar(length: u64, hidden: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    // The template is a constant that the library reads in every run.
    if let Ok(style) =
        ProgressStyle::with_template("{bar:32.cyan/dim} {human_pos}/{human_len} {msg}  {eta} left")
    {
        bar.set_style(style);
    }
    if hidden {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// Plays and prints; Ctrl-C ends it early with what was played so far.
pub fn run(args: &Args) -> Result<(), Failure> {
    let lab = args.lab.trials()?;
    let options = args.lab.options();
    let numbers = match &args.weights {
        Some(path) => Some(read_numbers(path, lab, &args.bot)?),
        None => None,
    };
    let trial = lab.prepare(&args.bot, &options, numbers.as_deref())?;
    let (seed, threads) = (args.lab.seed(), args.lab.threads());
    let stop = on_interrupt()?;
    let (outcomes, asked) = if let (None, Some(pieces)) = (args.games, args.pieces) {
        let bar = progress_bar(pieces, args.json);
        let outcomes = marathon(&*trial, pieces, seed, &stop, &|sample| bar.inc(sample.moves));
        bar.finish_and_clear();
        (outcomes, None)
    } else {
        let games = args.games.unwrap_or(100);
        let bar = progress_bar(games, args.json);
        let plan = Plan { games, most: args.pieces.unwrap_or(u64::MAX), seed, threads };
        let outcomes = trials(&*trial, &plan, &stop, &|_: &Sample| bar.inc(1));
        bar.finish_and_clear();
        (outcomes, Some(games))
    };
    let report = Report { args, lab, outcomes: &outcomes, seed };
    let out = &mut io::stdout().lock();
    if args.json {
        return report.print_json(out);
    }
    if let Some(games) = asked.filter(|&games| (outcomes.samples.len() as u64) < games) {
        writeln!(out, "stopped after {} of {games} games", outcomes.samples.len())?;
    }
    report.print(out)
}

struct Report<'a> {
    args: &'a Args,
    lab: &'static dyn Trials,
    outcomes: &'a Outcomes,
    seed: u64,
}

impl Report<'_> {
    fn points(&self) -> f64 {
        self.outcomes.total(0) / self.outcomes.moves().max(1) as f64
    }

    fn rate(&self) -> f64 {
        self.outcomes.moves() as f64 / self.outcomes.cpu.as_secs_f64().max(1e-9)
    }

    fn print_json(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Self { args, outcomes, .. } = self;
        let mut report = json!({
            "game": args.lab.game, "bot": args.bot, "options": args.lab.options(), "seed": self.seed,
            "games": outcomes.samples.len(), "deaths": outcomes.ended(), "pieces": outcomes.moves(),
        });
        for (index, name) in self.lab.figures().iter().enumerate() {
            let Mean { mean, error } = outcomes.figure(index);
            let best = outcomes.samples.iter().map(|sample| sample.figures[index]);
            report[format!("mean_{name}")] = json!(mean);
            report[format!("error_{name}")] = json!(error);
            report[format!("best_{name}")] = json!(best.fold(0.0, f64::max));
            report[format!("total_{name}")] = json!(outcomes.total(index));
        }
        report["points_per_piece"] = json!(self.points());
        report["cpu_seconds"] = json!(outcomes.cpu.as_secs_f64());
        report["pieces_per_cpu_second"] = json!(self.rate());
        serde_json::to_writer_pretty(&mut *out, &report)?;
        Ok(writeln!(out)?)
    }

    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Self { args, outcomes, .. } = self;
        let (games, deaths) = (outcomes.samples.len(), outcomes.ended());
        writeln!(out, "{} alone, seed {}: {games} games", args.bot, self.seed)?;
        for (index, name) in self.lab.figures().iter().enumerate() {
            let Mean { mean, error } = outcomes.figure(index);
            let error = error.map_or(String::new(), |error| format!(" ± {error:.1}"));
            let best = outcomes.samples.iter().map(|sample| sample.figures[index]);
            let best = best.fold(0.0, f64::max);
            writeln!(out, "  {:<22}{mean:.1}{error}, at best {best:.0}", format!("mean {name}"))?;
        }
        writeln!(out, "  {:<22}{deaths}", "deaths")?;
        if deaths < games {
            writeln!(out, "  {:<22}{}", "broken off", games - deaths)?;
        }
        writeln!(out, "  {:<22}{}", "pieces", outcomes.moves())?;
        writeln!(out, "  {:<22}{:.2}", "points a piece", self.points())?;
        let rate = text::rate(outcomes.moves(), outcomes.cpu);
        writeln!(out, "  {:<22}{rate}", "pieces a CPU-second")?;
        Ok(())
    }
}
