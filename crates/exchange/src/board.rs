//! A connection to the database in which machines share games.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use arena::JobSpec;
use game::Words;
use sqlx::Row;
use sqlx::postgres::{PgPool, PgPoolOptions};
use tokio::runtime::{Builder, Runtime};

use crate::error::ExchangeError;
use crate::job::JobExchange;
use crate::version::Version;

/// Only so that two programs that start together do not both make the tables.
const SCHEMA_LOCK: i64 = 0x706c_6174_6c61_6221;

/// A game that a worker has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The job that it belongs to.
    pub job: i64,
    /// What it is known by.
    pub key: String,
    /// What is to be played.
    pub task: String,
}

/// A job with open games that this program may not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stranger {
    /// The job.
    pub job: i64,
    /// What it is.
    pub title: String,
    /// The version that it wants.
    pub version: String,
    /// Whether programs would have to be started.
    pub programs: bool,
}

/// A connection. What it has taken stays taken for as long as it lives: it renews its leases.
pub struct JobBoard {
    pub(crate) runtime: Arc<Runtime>,
    pub(crate) pool: PgPool,
    pub(crate) version: Version,
    pub(crate) worker: String,
    pub(crate) lease: f64,
    programs: bool,
}

impl JobBoard {
    /// Connects. `lease` is after how long a game is given to another if nothing is heard of its worker; `programs` is
    /// whether external programs may be started here.
    pub fn connect(
        url: &str,
        version: Version,
        lease: Duration,
        programs: bool,
    ) -> Result<Self, ExchangeError> {
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(ExchangeError::Asked(Words::new(
                "machines share games in a PostgreSQL database: write postgres://USER@HOST/NAME",
                "les machines se partagent les parties dans une base PostgreSQL : écrire postgres://UTILISATEUR@HÔTE/NOM",
            )));
        }
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let pool = runtime.block_on(open(url))?;
        let mut bytes = [0; 6];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        let mut worker = format!("{}-", std::process::id());
        for byte in bytes {
            // Writing to a string cannot fail.
            let _ = write!(worker, "{byte:02x}");
        }
        let lease = lease.as_secs_f64();
        runtime.spawn(renew(pool.clone(), worker.clone(), lease));
        Ok(Self { runtime: Arc::new(runtime), pool, version, worker, lease, programs })
    }

    /// What this connection is called.
    pub fn worker(&self) -> &str {
        &self.worker
    }

    /// Opens the job of an event, or finds it again. Another program that holds the same event is refused. `heard` is
    /// told what workers could not do.
    pub fn job(
        &self,
        spec: &JobSpec,
        heard: Box<dyn Fn(&str) + Send + Sync>,
    ) -> Result<JobExchange<'_>, ExchangeError> {
        JobExchange::open(self, spec, heard)
    }

    /// What a job is.
    pub fn spec(&self, job: i64) -> Result<JobSpec, ExchangeError> {
        let query = sqlx::query_scalar("SELECT spec FROM plateau_lab.jobs WHERE id = $1").bind(job);
        let text: String = self.runtime.block_on(query.fetch_one(&self.pool))?;
        Ok(serde_json::from_str(&text)?)
    }

    /// Takes a game that nobody plays, rather of this job, and not of those that are to be left alone. Those come first
    /// for which somebody waits: an event that was killed and given up must not hold up the others.
    pub fn take(&self, rather: i64, not: &[i64]) -> Result<Option<Task>, ExchangeError> {
        let query = sqlx::query(
            "UPDATE plateau_lab.tasks SET worker = $1, leased = now() + make_interval(secs => $2)
             WHERE (job, key) = (
                 SELECT t.job, t.key FROM plateau_lab.tasks t JOIN plateau_lab.jobs j ON j.id = t.job
                 WHERE t.game IS NULL AND (t.leased IS NULL OR t.leased < now())
                   AND j.version = $3 AND ($4 OR NOT j.programs) AND t.job <> ALL($5)
                 ORDER BY t.job = ANY(ARRAY(
                     SELECT objid::bigint FROM pg_locks
                     WHERE locktype = 'advisory' AND classid = hashtext('plateau_lab')::oid AND objsubid = 2
                       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                 )) DESC, t.job <> $6, t.job, t.number LIMIT 1 FOR UPDATE OF t SKIP LOCKED)
             RETURNING job, key, task",
        );
        let query = query
            .bind(&self.worker)
            .bind(self.lease)
            .bind(self.version.as_str())
            .bind(self.programs)
            .bind(not)
            .bind(rather);
        self.one(query)
    }

    /// Takes a game of one job alone.
    pub(crate) fn take_of(&self, job: i64) -> Result<Option<Task>, ExchangeError> {
        let query = sqlx::query(
            "UPDATE plateau_lab.tasks SET worker = $1, leased = now() + make_interval(secs => $2)
             WHERE (job, key) = (
                 SELECT job, key FROM plateau_lab.tasks
                 WHERE job = $3 AND game IS NULL AND (leased IS NULL OR leased < now())
                 ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING job, key, task",
        );
        self.one(query.bind(&self.worker).bind(self.lease).bind(job))
    }

    fn one(&self, query: PgQuery<'_>) -> Result<Option<Task>, ExchangeError> {
        let row = self.runtime.block_on(query.fetch_optional(&self.pool))?;
        let task = |row: sqlx::postgres::PgRow| -> Result<Task, sqlx::Error> {
            Ok(Task { job: row.try_get(0)?, key: row.try_get(1)?, task: row.try_get(2)? })
        };
        Ok(row.map(task).transpose()?)
    }

    /// Hands in what came of a game. Only the first result counts: a worker that was thought dead may come late.
    pub fn finish(&self, job: i64, key: &str, game: &str) -> Result<(), ExchangeError> {
        let query = sqlx::query(
            "UPDATE plateau_lab.tasks SET game = $3, worker = $4
             WHERE job = $1 AND key = $2 AND game IS NULL",
        );
        self.done(query.bind(job).bind(key).bind(game).bind(&self.worker))
    }

    /// Gives a game back that was taken and not played.
    pub fn release(&self, task: &Task) -> Result<(), ExchangeError> {
        let query = sqlx::query(
            "UPDATE plateau_lab.tasks SET leased = NULL, worker = NULL
             WHERE job = $1 AND key = $2 AND worker = $3 AND game IS NULL",
        );
        self.done(query.bind(task.job).bind(&task.key).bind(&self.worker))
    }

    /// Tells whoever waits for a job that this worker cannot play it.
    pub fn refuse(&self, job: i64, why: &str) -> Result<(), ExchangeError> {
        let query = sqlx::query(
            "INSERT INTO plateau_lab.refusals (job, worker, why) VALUES ($1, $2, $3)
             ON CONFLICT (job, worker) DO UPDATE SET why = EXCLUDED.why, told = FALSE",
        );
        self.done(query.bind(job).bind(&self.worker).bind(why))
    }

    /// The jobs with open games that this program may not play: another version began them, or they start programs.
    pub fn strangers(&self) -> Result<Vec<Stranger>, ExchangeError> {
        let query = sqlx::query(
            "SELECT id, title, version, programs FROM plateau_lab.jobs j
             WHERE (version <> $1 OR (programs AND NOT $2))
               AND EXISTS (SELECT 1 FROM plateau_lab.tasks t WHERE t.job = j.id AND t.game IS NULL)
             ORDER BY id",
        );
        let query = query.bind(self.version.as_str()).bind(self.programs);
        let rows = self.runtime.block_on(query.fetch_all(&self.pool))?;
        let stranger = |row: &sqlx::postgres::PgRow| -> Result<Stranger, sqlx::Error> {
            Ok(Stranger {
                job: row.try_get(0)?,
                title: row.try_get(1)?,
                version: row.try_get(2)?,
                programs: row.try_get(3)?,
            })
        };
        Ok(rows.iter().map(stranger).collect::<Result<_, _>>()?)
    }

    pub(crate) fn done(&self, query: PgQuery<'_>) -> Result<(), ExchangeError> {
        self.runtime.block_on(query.execute(&self.pool))?;
        Ok(())
    }
}

pub(crate) type PgQuery<'q> = sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments>;

async fn open(url: &str) -> Result<PgPool, ExchangeError> {
    let pool = PgPoolOptions::new()
        .max_connections(4)
        .acquire_timeout(Duration::from_secs(10))
        .after_connect(|connection, _| {
            Box::pin(async move {
                // What a crash of the database may lose is played again: nobody waits for its disk.
                sqlx::query("SET synchronous_commit = off").execute(connection).await.map(drop)
            })
        })
        .connect(url)
        .await?;
    let mut tx = pool.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(SCHEMA_LOCK).execute(&mut *tx).await?;
    sqlx::raw_sql(include_str!("schema.sql")).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(pool)
}

/// Renews the leases of a worker three times in each.
async fn renew(pool: PgPool, worker: String, lease: f64) {
    loop {
        tokio::time::sleep(Duration::from_secs_f64(lease / 3.0)).await;
        // A database that is away for a moment is asked again.
        let _ = sqlx::query(
            "UPDATE plateau_lab.tasks SET leased = now() + make_interval(secs => $2)
             WHERE worker = $1 AND game IS NULL",
        )
        .bind(&worker)
        .bind(lease)
        .execute(&pool)
        .await;
    }
}
