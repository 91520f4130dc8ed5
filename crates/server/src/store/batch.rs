//! Group commit: the moves of many tables that arrive while a commit is under way go into the next
//! one together. A wait for the disk is then shared by all of them.

use std::collections::HashSet;
use std::future::Future;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{Played, StoreError};

/// More than this at once would make the first ones wait for the last.
const MOST: usize = 512;

struct Job {
    played: Played,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The way to the one task that writes moves.
pub(super) struct Batcher {
    queue: std::sync::Mutex<Option<mpsc::UnboundedSender<Job>>>,
    writer: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Batcher {
    /// Starts the task. `commit` stores several moves of different tables in one transaction and
    /// says of each whether it was stored; those that were not were in conflict.
    pub fn start<F, Fut>(commit: F) -> Self
    where
        F: Fn(Vec<Played>) -> Fut + Send + 'static,
        Fut: Future<Output = Result<Vec<bool>, StoreError>> + Send + 'static,
    {
        let (queue, jobs) = mpsc::unbounded_channel();
        let writer = tokio::spawn(write(jobs, commit));
        Self {
            queue: std::sync::Mutex::new(Some(queue)),
            writer: tokio::sync::Mutex::new(Some(writer)),
        }
    }

    /// Stores a move; returns once it is durable.
    pub async fn play(&self, played: Played) -> Result<(), StoreError> {
        let (done, stored) = oneshot::channel();
        {
            let queue = self.queue.lock().map_err(|_| StoreError::Closed)?;
            let queue = queue.as_ref().ok_or(StoreError::Closed)?;
            queue.send(Job { played, done }).map_err(|_| StoreError::Closed)?;
        }
        stored.await.map_err(|_| StoreError::Closed)?
    }

    /// Takes no more moves and waits until those that were taken are stored.
    pub async fn close(&self) {
        if let Ok(mut queue) = self.queue.lock() {
            queue.take();
        }
        if let Some(writer) = self.writer.lock().await.take() {
            // It ends when the queue is empty; were it to panic, there would be nothing to finish.
            let _ = writer.await;
        }
    }
}

async fn write<F, Fut>(mut jobs: mpsc::UnboundedReceiver<Job>, commit: F)
where
    F: Fn(Vec<Played>) -> Fut,
    Fut: Future<Output = Result<Vec<bool>, StoreError>>,
{
    let mut later: Vec<Job> = Vec::new();
    loop {
        let mut batch = std::mem::take(&mut later);
        if batch.is_empty() {
            let Some(first) = jobs.recv().await else { return };
            batch.push(first);
        }
        while batch.len() < MOST
            && let Ok(job) = jobs.try_recv()
        {
            batch.push(job);
        }
        // Two moves at one table cannot both be right: the second is judged after the first.
        let mut seen = HashSet::new();
        let (now, second): (Vec<Job>, Vec<Job>) =
            batch.into_iter().partition(|job| seen.insert(job.played.table.clone()));
        later = second;
        let (moves, waiting): (Vec<_>, Vec<_>) =
            now.into_iter().map(|job| (job.played, job.done)).unzip();
        match commit(moves).await {
            Ok(stored) => {
                for (done, stored) in waiting.into_iter().zip(stored) {
                    // Whoever asked may be gone; the move is stored all the same.
                    let _ = done.send(if stored { Ok(()) } else { Err(StoreError::Conflict) });
                }
            }
            Err(error) => {
                tracing::error!(%error, moves = waiting.len(), "moves were not stored");
                for done in waiting {
                    let _ = done.send(Err(StoreError::Unreadable(error.to_string())));
                }
            }
        }
    }
}
