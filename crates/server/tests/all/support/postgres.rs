//! One private PostgreSQL for all tests that run at the same time.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use loadtest::PrivatePostgres;

static RUNNING: Mutex<Weak<PrivatePostgres>> = Mutex::new(Weak::new());

/// The server, for as long as it is held, and the URL of a new database in it.
pub fn postgres() -> (Arc<PrivatePostgres>, String) {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let server = running.upgrade().unwrap_or_else(|| match PrivatePostgres::start() {
        Ok(server) => Arc::new(server),
        Err(error) => panic!("{error}"),
    });
    *running = Arc::downgrade(&server);
    let url = server.database().unwrap_or_else(|error| panic!("{error}"));
    (server, url)
}
