//! A player measured by games against others, one after another from every seat: what a level that cannot be tried
//! alone is tuned by.

use std::sync::{Mutex, PoisonError};

use catalog::{Entry, Setup};
use search::{Fault, Limits, Sample, SoloRun, Stop};

use crate::contestant::{Contestant, TablePlayer};
use crate::table_game::TableGame;

/// What is counted: the mean share of the results.
pub const FIGURES: &[&str] = &["score"];

/// A contestant against another that holds all other seats. A run is a game from every seat with the same chances.
pub struct SelfPlay {
    /// The game.
    pub game: &'static dyn Entry,
    /// Variant and options.
    pub setup: Setup,
    /// Who is measured.
    pub contestant: Contestant,
    /// Who is met.
    pub against: Contestant,
    /// Random moves before they begin: two players without chance would play the same game for ever.
    pub openings: usize,
    /// What each may spend on a move; what is not set is the level's own.
    pub limits: Limits,
    /// Players that wait for a game, so that not every game makes its own.
    pub idle: Mutex<Vec<Vec<Box<dyn TablePlayer>>>>,
}

impl SelfPlay {
    fn players(&self) -> Result<Vec<Box<dyn TablePlayer>>, Fault> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let invite = || [&self.contestant, &self.against].map(|one| one.invite(self.game));
        idle.map_or_else(|| invite().into_iter().collect(), Ok)
    }
}

impl SoloRun for SelfPlay {
    fn run(&self, seed: u64, _moves: u64, stop: &Stop) -> Result<Sample, Fault> {
        let setup = Setup { seed, ..self.setup.clone() };
        let seats = self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?.seats();
        let mut players = self.players()?;
        let table_game =
            TableGame { game: self.game, setup, openings: self.openings, limits: self.limits };
        let (mut share, mut plies) = (0.0, 0);
        for own in 0..seats {
            let seated: Vec<usize> = (0..seats).map(|seat| usize::from(seat != own)).collect();
            let Some(result) = table_game.play(&mut players, &seated, stop)? else {
                return Ok(Sample::default());
            };
            share += f64::from(result.shares[own]);
            plies += result.plies as u64;
        }
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(players);
        let figures = vec![share / seats as f64];
        Ok(Sample { moves: plies, ended: true, figures, why: None })
    }
}
