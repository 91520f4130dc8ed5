//! Storage: tables, their seats and their moves. The state of a game is rebuilt from them.
//!
//! One trait, two backends, one suite of tests for both. A move is stored by comparing and setting:
//! it names the generation and epoch that it was checked against, and whoever comes second is told
//! [`StoreError::Conflict`]. That is what makes any number of nodes safe.

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
pub use row::{MoveRow, Played, Progress, SeatKind, SeatRow, Stamp, Status, TableRow, UndoRow};
pub use score::{ScoreList, ScoreRow};
pub use sqlite::SqliteStore;

/// Why something was not stored or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Somebody else was faster: what was expected of the table no longer holds.
    #[error("the table has changed in the meantime")]
    Conflict,
    /// The database did not do what it was asked.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// Something stored cannot be read.
    #[error("what is stored cannot be read: {0}")]
    Unreadable(String),
    /// The address of the database makes no sense.
    #[error(
        "“{0}” is no database: give sqlite://FILE, sqlite::memory: or postgres://USER@HOST/NAME"
    )]
    BadUrl(String),
    /// The store is shutting down.
    #[error("the store is closed")]
    Closed,
}

/// What came to pass at other nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// This table has changed.
    Table(String),
    /// Others watch this table now, more or fewer.
    Audience(String),
    /// News may have been missed: anything may have changed.
    Anything,
}

/// Which tables the lobby shows.
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
    /// The node's own name, unlike any other's.
    pub node: String,
    /// How long a bot's turn stays with the node that took it without a sign of life.
    pub lease: Duration,
}

/// What a table's moves and everything around them are kept in.
#[async_trait]
pub trait Store: Send + Sync {
    /// Stores a new table with the moves that it begins with.
    async fn create(&self, table: &TableRow, moves: &[MoveRow]) -> Result<(), StoreError>;

    /// A table and its moves from an epoch on, both of the same instant.
    async fn load(
        &self,
        id: &str,
        from: u32,
    ) -> Result<Option<(TableRow, Vec<MoveRow>)>, StoreError>;

    /// Stores a move durably. If a bot is next, its turn is claimed for this node.
    async fn play(&self, played: Played) -> Result<(), StoreError>;

    /// Replaces everything of a table but its moves, if it still is as of `before`. Where the new
    /// epoch is an earlier one, the moves from there on are forgotten.
    async fn amend(&self, before: Stamp, after: &TableRow) -> Result<(), StoreError>;

    /// The lobby, newest first.
    async fn list(&self, filter: &Filter) -> Result<Vec<TableRow>, StoreError>;

    /// Takes turns of bots that no living node has, at most this many; gives the tables' ids.
    async fn claim_turns(&self, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Tells that this node is still at work on the turns of these tables.
    async fn keep_claims(&self, tables: &[String]) -> Result<(), StoreError>;

    /// Puts away tables that have waited for players since before this time, in milliseconds since
    /// 1970; gives how many.
    async fn archive_waiting(&self, before: i64) -> Result<u64, StoreError>;

    /// Says how many watch a table at this node, if that is given, and gives how many watch it at
    /// others.
    async fn audience(&self, table: &str, here: Option<usize>) -> Result<usize, StoreError>;

    /// Enters a run into its list. The digest says what it is: the same one a second time is a
    /// [`StoreError::Conflict`].
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

    /// What happens at other nodes, from now on.
    fn news(&self) -> broadcast::Receiver<News>;

    /// Whether the database answers.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Finishes what was begun.
    async fn close(&self);
}

/// Opens the store that a database URL names, bringing its tables up to date.
pub async fn open(url: &str, options: NodeOptions) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match kind_of(url)? {
        Kind::Postgres => Arc::new(PostgresStore::open(url, options).await?),
        Kind::Sqlite => Arc::new(SqliteStore::open(url, options).await?),
    })
}

/// Which database an address is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file, or memory.
    Sqlite,
    /// A server that nodes share.
    Postgres,
}

/// Says which database this is the address of, without going there.
pub fn kind_of(url: &str) -> Result<Kind, StoreError> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        Ok(Kind::Postgres)
    } else if url.starts_with("sqlite:") {
        Ok(Kind::Sqlite)
    } else {
        Err(StoreError::BadUrl(without_password(url)))
    }
}

/// A URL fit for people's eyes and logs.
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
