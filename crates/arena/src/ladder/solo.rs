//! A ladder of contestants who play alone: means with their errors, on the same seeds for all.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use search::{Fault, RunResult, SoloRun, Stop};
use serde::{Deserialize, Serialize};

use crate::crew::{Crew, SharedEvent};
use crate::event::{Event, EventError, seed_of};
use crate::journal::Journal;
use crate::solo::SoloOutcomes;

/// Runs of each contestant before the means are looked at, and how many come next.
const BATCH: usize = 16;

/// A run in the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SoloLine {
    /// Whose run it was.
    pub contestant: usize,
    /// The number of its seed.
    pub run: usize,
    /// What it came to.
    pub sample: RunResult,
}

/// Contestants made ready to run alone, on the same seeds.
pub struct SoloRuns {
    /// The contestants.
    pub runs: Vec<Box<dyn SoloRun>>,
    /// After so many moves a run is broken off.
    pub moves: u64,
    /// What decides all seeds.
    pub seed: u64,
}

/// A run that is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoloTask {
    /// Whose run it is.
    pub contestant: usize,
    /// The number of its seed.
    pub run: usize,
}

/// What a ladder of solo runs is played with.
pub struct SoloLadder<'a> {
    /// Who runs, and how.
    pub event: &'a SoloRuns,
    /// Runs of each; with `until`, the most.
    pub games: usize,
    /// Goes on until the mean of the first figure is known this well of each, as a part of it, with 95% confidence.
    pub until: Option<f64>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct SoloReport {
    /// What each contestant came to.
    pub outcomes: Vec<SoloOutcomes>,
    /// Whether it came to its own end.
    pub complete: bool,
}

impl Event for SoloRuns {
    type Kept = ();
    type Task = SoloTask;
    type Game = SoloLine;

    fn set_up(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn play(
        &self,
        (): &mut (),
        &SoloTask { contestant, run }: &SoloTask,
        stop: &Stop,
    ) -> Result<Option<SoloLine>, Fault> {
        let seed = seed_of(self.seed, run as u64);
        let sample = self.runs[contestant].run(seed, self.moves, stop)?;
        // A run that was broken off by hand says nothing.
        let whole =
            !stop.is_pulled() || sample.ended || sample.why.is_some() || sample.moves >= self.moves;
        Ok(whole.then_some(SoloLine { contestant, run, sample }))
    }
}

impl SharedEvent for SoloRuns {
    fn key(&self, task: &SoloTask) -> String {
        format!("{}/{}", task.contestant, task.run)
    }
}

impl SoloLadder<'_> {
    /// Runs until all is known well enough or somebody stops it. `progress` is told of every run that is played now.
    pub fn run(
        &self,
        crew: &Crew<'_>,
        journal: &mut Journal<SoloLine>,
        stop: &Stop,
        progress: &(dyn Fn(&SoloLine) + Sync),
    ) -> Result<SoloReport, EventError> {
        let count = self.event.runs.len();
        let mut samples: HashMap<(usize, usize), RunResult> = journal
            .known
            .drain(..)
            .map(|line| ((line.contestant, line.run), line.sample))
            .collect();
        let mut made = vec![0; count];
        let mut complete = false;
        while !stop.is_pulled() {
            let list = self.next_batch(&mut made, &samples);
            if list.is_empty() {
                complete = true;
                break;
            }
            let new: Vec<SoloTask> = list
                .into_iter()
                .filter(|key| !samples.contains_key(key))
                .map(|(contestant, run)| SoloTask { contestant, run })
                .collect();
            let so_far = Mutex::new((&mut *journal, Ok(())));
            let played = crew.play(self.event, &new, stop, &|line| {
                let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
                let (journal, written) = &mut *so_far;
                let line_written = journal.write(line);
                *written = std::mem::replace(written, Ok(())).and(line_written);
                progress(line);
            })?;
            let (_, written) = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
            written?;
            samples
                .extend(played.into_iter().map(|line| ((line.contestant, line.run), line.sample)));
        }
        let outcomes = (0..count).map(|one| outcomes(one, made[one], &samples)).collect();
        Ok(SoloReport { outcomes, complete })
    }

    /// The next runs: without an end in mind all of them, else some of those contestants that are not known well
    /// enough.
    fn next_batch(
        &self,
        made: &mut [usize],
        samples: &HashMap<(usize, usize), RunResult>,
    ) -> Vec<(usize, usize)> {
        let mut list = Vec::new();
        for (one, made) in made.iter_mut().enumerate() {
            let known = outcomes(one, *made, samples).figure(0);
            let error = known.error.map_or(f64::INFINITY, |error| 1.96 * error);
            let enough = match self.until {
                None => false,
                Some(part) => *made > 0 && error <= part * known.mean.abs().max(1e-9),
            };
            let more = match (self.until, enough) {
                (_, true) => 0,
                (None, _) => self.games,
                (Some(_), false) => BATCH,
            };
            let end = (*made + more).min(self.games);
            list.extend((*made..end).map(|run| (one, run)));
            *made = end;
        }
        // All contestants on a seed, then the next.
        list.sort_by_key(|&(one, run)| (run, one));
        list
    }
}

fn outcomes(one: usize, made: usize, samples: &HashMap<(usize, usize), RunResult>) -> SoloOutcomes {
    let list = (0..made).filter_map(|run| samples.get(&(one, run)).cloned());
    SoloOutcomes { samples: list.collect(), ..SoloOutcomes::default() }
}
