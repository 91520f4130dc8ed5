//! The rows of best runs in real-time games, and their SQL, which both databases share.

use game::Ranking;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;
use utoipa::ToSchema;

/// How many runs a list keeps, and how many of each player.
pub(super) const KEPT: i64 = 500;
pub(super) const OF_ONE: i64 = 10;

/// A run that was verified by replaying it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRow {
    /// Its id in addresses.
    pub id: String,
    /// Which list it belongs to.
    pub list: ScoreList,
    /// Who played it.
    pub name: String,
    /// Points.
    pub points: i64,
    /// How long it took, in ticks.
    pub ticks: i64,
    /// Other counters of the game.
    pub figures: Map<String, Value>,
    /// Whose place it is: one in each list.
    pub player: String,
    /// Why it is not shown among the others: ids.
    pub doubts: Vec<String>,
    /// How many milliseconds it was paused.
    pub paused: i64,
    /// When it was entered, in milliseconds since 1970.
    pub at: i64,
}

/// A list of the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreList {
    /// The game's id.
    pub game: String,
    /// The mode's id.
    pub mode: String,
    /// The kind of run.
    pub kind: String,
    /// What the list is ranked by.
    pub ranking: Ranking,
    /// Whose runs it has.
    pub shelf: Shelf,
}

/// Whose runs a list has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shelf {
    /// People's.
    #[default]
    People,
    /// Those that something speaks against.
    Apart,
    /// Computers', which the server let play.
    Machines,
}

impl Shelf {
    /// As it is stored.
    pub const fn id(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Apart => "apart",
            Self::Machines => "machines",
        }
    }
}

impl ScoreList {
    /// One of two constants. What a client sends is bound, never part of the SQL.
    const fn order(&self) -> &'static str {
        match self.ranking {
            Ranking::Points => "points DESC, ticks, at, id",
            Ranking::Ticks => "ticks, at, id",
        }
    }

    /// The best of the list `$1` to `$4`, one a player, at most `$5` of them.
    pub(super) fn best(&self) -> AssertSqlSafe<String> {
        let order = self.order();
        AssertSqlSafe(format!(
            "SELECT id, name, points, ticks, figures, player, doubts, paused, at FROM (
                 SELECT *, ROW_NUMBER() OVER (PARTITION BY player ORDER BY {order}) AS place
                 FROM scores WHERE game = $1 AND mode = $2 AND kind = $3 AND shelf = $4) AS ranked
             WHERE place = 1 ORDER BY {order} LIMIT $5"
        ))
    }

    /// Deletes the runs after the first `$5`, and after the first `$6` of a player.
    pub(super) fn forget(&self) -> AssertSqlSafe<String> {
        let order = self.order();
        AssertSqlSafe(format!(
            "DELETE FROM scores WHERE id IN (SELECT id FROM (
                 SELECT id, ROW_NUMBER() OVER (ORDER BY {order}) AS place,
                        ROW_NUMBER() OVER (PARTITION BY player ORDER BY {order}) AS own
                 FROM scores WHERE game = $1 AND mode = $2 AND kind = $3 AND shelf = $4) AS ranked
             WHERE place > $5 OR own > $6)"
        ))
    }
}

/// The text of a run.
pub(super) const RUN: &str = "SELECT run FROM scores WHERE game = $1 AND id = $2";

/// Adds a run, unless it is stored already.
pub(super) const ENTER: &str = "INSERT INTO scores
    (id, game, mode, kind, name, points, ticks, figures, run, digest, at, shelf, doubts, player, paused)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT (digest) DO NOTHING";

/// The three operations on a list, for the connections of either database.
macro_rules! scores {
    // Inside a transaction.
    (enter $tx:expr, $score:expr, $run:expr, $digest:expr, $ticket:expr) => {{
        let (score, list, ticket) = ($score, &$score.list, $ticket);
        if let Some(ticket) = ticket {
            let spent = sqlx::query(crate::store::ticket::SPEND)
                .bind(ticket)
                .bind(&score.id)
                .execute(&mut *$tx)
                .await?;
            if spent.rows_affected() == 0 {
                return Err(StoreError::Conflict);
            }
        }
        let entered = sqlx::query(crate::store::score::ENTER)
            .bind(&score.id)
            .bind(&list.game)
            .bind(&list.mode)
            .bind(&list.kind)
            .bind(&score.name)
            .bind(score.points)
            .bind(score.ticks)
            .bind(crate::store::row::json_text(&score.figures))
            .bind($run)
            .bind($digest)
            .bind(score.at)
            .bind(list.shelf.id())
            .bind(crate::store::row::json_text(&score.doubts))
            .bind(&score.player)
            .bind(score.paused)
            .execute(&mut *$tx)
            .await?;
        if entered.rows_affected() == 0 {
            // A conflict changes nothing.
            if let Some(ticket) = ticket {
                let unspend = sqlx::query(crate::store::ticket::UNSPEND).bind(ticket);
                unspend.execute(&mut *$tx).await?;
            }
            return Err(StoreError::Conflict);
        }
        sqlx::query(list.forget())
            .bind(&list.game)
            .bind(&list.mode)
            .bind(&list.kind)
            .bind(list.shelf.id())
            .bind(crate::store::score::KEPT)
            .bind(crate::store::score::OF_ONE)
            .execute(&mut *$tx)
            .await?;
        Ok(())
    }};
    (best $pool:expr, $list:expr, $limit:expr) => {{
        let list = $list;
        let rows = sqlx::query(list.best())
            .bind(&list.game)
            .bind(&list.mode)
            .bind(&list.kind)
            .bind(list.shelf.id())
            .bind(i64::from($limit))
            .fetch_all($pool)
            .await?;
        rows.iter()
            .map(|row| {
                let figures = serde_json::from_str(&row.try_get::<String, _>("figures")?);
                let doubts = serde_json::from_str(&row.try_get::<String, _>("doubts")?);
                let unreadable =
                    |error: serde_json::Error| StoreError::Unreadable(error.to_string());
                Ok(ScoreRow {
                    id: row.try_get("id")?,
                    list: list.clone(),
                    name: row.try_get("name")?,
                    points: row.try_get("points")?,
                    ticks: row.try_get("ticks")?,
                    figures: figures.map_err(unreadable)?,
                    player: row.try_get("player")?,
                    doubts: doubts.map_err(unreadable)?,
                    paused: row.try_get("paused")?,
                    at: row.try_get("at")?,
                })
            })
            .collect()
    }};
    (run $pool:expr, $game:expr, $id:expr) => {
        Ok(sqlx::query_scalar(crate::store::score::RUN)
            .bind($game)
            .bind($id)
            .fetch_optional($pool)
            .await?)
    };
}

pub(super) use scores;
