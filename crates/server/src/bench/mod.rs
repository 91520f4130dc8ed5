//! Benchmarks of the server: moves a second, their latency, and the memory of idle streams.
//!
//! Servers run in processes of their own, as in production, with the load generator on the same machine.

mod load;
mod postgres;
mod report;
mod server_process;

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
    /// The command that starts a server configured by the environment (see
    /// [`Config::from_env`](crate::Config::from_env)): a program and its arguments.
    pub server: Vec<String>,
    /// Tables that are played at once.
    pub tables: usize,
    /// How long each measurement of moves takes.
    pub time: Duration,
    /// Idle streams to hold.
    pub streams: usize,
    /// Measure two nodes on a private PostgreSQL as well.
    pub postgres: bool,
}

impl Default for BenchConfig {
    fn default() -> Self {
        let this = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("plateau"));
        Self {
            server: vec![this.to_string_lossy().into_owned(), "serve".into()],
            tables: 200,
            time: Duration::from_secs(10),
            streams: 2000,
            postgres: true,
        }
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

/// Measures everything.
pub async fn run(config: &BenchConfig) -> Result<Report, BenchError> {
    let mut report = Report::default();
    let folder = std::env::temp_dir().join(format!("plateau-bench-{}", crate::token::table_id()));
    std::fs::create_dir_all(&folder)?;
    let measured = sqlite(config, &folder, &mut report).await;
    std::fs::remove_dir_all(&folder)?;
    measured?;
    if config.postgres {
        two_nodes(config, &mut report).await?;
    }
    Ok(report)
}

async fn sqlite(
    config: &BenchConfig,
    folder: &std::path::Path,
    report: &mut Report,
) -> Result<(), BenchError> {
    let database = format!("sqlite://{}", folder.join("bench.db").display());
    let server = ServerProcess::start(&config.server, &database).await?;
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
    drop(server);

    let database = format!("sqlite://{}", folder.join("streams.db").display());
    let server = ServerProcess::start(&config.server, &database).await?;
    let before = server.memory()?;
    let held = load::hold_streams(server.address, config.streams).await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = server.memory()?;
    report.add(Figure::note("memory without streams, MB", before));
    report.add(Figure::at_most(
        format!("memory with {} idle streams, MB", held.len()),
        after,
        150.0,
    ));
    Ok(())
}

async fn two_nodes(config: &BenchConfig, report: &mut Report) -> Result<(), BenchError> {
    let postgres = PrivatePostgres::start()?;
    let database = postgres.database()?;
    let one = ServerProcess::start(&config.server, &database).await?;
    let two = ServerProcess::start(&config.server, &database).await?;
    let addresses = [one.address, two.address];
    let full = Load::new(&addresses, config.tables).await?.run(config.time, None).await?;
    report.add(Figure::at_least(
        "moves a second, two nodes on one PostgreSQL",
        full.rate(),
        2000.0,
    ));
    report.add(Figure::note("p99 of these, ms", full.percentile(0.99)));
    Ok(())
}
