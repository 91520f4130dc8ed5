//! The load generator: plain HTTP/1.1 over keep-alive connections. It is as cheap as possible, because it shares the
//! machine with the server that it measures.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::BenchError;

/// A drawn game of Connect Four, the longest possible.
const GAME: &[u8; 42] = b"121212212121343434434343565656656565777777";

/// A connection to a server.
pub(super) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Result<Self, BenchError> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(4096) })
    }

    /// Sends a request; returns the status and the body of the response.
    pub async fn send(&mut self, request: &[u8]) -> Result<(u16, &[u8]), BenchError> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(BenchError::Server("it hung up".into()));
            }
            let Some(head) = find(&self.buffer, b"\r\n\r\n") else { continue };
            let length = content_length(&self.buffer[..head]).unwrap_or(0);
            if self.buffer.len() >= head + 4 + length {
                let status = self.buffer.get(9..12).and_then(|s| std::str::from_utf8(s).ok());
                let status = status.and_then(|status| status.parse().ok()).unwrap_or(0);
                return Ok((status, &self.buffer[head + 4..head + 4 + length]));
            }
        }
    }
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

fn content_length(head: &[u8]) -> Option<usize> {
    let at = find(head, b"content-length: ")? + b"content-length: ".len();
    let digits = head[at..].iter().take_while(|byte| byte.is_ascii_digit());
    Some(digits.fold(0, |n, digit| n * 10 + usize::from(digit - b'0')))
}

pub(super) fn request(method: &str, path: &str, token: &str, body: &str) -> Vec<u8> {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// A table with both its players' tokens.
pub(super) struct BenchTable {
    pub id: String,
    pub tokens: [String; 2],
}

/// Creates a table at which so many moves have been played.
pub(super) async fn new_table(
    connection: &mut Connection,
    moves: usize,
) -> Result<BenchTable, BenchError> {
    let moves: Vec<String> =
        GAME[..moves].iter().map(|&column| char::from(column).into()).collect();
    let body = json!({
        "game": "connect4", "private": true, "moves": moves,
        "seats": [{ "kind": "person" }, { "kind": "person" }],
    });
    let (status, answer) =
        connection.send(&request("POST", "/api/tables", "", &body.to_string())).await?;
    let text = || format!("{status} {}", String::from_utf8_lossy(answer));
    let value: Value = serde_json::from_slice(answer).map_err(|_| BenchError::Answer(text()))?;
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if status != 201 {
        return Err(BenchError::Answer(text()));
    }
    let token = |seat: usize| word(&value["tokens"][seat]["token"]);
    Ok(BenchTable { id: word(&value["table"]["id"]), tokens: [token(0), token(1)] })
}

/// Players at many tables.
pub(super) struct Load {
    tables: Vec<(Vec<Connection>, BenchTable)>,
}

/// How long each move took, in ascending order.
pub(super) struct MoveTimes {
    times: Vec<Duration>,
    took: Duration,
}

impl MoveTimes {
    pub fn rate(&self) -> f64 {
        self.times.len() as f64 / self.took.as_secs_f64()
    }

    /// In milliseconds.
    pub fn percentile(&self, share: f64) -> f64 {
        let at =
            ((self.times.len() as f64 * share) as usize).min(self.times.len().saturating_sub(1));
        self.times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }
}

impl Load {
    /// Creates tables. With several servers, each seat of a table plays at another one.
    pub async fn new(addresses: &[SocketAddr], count: usize) -> Result<Self, BenchError> {
        let mut tables = Vec::with_capacity(count);
        for number in 0..count {
            let mut maker = Connection::open(addresses[number % addresses.len()]).await?;
            // Real games do not all start at once, so these are at different moves.
            tables.push((Vec::new(), new_table(&mut maker, number % GAME.len()).await?));
        }
        // Only now: a server closes connections that are silent for long.
        for (number, (connections, _)) in tables.iter_mut().enumerate() {
            for offset in 0..addresses.len().min(2) {
                let address = addresses[(number + offset) % addresses.len()];
                connections.push(Connection::open(address).await?);
            }
        }
        Ok(Self { tables })
    }

    /// Plays for this long, as fast as possible or at a rate over all tables.
    pub async fn run(self, time: Duration, rate: Option<f64>) -> Result<MoveTimes, BenchError> {
        let began = Instant::now();
        let count = self.tables.len().max(1) as u32;
        let every = rate.map(|rate| Duration::from_secs_f64(f64::from(count) / rate));
        let players: Vec<_> = (0u32..)
            .zip(self.tables)
            .map(|(number, (connections, table))| {
                // Moves are spread over the interval.
                let pace = every.map(|every| (began + every * number / count, every));
                tokio::spawn(play(
                    connections,
                    table,
                    number as usize % GAME.len(),
                    began + time,
                    pace,
                ))
            })
            .collect();
        let mut times = Vec::new();
        for player in players {
            let own = player.await.map_err(|error| BenchError::Server(error.to_string()))?;
            times.extend(own?);
        }
        let took = began.elapsed();
        times.sort_unstable();
        Ok(MoveTimes { times, took })
    }
}

/// Plays game after game at a table until the time is over.
async fn play(
    mut connections: Vec<Connection>,
    mut table: BenchTable,
    mut begun: usize,
    end: Instant,
    mut pace: Option<(Instant, Duration)>,
) -> Result<Vec<Duration>, BenchError> {
    let mut times = Vec::new();
    let servers = connections.len();
    loop {
        let path = format!("/api/tables/{}/actions", table.id);
        for (epoch, column) in GAME.iter().enumerate().skip(begun) {
            // At a fixed rate a move is timed from when it was due, so that waiting for the previous one counts.
            let mut from = Instant::now();
            if let Some((due, every)) = &mut pace {
                tokio::time::sleep_until((*due).into()).await;
                from = *due;
                *due += *every;
            }
            if Instant::now() >= end {
                return Ok(times);
            }
            let body = format!("{{\"epoch\":{epoch},\"move\":\"{}\"}}", char::from(*column));
            let bytes = request("PUT", &path, &table.tokens[epoch % 2], &body);
            let (status, answer) = connections[epoch % servers].send(&bytes).await?;
            if status != 201 {
                let said = String::from_utf8_lossy(answer);
                return Err(BenchError::Answer(format!("{status} {said}")));
            }
            times.push(from.elapsed());
        }
        table = new_table(&mut connections[0], 0).await?;
        begun = 0;
        // The time to create the table does not count as a delay.
        if let Some((due, _)) = &mut pace {
            *due = Instant::now().max(*due);
        }
    }
}

/// Opens event streams over a few tables and holds them.
pub(super) async fn hold_streams(
    address: SocketAddr,
    count: usize,
) -> Result<Vec<TcpStream>, BenchError> {
    let mut connection = Connection::open(address).await?;
    let mut tables = Vec::new();
    for _ in 0..count.div_ceil(10) {
        tables.push(new_table(&mut connection, 0).await?);
    }
    let mut streams = Vec::with_capacity(count);
    for number in 0..count {
        let table = &tables[number % tables.len()];
        streams.push(open_stream(address, table, &table.tokens[number % 2]).await?);
    }
    Ok(streams)
}

/// The stream of events of a table, for a spectator.
pub(super) async fn watch_table(
    address: SocketAddr,
    table: &BenchTable,
) -> Result<TcpStream, BenchError> {
    open_stream(address, table, "").await
}

async fn open_stream(
    address: SocketAddr,
    table: &BenchTable,
    token: &str,
) -> Result<TcpStream, BenchError> {
    let mut stream = TcpStream::connect(address).await?;
    let path = format!("/api/tables/{}/events", table.id);
    stream.write_all(&request("GET", &path, token, "")).await?;
    // The status line shows that the stream is open.
    let mut first = [0; 512];
    let read = stream.read(&mut first).await?;
    if !first[..read].starts_with(b"HTTP/1.1 200") {
        return Err(BenchError::Answer(String::from_utf8_lossy(&first[..read]).into_owned()));
    }
    Ok(stream)
}
