//! Somebody who analyses: a stream of lines for every position, a review of a finished game.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use catalog::{Entry, Setup};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use super::super::BenchError;
use super::super::load::request;

/// A visitor with an address of its own in the loopback network.
pub(super) struct Visitor {
    pub server: SocketAddr,
    pub number: u8,
}

impl Visitor {
    async fn connect(&self) -> Result<TcpStream, BenchError> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((Ipv4Addr::new(127, 0, 2, 1 + self.number), 0).into())?;
        Ok(socket.connect(self.server).await?)
    }

    /// Opens a stream and reads it for so long, or until the first event of a kind if nobody wants more; says when
    /// that came.
    async fn listen(
        &self,
        asked: &[u8],
        event: &str,
        (time, more): (Duration, bool),
    ) -> Result<Option<Duration>, BenchError> {
        let began = Instant::now();
        let mut stream = self.connect().await?;
        stream.write_all(asked).await?;
        let (mut part, mut text, mut first) = ([0; 16 * 1024], String::new(), None);
        while let Some(rest) = time.checked_sub(began.elapsed()) {
            let Ok(read) = tokio::time::timeout(rest, stream.read(&mut part)).await else { break };
            let read = read?;
            if read == 0 {
                break;
            }
            if first.is_none() {
                text.push_str(&String::from_utf8_lossy(&part[..read]));
                if text.len() >= 12 && !text.starts_with("HTTP/1.1 200") {
                    return Err(BenchError::Answer(text));
                }
                first = text.contains(event).then(|| began.elapsed());
            }
            if first.is_some() && !more {
                break;
            }
        }
        Ok(first)
    }

    /// Looks at a position for so long; says when the engine's first line came.
    pub async fn lines(
        &self,
        game: &Played,
        moves: usize,
        time: Duration,
    ) -> Result<Option<Duration>, BenchError> {
        let path = format!("/api/games/{}/lines", game.id);
        let line = json!({"seed": game.seed.to_string(), "moves": game.moves[..moves]});
        let asked = request("POST", &path, "", &json!({ "line": line }).to_string());
        self.listen(&asked, "event: lines", (time, true)).await
    }

    /// Brings in a finished game; its table's id.
    pub async fn bring(&self, game: &Played) -> Result<String, BenchError> {
        let mut stream = self.connect().await?;
        stream.write_all(&request("POST", "/api/records", "", &game.record)).await?;
        let mut answer = Vec::new();
        loop {
            if stream.read_buf(&mut answer).await? == 0 {
                return Err(BenchError::Server("it hung up".into()));
            }
            let text = String::from_utf8_lossy(&answer);
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            if !head.starts_with("HTTP/1.1 201") {
                return Err(BenchError::Answer(text.into_owned()));
            }
            if let Ok(made) = serde_json::from_str::<Value>(body) {
                return Ok(made["table"]["id"].as_str().unwrap_or_default().to_owned());
            }
        }
    }

    /// Has a game judged, for at most so long; how long it took.
    pub async fn review(&self, id: &str, time: Duration) -> Result<Option<Duration>, BenchError> {
        let asked = request("GET", &format!("/api/tables/{id}/review"), "", "");
        self.listen(&asked, "event: review", (time, false)).await
    }
}

/// A game of random moves.
pub(super) struct Played {
    pub id: &'static str,
    pub seed: u64,
    pub moves: Vec<String>,
    pub record: String,
}

impl Played {
    /// With so many moves at most. A game that is not over then is given up.
    pub fn new(entry: &'static dyn Entry, seed: u64, most: usize) -> Option<Self> {
        let mut table = entry.table(&Setup { seed, ..Setup::default() }).ok()?;
        let mut rng = game::Rng::new(seed);
        while table.epoch() < most {
            let moves = table.legal();
            let Some(text) = rng.pick(&moves) else { break };
            table.play(text).ok()?;
        }
        let moves = table.record().moves.clone();
        if table.outcome().is_none() {
            table.resign(game::Seat(0)).ok()?;
        }
        Some(Self { id: entry.about().id, seed, moves, record: table.record().to_text() })
    }
}
