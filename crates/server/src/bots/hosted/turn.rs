//! A turn of a host's bot: asked on the pool, again after a fault, and lost when it cannot play on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::Setup;
use search::{Limits, Stop};
use tokio::sync::oneshot;

use super::{HostedBot, Trouble, TurnRequest};
use crate::clock::now;
use crate::error::stale_epoch;
use crate::live::Live;
use crate::room::Room;
use crate::store::Forfeit;
use crate::work::{Job, JobStatus, Share};

/// It is asked so often for a move, each time by a new process, before it has lost.
const TRIES: u32 = 3;
/// How long it is left alone after the first fault of a turn; four times as long after the next.
const BACK_OFF: Duration = Duration::from_millis(500);
/// However many others think, a program is given this long: starting to search takes it some of that.
const LEAST: Duration = Duration::from_millis(50);
/// So much later than its time an answer still counts: pipes and a busy machine take some, too.
const MARGIN: Duration = Duration::from_secs(1);

impl Room {
    /// A legal move of a host's bot for the position of a table. None when it was stopped, or has lost: then the table
    /// is told.
    pub(in crate::bots) async fn hosted_move(
        &self,
        live: &Arc<Live>,
        (generation, epoch, seat): (u32, u32, u8),
        level: &str,
        stop: &Stop,
    ) -> Option<String> {
        let bot = self.hosted.find(live.entry.about().id, level).cloned();
        for attempt in 0..TRIES {
            // One that is not here any more has lost at once.
            let Some(bot) = &bot else { break };
            if attempt > 0 {
                tokio::time::sleep(BACK_OFF * 4u32.pow(attempt - 1)).await;
            }
            if stop.is_pulled() || self.is_closing() {
                return None;
            }
            let asked = self.asked(live, generation);
            match self.ask_hosted(bot, asked, live, stop).await {
                Some(Ok(text)) => return Some(text),
                Some(Err(Trouble { kind: None, .. })) | None => return None,
                Some(Err(_)) => {}
            }
        }
        let lost = live.amend(&*self.store, |_, row| {
            let stamp = row.stamp;
            if (stamp.generation, stamp.epoch) != (generation, epoch) || row.resigned.is_some() {
                return Err(stale_epoch(stamp.epoch));
            }
            row.forfeit(seat, Some(Forfeit::Fault));
            Ok(())
        });
        if let Err(refusal) = lost.await {
            tracing::debug!(table = live.id, ?refusal, "a bot’s game goes on without it");
        }
        None
    }

    fn asked(&self, live: &Arc<Live>, generation: u32) -> TurnRequest {
        let state = live.read();
        let most = self.config.bots.usual.min(self.config.bots.most);
        // On a clock a quarter of what is left at the most, so that it never runs out of time.
        let left = state.row.progress.due.map(|due| (due - now()).max(0) as u64);
        let time = left.map_or(most, |left| most.min(Duration::from_millis(left) / 4));
        let options = state.row.options.clone();
        TurnRequest {
            table: state.game.position(state.game.epoch()),
            setup: Setup { variant: state.row.variant.clone(), options, seed: state.row.seed },
            game: (live.id.clone(), generation),
            limits: Limits { time: Some(time), ..Limits::NONE },
            patience: most + MARGIN,
        }
    }

    /// None when the pool is closed.
    async fn ask_hosted(
        &self,
        bot: &Arc<HostedBot>,
        asked: TurnRequest,
        live: &Arc<Live>,
        stop: &Stop,
    ) -> Option<Result<String, Trouble>> {
        let (answer, chosen) = oneshot::channel();
        let job = AskJob {
            bot: Arc::clone(bot),
            asked,
            since: Instant::now(),
            stop: stop.clone(),
            answer: Some(answer),
        };
        if !self.thinking.submit(live.payer(), Box::new(job)) {
            return None;
        }
        chosen.await.ok()
    }
}

/// A question in the queue.
struct AskJob {
    bot: Arc<HostedBot>,
    asked: TurnRequest,
    since: Instant,
    stop: Stop,
    answer: Option<oneshot::Sender<Result<String, Trouble>>>,
}

impl Job for AskJob {
    fn is_wanted(&self) -> bool {
        let gone = self.answer.as_ref().is_none_or(oneshot::Sender::is_closed);
        !gone && !self.stop.is_pulled()
    }

    fn run(&mut self, share: Share) -> JobStatus {
        if let Some(answer) = self.answer.take() {
            let rest = self.asked.limits.time.unwrap_or_default();
            let rest = rest.saturating_sub(self.since.elapsed()).mul_f64(share.0);
            self.asked.limits.time = Some(rest.max(LEAST));
            let _ = answer.send(self.bot.choose(&self.asked, &self.stop));
        }
        JobStatus::Done
    }

    fn stop(&self) -> Option<Stop> {
        Some(self.stop.clone())
    }
}

/// Starts a bot for the first time, so that its host hears at once what is wrong with it.
pub(crate) struct FirstStart(pub Arc<HostedBot>);

impl Job for FirstStart {
    fn is_wanted(&self) -> bool {
        true
    }

    fn run(&mut self, _share: Share) -> JobStatus {
        self.0.try_start();
        JobStatus::Done
    }
}
