//! A server in a process of its own, which can be killed.

use std::collections::BTreeSet;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::client::Client;

/// A running server.
pub struct Process {
    child: Child,
    pub url: String,
}

impl Process {
    /// Starts a server at a free port.
    pub async fn start(database: &str, settings: &[(&str, &str)]) -> Self {
        let port = free_port();
        Self::start_at(port, database, settings).await
    }

    pub async fn start_at(port: u16, database: &str, settings: &[(&str, &str)]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_plateau"))
            .args(["serve", "--bind", &format!("127.0.0.1:{port}"), "--database", database])
            .env("PLATEAU_LIMITS", "off")
            .env("PLATEAU_LEASE_MS", "3000")
            .envs(settings.iter().copied())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let process = Self { child, url: format!("http://127.0.0.1:{port}") };
        let began = Instant::now();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        while http.get(format!("{}/healthz", process.url)).send().await.is_err() {
            // A busy machine may take long; only a server that never starts fails the test.
            assert!(began.elapsed() < Duration::from_secs(120), "the server does not start");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        process
    }

    pub fn client(&self) -> Client {
        Client::new(&self.url)
    }

    pub fn port(&self) -> u16 {
        self.url.rsplit(':').next().unwrap().parse().unwrap()
    }

    /// Kills it as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM and waits until it has ended; true if both succeeded.
    pub fn stop(mut self) -> bool {
        let sent = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        sent.success() && self.child.wait().unwrap().success()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that no other server of these tests gets: a server that was killed is started again at its own port.
pub fn free_port() -> u16 {
    static GIVEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        if given.insert(port) {
            return port;
        }
    }
}
