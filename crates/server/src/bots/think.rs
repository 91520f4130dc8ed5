//! Thinking about a position, on the pool.
//!
//! When more positions wait than there are threads, each is given its share of the time, so that the last in the
//! queue still answers within its level's time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::{Entry, Idea, Table};
use search::{Limits, Stop};
use tokio::sync::oneshot;

use super::Players;
use crate::work::{Job, JobStatus, Payer, Pool, Share};

/// However many wait, each thinks for this long.
const LEAST: Duration = Duration::from_millis(5);

/// A position to think about, and who thinks.
pub(crate) struct ThinkRequest {
    pub entry: &'static dyn Entry,
    pub table: Box<dyn Table>,
    pub level: String,
    /// Where the player waits that has thought here before. A new one is made of the seed if there is none.
    pub place: Option<PlayerPlace>,
    pub seed: u64,
    /// The answer is wanted within this time from now.
    pub within: Duration,
    /// What every move is worth is wanted, not only a good one.
    pub study: bool,
    /// Pulled when nobody wants the answer any more.
    pub stop: Stop,
}

/// Where a player waits between its turns. It stays there while its request is in the queue, so that one budget bounds
/// what all of them keep, however many have to think next.
pub(crate) struct PlayerPlace {
    pub players: Arc<Players>,
    pub table: String,
    pub seat: u8,
    pub generation: u32,
}

/// Stops the thinking when the request that waits for it is dropped.
pub(crate) struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.pull();
    }
}

impl ThinkRequest {
    /// Thinks; nothing if it was stopped before its turn came, or if the bot failed.
    pub async fn on(self, pool: &Pool, payer: Payer) -> Option<Idea> {
        let (answer, thought) = oneshot::channel();
        let job = ThinkJob {
            since: Instant::now(),
            stop: self.stop.clone(),
            request: Some(self),
            answer: Some(answer),
        };
        if !pool.submit(payer, Box::new(job)) {
            return None;
        }
        tokio::select! {
            thought = thought => thought.ok().flatten(),
            () = Payer::gone() => None,
        }
    }

    fn think(self, at_most: Duration) -> Option<Idea> {
        let Self { entry, table, level, place, seed, study, stop, .. } = self;
        let known = place.as_ref().and_then(|place| {
            place.players.take(&place.table, place.seat, &level, place.generation)
        });
        let mut bot = known.or_else(|| entry.bot(&level, seed).ok())?;
        let asked = Limits { study, ..Limits::NONE };
        let limits = bot.level().budget(&asked, Some(at_most));
        let idea = bot.think(&*table, &limits, &stop, &mut |_| {});
        if let Some(place) = place.filter(|_| !stop.is_pulled()) {
            place.players.keep(&place.table, place.seat, place.generation, bot);
        }
        Some(idea)
    }
}

/// A request in the queue.
struct ThinkJob {
    request: Option<ThinkRequest>,
    since: Instant,
    stop: Stop,
    answer: Option<oneshot::Sender<Option<Idea>>>,
}

impl Job for ThinkJob {
    fn is_wanted(&self) -> bool {
        let gone = self.answer.as_ref().is_none_or(oneshot::Sender::is_closed);
        !gone && !self.stop.is_pulled()
    }

    fn run(&mut self, share: Share) -> JobStatus {
        // If the player panics, the sender is dropped, and whoever waits is told that there is no answer.
        if let (Some(request), Some(answer)) = (self.request.take(), self.answer.take()) {
            let rest = request.within.saturating_sub(self.since.elapsed());
            let _ = answer.send(request.think(rest.mul_f64(share.0).max(LEAST)));
        }
        JobStatus::Done
    }

    fn stop(&self) -> Option<Stop> {
        Some(self.stop.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use catalog::Setup;

    use super::*;

    /// Keeps the only thread of a pool until it is let go.
    struct Busy(mpsc::Receiver<()>);

    impl Job for Busy {
        fn is_wanted(&self) -> bool {
            true
        }

        fn run(&mut self, _: Share) -> JobStatus {
            // Let go by a word, or by the end of whoever could say it.
            let _ = self.0.recv();
            JobStatus::Done
        }
    }

    #[tokio::test]
    async fn a_player_counts_in_the_budget_while_its_turn_waits() {
        let entry = catalog::find("connect4").expect("it is listed");
        let players = Arc::new(Players::new(1 << 20));
        players.keep("a", 0, 0, entry.bot("random", 1).expect("it has a random player"));
        let kept = players.bytes();
        assert!(kept > 0);
        let pool = Arc::new(Pool::start("test", 1).expect("a thread"));
        let (let_go, busy) = mpsc::channel();
        assert!(pool.submit(Payer::House, Box::new(Busy(busy))));
        let place = PlayerPlace {
            players: Arc::clone(&players),
            table: "a".into(),
            seat: 0,
            generation: 0,
        };
        let request = ThinkRequest {
            entry,
            table: entry.table(&Setup::default()).expect("the usual game"),
            level: "random".into(),
            place: Some(place),
            seed: 1,
            within: Duration::from_secs(1),
            study: false,
            stop: Stop::new(),
        };
        let thinking = Arc::clone(&pool);
        let thought = tokio::spawn(async move { request.on(&thinking, Payer::House).await });
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        assert!(!thought.is_finished(), "the thread is busy");
        assert_eq!(players.bytes(), kept, "the player is still where it waits");
        let_go.send(()).expect("the thread listens");
        let idea = thought.await.expect("no panic").expect("an idea");
        assert!(idea.best.is_some());
        assert_eq!(players.bytes(), kept, "it waits for its next turn");
    }
}
