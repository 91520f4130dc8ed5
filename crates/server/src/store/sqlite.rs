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
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Row, Sqlite, Transaction};
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

use super::batch::{Batcher, Write};
use super::migrate::{self, migrate};
use super::row::{ARCHIVE, COLUMNS, DELETE_MOVES, LIST, PING, bind_table, json_text, table_of};
use super::score::scores;
use super::{
    Filter, GameProgress, MoveRow, NewMove, NodeOptions, RemoteChange, ScoreList, ScoreRow, Stamp,
    Status, Store, StoreError, TableRow,
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
}

impl Write for Change {
    fn table(&self) -> &str {
        match self {
            Self::Create(table, _) | Self::Amend(_, table) => &table.id,
            Self::Play(played) => &played.table,
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
        // A database in memory belongs to its connection, which must therefore never be dropped.
        let one =
            || SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let writer = one().connect_with(connect.clone()).await?;
        let in_memory = url.contains(":memory:");
        let readers = if in_memory {
            writer.clone()
        } else {
            SqlitePoolOptions::new().max_connections(4).connect_lazy_with(connect.clone())
        };
        let checkpoints =
            (!in_memory).then(|| tokio::spawn(checkpoint(one().connect_lazy_with(connect))));
        let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
        migrate!(
            tx,
            migrate::sqlite(),
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'migrations'"
        );
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
    let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
    let mut moves = Vec::with_capacity(changes.len());
    let mut results = Vec::with_capacity(changes.len());
    for change in changes {
        let done = match change {
            Change::Create(table, moves) => create(&mut tx, options, table, moves).await,
            Change::Amend(before, after) => amend(&mut tx, options, *before, after).await,
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
        let stored = play(&mut tx, options, &moves).await?;
        for (change, result) in changes.iter().zip(&mut results) {
            if matches!(change, Change::Play(played) if !stored.contains(&played.table)) {
                *result = Err(StoreError::Conflict);
            }
        }
    }
    tx.commit().await?;
    Ok(results)
}

/// Stores any number of moves in two statements; returns the tables whose move was stored.
async fn play(
    tx: &mut Transaction<'static, Sqlite>,
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
                played.at,
                played.after.status.name(),
                played.after.turn,
                played.after.result.as_ref().map(json_text),
                played.after.bot_due,
            ])
        })
        .collect();
    let rows = json_text(&rows);
    let stored: Vec<String> = sqlx::query_scalar(
        "INSERT INTO moves (table_id, epoch, seat, text, played)
         SELECT t.id, t.epoch, j.value->>3, j.value->>4, j.value->>5
         FROM json_each($1) j CROSS JOIN tables t
         WHERE t.id = j.value->>0 AND t.generation = j.value->>1 AND t.epoch = j.value->>2
           AND t.status = 'playing'
         RETURNING table_id",
    )
    .bind(&rows)
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query(
        "UPDATE tables SET epoch = epoch + 1, moved = j.value->>5, status = j.value->>6,
             turn = j.value->>7, result = j.value->>8, bot_due = j.value->>9,
             claimed_by = CASE WHEN j.value->>9 THEN $2 END,
             claimed_until = CASE WHEN j.value->>9 THEN $3 END
         FROM json_each($1) j
         WHERE tables.id = j.value->>0 AND generation = j.value->>1 AND epoch = j.value->>2
           AND status = 'playing'",
    )
    .bind(&rows)
    .bind(&options.node)
    .bind(lease_end(options))
    .execute(&mut **tx)
    .await?;
    Ok(stored.into_iter().collect())
}

async fn create(
    tx: &mut Transaction<'static, Sqlite>,
    options: &NodeOptions,
    table: &TableRow,
    moves: &[MoveRow],
) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO tables ({COLUMNS}, claimed_by, claimed_until) VALUES \
         ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22)"
    );
    // The SQL is made of constants only.
    bind_table!(sqlx::query(sqlx::AssertSqlSafe(sql)), table)
        .bind(table.progress.bot_due.then_some(&options.node))
        .bind(table.progress.bot_due.then(|| lease_end(options)))
        .execute(&mut **tx)
        .await?;
    for (epoch, mv) in (0i32..).zip(moves) {
        sqlx::query("INSERT INTO moves VALUES ($1, $2, $3, $4, $5)")
            .bind(&table.id)
            .bind(epoch)
            .bind(i32::from(mv.seat))
            .bind(&mv.text)
            .bind(table.created)
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

async fn amend(
    tx: &mut Transaction<'static, Sqlite>,
    options: &NodeOptions,
    before: Stamp,
    after: &TableRow,
) -> Result<(), StoreError> {
    let updated = bind_table!(
        sqlx::query(
            "UPDATE tables SET game = $2, variant = $3, options = $4, seed = $5, private = $6,
                 archived = $7, created = $8, moved = $9, version = $10, generation = $11,
                 epoch = $12, status = $13, turn = $14, result = $15, seats = $16, undo = $17,
                 next = $18, bot_due = $19, resigned = $20, claimed_by = $21, claimed_until = $22
             WHERE id = $1 AND version = $23 AND generation = $24 AND epoch = $25"
        ),
        after
    )
    .bind(after.progress.bot_due.then_some(&options.node))
    .bind(after.progress.bot_due.then(|| lease_end(options)))
    .bind(before.version.cast_signed())
    .bind(before.generation.cast_signed())
    .bind(before.epoch.cast_signed())
    .execute(&mut **tx)
    .await?;
    if updated.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    if after.stamp.epoch < before.epoch {
        sqlx::query(DELETE_MOVES)
            .bind(&after.id)
            .bind(after.stamp.epoch.cast_signed())
            .execute(&mut **tx)
            .await?;
    }
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
            "SELECT seat, text FROM moves WHERE table_id = $1 AND epoch >= $2 ORDER BY epoch",
        )
        .bind(id)
        .bind(from.cast_signed())
        .fetch_all(&mut *tx)
        .await?;
        let moves = moves
            .iter()
            .map(|row| Ok(MoveRow { seat: row.try_get("seat")?, text: row.try_get("text")? }))
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

    async fn audience(&self, _table: &str, _here: Option<usize>) -> Result<usize, StoreError> {
        // Only one program uses a file at a time: there are no other nodes.
        Ok(0)
    }

    async fn enter_score(
        &self,
        score: &ScoreRow,
        run: &str,
        digest: &str,
    ) -> Result<(), StoreError> {
        scores!(enter self.writer, score, run, digest)
    }

    async fn best_scores(&self, list: &ScoreList, limit: u32) -> Result<Vec<ScoreRow>, StoreError> {
        scores!(best & self.readers, list, limit)
    }

    async fn run(&self, game: &str, id: &str) -> Result<Option<String>, StoreError> {
        scores!(run & self.readers, game, id)
    }

    fn remote_changes(&self) -> broadcast::Receiver<RemoteChange> {
        self.changes.subscribe()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query(PING).execute(&self.readers).await?;
        Ok(())
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
