//! Whether a SQLite file is a database of ours, whole, and not from a later version.

use sqlx::{Connection, SqliteConnection};

use super::{StoreError, migrate};

/// “Plat”, in the header of every file of ours.
const APPLICATION_ID: i64 = 0x506c_6174;
const MARK: &str = "PRAGMA application_id = 1349280116";

/// What a database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatabaseContents {
    /// Its tables.
    pub tables: u64,
    /// Their moves.
    pub moves: u64,
    /// The size of its file.
    pub bytes: u64,
}

/// Refuses a file of another program, before anything in it is changed. An empty one will be ours.
pub(super) async fn refuse_others(file: &mut SqliteConnection) -> Result<(), StoreError> {
    let id: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *file).await?;
    let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'")
        .fetch_one(&mut *file)
        .await?;
    // Our earliest files have no number of ours in their header.
    let unmarked = id == 0 && (tables == 0 || is_ours(file).await?);
    if id == APPLICATION_ID || unmarked { Ok(()) } else { Err(StoreError::NotOurs) }
}

/// Writes our number into the header, for every program that looks.
pub(super) async fn mark_as_ours(file: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query(MARK).execute(file).await?;
    Ok(())
}

/// Whether it has the tables that every version of ours has.
pub(super) async fn is_ours(file: &mut SqliteConnection) -> Result<bool, StoreError> {
    let own: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name IN ('tables', 'moves')",
    )
    .fetch_one(file)
    .await?;
    Ok(own == 2)
}

/// Checks a file from its first page to its last: ours, not newer than this program, and undamaged.
pub(super) async fn inspect(
    file: &mut SqliteConnection,
    bytes: u64,
) -> Result<DatabaseContents, StoreError> {
    let mut tx = file.begin().await?;
    refuse_others(&mut tx).await?;
    if !is_ours(&mut tx).await? {
        return Err(StoreError::NotOurs);
    }
    let listed: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'")
            .fetch_one(&mut *tx)
            .await?;
    if listed > 0 {
        let last: Option<i64> = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
            .fetch_one(&mut *tx)
            .await?;
        let known = migrate::sqlite().iter().map(|step| step.version).max();
        if last > known {
            return Err(StoreError::Newer(last.unwrap_or_default()));
        }
    }
    let faults: Vec<String> =
        sqlx::query_scalar("PRAGMA integrity_check(3)").fetch_all(&mut *tx).await?;
    if faults != ["ok"] {
        return Err(StoreError::Damaged(faults.join("; ")));
    }
    let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut *tx).await?.len();
    if orphans > 0 {
        return Err(StoreError::Damaged(format!("{orphans} moves belong to no table")));
    }
    let (tables, moves): (i64, i64) =
        sqlx::query_as("SELECT (SELECT COUNT(*) FROM tables), (SELECT COUNT(*) FROM moves)")
            .fetch_one(&mut *tx)
            .await?;
    let count = |number: i64| u64::try_from(number).unwrap_or_default();
    Ok(DatabaseContents { tables: count(tables), moves: count(moves), bytes })
}
