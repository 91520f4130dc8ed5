//! A bounded number of threads that work, and a fair queue before them.
//!
//! Long work comes in slices: after each the queue decides anew who comes next. Work that nobody waits for any more
//! is dropped at its next slice.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use search::Stop;
use tokio::sync::oneshot;

use super::Payer;
use super::queue::{FairQueue, Rush};
use crate::error::{Answer, too_much_work, unavailable};

/// A slice of work is about this long.
const SLICE: Duration = Duration::from_millis(20);
/// At most so many pieces of work of one client wait.
const MOST_WAITING: usize = 32;
/// Whoever has waited this long for a thread is told to come back later.
const PATIENCE: Duration = Duration::from_secs(30);
/// Threads that work step back behind those that answer requests, by this much.
const NICE: i32 = 5;

/// Something to do.
pub(crate) trait Job: Send {
    /// Whether anybody still waits for it.
    fn is_wanted(&self) -> bool;
    /// Does some of it.
    fn run(&mut self, share: Share) -> JobStatus;
    /// Pulled when the server shuts down.
    fn stop(&self) -> Option<Stop> {
        None
    }
}

/// Whether a job is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobStatus {
    /// There is more to do.
    Again,
    /// That was all.
    Done,
}

/// The share of the threads' time that a job may have now, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share(pub f64);

/// The threads and their queue.
pub(crate) struct Pool {
    shared: Arc<SharedPool>,
}

struct SharedPool {
    state: Mutex<PoolState>,
    wake: Condvar,
    threads: usize,
}

struct PoolState {
    queue: FairQueue<Box<dyn Job>>,
    /// Jobs that are being done, by the thread that does them.
    running: Vec<(usize, Option<Stop>)>,
    closed: bool,
}

impl Pool {
    /// Starts the threads; `name` is theirs.
    pub fn start(name: &str, threads: usize) -> std::io::Result<Self> {
        let state =
            PoolState { queue: FairQueue::new(threads), running: Vec::new(), closed: false };
        let shared =
            Arc::new(SharedPool { state: Mutex::new(state), wake: Condvar::new(), threads });
        for number in 1..=threads {
            let shared = Arc::clone(&shared);
            let name = format!("{name}-{number}");
            std::thread::Builder::new().name(name).spawn(move || {
                step_back();
                shared.work(number);
            })?;
        }
        Ok(Self { shared })
    }

    /// Does a job, however many wait. False once the pool is closed.
    pub fn submit(&self, payer: Payer, job: Box<dyn Job>) -> bool {
        {
            let mut state = self.shared.lock();
            if state.closed {
                return false;
            }
            state.queue.push(payer, job, Instant::now());
        }
        // All of them: which thread may take it depends on who pays.
        self.shared.wake.notify_all();
        true
    }

    /// Refuses whoever has too much waiting already.
    pub fn check_room(&self, payer: Payer) -> Answer<()> {
        match self.shared.lock().queue.waiting_of(payer) {
            waiting if waiting < MOST_WAITING => Ok(()),
            _ => Err(too_much_work()),
        }
    }

    /// Does long work for the client whose request this is: `step` is called until it gives a result, and each call
    /// should take no more than a few milliseconds. It ends when the client hangs up.
    pub async fn run<T: Send + 'static>(
        &self,
        step: impl FnMut() -> Option<T> + Send + 'static,
    ) -> Answer<T> {
        tokio::select! {
            done = self.run_for(Payer::current(), step) => done,
            () = Payer::gone() => Err(unavailable()),
        }
    }

    /// The same for somebody who is not the one whose request is being answered.
    pub async fn run_for<T: Send + 'static>(
        &self,
        payer: Payer,
        step: impl FnMut() -> Option<T> + Send + 'static,
    ) -> Answer<T> {
        self.check_room(payer)?;
        let (answer, mut done) = oneshot::channel();
        let begun = Arc::new(AtomicBool::new(false));
        let sliced = Sliced { step, answer: Some(answer), begun: Arc::clone(&begun) };
        if !self.submit(payer, Box::new(sliced)) {
            return Err(unavailable());
        }
        tokio::select! {
            done = &mut done => return done.map_err(|_| unavailable()),
            () = tokio::time::sleep(PATIENCE) => {}
        }
        if !begun.load(Relaxed) {
            return Err(too_much_work());
        }
        done.await.map_err(|_| unavailable())
    }

    /// How many jobs wait for a thread.
    pub fn waiting(&self) -> usize {
        self.shared.lock().queue.waiting()
    }

    /// How many jobs are being done.
    pub fn running(&self) -> usize {
        self.shared.lock().running.len()
    }

    /// Stops everything.
    pub fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.queue.clear();
        state.running.iter().filter_map(|(_, stop)| stop.as_ref()).for_each(Stop::pull);
        drop(state);
        self.shared.wake.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl SharedPool {
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, thread: usize) {
        while let Some((payer, mut job, rush)) = self.next(thread) {
            let began = Instant::now();
            let share = Share(self.threads as f64 / (rush.payers * rush.own).max(1) as f64);
            let step = match job.is_wanted() {
                // A job that panics is dropped with whatever state it was in.
                true => catch_unwind(AssertUnwindSafe(|| job.run(Share(share.0.min(1.0)))))
                    .unwrap_or_else(|_| {
                        tracing::error!("a job panicked");
                        JobStatus::Done
                    }),
                false => JobStatus::Done,
            };
            let now = Instant::now();
            let mut state = self.lock();
            state.running.retain(|(other, _)| *other != thread);
            if step == JobStatus::Again && !state.closed {
                state.queue.push(payer, job, now);
            }
            state.queue.ran(payer, now.duration_since(began), now);
            drop(state);
            // Whoever had to leave this thread free may have it now.
            self.wake.notify_all();
        }
    }

    /// The next job; nothing once the pool is closed.
    fn next(&self, thread: usize) -> Option<(Payer, Box<dyn Job>, Rush)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some((payer, job, rush)) = state.queue.pop(Instant::now()) {
                state.running.push((thread, job.stop()));
                return Some((payer, job, rush));
            }
            state = match state.queue.waiting() {
                0 => self.wake.wait(state).unwrap_or_else(PoisonError::into_inner),
                // Somebody waits for a budget: it comes back with time.
                _ => {
                    let waited = self.wake.wait_timeout(state, SLICE);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// Work in slices, and whoever waits for its result.
struct Sliced<F, T> {
    step: F,
    answer: Option<oneshot::Sender<T>>,
    begun: Arc<AtomicBool>,
}

impl<T: Send, F: FnMut() -> Option<T> + Send> Job for Sliced<F, T> {
    fn is_wanted(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| !answer.is_closed())
    }

    fn run(&mut self, _: Share) -> JobStatus {
        self.begun.store(true, Relaxed);
        let began = Instant::now();
        while began.elapsed() < SLICE {
            if let Some(result) = (self.step)() {
                if let Some(answer) = self.answer.take() {
                    // Whoever waited may have gone.
                    let _ = answer.send(result);
                }
                return JobStatus::Done;
            }
        }
        JobStatus::Again
    }
}

/// Lets the threads that answer requests come first where all want the processor.
fn step_back() {
    #[cfg(target_os = "linux")]
    {
        // Linux counts niceness by thread.
        let own = rustix::thread::gettid();
        if let Err(error) = rustix::process::setpriority_process(Some(own), NICE) {
            tracing::debug!(%error, "niceness");
        }
    }
}
