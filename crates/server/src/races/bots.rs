//! The computer players of a race, while they think away from it.

use game::RaceBot;
use tokio::sync::oneshot;

use crate::work::{Job, JobStatus, Share};

/// A computer player that was lent out, and the bundle that it has made.
pub(crate) struct LentBot {
    pub seat: u8,
    pub bot: Box<dyn RaceBot>,
    pub bundle: Option<String>,
}

/// All bots of a race, for one step of its clock. Each is a slice of its own.
pub(super) struct BotsJob {
    waiting: Vec<LentBot>,
    done: Vec<LentBot>,
    answer: Option<oneshot::Sender<Vec<LentBot>>>,
}

impl BotsJob {
    pub fn new(bots: Vec<LentBot>, answer: oneshot::Sender<Vec<LentBot>>) -> Self {
        Self { waiting: bots, done: Vec::new(), answer: Some(answer) }
    }
}

impl Job for BotsJob {
    fn is_wanted(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| !answer.is_closed())
    }

    fn run(&mut self, Share(share): Share) -> JobStatus {
        if let Some(mut lent) = self.waiting.pop() {
            lent.bundle = Some(lent.bot.drive(share));
            self.done.push(lent);
        }
        if !self.waiting.is_empty() {
            return JobStatus::Again;
        }
        if let Some(answer) = self.answer.take() {
            let _ = answer.send(std::mem::take(&mut self.done));
        }
        JobStatus::Done
    }
}
