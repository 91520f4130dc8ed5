//! A search for the best numbers of a player, round by round.

use std::sync::{Mutex, PoisonError};

use game::Parameter;
use search::Stop;

use super::cma::Cma;
use super::grid::Grid;
use super::journal::{JudgedCandidate, TuneJournal};
use super::spsa::Spsa;
use super::trial::{Candidate, Trial};
use super::winner::Winner;
use crate::crew::Crew;
use crate::event::{EventError, seed_of};
use crate::solo::{Mean, Plan};

/// How candidates are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every point of the grid, once.
    Grid,
    /// CMA-ES.
    CmaEs,
    /// SPSA.
    Spsa,
}

/// What is searched. Numbers become a player by `prepare`.
pub struct Search<'a> {
    /// The numbers, where they begin and how far they may go.
    pub parameters: Vec<Parameter>,
    /// How a candidate is judged.
    pub trial: Trial<'a>,
    /// How.
    pub method: Method,
    /// How many candidates at most, but for a first round; the grid has as many as it has.
    pub budget: usize,
    /// Candidates of a round of CMA-ES; as many as the dimensions want if not given.
    pub population: Option<usize>,
    /// Games at a time when the winner is confirmed.
    pub threads: usize,
}

/// What is told on the way.
#[derive(Clone, Debug)]
pub struct TuneNews<'a> {
    /// How many have been judged.
    pub judged: usize,
    /// The last of them.
    pub last: &'a JudgedCandidate,
    /// The best so far: of the grid the highest mean, of CMA-ES the middle of the last round.
    pub best: &'a JudgedCandidate,
}

/// Who plays, until when, and who is told.
struct Running<'a> {
    crew: &'a Crew<'a>,
    stop: &'a Stop,
    news: &'a (dyn Fn(TuneNews<'_>) + Sync),
}

/// Far from the seeds of the rounds.
const FRESH: u64 = 0x5eed_0f1e_5cde_c0de;

impl Search<'_> {
    /// Searches until the budget is spent or the flag is raised; all that was judged, in order.
    pub fn run(
        &self,
        crew: &Crew<'_>,
        journal: &mut TuneJournal,
        stop: &Stop,
        news: &(dyn Fn(TuneNews<'_>) + Sync),
    ) -> Result<Vec<JudgedCandidate>, EventError> {
        let event = Running { crew, stop, news };
        match self.method {
            Method::Grid => {
                let grid = Grid::new(&self.parameters);
                let points: Vec<_> =
                    (0..grid.len().unwrap_or(0)).map(|number| grid.point(number)).collect();
                let mut done = Vec::new();
                self.judge(0, &points, &event, journal, &mut done)?;
                Ok(done)
            }
            Method::CmaEs => self.evolve(&event, journal),
            Method::Spsa => self.climb(&event, journal),
        }
    }

    fn evolve(
        &self,
        event: &Running<'_>,
        journal: &mut TuneJournal,
    ) -> Result<Vec<JudgedCandidate>, EventError> {
        let start: Vec<f64> = self.parameters.iter().map(|parameter| parameter.usual).collect();
        let spread: Vec<f64> = self.parameters.iter().map(|parameter| parameter.step).collect();
        let mut cma = Cma::new(&start, &spread, self.population, self.trial.seed);
        let mut done = Vec::new();
        while done.len() < self.budget && !event.stop.is_pulled() {
            let mut candidates = cma.ask();
            // Half a round would teach it nothing: what is left of the budget is left.
            if !done.is_empty() && done.len() + candidates.len() > self.budget {
                break;
            }
            candidates.iter_mut().for_each(|candidate| self.bounded(candidate));
            let before = done.len();
            self.judge(cma.generation(), &candidates, event, journal, &mut done)?;
            let values: Vec<f64> = done[before..].iter().map(|judged| judged.value).collect();
            if values.len() == candidates.len() {
                cma.tell(&candidates, &values);
            }
        }
        Ok(done)
    }

    fn spsa(&self) -> Spsa {
        let start: Vec<f64> = self.parameters.iter().map(|parameter| parameter.usual).collect();
        let scale: Vec<f64> = self.parameters.iter().map(|parameter| parameter.step).collect();
        Spsa::new(&start, &scale, self.budget as u64 / 2, self.trial.seed)
    }

    /// Keeps numbers inside their bounds.
    fn bounded(&self, numbers: &mut [f64]) {
        for (number, parameter) in numbers.iter_mut().zip(&self.parameters) {
            *number = number.clamp(parameter.low, parameter.high);
        }
    }

    fn climb(
        &self,
        event: &Running<'_>,
        journal: &mut TuneJournal,
    ) -> Result<Vec<JudgedCandidate>, EventError> {
        let mut spsa = self.spsa();
        let mut done = Vec::new();
        while (done.is_empty() || done.len() + 2 <= self.budget) && !event.stop.is_pulled() {
            let mut candidates = spsa.ask();
            candidates.iter_mut().for_each(|candidate| self.bounded(candidate));
            let before = done.len();
            self.judge(spsa.round(), &candidates, event, journal, &mut done)?;
            let values: Vec<f64> = done[before..].iter().map(|judged| judged.value).collect();
            if values.len() == 2 {
                spsa.tell(&values);
            }
        }
        Ok(done)
    }

    /// Judges the candidates of a round on the same games. What the journal knows is not played again.
    fn judge(
        &self,
        round: u64,
        candidates: &[Vec<f64>],
        event: &Running<'_>,
        journal: &mut TuneJournal,
        done: &mut Vec<JudgedCandidate>,
    ) -> Result<(), EventError> {
        let Running { crew, stop, news } = *event;
        let (mut judged, mut new) = (Vec::new(), Vec::new());
        for (index, numbers) in candidates.iter().enumerate() {
            let same = |judged: &&JudgedCandidate| (judged.round, judged.index) == (round, index);
            let numbers = numbers.clone();
            match journal.known.iter().find(same) {
                Some(known) => judged.push(JudgedCandidate { numbers, ..known.clone() }),
                None => new.push(Candidate { round, index, numbers }),
            }
        }
        let known = done.iter().chain(&judged).cloned().collect::<Vec<_>>();
        let so_far = Mutex::new((journal, known, Ok(())));
        let played = crew.play(&self.trial, &new, stop, &|judged| {
            let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            let (journal, all, written) = &mut *so_far;
            if written.is_ok() {
                *written = journal.write(judged);
            }
            all.push(judged.clone());
            if let Some(best) = self.best(all) {
                news(TuneNews { judged: all.len(), last: judged, best });
            }
        })?;
        judged.extend(played);
        judged.sort_by_key(|one| one.index);
        // In the order of the candidates; after a gap, what was judged teaches nothing.
        let in_order = judged.into_iter().enumerate();
        done.extend(in_order.take_while(|(at, one)| *at == one.index).map(|(_, one)| one));
        let (_, _, written) = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(written?)
    }

    /// The best of what was judged. Values of different rounds come from different games: where there are several,
    /// the last two count, and the highest of those.
    pub fn best<'d>(&self, done: &'d [JudgedCandidate]) -> Option<&'d JudgedCandidate> {
        let last = done.iter().map(|judged| judged.round).max()?;
        let recent = done.iter().filter(|judged| judged.round + 1 >= last);
        // Of equals the first.
        recent.rev().max_by(|a, b| a.value.total_cmp(&b.value))
    }

    /// The numbers that a search ended with: of CMA-ES the middle of its last full round's better half, which is
    /// less a matter of luck than the best of it.
    pub fn result(&self, done: &[JudgedCandidate]) -> Option<(Vec<f64>, Mean)> {
        let best = self.best(done)?;
        if self.method == Method::Grid {
            return Some((best.numbers.clone(), best.mean()));
        }
        if self.method == Method::Spsa {
            // The way that it took follows from what was judged.
            let mut spsa = self.spsa();
            for pair in done.chunks_exact(2) {
                spsa.ask();
                spsa.tell(&[pair[0].value, pair[1].value]);
            }
            let mut numbers = spsa.result();
            self.bounded(&mut numbers);
            let last = done[done.len() - done.len().div_ceil(4)..].iter();
            return Some((numbers, Mean::of(last.map(|judged| judged.value))));
        }
        let last = done.last()?.round;
        let mut round: Vec<&JudgedCandidate> =
            done.iter().filter(|judged| judged.round + 3 > last).collect();
        round.sort_by(|a, b| b.value.total_cmp(&a.value));
        round.truncate(round.len().div_ceil(2));
        let count = round.len() as f64;
        let middle = (0..best.numbers.len())
            .map(|index| round.iter().map(|judged| judged.numbers[index]).sum::<f64>() / count)
            .collect();
        Some((middle, Mean::of(round.iter().map(|judged| judged.value))))
    }

    /// Plays the winner, and the numbers with which it began, on fresh games.
    pub fn confirm(
        &self,
        (numbers, seen): (Vec<f64>, Mean),
        games: u64,
        stop: &Stop,
    ) -> Result<Option<Winner>, EventError> {
        let (seed, games) = (seed_of(self.trial.seed, FRESH), games as usize);
        let plan = Plan { games, moves: self.trial.most, seed, threads: self.threads };
        let usual: Vec<f64> = self.parameters.iter().map(|parameter| parameter.usual).collect();
        let confirmed = self.trial.values(&numbers, &plan, stop)?;
        let before = self.trial.values(&usual, &plan, stop)?;
        Ok(confirmed.zip(before).map(|(confirmed, before)| {
            let gain = confirmed.iter().zip(&before).map(|(own, other)| own - other);
            Winner {
                numbers,
                seen,
                gain: Mean::of(gain),
                confirmed: Mean::of(confirmed.iter().copied()),
                before: Mean::of(before.iter().copied()),
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;
    use search::{Fault, RunResult, SoloRun};

    use super::*;
    use crate::tune::Measure;

    /// A hill at (3, -2), seen through noise.
    struct Hill(Vec<f64>);

    impl SoloRun for Hill {
        fn run(&self, seed: u64, _: u64, _: &Stop) -> Result<RunResult, Fault> {
            let noise = f64::from(Rng::new(seed).unit()) - 0.5;
            let value = 100.0 - (self.0[0] - 3.0).powi(2) - (self.0[1] + 2.0).powi(2);
            let figures = vec![value + 10.0 * noise];
            Ok(RunResult { moves: 1, ended: true, figures, ..RunResult::default() })
        }
    }

    fn parameter(usual: f64, step: f64) -> Parameter {
        Parameter::new("x", usual, (-5.0, 5.0), step)
    }

    fn search(method: Method, budget: usize) -> Search<'static> {
        Search {
            parameters: vec![parameter(0.0, 1.0), parameter(0.0, 1.0)],
            trial: Trial {
                prepare: &|numbers| Ok(Box::new(Hill(numbers.to_vec()))),
                measure: Measure { figure: 0, log: false },
                games: 4,
                most: 1,
                seed: 1,
            },
            method,
            budget,
            population: None,
            threads: 2,
        }
    }

    #[test]
    fn the_same_games_for_all_make_the_grid_exact() {
        let search = search(Method::Grid, 0);
        let stop = Stop::new();
        let done = search.run(&Crew::threads(2), &mut TuneJournal::none(), &stop, &|_| ()).unwrap();
        assert_eq!(done.len(), 121);
        // The noise is the same everywhere, so that it cannot hide the top.
        assert_eq!(search.best(&done).unwrap().numbers, [3.0, -2.0]);
        let winner = search.confirm(search.result(&done).unwrap(), 100, &stop).unwrap().unwrap();
        assert!((winner.confirmed.mean - 100.0).abs() < 1.5 && winner.before.mean < 90.0);
        assert!(winner.is_believed());
    }

    #[test]
    fn a_winner_by_luck_is_not_believed() {
        // Nothing makes a difference here, and what was seen was luck.
        let search = Search {
            trial: Trial {
                prepare: &|numbers| Ok(Box::new(Luck(numbers[0]))),
                ..search(Method::Grid, 0).trial
            },
            ..search(Method::Grid, 0)
        };
        let stop = Stop::new();
        let done = search.run(&Crew::threads(2), &mut TuneJournal::none(), &stop, &|_| ()).unwrap();
        let (numbers, seen) = search.result(&done).unwrap();
        assert!(seen.mean > 0.6, "{seen:?}");
        let winner = search.confirm((numbers, seen), 200, &stop).unwrap().unwrap();
        assert!(!winner.is_believed(), "{winner:?}");
    }

    struct Luck(f64);

    impl SoloRun for Luck {
        fn run(&self, seed: u64, _: u64, _: &Stop) -> Result<RunResult, Fault> {
            let figures = vec![f64::from(Rng::new(seed ^ self.0.to_bits()).unit())];
            Ok(RunResult { moves: 1, ended: true, figures, ..RunResult::default() })
        }
    }

    #[test]
    fn steps_in_random_directions_climb_and_are_taken_up_again() {
        let stop = Stop::new();
        let whole = search(Method::Spsa, 800);
        let done = whole.run(&Crew::threads(2), &mut TuneJournal::none(), &stop, &|_| ()).unwrap();
        let (numbers, _) = whole.result(&done).unwrap();
        assert!((numbers[0] - 3.0).abs() < 0.5 && (numbers[1] + 2.0).abs() < 0.5, "{numbers:?}");
        let mut journal = TuneJournal::none();
        journal.known = done[..301].to_vec();
        assert_eq!(whole.run(&Crew::threads(2), &mut journal, &stop, &|_| ()).unwrap(), done);
    }

    #[test]
    fn an_evolution_climbs_through_noise() {
        let search = search(Method::CmaEs, 600);
        let stop = Stop::new();
        let done = search.run(&Crew::threads(2), &mut TuneJournal::none(), &stop, &|_| ()).unwrap();
        let (numbers, _) = search.result(&done).unwrap();
        assert!((numbers[0] - 3.0).abs() < 0.2 && (numbers[1] + 2.0).abs() < 0.2, "{numbers:?}");
    }

    #[test]
    fn a_search_goes_on_where_it_was() {
        let folder = std::env::temp_dir().join(format!("plateau-journal-{}", std::process::id()));
        let head = serde_json::json!({ "search": "hill" });
        let stop = Stop::new();
        let whole = search(Method::CmaEs, 60)
            .run(&Crew::threads(2), &mut TuneJournal::none(), &stop, &|_| ())
            .unwrap();
        let mut journal = TuneJournal::open(&folder, &head).unwrap();
        search(Method::CmaEs, 30).run(&Crew::threads(2), &mut journal, &stop, &|_| ()).unwrap();
        drop(journal);
        let mut journal = TuneJournal::open(&folder, &head).unwrap();
        assert!(journal.known.len() >= 30);
        let resumed =
            search(Method::CmaEs, 60).run(&Crew::threads(2), &mut journal, &stop, &|_| ()).unwrap();
        assert_eq!(resumed, whole);
        assert!(TuneJournal::open(&folder, &serde_json::json!({ "search": "dale" })).is_err());
        std::fs::remove_file(&folder).unwrap();
    }
}
