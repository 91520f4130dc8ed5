//! Runs alone, on the same seeds for all contestants.

use arena::Contestant;
use arena::solo::{self, Plan};
use pyo3::prelude::*;
use search::{ContestTerms, Stop};
use serde_json::json;

use crate::error;
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::laboratory::not_too_many;
use crate::limits::limits_of;
use crate::values::to_python;

/// Lets players run alone and gives what each came to.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn _simulate<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    names: Vec<String>,
    games: usize,
    moves: Option<u64>,
    seed: u64,
    time: Option<f64>,
    nodes: Option<u64>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    not_too_many(games.checked_mul(names.len()))?;
    let game = game.get();
    let entry = game.facts.entry;
    let named = |name: &String| Contestant::parse(entry, name).map_err(|e| error::fault(&e));
    let contestants: Vec<Contestant> = names.iter().map(named).collect::<PyResult<_>>()?;
    let terms = ContestTerms {
        variant: game.setup.variant.clone(),
        options: game.setup.options.clone(),
        limits: limits_of(time, nodes, None)?,
        moves,
        margin: None,
    };
    let prepared = solo::prepare(entry, &contestants, &terms).map_err(|e| error::fault(&e))?;
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { all } else { threads.min(256) };
    let plan = Plan { games, moves: prepared.moves, seed, threads };
    let stop = Stop::new();
    let outcomes =
        interruptible(py, &stop, || solo::trials(&prepared.runs, &plan, &stop, &|_, _| ()))?
            .map_err(|fault| error::fault(&fault))?;
    let runs = outcomes.iter().map(|one| {
        let rows = one.samples.iter().map(|sample| {
            json!({ "moves": sample.moves, "ended": sample.ended, "figures": sample.figures })
        });
        rows.collect::<Vec<_>>()
    });
    let runs: Vec<_> = runs.collect();
    to_python(py, &json!({ "figures": prepared.figures, "runs": runs }))
}
