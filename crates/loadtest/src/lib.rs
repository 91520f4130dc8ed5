//! Load for the game room: moves a second, their latency, the memory of tables and streams, and how it all holds
//! under attack and when things break.
//!
//! Servers run in processes of their own, as in production, with the load generator on the same machine. They are known by
//! their API alone: nothing of the server's code is used here.

mod attack;
mod crowd;
mod faults;
mod load;
mod nodes;
mod postgres;
mod races;
mod report;
mod server_process;
mod soak;
mod study;

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use load::Load;
pub use postgres::{PostgresError, PrivatePostgres};
pub use report::{Figure, Report};
use server_process::ServerProcess;

/// What to measure, and with what.
#[derive(Clone, Debug)]
pub struct BenchConfig {
    /// The command that starts a server configured by the environment: a program and its arguments.
    pub server: Vec<String>,
    /// Tables that are played at once.
    pub tables: usize,
    /// How long each measurement of moves takes.
    pub time: Duration,
    /// Streams to hold, idle or of spectators of one table.
    pub streams: usize,
    /// How long the server is attacked, and for how long moves are measured before without.
    pub attack: Duration,
    /// How long everything breaks, with one node and again with two.
    pub faults: Duration,
    /// How long the mixed load takes that must leave memory and files as they were.
    pub soak: Duration,
    /// How long fifty people analyse.
    pub study: Duration,
    /// What decides the moves and which faults come when.
    pub seed: u64,
    /// Only this part; everything but faults, soak and study, which are long, if none is named.
    pub only: Option<BenchPart>,
    /// The channel of PostgreSQL by which nodes tell each other of moves.
    pub channel: &'static str,
}

/// A part of the measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchPart {
    /// Moves a second, and their latency.
    Moves,
    /// Many tables, streams and spectators.
    Crowd,
    /// Moves while others send the worst they can.
    Attack,
    /// Bundles of a race of eight while others run.
    Races,
    /// One, two and four nodes on a private PostgreSQL.
    Nodes,
    /// Play on all games while servers and databases break.
    Faults,
    /// Memory and open files over a long mixed load.
    Soak,
    /// Memory while fifty people analyse.
    Study,
    /// All of them.
    All,
}

impl BenchConfig {
    /// The usual measurements, of this very program unless the environment names another.
    pub fn new(channel: &'static str) -> Self {
        // To measure another build with the same load.
        let other = std::env::var_os("PLATEAU_BENCH_PROGRAM").map(PathBuf::from);
        let program = other.or_else(|| std::env::current_exe().ok());
        let program = program.unwrap_or_else(|| PathBuf::from("plateau"));
        Self {
            server: vec![program.to_string_lossy().into_owned(), "serve".into()],
            tables: 200,
            time: Duration::from_secs(10),
            streams: 5000,
            attack: Duration::from_secs(120),
            faults: Duration::from_secs(600),
            soak: Duration::from_secs(1800),
            study: Duration::from_secs(360),
            seed: 1,
            only: None,
            channel,
        }
    }

    fn measures(&self, part: BenchPart) -> bool {
        let long = matches!(part, BenchPart::Faults | BenchPart::Soak | BenchPart::Study);
        self.only.map_or(!long, |only| only == part || only == BenchPart::All)
    }
}

/// Why a benchmark failed.
#[derive(Debug, Error)]
pub enum BenchError {
    /// A server did not start, or died.
    #[error("the server does not answer: {0}")]
    Server(String),
    /// An unexpected response.
    #[error("the server answered {0}")]
    Answer(String),
    /// No PostgreSQL.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    /// The system returned an error.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Measures everything, or the parts that were chosen. What was measured before something failed stays in the report.
pub async fn run(config: &BenchConfig, report: &mut Report) -> Result<(), BenchError> {
    let folder = tempfile::Builder::new().prefix("plateau-bench-").tempdir()?;
    on_this_machine(config, folder.path(), report).await?;
    folder.close()?;
    if config.measures(BenchPart::Nodes) {
        nodes::measure(config, report).await?;
    }
    Ok(())
}

/// With SQLite, each measurement with a file of its own.
async fn on_this_machine(
    config: &BenchConfig,
    folder: &std::path::Path,
    report: &mut Report,
) -> Result<(), BenchError> {
    let file = |name: &str| format!("sqlite://{}", folder.join(name).display());
    if config.measures(BenchPart::Moves) {
        moves(config, &file("moves.db"), report).await?;
    }
    if config.measures(BenchPart::Crowd) {
        crowd::streams(config, &file("streams.db"), report).await?;
        crowd::tables(config, &file("tables.db"), report).await?;
        crowd::spectators(config, &file("spectators.db"), report).await?;
    }
    if config.measures(BenchPart::Attack) {
        attack::measure(config, &file("attack.db"), report).await?;
    }
    if config.measures(BenchPart::Races) {
        races::measure(config, &file("races.db"), report).await?;
    }
    if config.measures(BenchPart::Faults) {
        faults::measure(config, folder, report).await?;
    }
    if config.measures(BenchPart::Soak) {
        soak::measure(config, &file("soak.db"), report).await?;
    }
    if config.measures(BenchPart::Study) {
        study::measure(config, &file("study.db"), report).await?;
    }
    Ok(())
}

async fn moves(
    config: &BenchConfig,
    database: &str,
    report: &mut Report,
) -> Result<(), BenchError> {
    let server = ServerProcess::start(&config.server, database).await?;
    let addresses = [server.address];
    let tables = config.tables;
    let full = Load::new(&addresses, tables).await?.run(config.time, None).await?;
    report.add(Figure::at_least(
        format!("moves a second, {tables} tables, SQLite, each durable"),
        full.rate(),
        5000.0,
    ));
    report.add(Figure::note("p50 of these, ms", full.percentile(0.50)));
    report.add(Figure::note("p99 of these, ms", full.percentile(0.99)));
    let half =
        Load::new(&addresses, tables).await?.run(config.time, Some(full.rate() / 2.0)).await?;
    report.add(Figure::note("moves a second at half load", half.rate()));
    report.add(Figure::at_most("p99 of a move at half load, ms", half.percentile(0.99), 50.0));
    Ok(())
}
