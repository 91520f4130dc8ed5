//! The rows of best runs in real-time games, and their SQL, which both databases share.

use game::Ranking;
use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;

/// How many runs a list keeps.
pub(super) const KEPT: i64 = 500;

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
}

impl ScoreList {
    /// One of two constants. What a client sends is bound, never part of the SQL.
    const fn order(&self) -> &'static str {
        match self.ranking {
            Ranking::Points => "points DESC, ticks, at, id",
            Ranking::Ticks => "ticks, at, id",
        }
    }

    /// The best of the list `$1`, `$2`, `$3`, at most `$4` of them.
    pub(super) fn best(&self) -> AssertSqlSafe<String> {
        let order = self.order();
        AssertSqlSafe(format!(
            "SELECT id, name, points, ticks, figures, at FROM scores
             WHERE game = $1 AND mode = $2 AND kind = $3 ORDER BY {order} LIMIT $4"
        ))
    }

    /// Deletes the runs after the first `$4`.
    pub(super) fn forget(&self) -> AssertSqlSafe<String> {
        let order = self.order();
        AssertSqlSafe(format!(
            "DELETE FROM scores WHERE id IN (SELECT id FROM scores
             WHERE game = $1 AND mode = $2 AND kind = $3 ORDER BY {order} LIMIT 1000000 OFFSET $4)"
        ))
    }
}

/// The text of a run.
pub(super) const RUN: &str = "SELECT run FROM scores WHERE game = $1 AND id = $2";

/// Adds a run, unless it is stored already.
pub(super) const ENTER: &str = "INSERT INTO scores
    (id, game, mode, kind, name, points, ticks, figures, run, digest, at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (digest) DO NOTHING";

/// The three operations on a list, for the connections of either database.
macro_rules! scores {
    // Inside a transaction.
    (enter $tx:expr, $score:expr, $run:expr, $digest:expr) => {{
        let (score, list) = ($score, &$score.list);
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
            .execute(&mut *$tx)
            .await?;
        if entered.rows_affected() == 0 {
            return Err(StoreError::Conflict);
        }
        sqlx::query(list.forget())
            .bind(&list.game)
            .bind(&list.mode)
            .bind(&list.kind)
            .bind(crate::store::score::KEPT)
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
            .bind(i64::from($limit))
            .fetch_all($pool)
            .await?;
        rows.iter()
            .map(|row| {
                let figures = serde_json::from_str(&row.try_get::<String, _>("figures")?);
                Ok(ScoreRow {
                    id: row.try_get("id")?,
                    list: list.clone(),
                    name: row.try_get("name")?,
                    points: row.try_get("points")?,
                    ticks: row.try_get("ticks")?,
                    figures: figures.map_err(|error| StoreError::Unreadable(error.to_string()))?,
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
