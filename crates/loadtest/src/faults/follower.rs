//! Somebody who follows a table's stream, and goes on from the last event wherever it was cut.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use super::PATIENCE;
use super::check::{FindingKind, Findings};
use super::client::Nodes;
use crate::load::request;

/// A keep-alive comes every 15 seconds: a stream that is silent for longer is dead.
const SILENCE: Duration = Duration::from_secs(25);
const PAUSE: Duration = Duration::from_millis(50);

/// The moves that a stream has told.
pub(super) struct Follower {
    seen: Arc<Mutex<SeenEvents>>,
    task: JoinHandle<()>,
}

struct SeenEvents {
    moves: Vec<String>,
    /// The id of the last event.
    last: String,
    cuts: usize,
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Follower {
    /// Follows a table at which nothing has been played, with these tokens.
    pub fn start(nodes: Nodes, table: &str, tokens: &str, findings: Arc<Findings>) -> Self {
        let seen =
            Arc::new(Mutex::new(SeenEvents { moves: Vec::new(), last: "0.0".into(), cuts: 0 }));
        let (table, tokens) = (table.to_owned(), tokens.to_owned());
        let task = tokio::spawn(follow(nodes, table, tokens, Arc::clone(&seen), findings));
        Self { seen, task }
    }

    /// The moves, once there are so many; fewer if they do not come. Also how often the stream was cut.
    pub async fn moves(&self, count: usize) -> (Vec<String>, usize) {
        let began = Instant::now();
        loop {
            {
                let seen = lock(&self.seen);
                if seen.moves.len() >= count || began.elapsed() > PATIENCE {
                    return (seen.moves.clone(), seen.cuts);
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn lock(seen: &Mutex<SeenEvents>) -> MutexGuard<'_, SeenEvents> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn follow(
    nodes: Nodes,
    table: String,
    tokens: String,
    seen: Arc<Mutex<SeenEvents>>,
    findings: Arc<Findings>,
) {
    loop {
        let path = format!("/api/tables/{table}/events?after={}", lock(&seen).last);
        let opened = tokio::time::timeout(SILENCE, open(nodes.next(), &path, &tokens)).await;
        if let Ok(Some(mut stream)) = opened
            && let Err(gap) = read(&mut stream, &seen).await
        {
            findings.add(FindingKind::Gap, format!("{table}: {gap}"));
            return;
        }
        lock(&seen).cuts += 1;
        tokio::time::sleep(PAUSE).await;
    }
}

async fn open(node: SocketAddr, path: &str, tokens: &str) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(node).await.ok()?;
    stream.write_all(&request("GET", path, tokens, "")).await.ok()?;
    Some(stream)
}

/// Reads until the stream ends; an error if something was left out.
async fn read(stream: &mut TcpStream, seen: &Mutex<SeenEvents>) -> Result<(), String> {
    let mut text = Vec::new();
    let mut part = [0; 16 * 1024];
    loop {
        let read = tokio::time::timeout(SILENCE, stream.read(&mut part)).await;
        let Ok(Ok(read @ 1..)) = read else { return Ok(()) };
        text.extend_from_slice(&part[..read]);
        // An event ends with an empty line. Chunks of HTTP end with a line break of another kind, and one event is
        // one chunk.
        while let Some(end) = text.windows(2).position(|pair| pair == b"\n\n") {
            let block = String::from_utf8_lossy(&text[..end]).into_owned();
            text.drain(..end + 2);
            told(&block, &mut lock(seen))?;
        }
    }
}

/// One event.
fn told(block: &str, seen: &mut SeenEvents) -> Result<(), String> {
    let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let (Some(event), Some(id), Some(data)) = (field("event:"), field("id:"), field("data:"))
    else {
        return Ok(());
    };
    let data: Value = serde_json::from_str(data).map_err(|error| format!("{id}: {error}"))?;
    let known = seen.moves.len() as u64;
    match event {
        "action" if data["epoch"].as_u64() != Some(known + 1) => {
            return Err(format!("after {known} moves it told the one to {}", data["epoch"]));
        }
        "action" => seen.moves.push(data["move"].as_str().unwrap_or_default().to_owned()),
        // It has said what it has, and has not missed a hundred moves.
        "reset" => {
            return Err(format!("after {known} moves it began anew at {}", data["view"]["epoch"]));
        }
        _ => {}
    }
    seen.last = id.to_owned();
    Ok(())
}
