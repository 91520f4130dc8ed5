//! Storage: tables, their seats and their moves. The state of a game is rebuilt from them.
//!
//! One trait, two backends, one test suite for both. Moves use optimistic locking: a move names the generation and
//! epoch that it was checked against, and of two racing moves the second gets [`StoreError::Conflict`]. That makes any
//! number of nodes safe.

mod batch;
mod migrate;
mod postgres;
mod row;
mod score;
mod sqlite;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use thiserror::Error;
use tokio::sync::broadcast;

pub use postgres::PostgresStore;
pub use row::{
    GameProgress, MoveRow, NewMove, OutcomeRow, SeatKind, SeatRow, Stamp, Status, TableRow, UndoRow,
};
pub use score::{ScoreList, ScoreRow};
pub use sqlite::SqliteStore;

/// Why something was not stored or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The table was changed by somebody else in the meantime.
    #[error("the table has changed in the meantime")]
    Conflict,
    /// The database returned an error.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The database's tables are of another version, or could not be brought up to this one.
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// Stored data cannot be read.
    #[error("what is stored cannot be read: {0}")]
    Unreadable(String),
    /// The URL of the database is invalid.
    #[error(
        "“{0}” is no database: give sqlite://FILE, sqlite::memory: or postgres://USER@HOST/NAME"
    )]
    BadUrl(String),
    /// The store is shutting down.
    #[error("the store is closed")]
    Closed,
}

/// A change that another node made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteChange {
    /// This table has changed.
    Table(String),
    /// The number of spectators of this table at another node has changed.
    Audience(String),
    /// Notifications may have been lost: anything may have changed.
    Anything,
}

/// Which tables to list in the lobby.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those with this status.
    pub status: Option<Status>,
    /// Games in play only if somebody has moved since this time, in milliseconds since 1970.
    pub since: i64,
    /// At most this many.
    pub limit: u32,
}

/// How a node takes part in a store.
#[derive(Clone, Debug)]
pub struct NodeOptions {
    /// The unique name of the node.
    pub node: String,
    /// How long a claimed bot turn stays with its node if the claim is not renewed.
    pub lease: Duration,
}

/// A database of tables, moves and scores.
#[async_trait]
pub trait Store: Send + Sync {
    /// Stores a new table with the moves that it begins with.
    async fn create(&self, table: &TableRow, moves: &[MoveRow]) -> Result<(), StoreError>;

    /// A table and its moves from an epoch on, as one consistent snapshot.
    async fn load(
        &self,
        id: &str,
        from: u32,
    ) -> Result<Option<(TableRow, Vec<MoveRow>)>, StoreError>;

    /// Stores a move durably. If a bot is next, its turn is claimed for this node.
    async fn play(&self, played: NewMove) -> Result<(), StoreError>;

    /// Replaces everything of a table but its moves, if it is still at the version `before`. If the new epoch is an
    /// earlier one, the moves from there on are deleted.
    async fn amend(&self, before: Stamp, after: &TableRow) -> Result<(), StoreError>;

    /// The lobby, newest first.
    async fn list(&self, filter: &Filter) -> Result<Vec<TableRow>, StoreError>;

    /// Claims bot turns that no other node holds, at most this many; returns the ids of their tables.
    async fn claim_turns(&self, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Renews this node's claims of the turns at these tables.
    async fn keep_claims(&self, tables: &[String]) -> Result<(), StoreError>;

    /// Archives tables that have waited for players since before this time, in milliseconds since 1970; returns how
    /// many.
    async fn archive_waiting(&self, before: i64) -> Result<u64, StoreError>;

    /// Stores the number of spectators of a table at this node, if it is given, and returns the number at all other
    /// nodes.
    async fn audience(&self, table: &str, here: Option<usize>) -> Result<usize, StoreError>;

    /// Adds a run to its list. A run with a digest that is stored already is a [`StoreError::Conflict`].
    async fn enter_score(
        &self,
        score: &ScoreRow,
        run: &str,
        digest: &str,
    ) -> Result<(), StoreError>;

    /// The best of a list.
    async fn best_scores(&self, list: &ScoreList, limit: u32) -> Result<Vec<ScoreRow>, StoreError>;

    /// The text of a run of a game.
    async fn run(&self, game: &str, id: &str) -> Result<Option<String>, StoreError>;

    /// Changes of other nodes, from now on.
    fn remote_changes(&self) -> broadcast::Receiver<RemoteChange>;

    /// Whether the database answers.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Finishes pending writes and closes the connections.
    async fn close(&self);
}

/// Opens the store that a database URL names, bringing its tables up to date.
pub async fn open(url: &str, options: NodeOptions) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match database_kind(url)? {
        DatabaseKind::Postgres => Arc::new(PostgresStore::open(url, options).await?),
        DatabaseKind::Sqlite => Arc::new(SqliteStore::open(url, options).await?),
    })
}

/// The kinds of databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseKind {
    /// A file, or memory.
    Sqlite,
    /// A server that nodes share.
    Postgres,
}

/// The kind of database that a URL names; it does not connect.
pub fn database_kind(url: &str) -> Result<DatabaseKind, StoreError> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        Ok(DatabaseKind::Postgres)
    } else if url.starts_with("sqlite:") {
        Ok(DatabaseKind::Sqlite)
    } else {
        Err(StoreError::BadUrl(without_password(url)))
    }
}

/// A URL for messages and logs.
pub(crate) fn without_password(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if scheme + 3 < at => {
            format!("{}…{}", &url[..scheme + 3], &url[at..])
        }
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("mysql://ada:secret@host/db"), "mysql://…@host/db");
        assert_eq!(without_password("nonsense"), "nonsense");
    }
}
