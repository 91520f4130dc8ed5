//! The games, players and laboratory of Plateau for Python: a thin layer over `catalog` and `arena`. What people call is
//! in `plateau/`, which wraps this.

mod batch;
mod contestant;
mod error;
mod game;
mod interrupt;
mod laboratory;
mod limits;
mod player;
mod simulate;
mod solver;
mod state;
mod svg;
mod values;

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The ids of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    catalog::games().iter().map(|game| game.about().id).collect()
}

/// For pickle.
#[pyfunction]
fn _restore_game<'py>(
    py: Python<'py>,
    name: &str,
    variant: Option<String>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<game::Game>().call((name, variant), Some(options))
}

#[pymodule]
fn _plateau(module: &Bound<'_, PyModule>) -> PyResult<()> {
    error::register(module)?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<solver::Solver>()?;
    module.add_class::<state::State>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(_restore_game, module)?)?;
    module.add_function(wrap_pyfunction!(state::replay, module)?)?;
    module.add_function(wrap_pyfunction!(state::_restore_state, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::_match, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::_ladder, module)?)?;
    module.add_function(wrap_pyfunction!(simulate::_simulate, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
