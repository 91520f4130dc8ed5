//! Exact solvers of positions.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use search::{SolveOptions, SolvePosition, Stop};
use serde_json::json;

use crate::error;
use crate::interrupt::interruptible;
use crate::state::State;
use crate::values::to_python;

/// An exact solver. It lives on a thread's time but remembers positions from one question to the next.
#[pyclass(module = "plateau", frozen, subclass)]
pub struct Solver {
    game: &'static str,
    start: fn(&SolveOptions) -> Box<dyn SolvePosition>,
    options: SolveOptions,
    about: &'static str,
    asked: Mutex<()>,
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (game, weak=false, book=true, threads=1, table=128))]
    fn new(game: &str, weak: bool, book: bool, threads: usize, table: usize) -> PyResult<Self> {
        let entry = catalog::find(game).map_err(error::unknown)?;
        let Some(solver) = entry.solver() else {
            let known = catalog::games().iter().filter(|game| game.solver().is_some());
            let names = known.map(|game| game.about().id).collect::<Vec<_>>().join(" and ");
            return Err(error::wrong(format!("{game} cannot be solved exactly; {names} can")));
        };
        if !(1..=256).contains(&threads) || !(1..=65_536).contains(&table) {
            return Err(error::wrong("a solver has 1 to 256 threads and 1 to 65536 MiB"));
        }
        let table_bytes = table << 20;
        let options = SolveOptions { weak, scores: !weak, book, threads, table_bytes };
        Ok(Self {
            game: entry.about().id,
            start: solver.start,
            options,
            about: solver.about.en,
            asked: Mutex::new(()),
        })
    }

    /// How positions are written, and what the answers say.
    #[getter]
    fn about(&self) -> &'static str {
        self.about
    }

    /// Solves positions that are written as `about` says.
    fn _solve<'py>(&self, py: Python<'py>, positions: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
        let solved = self.with(py, |solver| {
            let solve = |text: &String| solver.solve(text).map_err(|bad| (text.clone(), bad));
            positions.iter().map(solve).collect::<Result<Vec<_>, _>>()
        })?;
        let solved = solved
            .map_err(|(text, bad)| error::PositionError::new_err(format!("{text}: {bad}")))?;
        let list = solved
            .iter()
            .map(|it| json!({ "result": it.result, "nodes": it.nodes, "scores": it.scores }));
        to_python(py, &list.collect())
    }

    /// What states are worth to the seat that moves: 1, 0.5 or 0; none where it is not known.
    fn worth(&self, py: Python<'_>, states: Vec<Bound<'_, State>>) -> PyResult<Vec<Option<f64>>> {
        let mut asked = Vec::new();
        for state in &states {
            let state = state.try_borrow()?;
            if state.facts.entry.about().id != self.game {
                let (own, name) = (self.game, state.facts.entry.about().id);
                return Err(error::wrong(format!("a solver of {own} cannot solve {name}")));
            }
            let moves = state.state.record().map(|record| record.moves).unwrap_or_default();
            asked.push((moves, state.state.position().save()));
        }
        self.with(py, |solver| {
            asked.iter().map(|(moves, saved)| solver.worth(moves, saved)).collect()
        })
    }
}

impl Solver {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut dyn SolvePosition) -> T + Send,
    ) -> PyResult<T> {
        interruptible(py, &Stop::new(), || {
            let _one = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            let mut solver = (self.start)(&self.options);
            ask(&mut *solver)
        })
    }
}
