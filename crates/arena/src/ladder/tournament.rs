//! A ladder of contestants who meet each other: schedules rounds, plays what the journal does not know, and rates all.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use search::Stop;

use super::schedule::{Format, first_round, lineups, most_telling};
use crate::contestant::Contestant;
use crate::crew::Crew;
use crate::event::EventError;
use crate::hall::{Fixture, Hall, Rules};
use crate::journal::Journal;
use crate::match_game::MatchGame;
use crate::stats::{Ratings, Stats, fit};

/// Rounds that are chosen at a time. It must not depend on the machine: the same ladder plays the same games everywhere.
const BATCH: usize = 8;

/// How long a ladder goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// So many rounds of every lineup.
    Rounds(usize),
    /// Until every rating is known this well, or that of a gauntlet's one, but so many games at most.
    Until {
        /// Elo points to each side, with 95% confidence.
        error: f64,
        /// Games.
        most: usize,
        /// Rounds of each lineup before anything is chosen by what is known.
        first: usize,
    },
}

/// What a ladder is played with.
#[derive(Clone)]
pub struct Ladder {
    /// The rules.
    pub rules: Rules,
    /// Who takes part.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub format: Format,
    /// How long.
    pub length: Length,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct LadderReport {
    /// The contestants' names.
    pub contestants: Vec<String>,
    /// All games, in the order of their numbers.
    pub games: Vec<MatchGame>,
    /// All games added up.
    pub stats: Stats,
    /// The ratings.
    pub ratings: Ratings,
    /// Whether it came to its own end.
    pub complete: bool,
}

impl Ladder {
    /// Plays until the ladder is long enough or somebody stops it. `progress` is told of each game that is played now,
    /// with how many there are in all so far.
    pub fn run(
        &self,
        crew: &Crew<'_>,
        journal: &mut Journal<MatchGame>,
        stop: &Stop,
        progress: &(dyn Fn(&MatchGame, usize) + Sync),
    ) -> Result<LadderReport, EventError> {
        let sides = self.rules.sides()?;
        let lineups = lineups(self.contestants.len(), sides, self.format);
        let hall = Hall::new(self.rules.clone(), self.contestants.clone());
        let mut known: HashMap<usize, MatchGame> =
            journal.known.drain(..).map(|game| (game.number, game)).collect();
        let mut rounds = vec![0; lineups.len()];
        let (mut games, mut fixtures) = (Vec::new(), 0);
        let mut complete = false;
        while !stop.is_pulled() {
            let Some(batch) = self.next_batch(&lineups, &rounds, &games) else {
                complete = true;
                break;
            };
            let mut list = Vec::new();
            for at in batch {
                let lineup = &lineups[at];
                for turn in 0..lineup.len() {
                    let (number, round) = (fixtures + list.len(), rounds[at]);
                    list.push(Fixture { number, lineup: lineup.clone(), round, turn });
                }
                rounds[at] += 1;
            }
            fixtures += list.len();
            let before = games.len();
            let (old, new): (Vec<Fixture>, Vec<Fixture>) =
                list.into_iter().partition(|fixture| is_known(&known, fixture));
            games.extend(old.iter().filter_map(|fixture| known.remove(&fixture.number)));
            let so_far = Mutex::new((&mut *journal, games.len(), Ok(())));
            let played = crew.play(&hall, &new, stop, &|game| {
                let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
                let (journal, count, written) = &mut *so_far;
                *count += 1;
                let line = journal.write(game);
                *written = std::mem::replace(written, Ok(())).and(line);
                progress(game, *count);
            })?;
            let (_, _, written) = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
            written?;
            games.extend(played);
            games[before..].sort_by_key(|game| game.number);
        }
        games.sort_by_key(|game| game.number);
        let stats = self.stats(&games);
        let ratings = fit(self.contestants.len(), &stats.rounds);
        let contestants = self.contestants.iter().map(|one| one.name().to_owned()).collect();
        Ok(LadderReport { contestants, games, stats, ratings, complete })
    }

    /// All games added up.
    fn stats(&self, games: &[MatchGame]) -> Stats {
        Stats::of(self.contestants.len(), games.iter())
    }

    /// The lineups of the next rounds; none when the ladder is long enough. It depends on whole batches alone.
    fn next_batch(
        &self,
        lineups: &[Vec<usize>],
        rounds: &[usize],
        games: &[MatchGame],
    ) -> Option<Vec<usize>> {
        let all = |count: usize| (0..count).flat_map(|_| 0..lineups.len()).collect::<Vec<_>>();
        let begun = rounds.iter().any(|&rounds| rounds > 0);
        match self.length {
            Length::Rounds(count) => (!begun).then(|| all(count)).filter(|all| !all.is_empty()),
            Length::Until { first, .. } if !begun => {
                let round = first_round(lineups);
                Some((0..first.max(1)).flat_map(|_| round.clone()).collect())
            }
            Length::Until { most, .. } if games.len() >= most => None,
            Length::Until { error, .. } => {
                let stats = self.stats(games);
                let ratings = fit(self.contestants.len(), &stats.rounds);
                // A gauntlet is held for the sake of one: those it always beats, or never, stay unknown for ever.
                let asked = |one: usize| match self.format {
                    Format::Gauntlet(own) => one == own,
                    Format::RoundRobin => true,
                };
                let widest = ratings.widest(&asked)?;
                if ratings.error(widest).is_some_and(|known| known <= error) {
                    return None;
                }
                // Contestants that always play the same games cannot be known any better.
                let repeats = tired(lineups, games);
                let fresh: Vec<usize> =
                    (0..lineups.len()).filter(|at| !repeats.contains(at)).collect();
                let open: Vec<Vec<usize>> = fresh.iter().map(|&at| lineups[at].clone()).collect();
                let chosen = most_telling(&ratings, &open, BATCH, error, &asked);
                (!chosen.is_empty()).then(|| chosen.iter().map(|&at| fresh[at]).collect())
            }
        }
    }
}

/// Whether the journal has this very game.
fn is_known(known: &HashMap<usize, MatchGame>, fixture: &Fixture) -> bool {
    known
        .get(&fixture.number)
        .is_some_and(|game| (game.round, &game.lineup) == (fixture.round, &fixture.lineup))
}

/// The lineups whose last rounds brought no game that was not known: there are no more openings.
fn tired(lineups: &[Vec<usize>], games: &[MatchGame]) -> BTreeSet<usize> {
    let mut seen = std::collections::HashSet::new();
    let mut stale: HashMap<&[usize], usize> = HashMap::new();
    for game in games {
        let count = stale.entry(&game.lineup).or_default();
        *count = if seen.insert(game.key) { 0 } else { *count + 1 };
    }
    let is_stale = |lineup: &Vec<usize>| {
        stale.get(&lineup[..]).is_some_and(|&count| count >= BATCH * lineup.len())
    };
    (0..lineups.len()).filter(|&at| is_stale(&lineups[at])).collect()
}
