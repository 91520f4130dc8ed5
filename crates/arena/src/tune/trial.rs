//! How a candidate of a search is judged: by games that are the same for all of its round.

use search::{Fault, RunResult, SoloRun, Stop};
use serde::{Deserialize, Serialize};

use super::journal::JudgedCandidate;
use crate::crew::SharedEvent;
use crate::event::{Event, seed_of};
use crate::solo::{Mean, Plan, figure, trials};

/// What of a game is wanted to be high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// The figure's number.
    pub figure: usize,
    /// Its logarithm: a few lucky games count for less.
    pub log: bool,
}

impl Measure {
    /// What a game is worth.
    pub fn of(self, sample: &RunResult) -> f64 {
        let value = figure(sample, self.figure);
        if self.log { value.max(0.0).ln_1p() } else { value }
    }
}

/// Makes a player of numbers.
pub type Prepare<'a> = dyn Fn(&[f64]) -> Result<Box<dyn SoloRun>, Fault> + Sync + 'a;

/// How a candidate is judged.
pub struct Trial<'a> {
    /// Makes a player of numbers.
    pub prepare: &'a Prepare<'a>,
    /// What is to be high.
    pub measure: Measure,
    /// Games for each candidate. Those of a round have the same seeds.
    pub games: u64,
    /// After so many moves a game is broken off.
    pub most: u64,
    /// What decides all seeds.
    pub seed: u64,
}

/// Numbers that are to be judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The round, from 0: all of a round play the same games.
    pub round: u64,
    /// Its number in the round.
    pub index: usize,
    /// The numbers.
    pub numbers: Vec<f64>,
}

impl Event for Trial<'_> {
    type Kept = ();
    type Task = Candidate;
    type Game = JudgedCandidate;

    fn set_up(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn play(
        &self,
        (): &mut (),
        candidate: &Candidate,
        stop: &Stop,
    ) -> Result<Option<JudgedCandidate>, Fault> {
        let plan = Plan {
            games: self.games as usize,
            moves: self.most,
            seed: seed_of(self.seed, candidate.round),
            threads: 1,
        };
        let values = self.values(&candidate.numbers, &plan, stop)?;
        let mean = values.map(|values| Mean::of(values.iter().copied()));
        Ok(mean.map(|Mean { mean, error }| JudgedCandidate {
            round: candidate.round,
            index: candidate.index,
            numbers: candidate.numbers.clone(),
            value: written(mean),
            error: written(error.unwrap_or(0.0)),
        }))
    }
}

impl SharedEvent for Trial<'_> {
    fn key(&self, candidate: &Candidate) -> String {
        let numbers: Vec<String> = candidate.numbers.iter().map(f64::to_string).collect();
        format!("{}/{}", candidate.round, numbers.join(" "))
    }

    fn numbered(&self, candidate: &Candidate, judged: JudgedCandidate) -> JudgedCandidate {
        JudgedCandidate { index: candidate.index, ..judged }
    }
}

impl Trial<'_> {
    /// What each game of a plan was worth; none if they were broken off.
    pub(super) fn values(
        &self,
        numbers: &[f64],
        plan: &Plan,
        stop: &Stop,
    ) -> Result<Option<Vec<f64>>, Fault> {
        let runs = [(self.prepare)(numbers)?];
        let outcomes = trials(&runs, plan, stop, &|_, _| ())?;
        let samples = &outcomes[0].samples;
        Ok((samples.len() == plan.games)
            .then(|| samples.iter().map(|sample| self.measure.of(sample)).collect()))
    }
}

/// As a journal gives it back to the last digit.
fn written(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
