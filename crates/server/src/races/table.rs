//! One race: its seats, from the first player who comes to the outcome, and once more.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use catalog::Entry;
use serde_json::{Map, Value};
use tokio::sync::watch;

use super::bots::LentBot;
use super::state::{RacePhase, RaceState};
use crate::clock::{now, rfc3339};
use crate::config::RaceConfig;
use crate::error::{Answer, game_over, no_place_free, not_started};
use crate::store::{SeatKind, SeatRow, Status};
use crate::token::{Token, table_id};
use crate::wire::{OptionsBody, RaceBody, RaceSeatBody};
use crate::work::Payer;

/// A race in which nothing happens is forgotten after this time.
const STALE: Duration = Duration::from_secs(1200);
/// One that is over, and that nobody looks at any more, after this.
const OVER: Duration = Duration::from_secs(300);

/// A race and the people who run it.
pub(crate) struct RaceTable {
    pub id: String,
    pub game: String,
    pub private: bool,
    pub created: i64,
    pub entry: &'static dyn Entry,
    options: Map<String, Value>,
    state: Mutex<RaceState>,
    bell: watch::Sender<u64>,
    /// Who pays for the bots: whoever made the race.
    pub payer: Payer,
    /// As of the last step of the clock.
    memory: AtomicUsize,
}

impl RaceTable {
    /// A new race; its options are tried at once, so that a bad one is refused now.
    pub fn new(
        entry: &'static dyn Entry,
        options: Map<String, Value>,
        seats: Vec<SeatRow>,
        private: bool,
        times: RaceConfig,
    ) -> Answer<Self> {
        let state = RaceState::new(entry, &options, seats, times)?;
        Ok(Self {
            id: table_id(),
            game: entry.about().id.to_owned(),
            private,
            created: now(),
            entry,
            options,
            state: Mutex::new(state),
            bell: watch::Sender::new(0),
            payer: Payer::current(),
            memory: AtomicUsize::new(0),
        })
    }

    pub fn lock(&self) -> MutexGuard<'_, RaceState> {
        // A bundle is refused or taken whole; a bot that panicked is gone with its seat.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn listen(&self) -> watch::Receiver<u64> {
        self.bell.subscribe()
    }

    pub fn ring(&self) {
        self.bell.send_modify(|rung| *rung += 1);
    }

    /// Whether it waits for players or is being run.
    pub fn is_open(&self) -> bool {
        !matches!(self.lock().phase, RacePhase::Over(_))
    }

    /// Whether nobody wants it any more. Bots that are among themselves go on for so long with nobody watching.
    pub fn is_stale(&self, unwatched: Duration) -> bool {
        let (state, watched) = (self.lock(), self.is_watched());
        let over = matches!(state.phase, RacePhase::Over(_));
        let most = if over && !watched { OVER } else { STALE };
        state.touched.elapsed() > most || !watched && state.is_unwatched(unwatched)
    }

    fn is_watched(&self) -> bool {
        self.bell.receiver_count() > 0
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

    /// Gives every free seat to a bot. Says whether everybody is there now.
    pub fn fill(&self, bot: &SeatRow) -> bool {
        let mut state = self.lock();
        if !matches!(state.phase, RacePhase::Waiting) {
            return false;
        }
        for seat in &mut state.seats {
            if seat.kind == SeatKind::Open {
                *seat = bot.clone();
            }
        }
        let begins = state.begin_if_ready();
        drop(state);
        self.ring();
        begins
    }

    /// Leaves a seat: it is open again, or out of the race if that is on.
    pub fn leave(&self, seat: u8) {
        let mut state = self.lock();
        match state.phase {
            RacePhase::Waiting => {
                state.seats[usize::from(seat)] = SeatRow::OPEN;
                state.wins[usize::from(seat)] = 0;
            }
            RacePhase::Running(_) | RacePhase::Over(_) => {
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
        if !matches!(state.phase, RacePhase::Over(_)) {
            // Somebody else asked first.
            return Ok(false);
        }
        state.line_up(self.entry, &self.options)?;
        state.round += 1;
        state.phase = RacePhase::Waiting;
        let RaceState { seats, wins, .. } = &mut *state;
        for (row, wins) in seats.iter_mut().zip(wins) {
            if row.kind == SeatKind::Person && row.token.is_none() {
                *row = SeatRow::OPEN;
                *wins = 0;
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
        if matches!(state.phase, RacePhase::Over(_)) {
            return Err(game_over());
        }
        let clock = state.clock().ok_or_else(not_started)?;
        state.check_time(bundle, clock)?;
        let tick = state.feed(seat, bundle)?;
        drop(state);
        self.ring();
        Ok(tick)
    }

    /// Lends out the bots for a step of the clock, with the number of the round; none once it is over.
    pub fn lend_bots(&self) -> Option<(u32, Vec<LentBot>)> {
        let mut state = self.lock();
        let clock = state.clock()?;
        Some((state.round, state.lend_bots(clock)))
    }

    /// About how many bytes it keeps.
    pub fn memory(&self) -> usize {
        self.memory.load(Relaxed)
    }

    /// What the clock brings: the bots' inputs, players who are gone, the end. False once it is over.
    pub fn advance(&self, round: u32, bots: Vec<LentBot>, crowded: bool) -> bool {
        let mut state = self.lock();
        // Another race of the same people has bots of its own.
        let Some(clock) = state.clock().filter(|_| state.round == round) else { return false };
        let before = (state.version, state.notes.len());
        if self.is_watched() {
            state.attended = Instant::now();
        }
        state.take_back(bots);
        state.drop_the_late(clock, crowded);
        let over = state.finish();
        self.memory.store(state.memory(), Relaxed);
        let news = before != (state.version, state.notes.len());
        drop(state);
        if news {
            self.ring();
        }
        !over
    }

    /// As everybody is told.
    pub fn body(&self, state: &RaceState) -> RaceBody {
        let seats = (0u8..).zip(&state.seats).map(|(seat, row)| RaceSeatBody {
            seat,
            kind: row.kind,
            name: row.name.clone(),
            level: row.level.clone(),
            alive: state.alive(seat),
            team: state.team(seat),
            wins: state.wins.get(usize::from(seat)).copied().unwrap_or_default(),
        });
        let (status, begins_in, outcome) = match &state.phase {
            RacePhase::Waiting => (Status::Waiting, None, None),
            RacePhase::Running(begins) => {
                let wait = begins.saturating_duration_since(Instant::now()).as_millis() as i64;
                (Status::Playing, Some(wait - begins.elapsed().as_millis() as i64), None)
            }
            RacePhase::Over(outcome) => (Status::Over, None, Some(outcome.into())),
        };
        RaceBody {
            id: self.id.clone(),
            game: self.game.clone(),
            options: OptionsBody(self.options.clone()),
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
