//! Many of everything: tables in memory, streams, spectators of one table.

use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

use super::load::{Connection, hold_streams, new_table, request, watch_table};
use super::server_process::ServerProcess;
use super::{BenchConfig, BenchError, Figure, Report};

/// Tables that are held in memory, at which so many moves have been played.
const TABLES: usize = 10_000;
const MOVES: usize = 30;

/// The memory of idle streams.
pub(super) async fn streams(
    config: &BenchConfig,
    database: &str,
    report: &mut Report,
) -> Result<(), BenchError> {
    let server = ServerProcess::start(&config.server, database).await?;
    let before = server.memory()?;
    let held = hold_streams(server.address, config.streams).await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    report.add(Figure::note("memory without streams, MB", before));
    let name = format!("memory with {} idle streams, MB", held.len());
    report.add(Figure::at_most(name, server.memory()?, 100.0));
    Ok(())
}

/// The memory of tables that are played at.
pub(super) async fn tables(
    config: &BenchConfig,
    database: &str,
    report: &mut Report,
) -> Result<(), BenchError> {
    let server = ServerProcess::start(&config.server, database).await?;
    let mut connection = Connection::open(server.address).await?;
    for _ in 0..TABLES {
        new_table(&mut connection, MOVES).await?;
    }
    let name = format!("memory with {TABLES} tables, MB");
    report.add(Figure::at_most(name, server.memory()?, 200.0));
    Ok(())
}

/// How long a move takes to the last of many spectators.
pub(super) async fn spectators(
    config: &BenchConfig,
    database: &str,
    report: &mut Report,
) -> Result<(), BenchError> {
    let server = ServerProcess::start(&config.server, database).await?;
    let mut connection = Connection::open(server.address).await?;
    let table = new_table(&mut connection, 0).await?;
    let mut streams = Vec::new();
    for _ in 0..config.streams {
        streams.push(watch_table(server.address, &table).await?);
    }
    // They are told of each other first.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let waiting: Vec<_> =
        streams.into_iter().map(|stream| tokio::spawn(move_comes(stream))).collect();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    let body = "{\"epoch\":0,\"move\":\"4\"}";
    let path = format!("/api/tables/{}/actions", table.id);
    connection.send(&request("PUT", &path, &table.tokens[0], body)).await?;
    let mut last = Duration::ZERO;
    for stream in waiting {
        let came = stream.await.map_err(|error| BenchError::Server(error.to_string()))?;
        let came = came.ok_or_else(|| BenchError::Server("a spectator missed a move".into()))?;
        last = last.max(came.duration_since(began));
    }
    let name = format!("a move to the last of {} spectators, ms", config.streams);
    report.add(Figure::at_most(name, last.as_secs_f64() * 1000.0, 500.0));
    Ok(())
}

/// When the first move comes; none if the stream ends before.
async fn move_comes(mut stream: TcpStream) -> Option<Instant> {
    let mut tail = Vec::new();
    let mut part = [0; 4096];
    loop {
        let read = stream.read(&mut part).await.ok().filter(|&read| read > 0)?;
        tail.extend_from_slice(&part[..read]);
        if tail.windows(13).any(|window| window == b"event: action") {
            return Some(Instant::now());
        }
        let keep = tail.len().saturating_sub(16);
        tail.drain(..keep);
    }
}
