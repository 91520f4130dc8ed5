//! A match: many games on all cores, seats taken in turn, each opening played by everybody.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use catalog::{Entry, Setup};
use search::{Limits, Stop};
use serde::Serialize;

use crate::contestant::{Contestant, Fault, Spec};
use crate::duel::{Duel, Played};
use crate::tally::Tally;

/// What a match is played with.
#[derive(Clone)]
pub struct Series {
    /// The game.
    pub game: &'static dyn Entry,
    /// Variant and options; its seed is the match's, from which every game gets its own.
    pub setup: Setup,
    /// Who plays; seats are filled in this order, again from the first if there are more seats.
    pub bots: Vec<Spec>,
    /// How many games.
    pub games: usize,
    /// Random moves before the contestants begin.
    pub openings: usize,
    /// What each may spend on a move; what is not set is the level's own.
    pub limits: Limits,
    /// Games at a time.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct SeriesReport {
    /// The contestants' names.
    pub bots: Vec<String>,
    /// What each has got.
    pub tallies: Vec<Tally>,
    /// The games that were played to an end, in order of their number.
    pub games: Vec<Game>,
}

/// One game of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
    /// Its number, from 0.
    pub number: usize,
    /// Its seed.
    pub seed: u64,
    /// The contestant of each seat.
    pub seated: Vec<usize>,
    /// How it went.
    #[serde(flatten)]
    pub played: Played,
}

impl Series {
    /// Plays until all games are done or it is told to stop. `progress` is told of each game as it
    /// ends, with everybody's results so far.
    pub fn run(
        &self,
        stop: &Stop,
        progress: &(dyn Fn(&Game, &[Tally]) + Sync),
    ) -> Result<SeriesReport, Fault> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new((Vec::new(), vec![Tally::default(); self.bots.len()]));
        let workers = self.threads.clamp(1, self.games.max(1));
        let results: Vec<Result<(), Fault>> = thread::scope(|scope| {
            let handles: Vec<_> = (0..workers)
                .map(|_| scope.spawn(|| self.work(&next, stop, &done, progress)))
                .collect();
            let gone = || Err(Fault::Said("a game ended in a panic".into()));
            handles.into_iter().map(|handle| handle.join().unwrap_or_else(|_| gone())).collect()
        });
        results.into_iter().collect::<Result<Vec<()>, Fault>>()?;
        let (mut games, tallies) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        games.sort_by_key(|game: &Game| game.number);
        let bots = self.bots.iter().map(|bot| bot.name().to_owned()).collect();
        Ok(SeriesReport { bots, tallies, games })
    }

    fn work(
        &self,
        next: &AtomicUsize,
        stop: &Stop,
        done: &Mutex<(Vec<Game>, Vec<Tally>)>,
        progress: &(dyn Fn(&Game, &[Tally]) + Sync),
    ) -> Result<(), Fault> {
        let mut contestants: Vec<Box<dyn Contestant>> =
            self.bots.iter().map(|bot| bot.invite(self.game)).collect::<Result<_, _>>()?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games || stop.is_pulled() {
                return Ok(());
            }
            let (duel, seated) = self.duel(number)?;
            let mut played = match duel.play(&mut contestants, &seated, stop) {
                Ok(Some(played)) => played,
                Ok(None) => return Ok(()),
                Err(fault) => {
                    stop.pull();
                    return Err(fault);
                }
            };
            if played.fault.is_some() {
                // Whoever failed may be beyond help: everybody is invited anew.
                contestants =
                    self.bots.iter().map(|bot| bot.invite(self.game)).collect::<Result<_, _>>()?;
            }
            played.record.seats =
                seated.iter().map(|&bot| self.bots[bot].name().to_owned()).collect();
            let game = Game { number, seed: duel.setup.seed, seated, played };
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            add(&mut done.1, &game);
            progress(&game, &done.1);
            done.0.push(game);
        }
    }

    /// The game of this number: consecutive games share an opening until everybody has sat
    /// everywhere.
    fn duel(&self, number: usize) -> Result<(Duel, Vec<usize>), Fault> {
        let round = (number / self.bots.len()) as u64;
        let setup = Setup { seed: self.setup.seed.wrapping_add(round), ..self.setup.clone() };
        let table = self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let seated = (0..table.seats()).map(|seat| (seat + number) % self.bots.len()).collect();
        let duel = Duel { game: self.game, setup, openings: self.openings, limits: self.limits };
        Ok((duel, seated))
    }
}

/// Adds a game to everybody's results. Who holds several seats gets their mean.
fn add(tallies: &mut [Tally], game: &Game) {
    let played = &game.played;
    let first = |bot: usize| {
        game.seated.iter().zip(&played.places).any(|(&seated, &place)| seated == bot && place == 1)
    };
    let firsts = (0..tallies.len()).filter(|&bot| first(bot)).count();
    for (bot, tally) in tallies.iter_mut().enumerate() {
        let own: Vec<f32> = game
            .seated
            .iter()
            .zip(&played.shares)
            .filter(|&(&seated, _)| seated == bot)
            .map(|(_, &share)| share)
            .collect();
        if !own.is_empty() {
            tally.add(own.iter().sum::<f32>() / own.len() as f32, first(bot), firsts == 1);
        }
    }
}
