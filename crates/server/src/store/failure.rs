//! Which errors of a database pass by themselves.

use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

use super::StoreError;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if is_temporary(&error) {
            Self::Unavailable(error.to_string())
        } else {
            Self::Database(error)
        }
    }
}

impl StoreError {
    /// The same error for everybody whose write was in one transaction.
    pub(super) fn repeat(&self) -> Self {
        match self {
            Self::Unavailable(why) => Self::Unavailable(why.clone()),
            Self::Conflict => Self::Conflict,
            Self::Closed => Self::Closed,
            other => Self::Unreadable(other.to_string()),
        }
    }
}

fn is_temporary(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => {
            let error = &**error;
            if let Some(error) = error.try_downcast_ref::<PgDatabaseError>() {
                // Connections, deadlocks, room and memory, an administrator's shutdown, a standby that takes over.
                let code = error.code();
                ["08", "40", "53", "57", "58"].iter().any(|class| code.starts_with(class))
                    || code == "25006"
            } else if error.try_downcast_ref::<SqliteError>().is_some() {
                let code: Option<u32> = error.code().and_then(|code| code.parse().ok());
                // The low byte of an extended code: busy, locked, read only, I/O error, full, cannot open.
                code.is_some_and(|code| matches!(code & 0xff, 5 | 6 | 8 | 10 | 13 | 14))
            } else {
                false
            }
        }
        _ => false,
    }
}
