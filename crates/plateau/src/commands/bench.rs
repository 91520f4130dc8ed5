//! `plateau bench`: how fast the hot paths of every game are on this machine.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use catalog::{Entry, Setup, Table};
use search::{Limits, Stop};

use crate::failure::Failure;
use crate::text;

/// Time the hot paths of every game, or the server
///
/// Perft, random games, and the simulations of Monte Carlo; or, with `server`, how many moves a second
/// the server acknowledges and what idle streams cost.
#[derive(clap::Args)]
pub struct Args {
    /// Only this game, or “server”
    game: Option<String>,

    /// Seconds for each measurement
    #[arg(long, default_value_t = 1.0, value_name = "S", value_parser = parse_seconds)]
    seconds: f64,
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
        return measure_server();
    }
    let games = match &args.game {
        Some(id) => vec![catalog::find(id)?],
        None => catalog::games().to_vec(),
    };
    let time = Duration::from_secs_f64(args.seconds);
    let mut out = io::stdout().lock();
    writeln!(out, "one core each; {} a measurement\n", format_args!("{:.1} s", args.seconds))?;
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
fn measure_server() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let config = server::bench::BenchConfig::default();
    let report = runtime.block_on(server::bench::run(&config)).map_err(io::Error::other)?;
    write!(io::stdout(), "{report}")?;
    if report.is_met() { Ok(()) } else { Err(io::Error::other("a bar was missed").into()) }
}

/// The deepest perft that fits the time.
fn perft(table: &dyn Table, limit: Duration) -> (u32, u64, Duration) {
    let mut best = (0, 1, Duration::MAX);
    for depth in 1..=100 {
        let start = Instant::now();
        let count = table.perft(depth);
        best = (depth, count, start.elapsed());
        // One more ply costs about as many times more as a position has moves.
        if best.2 * 8 > limit || count == 0 {
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
