//! A bounded number of threads that think, and a fair queue before them.
//!
//! First come, first served; a table has at most one turn in the queue, so no table can starve
//! another. When more positions wait than there are threads, each is given its share of the time,
//! so that the last in the queue still answers within its level's time.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use catalog::{Bot, Entry, Idea, Table};
use search::{Limits, Stop};
use tokio::sync::oneshot;

/// However many wait, each thinks for this long.
const LEAST: Duration = Duration::from_millis(5);

/// A position to think about, and who thinks.
pub(crate) struct ThinkRequest {
    pub entry: &'static dyn Entry,
    pub table: Box<dyn Table>,
    pub level: String,
    /// The player that has thought at this table before. A new one is made of the seed if there is none.
    pub bot: Option<Box<dyn Bot>>,
    pub seed: u64,
    /// The answer is wanted within this time from now.
    pub within: Duration,
    /// What every move is worth is wanted, not only a good one.
    pub study: bool,
    /// Pulled when nobody wants the answer any more.
    pub stop: Stop,
}

/// What came of a request: what the player thinks, and the player itself.
type Thought = (Idea, Box<dyn Bot>);

/// Stops the thinking when the request that waits for it is dropped.
pub(crate) struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.pull();
    }
}

struct Job {
    request: ThinkRequest,
    since: Instant,
    answer: oneshot::Sender<Option<Thought>>,
}

/// The threads and their queue.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    threads: usize,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    thinking: Vec<Stop>,
    closed: bool,
}

impl Pool {
    /// Starts the threads.
    pub fn start(threads: usize) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { queue: Mutex::default(), wake: Condvar::new(), threads });
        for number in 1..=threads {
            let shared = Arc::clone(&shared);
            let name = format!("bot-{number}");
            std::thread::Builder::new().name(name).spawn(move || shared.work())?;
        }
        Ok(Self { shared })
    }

    /// Thinks; nothing if it was stopped before its turn came, or if the bot failed.
    pub async fn think(&self, request: ThinkRequest) -> Option<Thought> {
        let (answer, thought) = oneshot::channel();
        {
            let mut queue = self.shared.lock();
            if queue.closed {
                return None;
            }
            queue.jobs.push_back(Job { request, since: Instant::now(), answer });
        }
        self.shared.wake.notify_one();
        thought.await.ok().flatten()
    }

    /// How many positions wait for a thread.
    pub fn waiting(&self) -> usize {
        self.shared.lock().jobs.len()
    }

    /// How many positions are being thought about.
    pub fn thinking(&self) -> usize {
        self.shared.lock().thinking.len()
    }

    /// Stops all thinking.
    pub fn close(&self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.jobs.clear();
        queue.thinking.iter().for_each(Stop::pull);
        drop(queue);
        self.shared.wake.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some((job, waiting)) = self.next() {
            let Job { request, since, answer } = job;
            let (stop, level) = (request.stop.clone(), request.level.clone());
            // Whoever asked is gone, or the position is.
            if answer.is_closed() || stop.is_pulled() {
                self.done(&stop);
                continue;
            }
            let rest = request.within.saturating_sub(since.elapsed());
            let share = rest.mul_f64((self.threads as f64 / (waiting + 1) as f64).min(1.0));
            // A player that panics is dropped with whatever state it was in.
            let thought = catch_unwind(AssertUnwindSafe(|| think(request, share.max(LEAST))));
            self.done(&stop);
            let _ = answer.send(thought.unwrap_or_else(|_| {
                tracing::error!(level, "a bot panicked");
                None
            }));
        }
    }

    fn done(&self, stop: &Stop) {
        self.lock().thinking.retain(|other| !std::ptr::eq(other.flag(), stop.flag()));
    }

    /// The next position and how many wait behind it; nothing once the pool is closed.
    fn next(&self) -> Option<(Job, usize)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.jobs.pop_front() {
                queue.thinking.push(job.request.stop.clone());
                return Some((job, queue.jobs.len()));
            }
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn think(request: ThinkRequest, at_most: Duration) -> Option<Thought> {
    let ThinkRequest { entry, table, level, bot, seed, study, stop, .. } = request;
    let mut bot = bot.or_else(|| entry.bot(&level, seed).ok())?;
    let asked = Limits { study, ..Limits::NONE };
    let limits = bot.level().budget(&asked, Some(at_most));
    let idea = bot.think(&*table, &limits, &stop, &mut |_| {});
    Some((idea, bot))
}
