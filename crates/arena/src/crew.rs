//! Who plays the games of an event: threads of this program, or they and the workers of other machines, which get
//! their games through an exchange.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use search::{Fault, Stop};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::event::{Event, EventError, run};

/// How often somebody who waits for a game, or for what became of one, looks again.
const GLANCE: Duration = Duration::from_millis(100);

/// Where games are handed out and their results come back: a database that several machines reach. It belongs to one
/// job, so that a key means one game for ever.
pub trait Exchange: Send + Sync {
    /// Offers games to whoever takes them. What came of one before is there at once.
    fn offer(&self, tasks: &[(String, String)]) -> io::Result<()>;

    /// Takes a game that nobody plays; none if there is none now.
    fn take(&self) -> io::Result<Option<(String, String)>>;

    /// Hands in what came of a game. Only the first result counts.
    fn finish(&self, key: &str, game: &str) -> io::Result<()>;

    /// The results that came in since the last look, by key.
    fn results(&self) -> io::Result<Vec<(String, String)>>;

    /// Takes back what nobody has played: nobody waits for it any more.
    fn withdraw(&self) -> io::Result<()>;
}

/// An event whose games can be played anywhere.
pub trait SharedEvent:
    Event<Task: Serialize + DeserializeOwned, Game: Serialize + DeserializeOwned>
{
    /// What a game is known by: tasks with the same key are the same game.
    fn key(&self, task: &Self::Task) -> String;

    /// A game with the number that it has here; it may have been played under another.
    fn numbered(&self, _task: &Self::Task, game: Self::Game) -> Self::Game {
        game
    }
}

/// Who plays.
#[derive(Clone, Copy)]
pub struct Crew<'a> {
    threads: usize,
    exchange: Option<&'a dyn Exchange>,
}

impl<'a> Crew<'a> {
    /// So many threads of this program.
    pub const fn threads(threads: usize) -> Self {
        Self { threads, exchange: None }
    }

    /// So many threads of this program, or none, and whoever else takes games from the exchange.
    pub const fn shared(threads: usize, exchange: &'a dyn Exchange) -> Self {
        Self { threads, exchange: Some(exchange) }
    }

    /// Plays games until all are done or somebody stops it; they come back in the order of the tasks. `progress` is
    /// told of each as it ends, of one at a time.
    pub fn play<E: SharedEvent>(
        &self,
        event: &E,
        tasks: &[E::Task],
        stop: &Stop,
        progress: &(dyn Fn(&E::Game) + Sync),
    ) -> Result<Vec<E::Game>, EventError> {
        match self.exchange {
            None => Ok(run(event, tasks, self.threads, stop, progress)?),
            Some(exchange) => self.share(exchange, event, tasks, stop, progress),
        }
    }

    fn share<E: SharedEvent>(
        &self,
        exchange: &dyn Exchange,
        event: &E,
        tasks: &[E::Task],
        stop: &Stop,
        progress: &(dyn Fn(&E::Game) + Sync),
    ) -> Result<Vec<E::Game>, EventError> {
        let mut wanted: HashMap<String, Vec<usize>> = HashMap::new();
        let mut offers = Vec::new();
        for (at, task) in tasks.iter().enumerate() {
            let key = event.key(task);
            let same = wanted.entry(key.clone()).or_default();
            if same.is_empty() {
                offers.push((key, text_of(task)?));
            }
            same.push(at);
        }
        exchange.offer(&offers)?;
        let over = AtomicBool::new(false);
        let broken = Mutex::new(None);
        let help = || {
            let helped = work(exchange, event, stop, &over);
            if let Err(error) = helped {
                broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                stop.pull();
            }
        };
        let mut done = Vec::new();
        let gathered = thread::scope(|scope| {
            for _ in 0..self.threads.min(offers.len()) {
                scope.spawn(help);
            }
            let gathered = (|| -> io::Result<()> {
                while !wanted.is_empty() && !stop.is_pulled() {
                    let news = exchange.results()?;
                    let quiet = news.is_empty();
                    for (key, text) in news {
                        for at in wanted.remove(&key).unwrap_or_default() {
                            let game = serde_json::from_str(&text)?;
                            let game = event.numbered(&tasks[at], game);
                            progress(&game);
                            done.push((at, game));
                        }
                    }
                    if quiet {
                        thread::sleep(GLANCE);
                    }
                }
                Ok(())
            })();
            over.store(true, Ordering::Relaxed);
            gathered
        });
        if stop.is_pulled() {
            exchange.withdraw()?;
        }
        if let Some(error) = broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        gathered?;
        done.sort_by_key(|&(at, _)| at);
        Ok(done.into_iter().map(|(_, game)| game).collect())
    }
}

fn text_of(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)?)
}

/// Plays games of the exchange until the event is over.
fn work<E: SharedEvent>(
    exchange: &dyn Exchange,
    event: &E,
    stop: &Stop,
    over: &AtomicBool,
) -> Result<(), EventError> {
    let mut player = EventPlayer::new(event)?;
    while !stop.is_pulled() && !over.load(Ordering::Relaxed) {
        let Some((key, task)) = exchange.take()? else {
            thread::sleep(GLANCE);
            continue;
        };
        if let Some(game) = player.play(&task, stop)? {
            exchange.finish(&key, &game)?;
        }
    }
    Ok(())
}

/// Plays tasks that came as text, on one thread.
pub trait TaskPlayer {
    /// What came of a task, as text. None when it was stopped.
    fn play(&mut self, task: &str, stop: &Stop) -> Result<Option<String>, EventError>;
}

/// The games of an event, on one thread.
pub(crate) struct EventPlayer<'e, E: SharedEvent> {
    event: &'e E,
    kept: E::Kept,
}

impl<'e, E: SharedEvent> EventPlayer<'e, E> {
    pub(crate) fn new(event: &'e E) -> Result<Self, Fault> {
        Ok(Self { event, kept: event.set_up()? })
    }
}

impl<E: SharedEvent> TaskPlayer for EventPlayer<'_, E> {
    fn play(&mut self, task: &str, stop: &Stop) -> Result<Option<String>, EventError> {
        let task = serde_json::from_str(task).map_err(io::Error::from)?;
        let game = self.event.play(&mut self.kept, &task, stop)?;
        Ok(game.map(|game| text_of(&game)).transpose()?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    struct Squares;

    impl Event for Squares {
        type Kept = ();
        type Task = u64;
        type Game = (u64, u64);

        fn set_up(&self) -> Result<(), Fault> {
            Ok(())
        }

        fn play(&self, (): &mut (), &n: &u64, _: &Stop) -> Result<Option<(u64, u64)>, Fault> {
            if n == 13 { Err(Fault::Stopped) } else { Ok(Some((n, n * n))) }
        }
    }

    impl SharedEvent for Squares {
        fn key(&self, task: &u64) -> String {
            task.to_string()
        }
    }

    /// An exchange in memory.
    #[derive(Default)]
    struct MemoryExchange(Mutex<Notes>);

    #[derive(Default)]
    struct Notes {
        open: BTreeMap<String, String>,
        done: BTreeMap<String, String>,
        /// The keys of results that nobody has fetched.
        new: Vec<String>,
    }

    impl Exchange for MemoryExchange {
        fn offer(&self, tasks: &[(String, String)]) -> io::Result<()> {
            let mut board = self.0.lock().unwrap();
            for (key, task) in tasks {
                if board.done.contains_key(key) {
                    board.new.push(key.clone());
                } else {
                    board.open.insert(key.clone(), task.clone());
                }
            }
            Ok(())
        }

        fn take(&self) -> io::Result<Option<(String, String)>> {
            Ok(self.0.lock().unwrap().open.pop_first())
        }

        fn finish(&self, key: &str, game: &str) -> io::Result<()> {
            let mut board = self.0.lock().unwrap();
            board.done.insert(key.into(), game.into());
            board.new.push(key.into());
            Ok(())
        }

        fn results(&self) -> io::Result<Vec<(String, String)>> {
            let mut board = self.0.lock().unwrap();
            let keys = std::mem::take(&mut board.new);
            Ok(keys.into_iter().map(|key| (key.clone(), board.done[&key].clone())).collect())
        }

        fn withdraw(&self) -> io::Result<()> {
            self.0.lock().unwrap().open.clear();
            Ok(())
        }
    }

    #[test]
    fn shared_games_are_those_of_one_machine_and_known_ones_are_not_played_again() {
        let tasks: Vec<u64> = [5, 3, 9, 3, 0].into();
        let alone = Crew::threads(2).play(&Squares, &tasks, &Stop::new(), &|_| ()).unwrap();
        let board = MemoryExchange::default();
        let crew = Crew::shared(2, &board);
        let told = Mutex::new(0);
        let shared =
            crew.play(&Squares, &tasks, &Stop::new(), &|_| *told.lock().unwrap() += 1).unwrap();
        assert_eq!((shared, *told.lock().unwrap()), (alone.clone(), 5));
        // Nobody plays now, and all is known.
        let known = Crew::shared(0, &board).play(&Squares, &tasks, &Stop::new(), &|_| ()).unwrap();
        assert_eq!(known, alone);
    }

    #[test]
    fn a_fault_ends_it_and_takes_back_what_is_left() {
        let board = MemoryExchange::default();
        let stop = Stop::new();
        let tasks: Vec<u64> = (13..60).collect();
        let ended = Crew::shared(1, &board).play(&Squares, &tasks, &stop, &|_| ());
        assert!(matches!(ended, Err(EventError::Fault(Fault::Stopped))));
        assert!(stop.is_pulled() && board.take().unwrap().is_none());
    }
}
