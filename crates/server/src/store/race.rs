//! Which node runs which race, for the other nodes of a PostgreSQL.

use sqlx::postgres::PgPool;

use super::{NodeOptions, StoreError};

/// A race as the other nodes know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceRow {
    /// Its id in addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Whether it waits for players and may be seen by everybody.
    pub listed: bool,
    /// As it is shown, in JSON.
    pub body: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// Where a race is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RacePlace {
    /// At a node that can be reached there.
    At(String),
    /// At a node that has died, or that has not said where it can be reached.
    Lost,
}

/// A race whose node is gone is remembered for this long, so that its players are told why it ended.
const REMEMBERED_SECS: f64 = 3600.0;

/// Writes down a race of this node.
pub(super) async fn keep(
    pool: &PgPool,
    options: &NodeOptions,
    race: &RaceRow,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO races (id, node, address, game, listed, body, created, seen)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now())
         ON CONFLICT (id) DO UPDATE SET listed = $5, body = $6, seen = now()",
    )
    .bind(&race.id)
    .bind(&options.node)
    .bind(options.address.map(|address| address.to_string()))
    .bind(&race.game)
    .bind(race.listed)
    .bind(&race.body)
    .bind(race.created)
    .execute(pool)
    .await?;
    Ok(())
}

/// Says that these races of this node are alive, and forgets its others and those of nodes long gone.
pub(super) async fn renew(
    pool: &PgPool,
    options: &NodeOptions,
    ids: &[String],
) -> Result<(), StoreError> {
    sqlx::query("UPDATE races SET seen = now() WHERE node = $1 AND id = ANY($2)")
        .bind(&options.node)
        .bind(ids)
        .execute(pool)
        .await?;
    sqlx::query(
        "DELETE FROM races WHERE node = $1 AND NOT id = ANY($2)
         OR seen < now() - make_interval(secs => $3)",
    )
    .bind(&options.node)
    .bind(ids)
    .bind(REMEMBERED_SECS)
    .execute(pool)
    .await?;
    Ok(())
}

/// Where another node runs a race; none if nobody knows of it.
pub(super) async fn place(
    pool: &PgPool,
    options: &NodeOptions,
    id: &str,
) -> Result<Option<RacePlace>, StoreError> {
    let found: Option<(Option<String>, bool)> = sqlx::query_as(
        "SELECT address, seen > now() - make_interval(secs => $3)
         FROM races WHERE id = $1 AND node <> $2",
    )
    .bind(id)
    .bind(&options.node)
    .bind(options.lease.as_secs_f64())
    .fetch_optional(pool)
    .await?;
    Ok(found
        .map(|(address, alive)| address.filter(|_| alive).map_or(RacePlace::Lost, RacePlace::At)))
}

/// The races at other nodes that wait for players, newest first.
pub(super) async fn listed(
    pool: &PgPool,
    options: &NodeOptions,
    game: Option<&str>,
) -> Result<Vec<RaceRow>, StoreError> {
    let rows: Vec<(String, String, bool, String, i64)> = sqlx::query_as(
        "SELECT id, game, listed, body, created FROM races
         WHERE listed AND node <> $1 AND address IS NOT NULL AND ($2 IS NULL OR game = $2)
           AND seen > now() - make_interval(secs => $3)
         ORDER BY created DESC LIMIT 50",
    )
    .bind(&options.node)
    .bind(game)
    .bind(options.lease.as_secs_f64())
    .fetch_all(pool)
    .await?;
    let row = |(id, game, listed, body, created)| RaceRow { id, game, listed, body, created };
    Ok(rows.into_iter().map(row).collect())
}

/// What the nodes of this database know each other by: the first one draws it.
pub(super) async fn secret(pool: &PgPool, draw: String) -> Result<String, StoreError> {
    sqlx::query("INSERT INTO cluster (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING")
        .bind(draw)
        .execute(pool)
        .await?;
    Ok(sqlx::query_scalar("SELECT secret FROM cluster WHERE id = 1").fetch_one(pool).await?)
}
