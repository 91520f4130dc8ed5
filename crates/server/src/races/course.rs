//! One race: who runs it, how far they are, and what has happened in it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use catalog::Entry;
use game::{Gift, Outcome, Race};
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::watch;

use crate::clock::{now, rfc3339};
use crate::error::{Answer, bad_bundle, bad_setup, game_over, no_place_free, not_started};
use crate::live::Held;
use crate::store::{SeatKind, SeatRow, Status};
use crate::token::{Token, seed, table_id};
use crate::wire::{RaceBody, RaceSeatBody, outcome_json};

/// Between the last one's coming and the first tick.
const COUNTDOWN: Duration = Duration::from_secs(3);
/// A player's clock may run ahead of ours by so much: networks hold things up and let them go.
const AHEAD: u64 = 60;
/// Whoever is so many ticks behind is gone.
const BEHIND: u64 = 15 * TICKS;
/// Ticks of a second.
const TICKS: u64 = 60;
/// Longer races do not end by themselves.
const LONGEST: u64 = 3600 * TICKS;
/// A race in which nothing happens is forgotten after this time.
const STALE: Duration = Duration::from_secs(1200);

/// Something that happened, as everybody is told.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "note", rename_all = "lowercase")]
pub(crate) enum Note {
    /// What a seat did.
    Bundle {
        /// Whose.
        seat: u8,
        /// What.
        bundle: String,
    },
    /// Rubbish on its way.
    Gift(Gift),
    /// A seat's player is gone.
    Gone {
        /// Whose.
        seat: u8,
    },
}

/// Where a race is in its life.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    /// Somebody is still missing.
    Waiting,
    /// It begins, or began, then.
    Running(Instant),
    /// It is decided.
    Over(Outcome),
}

/// A race.
pub(crate) struct Course {
    pub id: String,
    pub game: String,
    pub private: bool,
    pub created: i64,
    pub entry: &'static dyn Entry,
    options: Map<String, Value>,
    state: Mutex<State>,
    bell: watch::Sender<u64>,
}

pub(crate) struct State {
    pub seats: Vec<SeatRow>,
    pub phase: Phase,
    /// Grows with each race that the same people run.
    pub round: u32,
    /// Grows whenever somebody comes or goes, or the phase changes.
    pub version: u32,
    pub notes: Vec<Note>,
    seed: u64,
    race: Option<Box<dyn Race>>,
    touched: Instant,
}

impl Course {
    /// A new race; its options are tried at once, so that a bad one is refused now.
    pub fn new(
        entry: &'static dyn Entry,
        options: Map<String, Value>,
        seats: Vec<SeatRow>,
        private: bool,
    ) -> Answer<Self> {
        let mut state = State {
            seats,
            phase: Phase::Waiting,
            round: 0,
            version: 0,
            notes: Vec::new(),
            seed: 0,
            race: None,
            touched: Instant::now(),
        };
        state.line_up(entry, &options)?;
        Ok(Self {
            id: table_id(),
            game: entry.about().id.to_owned(),
            private,
            created: now(),
            entry,
            options,
            state: Mutex::new(state),
            bell: watch::Sender::new(0),
        })
    }

    pub fn lock(&self) -> MutexGuard<'_, State> {
        // A bundle is refused or taken whole; a bot that panicked is gone with its seat.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn listen(&self) -> watch::Receiver<u64> {
        self.bell.subscribe()
    }

    pub fn ring(&self) {
        self.bell.send_modify(|rung| *rung += 1);
    }

    pub fn waits(&self) -> bool {
        matches!(self.lock().phase, Phase::Waiting)
    }

    pub fn is_stale(&self) -> bool {
        self.lock().touched.elapsed() > STALE
    }

    /// Takes a free seat; gives its number. Says whether everybody is there now.
    pub fn join(&self, name: String, wish: Option<u8>, token: &Token) -> Answer<(u8, bool)> {
        let mut state = self.lock();
        let open = |seat: u8| {
            state.seats.get(usize::from(seat)).is_some_and(|row| row.kind == SeatKind::Open)
        };
        let seat = match wish {
            Some(seat) => Some(seat).filter(|&seat| open(seat)),
            None => (0..state.seats.len() as u8).find(|&seat| open(seat)),
        };
        let seat = seat.ok_or_else(no_place_free)?;
        state.seats[usize::from(seat)] = SeatRow {
            kind: SeatKind::Person,
            name: Some(name),
            level: None,
            token: Some(token.hash()),
        };
        let begins = state.begin_if_ready();
        drop(state);
        self.ring();
        Ok((seat, begins))
    }

    /// Leaves a seat: it is open again, or out of the race if that is on.
    pub fn leave(&self, seat: u8) {
        let mut state = self.lock();
        match state.phase {
            Phase::Waiting => state.seats[usize::from(seat)] = SeatRow::OPEN,
            Phase::Running(_) | Phase::Over(_) => {
                state.gone(seat);
                state.seats[usize::from(seat)].token = None;
            }
        }
        state.changed();
        drop(state);
        self.ring();
    }

    /// Begins if nobody is missing; says whether it does.
    pub fn begin(&self) -> bool {
        let begins = self.lock().begin_if_ready();
        self.ring();
        begins
    }

    /// Once it is over: the same people once more. Seats whose people left are open.
    pub fn again(&self) -> Answer<bool> {
        let mut state = self.lock();
        if !matches!(state.phase, Phase::Over(_)) {
            // Somebody else asked first.
            return Ok(false);
        }
        state.line_up(self.entry, &self.options)?;
        state.round += 1;
        state.phase = Phase::Waiting;
        for row in &mut state.seats {
            if row.kind == SeatKind::Person && row.token.is_none() {
                *row = SeatRow::OPEN;
            }
        }
        let begins = state.begin_if_ready();
        drop(state);
        self.ring();
        Ok(begins)
    }

    /// Takes what a seat did; gives the tick up to which it is known now.
    pub fn feed(&self, seat: u8, bundle: &str) -> Answer<u64> {
        let mut state = self.lock();
        let clock = match state.phase {
            Phase::Waiting => return Err(not_started()),
            Phase::Over(_) => return Err(game_over()),
            Phase::Running(begins) => ticks_since(begins),
        };
        let until = until(bundle).ok_or_else(|| bad_bundle(clock))?;
        if until > clock + AHEAD {
            return Err(bad_bundle(clock));
        }
        let tick = state.feed(seat, bundle)?;
        drop(state);
        self.ring();
        Ok(tick)
    }

    /// What the clock brings: the bots' inputs, players who are gone, the end. False once it is over.
    pub fn advance(&self) -> bool {
        let mut state = self.lock();
        let Phase::Running(begins) = state.phase else { return false };
        let clock = ticks_since(begins);
        let before = (state.version, state.notes.len());
        state.drive_bots(clock);
        state.drop_the_late(clock);
        let over = state.finish();
        let news = before != (state.version, state.notes.len());
        drop(state);
        if news {
            self.ring();
        }
        !over
    }

    /// As everybody is told.
    pub fn body(&self, state: &State) -> RaceBody {
        let race = state.race.as_deref();
        let seats = (0u8..).zip(&state.seats).map(|(seat, row)| RaceSeatBody {
            seat,
            kind: row.kind,
            name: row.name.clone(),
            level: row.level.clone(),
            alive: race.is_some_and(|race| race.alive(seat)),
        });
        let (status, begins_in, outcome) = match &state.phase {
            Phase::Waiting => (Status::Waiting, None, None),
            Phase::Running(begins) => {
                let wait = begins.saturating_duration_since(Instant::now()).as_millis() as i64;
                (Status::Playing, Some(wait - begins.elapsed().as_millis() as i64), None)
            }
            Phase::Over(outcome) => (Status::Over, None, Some(outcome_json(outcome))),
        };
        RaceBody {
            id: self.id.clone(),
            game: self.game.clone(),
            options: self.options.clone(),
            round: state.round,
            status,
            begins_in,
            // Nobody may look ahead before everybody is there.
            seed: (status != Status::Waiting).then(|| state.seed.to_string()),
            seats: seats.collect(),
            outcome,
            private: self.private,
            created: rfc3339(self.created),
        }
    }
}

impl State {
    /// The seats that somebody holds.
    pub fn held(&self, held: &Held) -> Vec<u8> {
        held.among(&self.seats)
    }

    /// New wells and new chance.
    fn line_up(&mut self, entry: &dyn Entry, options: &Map<String, Value>) -> Answer<()> {
        let arcade = entry.arcade().ok_or_else(crate::error::no_race)?;
        self.seed = seed();
        let race = arcade.race(options, self.seats.len(), self.seed);
        self.race = Some(race.map_err(|error| bad_setup(error.0))?);
        self.notes.clear();
        Ok(())
    }

    fn changed(&mut self) {
        self.version += 1;
        self.touched = Instant::now();
    }

    fn begin_if_ready(&mut self) -> bool {
        self.changed();
        let ready =
            matches!(self.phase, Phase::Waiting) && self.seats.iter().all(SeatRow::is_ready);
        if ready {
            self.phase = Phase::Running(Instant::now() + COUNTDOWN);
        }
        ready
    }

    fn feed(&mut self, seat: u8, bundle: &str) -> Answer<u64> {
        let Some(race) = &mut self.race else { return Err(not_started()) };
        let gifts = race.feed(seat, bundle);
        let gifts = gifts.map_err(|refused| crate::error::illegal_move(refused.words().clone()))?;
        let tick = race.tick(seat);
        self.notes.push(Note::Bundle { seat, bundle: bundle.to_owned() });
        self.notes.extend(gifts.into_iter().map(Note::Gift));
        self.touched = Instant::now();
        Ok(tick)
    }

    fn drive_bots(&mut self, clock: u64) {
        for seat in 0..self.seats.len() {
            let (number, row) = (seat as u8, &self.seats[seat]);
            let Some(level) = row.level.clone().filter(|_| row.kind == SeatKind::Bot) else {
                continue;
            };
            let Some(race) = self.race.as_mut().filter(|race| race.alive(number)) else { continue };
            if let Some(bundle) = race.drive(number, &level, clock)
                && let Err(refusal) = self.feed(number, &bundle)
            {
                tracing::error!(?refusal, bundle, "a bot did what cannot be");
                self.gone(number);
            }
        }
    }

    fn drop_the_late(&mut self, clock: u64) {
        for seat in 0..self.seats.len() as u8 {
            let late = self.race.as_ref().is_some_and(|race| {
                race.alive(seat) && race.tick(seat) + BEHIND < clock || clock > LONGEST
            });
            if late {
                self.gone(seat);
            }
        }
    }

    fn gone(&mut self, seat: u8) {
        if let Some(race) = self.race.as_mut().filter(|race| race.alive(seat)) {
            race.drop_seat(seat);
            self.notes.push(Note::Gone { seat });
            self.version += 1;
        }
    }

    fn finish(&mut self) -> bool {
        let outcome = self.race.as_ref().and_then(|race| race.outcome());
        if let Some(outcome) = outcome {
            self.phase = Phase::Over(outcome);
            self.changed();
        }
        outcome.is_some()
    }
}

fn ticks_since(begins: Instant) -> u64 {
    let elapsed = Instant::now().saturating_duration_since(begins);
    elapsed.as_millis() as u64 * TICKS / 1000
}

/// The tick up to which a bundle says that everything is known: its last line's.
fn until(bundle: &str) -> Option<u64> {
    let last = bundle.rsplit([';', '\n']).find(|line| !line.trim().is_empty())?;
    last.trim().split(' ').next()?.parse().ok()
}
