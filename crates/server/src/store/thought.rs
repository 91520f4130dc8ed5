//! What was thought about positions and games, and its SQL, which both databases share.

/// So many are kept; the oldest make room.
pub(super) const KEPT: i64 = 50_000;

/// The thought about `$1`.
pub(super) const FIND: &str = "SELECT body FROM thoughts WHERE subject = $1";

/// Keeps a thought in place of an earlier one.
pub(super) const KEEP: &str = "INSERT INTO thoughts (subject, body, at) VALUES ($1, $2, $3)
    ON CONFLICT (subject) DO UPDATE SET body = excluded.body, at = excluded.at";

/// Deletes those after the newest `$1`.
pub(super) const FORGET: &str = "DELETE FROM thoughts WHERE subject IN
    (SELECT subject FROM thoughts ORDER BY at DESC LIMIT 1000 OFFSET $1)";

/// The two operations, for the connections of either database.
macro_rules! thoughts {
    (find $pool:expr, $subject:expr) => {
        Ok(sqlx::query_scalar(crate::store::thought::FIND)
            .bind($subject)
            .fetch_optional($pool)
            .await?)
    };
    (keep $pool:expr, $subject:expr, $body:expr) => {{
        sqlx::query(crate::store::thought::KEEP)
            .bind($subject)
            .bind($body)
            .bind(crate::clock::now())
            .execute($pool)
            .await?;
        sqlx::query(crate::store::thought::FORGET)
            .bind(crate::store::thought::KEPT)
            .execute($pool)
            .await?;
        Ok(())
    }};
}

pub(super) use thoughts;
