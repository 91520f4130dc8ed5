//! One game at a table, from its opening to its end.

use std::time::{Duration, Instant};

use catalog::{Entry, Setup, Table};
use game::{Phrase, Record, Seat, Turn};
use search::{Fault, FaultKind, Limits, Stop};
use serde::{Deserialize, Serialize};

use crate::answer_time::AnswerTime;
use crate::contestant::{Answer, TablePlayer};
use crate::event::seed_of;

/// Games that are longer than this are called a draw; every game of ours ends before.
const LONGEST: usize = 5_000;

/// Why a game is over that somebody could not play on; what exactly went wrong stands beside it.
const FAULT: Phrase =
    Phrase::new("a contestant could not play on", "un concurrent n’a pu continuer");

/// What a game is played with.
#[derive(Clone)]
pub struct TableGame<'a> {
    /// The game.
    pub game: &'static dyn Entry,
    /// Variant, options and seed.
    pub setup: &'a Setup,
    /// Moves before the players begin.
    pub opening: &'a [String],
    /// What each may spend on a move.
    pub limits: Limits,
    /// How late an answer may come.
    pub time: AnswerTime,
}

/// How a game went.
#[derive(Clone, Debug, Serialize)]
pub struct TableResult {
    /// Each seat's place.
    pub places: Vec<u8>,
    /// Moves in all.
    pub plies: usize,
    /// Why it ended.
    pub why: String,
    /// Who could not play on, if that is how it ended.
    pub fault: Option<SeatFault>,
    /// What each seat has spent.
    pub spent: Vec<Spent>,
    /// The moves.
    #[serde(skip)]
    pub record: Record,
    /// Whether the seed decides something that the moves do not show.
    #[serde(skip)]
    pub hides: bool,
}

/// What a seat did wrong, so that the game was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatFault {
    /// The seat, from 0.
    pub seat: u8,
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// What happened.
    pub why: String,
    /// The last lines of the program's error stream.
    pub stderr: Vec<String>,
}

/// What was spent on moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Moves chosen.
    pub moves: u64,
    /// Positions or simulations, where the contestant tells.
    pub nodes: u64,
    /// Plies looked ahead, summed over the moves for which the contestant tells; absent in older journals.
    #[serde(default)]
    pub depth: u64,
    /// The moves for which it tells how far it looked ahead.
    #[serde(default)]
    pub depth_moves: u64,
    /// Milliseconds.
    pub time: f64,
    /// The longest move, in milliseconds.
    pub longest: f64,
    /// Moves that took longer than their time, but not too long.
    pub overruns: u64,
}

impl Spent {
    /// Adds what another has spent.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depth += other.depth;
        self.depth_moves += other.depth_moves;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.overruns += other.overruns;
    }
}

/// The seats of each side: allies are one, and everybody else is alone.
pub fn sides(table: &dyn Table) -> Vec<Vec<usize>> {
    let mut sides: Vec<Vec<usize>> = Vec::new();
    for seat in 0..table.seats() {
        let own = |side: &&mut Vec<usize>| table.allies(Seat(side[0] as u8), Seat(seat as u8));
        match sides.iter_mut().find(own) {
            Some(side) => side.push(seat),
            None => sides.push(vec![seat]),
        }
    }
    sides
}

impl TableGame<'_> {
    /// Plays the game; `seated` names the player of each seat. None when it was stopped.
    ///
    /// A player that cannot play on, is late or plays what is illegal loses.
    pub fn play(
        &self,
        players: &mut [Box<dyn TablePlayer>],
        seated: &[usize],
        stop: &Stop,
    ) -> Result<Option<TableResult>, Fault> {
        let mut table = self.game.table(self.setup).map_err(|bad| Fault::Unknown(bad.0))?;
        for text in self.opening {
            table.play(text).map_err(|refused| Fault::Unknown(refused.words().clone()))?;
        }
        self.play_on(&mut *table, players, seated, LONGEST, stop)
    }

    /// The same at a table that is there already, for so many moves at most.
    pub(crate) fn play_on(
        &self,
        table: &mut dyn Table,
        players: &mut [Box<dyn TablePlayer>],
        seated: &[usize],
        most: usize,
        stop: &Stop,
    ) -> Result<Option<TableResult>, Fault> {
        let mut spent = vec![Spent::default(); table.seats()];
        for (one, player) in players.iter_mut().enumerate() {
            let Some(seat) = seated.iter().position(|&seated| seated == one) else { continue };
            let seed = seed_of(self.setup.seed, one as u64);
            if let Err(fault) = player.begin(table, self.setup, seed) {
                let fault = blame(seat as u8, &fault).ok_or(fault)?;
                return Ok(Some(finished(table, Some(fault), String::new(), spent)));
            }
        }
        while let Turn::Of(seat) = table.turn() {
            if stop.is_pulled() {
                return Ok(None);
            }
            if table.epoch() >= most {
                return Ok(Some(finished(table, None, "too long: a draw".into(), spent)));
            }
            let player = &mut players[seated[seat.index()]];
            let chosen = self.choose(&mut **player, table, &mut spent[seat.index()], stop);
            if stop.is_pulled() {
                return Ok(None);
            }
            let fault = match chosen {
                Ok(text) => match table.play(&text) {
                    Ok(_) => continue,
                    Err(refused) => SeatFault {
                        seat: seat.0,
                        kind: FaultKind::Illegal,
                        why: format!("“{text}” is illegal: {refused}"),
                        stderr: player.last_lines(),
                    },
                },
                Err(fault) => blame(seat.0, &fault).ok_or(fault)?,
            };
            return Ok(Some(finished(table, Some(fault), String::new(), spent)));
        }
        let why = table.outcome().map(|outcome| outcome.why().en.to_owned()).unwrap_or_default();
        Ok(Some(finished(table, None, why, spent)))
    }

    /// Asks for a move and looks at the clock.
    fn choose(
        &self,
        player: &mut dyn TablePlayer,
        table: &dyn Table,
        spent: &mut Spent,
        stop: &Stop,
    ) -> Result<String, Fault> {
        let time = self.limits.time.filter(|_| player.is_told_the_time());
        let patience = time.map_or(self.time.longest, |_| self.time.patience(&self.limits));
        let start = Instant::now();
        let chosen = player.choose(table, &self.limits, patience, stop);
        let took = start.elapsed();
        let millis = took.as_secs_f64() * 1e3;
        spent.moves += 1;
        spent.time += millis;
        spent.longest = spent.longest.max(millis);
        let Answer { text, nodes, depth } = chosen?;
        spent.nodes += nodes;
        spent.depth += u64::from(depth);
        spent.depth_moves += u64::from(depth > 0);
        spent.overruns += u64::from(time.is_some_and(|time| took > time));
        if took > patience && time.is_some() {
            return Err(player.late(patience));
        }
        Ok(text)
    }
}

/// A fault of the one who sits there; none where nobody is to blame.
fn blame(seat: u8, fault: &Fault) -> Option<SeatFault> {
    let stderr = fault.last_lines().to_vec();
    let why = fault.clone().without_lines().to_string();
    fault.kind().map(|kind| SeatFault { seat, kind, why, stderr })
}

fn finished(
    table: &dyn Table,
    fault: Option<SeatFault>,
    why: String,
    spent: Vec<Spent>,
) -> TableResult {
    let forfeit = || fault.as_ref().map(|fault| table.forfeit(Seat(fault.seat), FAULT));
    let places = match table.outcome().or_else(forfeit) {
        Some(outcome) => outcome.places().to_vec(),
        None => vec![1; table.seats()],
    };
    TableResult {
        places,
        plies: table.epoch(),
        why: fault.as_ref().map_or(why, |fault| fault.why.clone()),
        fault,
        spent,
        record: table.record().clone(),
        hides: table.hides(),
    }
}

/// A player's fault for an answer that came, but too late.
pub(crate) fn too_late(name: &str, patience: Duration) -> Fault {
    Fault::Late { command: name.to_owned(), patience, last: Vec::new() }
}
