//! One player, many games: means with their standard errors, on as many cores as there are.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use game::{Rng, Sample, Trial};
use serde::Serialize;

/// The seed of a game of a series. Hashed, not counted: neighbouring seeds must not give streams that overlap.
pub fn seed_of(series: u64, game: u64) -> u64 {
    let base = Rng::new(series).next_u64();
    Rng::new(base ^ game.wrapping_mul(0xd1b5_4a32_d192_ed03)).next_u64()
}

/// How many games, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games, each of which has a seed of its own.
    pub games: u64,
    /// After so many moves a game is broken off.
    pub most: u64,
    /// What decides all seeds.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

/// A mean and how far it may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; none below two samples.
    pub error: Option<f64>,
}

impl Mean {
    /// Of some numbers.
    pub fn of(numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let count = numbers.clone().count() as f64;
        if count == 0.0 {
            return Self::default();
        }
        let mean = numbers.clone().sum::<f64>() / count;
        let squares: f64 = numbers.map(|number| (number - mean).powi(2)).sum();
        let error = (count > 1.0).then(|| (squares / (count - 1.0) / count).sqrt());
        Self { mean, error }
    }
}

/// What came of a series of games.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// Every game, in order.
    pub samples: Vec<Sample>,
    /// What the processor spent, over all threads.
    pub cpu: Duration,
}

impl Outcomes {
    /// The mean of a figure.
    pub fn figure(&self, index: usize) -> Mean {
        Mean::of(self.samples.iter().map(|sample| figure(sample, index)))
    }

    /// The sum of a figure.
    pub fn total(&self, index: usize) -> f64 {
        self.samples.iter().map(|sample| figure(sample, index)).sum()
    }

    /// All moves.
    pub fn moves(&self) -> u64 {
        self.samples.iter().map(|sample| sample.moves).sum()
    }

    /// How many games came to their own end.
    pub fn ended(&self) -> usize {
        self.samples.iter().filter(|sample| sample.ended).count()
    }
}

/// One of a game's figures.
pub fn figure(sample: &Sample, index: usize) -> f64 {
    sample.figures.get(index).copied().unwrap_or_default()
}

/// Plays all games of a plan, or as many as are done when the flag is raised. `progress` is told of each.
pub fn trials(
    trial: &dyn Trial,
    plan: &Plan,
    stop: &AtomicBool,
    progress: &(dyn Fn(&Sample) + Sync),
) -> Outcomes {
    let (next, nanoseconds) = (AtomicUsize::new(0), AtomicU64::new(0));
    let done = Mutex::new(Vec::new());
    let work = || {
        let clock = Clock::start();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number as u64 >= plan.games || stop.load(Ordering::Relaxed) {
                break;
            }
            let sample = trial.run(seed_of(plan.seed, number as u64), plan.most, stop);
            // A game that was broken off by hand says nothing.
            if stop.load(Ordering::Relaxed) && !sample.ended && sample.moves < plan.most {
                break;
            }
            progress(&sample);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((number, sample));
        }
        nanoseconds.fetch_add(clock.spent().as_nanos() as u64, Ordering::Relaxed);
    };
    thread::scope(|scope| {
        for _ in 0..plan.threads.clamp(1, plan.games.max(1) as usize) {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|&(number, _)| number);
    Outcomes {
        samples: done.into_iter().map(|(_, sample)| sample).collect(),
        cpu: Duration::from_nanos(nanoseconds.into_inner()),
    }
}

/// One game after another until so many moves are made in all; the last one is broken off.
pub fn marathon(
    trial: &dyn Trial,
    moves: u64,
    seed: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(&Sample) + Sync),
) -> Outcomes {
    let clock = Clock::start();
    let (mut left, mut samples) = (moves, Vec::new());
    while left > 0 && !stop.load(Ordering::Relaxed) {
        let sample = trial.run(seed_of(seed, samples.len() as u64), left, stop);
        // Nobody who ends without a move will ever get further.
        left = if sample.moves == 0 { 0 } else { left - sample.moves };
        progress(&sample);
        samples.push(sample);
    }
    Outcomes { samples, cpu: clock.spent() }
}

/// What the processor spends on this thread; the time on the wall where the system does not tell.
struct Clock {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Self { wall: Instant::now(), cpu: cpu_time() }
    }

    fn spent(&self) -> Duration {
        match (self.cpu, cpu_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}

/// Linux keeps it in nanoseconds, up to date as of the last switch.
fn cpu_time() -> Option<Duration> {
    thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Dice;

    impl Trial for Dice {
        fn run(&self, seed: u64, most: u64, _: &AtomicBool) -> Sample {
            let moves = u64::from(Rng::new(seed).below(6)) + 1;
            Sample { moves: moves.min(most), ended: moves <= most, figures: vec![moves as f64] }
        }
    }

    const PLAN: Plan = Plan { games: 6000, most: 100, seed: 3, threads: 2 };

    #[test]
    fn a_mean_and_its_error() {
        let Mean { mean, error } = Mean::of([1.0, 2.0, 3.0, 6.0].into_iter());
        assert_eq!(mean, 3.0);
        assert!((error.unwrap() - (14.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of([5.0].into_iter()), Mean { mean: 5.0, error: None });
    }

    #[test]
    fn games_have_seeds_of_their_own_however_many_threads() {
        let play = |threads| {
            trials(&Dice, &Plan { threads, ..PLAN }, &AtomicBool::new(false), &|_| ()).samples
        };
        assert_eq!(play(1), play(2));
        let mean = Mean::of(
            play(2).iter().map(|sample| figure(sample, 0)).collect::<Vec<_>>().into_iter(),
        );
        assert!((mean.mean - 3.5).abs() < 4.0 * mean.error.unwrap(), "{mean:?}");
    }

    #[test]
    fn a_marathon_ends_at_its_last_move() {
        let run = marathon(&Dice, 1000, 1, &AtomicBool::new(false), &|_| ());
        assert_eq!(run.moves(), 1000);
        assert!(run.ended() >= run.samples.len() - 1);
    }
}
