//! Runs a server, from binding its port to a graceful shutdown.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::config::Config;
use crate::room::Room;
use crate::router::router;
use crate::store::{self, NodeOptions, StoreError};
use crate::token::table_id;

/// Connections that are still open after this time are cut off at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Why a server did not start, or stopped.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error(
        "port {0} is taken: another program listens there, perhaps another Plateau; choose another port with --bind {1}:{2} (or PLATEAU_BIND)"
    )]
    PortTaken(u16, std::net::IpAddr, u16),
    /// The address cannot be bound.
    #[error("cannot listen at {0}: {1}")]
    Bind(SocketAddr, #[source] io::Error),
    /// The folder of the database cannot be made.
    #[error("the folder {0} cannot be made: {1}")]
    Folder(String, #[source] io::Error),
    /// The database cannot be opened.
    #[error("the database cannot be opened: {0}")]
    Store(#[from] StoreError),
    /// The system refuses something that a server needs.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Binds the address of a configuration.
pub async fn listen(bind: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(bind).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            ServeError::PortTaken(bind.port(), bind.ip(), bind.port().wrapping_add(1).max(1024))
        }
        _ => ServeError::Bind(bind, error),
    })
}

/// Serves until `shutdown` is ready; then finishes what is under way.
pub async fn run(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    make_folder(&config.database)?;
    let options = NodeOptions { node: table_id(), lease: config.bots.lease };
    let store = store::open(&config.database, options).await?;
    let room = Room::new(config, Arc::clone(&store))?;
    let watchers = [
        tokio::spawn(Arc::clone(&room).watch_remote_changes()),
        tokio::spawn(Arc::clone(&room).watch_turns()),
        tokio::spawn(Arc::clone(&room).clean_up()),
    ];
    let service = router(Arc::clone(&room)).into_make_service_with_connect_info::<SocketAddr>();
    // Moves are small and must be sent at once: no Nagle's algorithm.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "nodelay");
        }
    });
    let serving = {
        let room = Arc::clone(&room);
        axum::serve(listener, service).with_graceful_shutdown(async move {
            shutdown.await;
            tracing::info!("shutting down");
            room.close();
        })
    };
    let mut closing = room.closing();
    let too_long = async {
        let _ = closing.wait_for(|closing| *closing).await;
        tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
    };
    let served = tokio::select! {
        served = serving.into_future() => served,
        () = too_long => Ok(()),
    };
    room.close();
    for watcher in watchers {
        // They end by themselves. A panic has been logged already.
        let _ = watcher.await;
    }
    store.close().await;
    served.map_err(ServeError::from)
}

/// Creates the folder of a SQLite file.
fn make_folder(database: &str) -> Result<(), ServeError> {
    let Some(file) = database.strip_prefix("sqlite://") else { return Ok(()) };
    let file = Path::new(file.split('?').next().unwrap_or(file));
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => std::fs::create_dir_all(folder)
            .map_err(|error| ServeError::Folder(folder.display().to_string(), error)),
        _ => Ok(()),
    }
}

/// Completes at Ctrl-C or SIGTERM.
pub async fn shutdown_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
