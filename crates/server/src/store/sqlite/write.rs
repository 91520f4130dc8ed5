//! The writes of SQLite: many in one transaction, on one connection.

use std::collections::HashSet;

use serde_json::json;
use sqlx::Sqlite;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use crate::clock::now;
use crate::store::batch::Write;
use crate::store::row::{COLUMNS, DELETE_MOVES, bind_table, expired, json_text};
use crate::store::score::scores;
use crate::store::{Keeping, MoveRow, NewMove, NodeOptions, ScoreRow, Stamp, StoreError, TableRow};

/// A write to the file.
pub(super) enum Change {
    Create(TableRow, Vec<MoveRow>),
    /// More of the moves that a new table begins with, from this epoch on.
    Append(String, usize, Vec<MoveRow>),
    Amend(Stamp, TableRow),
    Play(NewMove),
    /// A run, its text, its digest, and the hash of its ticket.
    Score(ScoreRow, String, String, Option<String>),
}

impl Write for Change {
    fn table(&self) -> &str {
        match self {
            Self::Create(table, _) | Self::Amend(_, table) => &table.id,
            Self::Append(table, ..) => table,
            Self::Play(played) => &played.table,
            Self::Score(_, _, digest, _) => digest,
        }
    }
}

pub(super) fn lease_end(options: &NodeOptions) -> i64 {
    now() + i64::try_from(options.lease.as_millis()).unwrap_or(i64::MAX / 2)
}

/// Stores changes of different tables in one transaction. A conflict affects its own table only.
pub(super) async fn commit(
    writer: &SqlitePool,
    options: &NodeOptions,
    changes: &[Change],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut connection = writer.acquire().await?;
    let stored = transaction(&mut connection, options, changes).await;
    finish(connection, stored).await
}

/// Runs to its end even if nobody waits for it any more, as when a client hangs up: a connection that is given back in
/// the middle of a transaction would fail whoever has it next.
pub(super) async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::spawn(work).await.unwrap_or(Err(StoreError::Closed))
}

/// Gives a connection back, unless its transaction failed: SQLite may have rolled back by itself then, as it does on
/// a full disk, or may not. A new connection is certainly in no transaction.
pub(super) async fn finish<T>(
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
            Change::Append(table, from, moves) => append(connection, table, *from, moves).await,
            Change::Amend(before, after) => amend(connection, options, *before, after).await,
            Change::Score(score, run, digest, ticket) => {
                enter(connection, score, run, digest, ticket.as_deref()).await
            }
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
    append(connection, &table.id, 0, moves).await
}

/// Stores the moves of a new table from an epoch on, in one statement.
async fn append(
    connection: &mut SqliteConnection,
    table: &str,
    from: usize,
    moves: &[MoveRow],
) -> Result<(), StoreError> {
    if moves.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = moves.iter().map(|mv| (mv.seat, &mv.text, mv.at)).collect();
    sqlx::query(
        "INSERT INTO moves (table_id, epoch, seat, text, played)
         SELECT $1, $2 + j.key, j.value->>0, j.value->>1, j.value->>2 FROM json_each($3) j",
    )
    .bind(table)
    .bind(i64::try_from(from).unwrap_or(i64::MAX))
    .bind(json_text(&rows))
    .execute(&mut *connection)
    .await?;
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
    ticket: Option<&str>,
) -> Result<(), StoreError> {
    scores!(enter connection, score, run, digest, ticket)
}

/// A write that needs room in the file, and leaves nothing there.
pub(super) async fn probe(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    sqlx::query("INSERT INTO probe (at, filler) VALUES ($1, hex(zeroblob(8192)))")
        .bind(now())
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM probe").execute(&mut *connection).await?;
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(())
}

/// Deletes tables that nobody has to keep any longer; their ids.
pub(super) async fn expire(
    connection: &mut SqliteConnection,
    which: Keeping,
    before: i64,
    limit: u32,
) -> Result<Vec<String>, StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let gone: Vec<String> = sqlx::query_scalar(expired(which))
        .bind(before)
        .bind(i64::from(limit))
        .fetch_all(&mut *connection)
        .await?;
    for sql in [
        "DELETE FROM moves WHERE table_id IN (SELECT value FROM json_each($1))",
        "DELETE FROM tables WHERE id IN (SELECT value FROM json_each($1))",
    ] {
        sqlx::query(sql).bind(json_text(&gone)).execute(&mut *connection).await?;
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(gone)
}
