//! A ladder of contestants who meet each other: schedules rounds, plays what the journal does not know, and rates all.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use search::Stop;

use super::schedule::{
    Aim, LadderFormat, first_round, lineups, middle_one, most_telling, neighbours,
};
use crate::contestant::Contestant;
use crate::crew::Crew;
use crate::event::EventError;
use crate::game_runner::{Fixture, GameRunner, MatchRules};
use crate::journal::Journal;
use crate::match_game::MatchGame;
use crate::stats::{Ratings, Stats, fit_held};

/// Rounds that are chosen at a time, at least, and as a part of those so far: whoever waits for the last game of a batch
/// plays nothing. It must not depend on the machine: the same ladder plays the same games everywhere.
const BATCH: usize = 8;
const PART: usize = 16;

/// What a side costs beside its thinking, in milliseconds.
const OVERHEAD: f64 = 2.0;

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
        /// Rounds of each lineup before anything is chosen by what is known; with none, only those listed side by side
        /// meet before, and the one of a gauntlet among held ones meets who is in their middle.
        first: usize,
        /// Chooses what tells most for the time it takes, not for the number of games. Times are those of this machine,
        /// so another one would play other games.
        thrifty: bool,
    },
}

/// What a ladder is played with.
#[derive(Clone)]
pub struct Ladder {
    /// The rules.
    pub rules: MatchRules,
    /// Who takes part.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub format: LadderFormat,
    /// How long.
    pub length: Length,
    /// Contestants whose ratings are known from elsewhere, by their numbers: the others are placed among them, and they
    /// do not meet among themselves.
    pub held: Vec<(usize, f64)>,
    /// Contestants who play no more for now, by their numbers. What they have played counts.
    pub resting: Vec<usize>,
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
        let lineups = self.lineups()?;
        let runner = GameRunner::new(self.rules.clone(), self.contestants.clone());
        let mut known = Known::of(journal.known.drain(..));
        let mut rounds = vec![0; lineups.len()];
        let (mut games, mut fixtures) = (Vec::new(), 0);
        let mut complete = false;
        while !stop.is_pulled() {
            // A thrifty plan follows the clock and is never the same twice. So it may ask for other games than those that
            // are known, although these tell enough.
            if known.any() && self.is_thrifty_and_known(games.iter().chain(known.all())) {
                complete = true;
                break;
            }
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
            let mut new = Vec::new();
            for fixture in list {
                match known.take(&fixture) {
                    Some(game) => games.push(game),
                    None => new.push(fixture),
                }
            }
            // The long ones first, so that nobody waits for one of them at the end.
            let costs = Costs::of(self.contestants.len(), &games[..before]);
            new.sort_by(|a, b| costs.round(&b.lineup).total_cmp(&costs.round(&a.lineup)));
            let so_far = Mutex::new((&mut *journal, games.len(), Ok(())));
            let played = crew.play(&runner, &new, stop, &|game| {
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
        // What was played under another plan, and this one has not asked for so far, is known all the same.
        games.extend(known.rest(fixtures));
        let stats = self.stats(games.iter());
        let ratings = self.fit(&stats);
        let contestants = self.contestants.iter().map(|one| one.name().to_owned()).collect();
        Ok(LadderReport { contestants, games, stats, ratings, complete })
    }

    /// All lineups that may meet.
    pub fn lineups(&self) -> Result<Vec<Vec<usize>>, EventError> {
        let mut lineups = lineups(self.contestants.len(), self.rules.sides()?, self.format);
        lineups.retain(|lineup| {
            let rests = lineup.iter().any(|one| self.resting.contains(one));
            !rests && !lineup.iter().all(|&one| self.is_held(one))
        });
        Ok(lineups)
    }

    /// All games added up.
    fn stats<'a>(&self, games: impl Iterator<Item = &'a MatchGame>) -> Stats {
        Stats::of(self.contestants.len(), games)
    }

    fn fit(&self, stats: &Stats) -> Ratings {
        let ratings = fit_held(self.contestants.len(), &stats.rounds, &self.held);
        match self.format {
            LadderFormat::Gauntlet(own) => ratings.seen_from(own),
            LadderFormat::RoundRobin => ratings,
        }
    }

    /// Whether a contestant's rating is given, and not found.
    pub fn is_held(&self, one: usize) -> bool {
        self.held.iter().any(|&(held, _)| held == one)
    }

    /// Whether a contestant's rating is what the ladder is for. A gauntlet is held for the sake of one: those it always
    /// beats, or never, stay unknown for ever.
    fn is_asked(&self, one: usize) -> bool {
        match self.format {
            _ if self.is_held(one) || self.resting.contains(&one) => false,
            LadderFormat::Gauntlet(own) => one == own,
            LadderFormat::RoundRobin => true,
        }
    }

    /// Whether these games tell a thrifty ladder all that it is to find out.
    fn is_thrifty_and_known<'a>(&self, games: impl Iterator<Item = &'a MatchGame>) -> bool {
        let Length::Until { error: enough, thrifty: true, .. } = self.length else { return false };
        let ratings = self.fit(&self.stats(games));
        let is_known = |one: usize| ratings.error(one).is_some_and(|error| error <= enough);
        (0..self.contestants.len()).all(|one| !self.is_asked(one) || is_known(one))
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
            Length::Until { first: 0, .. } if !begun => Some(match self.format {
                // Whoever is to be placed among known ones need not meet those far above or below it.
                LadderFormat::Gauntlet(_) if !self.held.is_empty() => {
                    middle_one(lineups, &self.held)
                }
                format => neighbours(lineups, format, &|one| self.is_asked(one)),
            }),
            Length::Until { first, .. } if !begun => {
                let round = first_round(lineups);
                Some((0..first).flat_map(|_| round.clone()).collect())
            }
            Length::Until { most, .. } if games.len() >= most => None,
            Length::Until { error, thrifty, .. } => {
                let ratings = self.fit(&self.stats(games.iter()));
                let asked = |one: usize| self.is_asked(one);
                // Contestants that always play the same games cannot be known any better.
                let repeats = tired(lineups, games);
                let fresh: Vec<usize> =
                    (0..lineups.len()).filter(|at| !repeats.contains(at)).collect();
                let open: Vec<Vec<usize>> = fresh.iter().map(|&at| lineups[at].clone()).collect();
                let costs = Costs::of(self.contestants.len(), games);
                let cost = |lineup: &[usize]| if thrifty { costs.round(lineup) } else { 1.0 };
                let placed =
                    matches!(self.format, LadderFormat::Gauntlet(_)) && !self.held.is_empty();
                let spread: Vec<usize> = match placed {
                    true => fresh.iter().map(|&at| rounds[at]).collect(),
                    false => Vec::new(),
                };
                let aim = Aim { enough: error, asked: &asked, cost: &cost, spread: &spread };
                let count = BATCH.max(rounds.iter().sum::<usize>() / PART);
                let chosen = most_telling(&ratings, &open, count, &aim);
                (!chosen.is_empty()).then(|| chosen.iter().map(|&at| fresh[at]).collect())
            }
        }
    }
}

/// The games of a journal, by what was played and not by their numbers: under another plan they come in another order.
struct Known(HashMap<(Vec<usize>, usize), Vec<MatchGame>>);

impl Known {
    fn of(games: impl Iterator<Item = MatchGame>) -> Self {
        let mut known: HashMap<_, Vec<MatchGame>> = HashMap::new();
        for game in games {
            known.entry((game.lineup.clone(), game.round)).or_default().push(game);
        }
        Self(known)
    }

    /// The game of a fixture, if it was played, under its number.
    fn take(&mut self, fixture: &Fixture) -> Option<MatchGame> {
        let Fixture { lineup, round, turn, number } = fixture;
        let games = self.0.get_mut(&(lineup.clone(), *round))?;
        // In duels everybody sits where they are listed, every time.
        let sits = |game: &MatchGame| {
            let mut seats = game.side_of.iter().zip(&game.seated);
            let due = |side: usize| lineup[(side + turn) % lineup.len()];
            !game.sides.is_empty() || seats.all(|(&side, &one)| one == due(side))
        };
        let at = games.iter().position(sits)?;
        Some(MatchGame { number: *number, ..games.remove(at) })
    }

    /// Whether there are games that nobody has taken.
    fn any(&self) -> bool {
        self.all().next().is_some()
    }

    /// The games that nobody has taken, in any order.
    fn all(&self) -> impl Iterator<Item = &MatchGame> {
        self.0.values().flatten()
    }

    /// What nobody has taken, numbered from here on.
    fn rest(self, from: usize) -> impl Iterator<Item = MatchGame> {
        let mut rest: Vec<MatchGame> = self.0.into_values().flatten().collect();
        rest.sort_by(|a, b| (a.round, &a.lineup, &a.seated).cmp(&(b.round, &b.lineup, &b.seated)));
        rest.into_iter().enumerate().map(move |(at, game)| MatchGame { number: from + at, ..game })
    }
}

/// What each contestant has spent on a game so far, in milliseconds.
struct Costs(Vec<f64>);

impl Costs {
    fn of(contestants: usize, games: &[MatchGame]) -> Self {
        let (mut time, mut count) = (vec![0.0; contestants], vec![0.0; contestants]);
        for game in games {
            for (&one, spent) in game.seated.iter().zip(&game.spent) {
                time[one] += spent.time;
                count[one] += 1.0;
            }
        }
        let costs = time.iter().zip(&count).map(|(time, count)| time / f64::max(*count, 1.0));
        Self(costs.map(|cost| cost + OVERHEAD).collect())
    }

    /// What a game of a lineup costs, all sides together.
    fn round(&self, lineup: &[usize]) -> f64 {
        lineup.iter().map(|&one| self.0[one]).sum()
    }
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
