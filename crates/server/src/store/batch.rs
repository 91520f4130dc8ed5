//! Group commit: what is to be written for many tables while a commit is under way goes into the
//! next one together. A wait for the disk is then shared by all of them.

use std::collections::HashSet;
use std::future::Future;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::StoreError;

/// More than this at once would make the first ones wait for the last.
const MOST: usize = 512;

/// Something to be written for a table.
pub(super) trait Write: Send + 'static {
    /// The table's id.
    fn table(&self) -> &str;
}

struct Job<W> {
    write: W,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The way to the one task that writes.
pub(super) struct Batcher<W> {
    queue: std::sync::Mutex<Option<mpsc::UnboundedSender<Job<W>>>>,
    writer: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl<W: Write> Batcher<W> {
    /// Starts the task. `commit` stores what is written for different tables in one transaction and
    /// says of each what became of it.
    pub fn start<F, Fut>(commit: F) -> Self
    where
        F: Fn(Vec<W>) -> Fut + Send + 'static,
        Fut: Future<Output = Result<Vec<Result<(), StoreError>>, StoreError>> + Send + 'static,
    {
        let (queue, jobs) = mpsc::unbounded_channel();
        let writer = tokio::spawn(run(jobs, commit));
        Self {
            queue: std::sync::Mutex::new(Some(queue)),
            writer: tokio::sync::Mutex::new(Some(writer)),
        }
    }

    /// Writes; returns once it is durable.
    pub async fn write(&self, write: W) -> Result<(), StoreError> {
        let (done, stored) = oneshot::channel();
        {
            let queue = self.queue.lock().map_err(|_| StoreError::Closed)?;
            let queue = queue.as_ref().ok_or(StoreError::Closed)?;
            queue.send(Job { write, done }).map_err(|_| StoreError::Closed)?;
        }
        stored.await.map_err(|_| StoreError::Closed)?
    }

    /// Takes nothing more and waits until what was taken is stored.
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

async fn run<W, F, Fut>(mut jobs: mpsc::UnboundedReceiver<Job<W>>, commit: F)
where
    W: Write,
    F: Fn(Vec<W>) -> Fut,
    Fut: Future<Output = Result<Vec<Result<(), StoreError>>, StoreError>>,
{
    let mut later: Vec<Job<W>> = Vec::new();
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
        let (now, second): (Vec<Job<W>>, Vec<Job<W>>) =
            batch.into_iter().partition(|job| seen.insert(job.write.table().to_owned()));
        later = second;
        let (writes, waiting): (Vec<_>, Vec<_>) =
            now.into_iter().map(|job| (job.write, job.done)).unzip();
        match commit(writes).await {
            Ok(stored) => {
                for (done, stored) in waiting.into_iter().zip(stored) {
                    // Whoever asked may be gone; it is stored all the same.
                    let _ = done.send(stored);
                }
            }
            Err(error) => {
                tracing::error!(%error, writes = waiting.len(), "nothing was stored");
                for done in waiting {
                    let _ = done.send(Err(StoreError::Unreadable(error.to_string())));
                }
            }
        }
    }
}
