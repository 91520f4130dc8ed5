//! How late bundles come in a race of eight, four of them bots, while ten other races run on the same node.
//!
//! A bundle ends with a tick, and the clock says when that tick is over: what is measured is how long after that
//! somebody who watches has the bundle.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use catalog::Entry;
use game::Race;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::load::{Connection, request};
use super::server_process::ServerProcess;
use super::{BenchConfig, BenchError, Figure, Report};

/// Races that are run beside the one that is measured, each by four bots.
const OTHERS: usize = 10;
/// A page sends its inputs so often.
const SEND: Duration = Duration::from_millis(200);
/// What comes in the first seconds is not counted: everybody begins to think at once.
const WARM_UP: Duration = Duration::from_secs(2);
/// A race that is measured lasts at least this long, so that there is something to measure.
const LEAST: Duration = Duration::from_secs(20);

/// Measures; says what it found.
pub(super) async fn measure(
    config: &BenchConfig,
    database: &str,
    report: &mut Report,
) -> Result<(), BenchError> {
    let Some(entry) = catalog::games().iter().copied().find(|entry| entry.arcade().is_some())
    else {
        return Ok(());
    };
    let server = ServerProcess::start(&config.server, database).await?;
    let mut connection = Connection::open(server.address).await?;
    let game = entry.about().id;
    let bot = |number: usize| {
        let levels = entry.levels();
        json!({ "kind": "bot", "level": levels[number % levels.len()].id })
    };
    for other in 0..OTHERS {
        let seats: Vec<Value> = (0..4).map(|seat| bot(other + 2 * seat)).collect();
        let body = json!({ "game": game, "private": true, "seats": seats });
        post(&mut connection, "/api/races", "", &body).await?;
    }
    let person = json!({ "kind": "person" });
    let mut seats = vec![person; 4];
    seats.extend((0..4).map(|seat| bot(4 + seat)));
    let body = json!({ "game": game, "private": true, "seats": seats });
    let made = post(&mut connection, "/api/races", "", &body).await?;
    let id = made["race"]["id"].as_str().unwrap_or_default().to_owned();
    let shared = Arc::new(SharedRace::new(entry, &made["race"])?);
    let path = format!("/api/races/{id}");
    let people: Vec<_> = (0u8..4)
        .map(|seat| {
            let token = made["tokens"][usize::from(seat)]["token"].as_str().unwrap_or_default();
            let (shared, path, token) = (Arc::clone(&shared), path.clone(), token.to_owned());
            tokio::spawn(play(server.address, shared, seat, path, token))
        })
        .collect();
    let late = watch(server.address, &path, &shared, config.time.max(LEAST)).await;
    people.iter().for_each(tokio::task::JoinHandle::abort);
    let mut late = late?;
    late.sort_by(f64::total_cmp);
    let at = |share: f64| late.get(((late.len() as f64 * share) as usize).min(late.len() - 1));
    let Some((median, worst)) = at(0.5).zip(at(0.99)).filter(|_| !late.is_empty()) else {
        return Err(BenchError::Server("no bundle came".into()));
    };
    report.add(Figure::note("bundles of a race of eight, ten others beside it", late.len() as f64));
    report.add(Figure::note("how late they are, median, ms", *median));
    report.add(Figure::at_most("how late they are, p99, ms", *worst, 150.0));
    Ok(())
}

/// The race as a watcher rebuilds it, by whose state the players' inputs are made.
struct SharedRace {
    race: Mutex<Box<dyn Race>>,
    level: &'static str,
    begins: Instant,
    ticks_per_second: f64,
}

impl SharedRace {
    fn new(entry: &'static dyn Entry, race: &Value) -> Result<Self, BenchError> {
        let wrong = |what: &str| BenchError::Answer(format!("a race without {what}: {race}"));
        let arcade = entry.arcade().ok_or_else(|| wrong("real time"))?;
        let seed = race["seed"].as_str().and_then(|seed| seed.parse().ok());
        let seed = seed.ok_or_else(|| wrong("a seed"))?;
        let wait = race["begins_in"].as_i64().ok_or_else(|| wrong("a beginning"))?;
        let seats = race["seats"].as_array().map_or(0, Vec::len);
        let copy = arcade.race(&serde_json::Map::new(), seats, seed);
        Ok(Self {
            race: Mutex::new(copy.map_err(|error| BenchError::Server(error.to_string()))?),
            level: entry.usual_level().id,
            begins: Instant::now() + Duration::from_millis(wait.unsigned_abs()),
            ticks_per_second: f64::from(arcade.ticks_per_second()),
        })
    }

    fn race(&self) -> std::sync::MutexGuard<'_, Box<dyn Race>> {
        self.race.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tick of the race's clock.
    fn tick(&self) -> u64 {
        let gone = Instant::now().saturating_duration_since(self.begins);
        (gone.as_secs_f64() * self.ticks_per_second) as u64
    }
}

/// A person: a level decides, and what it does is sent as a page sends it.
async fn play(server: SocketAddr, shared: Arc<SharedRace>, seat: u8, path: String, token: String) {
    let Ok(mut connection) = Connection::open(server).await else { return };
    let mut sent = 0;
    let mut next = tokio::time::interval(SEND);
    loop {
        next.tick().await;
        let bundle = {
            let mut race = shared.race();
            // What was sent last has not come back yet.
            if race.tick(seat) < sent {
                continue;
            }
            let until = shared.tick();
            let bundle = race.drive(seat, shared.level, until);
            bundle.inspect(|_| sent = until)
        };
        let Some(bundle) = bundle else { continue };
        let body = json!({ "bundle": bundle }).to_string();
        let fed = connection.send(&request("PUT", &format!("{path}/inputs"), &token, &body)).await;
        if !fed.is_ok_and(|(status, _)| status == 200) {
            return;
        }
    }
}

/// Follows the race for a time or to its end; how late each bundle was, in milliseconds.
async fn watch(
    server: SocketAddr,
    path: &str,
    shared: &SharedRace,
    time: Duration,
) -> Result<Vec<f64>, BenchError> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(&request("GET", &format!("{path}/events"), "", "")).await?;
    let (mut text, mut part) = (Vec::new(), [0; 16 * 1024]);
    let mut late = Vec::new();
    let over = shared.begins + time;
    while Instant::now() < over {
        let read = stream.read(&mut part).await?;
        if read == 0 {
            break;
        }
        let now = Instant::now();
        text.extend_from_slice(&part[..read]);
        while let Some(end) = text.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = text.drain(..=end).collect();
            let Some(data) = line.strip_prefix(b"data: ") else { continue };
            let Ok(note) = serde_json::from_slice::<Value>(data) else { continue };
            if note["status"] == "over" {
                return Ok(late);
            }
            let bundle = note["bundle"].as_str();
            let Some((bundle, seat)) = bundle.zip(note["seat"].as_u64()) else { continue };
            let mut race = shared.race();
            let _ = race.feed(seat as u8, bundle);
            let Some(tick) = race.bundle_end(bundle) else { continue };
            let due =
                shared.begins + Duration::from_secs_f64(tick as f64 / shared.ticks_per_second);
            if due > shared.begins + WARM_UP {
                let gone = now.saturating_duration_since(due);
                late.push(gone.as_secs_f64() * 1000.0);
            }
        }
    }
    Ok(late)
}

async fn post(
    connection: &mut Connection,
    path: &str,
    token: &str,
    body: &Value,
) -> Result<Value, BenchError> {
    let (status, answer) =
        connection.send(&request("POST", path, token, &body.to_string())).await?;
    let said = || format!("{status} {}", String::from_utf8_lossy(answer));
    if status != 201 {
        return Err(BenchError::Answer(said()));
    }
    serde_json::from_slice(answer).map_err(|_| BenchError::Answer(said()))
}
