//! A ladder as its journal tells it, while it is still being played.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::solo::SoloLine;
use crate::match_game::MatchGame;
use crate::solo::{Mean, figure};
use crate::stats::{Rating, Stats, fit_held};

/// So many contestants at most: a file that says otherwise is none of ours.
const MOST_CONTESTANTS: usize = 200;

/// The first point of the curves, in games, and how much longer each next stretch is.
const FIRST_POINT: f64 = 12.0;
const STRETCH: f64 = 1.35;

/// The first line of a ladder's journal.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct LogHead {
    /// What is written down; `ladder` for these.
    plateau: String,
    /// The game's id.
    pub game: String,
    /// The variant's id; the usual one if none is named.
    pub variant: Option<String>,
    /// Options that differ from the variant's.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// Who takes part.
    pub contestants: Vec<String>,
    /// The one that meets everybody, if only one does.
    #[serde(default)]
    pub gauntlet: Option<String>,
    /// Whether each plays alone.
    #[serde(default)]
    pub alone: bool,
    /// Whether it is in real time.
    #[serde(default)]
    pub duel: bool,
}

/// What is known of a ladder so far.
#[derive(Clone, Debug)]
pub struct LadderLog {
    /// What it is.
    pub head: LogHead,
    games: Vec<MatchGame>,
    runs: Vec<SoloLine>,
    /// Contestants whose ratings are known from elsewhere, by their numbers.
    held: Vec<(usize, f64)>,
    /// Ratings after so many games: what was played stays played, so each is computed once.
    curves: BTreeMap<usize, Vec<f64>>,
}

/// How the contestants stand.
#[derive(Clone, Debug)]
pub struct LogStandings {
    /// Games or runs so far.
    pub played: usize,
    /// Those that differ.
    pub different: usize,
    /// Each contestant, in the order of the head.
    pub contestants: Vec<LogStanding>,
    /// Each against each: the share of games ahead; none where they have not met.
    pub cross: Vec<Vec<Option<f64>>>,
    /// Ratings after so many games.
    pub curves: Vec<(usize, Vec<f64>)>,
}

/// How a contestant stands.
#[derive(Clone, Debug, PartialEq)]
pub struct LogStanding {
    /// Its rating, the first contestant's being 0 unless some are held; alone, the mean of the first figure.
    pub value: f64,
    /// So far to either side with 95% confidence.
    pub error: Option<f64>,
    /// Games or runs.
    pub games: usize,
    /// The share of games won.
    pub score: Option<f64>,
    /// What it did wrong.
    pub faults: u32,
}

impl LadderLog {
    /// Reads the first line; none if it is of something else.
    pub fn begin(line: &str) -> Option<Self> {
        let head: LogHead = serde_json::from_str(line).ok()?;
        let ours =
            head.plateau == "ladder" && (2..=MOST_CONTESTANTS).contains(&head.contestants.len());
        ours.then(|| Self {
            head,
            games: Vec::new(),
            runs: Vec::new(),
            held: Vec::new(),
            curves: BTreeMap::new(),
        })
    }

    /// Places the contestants among some whose ratings are known from elsewhere.
    pub fn hold(&mut self, held: Vec<(usize, f64)>) {
        if held != self.held {
            self.held = held;
            self.curves.clear();
        }
    }

    /// Reads another line; says whether it was a game of this ladder.
    pub fn add(&mut self, line: &str) -> bool {
        let count = self.head.contestants.len();
        if self.head.alone {
            let line = serde_json::from_str::<SoloLine>(line).ok();
            let line = line.filter(|line| line.contestant < count);
            return line.map(|line| self.runs.push(line)).is_some();
        }
        let game = serde_json::from_str::<MatchGame>(line).ok().filter(|game| fits(game, count));
        // Moves are not asked for here, and are most of a journal.
        let kept = game.map(|game| MatchGame { moves: Vec::new(), why: String::new(), ..game });
        kept.map(|game| self.games.push(game)).is_some()
    }

    /// How they stand now.
    pub fn standings(&mut self) -> LogStandings {
        if self.head.alone { self.alone() } else { self.together() }
    }

    fn together(&mut self) -> LogStandings {
        let count = self.head.contestants.len();
        let gauntlet = self.head.gauntlet.as_ref();
        let own =
            gauntlet.and_then(|name| self.head.contestants.iter().position(|one| one == name));
        let (first, at) = self.held.first().copied().unwrap_or_default();
        let rated = |games: &[MatchGame]| -> (Stats, Vec<Rating>) {
            let stats = Stats::of(count, games.iter());
            let ratings = fit_held(count, &stats.rounds, &self.held);
            let ratings = match own {
                Some(own) => ratings.seen_from(own),
                None => ratings,
            };
            (stats, ratings.anchored(first, at))
        };
        for point in points(self.games.len()) {
            let games = &self.games[..point];
            self.curves
                .entry(point)
                .or_insert_with(|| rated(games).1.iter().map(|rating| rating.elo).collect());
        }
        let (stats, ratings) = rated(&self.games);
        let one = |(standing, rating): (&crate::Standing, &Rating)| LogStanding {
            value: rating.elo,
            error: rating.error,
            games: standing.games() as usize,
            score: standing.scores.mean(),
            faults: standing.faults,
        };
        let mut curves: Vec<(usize, Vec<f64>)> =
            self.curves.iter().map(|(&games, elos)| (games, elos.clone())).collect();
        if stats.played > 0 {
            curves.retain(|(games, _)| *games != stats.played);
            curves.push((stats.played, ratings.iter().map(|rating| rating.elo).collect()));
        }
        let share = |row: &Vec<crate::stats::Encounter>| {
            row.iter().map(crate::stats::Encounter::share).collect()
        };
        LogStandings {
            played: stats.played,
            different: stats.different,
            contestants: stats.standings.iter().zip(&ratings).map(one).collect(),
            cross: stats.cross_table().iter().map(share).collect(),
            curves,
        }
    }

    fn alone(&self) -> LogStandings {
        let count = self.head.contestants.len();
        let one = |contestant: usize| {
            let own = self.runs.iter().filter(move |line| line.contestant == contestant);
            let mean = Mean::of(own.clone().map(|line| figure(&line.sample, 0)));
            LogStanding {
                value: mean.mean,
                error: mean.error.map(|error| 1.96 * error),
                games: own.clone().count(),
                score: None,
                faults: own.filter(|line| line.sample.fault.is_some()).count() as u32,
            }
        };
        LogStandings {
            played: self.runs.len(),
            different: self.runs.len(),
            contestants: (0..count).map(one).collect(),
            cross: Vec::new(),
            curves: Vec::new(),
        }
    }
}

/// Where the curves have points: closer at first, when ratings move most.
fn points(games: usize) -> impl Iterator<Item = usize> {
    let all = std::iter::successors(Some(FIRST_POINT), |point| Some(point * STRETCH));
    all.map(|point| point as usize).take_while(move |&point| point < games)
}

/// Whether a game is one of so many contestants. A file may hold anything.
fn fits(game: &MatchGame, contestants: usize) -> bool {
    let seats = game.seated.len();
    let known = |one: &usize| *one < contestants;
    seats > 0
        && game.seated.iter().all(known)
        && !game.lineup.is_empty()
        && game.lineup.iter().all(known)
        && game.side_of.len() == seats
        && game.side_of.iter().all(|&side| side < seats)
        && game.places.len() == seats
        && game.spent.len() <= seats
        && game.faults.iter().all(|fault| usize::from(fault.seat) < seats)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(rest: &str) -> String {
        format!(
            r#"{{"plateau":"ladder","game":"connect4","variant":null,"contestants":["a","b"]{rest}}}"#
        )
    }

    fn game(number: usize, winner: usize) -> String {
        let places = if winner == number % 2 { "[1,2]" } else { "[2,1]" };
        let seated = if number.is_multiple_of(2) { "[0,1]" } else { "[1,0]" };
        format!(
            r#"{{"number":{number},"round":{},"lineup":[0,1],"seed":1,"seated":{seated},"side_of":[0,1],
                "places":{places},"plies":9,"why":"four in a row","key":{number},"moves":["4"]}}"#,
            number / 2,
        )
    }

    #[test]
    fn ratings_grow_with_the_journal() {
        let mut log = LadderLog::begin(&head("")).unwrap();
        for number in 0..40 {
            assert!(log.add(&game(number, usize::from(number % 8 != 0))), "{}", game(number, 1));
        }
        let standings = log.standings();
        assert_eq!((standings.played, standings.different), (40, 40));
        let [first, second] = &standings.contestants[..] else { panic!("two contestants") };
        assert_eq!(first.value, 0.0);
        assert!(second.value > 100.0 && second.error.is_some(), "{second:?}");
        assert_eq!(standings.cross[0][0], None);
        assert!(standings.cross[1][0].unwrap() > 0.5);
        let games: Vec<usize> = standings.curves.iter().map(|(games, _)| *games).collect();
        assert_eq!((games[0], games.last()), (12, Some(&40)));
        assert_eq!(standings.curves.last().unwrap().1[1], second.value);
        let above = second.value;
        log.hold(vec![(0, 700.0)]);
        let placed = log.standings();
        assert!((placed.contestants[0].value - 700.0).abs() < 0.1, "{placed:?}");
        assert!((placed.contestants[1].value - 700.0 - above).abs() < 1.0, "{placed:?}");
        assert!((placed.curves[0].1[0] - 700.0).abs() < 0.1, "curves as well");
    }

    #[test]
    fn lines_that_are_no_games_of_it_are_left_out() {
        assert!(LadderLog::begin("{}").is_none() && LadderLog::begin("nonsense").is_none());
        let tune = head("").replace("\"ladder\"", "\"tune\"");
        assert!(LadderLog::begin(&tune).is_none());
        let mut log = LadderLog::begin(&head("")).unwrap();
        for wrong in [
            "",
            "{\"number\":",
            "[]",
            &game(0, 0).replace("\"seated\":[0,1]", "\"seated\":[0,7]"),
            &game(0, 0).replace("\"places\":[1,2]", "\"places\":[1]"),
            &game(0, 0).replace("\"side_of\":[0,1]", "\"side_of\":[0,99]"),
        ] {
            assert!(!log.add(wrong), "{wrong}");
        }
        assert_eq!(log.standings().played, 0);
    }

    #[test]
    fn runs_alone_have_means() {
        let mut log = LadderLog::begin(&head(",\"alone\":true")).unwrap();
        for (run, points) in [10.0, 20.0, 30.0].into_iter().enumerate() {
            let sample = format!(r#"{{"moves":5,"ended":true,"figures":[{points},1]}}"#);
            assert!(log.add(&format!(r#"{{"contestant":1,"run":{run},"sample":{sample}}}"#)));
        }
        let standings = log.standings();
        assert_eq!((standings.contestants[1].value, standings.contestants[1].games), (20.0, 3));
        assert_eq!(standings.contestants[0].games, 0);
    }
}
