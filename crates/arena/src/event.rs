//! The one runner of all events: threads, progress and a stop. What is played is the event's own matter.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use game::Rng;
use search::{Fault, Stop};
use thiserror::Error;

/// Something that is played again and again with other chances, and counted.
pub trait Event: Sync {
    /// What a thread keeps from one game to the next, such as running programs.
    type Kept;
    /// What decides a game: its number, or who meets whom with which chances.
    type Task: Sync;
    /// What comes of one game.
    type Game: Send;

    /// Makes ready what a thread keeps.
    fn set_up(&self) -> Result<Self::Kept, Fault>;

    /// Plays a game. None when it was stopped.
    fn play(
        &self,
        kept: &mut Self::Kept,
        task: &Self::Task,
        stop: &Stop,
    ) -> Result<Option<Self::Game>, Fault>;
}

/// Why an event ended early.
#[derive(Debug, Error)]
pub enum EventError {
    /// A journal or a database could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A contestant cannot take part at all.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Plays games of an event on some threads, until all are done or somebody stops it; they come back in the order of the
/// tasks. `progress` is told of each as it ends, of one at a time.
pub fn run<E: Event>(
    event: &E,
    tasks: &[E::Task],
    threads: usize,
    stop: &Stop,
    progress: &(dyn Fn(&E::Game) + Sync),
) -> Result<Vec<E::Game>, Fault> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || -> Result<(), Fault> {
        let mut kept = event.set_up()?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(number).filter(|_| !stop.is_pulled()) else {
                return Ok(());
            };
            let Some(game) = event.play(&mut kept, task, stop)? else { return Ok(()) };
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            progress(&game);
            done.push((number, game));
        }
    };
    // A contestant that cannot take part ends the event for all.
    let work = || work().inspect_err(|_| stop.pull());
    let results: Vec<Result<(), Fault>> = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads.clamp(1, tasks.len().max(1))).map(|_| scope.spawn(work)).collect();
        // A panic in a game is the panic of the event.
        let join = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).collect()
    });
    results.into_iter().collect::<Result<Vec<()>, Fault>>()?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|&(number, _)| number);
    Ok(done.into_iter().map(|(_, game)| game).collect())
}

/// The seed of a game of a series. Hashed, not counted: neighbouring seeds must not give streams that overlap.
pub fn seed_of(series: u64, game: u64) -> u64 {
    let base = Rng::new(series).next_u64();
    Rng::new(base ^ game.wrapping_mul(0xd1b5_4a32_d192_ed03)).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Squares;

    fn tasks(count: usize) -> Vec<usize> {
        (0..count).collect()
    }

    impl Event for Squares {
        type Kept = usize;
        type Task = usize;
        type Game = usize;

        fn set_up(&self) -> Result<usize, Fault> {
            Ok(2)
        }

        fn play(
            &self,
            kept: &mut usize,
            &number: &usize,
            stop: &Stop,
        ) -> Result<Option<usize>, Fault> {
            if number == 90 {
                stop.pull();
            }
            if number == 99 { Err(Fault::Stopped) } else { Ok(Some(number.pow(*kept as u32))) }
        }
    }

    #[test]
    fn games_come_in_order_however_many_threads() {
        for threads in [1, 3] {
            let told = Mutex::new(0);
            let games =
                run(&Squares, &tasks(20), threads, &Stop::new(), &|_| *told.lock().unwrap() += 1)
                    .unwrap();
            assert_eq!(games, (0..20).map(|n| n * n).collect::<Vec<_>>());
            assert_eq!(*told.lock().unwrap(), 20);
        }
    }

    #[test]
    fn a_stop_keeps_what_was_played_and_a_fault_ends_it() {
        let stop = Stop::new();
        assert_eq!(run(&Squares, &tasks(95), 1, &stop, &|_| ()).unwrap().len(), 91);
        struct Broken;
        impl Event for Broken {
            type Kept = ();
            type Task = ();
            type Game = ();
            fn set_up(&self) -> Result<(), Fault> {
                Err(Fault::Stopped)
            }
            fn play(&self, _: &mut (), (): &(), _: &Stop) -> Result<Option<()>, Fault> {
                Ok(Some(()))
            }
        }
        let stop = Stop::new();
        assert_eq!(run(&Broken, &[(); 5], 2, &stop, &|()| ()), Err(Fault::Stopped));
        assert!(stop.is_pulled());
    }
}
