//! How nodes of one PostgreSQL tell each other of changes: `LISTEN` and `NOTIFY`.

use std::time::Duration;

use sqlx::postgres::{PgConnection, PgListener, PgPool};
use tokio::sync::broadcast;

use crate::store::{RemoteChange, StoreError};

/// The channel that all nodes listen to.
pub const CHANNEL: &str = "plateau";
/// Marks the id of a table in a notification if only who is there has changed.
pub(super) const AUDIENCE: char = '+';
/// Before the next try to listen again.
const PAUSE: Duration = Duration::from_millis(500);

/// Tells the other nodes, once the transaction is committed.
pub(super) async fn notify(tx: &mut PgConnection, payload: &str) -> Result<(), StoreError> {
    sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(payload).execute(tx).await?;
    Ok(())
}

/// A connection that hears of every change from now on.
pub(super) async fn subscribe(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Passes on what other nodes have changed. After a connection was lost, anything may have changed: that is said once
/// a new one listens, and not before, since what changes in between would be heard by nobody.
pub(super) async fn listen(
    pool: PgPool,
    mut listener: PgListener,
    node: String,
    changes: broadcast::Sender<RemoteChange>,
) {
    loop {
        match listener.try_recv().await {
            Ok(Some(note)) => {
                let Some((from, tables)) = note.payload().split_once(':') else { continue };
                if from != node {
                    for table in tables.split(',').filter(|id| !id.is_empty()) {
                        let change = match table.strip_prefix(AUDIENCE) {
                            Some(table) => RemoteChange::Audience(table.to_owned()),
                            None => RemoteChange::Table(table.to_owned()),
                        };
                        // There may be no receiver.
                        let _ = changes.send(change);
                    }
                }
            }
            lost => {
                tracing::warn!(error = ?lost.err(), "the connection for notifications was lost");
                listener = listen_again(&pool).await;
                let _ = changes.send(RemoteChange::Anything);
            }
        }
    }
}

async fn listen_again(pool: &PgPool) -> PgListener {
    loop {
        match subscribe(pool).await {
            Ok(listener) => return listener,
            Err(error) => tracing::debug!(%error, "no notifications from other nodes yet"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}
