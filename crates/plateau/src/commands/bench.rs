//! `plateau bench`: how fast the hot paths of every game are on this machine.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use catalog::{Entry, Setup, Table};
use loadtest::{BenchConfig, BenchPart, Report};
use search::{Limits, Stop};

use crate::failure::Failure;
use crate::text;

/// Time the hot paths of every game, or the server
///
/// Perft, random games, and the simulations of Monte Carlo; or, with `server`, how many moves a second
/// the server acknowledges, what tables, streams and spectators cost, and how it holds under attack.
#[derive(clap::Args)]
pub struct Args {
    /// Only this game, or “server”
    game: Option<String>,

    /// Seconds for each measurement; 1 if not given, for the server 10, and 120 under attack
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    seconds: Option<f64>,

    /// Of the server only moves, crowd, attack, races, nodes, faults, soak or study, or all; all but the last three if
    /// not given
    #[arg(long, value_name = "PART", value_parser = parse_part)]
    only: Option<BenchPart>,

    /// Minutes of faults, with one node and again with two, of the soak, or of the study; 10, 30 and 6 if not given
    #[arg(long, value_name = "M", value_parser = parse_minutes)]
    minutes: Option<f64>,

    /// What decides the moves and faults
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn parse_part(text: &str) -> Result<BenchPart, String> {
    match text {
        "moves" => Ok(BenchPart::Moves),
        "crowd" => Ok(BenchPart::Crowd),
        "attack" => Ok(BenchPart::Attack),
        "races" => Ok(BenchPart::Races),
        "nodes" => Ok(BenchPart::Nodes),
        "faults" => Ok(BenchPart::Faults),
        "soak" => Ok(BenchPart::Soak),
        "study" => Ok(BenchPart::Study),
        "all" => Ok(BenchPart::All),
        _ => Err("choose moves, crowd, attack, races, nodes, faults, soak, study or all".into()),
    }
}

fn parse_minutes(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(minutes) if (0.1..=1440.0).contains(&minutes) => Ok(minutes),
        _ => Err("choose minutes from 0.1 to 1440".into()),
    }
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("choose seconds from 0.01 to 600".into()),
    }
}

/// Prints a table, one line a measurement.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.game.as_deref() == Some("server") {
        return measure_server(args);
    }
    let games = match &args.game {
        Some(id) => vec![catalog::find(id)?],
        None => catalog::games().to_vec(),
    };
    let seconds = args.seconds.unwrap_or(1.0);
    let time = Duration::from_secs_f64(seconds);
    let mut out = io::stdout().lock();
    writeln!(out, "one core each; {} a measurement\n", format_args!("{seconds:.1} s"))?;
    writeln!(out, "{:<12} {:<12} {:<34} {:>12}", "game", "variant", "what", "a second")?;
    for game in games {
        for variant in game.about().variants {
            let setup = Setup { variant: Some(variant.id.into()), ..Setup::default() };
            let table = game.table(&setup)?;
            let mut row = |what: &str, count: u64, time: Duration| {
                let rate = text::rate(count, time);
                writeln!(out, "{:<12} {:<12} {what:<34} {rate:>12}", game.about().id, variant.id)
            };
            let (depth, count, spent) = perft(&*table, time);
            row(&format!("perft {depth}, positions"), count, spent)?;
            let (games, plies, spent) = random_games(&*table, time);
            row("random games", games, spent)?;
            row("random games, moves", plies, spent)?;
            if game.levels().iter().any(|level| level.id == "mcts") {
                let (nodes, spent) = simulations(game, &*table, time)?;
                row("Monte Carlo tree, simulations", nodes, spent)?;
            }
        }
    }
    Ok(())
}

/// Servers run in processes of their own, started from this very program.
fn measure_server(args: &Args) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut config = BenchConfig {
        only: args.only,
        seed: args.seed,
        ..BenchConfig::new(server::store::CHANNEL)
    };
    if let Some(minutes) = args.minutes {
        let time = Duration::from_secs_f64(minutes * 60.0);
        (config.faults, config.soak, config.study) = (time, time, time);
    }
    if let Some(seconds) = args.seconds {
        (config.time, config.attack) =
            (Duration::from_secs_f64(seconds), Duration::from_secs_f64(seconds));
    }
    // Thousands of streams are as many files, on this side as on the server's.
    server::files_allowed();
    let mut report = Report::default();
    let measured = runtime.block_on(loadtest::run(&config, &mut report));
    write!(io::stdout(), "{report}")?;
    measured.map_err(io::Error::other)?;
    if report.is_met() { Ok(()) } else { Err(io::Error::other("a bar was missed").into()) }
}

/// The deepest perft that fits the time.
fn perft(table: &dyn Table, limit: Duration) -> (u32, u64, Duration) {
    let mut best = (0, 1, Duration::ZERO);
    for depth in 1..=100 {
        let start = Instant::now();
        let count = table.perft(depth);
        // One more ply costs about as many times more as this one did.
        let growth = count as f64 / best.1 as f64;
        best = (depth, count, start.elapsed());
        if best.2.as_secs_f64() * growth > limit.as_secs_f64() || count == 0 {
            break;
        }
    }
    best
}

fn random_games(table: &dyn Table, limit: Duration) -> (u64, u64, Duration) {
    let (mut games, mut plies) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < limit {
        plies += table.random_games(100, games);
        games += 100;
    }
    (games, plies, start.elapsed())
}

fn simulations(
    game: &'static dyn Entry,
    table: &dyn Table,
    limit: Duration,
) -> Result<(u64, Duration), Failure> {
    let mut bot = game.bot("mcts", 1)?;
    let start = Instant::now();
    let idea = bot.think(table, &Limits::time(limit), &Stop::new(), &mut |_| ());
    Ok((idea.nodes, start.elapsed()))
}
