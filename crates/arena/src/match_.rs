//! A match: contestants meet in many games, at a table or in duels, and everybody sits everywhere.

use std::sync::{Mutex, PoisonError};

use catalog::{Entry, Setup};
use game::{Record, Words};
use search::{ContestTerms, Duel, DuelResult, Fault, Limits, Sample, Stop};
use serde::Serialize;

use crate::contestant::{Contestant, TablePlayer};
use crate::event::{Event, run};
use crate::standing::Standing;
use crate::table_game::{TableGame, TableResult};

/// What a match is played with.
#[derive(Clone)]
pub struct Match {
    /// The game.
    pub game: &'static dyn Entry,
    /// Variant and options; its seed is the match's, from which every game gets its own.
    pub setup: Setup,
    /// Who plays; seats are filled in this order, again from the first if there are more seats.
    pub contestants: Vec<Contestant>,
    /// How many games.
    pub games: usize,
    /// Random moves before the contestants begin; in duels there are none.
    pub openings: usize,
    /// What each may spend on a move; what is not set is the level's own.
    pub limits: Limits,
    /// After so many moves of a contestant a duel is over.
    pub moves: Option<u64>,
    /// Games at a time.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The contestants' names.
    pub contestants: Vec<String>,
    /// What each has got.
    pub standings: Vec<Standing>,
    /// The games that were played to an end, in order of their number.
    pub games: Vec<MatchGame>,
}

/// One game of a match.
#[derive(Clone, Debug, Serialize)]
pub struct MatchGame {
    /// Its number, from 0.
    pub number: usize,
    /// Its seed.
    pub seed: u64,
    /// The contestant of each seat.
    pub seated: Vec<usize>,
    /// How it went.
    #[serde(flatten)]
    pub result: MatchResult,
}

/// How a game of a match went.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum MatchResult {
    /// At a table.
    Table(TableResult),
    /// In a duel.
    Duel(DuelSides),
}

/// How a duel went, by seats.
#[derive(Clone, Debug, Serialize)]
pub struct DuelSides {
    /// What the result is worth to each seat, from 0 to 1.
    pub shares: [f32; 2],
    /// Each seat's place.
    pub places: [u8; 2],
    /// What each seat came to, its figures by name.
    pub sides: [DuelSide; 2],
}

/// One side of a duel.
#[derive(Clone, Debug, Serialize)]
pub struct DuelSide {
    /// How many moves it made.
    pub moves: u64,
    /// Why it lost, if it did before the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Words>,
    /// What was counted, by name.
    #[serde(flatten)]
    pub figures: serde_json::Map<String, serde_json::Value>,
}

impl MatchGame {
    /// What the result is worth to each seat, from 0 to 1.
    pub fn shares(&self) -> &[f32] {
        match &self.result {
            MatchResult::Table(result) => &result.shares,
            MatchResult::Duel(result) => &result.shares,
        }
    }

    /// Each seat's place.
    pub fn places(&self) -> &[u8] {
        match &self.result {
            MatchResult::Table(result) => &result.places,
            MatchResult::Duel(result) => &result.places,
        }
    }

    /// Moves in all.
    pub fn plies(&self) -> u64 {
        match &self.result {
            MatchResult::Table(result) => result.plies as u64,
            MatchResult::Duel(result) => result.sides.iter().map(|side| side.moves).sum(),
        }
    }

    /// The moves, where the game can be written down.
    pub fn record(&self) -> Option<&Record> {
        match &self.result {
            MatchResult::Table(result) => Some(&result.record),
            MatchResult::Duel(_) => None,
        }
    }
}

impl Match {
    /// Plays games at tables until all are done or it is told to stop. `progress` is told of each game as it ends, with
    /// everybody's results so far.
    pub fn at_tables(&self, stop: &Stop, progress: &Progress<'_>) -> Result<MatchReport, Fault> {
        self.report(&AtTables(self), stop, progress)
    }

    /// The same in duels, between two.
    pub fn in_duels(&self, stop: &Stop, progress: &Progress<'_>) -> Result<MatchReport, Fault> {
        self.report(&InDuels::new(self)?, stop, progress)
    }

    fn report<E: Event<Game = MatchGame>>(
        &self,
        event: &E,
        stop: &Stop,
        progress: &Progress<'_>,
    ) -> Result<MatchReport, Fault> {
        let standings = Mutex::new(vec![Standing::default(); self.contestants.len()]);
        let games = run(event, self.games, self.threads, stop, &|game| {
            let mut standings = standings.lock().unwrap_or_else(PoisonError::into_inner);
            add(&mut standings, game);
            progress(game, &standings);
        })?;
        let standings = standings.into_inner().unwrap_or_else(PoisonError::into_inner);
        let contestants = self.contestants.iter().map(|one| one.name().to_owned()).collect();
        Ok(MatchReport { contestants, standings, games })
    }

    /// The seed of a game: consecutive games share it until everybody has sat everywhere.
    fn seed(&self, number: usize) -> u64 {
        self.setup.seed.wrapping_add((number / self.contestants.len()) as u64)
    }
}

/// Who is told of a game as it ends, with everybody's results so far.
pub type Progress<'a> = dyn Fn(&MatchGame, &[Standing]) + Sync + 'a;

/// Games at tables, each thread with contestants of its own.
struct AtTables<'a>(&'a Match);

impl Event for AtTables<'_> {
    type Kept = Vec<Box<dyn TablePlayer>>;
    type Game = MatchGame;

    fn set_up(&self) -> Result<Self::Kept, Fault> {
        self.0.contestants.iter().map(|one| one.invite(self.0.game)).collect()
    }

    fn play(
        &self,
        players: &mut Self::Kept,
        number: usize,
        stop: &Stop,
    ) -> Result<Option<MatchGame>, Fault> {
        let Match { game, contestants, openings, limits, .. } = self.0;
        let setup = Setup { seed: self.0.seed(number), ..self.0.setup.clone() };
        let table = game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let seated: Vec<usize> =
            (0..table.seats()).map(|seat| (seat + number) % contestants.len()).collect();
        let seed = setup.seed;
        let table_game = TableGame { game: *game, setup, openings: *openings, limits: *limits };
        let Some(mut result) = table_game.play(players, &seated, stop)? else { return Ok(None) };
        if result.fault.is_some() {
            // Whoever failed may be beyond help: everybody is invited anew.
            *players = self.set_up()?;
        }
        let name = |&one: &usize| contestants[one].name().to_owned();
        result.record.seats = seated.iter().map(name).collect();
        Ok(Some(MatchGame { number, seed, seated, result: MatchResult::Table(result) }))
    }
}

/// Duels between two contestants that the game has made ready.
struct InDuels<'a> {
    of: &'a Match,
    duel: Box<dyn Duel>,
    figures: &'static [&'static str],
}

impl<'a> InDuels<'a> {
    fn new(of: &'a Match) -> Result<Self, Fault> {
        let name = of.game.about().name;
        let duels = of.game.duels().ok_or_else(|| {
            Fault::Unknown(Words::new(
                format!("{} has no duels in real time", name.en),
                format!("{} n’a pas de duels en temps réel", name.fr),
            ))
        })?;
        let entrants: Vec<_> =
            of.contestants.iter().map(|one| one.for_duel(of.game)).collect::<Result<_, _>>()?;
        let entrants = entrants.try_into().map_err(|_| {
            Fault::Unknown(Words::new(
                "a duel is between two contestants",
                "un duel se joue entre deux concurrents",
            ))
        })?;
        let terms = ContestTerms {
            variant: of.setup.variant.clone(),
            options: of.setup.options.clone(),
            limits: of.limits,
            moves: of.moves,
        };
        let duel = duels.prepare(&entrants, &terms).map_err(|bad| Fault::Unknown(bad.0))?;
        Ok(Self { of, duel, figures: duels.figures() })
    }

    fn side(&self, sample: Sample) -> DuelSide {
        let figures = self.figures.iter().zip(&sample.figures);
        let figures = figures.map(|(name, &value)| ((*name).to_owned(), value.into()));
        DuelSide { moves: sample.moves, end: sample.why, figures: figures.collect() }
    }
}

impl Event for InDuels<'_> {
    type Kept = ();
    type Game = MatchGame;

    fn set_up(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn play(&self, (): &mut (), number: usize, stop: &Stop) -> Result<Option<MatchGame>, Fault> {
        let (seed, first) = (self.of.seed(number), number % 2);
        let Some(DuelResult { winner, sides }) = self.duel.play(first, seed, stop)? else {
            return Ok(None);
        };
        // Seat 0 is whoever moves first.
        let seated = [first, 1 - first];
        let share = |one: usize| match winner {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == one)),
        };
        let place = |one: usize| if winner.is_none_or(|winner| winner == one) { 1 } else { 2 };
        let [own, other] = sides.map(|sample| self.side(sample));
        let sides = if first == 0 { [own, other] } else { [other, own] };
        let result = DuelSides { shares: seated.map(share), places: seated.map(place), sides };
        let (seated, result) = (seated.to_vec(), MatchResult::Duel(result));
        Ok(Some(MatchGame { number, seed, seated, result }))
    }
}

/// Adds a game to everybody's results. Who holds several seats gets their mean.
fn add(standings: &mut [Standing], game: &MatchGame) {
    let seats = || game.seated.iter().zip(game.places().iter().zip(game.shares()));
    let first = |one: usize| seats().any(|(&seated, (&place, _))| seated == one && place == 1);
    let firsts = (0..standings.len()).filter(|&one| first(one)).count();
    for (one, standing) in standings.iter_mut().enumerate() {
        let own: Vec<f32> =
            seats().filter(|&(&seated, _)| seated == one).map(|(_, (_, &share))| share).collect();
        if !own.is_empty() {
            standing.add(own.iter().sum::<f32>() / own.len() as f32, first(one), firsts == 1);
        }
    }
}
