//! One game at a table, from a random opening to its end.

use std::time::{Duration, Instant};

use catalog::{Entry, Setup, Table};
use game::{Phrase, Record, Rng, Seat, Turn};
use search::{Fault, Limits, Stop};
use serde::Serialize;

use crate::contestant::TablePlayer;

/// Games that are longer than this are called a draw; every game of ours ends before.
const LONGEST: usize = 5_000;

/// Why a game is over that somebody could not play on; what exactly went wrong stands beside it.
const FAULT: Phrase =
    Phrase::new("a contestant could not play on", "un concurrent n’a pu continuer");

/// What a game is played with.
#[derive(Clone)]
pub struct TableGame {
    /// The game.
    pub game: &'static dyn Entry,
    /// Variant, options and seed.
    pub setup: Setup,
    /// Random moves before the players begin.
    pub openings: usize,
    /// What each may spend on a move.
    pub limits: Limits,
}

/// How a game went.
#[derive(Clone, Debug, Serialize)]
pub struct TableResult {
    /// What the result is worth to each seat, from 0 to 1.
    pub shares: Vec<f32>,
    /// Each seat's place.
    pub places: Vec<u8>,
    /// Moves in all.
    pub plies: usize,
    /// Why it ended.
    pub why: String,
    /// The seat that could not play on, if that is how it ended.
    pub fault: Option<u8>,
    /// Each seat's longest move, in milliseconds.
    pub longest: Vec<u64>,
    /// The moves.
    #[serde(skip)]
    pub record: Record,
}

impl TableGame {
    /// Plays the game; `seated` names the player of each seat. None when it was stopped.
    ///
    /// A player that cannot play on, or plays what is illegal, loses.
    pub fn play(
        &self,
        players: &mut [Box<dyn TablePlayer>],
        seated: &[usize],
        stop: &Stop,
    ) -> Result<Option<TableResult>, Fault> {
        let mut table = self.game.table(&self.setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut rng = Rng::new(self.setup.seed);
        self.open(&mut *table, &mut rng);
        for player in players.iter_mut() {
            player.begin(&*table, &self.setup, rng.next_u64())?;
        }
        let mut longest = vec![Duration::ZERO; table.seats()];
        while let Turn::Of(seat) = table.turn() {
            if stop.is_pulled() {
                return Ok(None);
            }
            if table.epoch() >= LONGEST {
                return Ok(Some(finished(&*table, None, "too long: a draw".into(), &longest)));
            }
            let start = Instant::now();
            let chosen = players[seated[seat.index()]].choose(&*table, &self.limits, stop);
            longest[seat.index()] = longest[seat.index()].max(start.elapsed());
            let why = match chosen {
                Ok(text) => match table.play(&text) {
                    Ok(_) => continue,
                    Err(refused) => format!("“{text}” is illegal: {refused}"),
                },
                Err(fault) => fault.to_string(),
            };
            if stop.is_pulled() {
                return Ok(None);
            }
            return Ok(Some(finished(&*table, Some(seat), why, &longest)));
        }
        let why = table.outcome().map(|outcome| outcome.why().en.to_owned()).unwrap_or_default();
        Ok(Some(finished(&*table, None, why, &longest)))
    }

    /// Random moves that leave the game in play.
    fn open(&self, table: &mut dyn Table, rng: &mut Rng) {
        for _ in 0..self.openings {
            let mut moves = table.legal();
            rng.shuffle(&mut moves);
            let goes_on = |text: &String| {
                let mut next = table.fork();
                next.play(text).is_ok() && next.outcome().is_none()
            };
            let Some(text) = moves.into_iter().find(goes_on) else { return };
            // It was legal a moment ago.
            let _ = table.play(&text);
        }
    }
}

fn finished(
    table: &dyn Table,
    fault: Option<Seat>,
    why: String,
    longest: &[Duration],
) -> TableResult {
    let seats = table.seats();
    let forfeit = || fault.map(|by| table.forfeit(by, FAULT));
    let (shares, places) = match table.outcome().or_else(forfeit) {
        Some(outcome) => (
            (0..seats as u8).map(|seat| outcome.share(Seat(seat))).collect(),
            outcome.places().to_vec(),
        ),
        None => (vec![0.5; seats], vec![1; seats]),
    };
    TableResult {
        shares,
        places,
        plies: table.epoch(),
        why,
        fault: fault.map(|seat| seat.0),
        longest: longest.iter().map(|time| time.as_millis() as u64).collect(),
        record: table.record().clone(),
    }
}
