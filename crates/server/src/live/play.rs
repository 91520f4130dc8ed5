//! Playing a move: checked in memory, stored durably, then shown.

use crate::clock::now;
use crate::error::{
    Answer, Refusal, game_over, illegal_move, not_started, not_your_seat, not_your_turn,
    stale_epoch,
};
use crate::store::{MoveRow, NewMove, Status, Store, StoreError};

use super::state::progress;
use super::{Held, Live, State};

/// Who plays.
pub(crate) enum Mover<'a> {
    /// Somebody with tokens, who says which epoch they see.
    Person { held: &'a Held, epoch: u32 },
    /// A bot that thought about this generation, epoch and seat.
    Bot { generation: u32, epoch: u32, seat: u8 },
}

impl Live {
    /// Plays a move; gives the new epoch.
    pub async fn play(&self, store: &dyn Store, by: Mover<'_>, text: &str) -> Answer<u32> {
        let _turn = self.order.lock().await;
        let mut checked = check(&self.read(), &by, text);
        // Another node may have moved on, which we would hear of in a moment: look now.
        if checked.as_ref().is_err_and(Refusal::is_stale) {
            self.refresh(store).await?;
            checked = check(&self.read(), &by, text);
        }
        let (played, next) = checked?;
        match store.play(played.clone()).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.refresh(store).await?;
                return Err(stale_epoch(self.read().row.stamp.epoch));
            }
            Err(error) => return Err(error.into()),
        }
        let epoch = {
            let mut state = self.write();
            state.game = next;
            state.row.stamp.epoch += 1;
            state.row.moved = played.at;
            state.row.progress = played.after;
            state.row.stamp.epoch
        };
        self.ring();
        Ok(epoch)
    }
}

type Next = Box<dyn catalog::Table>;

fn check(state: &State, by: &Mover<'_>, text: &str) -> Answer<(NewMove, Next)> {
    let row = &state.row;
    let held = match by {
        Mover::Person { held, .. } => held.seats(row),
        Mover::Bot { seat, .. } => vec![*seat],
    };
    if held.is_empty() {
        return Err(not_your_seat());
    }
    let stamp = row.stamp;
    let fresh = match *by {
        Mover::Person { epoch, .. } => stamp.epoch == epoch,
        Mover::Bot { generation, epoch, .. } => {
            (stamp.generation, stamp.epoch) == (generation, epoch)
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
    let mut next = state.game.fork();
    let text = next.play(text).map_err(|refused| illegal_move(refused.words().clone()))?;
    let played = NewMove {
        table: row.id.clone(),
        generation: stamp.generation,
        epoch: stamp.epoch,
        mv: MoveRow { seat, text },
        at: now(),
        after: progress(&*next, row),
    };
    Ok((played, next))
}
