//! Computer players between their turns. A player lives from turn to turn, so that it goes on from
//! what it has found out already. What all of them keep is bounded: the one that has waited longest
//! goes first, and a new one begins where it was.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use catalog::Bot;

/// Players that wait for their next turn, by the table's id.
pub(crate) struct Players {
    /// The most bytes that they may keep together.
    budget: usize,
    kept: Mutex<WaitingPlayers>,
}

#[derive(Default)]
struct WaitingPlayers {
    tables: HashMap<String, Vec<Waiting>>,
    bytes: usize,
    /// Grows with every player that is put here, so that the oldest is known.
    turn: u64,
}

/// One player that waits.
struct Waiting {
    bot: Box<dyn Bot>,
    seat: u8,
    /// The table's generation when it last thought: what was taken back since then, it must forget.
    generation: u32,
    bytes: usize,
    turn: u64,
}

impl Players {
    pub fn new(budget: usize) -> Self {
        Self { budget, kept: Mutex::default() }
    }

    /// The player of a seat, if it is still here, is of this level, and no move was taken back since it
    /// last thought.
    pub fn take(
        &self,
        table: &str,
        seat: u8,
        level: &str,
        generation: u32,
    ) -> Option<Box<dyn Bot>> {
        let waiting = self.lock().take(table, seat)?;
        let fits = waiting.generation == generation && waiting.bot.level().id == level;
        fits.then_some(waiting.bot)
    }

    /// Keeps a player until its next turn, as far as there is room.
    pub fn keep(&self, table: &str, seat: u8, generation: u32, bot: Box<dyn Bot>) {
        let bytes = bot.memory();
        let mut gone = Vec::new();
        let mut kept = self.lock();
        gone.extend(kept.take(table, seat));
        kept.turn += 1;
        let waiting = Waiting { bot, seat, generation, bytes, turn: kept.turn };
        kept.tables.entry(table.to_owned()).or_default().push(waiting);
        kept.bytes += bytes;
        while kept.bytes > self.budget {
            let Some((table, seat)) = kept.oldest() else { break };
            gone.extend(kept.take(&table, seat));
        }
        // Freeing a large tree takes time: nobody waits for the lock meanwhile.
        drop(kept);
        drop(gone);
    }

    /// Drops the players of a table at which nobody plays any more.
    pub fn forget(&self, table: &str) {
        let mut kept = self.lock();
        let gone = kept.tables.remove(table).unwrap_or_default();
        kept.bytes -= gone.iter().map(|waiting| waiting.bytes).sum::<usize>();
        drop(kept);
        drop(gone);
    }

    /// What they keep together.
    pub fn bytes(&self) -> usize {
        self.lock().bytes
    }

    fn lock(&self) -> MutexGuard<'_, WaitingPlayers> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WaitingPlayers {
    fn take(&mut self, table: &str, seat: u8) -> Option<Waiting> {
        let players = self.tables.get_mut(table)?;
        let at = players.iter().position(|waiting| waiting.seat == seat)?;
        let waiting = players.swap_remove(at);
        if players.is_empty() {
            self.tables.remove(table);
        }
        self.bytes -= waiting.bytes;
        Some(waiting)
    }

    fn oldest(&self) -> Option<(String, u8)> {
        let all = self.tables.iter().flat_map(|(id, players)| players.iter().map(move |p| (id, p)));
        all.min_by_key(|(_, waiting)| waiting.turn).map(|(id, waiting)| (id.clone(), waiting.seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot(level: &str) -> Box<dyn Bot> {
        catalog::find("connect4").unwrap().bot(level, 1).unwrap()
    }

    #[test]
    fn a_player_waits_for_its_own_seat_level_and_generation() {
        let players = Players::new(1 << 20);
        players.keep("a", 1, 0, bot("random"));
        assert!(players.take("b", 1, "random", 0).is_none());
        assert!(players.take("a", 0, "random", 0).is_none());
        assert!(players.take("a", 1, "random", 0).is_some());
        assert!(players.take("a", 1, "random", 0).is_none(), "it is at the table now");
        players.keep("a", 1, 0, bot("random"));
        assert!(players.take("a", 1, "random", 1).is_none(), "moves were taken back");
        players.keep("a", 1, 0, bot("random"));
        assert!(players.take("a", 1, "medium", 0).is_none(), "another level sits there");
        assert_eq!(players.bytes(), 0);
    }

    #[test]
    fn the_one_that_waited_longest_makes_room() {
        let one = bot("random").memory();
        let players = Players::new(2 * one);
        for table in ["a", "b", "c"] {
            players.keep(table, 0, 0, bot("random"));
        }
        assert_eq!(players.bytes(), 2 * one);
        assert!(players.take("a", 0, "random", 0).is_none());
        assert!(players.take("b", 0, "random", 0).is_some());
        players.forget("c");
        assert_eq!(players.bytes(), 0);
        let nobody = Players::new(0);
        nobody.keep("a", 0, 0, bot("random"));
        assert!(nobody.take("a", 0, "random", 0).is_none(), "no budget, nobody is kept");
    }
}
