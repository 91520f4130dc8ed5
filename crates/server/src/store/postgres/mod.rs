//! PostgreSQL, shared by any number of nodes: it stores, it locks, and it notifies the nodes of changes.
//!
//! A move compares the table's generation and epoch under the row's lock and sets the next epoch; the primary key
//! (table, epoch) backs this up. Changes are sent by `NOTIFY` inside the same transaction, so nobody hears of what was
//! not committed. Leases of bot turns use the database's clock, the only one that all nodes share.

mod notify;

use std::time::Duration;

use async_trait::async_trait;
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

use super::batch::{Batcher, Write};
use super::migrate::{self, migrate};
use super::row::{
    ARCHIVE, COLUMNS, DELETE_MOVES, LIST, OUT_OF_TIME, bind_table, expired, json_text, move_key,
    table_of,
};
use super::score::scores;
use super::thought::thoughts;
use super::ticket::tickets;
use super::{
    Attendance, Filter, GameProgress, Keeping, MoveRow, NewMove, NodeOptions, RacePlace, RaceRow,
    RemoteChange, ScoreList, ScoreRow, Stamp, Status, Store, StoreError, TableRow, TicketChange,
    TicketRow, race,
};
use crate::token::Token;
pub use notify::CHANNEL;
use notify::{AUDIENCE, listen, notify, subscribe};

/// Only so that two nodes that start together do not migrate together.
const MIGRATION_LOCK: i64 = 0x706c_6174_6561_7500;
/// What a node says of who is there expires after this time if the node does not confirm it.
const AUDIENCE_TIMEOUT: Duration = Duration::from_secs(150);

/// Only moves are batched; everything else is rare enough for PostgreSQL's own group commit.
impl Write for NewMove {
    fn table(&self) -> &str {
        &self.table
    }
}

/// Tables in a database that several nodes share.
pub struct PostgresStore {
    pool: PgPool,
    batcher: Batcher<NewMove>,
    options: NodeOptions,
    changes: broadcast::Sender<RemoteChange>,
    listening: JoinHandle<()>,
}

impl PostgresStore {
    /// Connects, and listens to the other nodes.
    pub async fn open(url: &str, options: NodeOptions) -> Result<Self, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(8)
            .acquire_timeout(Duration::from_secs(10))
            .connect(url)
            .await?;
        let mut tx = pool.begin().await?;
        sqlx::query("SELECT pg_advisory_xact_lock($1)")
            .bind(MIGRATION_LOCK)
            .execute(&mut *tx)
            .await?;
        migrate!(
            tx,
            migrate::postgres(),
            "SELECT COUNT(*) FROM information_schema.tables
             WHERE table_schema = current_schema() AND table_name = 'migrations'"
        );
        sqlx::query("DELETE FROM audience WHERE seen < now() - make_interval(secs => $1)")
            .bind(AUDIENCE_TIMEOUT.as_secs_f64())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        let (changes, _) = broadcast::channel(4096);
        let listener = subscribe(&pool).await?;
        let (node, heard) = (options.node.clone(), changes.clone());
        let listening = tokio::spawn(listen(pool.clone(), listener, node, heard));
        let batcher = {
            let (pool, options) = (pool.clone(), options.clone());
            Batcher::start(move |moves| {
                let (pool, options) = (pool.clone(), options.clone());
                async move { commit(&pool, &options, &moves).await }
            })
        };
        Ok(Self { pool, batcher, options, changes, listening })
    }

    fn lease(&self) -> f64 {
        self.options.lease.as_secs_f64()
    }
}

/// Stores the moves of different tables in one statement: one transaction and one round trip. Rows are locked in the
/// order of their ids, so that the batches of two nodes cannot deadlock.
async fn commit(
    pool: &PgPool,
    options: &NodeOptions,
    moves: &[NewMove],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    fn column<T>(moves: &[NewMove], of: impl Fn(&NewMove) -> T) -> Vec<T> {
        moves.iter().map(of).collect()
    }
    let stored: Option<Vec<String>> = sqlx::query_scalar(
        "WITH input AS (
             SELECT * FROM UNNEST($1::text[], $2::int4[], $3::int4[], $4::int4[], $5::text[],
                                  $6::int8[], $7::text[], $8::int4[], $9::text[], $10::bool[],
                                  $14::text[], $15::int8[])
             AS i (id, generation, epoch, seat, text, played, status, turn, result, bot_due,
                   request_key, due)
         ), locked AS (
             SELECT t.id FROM tables t JOIN input i ON i.id = t.id
             WHERE t.generation = i.generation AND t.epoch = i.epoch AND t.status = 'playing'
             ORDER BY t.id FOR UPDATE OF t
         ), moved AS (
             UPDATE tables t SET epoch = t.epoch + 1, moved = i.played, status = i.status,
                 turn = i.turn, result = i.result, bot_due = i.bot_due, due = i.due,
                 claimed_by = CASE WHEN i.bot_due THEN $11 END,
                 claimed_until = CASE WHEN i.bot_due THEN now() + make_interval(secs => $12) END
             FROM input i JOIN locked l ON l.id = i.id
             WHERE t.id = l.id
             RETURNING t.id
         ), stored AS (
             INSERT INTO moves (table_id, epoch, seat, text, played, request_key)
             SELECT i.id, i.epoch, i.seat, i.text, i.played, i.request_key
             FROM input i JOIN moved m ON m.id = i.id
             RETURNING table_id
         )
         SELECT array_agg(table_id) FROM
             (SELECT table_id FROM stored) s,
             (SELECT pg_notify($13, $11 || ':' || COALESCE(string_agg(table_id, ','), ''))
              FROM stored) n",
    )
    .bind(column(moves, |played| played.table.clone()))
    .bind(column(moves, |played| played.generation.cast_signed()))
    .bind(column(moves, |played| played.epoch.cast_signed()))
    .bind(column(moves, |played| i32::from(played.mv.seat)))
    .bind(column(moves, |played| played.mv.text.clone()))
    .bind(column(moves, |played| played.mv.at))
    .bind(column(moves, |played| played.after.status.name()))
    .bind(column(moves, |played| played.after.turn.map(i32::from)))
    .bind(column(moves, |played| played.after.result.as_ref().map(json_text)))
    .bind(column(moves, |played| played.after.bot_due))
    .bind(&options.node)
    .bind(options.lease.as_secs_f64())
    .bind(CHANNEL)
    .bind(column(moves, |played| played.key.clone()))
    .bind(column(moves, |played| played.after.due))
    .fetch_one(pool)
    .await?;
    let stored: std::collections::HashSet<String> = stored.into_iter().flatten().collect();
    let result = |played: &NewMove| match stored.contains(&played.table) {
        true => Ok(()),
        false => Err(StoreError::Conflict),
    };
    Ok(moves.iter().map(result).collect())
}

async fn enter(
    tx: &mut PgConnection,
    score: &ScoreRow,
    run: &str,
    digest: &str,
    ticket: Option<&str>,
) -> Result<(), StoreError> {
    scores!(enter tx, score, run, digest, ticket)
}

#[async_trait]
impl Store for PostgresStore {
    async fn create(&self, table: &TableRow, moves: &[MoveRow]) -> Result<(), StoreError> {
        let mut tx = self.pool.begin().await?;
        let sql = format!(
            "INSERT INTO tables ({COLUMNS}, claimed_by, claimed_until) VALUES \
             ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23, \
              CASE WHEN $19 THEN now() + make_interval(secs => $24) END)"
        );
        // The SQL is made of constants only.
        bind_table!(sqlx::query(sqlx::AssertSqlSafe(sql)), table)
            .bind(table.progress.bot_due.then_some(&self.options.node))
            .bind(self.lease())
            .execute(&mut *tx)
            .await?;
        sqlx::query(
            "INSERT INTO moves (table_id, epoch, seat, text, played)
             SELECT $1, n - 1, seat, text, played
             FROM UNNEST($2::int4[], $3::text[], $4::int8[])
                 WITH ORDINALITY AS m (seat, text, played, n)",
        )
        .bind(&table.id)
        .bind(moves.iter().map(|mv| i32::from(mv.seat)).collect::<Vec<_>>())
        .bind(moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>())
        .bind(moves.iter().map(|mv| mv.at).collect::<Vec<_>>())
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    async fn load(
        &self,
        id: &str,
        from: u32,
    ) -> Result<Option<(TableRow, Vec<MoveRow>)>, StoreError> {
        // One statement gives one snapshot in one round trip.
        let row = sqlx::query(
            "SELECT t.*,
                 ARRAY(SELECT seat FROM moves WHERE table_id = t.id AND epoch >= $2 ORDER BY epoch)
                     AS movers,
                 ARRAY(SELECT text FROM moves WHERE table_id = t.id AND epoch >= $2 ORDER BY epoch)
                     AS texts,
                 ARRAY(SELECT played FROM moves WHERE table_id = t.id AND epoch >= $2
                       ORDER BY epoch) AS times
             FROM tables t WHERE id = $1",
        )
        .bind(id)
        .bind(from.cast_signed());
        let Some(row) = row.fetch_optional(&self.pool).await? else { return Ok(None) };
        let movers: Vec<i32> = row.try_get("movers")?;
        let texts: Vec<String> = row.try_get("texts")?;
        let seat = |seat| u8::try_from(seat).unwrap_or_default();
        let times: Vec<i64> = row.try_get("times")?;
        let moves = movers.into_iter().zip(texts).zip(times);
        let moves =
            moves.map(|((mover, text), at)| MoveRow { seat: seat(mover), text, at }).collect();
        Ok(Some((table_of!(&row), moves)))
    }

    async fn play(&self, played: NewMove) -> Result<(), StoreError> {
        self.batcher.write(played).await
    }

    async fn amend(&self, before: Stamp, after: &TableRow) -> Result<(), StoreError> {
        let mut tx = self.pool.begin().await?;
        let updated = bind_table!(
            sqlx::query(
                "UPDATE tables SET game = $2, variant = $3, options = $4, seed = $5, private = $6,
                     archived = $7, created = $8, moved = $9, version = $10, generation = $11,
                     epoch = $12, status = $13, turn = $14, result = $15, seats = $16, undo = $17,
                     next = $18, bot_due = $19, resigned = $20, due = $21, terms = $22,
                     claimed_by = $23,
                     claimed_until = CASE WHEN $19 THEN now() + make_interval(secs => $24) END
                 WHERE id = $1 AND version = $25 AND generation = $26 AND epoch = $27"
            ),
            after
        )
        .bind(after.progress.bot_due.then_some(&self.options.node))
        .bind(self.lease())
        .bind(before.version.cast_signed())
        .bind(before.generation.cast_signed())
        .bind(before.epoch.cast_signed())
        .execute(&mut *tx)
        .await?;
        if updated.rows_affected() == 0 {
            return Err(StoreError::Conflict);
        }
        if after.stamp.epoch < before.epoch {
            sqlx::query(DELETE_MOVES)
                .bind(&after.id)
                .bind(after.stamp.epoch.cast_signed())
                .execute(&mut *tx)
                .await?;
        }
        notify(&mut tx, &format!("{}:{}", self.options.node, after.id)).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn list(&self, filter: &Filter) -> Result<Vec<TableRow>, StoreError> {
        let rows = sqlx::query(LIST)
            .bind(&filter.game)
            .bind(filter.status.map(Status::name))
            .bind(i64::from(filter.limit))
            .bind(filter.since)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| Ok(table_of!(row))).collect()
    }

    async fn claim_turns(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "UPDATE tables SET claimed_by = $1, claimed_until = now() + make_interval(secs => $2)
             WHERE id IN (SELECT id FROM tables
                          WHERE bot_due AND (claimed_until IS NULL OR claimed_until < now())
                          LIMIT $3 FOR UPDATE SKIP LOCKED)
             RETURNING id",
        )
        .bind(&self.options.node)
        .bind(self.lease())
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?)
    }

    async fn keep_claims(&self, tables: &[String]) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE tables SET claimed_until = now() + make_interval(secs => $1)
             WHERE id IN (SELECT id FROM tables
                          WHERE bot_due AND claimed_by = $2 AND id = ANY($3)
                          FOR UPDATE SKIP LOCKED)",
        )
        .bind(self.lease())
        .bind(&self.options.node)
        .bind(tables)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn archive_waiting(&self, before: i64) -> Result<u64, StoreError> {
        let done = sqlx::query(ARCHIVE).bind(before).execute(&self.pool).await?;
        Ok(done.rows_affected())
    }

    async fn expire(
        &self,
        which: Keeping,
        before: i64,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        let mut tx = self.pool.begin().await?;
        // Another node may be at the same work.
        let locked = format!("{} FOR UPDATE SKIP LOCKED", expired(which));
        let gone: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(locked))
            .bind(before)
            .bind(i64::from(limit))
            .fetch_all(&mut *tx)
            .await?;
        for sql in [
            "DELETE FROM moves WHERE table_id = ANY($1)",
            "DELETE FROM audience WHERE table_id = ANY($1)",
            "DELETE FROM tables WHERE id = ANY($1)",
        ] {
            sqlx::query(sql).bind(&gone).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(gone)
    }

    async fn audience(
        &self,
        table: &str,
        here: Option<Attendance>,
    ) -> Result<Attendance, StoreError> {
        let mut tx = self.pool.begin().await?;
        if let Some(here) = here {
            sqlx::query(
                "INSERT INTO audience (table_id, node, watching, seats, seen)
                 VALUES ($1, $2, $3, $4, now())
                 ON CONFLICT (table_id, node) DO UPDATE SET watching = $3, seats = $4, seen = now()",
            )
            .bind(table)
            .bind(&self.options.node)
            .bind(i32::try_from(here.watching).unwrap_or(i32::MAX))
            .bind(here.seats.cast_signed())
            .execute(&mut *tx)
            .await?;
            notify(&mut tx, &format!("{}:{AUDIENCE}{table}", self.options.node)).await?;
        }
        let (watching, seats): (i64, i32) = sqlx::query_as(
            "SELECT COALESCE(SUM(watching), 0), COALESCE(BIT_OR(seats), 0) FROM audience
             WHERE table_id = $1 AND node <> $2 AND seen > now() - make_interval(secs => $3)",
        )
        .bind(table)
        .bind(&self.options.node)
        .bind(AUDIENCE_TIMEOUT.as_secs_f64())
        .fetch_one(&mut *tx)
        .await?;
        tx.commit().await?;
        let watching = usize::try_from(watching).unwrap_or_default();
        Ok(Attendance { watching, seats: seats.cast_unsigned() })
    }

    async fn tables(&self, ids: &[String]) -> Result<Vec<TableRow>, StoreError> {
        let rows = sqlx::query("SELECT * FROM tables WHERE id = ANY($1)")
            .bind(ids)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| Ok(table_of!(row))).collect()
    }

    async fn out_of_time(&self, now: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let ids = sqlx::query_scalar(OUT_OF_TIME).bind(now).bind(i64::from(limit));
        Ok(ids.fetch_all(&self.pool).await?)
    }

    async fn enter_score(
        &self,
        score: &ScoreRow,
        run: &str,
        digest: &str,
        ticket: Option<&str>,
    ) -> Result<(), StoreError> {
        let mut tx = self.pool.begin().await?;
        enter(&mut tx, score, run, digest, ticket).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn best_scores(&self, list: &ScoreList, limit: u32) -> Result<Vec<ScoreRow>, StoreError> {
        scores!(best & self.pool, list, limit)
    }

    async fn run(&self, game: &str, id: &str) -> Result<Option<String>, StoreError> {
        scores!(run & self.pool, game, id)
    }

    async fn issue_ticket(&self, ticket: &TicketRow) -> Result<(), StoreError> {
        tickets!(issue & self.pool, ticket)
    }

    async fn ticket(&self, hash: &str) -> Result<Option<TicketRow>, StoreError> {
        tickets!(find & self.pool, hash)
    }

    async fn change_ticket(&self, hash: &str, change: &TicketChange) -> Result<bool, StoreError> {
        tickets!(change & self.pool, hash, change)
    }

    async fn forget_tickets(&self, before: i64) -> Result<u64, StoreError> {
        tickets!(forget & self.pool, before)
    }

    async fn thought(&self, subject: &str) -> Result<Option<String>, StoreError> {
        thoughts!(find & self.pool, subject)
    }

    async fn keep_thought(&self, subject: &str, body: &str) -> Result<(), StoreError> {
        thoughts!(keep & self.pool, subject, body)
    }

    fn remote_changes(&self) -> broadcast::Receiver<RemoteChange> {
        self.changes.subscribe()
    }

    async fn move_key(&self, table: &str, epoch: u32) -> Result<Option<(u8, String)>, StoreError> {
        move_key!(&self.pool, table, epoch)
    }

    async fn keep_race(&self, race: &RaceRow) -> Result<(), StoreError> {
        race::keep(&self.pool, &self.options, race).await
    }

    async fn renew_races(&self, ids: &[String]) -> Result<(), StoreError> {
        race::renew(&self.pool, &self.options, ids).await
    }

    async fn race_place(&self, id: &str) -> Result<Option<RacePlace>, StoreError> {
        race::place(&self.pool, &self.options, id).await
    }

    async fn listed_races(&self, game: Option<&str>) -> Result<Vec<RaceRow>, StoreError> {
        race::listed(&self.pool, &self.options, game).await
    }

    async fn node_secret(&self) -> Result<String, StoreError> {
        race::secret(&self.pool, Token::new().secret().to_owned()).await
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn size(&self) -> Result<u64, StoreError> {
        let bytes: i64 = sqlx::query_scalar("SELECT pg_database_size(current_database())")
            .fetch_one(&self.pool)
            .await?;
        Ok(u64::try_from(bytes).unwrap_or_default())
    }

    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO probe (id, at, filler) VALUES (1, 0, '')
             ON CONFLICT (id) DO UPDATE SET at = probe.at + 1",
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn close(&self) {
        self.batcher.close().await;
        self.listening.abort();
        // Otherwise the other nodes would count our spectators until they expire.
        let own = sqlx::query("DELETE FROM audience WHERE node = $1").bind(&self.options.node);
        if let Err(error) = own.execute(&self.pool).await {
            tracing::warn!(%error, "the audience of this node stays for a while");
        }
        self.pool.close().await;
    }
}
