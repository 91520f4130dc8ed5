//! The clock of a race.

use std::sync::Arc;
use std::time::Duration;

use super::RaceTable;
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
                let step = Arc::clone(&race);
                // Bots think in there.
                let goes_on = tokio::task::spawn_blocking(move || step.advance()).await;
                if !goes_on.unwrap_or(false) {
                    return;
                }
            }
        });
    }
}
