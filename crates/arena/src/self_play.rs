//! A player measured by games against others, one after another from every side: what a level that cannot be tried
//! alone is tuned by.

use std::sync::{Mutex, PoisonError};

use catalog::{Entry, Setup};
use search::{Fault, Limits, RunResult, SoloRun, Stop};

use crate::answer_time::AnswerTime;
use crate::contestant::{Contestant, TablePlayer};
use crate::openings::{OpeningSource, Openings};
use crate::table_game::{TableGame, sides};

/// What is counted: the share of games won, a draw half.
pub const FIGURES: &[&str] = &["score"];

/// A contestant against another that holds all other sides. A run is a game from every side with the same opening.
pub struct SelfPlay {
    /// The game.
    pub game: &'static dyn Entry,
    /// Variant and options.
    pub setup: Setup,
    /// Who is measured.
    pub contestant: Contestant,
    /// Who is met.
    pub against: Contestant,
    /// How games begin.
    pub openings: OpeningSource,
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
    fn run(&self, seed: u64, _moves: u64, stop: &Stop) -> Result<RunResult, Fault> {
        let series = Setup { seed, ..self.setup.clone() };
        let opening = Openings::new(self.game, series, self.openings.clone()).get(0)?;
        let setup = Setup { seed: opening.seed, ..self.setup.clone() };
        let table = self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let sides = sides(&*table);
        let mut players = self.players()?;
        let table_game = TableGame {
            game: self.game,
            setup: &setup,
            opening: &opening.moves,
            limits: self.limits,
            time: AnswerTime::default(),
        };
        let (mut share, mut plies) = (0.0, 0);
        for own in &sides {
            let seated: Vec<usize> =
                (0..table.seats()).map(|seat| usize::from(!own.contains(&seat))).collect();
            let Some(result) = table_game.play(&mut players, &seated, stop)? else {
                return Ok(RunResult::default());
            };
            let first = sides.iter().filter(|side| result.places[side[0]] == 1).count();
            share += if result.places[own[0]] == 1 { 1.0 / first as f64 } else { 0.0 };
            plies += result.plies as u64;
            if let Some(fault) = result.fault {
                let one = seated[usize::from(fault.seat)];
                players[one] = [&self.contestant, &self.against][one].invite_again(self.game);
            }
        }
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(players);
        let figures = vec![share / sides.len() as f64];
        Ok(RunResult { moves: plies, ended: true, figures, ..RunResult::default() })
    }
}
