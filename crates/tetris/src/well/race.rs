//! A race: up to eight wells with the same pieces, and garbage from one to the next.

use std::any::Any;
use std::collections::VecDeque;
use std::time::Duration;

use game::{
    BadOptions, Garbage, Illegal, Phrase, Race, RaceBot, Refused, Rng, Standings, options_for,
};
use serde_json::{Map, Value};

use crate::rules::Tetris;
use crate::rules::ops::Op;
use crate::rules::start::Start;
use crate::rules::terms::{Mode, Terms};
use crate::well::driver::Driver;
use crate::well::race_terms::RaceTerms;
use crate::well::run::Inputs;
use crate::well::{Well, WellEvent};

/// Garbage must be taken so many ticks after it was sent at the latest.
const PATIENCE: u64 = 300;

/// A computer player thinks no longer than this about a piece: others wait for it.
const THINK: Duration = Duration::from_millis(30);

const OUTLIVED: Phrase =
    Phrase::new("all the other wells are full", "tous les autres puits sont pleins");

/// A race being run.
pub struct WellRace {
    seats: Vec<RaceSeat>,
    /// Draws the columns of the gaps.
    rng: Rng,
    seed: u64,
    terms: RaceTerms,
}

/// One seat's well.
struct RaceSeat {
    well: Well,
    /// Everything that was done so far.
    inputs: Inputs,
    /// Garbage that was sent and has not been taken, and when it must be.
    owed: VecDeque<(Op, u64)>,
    /// Who was sent garbage last.
    target: usize,
    /// Who is to be sent it, as long as they are in the race.
    aim: Option<usize>,
    /// How often garbage has risen because time presses.
    risen: u64,
    gone: bool,
    driver: Option<(String, Driver)>,
}

impl RaceSeat {
    fn alive(&self) -> bool {
        !self.gone && !self.well.is_over()
    }
}

impl WellRace {
    /// Empty wells; the seed decides the pieces of all of them.
    pub fn new(options: &Map<String, Value>, seats: usize, seed: u64) -> Result<Self, BadOptions> {
        // A variant's name stands for its options here, as it does at a table.
        let mut options = options.clone();
        let race = RaceTerms::take(&mut options, seats)?;
        let variant = match options.remove("variant") {
            Some(Value::String(variant)) => Some(variant),
            _ => None,
        };
        let options = options_for::<Tetris>(variant.as_deref(), &options)?;
        if options.start != Start::Empty {
            return Err(BadOptions::new(
                "a race begins with empty wells",
                "une course commence avec des puits vides",
            ));
        }
        let terms = Terms {
            rules: options.rules,
            width: options.width,
            height: options.height,
            mode: Mode::Race,
            first: 1,
        };
        let fresh = |seat| {
            Ok(RaceSeat {
                well: Well::new(terms, seed)?,
                inputs: Inputs::default(),
                owed: VecDeque::new(),
                target: seat,
                aim: None,
                risen: 0,
                gone: false,
                driver: None,
            })
        };
        let seats = (0..seats).map(fresh).collect::<Result<_, BadOptions>>()?;
        // Another stream than that of the pieces.
        Ok(Self { seats, rng: Rng::new(!seed), seed, terms: race })
    }

    fn seat(&self, seat: u8) -> Option<&RaceSeat> {
        self.seats.get(usize::from(seat))
    }

    /// Whether a seat can be sent garbage by another.
    fn is_rival(&self, from: usize, to: usize) -> bool {
        self.terms.teams[from] != self.terms.teams[to] && self.seats[to].alive()
    }

    /// Sends garbage to whoever the seat aims at, or else to the next one who is still in it; nothing where there is
    /// nobody.
    fn send(&mut self, from: usize, lines: u32, at: u64) -> Option<Garbage> {
        let lines = self.terms.share(lines);
        let seats = self.seats.len();
        let target = self.seats[from].target;
        let aimed = self.seats[from].aim.filter(|to| self.is_rival(from, *to));
        let next = || (1..=seats).map(|step| (target + step) % seats);
        let to = aimed.or_else(|| next().find(|to| self.is_rival(from, *to)))?;
        self.seats[from].target = to;
        (lines > 0).then(|| self.give(to, lines, at))
    }

    /// Puts garbage in a seat's way.
    fn give(&mut self, to: usize, lines: u32, at: u64) -> Garbage {
        let width = self.seats[to].well.stock().terms.width;
        let column = self.rng.below(width.into()) as u8;
        let lines = lines.min(crate::rules::ops::MAX_GARBAGE.into()) as u8;
        let receiver = &mut self.seats[to];
        let due = at.max(receiver.inputs.end) + PATIENCE;
        receiver.owed.push_back((Op::Garbage { lines, column }, due));
        garbage(to as u8, lines, column)
    }

    /// Lets garbage rise for a seat as often as its time asks for it.
    fn press(&mut self, seat: usize, sent: &mut Vec<Garbage>) {
        while let Some(at) = self.terms.rises(self.seats[seat].risen)
            && at <= self.seats[seat].inputs.end
            && self.seats[seat].alive()
        {
            self.seats[seat].risen += 1;
            sent.push(self.give(seat, 1, at));
        }
    }
}

/// A computer player away from its race, with a copy of its well.
struct WellBot {
    level: String,
    driver: Driver,
    well: Well,
    /// Garbage that it has been sent.
    owed: Vec<Op>,
    until: u64,
}

impl RaceBot for WellBot {
    fn drive(&mut self, share: f64) -> String {
        self.driver.set_share(share);
        let mut bundle = Inputs { ticks: Vec::new(), end: self.until };
        let mut ops = std::mem::take(&mut self.owed);
        while self.well.ticks() < self.until && !self.well.is_over() {
            self.driver.inputs(&self.well, &mut ops);
            let tick = self.well.ticks();
            self.well.tick(&ops);
            if !ops.is_empty() {
                bundle.ticks.push((tick, std::mem::take(&mut ops)));
            }
        }
        bundle.write_bundle()
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.driver.memory()
    }

    fn shrink(&mut self) {
        self.driver.shrink();
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// Takes the garbage of these inputs off what is owed; refused where it is not what was sent, in its order
/// and in time.
fn settle(owed: &mut VecDeque<(Op, u64)>, inputs: &Inputs) -> Result<(), Refused> {
    for (tick, ops) in &inputs.ticks {
        for op in ops.iter().filter(|op| matches!(op, Op::Garbage { .. })) {
            match owed.pop_front() {
                Some((sent, due)) if sent == *op && *tick <= due => (),
                _ => {
                    return Err(Illegal::new(
                        format!("{op} at tick {tick} is not the garbage that was sent"),
                        format!("{op} au tic {tick} n’est pas ce qui a été envoyé"),
                    )
                    .into());
                }
            }
        }
    }
    match owed.front() {
        Some((op, due)) if *due < inputs.end => Err(Illegal::new(
            format!("{op} was left lying: it had to be taken by tick {due}"),
            format!("{op} n’a pas été pris : il fallait le prendre au tic {due} au plus tard"),
        )
        .into()),
        _ => Ok(()),
    }
}

/// Garbage as everybody is told of it: how many lines, and the column of their gap.
fn garbage(to: u8, lines: u8, column: u8) -> Garbage {
    let fields = [("lines", lines), ("column", column)];
    let payload = fields.map(|(name, number)| (name.to_owned(), number.into()));
    Garbage { to, payload: payload.into_iter().collect() }
}

impl Race for WellRace {
    fn bundle_end(&self, bundle: &str) -> Option<u64> {
        Inputs::bundle_end(bundle)
    }

    fn feed(&mut self, seat: u8, bundle: &str) -> Result<Vec<Garbage>, Refused> {
        let from = usize::from(seat);
        let own = self.seat(seat).filter(|own| own.alive()).ok_or_else(|| {
            Illegal::new("this seat is out of the race", "cette place est hors course")
        })?;
        let width = own.well.stock().terms.width;
        let inputs = Inputs::read_bundle(bundle, own.inputs.end, width)?;
        let mut owed = own.owed.clone();
        settle(&mut owed, &inputs)?;
        let mut well = own.well.clone();
        let mut sent = Vec::new();
        inputs.play_and(&mut well, &mut |well| {
            for event in well.events() {
                if let WellEvent::Locked(landing) = event
                    && landing.sent > 0
                {
                    sent.push((landing.sent, well.ticks()));
                }
            }
        });
        if let Some(refused) = inputs.reason_against(&well) {
            return Err(refused);
        }
        let own = &mut self.seats[from];
        own.well = well;
        own.owed = owed;
        own.inputs.ticks.extend(inputs.ticks);
        own.inputs.end = inputs.end;
        let sent = sent.into_iter().filter_map(|(lines, at)| self.send(from, lines, at));
        let mut sent: Vec<Garbage> = sent.collect();
        self.press(from, &mut sent);
        Ok(sent)
    }

    fn lend(&mut self, seat: u8, level: &str, until: u64) -> Option<Box<dyn RaceBot>> {
        let seed = self.seed;
        let own = self.seats.get_mut(usize::from(seat)).filter(|own| own.alive())?;
        if until <= own.inputs.end {
            return None;
        }
        let known = own.driver.take().filter(|(known, _)| known == level);
        let driver = match known {
            Some((_, driver)) => driver,
            None => Driver::new(level, seed.wrapping_add(seat.into()), THINK)?,
        };
        let owed = own.owed.iter().map(|(op, _)| *op).collect();
        let (level, well) = (level.to_owned(), own.well.clone());
        Some(Box::new(WellBot { level, driver, well, owed, until }))
    }

    fn take_back(&mut self, seat: u8, bot: Box<dyn RaceBot>) {
        let own = self.seats.get_mut(usize::from(seat));
        if let (Some(own), Ok(bot)) = (own, bot.into_any().downcast::<WellBot>()) {
            own.driver = Some((bot.level, bot.driver));
        }
    }

    fn drop_seat(&mut self, seat: u8) {
        if let Some(own) = self.seats.get_mut(usize::from(seat)) {
            own.gone = true;
        }
    }

    fn tick(&self, seat: u8) -> u64 {
        self.seat(seat).map_or(0, |own| own.inputs.end)
    }

    fn alive(&self, seat: u8) -> bool {
        self.seat(seat).is_some_and(RaceSeat::alive)
    }

    fn aim(&mut self, seat: u8, at: Option<u8>) -> Result<(), Refused> {
        let at = at.map(usize::from);
        let fits = |to: usize| {
            to < self.seats.len()
                && self.terms.teams.get(usize::from(seat)) != self.terms.teams.get(to)
        };
        if at.is_some_and(|to| !fits(to)) {
            return Err(Illegal::new(
                "garbage is aimed at a rival",
                "les lignes de pénalité visent un rival",
            )
            .into());
        }
        if let Some(own) = self.seats.get_mut(usize::from(seat)) {
            own.aim = at;
        }
        Ok(())
    }

    fn team(&self, seat: u8) -> u8 {
        self.terms.teams.get(usize::from(seat)).copied().unwrap_or_default()
    }

    fn outcome(&self) -> Option<Standings> {
        let teams = &self.terms.teams;
        let alive = |team: u8| {
            teams.iter().zip(&self.seats).any(|(own, seat)| *own == team && seat.alive())
        };
        let mut left: Vec<u8> = teams.iter().copied().filter(|team| alive(*team)).collect();
        left.sort_unstable();
        left.dedup();
        if left.len() > 1 {
            return None;
        }
        // Who lasted longer comes before who did not; a team lasts as long as its last member, and who is still alive
        // lasts for ever.
        let lasted = |own: &RaceSeat| if own.alive() { u64::MAX } else { own.well.ticks() };
        let of_team = |team: u8| {
            let members = teams.iter().zip(&self.seats).filter(|(own, _)| **own == team);
            members.map(|(_, seat)| lasted(seat)).max().unwrap_or_default()
        };
        let mut all: Vec<u8> = teams.clone();
        all.sort_unstable();
        all.dedup();
        let place = |team: u8| {
            1 + all.iter().filter(|other| of_team(**other) > of_team(team)).count() as u8
        };
        let sent = |own: &RaceSeat| own.well.stock().sent.min(1 << 20) as i32;
        Some(Standings {
            places: teams.iter().map(|team| place(*team)).collect(),
            points: self.seats.iter().map(sent).collect(),
            why: OUTLIVED,
        })
    }

    fn so_far(&self, seat: u8) -> String {
        self.seat(seat).map_or_else(String::new, |own| own.inputs.write_bundle())
    }
}
