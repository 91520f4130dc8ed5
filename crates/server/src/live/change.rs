//! Changes to a table that are not moves, and catching up with other nodes.

use std::sync::Arc;

use crate::clock::now;
use crate::error::{Answer, Refusal, no_such_table, unavailable};
use crate::store::{Store, StoreError, TableRow};

use super::state::progress;
use super::{Live, State};

/// Another node can only be faster so many times in a row.
const TRIES: usize = 8;

impl Live {
    /// Changes the row as `change` says, stores it, and takes moves back where the row has an
    /// earlier epoch. If another node was faster, it is done again on what that node left.
    pub async fn amend<T>(
        &self,
        store: &dyn Store,
        mut change: impl FnMut(&State, &mut TableRow) -> Answer<T>,
    ) -> Answer<T> {
        let _turn = self.order.lock().await;
        for _ in 0..TRIES {
            let (before, row, said) = {
                let state = self.read();
                let before = state.row.stamp;
                let mut row = state.row.clone();
                let said = change(&state, &mut row)?;
                row.stamp.version += 1;
                row.moved = now();
                if row.stamp.epoch < before.epoch {
                    row.stamp.generation += 1;
                    row.progress = progress(&*state.at(row.stamp.epoch), &row);
                } else {
                    row.progress = progress(&*state.game, &row);
                }
                (before, row, said)
            };
            match store.amend(before, &row).await {
                Ok(()) => {
                    {
                        let mut state = self.write();
                        if row.stamp.epoch < before.epoch {
                            state.game.rewind(row.stamp.epoch as usize);
                            state.movers.truncate(row.stamp.epoch as usize);
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
                state.movers.push(mv.seat);
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
