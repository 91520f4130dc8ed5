//! `plateau match`: which computer player is stronger, by how much, and how sure that is.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use arena::{Fault, Interval, Series, SeriesReport, Spec, Tally, elo};
use game::Words;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use search::{Limits, Stop};
use serde_json::json;

use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::setup::GameArgs;

/// Let computer players play each other, and say who is stronger
///
/// Seats alternate, and every opening is played from all seats. Ctrl-C ends it with what was played so
/// far. As in: plateau match connect4 hard mcts --games 200 --openings 2
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Two to four bots: names of levels (some take other numbers, as in hard:micro=2,macro=0), or
    /// "cmd:./program --flag" for any program that speaks the protocol of docs/engine-protocol.md
    #[arg(required = true, num_args = 2..=4, value_name = "BOT")]
    bots: Vec<String>,

    /// How many games
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Milliseconds for a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Positions or simulations for a move
    #[arg(long, value_name = "N", conflicts_with = "movetime", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Random moves at the beginning of each game, the same for each who plays it
    #[arg(long, default_value_t = 0, value_name = "K")]
    openings: usize,

    /// Games at a time; all cores if not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Save the record of every game in this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// The result as JSON, for programs
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// The games as comma-separated lines, for programs
    #[arg(long)]
    csv: bool,
}

/// Plays the match; Ctrl-C ends it early with what was played so far.
pub fn run(args: &Args) -> Result<(), Failure> {
    let series = series(args)?;
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder)?;
    }
    let stop = Stop::by(on_interrupt()?);
    let bar = progress_bar(args, series.games);
    let result = series.run(&stop, &|game, tallies| {
        if let Some(folder) = &args.records {
            let path = folder.join(format!("{:05}.record", game.number + 1));
            if let Err(error) = fs::write(&path, game.played.record.to_text()) {
                bar.println(format!("{}: {error}", path.display()));
            }
        }
        if let Some(seat) = game.played.fault {
            let name = series.bots[game.seated[usize::from(seat)]].name();
            bar.println(format!("game {}: {name} loses: {}", game.number + 1, game.played.why));
        }
        bar.set_message(format!("{} {:.1}%", series.bots[0].name(), 100.0 * tallies[0].score()));
        bar.inc(1);
    });
    bar.finish_and_clear();
    let report = result.map_err(|fault| match fault {
        Fault::Unknown(words) => Failure::Asked(words),
        Fault::NoStart { .. } => Failure::asked(Words::new(fault.to_string(), fault.to_string())),
        other => Failure::Io(io::Error::other(other)),
    })?;
    let out = &mut io::stdout().lock();
    match (args.json, args.csv) {
        (true, _) => print_json(out, &report),
        (_, true) => print_csv(out, &report),
        _ => print_table(out, &report, series.games),
    }
}

fn series(args: &Args) -> Result<Series, Failure> {
    let game = args.game.entry()?;
    // Whatever is wrong with the setup or a name is said before anything starts.
    let setup = args.game.setup();
    let seats = game.table(&setup)?.seats();
    let bots: Vec<Spec> =
        args.bots.iter().map(|name| name.parse().unwrap_or_else(|e| match e {})).collect();
    if bots.len() > seats {
        return Err(Failure::asked(Words::new(
            format!("{} bots do not fit on {seats} seats", bots.len()),
            format!("{} joueurs pour {seats} places, c’est trop", bots.len()),
        )));
    }
    for bot in &bots {
        if let Spec::Level(level) = bot {
            game.bot(level, 0)?;
        }
    }
    let limits = Limits {
        time: args.movetime.map(Duration::from_millis),
        nodes: args.nodes,
        ..Limits::NONE
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores).max(1);
    let (games, openings) = (args.games as usize, args.openings);
    Ok(Series { game, setup, bots, games, openings, limits, threads })
}

fn progress_bar(args: &Args, games: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games as u64), ProgressDrawTarget::stderr());
    // The template is a constant that the library reads in every run.
    if let Ok(style) =
        ProgressStyle::with_template("{bar:32.cyan/dim} {pos}/{len} {msg}  {eta} left")
    {
        bar.set_style(style);
    }
    if args.json || args.csv {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

fn print_json(out: &mut impl Write, report: &SeriesReport) -> Result<(), Failure> {
    let standings: Vec<_> = report
        .bots
        .iter()
        .zip(&report.tallies)
        .map(|(name, tally)| {
            let interval = tally.interval();
            json!({
                "bot": name, "games": tally.games(), "wins": tally.wins, "draws": tally.draws,
                "losses": tally.losses, "score": tally.score(), "score_95": interval,
                // JSON has no infinity: a clean sweep has no finite rating.
                "elo": finite(elo(tally.score())),
                "elo_95": [finite(elo(interval.low)), finite(elo(interval.high))],
            })
        })
        .collect();
    serde_json::to_writer_pretty(
        &mut *out,
        &json!({ "standings": standings, "games": report.games }),
    )?;
    Ok(writeln!(out)?)
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn print_csv(out: &mut impl Write, report: &SeriesReport) -> Result<(), Failure> {
    writeln!(out, "game,seed,seats,shares,places,plies,why")?;
    for game in &report.games {
        let seats: Vec<_> = game.seated.iter().map(|&bot| report.bots[bot].as_str()).collect();
        let played = &game.played;
        let shares: Vec<_> = played.shares.iter().map(ToString::to_string).collect();
        let places: Vec<_> = played.places.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "{},{},{},{},{},{},{}",
            game.number + 1,
            game.seed,
            quoted(&seats.join(" ")),
            shares.join(" "),
            places.join(" "),
            played.plies,
            quoted(&played.why)
        )?;
    }
    Ok(())
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn print_table(out: &mut impl Write, report: &SeriesReport, asked: usize) -> Result<(), Failure> {
    let played = report.games.len();
    if played < asked {
        writeln!(out, "stopped after {played} of {asked} games")?;
    }
    let width = report.bots.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(
        out,
        "{:<width$} {:>6} {:>6} {:>6} {:>8}   {:<18} Elo difference, 95%",
        "bot", "wins", "draws", "losses", "score", "95%"
    )?;
    for (name, tally) in report.bots.iter().zip(&report.tallies) {
        let Interval { low, high } = tally.interval();
        writeln!(
            out,
            "{name:<width$} {:>6} {:>6} {:>6} {:>7.1}%   {:<18} {}",
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * tally.score(),
            format!("{:.1}% to {:.1}%", 100.0 * low, 100.0 * high),
            if report.bots.len() == 2 { rating(tally) } else { String::from("-") },
        )?;
    }
    Ok(())
}

/// As in `+191 (+120 to +280)`; a clean sweep has only one end.
fn rating(tally: &Tally) -> String {
    let Interval { low, high } = tally.interval();
    let (middle, low, high) = (elo(tally.score()), elo(low), elo(high));
    match (middle.is_finite(), middle > 0.0) {
        (true, _) => format!("{middle:+.0} ({low:+.0} to {high:+.0})"),
        (false, true) => format!("more than {low:+.0}"),
        (false, false) => format!("less than {high:+.0}"),
    }
}
