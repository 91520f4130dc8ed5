//! Changes to a table that are not moves, and catching up with other nodes.

use std::sync::Arc;

use catalog::Table;
use game::Seat;

use crate::clock::now;
use crate::error::{Answer, Refusal, illegal_move, no_such_table, unavailable};
use crate::store::{Status, Store, StoreError, TableRow};

use super::state::progress;
use super::{Live, State};

/// Another node can only be faster so many times in a row.
const TRIES: usize = 8;

impl Live {
    /// Changes the row as `change` says and stores it. The game follows: moves are taken back where
    /// the row has an earlier epoch, and a seat resigns where the row says so. If another node was
    /// faster, it is done again on what that node left.
    pub async fn amend<T>(
        &self,
        store: &dyn Store,
        mut change: impl FnMut(&State, &mut TableRow) -> Answer<T>,
    ) -> Answer<T> {
        let _turn = self.order.lock().await;
        for _ in 0..TRIES {
            let (before, row, game, said) = {
                let state = self.read();
                let before = state.row.stamp;
                let mut row = state.row.clone();
                let said = change(&state, &mut row)?;
                row.stamp.version += 1;
                row.moved = now();
                if row.stamp.epoch < before.epoch {
                    row.stamp.generation += 1;
                }
                let game = changed_game(&state, &row)?;
                // What is over stays over, whatever is written down about it afterwards.
                if row.progress.status != Status::Over {
                    row.progress = progress(game.as_deref().unwrap_or(&*state.game), &row);
                }
                (before, row, game, said)
            };
            match store.amend(before, &row).await {
                Ok(()) => {
                    {
                        let mut state = self.write();
                        if let Some(game) = game {
                            state.game = game;
                        }
                        state.row = row;
                    }
                    self.ring();
                    return Ok(said);
                }
                Err(StoreError::Conflict) => self.refresh(store).await?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(unavailable())
    }

    /// Looks at what is stored, because another node may have changed it.
    pub async fn catch_up(self: &Arc<Self>, store: &dyn Store) -> Answer<()> {
        let _turn = self.order.lock().await;
        self.refresh(store).await
    }

    /// For whoever holds the order.
    pub(super) async fn refresh(&self, store: &dyn Store) -> Answer<()> {
        let known = self.read().row.stamp;
        let (row, moves) = store.load(&self.id, known.epoch).await?.ok_or_else(no_such_table)?;
        if row.stamp == known {
            return Ok(());
        }
        let unreadable = |error: &dyn std::fmt::Display| -> Refusal {
            StoreError::Unreadable(error.to_string()).into()
        };
        if row.stamp.generation == known.generation {
            let mut state = self.write();
            for mv in &moves {
                state.game.play(&mv.text).map_err(|error| unreadable(&error))?;
            }
            if let Some(seat) = row.resigned.filter(|_| state.game.resigned().is_none()) {
                state.game.resign(Seat(seat)).map_err(|error| unreadable(&error))?;
            }
            state.row = row;
        } else {
            let (row, moves) = store.load(&self.id, 0).await?.ok_or_else(no_such_table)?;
            *self.write() = State::build(self.entry, row, &moves)?;
        }
        self.ring();
        Ok(())
    }
}

/// The game as a changed row describes it; none where the change does not concern the game.
fn changed_game(state: &State, row: &TableRow) -> Answer<Option<Box<dyn Table>>> {
    if row.stamp.epoch < state.row.stamp.epoch {
        return Ok(Some(state.at(row.stamp.epoch)));
    }
    let Some(seat) = row.resigned.filter(|_| state.row.resigned.is_none()) else {
        return Ok(None);
    };
    let mut game = state.game.fork();
    game.resign(Seat(seat)).map_err(|refused| illegal_move(refused.0))?;
    Ok(Some(game))
}
