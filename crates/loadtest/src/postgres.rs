//! A private PostgreSQL server, from the installed packages, for tests and benchmarks.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use thiserror::Error;

/// Why a private PostgreSQL could not be started.
#[derive(Debug, Error)]
pub enum PostgresError {
    /// It is not installed.
    #[error(
        "PostgreSQL's server is not on this machine: install the package “postgresql” (apt-get install postgresql)"
    )]
    Missing,
    /// One of its programs failed.
    #[error("{0} failed: {1}")]
    Failed(String, String),
    /// The system returned an error.
    #[error("a private PostgreSQL could not be set up: {0}")]
    Io(#[from] std::io::Error),
}

/// A server that lives in a folder of its own, listens at a socket in it, and is stopped and
/// removed when this is dropped. Its durability is PostgreSQL's default.
#[derive(Debug)]
pub struct PrivatePostgres {
    programs: PathBuf,
    folder: PathBuf,
    /// PostgreSQL refuses to run as root: then it runs as this user.
    user: Option<&'static str>,
    databases: AtomicU32,
}

impl PrivatePostgres {
    /// Creates and starts a server that listens at a socket in its folder.
    pub fn start() -> Result<Self, PostgresError> {
        Self::create()?.started("-c listen_addresses=''")
    }

    /// Creates and starts a server that also listens at a port of this machine, for encrypted connections only.
    /// [`authority`](Self::authority) has signed its certificate, which is for `localhost`.
    pub fn start_with_tls(port: u16) -> Result<Self, PostgresError> {
        let server = Self::create()?;
        let at = |name: &str| server.folder.join(name).display().to_string();
        let [ca, ca_key, key, csr, cert, names] =
            ["ca.crt", "ca.key", "server.key", "server.csr", "server.crt", "names"].map(at);
        let new_key = ["-newkey", "rsa:2048", "-nodes", "-keyout"];
        let tool = || server.as_user(Path::new("openssl"));
        let whose = ["-subj", "/CN=Plateau's test authority", "-days", "2", "-out", &ca];
        run(tool().args(["req", "-x509"]).args(new_key).arg(&ca_key).args(whose))?;
        let whose = ["-subj", "/CN=localhost", "-out", &csr];
        run(tool().arg("req").args(new_key).arg(&key).args(whose))?;
        std::fs::write(&names, "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n")?;
        run(tool()
            .args(["x509", "-req", "-days", "2", "-CAcreateserial", "-in", &csr, "-CA", &ca])
            .args(["-CAkey", &ca_key, "-extfile", &names, "-out", &cert]))?;
        let rules = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
        std::fs::write(server.folder.join("data/pg_hba.conf"), rules)?;
        server.started(&format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c ssl=on -c ssl_cert_file={cert} \
             -c ssl_key_file={key}"
        ))
    }

    /// The certificate of the authority that signed the server's.
    pub fn authority(&self) -> PathBuf {
        self.folder.join("ca.crt")
    }

    fn create() -> Result<Self, PostgresError> {
        let programs = find().ok_or(PostgresError::Missing)?;
        // Removed by `drop` below, once the server is stopped.
        let folder = tempfile::Builder::new().prefix("plateau-pg-").tempdir()?.keep();
        let user = is_root().then(|| if exists("postgres") { "postgres" } else { "nobody" });
        let server = Self { programs, folder, user, databases: AtomicU32::new(0) };
        if let Some(user) = user {
            run(Command::new("chown").arg(user).arg(&server.folder))?;
        }
        let data = server.folder.join("data");
        let quick =
            ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync", "-D"];
        run(server.program("initdb").args(quick).arg(&data))?;
        Ok(server)
    }

    fn started(self, settings: &str) -> Result<Self, PostgresError> {
        let settings = format!("{settings} -k {}", self.folder.display());
        let (data, log) = (self.folder.join("data"), self.folder.join("log"));
        run(self
            .program("pg_ctl")
            .args(["-w", "-D"])
            .arg(&data)
            .arg("-l")
            .arg(log)
            .args(["-o", &settings, "start"]))?;
        Ok(self)
    }

    /// The URL of a new, empty database.
    pub fn database(&self) -> Result<String, PostgresError> {
        let name = format!("plateau{}", self.databases.fetch_add(1, Relaxed));
        let socket = self.folder.as_os_str();
        run(self.program("createdb").arg("-h").arg(socket).args(["-U", "postgres", &name]))?;
        Ok(format!("postgres://postgres@localhost/{name}?host={}", self.folder.display()))
    }

    /// Stops it, at once or in order, and starts it again as it was.
    pub(super) fn restart(&self, at_once: bool) -> Result<(), PostgresError> {
        let mode = if at_once { "immediate" } else { "fast" };
        let (data, log) = (self.folder.join("data"), self.folder.join("log"));
        run(self
            .program("pg_ctl")
            .args(["-w", "-m", mode, "-D"])
            .arg(data)
            .arg("-l")
            .arg(log)
            .arg("restart"))
    }

    /// The numbers of all its processes.
    pub(super) fn processes(&self) -> Result<Vec<u32>, PostgresError> {
        let file = std::fs::read_to_string(self.folder.join("data/postmaster.pid"))?;
        let first = file.lines().next().and_then(|line| line.trim().parse().ok());
        let children = |parent: u32| {
            let path = format!("/proc/{parent}/task/{parent}/children");
            let text = std::fs::read_to_string(path).unwrap_or_default();
            text.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>()
        };
        let first: Vec<u32> = first.into_iter().collect();
        let below = first.iter().flat_map(|&id| children(id)).collect();
        Ok([first, below].concat())
    }

    fn program(&self, name: &str) -> Command {
        self.as_user(&self.programs.join(name))
    }

    fn as_user(&self, path: &Path) -> Command {
        let mut command = match self.user {
            Some(user) => {
                let mut command = Command::new("runuser");
                command.args(["-u", user, "--"]).arg(path);
                command
            }
            None => Command::new(path),
        };
        // Its programs return to their working directory, which the other user may not be allowed to enter.
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        let data = self.folder.join("data");
        let stop =
            run(self.program("pg_ctl").args(["-w", "-m", "immediate", "-D"]).arg(data).arg("stop"));
        if let Err(error) = stop {
            tracing::warn!(%error, "a private PostgreSQL was not stopped");
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The folder with the programs of the newest version.
fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    versions.sort();
    let folders = std::env::split_paths(&path).chain(versions).collect::<Vec<_>>();
    let programs = ["initdb", "pg_ctl", "createdb"];
    let has = |folder: &Path| programs.iter().all(|name| folder.join(name).exists());
    folders.into_iter().rev().find(|folder| has(folder))
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

fn exists(user: &str) -> bool {
    Command::new("id").arg(user).output().is_ok_and(|id| id.status.success())
}

/// Runs a program. Its output goes to a file: a server that it leaves running would keep a pipe open, and the reader
/// would wait for ever.
fn run(command: &mut Command) -> Result<(), PostgresError> {
    let log = tempfile::NamedTempFile::new()?;
    let output = log.reopen()?;
    let errors = output.try_clone()?;
    let status = command.stdin(Stdio::null()).stdout(output).stderr(errors).status();
    let said = std::fs::read_to_string(log.path()).unwrap_or_default();
    if status?.success() {
        return Ok(());
    }
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(OsStr::to_string_lossy).collect();
    Err(PostgresError::Failed(words.join(" "), said.trim().to_owned()))
}
