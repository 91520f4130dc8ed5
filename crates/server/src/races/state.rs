//! What changes in a race: who runs it, how far they are, and what has happened so far.

use std::time::{Duration, Instant};

use catalog::Entry;
use game::{Race, Standings};
use serde_json::{Map, Value};

use super::bots::LentBot;
use crate::config::RaceConfig;
use crate::error::{Answer, bad_bundle, bad_setup, illegal_move, no_race, not_started};
use crate::live::Held;
use crate::store::{SeatKind, SeatRow};
use crate::token::seed;
use crate::wire::RaceNote;

/// A player's clock may be so far ahead of ours: networks hold things up and let them go at once.
const AHEAD: Duration = Duration::from_secs(1);
/// A race that lasts longer does not end by itself.
const LONGEST: Duration = Duration::from_secs(3600);
/// A race ends when its notes take so many bytes.
const MOST_NOTES: usize = 16 << 20;
/// What a note takes beside its text.
const NOTE: usize = 100;
/// A bundle has at most so many bytes: a minute of a fast player.
const MOST_BUNDLE: usize = 16 << 10;

/// Where a race is in its life.
#[derive(Clone, Debug)]
pub(crate) enum RacePhase {
    /// Somebody is still missing.
    Waiting,
    /// It begins, or began, then.
    Running(Instant),
    /// It is decided.
    Over(Standings),
}

/// Everything of a race that changes.
pub(crate) struct RaceState {
    pub seats: Vec<SeatRow>,
    /// How often each seat has won, while the same people hold it.
    pub wins: Vec<u32>,
    pub phase: RacePhase,
    /// Grows with each race that the same people run.
    pub round: u32,
    /// Grows whenever somebody comes or goes, or the phase changes.
    pub version: u32,
    pub notes: Vec<RaceNote>,
    pub seed: u64,
    /// When somebody last did something.
    pub touched: Instant,
    /// When a person was last seen here, running or watching.
    pub attended: Instant,
    race: Option<Box<dyn Race>>,
    ticks_per_second: u64,
    times: RaceConfig,
    /// About how many bytes the bots keep, and the notes.
    bots_memory: usize,
    notes_memory: usize,
}

impl RaceState {
    /// A race that waits for its players. Its options are tried at once, so that bad ones are refused now.
    pub fn new(
        entry: &dyn Entry,
        options: &Map<String, Value>,
        seats: Vec<SeatRow>,
        times: RaceConfig,
    ) -> Answer<Self> {
        let mut state = Self {
            wins: vec![0; seats.len()],
            seats,
            phase: RacePhase::Waiting,
            round: 0,
            version: 0,
            notes: Vec::new(),
            seed: 0,
            touched: Instant::now(),
            attended: Instant::now(),
            race: None,
            ticks_per_second: 0,
            times,
            bots_memory: 0,
            notes_memory: 0,
        };
        state.line_up(entry, options)?;
        Ok(state)
    }

    /// The seats that somebody holds.
    pub fn held(&self, held: &Held) -> Vec<u8> {
        held.among(&self.seats)
    }

    /// A new race with a new seed.
    pub fn line_up(&mut self, entry: &dyn Entry, options: &Map<String, Value>) -> Answer<()> {
        let arcade = entry.arcade().ok_or_else(no_race)?;
        self.seed = seed();
        let race = arcade.race(options, self.seats.len(), self.seed);
        self.race = Some(race.map_err(|error| bad_setup(error.0))?);
        self.ticks_per_second = arcade.ticks_per_second().into();
        self.notes.clear();
        (self.bots_memory, self.notes_memory) = (0, 0);
        Ok(())
    }

    pub fn changed(&mut self) {
        self.version += 1;
        self.touched = Instant::now();
        self.attended = self.touched;
    }

    pub fn has_people(&self) -> bool {
        self.seats.iter().any(|seat| seat.kind == SeatKind::Person && seat.token.is_some())
    }

    /// Whether bots have been among themselves for longer than this.
    pub fn is_unwatched(&self, most: Duration) -> bool {
        let running = matches!(self.phase, RacePhase::Running(_));
        running && !self.has_people() && self.attended.elapsed() > most
    }

    pub fn begin_if_ready(&mut self) -> bool {
        self.changed();
        let ready =
            matches!(self.phase, RacePhase::Waiting) && self.seats.iter().all(SeatRow::is_ready);
        if ready {
            self.phase = RacePhase::Running(Instant::now() + self.times.countdown);
        }
        ready
    }

    /// Takes what a seat did; returns the tick up to which it is known now.
    pub fn feed(&mut self, seat: u8, bundle: &str) -> Answer<u64> {
        let Some(race) = &mut self.race else { return Err(not_started()) };
        let garbage = race.feed(seat, bundle);
        let garbage = garbage.map_err(|refused| illegal_move(refused.words().clone()))?;
        let tick = race.tick(seat);
        self.notes.push(RaceNote::Bundle { seat, bundle: bundle.to_owned() });
        self.notes.extend(garbage.into_iter().map(RaceNote::from));
        // The race keeps the inputs too.
        self.notes_memory += NOTE + 3 * bundle.len();
        self.touched = Instant::now();
        Ok(tick)
    }

    /// Whom a seat sends its garbage to from now on.
    pub fn aim(&mut self, seat: u8, at: Option<u8>) -> Answer<()> {
        let Some(race) = &mut self.race else { return Err(not_started()) };
        race.aim(seat, at).map_err(|refused| illegal_move(refused.words().clone()))
    }

    /// The team of a seat.
    pub fn team(&self, seat: u8) -> u8 {
        self.race.as_ref().map_or(seat, |race| race.team(seat))
    }

    /// Lends out the bots that are to play up to a tick. One that is behind comes on a second at a time.
    pub fn lend_bots(&mut self, clock: u64) -> Vec<LentBot> {
        let (second, Some(race)) = (self.ticks_per_second, &mut self.race) else {
            return Vec::new();
        };
        let bots = (0u8..).zip(&self.seats).filter(|(_, row)| row.kind == SeatKind::Bot);
        bots.filter_map(|(seat, row)| {
            let until = clock.min(race.tick(seat) + second);
            let bot = race.lend(seat, row.level.as_deref()?, until)?;
            Some(LentBot { seat, bot, bundle: None })
        })
        .collect()
    }

    /// Takes bots back and plays what they have made.
    pub fn take_back(&mut self, bots: Vec<LentBot>) {
        self.bots_memory = bots.iter().map(|lent| lent.bot.memory()).sum();
        for LentBot { seat, bot, bundle } in bots {
            if let Some(race) = &mut self.race {
                race.take_back(seat, bot);
            }
            if let Some(bundle) = bundle.filter(|_| self.alive(seat))
                && let Err(refusal) = self.feed(seat, &bundle)
            {
                tracing::error!(?refusal, bundle, "a bot made a bundle that the race refuses");
                self.gone(seat);
            }
        }
    }

    /// About how many bytes it keeps.
    pub fn memory(&self) -> usize {
        self.bots_memory + self.notes_memory
    }

    /// Takes out whoever is too far behind, and everybody once the race has lasted too long. Where memory is scarce,
    /// that is sooner.
    pub fn drop_the_late(&mut self, clock: u64, crowded: bool) {
        let too_long = clock > self.ticks(LONGEST)
            || crowded && self.notes_memory > MOST_NOTES / 16
            || self.notes_memory > MOST_NOTES;
        for seat in 0..self.seats.len() as u8 {
            let late = self.race.as_ref().is_some_and(|race| {
                race.alive(seat)
                    && (race.tick(seat) + self.ticks(self.times.behind) < clock || too_long)
            });
            if late {
                self.gone(seat);
            }
        }
    }

    /// Takes a seat out of the race.
    pub fn gone(&mut self, seat: u8) {
        if let Some(race) = self.race.as_mut().filter(|race| race.alive(seat)) {
            race.drop_seat(seat);
            self.notes.push(RaceNote::Gone { seat });
            self.version += 1;
        }
    }

    /// Ends the race once it is decided; says whether it is.
    pub fn finish(&mut self) -> bool {
        let outcome = self.race.as_ref().and_then(|race| race.outcome());
        let Some(outcome) = outcome else { return false };
        for (wins, place) in self.wins.iter_mut().zip(&outcome.places) {
            *wins += u32::from(*place == 1);
        }
        self.phase = RacePhase::Over(outcome);
        self.changed();
        true
    }

    /// The tick of the race's clock, if it runs.
    pub fn clock(&self) -> Option<u64> {
        let RacePhase::Running(begins) = &self.phase else { return None };
        let elapsed = Instant::now().saturating_duration_since(*begins);
        Some(self.ticks(elapsed))
    }

    /// How many ticks there are in a time.
    fn ticks(&self, time: Duration) -> u64 {
        time.as_millis() as u64 * self.ticks_per_second / 1000
    }

    /// Refuses a bundle that is further ahead than a network explains.
    pub fn check_time(&self, bundle: &str, clock: u64) -> Answer<()> {
        let race = self.race.as_ref().filter(|_| bundle.len() <= MOST_BUNDLE);
        let end = race.and_then(|race| race.bundle_end(bundle));
        match end {
            Some(end) if end <= clock + self.ticks(AHEAD) => Ok(()),
            _ => Err(bad_bundle(clock)),
        }
    }

    /// Whether a seat is still in the race.
    pub fn alive(&self, seat: u8) -> bool {
        self.race.as_ref().is_some_and(|race| race.alive(seat))
    }
}
