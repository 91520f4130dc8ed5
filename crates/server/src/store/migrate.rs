//! Brings a database's tables up to date. Migrations are files, applied once each and in order.

/// A step: its number and its statements.
pub(super) struct Migration {
    pub version: i32,
    pub sql: &'static str,
}

pub(super) const SQLITE: &[Migration] = &[
    Migration {
        version: 1,
        sql: include_str!("../../migrations/sqlite/0001_tables_and_moves.sql"),
    },
    Migration { version: 2, sql: include_str!("../../migrations/both/scores.sql") },
    Migration { version: 3, sql: include_str!("../../migrations/sqlite/0003_resigned.sql") },
];

pub(super) const POSTGRES: &[Migration] = &[
    Migration {
        version: 1,
        sql: include_str!("../../migrations/postgres/0001_tables_and_moves.sql"),
    },
    Migration { version: 2, sql: include_str!("../../migrations/postgres/0002_audience.sql") },
    Migration { version: 3, sql: include_str!("../../migrations/both/scores.sql") },
    Migration { version: 4, sql: include_str!("../../migrations/postgres/0004_resigned.sql") },
];

/// The steps that were taken.
pub(super) const LEDGER: &str =
    "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)";

/// Applies what is missing inside a transaction of either database.
macro_rules! migrate {
    ($tx:expr, $migrations:expr) => {{
        sqlx::Executor::execute(&mut *$tx, crate::store::migrate::LEDGER).await?;
        let done: Option<i32> =
            sqlx::query_scalar("SELECT MAX(version) FROM migrations").fetch_one(&mut *$tx).await?;
        for migration in $migrations.iter().filter(|step| Some(step.version) > done) {
            sqlx::Executor::execute(&mut *$tx, migration.sql).await?;
            sqlx::query("INSERT INTO migrations (version) VALUES ($1)")
                .bind(migration.version)
                .execute(&mut *$tx)
                .await?;
        }
    }};
}

pub(super) use migrate;
