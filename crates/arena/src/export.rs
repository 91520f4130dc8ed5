//! Positions of games between computer players, as arrays to learn from.

use std::io::{self, Seek, Write};

use catalog::{Entry, Setup};
use game::{Seat, Turn};
use search::{Fault, Limits, Stop};

use crate::contestant::Contestant;
use crate::event::{Event, EventError, run, seed_of};
use crate::npz::{ArrayKind, NpzWriter};
use crate::openings::{OpeningSource, Openings};

/// Games that are longer than this end there.
const LONGEST: usize = 5_000;

/// What is exported.
pub struct Export {
    /// The game.
    pub game: &'static dyn Entry,
    /// Variant and options; its seed decides those of all games.
    pub setup: Setup,
    /// Who plays all seats.
    pub level: String,
    /// What it may spend on a move.
    pub limits: Limits,
    /// How games begin; their first moves are not exported.
    pub openings: OpeningSource,
    /// How many games.
    pub games: usize,
    /// Games at a time.
    pub threads: usize,
}

/// A position that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedPosition {
    /// The number of the game, and that of the move in it.
    pub game: usize,
    /// The number of the move in the game, the opening among them.
    pub ply: usize,
    /// The seat that moves.
    pub seat: usize,
    /// The numbers of the observation that are not 0.
    pub observation: Vec<(u32, f32)>,
    /// The legal actions, with what each is worth as a share of the result; NaN where the player does not say.
    pub legal: Vec<(u32, f32)>,
    /// The action that was played.
    pub played: u32,
    /// The share that the player expects.
    pub value: f32,
    /// The share that came of it.
    pub result: f32,
}

struct Games<'a> {
    export: &'a Export,
    openings: Openings,
}

impl Event for Games<'_> {
    type Kept = ();
    type Task = usize;
    type Game = Vec<ExportedPosition>;

    fn set_up(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn play(
        &self,
        (): &mut (),
        &number: &usize,
        stop: &Stop,
    ) -> Result<Option<Vec<ExportedPosition>>, Fault> {
        let Export { game, setup, level, limits, .. } = self.export;
        let opening = self.openings.get(number)?;
        let setup = Setup { seed: opening.seed, ..setup.clone() };
        let mut table = game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut state = game.state(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        for text in &opening.moves {
            table.play(text).map_err(|refused| Fault::Unknown(refused.words().clone()))?;
            state.play(text).map_err(|refused| Fault::Unknown(refused.words().clone()))?;
        }
        let mut bot =
            game.bot(level, seed_of(opening.seed, 1)).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut numbers = vec![0.0; state.observation().len()];
        let mut positions = Vec::new();
        while let Turn::Of(seat) = table.turn() {
            if table.epoch() >= LONGEST {
                break;
            }
            let idea = bot.think(&*table, limits, stop, &mut |_| ());
            if stop.is_pulled() {
                return Ok(None);
            }
            let Some(best) = idea.best else { break };
            state.observe(seat, &mut numbers);
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let mut legal: Vec<(u32, f32)> = legal.iter().map(|&one| (one, f32::NAN)).collect();
            for one in &idea.moves {
                if let Ok(action) = state.action_of(&one.text) {
                    let known = legal.iter_mut().find(|(legal, _)| *legal == action);
                    known.into_iter().for_each(|known| known.1 = one.chance);
                }
            }
            // A move that is not among the actions is played and not exported.
            if let Ok(played) = state.action_of(&best) {
                let seen = numbers.iter().enumerate().filter(|&(_, &number)| number != 0.0);
                positions.push(ExportedPosition {
                    game: number,
                    ply: table.epoch(),
                    seat: seat.index(),
                    observation: seen.map(|(at, &number)| (at as u32, number)).collect(),
                    legal,
                    played,
                    value: idea.chance,
                    result: 0.5,
                });
            }
            table.play(&best).map_err(|refused| Fault::Unknown(refused.words().clone()))?;
            state.play(&best).map_err(|refused| Fault::Unknown(refused.words().clone()))?;
        }
        if let Some(outcome) = table.outcome() {
            for position in &mut positions {
                position.result = outcome.share(Seat(position.seat as u8));
            }
        }
        Ok(Some(positions))
    }
}

impl Export {
    /// Plays the games, or as many as are done when it is stopped.
    pub fn play(
        &self,
        stop: &Stop,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Vec<ExportedPosition>, EventError> {
        let level = Contestant::Own(self.level.clone());
        level.check(self.game)?;
        let openings = Openings::new(self.game, self.setup.clone(), self.openings.clone());
        let event = Games { export: self, openings };
        let tasks: Vec<usize> = (0..self.games).collect();
        Ok(run(&event, &tasks, self.threads, stop, &|_| progress())?.concat())
    }

    /// Writes positions as a `.npz` file; docs/laboratory.md lists the columns.
    pub fn write(
        &self,
        positions: &[ExportedPosition],
        out: impl Write + Seek,
    ) -> Result<(), EventError> {
        let state = self.game.state(&self.setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let (count, inputs, actions) =
            (positions.len(), state.observation().len(), state.actions());
        let mut file = NpzWriter::new(out);
        file.array("observation", ArrayKind::F32, &[count, inputs], &mut |row| {
            positions.iter().try_for_each(|one| row(&floats(inputs, 0.0, &one.observation)))
        })?;
        file.array("legal", ArrayKind::Bool, &[count, actions], &mut |row| {
            positions.iter().try_for_each(|one| {
                let mut bytes = vec![0; actions];
                one.legal.iter().for_each(|&(action, _)| bytes[action as usize] = 1);
                row(&bytes)
            })
        })?;
        file.array("policy", ArrayKind::F32, &[count, actions], &mut |row| {
            positions.iter().try_for_each(|one| row(&floats(actions, 0.0, &[(one.played, 1.0)])))
        })?;
        file.array("move_value", ArrayKind::F32, &[count, actions], &mut |row| {
            positions.iter().try_for_each(|one| row(&floats(actions, f32::NAN, &one.legal)))
        })?;
        let mut single = |name: &str, of: &dyn Fn(&ExportedPosition) -> f32| {
            file.array(name, ArrayKind::F32, &[count], &mut |row| {
                positions.iter().try_for_each(|one| row(&of(one).to_le_bytes()))
            })
        };
        single("value", &|one| one.value)?;
        single("result", &|one| one.result)?;
        let mut whole = |name: &str, of: &dyn Fn(&ExportedPosition) -> usize| {
            file.array(name, ArrayKind::I32, &[count], &mut |row| {
                positions.iter().try_for_each(|one| row(&(of(one) as i32).to_le_bytes()))
            })
        };
        whole("action", &|one| one.played as usize)?;
        whole("seat", &|one| one.seat)?;
        whole("game", &|one| one.game)?;
        whole("ply", &|one| one.ply)?;
        file.finish()?;
        Ok(())
    }
}

/// A row with some numbers and everywhere else the same.
fn floats(length: usize, usual: f32, some: &[(u32, f32)]) -> Vec<u8> {
    let mut numbers = vec![usual; length];
    some.iter().for_each(|&(at, number)| numbers[at as usize] = number);
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

impl From<EventError> for io::Error {
    fn from(error: EventError) -> Self {
        match error {
            EventError::Io(error) => error,
            EventError::Fault(fault) => Self::other(fault),
        }
    }
}
