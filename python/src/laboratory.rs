//! Matches and ladders.

use arena::ladder::{Ladder, LadderFormat, Length, lineups};
use arena::stats::{Ratings, Sprt, Stats, elo};
use arena::{
    AnswerTime, Contestant, Crew, EventError, Fault, Journal, Match, MatchGame, MatchRules,
    Meeting, OpeningSource, exact,
};
use catalog::Setup;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use search::Stop;
use serde_json::{Value, json};

use crate::contestant::contestants;
use crate::error;
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::limits::limits_of;
use crate::values::to_python;

/// What matches and ladders have in common.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct RunTerms {
    seed: u64,
    time: Option<f64>,
    nodes: Option<u64>,
    openings: Option<usize>,
    threads: usize,
    exact: bool,
}

impl RunTerms {
    fn rules(&self, game: &Game) -> PyResult<MatchRules> {
        let setup = Setup { seed: self.seed, ..game.setup.clone() };
        let table = game.facts.entry.table(&setup).map_err(error::options)?;
        if table.seats() < 2 {
            let name = game.facts.entry.about().name.en;
            return Err(error::wrong(format!(
                "{name} is played alone: its players do not meet at a table, but plateau.simulate compares them"
            )));
        }
        Ok(MatchRules {
            game: game.facts.entry,
            openings: match self.openings {
                Some(plies) => OpeningSource::Random(plies),
                None => OpeningSource::usual(&*table),
            },
            setup,
            meeting: Meeting::Table,
            limits: limits_of(self.time, self.nodes, None)?,
            time: AnswerTime::default(),
            moves: None,
        })
    }

    fn threads(&self) -> usize {
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        if self.threads == 0 { all } else { self.threads.min(256) }
    }
}

/// Plays a match.
#[pyfunction]
pub fn _match<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    given: Vec<Bound<'py, PyAny>>,
    games: usize,
    sprt: Option<(f64, f64)>,
    terms: RunTerms,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get();
    let (rules, list) = (terms.rules(game)?, contestants(&game.facts, &given)?);
    enough(&list)?;
    not_too_many(Some(games))?;
    let sprt = match sprt {
        None => None,
        Some(_) if list.len() != 2 => {
            return Err(error::wrong("a sequential test is between two contestants"));
        }
        Some((elo0, elo1)) if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 2000.0 => {
            Some(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
        }
        Some(_) => {
            return Err(error::wrong(
                "sprt is two Elo differences, the lower first, as in (0, 20)",
            ));
        }
    };
    let stop = Stop::new();
    let threads = terms.threads();
    let contest = Match { rules: rules.clone(), contestants: list, games, sprt, threads };
    let judged = interruptible(py, &stop, || -> Result<_, Fault> {
        let report = contest.run(&stop, &|_| ())?;
        let errors = judge(&terms, &rules, contest.contestants.len(), &report.games, threads)?;
        Ok((report, errors))
    })?;
    let (report, errors) = judged.map_err(|fault| error::fault(&fault))?;
    let mut value = told(&report.contestants, &report.games, &report.stats, &errors);
    value["ratings"] = report.ratings.as_ref().map_or(Value::Null, rated);
    value["sprt"] = match report.sprt {
        Some((_, ratio, verdict)) => {
            json!({ "ratio": ratio, "verdict": format!("{verdict:?}").to_lowercase() })
        }
        None => Value::Null,
    };
    to_python(py, &value)
}

/// Plays a ladder.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn _ladder<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    given: Vec<Bound<'py, PyAny>>,
    rounds: usize,
    until: Option<(f64, usize)>,
    gauntlet: bool,
    journal: Option<&Bound<'py, PyString>>,
    terms: RunTerms,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get();
    let (rules, list) = (terms.rules(game)?, contestants(&game.facts, &given)?);
    enough(&list)?;
    let length = match until {
        None => Length::Rounds(rounds),
        Some((error, most)) if error > 0.0 && error.is_finite() => {
            Length::Until { error, most, first: 4, thrifty: false }
        }
        Some(_) => return Err(error::wrong("until is a number of Elo points above 0")),
    };
    let format = if gauntlet { LadderFormat::Gauntlet(0) } else { LadderFormat::RoundRobin };
    let sides = rules.sides().map_err(|fault| error::fault(&fault))?;
    let pairings = lineups(list.len(), sides, format).len();
    not_too_many(match length {
        Length::Rounds(rounds) => rounds.checked_mul(pairings * sides),
        Length::Until { most, .. } => Some(most),
    })?;
    let names: Vec<&str> = list.iter().map(Contestant::name).collect();
    let mut kept = match journal {
        None => Journal::none(),
        Some(path) => {
            let head = json!({
                "ladder": rules.game.about().id, "variant": rules.setup.variant,
                "options": rules.setup.options, "seed": rules.setup.seed,
                "contestants": names, "limits": rules.limits, "gauntlet": gauntlet,
            });
            Journal::open(path.to_cow()?.as_ref().as_ref(), &head)
                .map_err(|bad| PyOSError::new_err(bad.to_string()))?
        }
    };
    let stop = Stop::new();
    let threads = terms.threads();
    let ladder = Ladder {
        rules: rules.clone(),
        contestants: list,
        format,
        length,
        held: Vec::new(),
        resting: Vec::new(),
    };
    let judged = interruptible(py, &stop, || -> Result<_, EventError> {
        let report = ladder.run(&Crew::threads(threads), &mut kept, &stop, &|_, _| ())?;
        let errors = judge(&terms, &rules, ladder.contestants.len(), &report.games, threads)?;
        Ok((report, errors))
    })?;
    let (report, errors) = judged.map_err(|failed| match failed {
        EventError::Io(failed) => PyOSError::new_err(failed.to_string()),
        EventError::Fault(fault) => error::fault(&fault),
    })?;
    let mut value = told(&report.contestants, &report.games, &report.stats, &errors);
    value["ratings"] = rated(&report.ratings);
    value["complete"] = report.complete.into();
    to_python(py, &value)
}

fn enough(list: &[Contestant]) -> PyResult<()> {
    if (2..=64).contains(&list.len()) {
        return Ok(());
    }
    Err(error::wrong(format!("2 to 64 contestants take part, not {}", list.len())))
}

/// A list of more games than this would not fit into memory, and nobody would live to see its end.
const MOST_GAMES: usize = 1_000_000;

/// Whether so many games can be played.
pub fn not_too_many(games: Option<usize>) -> PyResult<()> {
    if games.is_some_and(|games| games <= MOST_GAMES) {
        return Ok(());
    }
    Err(error::wrong(format!("{MOST_GAMES} games can be played at most")))
}

fn judge(
    terms: &RunTerms,
    rules: &MatchRules,
    count: usize,
    games: &[MatchGame],
    threads: usize,
) -> Result<Vec<exact::ExactErrors>, Fault> {
    if !terms.exact {
        return Ok(Vec::new());
    }
    exact::errors(rules.game, &rules.setup, count, games, threads, &Stop::new(), &|| ())
}

/// The standings and the games.
fn told(
    names: &[String],
    games: &[MatchGame],
    stats: &Stats,
    errors: &[exact::ExactErrors],
) -> Value {
    let standing = |(at, name): (usize, &String)| {
        let own = &stats.standings[at];
        let (mean, interval) = (own.scores.mean(), own.scores.interval());
        let errors = errors.get(at).map(|errors| {
            json!({ "moves": errors.moves, "mistakes": errors.mistakes, "a_move": errors.a_move() })
        });
        json!({
            "name": name, "wins": own.wins, "draws": own.draws, "losses": own.losses,
            "faults": own.faults, "share": mean, "low": interval.low, "high": interval.high,
            "elo": mean.map(elo).filter(|elo| elo.is_finite()), "moves": own.spent.moves,
            "nodes": own.spent.nodes, "milliseconds": own.spent.time, "exact": errors,
        })
    };
    json!({
        "standings": names.iter().enumerate().map(standing).collect::<Vec<_>>(),
        "games": games, "played": stats.played, "different": stats.different,
    })
}

fn rated(ratings: &Ratings) -> Value {
    let rated = ratings.anchored(0, 0.0);
    rated.iter().map(|rating| json!({ "elo": rating.elo, "error": rating.error })).collect()
}
