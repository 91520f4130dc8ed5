//! The server under attack: twenty clients, each within the limits, send the worst that one can ask for, while two
//! people play. What is measured is how long their moves take, with the attack and without, and the server's memory.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use catalog::{Entry, Setup};
use search::{Limits, Stop};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use super::load::{Load, MoveTimes, request};
use super::server_process::ServerProcess;
use super::{BenchConfig, BenchError, Figure, Report};

/// How many clients attack. Each has an address of its own in the loopback network.
const ATTACKERS: u8 = 20;
/// Requests that each has under way at once.
const AT_ONCE: usize = 8;
/// Connections that each opens and says nothing on.
const SILENT: usize = 50;
/// How often the players move.
const MOVES_A_SECOND: f64 = 20.0;
/// The kinds of requests that attackers send in turn.
const KINDS: usize = 13;
/// The moves of the long game that attackers send, and of the longest.
const LONG: usize = 8000;
const LONGEST: usize = 100_000;

/// Measures; says what it found.
pub(super) async fn measure(
    config: &BenchConfig,
    database: &str,
    report: &mut Report,
) -> Result<(), BenchError> {
    let server =
        ServerProcess::start_with(&config.server, database, &[("PLATEAU_LIMITS", "on")]).await?;
    let weapons = Arc::new(Weapons::forge()?);
    let calm = players(server.address, config.attack).await?;
    let attack = Attack {
        server: server.address,
        weapons,
        over: AtomicBool::new(false),
        sent: AtomicU64::new(0),
    };
    let attack = Arc::new(attack);
    // On threads of their own: what the players wait for is to be the server, not the attackers' turn here.
    let elsewhere = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    for number in 0..ATTACKERS {
        for task in 0..AT_ONCE {
            elsewhere.spawn(attacker(Arc::clone(&attack), number, task));
        }
        elsewhere.spawn(hold_silent(Arc::clone(&attack), number));
    }
    let memory = tokio::spawn(watch_memory(Arc::clone(&attack), server.memory_file()));
    let hard = players(server.address, config.attack).await?;
    attack.over.store(true, Relaxed);
    let most = memory.await.map_err(|error| BenchError::Server(error.to_string()))?;
    elsewhere.shutdown_background();
    let (before, during) = (calm.percentile(0.99), hard.percentile(0.99));
    report.add(Figure::note("p99 of a move, 20 a second, ms", before));
    report.add(Figure::at_most("the same under attack, ms", during, 150.0));
    report.add(Figure::at_most("times as long as without", during / before.max(0.1), 3.0));
    report.add(Figure::at_most("most memory under attack, MB", most, 400.0));
    report.add(Figure::note("requests of the attackers", attack.sent.load(Relaxed) as f64));
    Ok(())
}

/// Two people at a table, and their moves' times.
async fn players(server: SocketAddr, time: Duration) -> Result<MoveTimes, BenchError> {
    Load::new(&[server], 1).await?.run(time, Some(MOVES_A_SECOND)).await
}

struct Attack {
    server: SocketAddr,
    weapons: Arc<Weapons>,
    over: AtomicBool,
    sent: AtomicU64,
}

/// What attackers send.
struct Weapons {
    game: &'static str,
    /// A finished game, one that goes on, and the longest.
    records: [String; 3],
    position: String,
    race: String,
    players: Vec<PlayerWeapons>,
}

/// What makes the strongest player of a game think, and keep what it has found.
struct PlayerWeapons {
    game: &'static str,
    thought: String,
    /// A table with it.
    table: String,
    /// Its lines after each of the first moves.
    lines: Vec<String>,
}

impl PlayerWeapons {
    fn forge(entry: &'static dyn Entry) -> Result<Self, BenchError> {
        let levels = entry.levels();
        let table = entry.table(&Setup::default()).map_err(unplayable)?;
        let game = entry.about().id;
        let strongest = json!({"kind": "bot", "level": levels[levels.len() - 1].id});
        let mut seats = vec![json!({"kind": "person"}); table.seats()];
        seats[0] = strongest;
        let lines = table.legal().into_iter().map(|first| json!({"line": {"moves": [first]}}));
        Ok(Self {
            game,
            thought: json!({"state": table.save(), "study": true}).to_string(),
            table: json!({"game": game, "private": true, "seats": seats}).to_string(),
            lines: lines.map(|line| line.to_string()).collect(),
        })
    }
}

impl Weapons {
    /// A long game of whatever can be played in real time: those last.
    fn forge() -> Result<Self, BenchError> {
        let games = catalog::games().iter().copied();
        let Some(entry) = games.into_iter().find(|entry| entry.arcade().is_some()) else {
            return Err(BenchError::Server("no game is played in real time".into()));
        };
        let levels = entry.levels();
        // The best of those that decide at once: a long game is soon played.
        let lasting = levels.iter().rfind(|level| level.limits.depth == Some(1));
        let lasting = lasting.unwrap_or(&levels[0]).id;
        let moves = long_game(entry, lasting)?;
        let long = &moves[..moves.len().min(LONG)];
        let game = entry.about().id;
        let record = |resigned: &str, moves: &[String]| {
            format!(
                "{{\"plateau\":1,\"game\":\"{game}\",\"seed\":1{resigned}}}\n{}\n",
                moves.join("\n")
            )
        };
        let resigned = ",\"resigned\":0";
        let mut bytes = 1000;
        let some: Vec<_> = moves
            .iter()
            .take_while(|text| {
                bytes += text.len() + 3;
                bytes < 64 * 1024
            })
            .collect();
        let strongest = json!({"kind": "bot", "level": levels[levels.len() - 1].id});
        let players = catalog::games().iter().map(|&entry| PlayerWeapons::forge(entry));
        Ok(Self {
            game,
            records: [record(resigned, long), record("", long), record(resigned, &moves)],
            position: json!({"seed": 1, "moves": some}).to_string(),
            players: players.collect::<Result<_, _>>()?,
            race: json!({"game": game, "private": true, "seats": vec![strongest; 4]}).to_string(),
        })
    }
}

fn unplayable(error: impl std::fmt::Display) -> BenchError {
    BenchError::Server(error.to_string())
}

fn long_game(entry: &'static dyn Entry, level: &str) -> Result<Vec<String>, BenchError> {
    let setup = Setup { seed: 1, ..Setup::default() };
    let mut table = entry.table(&setup).map_err(unplayable)?;
    let mut bot = entry.bot(level, 1).map_err(unplayable)?;
    while table.epoch() < LONGEST
        && let Some(best) = bot.think(&*table, &Limits::NONE, &Stop::new(), &mut |_| ()).best
    {
        table.play(&best).map_err(unplayable)?;
    }
    Ok(table.record().moves.clone())
}

/// Sends one bad request after the other.
async fn attacker(attack: Arc<Attack>, number: u8, task: usize) {
    let mut tables: Vec<String> = Vec::new();
    for turn in task.. {
        if attack.over.load(Relaxed) {
            return;
        }
        let table = tables.get(turn % tables.len().max(1)).cloned().unwrap_or_default();
        let weapons = &attack.weapons;
        let player = &weapons.players[turn / KINDS % weapons.players.len()];
        let (path, body) = match turn % KINDS {
            0 | 5 => {
                ("/api/records".to_owned(), weapons.records[(turn / KINDS + turn) % 3].as_str())
            }
            1 => (format!("/api/games/{}/position", weapons.game), weapons.position.as_str()),
            2 => (format!("/api/games/{}/think", player.game), player.thought.as_str()),
            3 => ("/api/races".to_owned(), weapons.race.as_str()),
            4 => (format!("/api/tables/{table}/analysis"), ""),
            6 => (format!("/api/tables/{table}/events?after=0.0"), ""),
            7 => (format!("/api/tables/{table}/view?epoch={}", LONG / 2 + turn % 1000), ""),
            8 => (format!("/api/tables/{table}/actions"), ""),
            9 => ("/api/tables".to_owned(), player.table.as_str()),
            10 => (
                format!("/api/games/{}/lines", player.game),
                player.lines[turn / KINDS % player.lines.len()].as_str(),
            ),
            11 => (format!("/api/tables/{table}/review"), ""),
            _ => ("/api/races".to_owned(), ""),
        };
        let method = if body.is_empty() { "GET" } else { "POST" };
        attack.sent.fetch_add(1, Relaxed);
        let answer = ask(attack.server, number, &request(method, &path, "", body)).await;
        match answer {
            Some((201, body)) => {
                let made: Value = serde_json::from_str(&body).unwrap_or_default();
                tables.extend(made["table"]["id"].as_str().map(str::to_owned));
            }
            Some((200, _)) => {}
            // Whoever is told to wait waits: these are within the limits.
            _ => tokio::time::sleep(Duration::from_secs(1)).await,
        }
    }
}

/// A request on a connection of its own; the status and the first part of the answer. It hangs up after a while, as
/// somebody does who wants others to work for nothing.
async fn ask(server: SocketAddr, number: u8, request: &[u8]) -> Option<(u16, String)> {
    let mut stream = connect(server, number).await?;
    stream.write_all(request).await.ok()?;
    let mut answer = Vec::new();
    let read = async {
        let mut part = [0; 16 * 1024];
        while answer.len() < 256 * 1024 {
            match stream.read(&mut part).await {
                Ok(read) if read > 0 => answer.extend_from_slice(&part[..read]),
                _ => break,
            }
            // The rest of what is short comes with its head.
            let head = answer.windows(4).position(|end| end == b"\r\n\r\n");
            let named = |head: &[u8]| head.windows(14).any(|name| name == b"content-length");
            if head.is_some_and(|end| named(&answer[..end])) {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(Duration::from_secs(15), read).await;
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text.get(9..12)?.parse().ok()?;
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Some((status, body.to_owned()))
}

async fn connect(server: SocketAddr, number: u8) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind((Ipv4Addr::new(127, 0, 1, 1 + number), 0).into()).ok()?;
    socket.connect(server).await.ok()
}

/// Holds connections that say half of something, and opens new ones when they are cut off.
async fn hold_silent(attack: Arc<Attack>, number: u8) {
    while !attack.over.load(Relaxed) {
        let mut held = Vec::new();
        for _ in 0..SILENT {
            if let Some(mut stream) = connect(attack.server, number).await {
                let _ = stream.write_all(b"GET /api/games HTTP/1.1\r\nhost: ").await;
                held.push(stream);
            }
        }
        tokio::time::sleep(Duration::from_secs(10)).await;
    }
}

/// The most memory until the attack is over, in megabytes.
async fn watch_memory(attack: Arc<Attack>, file: String) -> f64 {
    let mut most: f64 = 0.0;
    let began = Instant::now();
    while !attack.over.load(Relaxed) && began.elapsed() < Duration::from_secs(3600) {
        most = most.max(super::server_process::memory(&file).unwrap_or_default());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    most
}
