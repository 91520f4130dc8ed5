//! Runs a server, from binding its port to a graceful shutdown.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use game::Words;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::admin;
use crate::config::Config;
use crate::connections;
use crate::process;
use crate::room::Room;
use crate::router::router;
use crate::store::{self, DatabaseLock, NodeOptions, Store, StoreError};
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
    /// The database cannot be opened.
    #[error("the database cannot be opened: {0}")]
    Store(#[from] StoreError),
    /// The system refuses something that a server needs.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ServeError {
    /// The reason for a person.
    pub fn words(&self) -> Words {
        let en = self.to_string();
        let fr = match self {
            Self::PortTaken(port, address, next) => format!(
                "le port {port} est pris : un autre programme y écoute, peut-être un autre Plateau ; \
                 choisissez-en un autre avec --bind {address}:{next} (ou PLATEAU_BIND)"
            ),
            Self::Bind(address, error) => format!("on ne peut pas écouter à {address} : {error}"),
            Self::Store(error) => format!("on ne peut pas ouvrir la base : {}", error.words().fr),
            Self::Io(_) => en.clone(),
        };
        Words::new(en, fr)
    }
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

/// A server that listens and whose database is open.
pub struct Server {
    listener: TcpListener,
    room: Arc<Room>,
    store: Arc<dyn Store>,
    /// Held until everything is stored.
    lock: Option<DatabaseLock>,
    admin: Option<TcpListener>,
}

impl Server {
    /// Opens the database. Nobody should be told an address before this has succeeded.
    pub async fn open(listener: TcpListener, config: Config) -> Result<Self, ServeError> {
        process::start();
        let admin = match config.admin {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let lock = DatabaseLock::take(&config.database)?;
        let options = NodeOptions {
            node: table_id(),
            lease: config.bots.lease,
            max_pages: config.database_mib.map(|mib| mib.saturating_mul(256)),
            address: node_address(&config),
        };
        let store = store::open(&config.database, options).await?;
        let secret = store.node_secret().await?;
        let room = Room::new(config, Arc::clone(&store), secret)?;
        Ok(Self { listener, room, store, lock, admin })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where metrics and the summary are.
    pub fn admin(&self) -> Option<SocketAddr> {
        self.admin.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// Serves until `shutdown` is ready; then finishes what is under way.
    pub async fn serve(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Self { listener, room, store, lock, admin } = self;
        if let Some(listener) = admin {
            let mut closing = room.closing();
            let ended = async move {
                let _ = closing.wait_for(|closing| *closing).await;
            };
            let service = axum::serve(listener, admin::router(Arc::clone(&room)));
            tokio::spawn(service.with_graceful_shutdown(ended).into_future());
        }
        let served = serve(&room, &store, listener, shutdown).await;
        drop(lock);
        served
    }
}

/// Opens the database and serves until `shutdown` is ready.
pub async fn run(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    Server::open(listener, config).await?.serve(shutdown).await
}

async fn serve(
    room: &Arc<Room>,
    store: &Arc<dyn Store>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    room.start_hosted_bots();
    let watchers = [
        tokio::spawn(Arc::clone(room).watch_remote_changes()),
        tokio::spawn(Arc::clone(room).watch_turns()),
        tokio::spawn(Arc::clone(room).watch_clocks()),
        tokio::spawn(Arc::clone(room).clean_up()),
        tokio::spawn(Arc::clone(room).expire_tables()),
        tokio::spawn(Arc::clone(room).watch_races()),
        tokio::spawn(Arc::clone(room).watch_ladders()),
    ];
    let ends = {
        let room = Arc::clone(room);
        tokio::spawn(async move {
            shutdown.await;
            tracing::info!("shutting down");
            room.close();
        })
    };
    let service = router(Arc::clone(room));
    let (limiter, connections) = (Arc::clone(&room.limiter), room.config.connections.clone());
    let serving = connections::serve(listener, service, connections, limiter, room.closing());
    let mut closing = room.closing();
    let too_long = async {
        let _ = closing.wait_for(|closing| *closing).await;
        tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
    };
    tokio::select! {
        () = serving => {}
        () = too_long => {}
    }
    ends.abort();
    room.close();
    for watcher in watchers {
        // They end by themselves. A panic has been logged already.
        let _ = watcher.await;
    }
    room.end_bot_processes(true).await;
    store.close().await;
    Ok(())
}

/// Where the other nodes reach this one: as it is configured, or where it listens if that is one address.
fn node_address(config: &Config) -> Option<SocketAddr> {
    let one = |bind: &SocketAddr| !bind.ip().is_unspecified() && bind.port() != 0;
    config.node_address.or(Some(config.bind).filter(one))
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
