//! Changes to a table that are not moves, and catching up with other nodes.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use game::Seat;

use crate::clock::now;
use crate::error::{
    Answer, Refusal, game_over, illegal_move, no_such_table, not_out_of_time, unavailable,
};
use crate::store::{Forfeit, Stamp, Status, Store, StoreError, TableRow};

use super::{Live, TableState, follow};

/// Another node can only be faster so many times in a row.
const TRIES: usize = 8;

/// A change that is not stored yet.
struct Draft<T> {
    before: Stamp,
    row: TableRow,
    game: GameChange,
    said: T,
}

/// What a changed row means for the game.
#[derive(Clone, Copy)]
enum GameChange {
    None,
    Rewind,
    Resign(Seat),
}

impl Live {
    /// Changes the row as `change` says and stores it. The game follows: moves are taken back where
    /// the row has an earlier epoch, and a seat resigns where the row says so. If another node was
    /// faster, it is done again on what that node left.
    pub async fn amend<T>(
        &self,
        store: &dyn Store,
        mut change: impl FnMut(&TableState, &mut TableRow) -> Answer<T>,
    ) -> Answer<T> {
        let _turn = self.order.lock().await;
        self.charge();
        let mut looked = !self.may_be_behind(store);
        for _ in 0..TRIES {
            let drafted = draft(&self.read(), &mut change);
            let draft = match drafted {
                Ok(draft) => draft,
                // It may rest on what another node has changed since: look once.
                Err(refusal) if looked => return Err(refusal),
                Err(refusal) => {
                    looked = true;
                    if !self.refresh(store).await? {
                        return Err(refusal);
                    }
                    continue;
                }
            };
            match store.amend(draft.before, &draft.row).await {
                Ok(()) => {
                    draft.apply_to(&mut self.write());
                    self.ring();
                    return Ok(draft.said);
                }
                Err(StoreError::Conflict) => {
                    self.refresh(store).await?;
                }
                Err(error) => {
                    self.unsure.store(true, Relaxed);
                    return Err(error.into());
                }
            }
        }
        Err(unavailable())
    }

    /// Whether something may be stored that we do not know of: by another node, or because the database did not
    /// say whether it stored our last change.
    pub(super) fn may_be_behind(&self, store: &dyn Store) -> bool {
        store.is_shared() || self.unsure.load(Relaxed)
    }

    /// Ends the game if the seat to move has run out of time; of several nodes that find it out one stores it.
    pub async fn flag(&self, store: &dyn Store) -> Answer<()> {
        self.amend(store, |_, row| {
            let (Some(turn), Some(due)) = (row.progress.turn, row.progress.due) else {
                return Err(game_over());
            };
            if now() < due {
                return Err(not_out_of_time());
            }
            row.forfeit(turn, Some(Forfeit::Time));
            Ok(())
        })
        .await
    }

    /// Looks at what is stored, because another node may have changed it.
    pub async fn catch_up(self: &Arc<Self>, store: &dyn Store) -> Answer<bool> {
        let _turn = self.order.lock().await;
        self.refresh(store).await
    }

    /// For whoever holds the order. Says whether anything has changed.
    pub(super) async fn refresh(&self, store: &dyn Store) -> Answer<bool> {
        let known = self.read().row.stamp;
        let (mut row, mut moves) =
            store.load(&self.id, known.epoch).await?.ok_or_else(no_such_table)?;
        self.unsure.store(false, Relaxed);
        if row.stamp == known {
            return Ok(false);
        }
        let mut from = known.epoch as usize;
        if row.stamp.generation != known.generation {
            from = 0;
            (row, moves) = store.load(&self.id, 0).await?.ok_or_else(no_such_table)?;
        }
        let unreadable = |error: &dyn std::fmt::Display| -> Refusal {
            StoreError::Unreadable(error.to_string()).into()
        };
        {
            let mut state = self.write();
            let own = state.game.record().moves.get(from..).unwrap_or_default();
            let same = own.iter().zip(&moves).take_while(|(own, mv)| **own == mv.text).count();
            if from + same < state.game.epoch() {
                state.game.rewind(from + same);
            }
            state.times.truncate(from + same);
            for mv in &moves[same..] {
                state.game.play(&mv.text).map_err(|error| unreadable(&error))?;
                state.times.push((mv.seat, mv.at));
            }
            if let Some(seat) = row.resigned.filter(|_| state.game.resigned().is_none()) {
                let resigned = state.game.record_resignation(Seat(seat));
                resigned.map_err(|error| unreadable(&error))?;
            }
            state.row = row;
        }
        self.ring();
        Ok(true)
    }
}

/// What the table would be after a change.
fn draft<T>(
    state: &TableState,
    change: &mut impl FnMut(&TableState, &mut TableRow) -> Answer<T>,
) -> Answer<Draft<T>> {
    let before = state.row.stamp;
    let mut row = state.row.clone();
    let said = change(state, &mut row)?;
    row.stamp.version += 1;
    row.moved = now();
    let mut board = None;
    let mut game = GameChange::None;
    if row.stamp.epoch < before.epoch {
        row.stamp.generation += 1;
        game = GameChange::Rewind;
        board = Some(state.at(row.stamp.epoch));
    } else if let Some(seat) = row.resigned.filter(|_| state.row.resigned.is_none()) {
        game = GameChange::Resign(Seat(seat));
        let mut given_up = state.at(before.epoch);
        given_up.resign(Seat(seat)).map_err(|refused| illegal_move(refused.0))?;
        board = Some(given_up);
    }
    // What is over stays over, whatever is written down about it afterwards.
    if row.progress.status != Status::Over {
        let (board, epoch) = (board.as_deref().unwrap_or(&*state.game), row.stamp.epoch);
        let times = &state.times[..state.times.len().min(epoch as usize)];
        follow(&mut row, board, times, epoch < before.epoch);
    }
    Ok(Draft { before, row, game, said })
}

impl<T> Draft<T> {
    fn apply_to(&self, state: &mut TableState) {
        match self.game {
            GameChange::None => {}
            GameChange::Rewind => state.game.rewind(self.row.stamp.epoch as usize),
            // It was tried on a copy, and nothing has changed since.
            GameChange::Resign(seat) => {
                let _ = state.game.resign(seat);
            }
        }
        state.times.truncate(self.row.stamp.epoch as usize);
        state.row = self.row.clone();
    }
}
