//! SQLite inside the program: one file, nothing to set up.
//!
//! One connection writes, several read beside it (WAL). With `synchronous = FULL` a commit is on disk when it returns,
//! so acknowledged moves survive a crash of the whole machine. Checkpoints take many writes, so a connection of its own
//! does them beside the writer, and no move waits for them.

mod write;

use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::TryStreamExt;
use sqlx::Row;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

use super::batch::Batcher;
use super::inspect::{mark_as_ours, refuse_others};
use super::migrate::{self, migrate};
use super::row::{ARCHIVE, LIST, OUT_OF_TIME, json_text, move_key, table_of};
use super::score::scores;
use super::thought::thoughts;
use super::ticket::tickets;
use super::{
    Attendance, Filter, GameProgress, Keeping, MoveRow, NewMove, NodeOptions, RemoteChange,
    ScoreList, ScoreRow, Stamp, Status, Store, StoreError, TableRow, TicketChange, TicketRow,
};
use crate::clock::now;
use write::{Change, commit, expire, finish, lease_end, probe, to_its_end};

/// With so many pages in the log the writer itself makes a checkpoint, so that the log cannot grow without bound.
const AUTOCHECKPOINT_PAGES: &str = "16384";
/// A long game is stored in parts of so many moves.
const PART: usize = 2000;
/// How often a checkpoint is made.
const CHECKPOINT_EVERY: Duration = Duration::from_millis(500);

/// Tables in a local file, or in memory.
pub struct SqliteStore {
    writer: SqlitePool,
    readers: SqlitePool,
    batcher: Batcher<Change>,
    checkpoints: Option<JoinHandle<()>>,
    options: NodeOptions,
    changes: broadcast::Sender<RemoteChange>,
}

impl SqliteStore {
    /// Opens or creates the file.
    pub async fn open(url: &str, options: NodeOptions) -> Result<Self, StoreError> {
        let connect = SqliteConnectOptions::from_str(url)
            .map_err(|_| StoreError::BadUrl(url.to_owned()))?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .pragma("wal_autocheckpoint", AUTOCHECKPOINT_PAGES)
            .busy_timeout(Duration::from_secs(5));
        let connect = match options.max_pages {
            Some(pages) => connect.pragma("max_page_count", pages.to_string()),
            None => connect,
        };
        let in_memory = url.contains(":memory:");
        if !in_memory {
            create_private(connect.get_filename());
        }
        // A database in memory belongs to its connection, which must therefore never be dropped.
        let one =
            || SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let writer = one().connect_with(connect.clone()).await?;
        let readers = if in_memory {
            writer.clone()
        } else {
            SqlitePoolOptions::new().max_connections(4).connect_lazy_with(connect.clone())
        };
        let checkpoints =
            (!in_memory).then(|| tokio::spawn(checkpoint(one().connect_lazy_with(connect))));
        let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
        refuse_others(&mut tx).await?;
        migrate!(
            tx,
            migrate::sqlite(),
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'migrations'"
        );
        mark_as_ours(&mut tx).await?;
        // Only one program uses a file at a time, so the claims in it are of a program that has ended.
        sqlx::query("UPDATE tables SET claimed_until = NULL WHERE bot_due")
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        let batcher = {
            let (writer, options) = (writer.clone(), options.clone());
            Batcher::start(move |changes| {
                let (writer, options) = (writer.clone(), options.clone());
                async move { commit(&writer, &options, &changes).await }
            })
        };
        let (changes, _) = broadcast::channel(1);
        Ok(Self { writer, readers, batcher, checkpoints, options, changes })
    }

    fn claimed_until(&self) -> i64 {
        lease_end(&self.options)
    }
}

/// Creates the file for its owner only, since it has people's names and hashes of their tokens. SQLite gives the files
/// beside it the same mode. What goes wrong here, opening says better.
fn create_private(file: &std::path::Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    if let Err(error) = options.open(file)
        && error.kind() != std::io::ErrorKind::AlreadyExists
    {
        tracing::debug!(%error, "creating the file of the database");
    }
}

/// Makes checkpoints regularly.
async fn checkpoint(own: SqlitePool) {
    loop {
        tokio::time::sleep(CHECKPOINT_EVERY).await;
        let done = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&own).await;
        if let Err(error) = done {
            tracing::warn!(%error, "the log was not moved into the file");
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, table: &TableRow, moves: &[MoveRow]) -> Result<(), StoreError> {
        let Some((first, rest)) = moves.split_at_checked(PART).filter(|(_, rest)| !rest.is_empty())
        else {
            return self.batcher.write(Change::Create(table.clone(), moves.to_vec())).await;
        };
        // In parts, so that the moves of others come in between. Until it is whole the table is put away, and nobody
        // knows its id; if that is the end of it, it is deleted with other imports.
        let mut unfinished = TableRow { archived: true, private: true, ..table.clone() };
        (unfinished.progress.bot_due, unfinished.progress.due) = (false, None);
        self.batcher.write(Change::Create(unfinished, first.to_vec())).await?;
        for (number, part) in rest.chunks(PART).enumerate() {
            let from = (number + 1) * PART;
            self.batcher.write(Change::Append(table.id.clone(), from, part.to_vec())).await?;
        }
        self.batcher.write(Change::Amend(table.stamp, table.clone())).await
    }

    async fn load(
        &self,
        id: &str,
        from: u32,
    ) -> Result<Option<(TableRow, Vec<MoveRow>)>, StoreError> {
        let mut tx = self.readers.begin().await?;
        let row = sqlx::query("SELECT * FROM tables WHERE id = $1").bind(id);
        let Some(row) = row.fetch_optional(&mut *tx).await? else { return Ok(None) };
        let query = sqlx::query(
            "SELECT seat, text, played FROM moves WHERE table_id = $1 AND epoch >= $2 ORDER BY epoch",
        );
        // One by one: as a row of the driver a move takes several times the memory that it takes as ours.
        let mut rows = query.bind(id).bind(from.cast_signed()).fetch(&mut *tx);
        let mut moves = Vec::new();
        while let Some(row) = rows.try_next().await? {
            let (seat, text) = (row.try_get("seat")?, row.try_get("text")?);
            moves.push(MoveRow { seat, text, at: row.try_get("played")? });
        }
        Ok(Some((table_of!(&row), moves)))
    }

    async fn play(&self, played: NewMove) -> Result<(), StoreError> {
        self.batcher.write(Change::Play(played)).await
    }

    async fn amend(&self, before: Stamp, after: &TableRow) -> Result<(), StoreError> {
        self.batcher.write(Change::Amend(before, after.clone())).await
    }

    async fn list(&self, filter: &Filter) -> Result<Vec<TableRow>, StoreError> {
        let rows = sqlx::query(LIST)
            .bind(&filter.game)
            .bind(filter.status.map(Status::name))
            .bind(i64::from(filter.limit))
            .bind(filter.since)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Ok(table_of!(row))).collect()
    }

    async fn claim_turns(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "UPDATE tables SET claimed_by = $1, claimed_until = $2
             WHERE id IN (SELECT id FROM tables
                          WHERE bot_due AND (claimed_until IS NULL OR claimed_until < $3) LIMIT $4)
             RETURNING id",
        )
        .bind(&self.options.node)
        .bind(self.claimed_until())
        .bind(now())
        .bind(i64::from(limit))
        .fetch_all(&self.writer)
        .await?)
    }

    async fn keep_claims(&self, tables: &[String]) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE tables SET claimed_until = $1
             WHERE bot_due AND claimed_by = $2 AND id IN (SELECT value FROM json_each($3))",
        )
        .bind(self.claimed_until())
        .bind(&self.options.node)
        .bind(json_text(&tables))
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    async fn archive_waiting(&self, before: i64) -> Result<u64, StoreError> {
        let done = sqlx::query(ARCHIVE).bind(before).execute(&self.writer).await?;
        Ok(done.rows_affected())
    }

    async fn expire(
        &self,
        which: Keeping,
        before: i64,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        let writer = self.writer.clone();
        to_its_end(async move {
            let mut connection = writer.acquire().await?;
            let gone = expire(&mut connection, which, before, limit).await;
            finish(connection, gone).await
        })
        .await
    }

    async fn audience(
        &self,
        _table: &str,
        _here: Option<Attendance>,
    ) -> Result<Attendance, StoreError> {
        // Only one program uses a file at a time: there are no other nodes.
        Ok(Attendance::default())
    }

    async fn tables(&self, ids: &[String]) -> Result<Vec<TableRow>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM tables WHERE id IN (SELECT value FROM json_each($1))")
                .bind(json_text(&ids))
                .fetch_all(&self.readers)
                .await?;
        rows.iter().map(|row| Ok(table_of!(row))).collect()
    }

    async fn out_of_time(&self, now: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let ids = sqlx::query_scalar(OUT_OF_TIME).bind(now).bind(i64::from(limit));
        Ok(ids.fetch_all(&self.readers).await?)
    }

    async fn enter_score(
        &self,
        score: &ScoreRow,
        run: &str,
        digest: &str,
        ticket: Option<&str>,
    ) -> Result<(), StoreError> {
        let (run, digest, ticket) = (run.to_owned(), digest.to_owned(), ticket.map(str::to_owned));
        self.batcher.write(Change::Score(score.clone(), run, digest, ticket)).await
    }

    async fn best_scores(&self, list: &ScoreList, limit: u32) -> Result<Vec<ScoreRow>, StoreError> {
        scores!(best & self.readers, list, limit)
    }

    async fn run(&self, game: &str, id: &str) -> Result<Option<String>, StoreError> {
        scores!(run & self.readers, game, id)
    }

    async fn issue_ticket(&self, ticket: &TicketRow) -> Result<(), StoreError> {
        tickets!(issue & self.writer, ticket)
    }

    async fn ticket(&self, hash: &str) -> Result<Option<TicketRow>, StoreError> {
        tickets!(find & self.readers, hash)
    }

    async fn change_ticket(&self, hash: &str, change: &TicketChange) -> Result<bool, StoreError> {
        tickets!(change & self.writer, hash, change)
    }

    async fn forget_tickets(&self, before: i64) -> Result<u64, StoreError> {
        tickets!(forget & self.writer, before)
    }

    async fn thought(&self, subject: &str) -> Result<Option<String>, StoreError> {
        thoughts!(find & self.readers, subject)
    }

    async fn keep_thought(&self, subject: &str, body: &str) -> Result<(), StoreError> {
        thoughts!(keep & self.writer, subject, body)
    }

    fn remote_changes(&self) -> broadcast::Receiver<RemoteChange> {
        self.changes.subscribe()
    }

    async fn move_key(&self, table: &str, epoch: u32) -> Result<Option<(u8, String)>, StoreError> {
        move_key!(&self.readers, table, epoch)
    }

    fn is_shared(&self) -> bool {
        false
    }

    async fn size(&self) -> Result<u64, StoreError> {
        let bytes: i64 = sqlx::query_scalar(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(u64::try_from(bytes).unwrap_or_default())
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let writer = self.writer.clone();
        to_its_end(async move {
            let mut connection = writer.acquire().await?;
            let tried = probe(&mut connection).await;
            finish(connection, tried).await
        })
        .await
    }

    async fn close(&self) {
        self.batcher.close().await;
        if let Some(checkpoints) = &self.checkpoints {
            checkpoints.abort();
        }
        self.readers.close().await;
        self.writer.close().await;
    }
}
