//! A server in this very process.

use std::time::Duration;

use server::{Config, Server, ServerLimits};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::Client;

/// A server that ends with the test.
pub struct House {
    pub url: String,
    admin: String,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

/// In memory, without limits, bots without pauses.
pub fn config() -> Config {
    let mut config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        admin: Some(([127, 0, 0, 1], 0).into()),
        database: "sqlite::memory:".into(),
        limits: ServerLimits::none(),
        ..Config::default()
    };
    config.bots.pause = Duration::ZERO;
    config.bots.lease = Duration::from_secs(1);
    config
}

impl House {
    pub async fn open() -> Self {
        Self::with(config()).await
    }

    pub async fn with(config: Config) -> Self {
        let listener = TcpListener::bind(config.bind).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let server = Server::open(listener, config).await.unwrap();
        let admin = server.admin().map_or_else(String::new, |address| format!("http://{address}"));
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let shutdown = async {
                let _ = stopped.await;
            };
            server.serve(shutdown).await.unwrap();
        });
        Self { url, admin, stop: Some(stop), running: Some(running) }
    }

    /// Somebody without a seat.
    pub fn client(&self) -> Client {
        Client::new(&self.url)
    }

    /// Whoever runs the server.
    pub fn host(&self) -> Client {
        Client::new(&self.admin)
    }

    /// Shuts the server down and waits for it.
    pub async fn close(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        self.running.take().unwrap().await.unwrap();
    }
}
