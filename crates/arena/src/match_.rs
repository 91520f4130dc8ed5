//! A match: contestants meet in many games, and everybody sits everywhere.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

use search::{Fault, Stop};

use crate::contestant::Contestant;
use crate::event::run;
use crate::game_runner::{Fixture, GameRunner, MatchRules};
use crate::match_game::MatchGame;
use crate::stats::{Ratings, Scores, Sprt, SprtVerdict, Stats, fit};

/// What a match is played with.
#[derive(Clone)]
pub struct Match {
    /// The rules.
    pub rules: MatchRules,
    /// Who plays; sides are filled in this order, again from the first if there are more.
    pub contestants: Vec<Contestant>,
    /// How many games, at most.
    pub games: usize,
    /// Between two: stops as soon as this test is decided.
    pub sprt: Option<Sprt>,
    /// Games at a time.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// The contestants' names.
    pub contestants: Vec<String>,
    /// The games that were played to an end, in order of their number.
    pub games: Vec<MatchGame>,
    /// All of them added up.
    pub stats: Stats,
    /// Ratings, if there are games.
    pub ratings: Option<Ratings>,
    /// The test, with the logarithm of its ratio and what it says.
    pub sprt: Option<(Sprt, f64, SprtVerdict)>,
}

impl Match {
    /// Plays until all games are done, the test is decided, or somebody stops it. `progress` is told of each game as it
    /// ends.
    pub fn run(
        &self,
        stop: &Stop,
        progress: &(dyn Fn(&MatchGame) + Sync),
    ) -> Result<MatchReport, Fault> {
        let count = self.contestants.len();
        let fixture = |number: usize| Fixture {
            number,
            lineup: (0..count).collect(),
            round: number / count,
            turn: number % count,
        };
        let list: Vec<Fixture> = (0..self.games).map(fixture).collect();
        let runner = GameRunner::new(self.rules.clone(), self.contestants.clone());
        let clock = self.sprt.map(|sprt| Mutex::new(PairSequence::new(sprt)));
        let mut games = run(&runner, &list, self.threads, stop, &|game| {
            progress(game);
            if let Some(sequence) = &clock {
                let mut sequence = sequence.lock().unwrap_or_else(PoisonError::into_inner);
                if sequence.add(game) != SprtVerdict::Open {
                    stop.pull();
                }
            }
        })?;
        let sprt = clock.map(|sequence| {
            let sequence = sequence.into_inner().unwrap_or_else(PoisonError::into_inner);
            if sequence.verdict != SprtVerdict::Open {
                // What was on its way when it was decided must not change the answer.
                games.retain(|game| game.round < sequence.next);
            }
            (sequence.sprt, sequence.sprt.ratio(&sequence.scores), sequence.verdict)
        });
        let stats = Stats::of(count, games.iter());
        let ratings = (!stats.rounds.is_empty()).then(|| fit(count, &stats.rounds));
        let contestants = self.contestants.iter().map(|one| one.name().to_owned()).collect();
        Ok(MatchReport { contestants, games, stats, ratings, sprt })
    }
}

/// A sequential test that looks at whole pairs in the order of their numbers, however many threads play them: so the
/// same seed gives the same answer.
struct PairSequence {
    sprt: Sprt,
    scores: Scores,
    /// The round that it waits for.
    next: usize,
    /// Games of later rounds, by round: their keys and the first contestant's shares.
    waiting: BTreeMap<usize, Vec<(u64, f64)>>,
    known: HashSet<Vec<u64>>,
    verdict: SprtVerdict,
}

impl PairSequence {
    fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            scores: Scores::default(),
            next: 0,
            waiting: BTreeMap::new(),
            known: HashSet::new(),
            verdict: SprtVerdict::Open,
        }
    }

    fn add(&mut self, game: &MatchGame) -> SprtVerdict {
        self.waiting.entry(game.round).or_default().push((game.key, game.share(0)));
        while self.verdict == SprtVerdict::Open
            && self.waiting.get(&self.next).is_some_and(|round| round.len() == game.lineup.len())
        {
            let mut round = self.waiting.remove(&self.next).unwrap_or_default();
            round.sort_by_key(|&(key, _)| key);
            // A pair that was played before says nothing new.
            if self.known.insert(round.iter().map(|&(key, _)| key).collect()) {
                let sum: f64 = round.iter().map(|(_, share)| share).sum();
                self.scores.add(sum / round.len() as f64, 1.0);
            }
            self.next += 1;
            self.verdict = self.sprt.verdict(&self.scores);
        }
        self.verdict
    }
}
