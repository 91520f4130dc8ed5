//! A long mixed load: people play and watch, bots play, records come in and are studied, races run. The server must
//! have as much memory and as many open files at its end as after the first minutes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use catalog::{Entry, Setup};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::load::{Connection, Load, request};
use super::server_process::ServerProcess;
use super::{BenchConfig, BenchError, Figure, Report};

/// Tables of people, and their moves a second.
const TABLES: usize = 20;
const MOVES_A_SECOND: f64 = 40.0;
/// Visitors of each kind at once.
const VISITORS: usize = 3;
/// How long a visitor stays.
const VISIT: Duration = Duration::from_secs(2);
/// A shorter soak only tries the program: memory still finds its level.
const SHORT: Duration = Duration::from_secs(300);
/// So many looks pass before memory is held against anything, and so many make a part that is.
const WARM: usize = 60;
const PART: usize = 300;
/// Between two looks at the server.
const EVERY: Duration = Duration::from_secs(1);

/// Measures; says what it found.
pub(super) async fn measure(
    config: &BenchConfig,
    database: &str,
    report: &mut Report,
) -> Result<(), BenchError> {
    let server = ServerProcess::start(&config.server, database).await?;
    let visits = Arc::new(AtomicU64::new(0));
    let visitors: Vec<_> = (0..VISITORS)
        .flat_map(|number| Visit::ALL.map(|visit| (number, visit)))
        .map(|(number, visit)| {
            tokio::spawn(visitor(server.address, visit, number, Arc::clone(&visits)))
        })
        .collect();
    let load = Load::new(&[server.address], TABLES).await?;
    let players = tokio::spawn(load.run(config.soak, Some(MOVES_A_SECOND)));
    let began = Instant::now();
    let mut samples = Vec::new();
    while began.elapsed() < config.soak {
        tokio::time::sleep(EVERY).await;
        samples.push((server.memory()?, server.open_files()? as f64));
    }
    for visitor in visitors {
        visitor.abort();
    }
    let moves = players.await.map_err(|error| BenchError::Server(error.to_string()))??;
    // Five minutes after the first, or what a short form has instead, against as many at the end. Single minutes differ by
    // a tenth or more, by who happens to be there.
    let warm = (samples.len() / 3).min(WARM);
    let part = ((samples.len() - warm) / 2).min(PART);
    let (early, late) = (&samples[warm..warm + part], &samples[samples.len() - part..]);
    let minutes = config.soak.as_secs_f64() / 60.0;
    report.add(Figure::note("soak, minutes", minutes));
    report.add(Figure::note("soak: moves of people", moves.rate() * config.soak.as_secs_f64()));
    report.add(Figure::note("soak: visits of all kinds", visits.load(Relaxed) as f64));
    for (name, of) in [("memory, MB", 0), ("open files", 1)] {
        let middle = |samples: &[(f64, f64)]| {
            let mut values: Vec<f64> =
                samples.iter().map(|&(memory, files)| [memory, files][of]).collect();
            values.sort_unstable_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or_default()
        };
        let (before, after) = (middle(early), middle(late));
        report.add(Figure::note(format!("soak: {name} after the first minute"), before));
        report.add(Figure::note(format!("soak: {name} at the end"), after));
        let name = format!("soak: {name}, times as much");
        report.add(match config.soak < SHORT {
            true => Figure::note(name, after / before),
            false => Figure::at_most(name, after / before, 1.1),
        });
    }
    Ok(())
}

/// What a visitor comes for.
#[derive(Clone, Copy)]
enum Visit {
    /// Watches bots play each other.
    Bots,
    /// Brings a game and has it analysed, as far as it goes.
    Study,
    /// Plays the computer, and asks for a hint.
    Hint,
    /// Races bots, in a game that has races.
    Race,
}

impl Visit {
    const ALL: [Self; 4] = [Self::Bots, Self::Study, Self::Hint, Self::Race];
}

async fn visitor(server: SocketAddr, visit: Visit, number: usize, visits: Arc<AtomicU64>) {
    for turn in number.. {
        let games = catalog::games();
        let entry = games[turn % games.len()];
        // A visit that fails shows in the count.
        if come(server, visit, entry, turn as u64).await.is_ok() {
            visits.fetch_add(1, Relaxed);
        }
        tokio::time::sleep(VISIT / 2).await;
    }
}

async fn come(
    server: SocketAddr,
    visit: Visit,
    entry: &'static dyn Entry,
    seed: u64,
) -> Result<(), BenchError> {
    let mut connection = Connection::open(server).await?;
    let (game, weakest) = (entry.about().id, entry.levels()[0].id);
    let bot = json!({"kind": "bot", "level": weakest});
    let seats = entry.about().variants[0].seats;
    match visit {
        Visit::Bots => {
            let body = json!({"game": game, "private": true, "seats": vec![bot; seats]});
            let made = post(&mut connection, "/api/tables", &body.to_string()).await?;
            watch(server, &format!("/api/tables/{}/events", id(&made["table"])), "").await
        }
        Visit::Study => {
            let made = post(&mut connection, "/api/records", &random_record(entry, seed)?).await?;
            watch(server, &format!("/api/tables/{}/analysis", id(&made["table"])), "").await
        }
        Visit::Hint => {
            let mut who = vec![bot; seats];
            who[0] = json!({"kind": "person"});
            let body = json!({"game": game, "private": true, "seats": who});
            let made = post(&mut connection, "/api/tables", &body.to_string()).await?;
            let token = made["tokens"][0]["token"].as_str().unwrap_or_default().to_owned();
            let table = format!("/api/tables/{}", id(&made["table"]));
            connection.send(&request("GET", &format!("{table}/hint"), &token, "")).await?;
            watch(server, &format!("{table}/events"), &token).await
        }
        Visit::Race => {
            let races = catalog::games().iter().copied().find(|entry| entry.arcade().is_some());
            let Some(entry) = races else { return Ok(()) };
            let bot = json!({"kind": "bot", "level": entry.levels()[0].id});
            let body = json!({"game": entry.about().id, "private": true, "seats": vec![bot; 2]});
            let made = post(&mut connection, "/api/races", &body.to_string()).await?;
            watch(server, &format!("/api/races/{}/events", id(&made["race"])), "").await
        }
    }
}

fn id(made: &Value) -> &str {
    made["id"].as_str().unwrap_or_default()
}

async fn post(connection: &mut Connection, path: &str, body: &str) -> Result<Value, BenchError> {
    let (status, answer) = connection.send(&request("POST", path, "", body)).await?;
    let said = || format!("{status} {}", String::from_utf8_lossy(answer));
    if status != 201 {
        return Err(BenchError::Answer(said()));
    }
    serde_json::from_slice(answer).map_err(|_| BenchError::Answer(said()))
}

/// Reads a stream for a while and hangs up.
async fn watch(server: SocketAddr, path: &str, token: &str) -> Result<(), BenchError> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(&request("GET", path, token, "")).await?;
    let mut part = [0; 16 * 1024];
    let read = stream.read(&mut part).await?;
    if !part[..read].starts_with(b"HTTP/1.1 200") {
        return Err(BenchError::Answer(String::from_utf8_lossy(&part[..read]).into_owned()));
    }
    let rest = async { while stream.read(&mut part).await.is_ok_and(|read| read > 0) {} };
    // It goes on for longer than anybody stays, or it is over.
    let _ = tokio::time::timeout(VISIT, rest).await;
    Ok(())
}

/// A game of random moves.
fn random_record(entry: &'static dyn Entry, seed: u64) -> Result<String, BenchError> {
    let wrong = |error: &dyn std::fmt::Display| BenchError::Server(error.to_string());
    let setup = Setup { seed, ..Setup::default() };
    let mut table = entry.table(&setup).map_err(|error| wrong(&error))?;
    let mut rng = game::Rng::new(seed);
    while table.epoch() < 200 {
        let moves = table.legal();
        let Some(text) = rng.pick(&moves) else { break };
        table.play(text).map_err(|error| wrong(&error))?;
    }
    if table.outcome().is_none() {
        table.resign(game::Seat(0)).map_err(|error| wrong(&error))?;
    }
    Ok(table.record().to_text())
}
