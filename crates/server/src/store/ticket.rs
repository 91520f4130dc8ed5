//! Tickets, each of which lets one run into a list, and their SQL, which both databases share.

/// A ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketRow {
    /// Of the ticket itself, which only its holder knows.
    pub hash: String,
    /// The game's id.
    pub game: String,
    /// The mode's id.
    pub mode: String,
    /// What decides all chance of the run.
    pub seed: u64,
    /// When it was issued, in milliseconds since 1970: the run begins then, not before.
    pub issued: i64,
    /// How many milliseconds its pauses took that are over.
    pub paused: i64,
    /// How many pauses there were.
    pub pauses: i64,
    /// When the present pause began.
    pub paused_at: Option<i64>,
    /// When its run was told of.
    pub sealed: Option<i64>,
    /// The digest of that run.
    pub digest: Option<String>,
    /// The score that it became.
    pub score: Option<String>,
}

/// A change of a ticket. Each happens at most once, or changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TicketChange {
    /// The clock stands still from this time on.
    Pause(i64),
    /// It goes on from this time on.
    Resume(i64),
    /// The run with this digest ended at this time.
    Seal(i64, String),
}

pub(super) const ISSUE: &str = "INSERT INTO tickets
    (hash, game, mode, seed, issued, paused, pauses) VALUES ($1, $2, $3, $4, $5, 0, 0)
    ON CONFLICT (hash) DO NOTHING";

pub(super) const FIND: &str =
    "SELECT game, mode, seed, issued, paused, pauses, paused_at, sealed, digest, score
    FROM tickets WHERE hash = $1";

pub(super) const PAUSE: &str = "UPDATE tickets SET paused_at = $2, pauses = pauses + 1
    WHERE hash = $1 AND paused_at IS NULL AND sealed IS NULL";

pub(super) const RESUME: &str =
    "UPDATE tickets SET paused = paused + ($2 - paused_at), paused_at = NULL
    WHERE hash = $1 AND paused_at IS NOT NULL AND sealed IS NULL";

pub(super) const SEAL: &str =
    "UPDATE tickets SET sealed = $2, digest = $3 WHERE hash = $1 AND sealed IS NULL";

pub(super) const SPEND: &str = "UPDATE tickets SET score = $2 WHERE hash = $1 AND score IS NULL";

pub(super) const UNSPEND: &str = "UPDATE tickets SET score = NULL WHERE hash = $1";

pub(super) const FORGET: &str = "DELETE FROM tickets WHERE hash IN
    (SELECT hash FROM tickets WHERE issued < $1 LIMIT 1000)";

/// The operations, for the connections of either database.
macro_rules! tickets {
    (issue $pool:expr, $ticket:expr) => {{
        let ticket = $ticket;
        let issued = sqlx::query(crate::store::ticket::ISSUE)
            .bind(&ticket.hash)
            .bind(&ticket.game)
            .bind(&ticket.mode)
            .bind(ticket.seed.to_string())
            .bind(ticket.issued)
            .execute($pool)
            .await?;
        if issued.rows_affected() == 0 { Err(StoreError::Conflict) } else { Ok(()) }
    }};
    (find $pool:expr, $hash:expr) => {{
        let row = sqlx::query(crate::store::ticket::FIND).bind($hash).fetch_optional($pool).await?;
        row.map(|row| {
            let seed: String = row.try_get("seed")?;
            let seed = seed.parse().map_err(|_| StoreError::Unreadable(format!("seed {seed}")))?;
            Ok(TicketRow {
                hash: $hash.to_owned(),
                game: row.try_get("game")?,
                mode: row.try_get("mode")?,
                seed,
                issued: row.try_get("issued")?,
                paused: row.try_get("paused")?,
                pauses: row.try_get("pauses")?,
                paused_at: row.try_get("paused_at")?,
                sealed: row.try_get("sealed")?,
                digest: row.try_get("digest")?,
                score: row.try_get("score")?,
            })
        })
        .transpose()
    }};
    (change $pool:expr, $hash:expr, $change:expr) => {{
        let query = match $change {
            TicketChange::Pause(at) => {
                sqlx::query(crate::store::ticket::PAUSE).bind($hash).bind(*at)
            }
            TicketChange::Resume(at) => {
                sqlx::query(crate::store::ticket::RESUME).bind($hash).bind(*at)
            }
            TicketChange::Seal(at, digest) => {
                sqlx::query(crate::store::ticket::SEAL).bind($hash).bind(*at).bind(digest)
            }
        };
        Ok(query.execute($pool).await?.rows_affected() > 0)
    }};
    (forget $pool:expr, $before:expr) => {{
        let gone = sqlx::query(crate::store::ticket::FORGET).bind($before).execute($pool).await?;
        Ok(gone.rows_affected())
    }};
}

pub(super) use tickets;
