//! The servers and what happens to them.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use game::Rng;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::check::{FindingKind, Findings};
use crate::server_process::ServerProcess;
use crate::{BenchConfig, BenchError, PrivatePostgres};

/// The most MiB that the file of SQLite may have.
const DISK: u32 = 64;

/// Servers that share a database.
pub(super) struct House {
    command: Vec<String>,
    database: String,
    servers: Vec<ServerProcess>,
    logs: Vec<PathBuf>,
    /// Where the database is, if it is not a file.
    postgres: Option<PrivatePostgres>,
}

impl House {
    /// One server with a file.
    pub async fn one(
        config: &BenchConfig,
        folder: &Path,
        database: &str,
    ) -> Result<Self, BenchError> {
        Self::open(config, vec![folder.join("one.log")], database, None).await
    }

    /// Two servers with a PostgreSQL.
    pub async fn two(
        config: &BenchConfig,
        folder: &Path,
        postgres: PrivatePostgres,
    ) -> Result<Self, BenchError> {
        let database = postgres.database()?;
        let logs = ["first.log", "second.log"].map(|name| folder.join(name)).to_vec();
        Self::open(config, logs, &database, Some(postgres)).await
    }

    async fn open(
        config: &BenchConfig,
        logs: Vec<PathBuf>,
        database: &str,
        postgres: Option<PrivatePostgres>,
    ) -> Result<Self, BenchError> {
        let (command, database) = (config.server.clone(), database.to_owned());
        let mut house = Self { command, database, servers: Vec::new(), logs, postgres };
        for number in 0..house.logs.len() {
            let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
            let server = house.start(number, address).await?;
            house.servers.push(server);
        }
        Ok(house)
    }

    async fn start(&self, number: usize, address: SocketAddr) -> Result<ServerProcess, BenchError> {
        let disk = DISK.to_string();
        let settings = [
            ("PLATEAU_LIMITS", "off"),
            ("PLATEAU_DATABASE_MIB", disk.as_str()),
            ("PLATEAU_LEASE_MS", "3000"),
        ];
        let log = Some(self.logs[number].as_path());
        ServerProcess::start_at(address, &self.command, &self.database, &settings, log).await
    }

    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    /// Lets something happen, and says what.
    pub async fn mishap(&mut self, rng: &mut Rng) -> Result<&'static str, BenchError> {
        let long = Duration::from_millis(u64::from(500 + rng.below(4000)));
        let kind = rng.below(6);
        if kind < 2 {
            return self.kill(rng, long).await;
        }
        match (&self.postgres, kind) {
            (None, 2..=4) => {
                fill_disk(&self.database, long).await?;
                Ok("full disks")
            }
            (Some(postgres), 2) => {
                postgres.restart(rng.below(2) == 0)?;
                Ok("restarts of PostgreSQL")
            }
            (Some(postgres), 3 | 4) => {
                let processes = postgres.processes()?;
                pause(&processes, long).await;
                Ok("pauses of PostgreSQL")
            }
            _ => {
                let number = rng.below(self.servers.len() as u32) as usize;
                pause(&[self.servers[number].id()], long).await;
                Ok("pauses of a server")
            }
        }
    }

    /// Kills a server, waits, and starts another in its place.
    async fn kill(&mut self, rng: &mut Rng, away: Duration) -> Result<&'static str, BenchError> {
        let number = rng.below(self.servers.len() as u32) as usize;
        let address = self.servers[number].address;
        drop(self.servers.remove(number));
        tokio::time::sleep(away / 4).await;
        let server = self.start(number, address).await?;
        self.servers.insert(number, server);
        Ok("kills")
    }

    /// What the servers said about themselves.
    pub fn look_for_panics(&self, findings: &Findings) -> Result<(), BenchError> {
        for log in &self.logs {
            let said = std::fs::read(log)?;
            let said = String::from_utf8_lossy(&said);
            for line in said.lines().filter(|line| line.contains("panicked")) {
                findings.add(FindingKind::Wrong, line.to_owned());
            }
        }
        Ok(())
    }
}

/// Fills the file up to its bound for a while. SQLite then behaves as it does on a full disk.
async fn fill_disk(database: &str, long: Duration) -> Result<(), BenchError> {
    let broken =
        |error: sqlx::Error| BenchError::Server(format!("the disk is not filled: {error}"));
    let file = database.trim_start_matches("sqlite://");
    let options = SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_secs(30));
    let mut other = options.disable_statement_logging().connect().await.map_err(broken)?;
    let bound = format!("PRAGMA max_page_count = {}", DISK * 256);
    sqlx::query(sqlx::AssertSqlSafe(bound)).execute(&mut other).await.map_err(broken)?;
    sqlx::query("CREATE TABLE IF NOT EXISTS filler (bytes BLOB)")
        .execute(&mut other)
        .await
        .map_err(broken)?;
    // Until not even a little fits.
    for size in [4_000_000, 400_000, 40_000, 4_000] {
        while sqlx::query("INSERT INTO filler VALUES (zeroblob(?))")
            .bind(size)
            .execute(&mut other)
            .await
            .is_ok()
        {}
    }
    tokio::time::sleep(long).await;
    sqlx::query("DELETE FROM filler").execute(&mut other).await.map_err(broken)?;
    other.close().await.map_err(broken)
}

/// Stops processes for a while, as a machine does that is out of memory or being moved.
async fn pause(processes: &[u32], long: Duration) {
    signal(processes, "-STOP");
    tokio::time::sleep(long).await;
    signal(processes, "-CONT");
}

fn signal(processes: &[u32], signal: &str) {
    let numbers = processes.iter().map(u32::to_string);
    // Some may be gone meanwhile.
    let _ = std::process::Command::new("kill")
        .arg(signal)
        .args(numbers)
        .stderr(std::process::Stdio::null())
        .status();
}
