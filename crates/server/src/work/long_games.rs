//! Memory for long games while they are read, replayed and stored.
//!
//! A record of 1 MiB becomes a hundred thousand moves, which take tens of times as much until the work is done. So all
//! long games that are under way share a budget, and an address has one of them at a time: others wait for their turn,
//! and whoever has a short game does not notice.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use super::Payer;
use crate::error::{Answer, too_much_work, unavailable};

/// For all long games under way together, in KiB.
const BUDGET: usize = 64 << 10;
/// What takes less is not long, in KiB.
const SHORT: usize = 256;
/// Bytes for a move: as a row of the database, as text, and on the board that it is replayed on.
const MOVE: usize = 250;
/// Bytes for a byte of a record: the shortest moves have two characters and a separator, most have more.
const TEXT: usize = 48;
/// Whoever has waited this long is told to come back later.
const PATIENCE: Duration = Duration::from_secs(30);

/// The budget, and who has some of it.
pub(crate) struct LongGames {
    memory: Arc<Semaphore>,
    turns: Mutex<HashMap<Payer, Weak<tokio::sync::Mutex<()>>>>,
}

/// Held while a game is worked on.
#[derive(Debug, Default)]
pub(crate) struct LongPlace {
    _held: Option<(OwnedMutexGuard<()>, OwnedSemaphorePermit)>,
}

impl Default for LongGames {
    fn default() -> Self {
        Self { memory: Arc::new(Semaphore::new(BUDGET)), turns: Mutex::default() }
    }
}

impl LongGames {
    /// A place for a text of so many bytes that the client whose request this is has sent.
    pub async fn text(&self, bytes: usize) -> Answer<LongPlace> {
        self.place(bytes.saturating_mul(TEXT)).await
    }

    /// A place for a stored game of so many moves.
    pub async fn moves(&self, moves: usize) -> Answer<LongPlace> {
        self.place(moves.saturating_mul(MOVE)).await
    }

    async fn place(&self, bytes: usize) -> Answer<LongPlace> {
        let kib = bytes / 1024;
        if kib < SHORT {
            return Ok(LongPlace::default());
        }
        // The longest has all of it to itself.
        let kib = u32::try_from(kib.min(BUDGET)).unwrap_or(u32::MAX);
        let (turn, memory) = (self.turn(Payer::current()), Arc::clone(&self.memory));
        let held = async {
            let turn = turn.lock_owned().await;
            // It is never closed.
            memory.acquire_many_owned(kib).await.ok().map(|memory| (turn, memory))
        };
        tokio::select! {
            held = held => Ok(LongPlace { _held: held }),
            () = tokio::time::sleep(PATIENCE) => Err(too_much_work()),
            () = Payer::gone() => Err(unavailable()),
        }
    }

    fn turn(&self, payer: Payer) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = turns.get(&payer).and_then(Weak::upgrade) {
            return same;
        }
        turns.retain(|_, other| other.strong_count() > 0);
        let own = Arc::default();
        turns.insert(payer, Arc::downgrade(&own));
        own
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::task::JoinHandle;

    use super::*;

    const RECORD: usize = 1 << 20;

    /// Somebody who asks, and as far as they come without anybody else.
    async fn ask(games: &Arc<LongGames>, number: u8, bytes: usize) -> JoinHandle<LongPlace> {
        let (games, address) = (Arc::clone(games), IpAddr::from([10, 0, 0, number]));
        let asking = tokio::spawn(async move {
            let (_listening, answer) = Payer::scope(address, games.text(bytes));
            answer.await.expect("nobody waits for long")
        });
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        asking
    }

    #[tokio::test]
    async fn an_address_has_one_long_game_at_a_time_and_all_share_the_memory() {
        let games = Arc::new(LongGames::default());
        let first = ask(&games, 1, RECORD).await.await.expect("there is room");
        let second = ask(&games, 1, RECORD / 8).await;
        assert!(!second.is_finished(), "this address has one already");
        for number in [1, 2] {
            assert!(ask(&games, number, 2000).await.is_finished(), "short games do not wait");
        }
        let small = ask(&games, 2, RECORD / 8).await;
        assert!(small.is_finished(), "another address, and it fits");
        let large = ask(&games, 3, RECORD).await;
        assert!(!large.is_finished(), "two of this size are too much");
        drop(first);
        drop(second.await.expect("its turn has come"));
        drop(small.await.expect("it had a place"));
        drop(large.await.expect("there is room again"));
        assert_eq!(games.memory.available_permits(), BUDGET, "all of it is given back");
    }
}
