//! One program at a time on a SQLite file: a lock beside it, which the system releases however the program ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::sqlite::SqliteConnectOptions;

use super::{DatabaseKind, StoreError, database_kind};

/// The right to use a database file, until it is dropped.
#[derive(Debug)]
pub struct DatabaseLock {
    file: File,
}

impl DatabaseLock {
    /// Takes the lock of the database that a URL names, and makes its folder. Memory and PostgreSQL need none.
    pub fn take(url: &str) -> Result<Option<Self>, StoreError> {
        let Some(database) = database_file(url)? else { return Ok(None) };
        if let Some(folder) = database.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError::File(folder.to_owned(), error))?;
        }
        // Whoever comes through a symbolic link must meet the same lock.
        let real = std::fs::canonicalize(&database).unwrap_or_else(|_| database.clone());
        let path = beside(&real, ".lock");
        let failed = |error| StoreError::File(path.clone(), error);
        let mut file = private().open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // Without its number the message still says enough.
                let _ = file.read_to_string(&mut owner);
                return Err(StoreError::InUse(database, owner.trim().parse().ok()));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        own_as_folder(&path);
        file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id())).map_err(failed)?;
        Ok(Some(Self { file }))
    }
}

impl Drop for DatabaseLock {
    fn drop(&mut self) {
        // Closing the file is not enough: a child that another thread is just starting has a copy of it for a moment.
        if let Err(error) = self.file.unlock() {
            tracing::debug!(%error, "the lock of the database");
        }
    }
}

/// The file of a SQLite database; none for one in memory and for PostgreSQL.
pub fn database_file(url: &str) -> Result<Option<PathBuf>, StoreError> {
    let in_memory = url.contains(":memory:") || url.contains("mode=memory");
    if in_memory || database_kind(url)? == DatabaseKind::Postgres {
        return Ok(None);
    }
    let options = SqliteConnectOptions::from_str(url);
    let options = options.map_err(|_| StoreError::BadUrl(url.to_owned()))?;
    Ok(Some(options.get_filename().to_owned()))
}

/// A file whose name goes on where this one ends.
pub(super) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// To open or create a file that only its owner may read.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Gives a file to the owner of its folder. When root makes a backup or restores one, the server's own user must
/// still be able to open what was left there.
pub(super) fn own_as_folder(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::metadata(folder.unwrap_or(Path::new(".")));
        if let (Ok(folder), Ok(file)) = (folder, std::fs::metadata(path))
            && folder.uid() != file.uid()
        {
            // Only root may; for everybody else the file stays their own.
            let _ = chown(path, Some(folder.uid()), Some(folder.gid()));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}
