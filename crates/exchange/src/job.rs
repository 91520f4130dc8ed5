//! The side of an event: hands games out, and hears what came of them.

use std::io;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use arena::{Exchange, JobSpec};
use game::Words;
use sqlx::Row;
use sqlx::pool::PoolConnection;
use sqlx::{Connection, Postgres};

use crate::board::{JobBoard, Task};
use crate::error::ExchangeError;

/// How often workers' refusals are looked for.
const REFUSALS: Duration = Duration::from_secs(2);

/// Games that are offered in one statement.
const BUNDLE: usize = 1000;

/// The job of one event, which this program holds.
pub struct JobExchange<'b> {
    board: &'b JobBoard,
    job: i64,
    heard: Box<dyn Fn(&str) + Send + Sync>,
    looked: Mutex<Option<Instant>>,
    /// Holds the lock that keeps others from holding the same event.
    lock: Option<PoolConnection<Postgres>>,
}

impl<'b> JobExchange<'b> {
    pub(crate) fn open(
        board: &'b JobBoard,
        spec: &JobSpec,
        heard: Box<dyn Fn(&str) + Send + Sync>,
    ) -> Result<Self, ExchangeError> {
        let text = serde_json::to_string(spec)?;
        let (job, lock) = board.runtime.block_on(async {
            sqlx::query(
                "INSERT INTO plateau_lab.jobs (version, spec, title, programs)
                 VALUES ($1, $2, $3, $4) ON CONFLICT (version, md5(spec)) DO NOTHING",
            )
            .bind(board.version.as_str())
            .bind(&text)
            .bind(spec.title())
            .bind(spec.has_programs())
            .execute(&board.pool)
            .await?;
            let job: i64 = sqlx::query_scalar(
                "SELECT id FROM plateau_lab.jobs WHERE version = $1 AND md5(spec) = md5($2)",
            )
            .bind(board.version.as_str())
            .bind(&text)
            .fetch_one(&board.pool)
            .await?;
            Ok::<_, sqlx::Error>((job, board.pool.acquire().await?))
        })?;
        let mut opened = Self { board, job, heard, looked: Mutex::new(None), lock: Some(lock) };
        if opened.try_lock()? {
            return Ok(opened);
        }
        Err(ExchangeError::Asked(Words::new(
            "another program is holding just this event in this database; its workers can be joined with plateau worker",
            "un autre programme mène déjà cette même épreuve dans cette base ; on peut l’aider avec plateau worker",
        )))
    }

    /// Whether nobody else holds the job.
    fn try_lock(&mut self) -> Result<bool, ExchangeError> {
        let Some(lock) = &mut self.lock else { return Ok(false) };
        let query =
            sqlx::query_scalar("SELECT pg_try_advisory_lock(hashtext('plateau_lab'), $1::int)");
        Ok(self.board.runtime.block_on(query.bind(self.job).fetch_one(&mut **lock))?)
    }

    fn hear_refusals(&self) -> Result<(), ExchangeError> {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.is_some_and(|last| last.elapsed() < REFUSALS) {
            return Ok(());
        }
        *looked = Some(Instant::now());
        let query = sqlx::query_scalar::<_, String>(
            "UPDATE plateau_lab.refusals SET told = TRUE WHERE job = $1 AND NOT told
             RETURNING worker || ': ' || why",
        );
        let list = self.board.runtime.block_on(query.bind(self.job).fetch_all(&self.board.pool))?;
        list.iter().for_each(|why| (self.heard)(why));
        Ok(())
    }

    fn offer_some(&self, first: usize, tasks: &[(String, String)]) -> Result<(), ExchangeError> {
        let keys: Vec<&str> = tasks.iter().map(|(key, _)| &key[..]).collect();
        let texts: Vec<&str> = tasks.iter().map(|(_, task)| &task[..]).collect();
        // What is known already is told again.
        let query = sqlx::query(
            "INSERT INTO plateau_lab.tasks (job, key, number, task)
             SELECT $1, key, $2 + number, task
             FROM UNNEST($3::text[], $4::text[]) WITH ORDINALITY AS t (key, task, number)
             ON CONFLICT (job, key) DO UPDATE SET told = FALSE",
        );
        self.board.done(query.bind(self.job).bind(first as i64).bind(keys).bind(texts))
    }
}

impl Exchange for JobExchange<'_> {
    fn offer(&self, tasks: &[(String, String)]) -> io::Result<()> {
        for (at, bundle) in tasks.chunks(BUNDLE).enumerate() {
            self.offer_some(at * BUNDLE, bundle)?;
        }
        Ok(())
    }

    fn take(&self) -> io::Result<Option<(String, String)>> {
        let taken = self.board.take_of(self.job)?;
        Ok(taken.map(|Task { key, task, .. }| (key, task)))
    }

    fn finish(&self, key: &str, game: &str) -> io::Result<()> {
        Ok(self.board.finish(self.job, key, game)?)
    }

    fn results(&self) -> io::Result<Vec<(String, String)>> {
        self.hear_refusals()?;
        let query = sqlx::query(
            "UPDATE plateau_lab.tasks SET told = TRUE
             WHERE job = $1 AND game IS NOT NULL AND NOT told RETURNING key, game",
        );
        let read = query.bind(self.job).fetch_all(&self.board.pool);
        let rows = self.board.runtime.block_on(read).map_err(ExchangeError::from)?;
        let pair = |row: &sqlx::postgres::PgRow| Ok((row.try_get(0)?, row.try_get(1)?));
        let rows: Result<Vec<_>, sqlx::Error> = rows.iter().map(pair).collect();
        Ok(rows.map_err(ExchangeError::from)?)
    }

    fn withdraw(&self) -> io::Result<()> {
        let query = sqlx::query("DELETE FROM plateau_lab.tasks WHERE job = $1 AND game IS NULL");
        Ok(self.board.done(query.bind(self.job))?)
    }
}

impl Drop for JobExchange<'_> {
    fn drop(&mut self) {
        // The lock ends with its connection, which must not go back to the pool.
        if let Some(lock) = self.lock.take() {
            let _ = self.board.runtime.block_on(lock.detach().close());
        }
    }
}
