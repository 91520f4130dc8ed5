//! Requests that are sent again until somebody answers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::PATIENCE;
use crate::load::{Connection, request};

/// An answer that has not come by then does not come.
const ANSWER: Duration = Duration::from_secs(15);
/// Before the next try.
const PAUSE: Duration = Duration::from_millis(50);

/// The nodes of a house. Requests go to each in turn.
#[derive(Clone)]
pub(super) struct Nodes {
    addresses: Arc<[SocketAddr]>,
    turn: Arc<AtomicUsize>,
}

impl Nodes {
    pub fn new(addresses: Vec<SocketAddr>) -> Self {
        Self { addresses: addresses.into(), turn: Arc::default() }
    }

    /// Where the next request goes.
    pub fn next(&self) -> SocketAddr {
        self.addresses[self.turn.fetch_add(1, Relaxed) % self.addresses.len()]
    }

    pub fn all(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// Sends a request until it is answered by something else than 503, each time to the next node. None if nobody
    /// answers for a long time.
    pub async fn insist(&self, call: &Call<'_>) -> Option<(u16, Value)> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            match call.send(self.next()).await {
                Some((503, _)) | None => tokio::time::sleep(PAUSE).await,
                answer => return answer,
            }
        }
        None
    }

    /// The same at one node.
    pub async fn insist_at(&self, node: SocketAddr, call: &Call<'_>) -> Option<(u16, Value)> {
        let one = Self::new(vec![node]);
        one.insist(call).await
    }
}

/// A request.
pub(super) struct Call<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub token: &'a str,
    pub body: &'a str,
}

impl<'a> Call<'a> {
    pub fn get(path: &'a str, token: &'a str) -> Self {
        Self { method: "GET", path, token, body: "" }
    }

    /// Sends it once; none if no whole answer comes.
    async fn send(&self, node: SocketAddr) -> Option<(u16, Value)> {
        let exchange = async {
            let mut connection = Connection::open(node).await.ok()?;
            let bytes = request(self.method, self.path, self.token, self.body);
            let (status, body) = connection.send(&bytes).await.ok()?;
            Some((status, serde_json::from_slice(body).unwrap_or_default()))
        };
        tokio::time::timeout(ANSWER, exchange).await.ok()?
    }
}
