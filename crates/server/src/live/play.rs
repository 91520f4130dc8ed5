//! Playing a move: checked in memory, stored durably, then shown.

use std::sync::atomic::Ordering::Relaxed;

use crate::clock::now;
use crate::error::{
    Answer, game_over, illegal_move, not_started, not_your_seat, not_your_turn, out_of_time,
    stale_epoch,
};
use crate::store::{MoveRow, NewMove, Status, Store, StoreError};

use super::state::progress;
use super::{Held, Live, TableState};

/// Who plays.
pub(crate) enum Mover<'a> {
    /// Somebody with tokens, who says which epoch they see.
    Person {
        held: &'a Held,
        epoch: u32,
        /// The generation that they see, if they say so.
        generation: Option<u32>,
        /// The same again means the same move, sent once more because no answer came.
        key: Option<&'a str>,
    },
    /// A bot that thought about this generation, epoch and seat.
    Bot { generation: u32, epoch: u32, seat: u8 },
}

impl Live {
    /// Plays a move; gives the new epoch.
    pub async fn play(&self, store: &dyn Store, by: Mover<'_>, text: &str) -> Answer<u32> {
        let _turn = self.order.lock().await;
        if matches!(by, Mover::Person { .. }) {
            self.charge();
        }
        let mut checked = check(&self.read(), &by, text);
        // Another node may have moved on, which we would hear of in a moment: look now.
        if checked.is_err() && self.may_be_behind(store) && self.refresh(store).await? {
            checked = check(&self.read(), &by, text);
        }
        let played = match checked {
            Ok(played) => played,
            Err(refusal) => return self.repeated(store, &by).await?.ok_or(refusal),
        };
        let (seat, at, after) = (played.mv.seat, played.mv.at, played.after.clone());
        let text = played.mv.text.clone();
        match store.play(played).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.refresh(store).await?;
                let stale = stale_epoch(self.read().row.stamp.epoch);
                return self.repeated(store, &by).await?.ok_or(stale);
            }
            Err(error) => {
                self.unsure.store(true, Relaxed);
                return Err(error.into());
            }
        }
        let epoch = {
            let mut state = self.write();
            // It was tried on a copy, and nothing has changed since.
            if let Err(refused) = state.game.play(&text) {
                return Err(StoreError::Unreadable(refused.to_string()).into());
            }
            state.row.stamp.epoch += 1;
            state.row.moved = at;
            state.times.push((seat, at));
            state.row.progress = after;
            state.row.stamp.epoch
        };
        self.ring();
        Ok(epoch)
    }

    /// The epoch after a move that was stored under the same key before, if it was: the answer was lost then.
    async fn repeated(&self, store: &dyn Store, by: &Mover<'_>) -> Answer<Option<u32>> {
        let Mover::Person { held, epoch, key: Some(key), .. } = by else { return Ok(None) };
        let stored = store.move_key(&self.id, *epoch).await?;
        let own = stored
            .filter(|(seat, stored)| stored == key && held.seats(&self.read().row).contains(seat));
        Ok(own.map(|_| epoch + 1))
    }
}

fn check(state: &TableState, by: &Mover<'_>, text: &str) -> Answer<NewMove> {
    let row = &state.row;
    let held = match by {
        Mover::Person { held, .. } => held.seats(row),
        Mover::Bot { seat, .. } => vec![*seat],
    };
    if held.is_empty() {
        return Err(not_your_seat());
    }
    let stamp = row.stamp;
    let (fresh, key) = match *by {
        Mover::Person { epoch, generation, key, .. } => {
            let same = generation.is_none_or(|generation| generation == stamp.generation);
            (same && epoch == stamp.epoch, key)
        }
        Mover::Bot { generation, epoch, .. } => {
            ((stamp.generation, stamp.epoch) == (generation, epoch), None)
        }
    };
    if !fresh {
        return Err(stale_epoch(stamp.epoch));
    }
    let seat = match (row.progress.status, row.progress.turn) {
        (Status::Over, _) | (_, None) => return Err(game_over()),
        (Status::Waiting, _) => return Err(not_started()),
        (Status::Playing, Some(seat)) => seat,
    };
    if !held.contains(&seat) {
        return Err(not_your_turn());
    }
    let at = now();
    if row.progress.due.is_some_and(|due| due <= at) {
        return Err(out_of_time());
    }
    let mut next = state.at(stamp.epoch);
    let text = next.play(text).map_err(|refused| illegal_move(refused.words().clone()))?;
    // Only a clock asks when the moves before were made.
    let before = row.terms.clock.map_or(&[][..], |_| &state.times[..]);
    let times: Vec<(u8, i64)> = before.iter().copied().chain([(seat, at)]).collect();
    Ok(NewMove {
        table: row.id.clone(),
        generation: stamp.generation,
        epoch: stamp.epoch,
        mv: MoveRow { seat, text, at },
        key: key.map(str::to_owned),
        after: progress(&*next, row, &times),
    })
}
