//! Bots' turns: begun when a bot is to move, dropped at once when the table has moved on, and taken
//! over from nodes that died.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use game::Seat;
use search::Stop;

use super::{BotSpec, PlayerPlace, ThinkRequest};
use crate::clock::now;
use crate::live::{Live, Mover};
use crate::room::Room;

/// What a bot thinks about: a table's generation, epoch and seat.
type Due = (u32, u32, u8);

/// Turns that this node is at work on.
#[derive(Default)]
pub(crate) struct Turns {
    pending: Mutex<HashMap<String, (Due, Stop)>>,
}

impl Turns {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, (Due, Stop)>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the turn if it still is the one.
    fn finish(&self, table: &str, due: Due) {
        let mut pending = self.lock();
        if pending.get(table).is_some_and(|(at, _)| *at == due) {
            pending.remove(table);
        }
    }
}

impl Room {
    /// Looks whether a bot is to move at a table that has changed. `ours` says that the turn is
    /// claimed by this node; otherwise another node is at work on it.
    pub fn wake_bot(self: &Arc<Self>, live: &Arc<Live>, ours: bool) {
        if live.is_closed() {
            self.players.forget(&live.id);
        }
        // Looked at with the turns in hand: an older look would end a turn that began meanwhile.
        let mut pending = self.turns.lock();
        let attended = live.is_attended(self.config.bots.unwatched);
        let due = {
            let state = live.read();
            let stamp = state.row.stamp;
            state
                .bot_to_move()
                .filter(|_| attended)
                .map(|(seat, level)| ((stamp.generation, stamp.epoch, seat), level.to_owned()))
        };
        if let Some((at, stop)) = pending.get(&live.id) {
            if due.as_ref().is_some_and(|(due, _)| due == at) {
                return;
            }
            stop.pull();
            pending.remove(&live.id);
        }
        let Some((due, level)) = due.filter(|_| ours) else { return };
        let stop = Stop::new();
        pending.insert(live.id.clone(), (due, stop.clone()));
        drop(pending);
        let (room, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            let played = room.bot_turn(&live, due, level, stop).await;
            room.turns.finish(&live.id, due);
            // Its own move may have made it the turn of the next bot, claimed with the move. What
            // failed is claimed again when its lease is over.
            room.wake_bot(&live, played);
        });
    }

    /// Thinks and plays; says whether it came to a move.
    async fn bot_turn(&self, live: &Arc<Live>, due: Due, level: String, stop: Stop) -> bool {
        let began = Instant::now();
        let (generation, epoch, seat) = due;
        let text = match BotSpec::is_level(&level) {
            true => self.hosted_move(live, due, &level, &stop).await,
            false => self.own_move(live, due, level, &stop).await,
        };
        let pause = live.read().row.terms.pace().unwrap_or(self.config.bots.pause);
        tokio::time::sleep(pause.saturating_sub(began.elapsed())).await;
        if stop.is_pulled() || self.is_closing() {
            return false;
        }
        let Some(text) = text else { return false };
        let mover = Mover::Bot { generation, epoch, seat };
        match live.play(&*self.store, mover, &text).await {
            Ok(_) => {
                self.metrics.bot_moved(began.elapsed());
                true
            }
            // Somebody else played it, or it is no longer wanted.
            Err(refusal) => {
                tracing::debug!(table = live.id, ?refusal, "a bot's move was not played");
                false
            }
        }
    }

    /// The move of a level; some move if its thinking failed, since a table must never hang.
    async fn own_move(
        &self,
        live: &Arc<Live>,
        (generation, epoch, seat): Due,
        level: String,
        stop: &Stop,
    ) -> Option<String> {
        let (table, sat_before) = {
            let game = &live.read().game;
            (game.position(game.epoch()), game.movers().contains(&Seat(seat)))
        };
        let (players, id) = (Arc::clone(&self.players), live.id.clone());
        let place = Some(PlayerPlace { players, table: id, seat, generation });
        let mut seed = table.bot_seed(Seat(seat));
        if sat_before {
            // A player that takes the place of an earlier one must not draw the same chances again.
            seed ^= u64::from(epoch) << 32;
        }
        let fallback = table.legal().into_iter().next();
        let own = live.entry.level(&level).ok().and_then(|level| level.limits.time);
        let within = own.unwrap_or(self.config.bots.usual).min(self.config.bots.most);
        let within = match live.read().row.progress.due {
            // On a clock a quarter of what is left at the most, so that it never runs out of time.
            Some(due) => within.min(Duration::from_millis((due - now()).max(0) as u64) / 4),
            None => within,
        };
        let (entry, study) = (live.entry, false);
        let request =
            ThinkRequest { entry, table, level, place, seed, within, study, stop: stop.clone() };
        let idea = request.on(&self.thinking, live.payer()).await;
        idea.and_then(|idea| idea.best).or(fallback)
    }

    /// Keeps the claims of this node alive and takes over the turns of nodes that died, until the
    /// server shuts down. Its first round finds the turns that a restart interrupted.
    pub async fn watch_turns(self: Arc<Self>) {
        let mut closing = self.closing();
        let every = (self.config.bots.lease / 3).max(Duration::from_millis(50));
        loop {
            let mine: Vec<String> = self.turns.lock().keys().cloned().collect();
            let kept = if mine.is_empty() { Ok(()) } else { self.store.keep_claims(&mine).await };
            let taken = match kept {
                Ok(()) => self.store.claim_turns(256).await,
                Err(error) => Err(error),
            };
            self.wake_watched();
            match taken {
                Ok(tables) => {
                    for id in tables {
                        self.take_over(&id).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "bots' turns cannot be claimed"),
            }
            tokio::select! {
                () = tokio::time::sleep(every) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }

    /// Bots that are among themselves play where somebody watches. If the node that played them has died, this one
    /// goes on.
    fn wake_watched(self: &Arc<Self>) {
        let lease = i64::try_from(self.config.bots.lease.as_millis()).unwrap_or(i64::MAX);
        let since = now().saturating_sub(lease);
        for live in self.tables.all() {
            let here = live.spectators.load(Relaxed) > 0;
            if here && !live.read().has_people() && live.read().row.moved < since {
                self.wake_bot(&live, true);
            }
        }
    }

    async fn take_over(self: &Arc<Self>, id: &str) {
        match self.table(id).await {
            Ok(live) => {
                if let Err(refusal) = live.catch_up(&*self.store).await {
                    tracing::warn!(table = id, ?refusal, "a table could not be brought up to date");
                }
                self.wake_bot(&live, true);
            }
            Err(refusal) => tracing::warn!(table = id, ?refusal, "a bot's table cannot be read"),
        }
    }
}
