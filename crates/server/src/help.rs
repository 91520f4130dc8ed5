//! Positions of games in real time that somebody asked the engine about. A run that met one of them while it was played
//! was helped, whatever its page says. Each node knows what it was asked itself.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use catalog::Table;

use crate::room::Room;

/// So many are remembered; the oldest make room. A machine that is asked ten times a second fills this in six hours,
/// which is as long as a ticket lasts.
const MOST: usize = 200_000;

/// When each position was first asked about, in milliseconds since 1970.
#[derive(Default)]
pub(crate) struct HelpGiven(Mutex<FirstAsked>);

#[derive(Default)]
struct FirstAsked {
    first: HashMap<(String, u64), i64>,
    order: VecDeque<(String, u64)>,
}

impl HelpGiven {
    fn note(&self, game: &str, position: u64, now: i64) {
        let mut asked = self.lock();
        let subject = (game.to_owned(), position);
        if asked.first.contains_key(&subject) {
            return;
        }
        asked.first.insert(subject.clone(), now);
        asked.order.push_back(subject);
        if asked.order.len() > MOST
            && let Some(oldest) = asked.order.pop_front()
        {
            asked.first.remove(&oldest);
        }
    }

    /// Whether one of these positions was first asked about between two times.
    pub fn met(&self, game: &str, positions: &[u64], from: i64, to: i64) -> bool {
        let asked = self.lock();
        let mut subject = (game.to_owned(), 0);
        positions.iter().any(|&position| {
            subject.1 = position;
            asked.first.get(&subject).is_some_and(|at| (from..=to).contains(at))
        })
    }

    fn lock(&self) -> MutexGuard<'_, FirstAsked> {
        // Whoever panicked has at most forgotten to note a position.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// Remembers that the engine was asked about a position, where runs in real time could meet it.
    pub fn note_help(&self, table: &dyn Table) {
        let game = table.record().game.clone();
        let Some(arcade) = catalog::find(&game).ok().and_then(catalog::Entry::arcade) else {
            return;
        };
        if let Some(position) = arcade.position(&table.save()) {
            self.help.note(&game, position, self.config.run_clock.now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_time_counts_and_the_oldest_make_room() {
        let help = HelpGiven::default();
        help.note("tetris", 7, 100);
        help.note("tetris", 7, 900);
        assert!(help.met("tetris", &[1, 7], 50, 200));
        assert!(!help.met("tetris", &[7], 500, 1000), "asked about again after the run");
        assert!(!help.met("quoridor", &[7], 50, 200) && !help.met("tetris", &[8], 50, 200));
        for position in 0..MOST as u64 {
            help.note("tetris", 1000 + position, 300);
        }
        assert!(!help.met("tetris", &[7], 50, 200));
    }
}
