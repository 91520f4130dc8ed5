//! Who pays for work: the client whose request is being answered, or the server itself.

use std::future::Future;
use std::net::IpAddr;

use tokio::sync::watch;

use crate::limits::client_key;

tokio::task_local! {
    static CLIENT: Client;
}

struct Client {
    address: IpAddr,
    /// Its sender is dropped when the client has hung up.
    gone: watch::Receiver<()>,
}

/// Who pays for work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Payer {
    /// The server: turns that it takes over, and what other nodes have changed.
    House,
    /// Whoever sends requests from this address, or from the subnet that one customer has.
    Client(IpAddr),
}

/// Held while a client listens.
pub(crate) struct Listening {
    _alive: watch::Sender<()>,
}

impl Payer {
    /// The client whose request this task answers, if it answers one.
    pub fn current() -> Self {
        CLIENT.try_with(|client| Self::Client(client_key(client.address))).unwrap_or(Self::House)
    }

    /// Answers a request of this client. Work for it ends when the other value is dropped.
    pub fn scope<F: Future>(
        address: IpAddr,
        answer: F,
    ) -> (Listening, impl Future<Output = F::Output>) {
        let (alive, gone) = watch::channel(());
        (Listening { _alive: alive }, CLIENT.scope(Client { address, gone }, answer))
    }

    /// Completes when the client whose request this task answers has hung up.
    pub async fn gone() {
        match CLIENT.try_with(|client| client.gone.clone()) {
            Ok(mut gone) => while gone.changed().await.is_ok() {},
            Err(_) => std::future::pending().await,
        }
    }
}
