//! Group commit: writes that arrive while a commit is under way go into the next one together, so that they share one
//! wait for the disk.

use std::collections::HashSet;
use std::future::Future;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::StoreError;

/// The most writes in a commit; with more the first would wait too long for the last.
const MAX_BATCH: usize = 512;

/// A write for one table.
pub(super) trait Write: Send + 'static {
    /// The table's id.
    fn table(&self) -> &str;
}

struct QueuedWrite<W> {
    write: W,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// Sends writes to the one task that commits them.
pub(super) struct Batcher<W> {
    queue: std::sync::Mutex<Option<mpsc::UnboundedSender<QueuedWrite<W>>>>,
    writer: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl<W: Write> Batcher<W> {
    /// Starts the task. `commit` stores writes for different tables in one transaction and returns the result of each.
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
            queue.send(QueuedWrite { write, done }).map_err(|_| StoreError::Closed)?;
        }
        stored.await.map_err(|_| StoreError::Closed)?
    }

    /// Accepts no more writes, and waits until all accepted ones are stored.
    pub async fn close(&self) {
        if let Ok(mut queue) = self.queue.lock() {
            queue.take();
        }
        if let Some(writer) = self.writer.lock().await.take() {
            // The task ends when the queue is empty. If it panicked, nothing is left to wait for.
            let _ = writer.await;
        }
    }
}

async fn run<W, F, Fut>(mut jobs: mpsc::UnboundedReceiver<QueuedWrite<W>>, commit: F)
where
    W: Write,
    F: Fn(Vec<W>) -> Fut,
    Fut: Future<Output = Result<Vec<Result<(), StoreError>>, StoreError>>,
{
    let mut later: Vec<QueuedWrite<W>> = Vec::new();
    loop {
        let mut batch = std::mem::take(&mut later);
        if batch.is_empty() {
            let Some(first) = jobs.recv().await else { return };
            batch.push(first);
        }
        while batch.len() < MAX_BATCH
            && let Ok(job) = jobs.try_recv()
        {
            batch.push(job);
        }
        // Of two writes for one table, the second is tried in the next batch, after the first.
        let mut seen = HashSet::new();
        let (now, second): (Vec<QueuedWrite<W>>, Vec<QueuedWrite<W>>) =
            batch.into_iter().partition(|job| seen.insert(job.write.table().to_owned()));
        later = second;
        let (writes, waiting): (Vec<_>, Vec<_>) =
            now.into_iter().map(|job| (job.write, job.done)).unzip();
        match commit(writes).await {
            Ok(stored) => {
                for (done, stored) in waiting.into_iter().zip(stored) {
                    // The sender may be gone; the write is stored nevertheless.
                    let _ = done.send(stored);
                }
            }
            Err(error) => {
                // A connection that breaks during a commit does not say whether that was before or after it.
                let writes = waiting.len();
                tracing::error!(%error, writes, "the database has not confirmed these writes");
                for done in waiting {
                    let _ = done.send(Err(error.repeat()));
                }
            }
        }
    }
}
