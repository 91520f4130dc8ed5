//! Contestants alone, on the same seeds: what each reaches, with standard errors.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use catalog::Entry;
use game::{Phrase, Words};
use search::{ContestTerms, Fault, Prepared, RunResult, Solo, SoloRun, Stop};
use serde::Serialize;

use crate::contestant::Contestant;
use crate::event::{Event, run, seed_of};
use crate::table_run;

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

/// What a contestant came to over many runs.
#[derive(Clone, Debug, Default)]
pub struct SoloOutcomes {
    /// Every run, in order.
    pub samples: Vec<RunResult>,
    /// What the processor spent, over all threads; of a program only what its host spent.
    pub cpu: Duration,
}

impl SoloOutcomes {
    /// The mean of a figure.
    pub fn figure(&self, index: usize) -> Mean {
        Mean::of(self.samples.iter().map(|sample| figure(sample, index)))
    }

    /// The mean of a figure a move.
    pub fn rate(&self, index: usize) -> Mean {
        let rate = |sample: &RunResult| figure(sample, index) / sample.moves.max(1) as f64;
        Mean::of(self.samples.iter().map(rate))
    }

    /// The sum of a figure.
    pub fn total(&self, index: usize) -> f64 {
        self.samples.iter().map(|sample| figure(sample, index)).sum()
    }

    /// All moves.
    pub fn moves(&self) -> u64 {
        self.samples.iter().map(|sample| sample.moves).sum()
    }

    /// How many runs came to their own end.
    pub fn ended(&self) -> usize {
        self.samples.iter().filter(|sample| sample.ended).count()
    }
}

/// One of a run's figures.
pub fn figure(sample: &RunResult, index: usize) -> f64 {
    sample.figures.get(index).copied().unwrap_or_default()
}

/// Makes contestants ready to run alone under the same terms. Where a program of the house's own protocol is among them
/// and the game can be counted at a table, all of them play there.
pub fn prepare(
    game: &'static dyn Entry,
    contestants: &[Contestant],
    terms: &ContestTerms,
) -> Result<Prepared, Fault> {
    let name = game.about().name;
    let solo = game.solo().ok_or_else(|| {
        let alone = catalog::games().iter().filter(|game| game.solo().is_some());
        let names = alone.map(|game| game.about().id).collect::<Vec<_>>().join(", ");
        Fault::Unknown(Words::new(
            format!("{} is not played alone; try {names}, or plateau match", name.en),
            format!("{} ne se joue pas seul ; essayer {names}, ou plateau match", name.fr),
        ))
    })?;
    if is_at_table(solo, contestants) {
        return table_run::prepare(game, solo, contestants, terms);
    }
    let entrants: Vec<_> =
        contestants.iter().map(|one| one.for_solo(game, solo, terms)).collect::<Result<_, _>>()?;
    solo.prepare(&entrants, terms).map_err(|bad| Fault::Unknown(bad.0))
}

/// Under which conditions contestants run alone, to be told with the figures of each.
pub fn conditions(
    game: &dyn Entry,
    contestants: &[Contestant],
    terms: &ContestTerms,
) -> Vec<Vec<(Phrase, Words)>> {
    let Some(solo) = game.solo() else { return vec![Vec::new(); contestants.len()] };
    if is_at_table(solo, contestants) {
        return vec![solo.table_conditions(terms); contestants.len()];
    }
    let programs = contestants.iter().any(Contestant::is_program);
    let of = |contestant: &Contestant| {
        let player = match contestant {
            Contestant::Own(text) => Some(text.split(':').next().unwrap_or_default()),
            _ => None,
        };
        solo.conditions(player, programs, terms)
    };
    contestants.iter().map(of).collect()
}

fn is_at_table(solo: &dyn Solo, contestants: &[Contestant]) -> bool {
    !solo.table_figures().is_empty() && contestants.iter().any(Contestant::is_house_program)
}

/// How many runs, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Runs of each contestant, each on a seed of its own that it shares with the others.
    pub games: usize,
    /// After so many moves a run is broken off.
    pub moves: u64,
    /// What decides all seeds.
    pub seed: u64,
    /// Runs at a time.
    pub threads: usize,
}

/// Lets every contestant run on all seeds of a plan, or on as many as are done when it is stopped. `progress` is told of
/// each run and whose it was.
pub fn trials(
    runs: &[Box<dyn SoloRun>],
    plan: &Plan,
    stop: &Stop,
    progress: &(dyn Fn(usize, &RunResult) + Sync),
) -> Result<Vec<SoloOutcomes>, Fault> {
    let event = Alone { runs, plan, cpu: runs.iter().map(|_| AtomicU64::new(0)).collect() };
    let tasks: Vec<usize> = (0..plan.games.saturating_mul(runs.len())).collect();
    let done = run(&event, &tasks, plan.threads, stop, &|(one, sample)| progress(*one, sample))?;
    let mut outcomes: Vec<SoloOutcomes> = event
        .cpu
        .iter()
        .map(|cpu| SoloOutcomes {
            cpu: Duration::from_nanos(cpu.load(Ordering::Relaxed)),
            ..SoloOutcomes::default()
        })
        .collect();
    for (one, sample) in done {
        outcomes[one].samples.push(sample);
    }
    Ok(outcomes)
}

/// The runs of a plan, the contestants one after another on each seed.
struct Alone<'a> {
    runs: &'a [Box<dyn SoloRun>],
    plan: &'a Plan,
    cpu: Vec<AtomicU64>,
}

impl Event for Alone<'_> {
    /// The clock of a thread goes from run to run, so that nothing is lost between two.
    type Kept = Clock;
    type Task = usize;
    type Game = (usize, RunResult);

    fn set_up(&self) -> Result<Clock, Fault> {
        Ok(Clock::start())
    }

    fn play(
        &self,
        clock: &mut Clock,
        &number: &usize,
        stop: &Stop,
    ) -> Result<Option<Self::Game>, Fault> {
        let (game, one) = (number / self.runs.len(), number % self.runs.len());
        let seed = seed_of(self.plan.seed, game as u64);
        let sample = self.runs[one].run(seed, self.plan.moves, stop)?;
        // A thread's last lap counts to its end; between others, what one gets too much the next gets too little.
        if number + self.plan.threads >= self.plan.games.saturating_mul(self.runs.len()) {
            thread::yield_now();
        }
        self.cpu[one].fetch_add(clock.lap().as_nanos() as u64, Ordering::Relaxed);
        // A run that was broken off by hand says nothing.
        let broken = stop.is_pulled()
            && !sample.ended
            && sample.why.is_none()
            && sample.moves < self.plan.moves;
        Ok((!broken).then_some((one, sample)))
    }
}

/// One run after another until so many moves are made in all; the last one is broken off.
pub fn marathon(
    one: &dyn SoloRun,
    moves: u64,
    seed: u64,
    stop: &Stop,
    progress: &(dyn Fn(&RunResult) + Sync),
) -> Result<SoloOutcomes, Fault> {
    let mut clock = Clock::start();
    let (mut left, mut samples) = (moves, Vec::new());
    while left > 0 && !stop.is_pulled() {
        let sample = one.run(seed_of(seed, samples.len() as u64), left, stop)?;
        // Nobody who ends without a move will ever get further.
        left = if sample.moves == 0 { 0 } else { left - sample.moves };
        progress(&sample);
        samples.push(sample);
    }
    thread::yield_now();
    Ok(SoloOutcomes { samples, cpu: clock.lap() })
}

/// What the processor spends on this thread; the time on the wall where the system does not tell.
struct Clock {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        // What the system tells is up to date as of the last switch to another thread.
        thread::yield_now();
        Self { wall: Instant::now(), cpu: cpu_time() }
    }

    /// What was spent since it was started, or since the last lap.
    fn lap(&mut self) -> Duration {
        let before = std::mem::replace(self, Self { wall: Instant::now(), cpu: cpu_time() });
        match (before.cpu, self.cpu) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall - before.wall,
        }
    }
}

/// Linux keeps it in nanoseconds.
fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;

    struct Dice(u32);

    impl SoloRun for Dice {
        fn run(&self, seed: u64, most: u64, _: &Stop) -> Result<RunResult, Fault> {
            let moves = u64::from(Rng::new(seed).below(self.0)) + 1;
            let figures = vec![moves as f64];
            Ok(RunResult {
                moves: moves.min(most),
                ended: moves <= most,
                figures,
                ..RunResult::default()
            })
        }
    }

    const PLAN: Plan = Plan { games: 6000, moves: 100, seed: 3, threads: 2 };

    #[test]
    fn a_mean_and_its_error() {
        let Mean { mean, error } = Mean::of([1.0, 2.0, 3.0, 6.0].into_iter());
        assert_eq!(mean, 3.0);
        assert!((error.unwrap() - (14.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of([5.0].into_iter()), Mean { mean: 5.0, error: None });
    }

    #[test]
    fn contestants_share_seeds_however_many_threads() {
        let runs: [Box<dyn SoloRun>; 2] = [Box::new(Dice(6)), Box::new(Dice(6))];
        let play =
            |threads| trials(&runs, &Plan { threads, ..PLAN }, &Stop::new(), &|_, _| ()).unwrap();
        let [one, other] = &play(2)[..] else { panic!("two") };
        assert_eq!(one.samples, other.samples);
        assert_eq!(one.samples, play(1)[0].samples);
        let Mean { mean, error } = one.figure(0);
        assert!((mean - 3.5).abs() < 4.0 * error.unwrap(), "{mean}");
    }

    #[test]
    fn a_marathon_ends_at_its_last_move() {
        let outcomes = marathon(&Dice(6), 1000, 1, &Stop::new(), &|_| ()).unwrap();
        assert_eq!(outcomes.moves(), 1000);
        assert!(outcomes.ended() >= outcomes.samples.len() - 1);
    }
}
