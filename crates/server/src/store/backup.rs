//! Backups of a SQLite database, made while a server uses it, and putting one back.
//!
//! A backup is written beside its destination under a name of its own and takes that place only when it is complete
//! and was read again: whatever happens on the way, the last good backup stays. Putting one back never overwrites what
//! is there; it is kept under another name.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use thiserror::Error;

use super::inspect::{DatabaseContents, inspect, is_ours};
use super::lock::{DatabaseLock, beside, database_file, own_as_folder, private};
use super::{StoreError, without_password};
use crate::token::table_id;

/// What the name of an unfinished backup goes on with.
const UNFINISHED: &str = ".unfinished-";
/// What SQLite adds to a name for its journal.
const JOURNAL: &str = "-journal";

/// Why a backup was not made, or not put back.
#[derive(Debug, Error)]
pub enum BackupError {
    /// PostgreSQL has programs of its own for this; the URL is without its password.
    #[error("{0} is in PostgreSQL, which makes its own backups")]
    Postgres(String),
    /// A database in memory.
    #[error("a database in memory ends with its program: there is nothing to back up")]
    InMemory,
    /// There is no such file.
    #[error("there is no file {0}")]
    Missing(PathBuf),
    /// The backup would overwrite the database.
    #[error("{0} is the database itself: give the backup another name")]
    Itself(PathBuf),
    /// The backup would overwrite something else.
    #[error("{0} is there already and is no backup of Plateau: give another name")]
    Occupied(PathBuf),
    /// The file is in use, so it is no backup.
    #[error("{0} is a database in use, not a backup: make one with “plateau backup”")]
    InUse(PathBuf),
    /// The system refused.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
    /// The file is not ours, or damaged, or too new, or the database did not answer.
    #[error("{0}: {1}")]
    Store(PathBuf, #[source] StoreError),
}

/// What was put back, and where the database is kept that it replaced.
#[derive(Debug)]
pub struct Restored {
    /// What the backup holds.
    pub contents: DatabaseContents,
    /// The file that is the database again.
    pub database: PathBuf,
    /// The earlier database.
    pub kept: Option<PathBuf>,
}

/// Writes a backup of a database. A server may go on using it meanwhile: the backup is what was stored at one moment.
pub async fn backup(url: &str, to: &Path) -> Result<DatabaseContents, BackupError> {
    let database = sqlite_file(url)?;
    if !database.exists() {
        return Err(BackupError::Missing(database));
    }
    let real = |path: &Path| fs::canonicalize(path).ok();
    if to.exists() {
        if real(to) == real(&database) {
            return Err(BackupError::Itself(to.to_owned()));
        }
        // The backup of yesterday may go. Anything else may not.
        if !is_replaceable(to).await {
            return Err(BackupError::Occupied(to.to_owned()));
        }
    }
    remove_unfinished(to);
    let part = beside(to, &format!("{UNFINISHED}{}", table_id()));
    let made = write(&database, &part, to).await;
    if made.is_err() {
        let _ = fs::remove_file(&part);
    }
    made
}

/// Whether a file is empty or a database of ours.
async fn is_replaceable(file: &Path) -> bool {
    if fs::metadata(file).is_ok_and(|file| file.len() == 0) {
        return true;
    }
    let Ok(mut known) = open(file, true).await else { return false };
    let ours = is_ours(&mut known).await.unwrap_or(false);
    let _ = known.close().await;
    ours
}

async fn write(database: &Path, part: &Path, to: &Path) -> Result<DatabaseContents, BackupError> {
    let failed = |error| BackupError::Io(part.to_owned(), error);
    // The lock says that somebody is still writing here, see `remove_unfinished`.
    let file = private().open(part).map_err(failed)?;
    file.lock().map_err(failed)?;
    let stored = |error: sqlx::Error| BackupError::Store(database.to_owned(), error.into());
    let mut source = open(database, false).await?;
    let name = part.to_string_lossy().into_owned();
    sqlx::query("VACUUM INTO $1").bind(name).execute(&mut source).await.map_err(stored)?;
    source.close().await.map_err(stored)?;
    file.sync_all().map_err(failed)?;
    let contents = look(open(part, true).await?, part).await?;
    fs::rename(part, to).map_err(|error| BackupError::Io(to.to_owned(), error))?;
    sync_folder(to)?;
    Ok(contents)
}

/// Deletes what killed backups of the same destination have left. Files that are being written are locked.
fn remove_unfinished(to: &Path) {
    let Some(name) = to.file_name() else { return };
    let mut start = name.to_owned();
    start.push(UNFINISHED);
    let begins = |name: &OsStr| name.as_encoded_bytes().starts_with(start.as_encoded_bytes());
    // SQLite's journal beside such a file goes with it, and never alone.
    let is_journal = |name: &OsStr| name.as_encoded_bytes().ends_with(JOURNAL.as_bytes());
    for entry in fs::read_dir(folder_of(to)).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        if begins(&name)
            && !is_journal(&name)
            && File::open(&path).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(beside(&path, JOURNAL));
            let _ = fs::remove_file(path);
        }
    }
}

/// Puts a backup in the place of a database that no server uses.
pub async fn restore(from: &Path, url: &str) -> Result<Restored, BackupError> {
    let database = sqlite_file(url)?;
    if !from.exists() {
        return Err(BackupError::Missing(from.to_owned()));
    }
    if fs::metadata(beside(from, "-wal")).is_ok_and(|log| log.len() > 0) {
        return Err(BackupError::InUse(from.to_owned()));
    }
    let stored = |error| BackupError::Store(database.clone(), error);
    let _lock = DatabaseLock::take(url).map_err(stored)?;
    // The copy is what will be used, so the copy is what is checked.
    let copy = beside(&database, &format!(".restoring-{}", table_id()));
    let put_back = put_back(from, &copy, &database).await;
    if put_back.is_err() {
        let _ = fs::remove_file(&copy);
    }
    put_back
}

async fn put_back(from: &Path, copy: &Path, database: &Path) -> Result<Restored, BackupError> {
    let failed = |error| BackupError::Io(copy.to_owned(), error);
    let mut source = File::open(from).map_err(|error| BackupError::Io(from.to_owned(), error))?;
    let mut file = private().open(copy).map_err(failed)?;
    io::copy(&mut source, &mut file).and_then(|_| file.sync_all()).map_err(failed)?;
    let contents = look(open(copy, true).await?, from).await?;
    let kept = if database.exists() { Some(keep(database).await?) } else { None };
    own_as_folder(copy);
    fs::rename(copy, database).map_err(failed)?;
    sync_folder(database)?;
    Ok(Restored { contents, database: database.to_owned(), kept })
}

/// Gives the present database another name; the name says when.
async fn keep(database: &Path) -> Result<PathBuf, BackupError> {
    let failed = |error| BackupError::Io(database.to_owned(), error);
    let second = crate::clock::rfc3339(crate::clock::now()).replace([':', '-'], "");
    let mut kept = beside(database, &format!(".before-{second}"));
    while kept.exists() {
        kept = beside(&kept, "x");
    }
    // Closing the last connection moves its log into the file. A database that cannot do that any more is perhaps why
    // a backup is needed: then the log is kept with it, under the name that belongs to it.
    if let Ok(mut old) = open(database, false).await {
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut old).await;
        let _ = old.close().await;
    }
    let log = beside(database, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        fs::rename(database, &kept).map_err(failed)?;
        fs::rename(&log, beside(&kept, "-wal")).map_err(failed)?;
    } else {
        // A second name first: at no moment is there no database.
        fs::hard_link(database, &kept)
            .or_else(|_| fs::copy(database, &kept).map(|_| ()))
            .map_err(failed)?;
        let _ = fs::remove_file(&log);
    }
    // Only an index over the log, made anew by whoever opens the file.
    let _ = fs::remove_file(beside(database, "-shm"));
    Ok(kept)
}

fn sqlite_file(url: &str) -> Result<PathBuf, BackupError> {
    let file = database_file(url);
    let file = file.map_err(|error| BackupError::Store(without_password(url).into(), error))?;
    match file {
        Some(file) => Ok(file),
        None if url.starts_with("postgres") => Err(BackupError::Postgres(without_password(url))),
        None => Err(BackupError::InMemory),
    }
}

async fn open(file: &Path, untouched: bool) -> Result<SqliteConnection, BackupError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .busy_timeout(Duration::from_secs(60))
        .foreign_keys(true)
        // Nobody else uses it: no lock and no log are needed.
        .immutable(untouched)
        .read_only(untouched);
    options.connect().await.map_err(|error| BackupError::Store(file.to_owned(), not_ours(error)))
}

/// Checks a file; `name` is what people call it.
async fn look(mut file: SqliteConnection, name: &Path) -> Result<DatabaseContents, BackupError> {
    let bytes = fs::metadata(name).map_or(0, |file| file.len());
    let contents = inspect(&mut file, bytes).await.map_err(|error| match error {
        StoreError::Database(error) => not_ours(error),
        error => error,
    });
    let _ = file.close().await;
    contents.map_err(|error| BackupError::Store(name.to_owned(), error))
}

/// What SQLite cannot read is no database, or was one.
fn not_ours(error: sqlx::Error) -> StoreError {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    match code.as_deref() {
        // SQLITE_NOTADB and SQLITE_CORRUPT, whose lower byte is kept in extended codes.
        Some("26") => StoreError::NotOurs,
        Some(code) if code.parse().is_ok_and(|code: u32| code & 0xff == 11) => {
            StoreError::Damaged(error.to_string())
        }
        _ => error.into(),
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new name is durable only once its folder is.
fn sync_folder(file: &Path) -> Result<(), BackupError> {
    let folder = folder_of(file);
    let synced = if cfg!(unix) { File::open(folder).and_then(|f| f.sync_all()) } else { Ok(()) };
    synced.map_err(|error| BackupError::Io(folder.to_owned(), error))
}
