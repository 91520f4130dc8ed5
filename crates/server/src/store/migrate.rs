//! Brings a database up to date. Migrations are files, which `sqlx` applies once each and in order. It keeps
//! their checksums, so a file that was ever released must not change.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

// `sqlx::migrate!` would make the same lists from folders. Its macro crate links both drivers, and so
// compiles SQLite a second time in every build from scratch.

/// The steps of a database in SQLite.
pub(super) fn sqlite() -> Migrator {
    Migrator::with_migrations(vec![
        step(
            1,
            "tables and moves",
            include_str!("../../migrations/sqlite/0001_tables_and_moves.sql"),
        ),
        step(2, "scores", include_str!("../../migrations/both/scores.sql")),
        step(3, "resigned", include_str!("../../migrations/sqlite/0003_resigned.sql")),
        step(4, "age", include_str!("../../migrations/both/age.sql")),
        step(5, "request keys", include_str!("../../migrations/both/request_keys.sql")),
        step(6, "terms", include_str!("../../migrations/sqlite/0006_terms.sql")),
        step(7, "thoughts", include_str!("../../migrations/both/thoughts.sql")),
        step(20, "tickets", include_str!("../../migrations/both/tickets.sql")),
    ])
}

/// The steps of a database in PostgreSQL.
pub(super) fn postgres() -> Migrator {
    Migrator::with_migrations(vec![
        step(
            1,
            "tables and moves",
            include_str!("../../migrations/postgres/0001_tables_and_moves.sql"),
        ),
        step(2, "audience", include_str!("../../migrations/postgres/0002_audience.sql")),
        step(3, "scores", include_str!("../../migrations/both/scores.sql")),
        step(4, "resigned", include_str!("../../migrations/postgres/0004_resigned.sql")),
        step(5, "age", include_str!("../../migrations/both/age.sql")),
        step(6, "request keys", include_str!("../../migrations/both/request_keys.sql")),
        step(7, "races", include_str!("../../migrations/postgres/0007_races.sql")),
        step(8, "terms", include_str!("../../migrations/postgres/0008_terms.sql")),
        step(9, "thoughts", include_str!("../../migrations/both/thoughts.sql")),
        step(20, "tickets", include_str!("../../migrations/both/tickets.sql")),
    ])
}

fn step(version: i64, about: &'static str, sql: &'static str) -> Migration {
    Migration::new(version, about.into(), MigrationType::Simple, sql.into_sql_str(), false)
}

/// Applies what is missing, inside a transaction of either database.
///
/// Before `sqlx` did it, the steps that were taken stood in a table of ours, `migrations`, under the same
/// numbers. Where that is found, its steps are entered into the list of `sqlx`, and it is dropped.
/// `$exists` is a query that counts the tables of that name.
macro_rules! migrate {
    ($tx:expr, $migrator:expr, $exists:literal) => {{
        let migrator = $migrator;
        let old: i64 = sqlx::query_scalar($exists).fetch_one(&mut *$tx).await?;
        if old > 0 {
            let taken: Option<i32> = sqlx::query_scalar("SELECT MAX(version) FROM migrations")
                .fetch_one(&mut *$tx)
                .await?;
            let last = i64::from(taken.unwrap_or_default());
            // Entered only, not run.
            migrator.run_direct(Some(last), &mut *$tx, true).await?;
            sqlx::query("DROP TABLE migrations").execute(&mut *$tx).await?;
        }
        // `run` and `skip` come down to this; only, they do not compile inside a task: the compiler
        // finds that "implementation of `sqlx::Acquire` is not general enough".
        migrator.run_direct(None, &mut *$tx, false).await?;
    }};
}

pub(super) use migrate;
