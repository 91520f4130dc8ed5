//! Replaying a game, a few moves at a time.

use catalog::{Entry, Table};
use game::{BadRecord, Record, Refused, Seat};

use super::Pool;
use crate::error::Answer;

/// So many moves are replayed between two looks at the clock.
const MOVES: usize = 16;

/// A move that was refused: its index, its text, and why.
pub(crate) type BadMove = (usize, String, Refused);

/// A game and the moves that are still to be played on it.
pub(crate) struct Replay {
    table: Option<Box<dyn Table>>,
    moves: std::iter::Enumerate<std::vec::IntoIter<String>>,
}

impl Replay {
    pub fn new(table: Box<dyn Table>, moves: Vec<String>) -> Self {
        Self { table: Some(table), moves: moves.into_iter().enumerate() }
    }

    /// Plays the moves on the pool; the table after the last one.
    pub async fn on(mut self, pool: &Pool) -> Answer<Result<Box<dyn Table>, BadMove>> {
        // A short game is played faster than it would be handed over.
        if self.moves.len() <= MOVES
            && let Some(done) = self.step()
        {
            return Ok(done);
        }
        pool.run(move || self.step()).await
    }

    fn step(&mut self) -> Option<Result<Box<dyn Table>, BadMove>> {
        let table = self.table.as_mut()?;
        for (index, text) in self.moves.by_ref().take(MOVES) {
            if let Err(refused) = table.play(&text) {
                return Some(Err((index, text, refused)));
            }
        }
        match self.moves.len() {
            0 => self.table.take().map(Ok),
            _ => None,
        }
    }

    /// Replays a record on the pool, as [`Entry::replay`] does.
    pub async fn record(
        pool: &Pool,
        entry: &'static dyn Entry,
        record: Record,
    ) -> Answer<Result<Box<dyn Table>, BadRecord>> {
        let table = match entry.replay(&record.beginning()) {
            Ok(table) => table,
            Err(bad) => return Ok(Err(bad)),
        };
        let resigned = record.resigned.map(Seat);
        let mut table = match Self::new(table, record.moves).on(pool).await? {
            Ok(table) => table,
            Err((index, text, refused)) => {
                return Ok(Err(BadRecord::at_move(index + 1, &text, &refused)));
            }
        };
        Ok(match resigned {
            Some(seat) => table.record_resignation(seat).map(|()| table),
            None => Ok(table),
        })
    }
}
