//! The same load on one, two and four nodes that share a PostgreSQL.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sqlx::postgres::PgListener;

use super::load::Load;
use super::server_process::ServerProcess;
use super::{BenchConfig, BenchError, Figure, PrivatePostgres, Report};

/// Measures each in turn, with a database of its own.
pub(super) async fn measure(config: &BenchConfig, report: &mut Report) -> Result<(), BenchError> {
    let postgres = PrivatePostgres::start()?;
    for count in [1u32, 2, 4] {
        let database = postgres.database()?;
        let mut servers = Vec::new();
        for _ in 0..count {
            servers.push(ServerProcess::start(&config.server, &database).await?);
        }
        let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
        let load = Load::new(&addresses, config.tables).await?;
        let nodes: Vec<u32> = servers.iter().map(ServerProcess::id).collect();
        let before = [cpu(&nodes), cpu(&postgres.processes()?)];
        let notes = Arc::new(AtomicU64::new(0));
        let listening =
            tokio::spawn(count_notes(listen(&database, config.channel).await?, Arc::clone(&notes)));
        let full = load.run(config.time, None).await?;
        listening.abort();
        let moves = full.rate() * config.time.as_secs_f64();
        // PostgreSQL has a process for each connection; those that came meanwhile began with nothing.
        let own = cpu(&nodes) - before[0];
        let elsewhere = cpu(&postgres.processes()?) - before[1];
        let name = match count {
            1 => "moves a second, one node on a PostgreSQL".to_owned(),
            count => format!("moves a second, {count} nodes on one PostgreSQL"),
        };
        report.add(match count {
            2 => Figure::at_least(name, full.rate(), 2000.0),
            _ => Figure::note(name, full.rate()),
        });
        report.add(Figure::note("p99 of these, ms", full.percentile(0.99)));
        report.add(Figure::note("CPU of the nodes a move, µs", own / moves * 1e6));
        report.add(Figure::note("CPU of PostgreSQL a move, µs", elsewhere / moves * 1e6));
        let notes = notes.load(Relaxed) as f64 / moves * 1000.0;
        report.add(Figure::note("notifications for 1000 moves", notes));
        let memory: Result<Vec<f64>, _> = servers.iter().map(ServerProcess::memory).collect();
        let memory = memory?.iter().sum::<f64>() / f64::from(count);
        report.add(Figure::note("memory of a node, MB", memory));
    }
    Ok(())
}

async fn listen(database: &str, channel: &str) -> Result<PgListener, BenchError> {
    let wrong = |error: sqlx::Error| BenchError::Server(error.to_string());
    let mut listener = PgListener::connect(database).await.map_err(wrong)?;
    listener.listen(channel).await.map_err(wrong)?;
    Ok(listener)
}

/// Counts what the nodes tell each other.
async fn count_notes(mut listener: PgListener, notes: Arc<AtomicU64>) {
    while listener.recv().await.is_ok() {
        notes.fetch_add(1, Relaxed);
    }
}

/// Seconds of CPU that processes have used; those that have ended count nothing.
fn cpu(processes: &[u32]) -> f64 {
    let spent = processes.iter().map(|id| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // The name of the program stands in parentheses and may hold anything; times are the 12th and 13th after it.
        let after = stat.rsplit(')').next().unwrap_or_default();
        let times = after.split_whitespace().skip(11).take(2);
        times.filter_map(|time| time.parse::<f64>().ok()).sum::<f64>()
    });
    // Linux counts in hundredths of a second for programs, whatever it counts in for itself.
    spent.sum::<f64>() / 100.0
}
