//! A house whose clock stands still until it is put forward, so that a run of minutes is entered in a moment, and a busy
//! machine makes none of them slow.

use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::Method;
use serde_json::{Value, json};
use server::{Config, RunClock};
use tetris::Replay;

use super::client::Got;
use super::{Client, House, config};

/// Where runs are entered.
pub struct Desk {
    pub house: House,
    offset: Arc<AtomicI64>,
}

/// A ticket, and who holds it.
pub struct Ticket {
    pub holder: Client,
    pub seed: u64,
}

/// Where the clocks of all houses begin.
static BEGINNING: LazyLock<i64> = LazyLock::new(|| {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_millis() as i64
});

/// The clock of a house that is put forward by so many milliseconds.
pub fn clock(offset: &Arc<AtomicI64>) -> RunClock {
    let offset = Arc::clone(offset);
    RunClock(Arc::new(move || *BEGINNING + offset.load(SeqCst)))
}

impl Desk {
    pub async fn open() -> Self {
        Self::with(config()).await
    }

    pub async fn with(config: Config) -> Self {
        let offset = Arc::default();
        let house = House::with(Config { run_clock: clock(&offset), ..config }).await;
        Self { house, offset }
    }

    /// Lets time go by.
    pub fn pass(&self, time: Duration) {
        self.offset.fetch_add(time.as_millis() as i64, SeqCst);
    }

    /// Lets as much time go by as a run takes with its countdown, times a factor.
    pub fn play(&self, run: &Replay, factor: f64) {
        let seconds = run.inputs.end as f64 / 60.0;
        self.pass(Duration::from_secs_f64(2.0 + seconds * factor));
    }

    pub async fn ticket(&self, mode: &str) -> Ticket {
        let any = self.house.client();
        let issued = any.post("/api/games/tetris/tickets", json!({ "mode": mode })).await.ok(201);
        let seed = issued["seed"].as_str().unwrap().parse().unwrap();
        Ticket { holder: any.with(issued["ticket"].as_str().unwrap()), seed }
    }

    pub async fn best(&self, mode: &str, list: &str) -> Vec<Value> {
        let path =
            format!("/api/games/tetris/scores?mode={mode}&kind=modern&limit=200&list={list}");
        self.house.client().get(&path).await.ok(200)["scores"].as_array().unwrap().clone()
    }
}

impl Ticket {
    pub async fn enter(&self, run: &str) -> Got {
        self.holder.post_text("/api/games/tetris/scores", run).await
    }

    pub async fn seal(&self, run: &str) -> Got {
        let path = "/api/games/tetris/tickets/run";
        self.holder.send(Method::PUT, path, |request| request.body(run.to_owned())).await
    }

    pub async fn pause(&self) {
        assert_eq!(self.holder.put("/api/games/tetris/tickets/pause", json!({})).await.status, 204);
    }

    pub async fn resume(&self) {
        assert_eq!(self.holder.delete("/api/games/tetris/tickets/pause").await.status, 204);
    }
}
