//! The clock of a race.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use super::RaceTable;
use super::bots::{BotsJob, LentBot};
use crate::room::Room;

/// Bots' inputs are made this often; what people do is passed on as it comes.
const STEP: Duration = Duration::from_millis(100);

impl Room {
    /// Runs a race from its countdown to its end.
    pub fn run_race(self: &Arc<Self>, race: &Arc<RaceTable>) {
        let (room, race) = (Arc::clone(self), Arc::clone(race));
        tokio::spawn(async move {
            let mut closing = room.closing();
            loop {
                tokio::select! {
                    () = tokio::time::sleep(STEP) => {}
                    _ = closing.wait_for(|closing| *closing) => return,
                }
                if race.is_stale(room.config.bots.unwatched) {
                    return room.races.forget_stale();
                }
                // Bots think on copies, so nobody waits for them.
                let Some((round, bots)) = race.lend_bots() else { return };
                let mut bots = room.drive(&race, bots).await;
                let crowded = room.races.is_crowded();
                if crowded {
                    bots.iter_mut().for_each(|lent| lent.bot.shrink());
                }
                if !race.advance(round, bots, crowded) {
                    return room.announce(&race).await;
                }
            }
        });
    }

    /// Lets bots make their bundles on the pool, at the expense of whoever made the race.
    async fn drive(&self, race: &RaceTable, bots: Vec<LentBot>) -> Vec<LentBot> {
        if bots.is_empty() {
            return bots;
        }
        let (answer, done) = oneshot::channel();
        self.replays.submit(race.payer, Box::new(BotsJob::new(bots, answer)));
        // Bots that panicked are gone; the race makes new ones.
        done.await.unwrap_or_default()
    }
}
