//! Storage: tables, their seats and their moves. The state of a game is rebuilt from them.
//!
//! One trait, two backends, one test suite for both. Moves use optimistic locking: a move names the generation and
//! epoch that it was checked against, and of two racing moves the second gets [`StoreError::Conflict`]. That makes any
//! number of nodes safe.

mod backup;
mod batch;
mod failure;
mod inspect;
mod lock;
mod migrate;
mod postgres;
mod race;
mod row;
mod score;
mod sqlite;
mod terms;
mod thought;
mod ticket;
mod words;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use thiserror::Error;
use tokio::sync::broadcast;

use crate::token::Token;
pub use backup::{BackupError, Restored, backup, restore};
pub use inspect::DatabaseContents;
pub use lock::{DatabaseLock, database_file};

pub use postgres::CHANNEL;
pub use postgres::PostgresStore;
pub use race::{RacePlace, RaceRow};
pub use row::{
    GameProgress, MoveRow, NewMove, OutcomeRow, SeatKind, SeatRow, Stamp, Status, TableRow, UndoRow,
};
pub use score::{ScoreList, ScoreRow, Shelf};
pub use sqlite::SqliteStore;
pub use terms::{Forfeit, GivenRow, HandoverRow, PassRow, SaidRow, SeriesRow, TermsRow};
pub use ticket::{TicketChange, TicketRow};

/// Why something was not stored or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The table was changed by somebody else in the meantime.
    #[error("the table has changed in the meantime")]
    Conflict,
    /// The database returned an error.
    #[error("the database failed: {0}")]
    Database(#[source] sqlx::Error),
    /// The database cannot be reached, or has no room, or is busy: later it may work. What was to be stored may be
    /// stored or not.
    #[error("the database does not work just now: {0}")]
    Unavailable(String),
    /// The database's tables are of another version, or could not be brought up to this one.
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(sqlx::migrate::MigrateError),
    /// A later version has taken this step, which this one does not know.
    #[error(
        "the database was written by a newer version of Plateau (step {0}): use that version or a later one"
    )]
    Newer(i64),
    /// Another program has the file open.
    #[error(
        "another Plateau{owner} has the database {0} open: stop it first, or give another with --database",
        owner = owner(*.1)
    )]
    InUse(PathBuf, Option<u32>),
    /// The file belongs to something else.
    #[error("it is no database of Plateau")]
    NotOurs,
    /// The file has damaged places.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// A file beside the database cannot be used.
    #[error("{0}: {1}")]
    File(PathBuf, #[source] io::Error),
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

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        match error {
            // Steps are never taken away, so one that is unknown here is from a later version.
            sqlx::migrate::MigrateError::VersionMissing(step) => Self::Newer(step),
            error => Self::Migrate(error),
        }
    }
}

/// The number of the process that has a file open, where it is known.
fn owner(process: Option<u32>) -> String {
    process.map_or_else(String::new, |process| format!(" (process {process})"))
}

/// A change that another node made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteChange {
    /// This table has changed.
    Table(String),
    /// Who is at this table at another node has changed.
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

/// Who has streams of a table's events open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attendance {
    /// How many watch without a seat.
    pub watching: usize,
    /// The seats whose holders are there, as bits.
    pub seats: u32,
}

/// Tables that are kept for different times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// A person holds a seat.
    Games,
    /// Nobody does: imports, and tables where only machines play.
    Imports,
}

/// How a node takes part in a store.
#[derive(Clone, Debug)]
pub struct NodeOptions {
    /// The unique name of the node.
    pub node: String,
    /// How long a claimed bot turn stays with its node if the claim is not renewed.
    pub lease: Duration,
    /// A file of SQLite has at most so many pages of 4 KiB.
    pub max_pages: Option<u32>,
    /// Where the other nodes reach this one.
    pub address: Option<SocketAddr>,
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

    /// Deletes tables of a kind that have not changed since this time, in milliseconds since 1970, and at most this
    /// many; returns their ids.
    async fn expire(
        &self,
        which: Keeping,
        before: i64,
        limit: u32,
    ) -> Result<Vec<String>, StoreError>;

    /// Stores who is at a table at this node, if it is given, and returns who is at all other nodes.
    async fn audience(
        &self,
        table: &str,
        here: Option<Attendance>,
    ) -> Result<Attendance, StoreError>;

    /// The tables of these ids, as many as there are.
    async fn tables(&self, ids: &[String]) -> Result<Vec<TableRow>, StoreError>;

    /// The tables whose seat to move ran out of time before this time, at most this many.
    async fn out_of_time(&self, now: i64, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Adds a run to its list, and spends the ticket with this hash on it. A run with a digest that is stored already,
    /// and a ticket that is spent, are a [`StoreError::Conflict`].
    async fn enter_score(
        &self,
        score: &ScoreRow,
        run: &str,
        digest: &str,
        ticket: Option<&str>,
    ) -> Result<(), StoreError>;

    /// Stores a new ticket.
    async fn issue_ticket(&self, ticket: &TicketRow) -> Result<(), StoreError>;

    /// The ticket with this hash.
    async fn ticket(&self, hash: &str) -> Result<Option<TicketRow>, StoreError>;

    /// Changes a ticket; false if there was nothing to change.
    async fn change_ticket(&self, hash: &str, change: &TicketChange) -> Result<bool, StoreError>;

    /// Deletes some tickets that were issued before this time, in milliseconds since 1970; returns how many.
    async fn forget_tickets(&self, before: i64) -> Result<u64, StoreError>;

    /// The best of a list, one run a player.
    async fn best_scores(&self, list: &ScoreList, limit: u32) -> Result<Vec<ScoreRow>, StoreError>;

    /// The text of a run of a game.
    async fn run(&self, game: &str, id: &str) -> Result<Option<String>, StoreError>;

    /// What was thought about a subject.
    async fn thought(&self, subject: &str) -> Result<Option<String>, StoreError>;

    /// Keeps what was thought about a subject, in place of an earlier thought. The oldest are forgotten.
    async fn keep_thought(&self, subject: &str, body: &str) -> Result<(), StoreError>;

    /// Changes of other nodes, from now on.
    fn remote_changes(&self) -> broadcast::Receiver<RemoteChange>;

    /// The seat that moved at an epoch, and the key that the move was sent with; none if there is no such move or
    /// it came without one.
    async fn move_key(&self, table: &str, epoch: u32) -> Result<Option<(u8, String)>, StoreError>;

    /// Lets the other nodes know of a race of this one.
    async fn keep_race(&self, _race: &RaceRow) -> Result<(), StoreError> {
        Ok(())
    }

    /// Says that these are the races of this node.
    async fn renew_races(&self, _ids: &[String]) -> Result<(), StoreError> {
        Ok(())
    }

    /// Where another node runs a race; none if nobody knows of it.
    async fn race_place(&self, _id: &str) -> Result<Option<RacePlace>, StoreError> {
        Ok(None)
    }

    /// The races of other nodes that wait for players.
    async fn listed_races(&self, _game: Option<&str>) -> Result<Vec<RaceRow>, StoreError> {
        Ok(Vec::new())
    }

    /// What the nodes of this database know each other by.
    async fn node_secret(&self) -> Result<String, StoreError> {
        Ok(Token::new().secret().to_owned())
    }

    /// Whether other nodes may change what is stored.
    fn is_shared(&self) -> bool;

    /// The size of the database in bytes.
    async fn size(&self) -> Result<u64, StoreError>;

    /// Whether the database takes writes: tries one.
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
pub fn without_password(url: &str) -> String {
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
