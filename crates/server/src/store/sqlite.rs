//! SQLite inside the program: one file, nothing to set up.
//!
//! One connection writes, several read beside it (WAL). With `synchronous = FULL` a commit is on disk when it returns,
//! so acknowledged moves survive a crash of the whole machine. Checkpoints take many writes, so a connection of its own
//! does them beside the writer, and no move waits for them.

use std::collections::HashSet;
use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::json;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Row, Sqlite};
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

use super::batch::{Batcher, Write};
use super::inspect::{mark_as_ours, refuse_others};
use super::migrate::{self, migrate};
use super::row::{
    ARCHIVE, COLUMNS, DELETE_MOVES, LIST, OUT_OF_TIME, bind_table, expired, json_text, move_key,
    table_of,
};
use super::score::scores;
use super::thought::thoughts;
use super::{
    Attendance, Filter, GameProgress, Keeping, MoveRow, NewMove, NodeOptions, RemoteChange,
    ScoreList, ScoreRow, Stamp, Status, Store, StoreError, TableRow,
};
use crate::clock::now;

/// With so many pages in the log the writer itself makes a checkpoint, so that the log cannot grow without bound.
const AUTOCHECKPOINT_PAGES: &str = "16384";
/// How often a checkpoint is made.
const CHECKPOINT_EVERY: Duration = Duration::from_millis(500);

/// A write to the file. All are made by one connection, many in one transaction.
enum Change {
    Create(TableRow, Vec<MoveRow>),
    Amend(Stamp, TableRow),
    Play(NewMove),
    /// A run, its text and its digest.
    Score(ScoreRow, String, String),
}

impl Write for Change {
    fn table(&self) -> &str {
        match self {
            Self::Create(table, _) | Self::Amend(_, table) => &table.id,
            Self::Play(played) => &played.table,
            Self::Score(_, _, digest) => digest,
        }
    }
}

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

fn lease_end(options: &NodeOptions) -> i64 {
    now() + i64::try_from(options.lease.as_millis()).unwrap_or(i64::MAX / 2)
}

/// Stores changes of different tables in one transaction. A conflict affects its own table only.
async fn commit(
    writer: &SqlitePool,
    options: &NodeOptions,
    changes: &[Change],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut connection = writer.acquire().await?;
    let stored = transaction(&mut connection, options, changes).await;
    finish(connection, stored).await
}

/// Gives a connection back, unless its transaction failed: SQLite may have rolled back by itself then, as it does on
/// a full disk, or may not. A new connection is certainly in no transaction.
async fn finish<T>(
    mut connection: PoolConnection<Sqlite>,
    stored: Result<T, StoreError>,
) -> Result<T, StoreError> {
    if stored.is_err() {
        // A database in memory would be gone with its connection.
        let in_memory = sqlx::query_scalar::<_, String>("SELECT file FROM pragma_database_list");
        let in_memory =
            in_memory.fetch_one(&mut *connection).await.is_ok_and(|file| file.is_empty());
        if in_memory {
            let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
        } else if let Err(error) = connection.close().await {
            tracing::debug!(%error, "closing a connection after a failure");
        }
    }
    stored
}

async fn transaction(
    connection: &mut SqliteConnection,
    options: &NodeOptions,
    changes: &[Change],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let mut moves = Vec::with_capacity(changes.len());
    let mut results = Vec::with_capacity(changes.len());
    for change in changes {
        let done = match change {
            Change::Create(table, moves) => create(connection, options, table, moves).await,
            Change::Amend(before, after) => amend(connection, options, *before, after).await,
            Change::Score(score, run, digest) => enter(connection, score, run, digest).await,
            Change::Play(played) => {
                moves.push(played);
                Ok(())
            }
        };
        // A conflict changes nothing. Any other error may leave a change half done, so the transaction is rolled back.
        match done {
            Ok(()) | Err(StoreError::Conflict) => results.push(done),
            Err(error) => return Err(error),
        }
    }
    if !moves.is_empty() {
        let stored = play(connection, options, &moves).await?;
        for (change, result) in changes.iter().zip(&mut results) {
            if matches!(change, Change::Play(played) if !stored.contains(&played.table)) {
                *result = Err(StoreError::Conflict);
            }
        }
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(results)
}

/// Stores any number of moves in two statements; returns the tables whose move was stored.
async fn play(
    connection: &mut SqliteConnection,
    options: &NodeOptions,
    moves: &[&NewMove],
) -> Result<HashSet<String>, StoreError> {
    let rows: Vec<_> = moves
        .iter()
        .map(|played| {
            json!([
                played.table,
                played.generation,
                played.epoch,
                played.mv.seat,
                played.mv.text,
                played.mv.at,
                played.after.status.name(),
                played.after.turn,
                played.after.result.as_ref().map(json_text),
                played.after.bot_due,
                played.key,
                played.after.due,
            ])
        })
        .collect();
    let rows = json_text(&rows);
    let stored: Vec<String> = sqlx::query_scalar(
        "INSERT INTO moves (table_id, epoch, seat, text, played, request_key)
         SELECT t.id, t.epoch, j.value->>3, j.value->>4, j.value->>5, j.value->>10
         FROM json_each($1) j CROSS JOIN tables t
         WHERE t.id = j.value->>0 AND t.generation = j.value->>1 AND t.epoch = j.value->>2
           AND t.status = 'playing'
         RETURNING table_id",
    )
    .bind(&rows)
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE tables SET epoch = epoch + 1, moved = j.value->>5, status = j.value->>6,
             turn = j.value->>7, result = j.value->>8, bot_due = j.value->>9, due = j.value->>11,
             claimed_by = CASE WHEN j.value->>9 THEN $2 END,
             claimed_until = CASE WHEN j.value->>9 THEN $3 END
         FROM json_each($1) j
         WHERE tables.id = j.value->>0 AND generation = j.value->>1 AND epoch = j.value->>2
           AND status = 'playing'",
    )
    .bind(&rows)
    .bind(&options.node)
    .bind(lease_end(options))
    .execute(&mut *connection)
    .await?;
    Ok(stored.into_iter().collect())
}

async fn create(
    connection: &mut SqliteConnection,
    options: &NodeOptions,
    table: &TableRow,
    moves: &[MoveRow],
) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO tables ({COLUMNS}, claimed_by, claimed_until) VALUES \
         ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24)"
    );
    // The SQL is made of constants only.
    bind_table!(sqlx::query(sqlx::AssertSqlSafe(sql)), table)
        .bind(table.progress.bot_due.then_some(&options.node))
        .bind(table.progress.bot_due.then(|| lease_end(options)))
        .execute(&mut *connection)
        .await?;
    for (epoch, mv) in (0i32..).zip(moves) {
        let insert =
            "INSERT INTO moves (table_id, epoch, seat, text, played) VALUES ($1, $2, $3, $4, $5)";
        sqlx::query(insert)
            .bind(&table.id)
            .bind(epoch)
            .bind(i32::from(mv.seat))
            .bind(&mv.text)
            .bind(mv.at)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn amend(
    connection: &mut SqliteConnection,
    options: &NodeOptions,
    before: Stamp,
    after: &TableRow,
) -> Result<(), StoreError> {
    let updated = bind_table!(
        sqlx::query(
            "UPDATE tables SET game = $2, variant = $3, options = $4, seed = $5, private = $6,
                 archived = $7, created = $8, moved = $9, version = $10, generation = $11,
                 epoch = $12, status = $13, turn = $14, result = $15, seats = $16, undo = $17,
                 next = $18, bot_due = $19, resigned = $20, due = $21, terms = $22,
                 claimed_by = $23, claimed_until = $24
             WHERE id = $1 AND version = $25 AND generation = $26 AND epoch = $27"
        ),
        after
    )
    .bind(after.progress.bot_due.then_some(&options.node))
    .bind(after.progress.bot_due.then(|| lease_end(options)))
    .bind(before.version.cast_signed())
    .bind(before.generation.cast_signed())
    .bind(before.epoch.cast_signed())
    .execute(&mut *connection)
    .await?;
    if updated.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    if after.stamp.epoch < before.epoch {
        sqlx::query(DELETE_MOVES)
            .bind(&after.id)
            .bind(after.stamp.epoch.cast_signed())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn enter(
    connection: &mut SqliteConnection,
    score: &ScoreRow,
    run: &str,
    digest: &str,
) -> Result<(), StoreError> {
    scores!(enter connection, score, run, digest)
}

/// A write that needs room in the file, and leaves nothing there.
async fn probe(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    sqlx::query("INSERT INTO probe (at, filler) VALUES ($1, hex(zeroblob(8192)))")
        .bind(now())
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM probe").execute(&mut *connection).await?;
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(())
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, table: &TableRow, moves: &[MoveRow]) -> Result<(), StoreError> {
        self.batcher.write(Change::Create(table.clone(), moves.to_vec())).await
    }

    async fn load(
        &self,
        id: &str,
        from: u32,
    ) -> Result<Option<(TableRow, Vec<MoveRow>)>, StoreError> {
        let mut tx = self.readers.begin().await?;
        let row = sqlx::query("SELECT * FROM tables WHERE id = $1").bind(id);
        let Some(row) = row.fetch_optional(&mut *tx).await? else { return Ok(None) };
        let moves = sqlx::query(
            "SELECT seat, text, played FROM moves WHERE table_id = $1 AND epoch >= $2 ORDER BY epoch",
        )
        .bind(id)
        .bind(from.cast_signed())
        .fetch_all(&mut *tx)
        .await?;
        let moves = moves
            .iter()
            .map(|row| {
                let (seat, text) = (row.try_get("seat")?, row.try_get("text")?);
                Ok(MoveRow { seat, text, at: row.try_get("played")? })
            })
            .collect::<Result<_, StoreError>>()?;
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
        let mut tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let gone: Vec<String> = sqlx::query_scalar(expired(which))
            .bind(before)
            .bind(i64::from(limit))
            .fetch_all(&mut *tx)
            .await?;
        for sql in [
            "DELETE FROM moves WHERE table_id IN (SELECT value FROM json_each($1))",
            "DELETE FROM tables WHERE id IN (SELECT value FROM json_each($1))",
        ] {
            sqlx::query(sql).bind(json_text(&gone)).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(gone)
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
    ) -> Result<(), StoreError> {
        let (run, digest) = (run.to_owned(), digest.to_owned());
        self.batcher.write(Change::Score(score.clone(), run, digest)).await
    }

    async fn best_scores(&self, list: &ScoreList, limit: u32) -> Result<Vec<ScoreRow>, StoreError> {
        scores!(best & self.readers, list, limit)
    }

    async fn run(&self, game: &str, id: &str) -> Result<Option<String>, StoreError> {
        scores!(run & self.readers, game, id)
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
        let mut connection = self.writer.acquire().await?;
        let tried = probe(&mut connection).await;
        finish(connection, tried).await
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
