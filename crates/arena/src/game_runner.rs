//! Where games are played, one at a time for each thread: at tables, or in duels.

use catalog::{Entry, Setup};
use game::{Record, Words};
use search::{ContestTerms, Duel, DuelResult, Fault, Limits, RunResult, Stop};
use serde::{Deserialize, Serialize};

use crate::answer_time::AnswerTime;
use crate::by_id;
use crate::contestant::{Contestant, TablePlayer};
use crate::event::Event;
use crate::match_game::{DuelSide, MatchGame, key};
use crate::openings::{OpeningSource, Openings};
use crate::table_game::{SeatFault, TableGame, TableResult, sides};

/// What contestants meet in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meeting {
    /// Games at a table.
    Table,
    /// Duels in real time.
    Duel,
}

/// Under which rules contestants meet.
#[derive(Clone, Serialize, Deserialize)]
pub struct MatchRules {
    /// The game.
    #[serde(with = "by_id")]
    pub game: &'static dyn Entry,
    /// Variant and options; its seed decides those of all games.
    pub setup: Setup,
    /// At a table or in duels.
    pub meeting: Meeting,
    /// How games at a table begin.
    pub openings: OpeningSource,
    /// What each may spend on a move; what is not set is the level's own.
    pub limits: Limits,
    /// How late an answer may come.
    pub time: AnswerTime,
    /// After so many moves of a contestant a duel is over.
    pub moves: Option<u64>,
}

impl MatchRules {
    /// How many sides a game has.
    pub fn sides(&self) -> Result<usize, Fault> {
        if self.meeting == Meeting::Duel {
            return Ok(2);
        }
        let table = self.game.table(&self.setup).map_err(|bad| Fault::Unknown(bad.0))?;
        Ok(sides(&*table).len())
    }

    /// Whether these contestants could meet, without starting anything.
    pub fn check(&self, contestants: &[Contestant]) -> Result<(), Fault> {
        match self.meeting {
            Meeting::Table => contestants.iter().try_for_each(|one| {
                one.check(self.game)?;
                // A network may be of another variant.
                let Contestant::Own(name) = one else { return Ok(()) };
                let fits = self.game.check_player(name, Some(&self.setup));
                fits.map_err(|unknown| Fault::Unknown(unknown.0))
            }),
            Meeting::Duel => {
                let pairs = contestants.windows(2);
                pairs.into_iter().try_for_each(|pair| self.duel([&pair[0], &pair[1]]).map(drop))
            }
        }
    }

    /// Two contestants made ready for duels.
    fn duel(&self, pair: [&Contestant; 2]) -> Result<Box<dyn Duel>, Fault> {
        let name = self.game.about().name;
        let duels = self.game.duels().ok_or_else(|| {
            Fault::Unknown(Words::new(
                format!("{} has no duels in real time", name.en),
                format!("{} n’a pas de duels en temps réel", name.fr),
            ))
        })?;
        let [one, other] = pair.map(|one| one.for_duel(self.game));
        let terms = ContestTerms {
            variant: self.setup.variant.clone(),
            options: self.setup.options.clone(),
            limits: self.limits,
            moves: self.moves,
            margin: Some(self.time.margin),
        };
        duels.prepare(&[one?, other?], &terms).map_err(|bad| Fault::Unknown(bad.0))
    }
}

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: usize,
    /// The contestants of its round.
    pub lineup: Vec<usize>,
    /// The number of its opening.
    pub round: usize,
    /// Who sits where: everybody one side further than in the game before.
    pub turn: usize,
}

/// Games under the same rules, between the contestants of a list.
pub struct GameRunner {
    rules: MatchRules,
    contestants: Vec<Contestant>,
    openings: Openings,
}

impl GameRunner {
    /// Opens it.
    pub fn new(rules: MatchRules, contestants: Vec<Contestant>) -> Self {
        let openings = Openings::new(rules.game, rules.setup.clone(), rules.openings.clone());
        Self { rules, contestants, openings }
    }

    fn at_table(
        &self,
        guests: &mut Guests,
        fixture: &Fixture,
        stop: &Stop,
    ) -> Result<Option<MatchGame>, Fault> {
        let MatchRules { game, limits, time, .. } = self.rules;
        let opening = self.openings.get(fixture.round)?;
        let setup = Setup { seed: opening.seed, ..self.rules.setup.clone() };
        let table = game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut side_of = vec![0; table.seats()];
        for (side, seats) in sides(&*table).iter().enumerate() {
            seats.iter().for_each(|&seat| side_of[seat] = side);
        }
        let Fixture { lineup, turn, .. } = fixture;
        let seated: Vec<usize> =
            side_of.iter().map(|side| lineup[(side + turn) % lineup.len()]).collect();
        for &one in lineup {
            guests.bring(one, &self.contestants[one], game)?;
        }
        let table_game = TableGame { game, setup: &setup, opening: &opening.moves, limits, time };
        let Some(mut result) = table_game.play(&mut guests.players, &seated, stop)? else {
            return Ok(None);
        };
        if let Some(fault) = &result.fault {
            // Whoever failed may be beyond help.
            let one = seated[usize::from(fault.seat)];
            guests.players[one] = self.contestants[one].invite_again(game);
        }
        let name = |&one: &usize| self.contestants[one].name().to_owned();
        result.record.seats = seated.iter().map(name).collect();
        let seed = if result.hides { setup.seed } else { 0 };
        let numbers = seated.iter().map(|&one| one as u64).chain([seed]);
        let key = key(numbers, result.record.moves.iter().map(String::as_str));
        let TableResult { places, plies, why, fault, spent, record, .. } = result;
        Ok(Some(MatchGame {
            number: fixture.number,
            round: fixture.round,
            lineup: lineup.clone(),
            seed: setup.seed,
            seated,
            side_of,
            places,
            plies: plies as u64,
            why,
            faults: fault.into_iter().collect(),
            spent,
            sides: Vec::new(),
            key,
            moves: record.moves.clone(),
            opening: opening.moves.len(),
            record: Some(record),
        }))
    }

    /// The record of a game that was played elsewhere, or before; none where there are no moves to show.
    pub(crate) fn record(&self, game: &MatchGame) -> Option<Record> {
        if game.moves.is_empty() {
            return None;
        }
        let setup = Setup { seed: game.seed, ..self.rules.setup.clone() };
        let mut table = self.rules.game.table(&setup).ok()?;
        game.moves.iter().try_for_each(|text| table.play(text).map(drop)).ok()?;
        let name = |&one: &usize| self.contestants[one].name().to_owned();
        Some(Record { seats: game.seated.iter().map(name).collect(), ..table.record().clone() })
    }

    fn in_duel(&self, fixture: &Fixture, stop: &Stop) -> Result<Option<MatchGame>, Fault> {
        let [one, other] = fixture.lineup[..] else {
            return Err(Fault::Unknown(Words::new(
                "a duel is between two contestants",
                "un duel se joue entre deux concurrents",
            )));
        };
        let duel = self.rules.duel([&self.contestants[one], &self.contestants[other]])?;
        let seed = self.openings.get(fixture.round)?.seed;
        let Some(DuelResult { winner, sides }) = duel.play(seed, stop)? else {
            return Ok(None);
        };
        let figures = self.rules.game.duels().map_or(&[][..], |duels| duels.figures());
        let place = |own: usize| if winner.is_none_or(|winner| winner == own) { 1 } else { 2 };
        let fault = |(seat, sample): (usize, &RunResult)| {
            let (kind, why) = sample.fault.zip(sample.why.as_ref())?;
            Some(SeatFault { seat: seat as u8, kind, why: why.en.to_string(), stderr: Vec::new() })
        };
        let ends = sides.iter().filter_map(|sample| sample.why.as_ref());
        Ok(Some(MatchGame {
            number: fixture.number,
            round: fixture.round,
            lineup: fixture.lineup.clone(),
            seed,
            seated: fixture.lineup.clone(),
            side_of: vec![0, 1],
            places: [0, 1].map(place).to_vec(),
            plies: sides.iter().map(|sample| sample.moves).sum(),
            why: ends.map(|why| why.en.to_string()).collect::<Vec<_>>().join("; "),
            faults: sides.iter().enumerate().filter_map(fault).collect(),
            spent: Vec::new(),
            // Contestants in real time never do the same thing twice.
            key: key(duel_numbers(fixture), std::iter::empty()),
            sides: sides.into_iter().map(|sample| side(sample, figures)).collect(),
            moves: Vec::new(),
            opening: 0,
            record: None,
        }))
    }
}

/// What tells a duel from all others, whatever its number.
fn duel_numbers(fixture: &Fixture) -> impl Iterator<Item = u64> + '_ {
    let sitting = [fixture.round, fixture.turn];
    fixture.lineup.iter().copied().chain(sitting).map(|number| number as u64)
}

fn side(sample: RunResult, figures: &[&str]) -> DuelSide {
    let named = figures.iter().zip(&sample.figures);
    let figures = named.map(|(name, &value)| ((*name).to_owned(), value.into())).collect();
    DuelSide { moves: sample.moves, end: sample.why, figures }
}

/// The contestants that a thread has brought to its table.
pub struct Guests {
    players: Vec<Box<dyn TablePlayer>>,
    here: Vec<bool>,
}

impl Guests {
    /// Brings a contestant if it is not here yet. One that cannot come at all ends the event.
    fn bring(
        &mut self,
        one: usize,
        contestant: &Contestant,
        game: &'static dyn Entry,
    ) -> Result<(), Fault> {
        if !self.here[one] {
            self.players[one] = contestant.invite(game)?;
            self.here[one] = true;
        }
        Ok(())
    }
}

impl Event for GameRunner {
    type Kept = Guests;
    type Task = Fixture;
    type Game = MatchGame;

    fn set_up(&self) -> Result<Guests, Fault> {
        let count = self.contestants.len();
        let players = (0..count).map(|_| crate::contestant::nobody()).collect();
        Ok(Guests { players, here: vec![false; count] })
    }

    fn play(
        &self,
        guests: &mut Guests,
        fixture: &Fixture,
        stop: &Stop,
    ) -> Result<Option<MatchGame>, Fault> {
        match self.rules.meeting {
            Meeting::Table => self.at_table(guests, fixture, stop),
            Meeting::Duel => self.in_duel(fixture, stop),
        }
    }
}
