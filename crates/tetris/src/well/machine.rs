//! A run that a level plays by itself, for the computers' own list.

use std::time::Duration;

use game::{BadOptions, MachineRun, SoloMachine, options_for};
use search::Levels;
use serde_json::Map;

use crate::rules::Tetris;
use crate::rules::terms::{Mode, Terms};
use crate::well::Well;
use crate::well::driver::Driver;
use crate::well::run::{Inputs, Replay};

/// It thinks no longer than this about a piece.
const THINK: Duration = Duration::from_millis(30);

/// A run for points that does not end by itself is stopped after ten minutes of the game's time.
const LONGEST: u64 = 10 * 60 * 60;

/// A level at the keys of a well of its own.
pub(super) struct WellMachine {
    well: Well,
    driver: Driver,
    run: Replay,
}

impl WellMachine {
    pub fn new(setup: &MachineRun<'_>) -> Result<Self, BadOptions> {
        let options = options_for::<Tetris>(Some(setup.variant), &Map::new())?;
        let mode = Mode::of_id(setup.mode).filter(|mode| *mode != Mode::Race).ok_or_else(|| {
            BadOptions::new(
                format!("“{}” is no mode to play alone", setup.mode),
                format!("« {} » n’est pas un mode pour jouer seul", setup.mode),
            )
        })?;
        let terms = Terms::usual(options.rules, mode);
        let driver = Driver::new(setup.level, setup.seed, THINK).ok_or_else(|| {
            BadOptions::new(
                format!("there is no level “{}”", setup.level),
                format!("il n’y a pas de niveau « {} »", setup.level),
            )
        })?;
        let well = Well::new(terms, setup.seed)?;
        // So that whoever watches it knows who played.
        let level = Tetris::LEVELS.iter().find(|level| level.id == setup.level);
        let name = level.map(|level| level.name.en.to_owned());
        let run = Replay { terms, seed: setup.seed, name, inputs: Inputs::default() };
        Ok(Self { well, driver, run })
    }
}

impl SoloMachine for WellMachine {
    /// One piece.
    fn go_on(&mut self) -> Option<String> {
        let pieces = self.well.stock().pieces;
        while self.well.stock().pieces == pieces {
            let tick = self.well.ticks();
            if self.well.is_over() || tick >= LONGEST {
                self.run.inputs.end = tick;
                return Some(self.run.write());
            }
            let mut ops = Vec::new();
            self.driver.inputs(&self.well, &mut ops);
            self.well.tick(&ops);
            if !ops.is_empty() {
                self.run.inputs.ticks.push((tick, ops));
            }
        }
        None
    }
}
