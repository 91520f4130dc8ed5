//! A computer player.

use std::sync::{Mutex, PoisonError};

use catalog::{Bot, ExplainRequest};
use pyo3::prelude::*;
use search::{Limits, Stop};
use serde_json::json;

use crate::error;
use crate::interrupt::interruptible;
use crate::limits::limits_of;
use crate::state::State;
use crate::values::to_python;

/// A computer player of some level.
#[pyclass(module = "plateau", frozen, subclass)]
pub struct Player {
    bot: Mutex<Box<dyn Bot>>,
    game: &'static str,
    level: String,
    limits: Limits,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (game, level, seed=0, time=None, nodes=None, depth=None, threads=1, study=false))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        game: &str,
        level: &str,
        seed: u64,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        threads: usize,
        study: bool,
    ) -> PyResult<Self> {
        let entry = catalog::find(game).map_err(error::unknown)?;
        let bot = entry.bot(level, seed).map_err(error::unknown)?;
        let limits = limits_of(time, nodes, depth)?;
        let limits = Limits { threads: threads.clamp(1, 256), study, ..limits };
        Ok(Self { bot: Mutex::new(bot), game: entry.about().id, level: level.to_owned(), limits })
    }

    /// The id of its game.
    #[getter]
    fn game_id(&self) -> &'static str {
        self.game
    }

    /// The level, with the numbers that were changed.
    #[getter]
    fn level(&self) -> &str {
        &self.level
    }

    /// The numbers that it plays by.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let entry = catalog::find(self.game).map_err(error::unknown)?;
        let (_, chosen) = entry.chosen(&self.level).map_err(error::unknown)?;
        let own = self.level.split(':').next().unwrap_or_default();
        let names = entry.parameters(own);
        let numbers = names.iter().map(|it| (it.name.clone(), json!(chosen.get(&it.name))));
        to_python(py, &serde_json::Value::Object(numbers.collect()))
    }

    /// Begins a new game.
    fn reset(&self, py: Python<'_>, seed: u64) {
        py.detach(|| self.bot.lock().unwrap_or_else(PoisonError::into_inner).reset(seed));
    }

    /// Thinks about a state, for the seat that is to move and with what it knows.
    fn _think<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, State>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (position, about) = {
            let state = state.try_borrow()?;
            (state.state.position(), state.facts.entry.about())
        };
        if about.id != self.game {
            let (own, name) = (self.game, about.id);
            return Err(error::wrong(format!("a player of {own} cannot play {name}")));
        }
        let stop = Stop::new();
        let idea = interruptible(py, &stop, || {
            let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
            bot.think(&*position, &self.limits, &stop, &mut |_| ())
        })?;
        to_python(py, &json!(idea))
    }

    /// What the level sees in a position: its evaluation by terms, and the trees of its search.
    fn _explain<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, State>,
        depth: Option<u32>,
        nodes: u64,
        most: usize,
        moves: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (world, entry) = {
            let state = state.try_borrow()?;
            // As the seat to move sees it.
            let world = state.state.imagine(state.state.turn().seat(), 0).position();
            (world, state.facts.entry)
        };
        if entry.about().id != self.game {
            let (own, name) = (self.game, entry.about().id);
            return Err(error::wrong(format!("a player of {own} cannot explain {name}")));
        }
        let (level, most) = (Some(&self.level[..]), most.min(100_000));
        let request = ExplainRequest { level, depth, nodes, most, moves };
        let stop = Stop::new();
        let explained = interruptible(py, &stop, || entry.explain(&*world, &request, &stop))?;
        to_python(py, &json!(explained.map_err(error::unknown)?))
    }

    fn __repr__(&self) -> String {
        format!("plateau.player({:?}, {:?})", self.game, self.level)
    }
}
