//! A server in a process of its own.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::net::TcpStream;

use super::BenchError;

pub(super) struct ServerProcess {
    child: Child,
    pub address: SocketAddr,
}

impl ServerProcess {
    /// Starts a server without limits at a free port.
    pub async fn start(command: &[String], database: &str) -> Result<Self, BenchError> {
        Self::start_with(command, database, &[("PLATEAU_LIMITS", "off")]).await
    }

    /// Starts a server with these settings at a free port.
    pub async fn start_with(
        command: &[String],
        database: &str,
        settings: &[(&str, &str)],
    ) -> Result<Self, BenchError> {
        let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        Self::start_at(address, command, database, settings, None).await
    }

    /// Starts a server at this address. What it logs is added to a file.
    pub async fn start_at(
        address: SocketAddr,
        command: &[String],
        database: &str,
        settings: &[(&str, &str)],
        log: Option<&Path>,
    ) -> Result<Self, BenchError> {
        let log = match log {
            Some(path) => File::options().create(true).append(true).open(path)?.into(),
            None => Stdio::null(),
        };
        let (program, arguments) =
            command.split_first().ok_or_else(|| BenchError::Server("no command".into()))?;
        let child = Command::new(program)
            .args(arguments)
            .env("PLATEAU_BIND", address.to_string())
            .env("PLATEAU_DATABASE", database)
            .envs(settings.iter().copied())
            .env("PLATEAU_BOT_PAUSE_MS", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()?;
        let mut server = Self { child, address };
        let began = Instant::now();
        while TcpStream::connect(address).await.is_err() {
            if let Some(status) = server.child.try_wait()? {
                return Err(BenchError::Server(format!("it ended with {status}")));
            }
            if began.elapsed() > Duration::from_secs(20) {
                return Err(BenchError::Server("it does not listen".into()));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(server)
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The memory that the process has in use, in megabytes.
    pub fn memory(&self) -> Result<f64, BenchError> {
        memory(&self.memory_file())
    }

    /// How many files and connections it has open.
    pub fn open_files(&self) -> Result<usize, BenchError> {
        Ok(std::fs::read_dir(format!("/proc/{}/fd", self.child.id()))?.count())
    }

    /// Where the system says how much memory it has in use.
    pub fn memory_file(&self) -> String {
        format!("/proc/{}/status", self.child.id())
    }
}

/// The memory in use that the system tells in this file, in megabytes.
pub(super) fn memory(file: &str) -> Result<f64, BenchError> {
    let status = std::fs::read_to_string(file)?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    let kib = kib.ok_or_else(|| BenchError::Server("its memory cannot be read".into()))?;
    Ok(kib * 1024.0 / 1e6)
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
