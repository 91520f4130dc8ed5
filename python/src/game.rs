//! A game with its options: where states come from, and what its numbers mean.

use std::sync::Arc;

use catalog::{Entry, Setup};
use game::{Lang, ObservationShape, Symmetry};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList};
use serde_json::json;

use crate::error;
use crate::state::State;
use crate::values::{options_from, to_python};

/// What all states of a game and its options share.
pub struct Facts {
    pub entry: &'static dyn Entry,
    pub seats: usize,
    pub actions: usize,
    pub shape: ObservationShape,
    pub symmetries: Vec<Symmetry>,
    /// The actions as Python numbers, so that lists of them need not make any.
    pub numbers: Vec<Py<PyInt>>,
}

impl Facts {
    /// The facts of a state's game.
    pub fn of(
        py: Python<'_>,
        entry: &'static dyn Entry,
        state: &dyn catalog::State,
    ) -> PyResult<Arc<Self>> {
        let number = |action: usize| Ok(action.into_pyobject(py)?.unbind());
        let actions = state.actions();
        Ok(Arc::new(Self {
            entry,
            seats: state.seats(),
            actions,
            shape: state.observation(),
            symmetries: state.symmetries(),
            numbers: (0..actions).map(number).collect::<PyResult<_>>()?,
        }))
    }
}

/// A game with its options: where states come from, and what its numbers mean. `plateau.game` makes one.
#[pyclass(module = "plateau", frozen)]
pub struct Game {
    pub setup: Setup,
    pub facts: Arc<Facts>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, variant=None, **options))]
    fn py_new(
        py: Python<'_>,
        name: &str,
        variant: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let entry = catalog::find(name).map_err(error::unknown)?;
        let options = options_from(options)?;
        let setup = Setup { variant, options, seed: 0 };
        let state = entry.state(&setup).map_err(error::options)?;
        Ok(Self { setup, facts: Facts::of(py, entry, &*state)? })
    }

    /// The id, as in commands.
    #[getter]
    fn id(&self) -> &'static str {
        self.facts.entry.about().id
    }

    /// The name that people say.
    #[getter]
    fn name(&self) -> &'static str {
        self.facts.entry.about().name.en
    }

    /// The variant that is played.
    #[getter]
    fn variant(&self) -> &str {
        let first = self.facts.entry.about().variants[0].id;
        self.setup.variant.as_deref().unwrap_or(first)
    }

    /// All variants of the game.
    #[getter]
    fn variants(&self) -> Vec<&'static str> {
        self.facts.entry.about().variants.iter().map(|variant| variant.id).collect()
    }

    /// All options with their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.facts.entry.state(&self.setup).map_err(error::options)?;
        let options = state.record().map(|record| record.options).unwrap_or_default();
        to_python(py, &options.into())
    }

    /// How many seats there are.
    #[getter]
    fn seats(&self) -> usize {
        self.facts.seats
    }

    /// What each seat is called.
    #[getter]
    fn seat_names(&self) -> Vec<&'static str> {
        let names = self.facts.entry.about().seats.iter().take(self.facts.seats);
        names.map(|name| name.get(Lang::En)).collect()
    }

    /// The computer players, those for study before the ladder, weakest first: id, name, a line about each, its rating
    /// in this variant if it was measured, and whether it is there to be studied rather than to be played against.
    ///
    /// >>> import plateau
    /// >>> [level["id"] for level in plateau.game("connect4").levels if level["study"]]
    /// ['random', 'medium', 'hard', 'mcts']
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let entry = self.facts.entry;
        let levels = entry.levels().iter().map(|level| {
            let rating = entry.elo(level.id, self.variant());
            json!({
                "id": level.id, "name": level.name.en, "about": level.about.en,
                "rating": rating, "study": entry.is_for_study(level.id),
            })
        });
        to_python(py, &levels.collect())
    }

    /// The level that a newcomer meets.
    #[getter]
    fn usual_level(&self) -> &'static str {
        self.facts.entry.usual_level().id
    }

    /// How many actions there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.facts.actions
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.facts.shape.len()
    }

    /// Planes, rows and columns at the beginning of an observation; the features follow.
    #[getter]
    fn board_shape(&self) -> (usize, usize, usize) {
        let shape = &self.facts.shape;
        (shape.planes.len(), shape.rows, shape.columns)
    }

    /// What each plane of an observation shows.
    ///
    /// >>> import plateau
    /// >>> plateau.game("connect4").planes
    /// ['own discs', 'other discs']
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.facts.shape.planes.clone()
    }

    /// What each number after the planes is.
    #[getter]
    fn features(&self) -> Vec<String> {
        self.facts.shape.features.clone()
    }

    /// The symmetries of the game: name, where each action goes, where each number of an observation goes.
    ///
    /// >>> import plateau
    /// >>> [(name, actions.tolist()) for name, actions, numbers in plateau.game("connect4").symmetries()]
    /// [('mirror', [6, 5, 4, 3, 2, 1, 0])]
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let maps = self.facts.symmetries.iter().map(|symmetry| {
            let indices =
                |map: &[u32]| PyArray1::from_iter(py, map.iter().map(|&index| i64::from(index)));
            (symmetry.name, indices(&symmetry.actions), indices(&symmetry.observation))
        });
        PyList::new(py, maps)
    }

    /// A new game. The seed decides all chance in it.
    ///
    /// >>> import plateau
    /// >>> plateau.game("connect4").new()
    /// <plateau.State of connect4, 0 moves, seat 0 to move>
    #[pyo3(name = "new", signature = (seed=0))]
    fn begin(&self, seed: u64) -> PyResult<State> {
        let setup = Setup { seed, ..self.setup.clone() };
        let state = self.facts.entry.state(&setup).map_err(error::options)?;
        Ok(State::new(state, Arc::clone(&self.facts)))
    }

    /// The state of a saved position of this game.
    fn load(&self, py: Python<'_>, text: &str) -> PyResult<State> {
        load(py, self.facts.entry, text, Some(&self.facts))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = slf.py();
        let own = slf.get();
        let restore = py.import("plateau._plateau")?.getattr("_restore_game")?;
        let options = to_python(py, &own.setup.options.clone().into())?;
        let arguments = (own.id(), own.setup.variant.clone(), options).into_pyobject(py)?;
        Ok((restore, arguments.into_any()))
    }

    fn __repr__(&self) -> String {
        let (id, variant) = (self.id(), self.variant());
        let mut text = format!("plateau.game({id:?}, variant={variant:?}");
        for (name, value) in &self.setup.options {
            text.push_str(&format!(", {name}={value}"));
        }
        text.push(')');
        text
    }
}

/// A state at a saved position, with the facts at hand if it has the same shape.
pub fn load(
    py: Python<'_>,
    entry: &'static dyn Entry,
    text: &str,
    facts: Option<&Arc<Facts>>,
) -> PyResult<State> {
    let state = entry.load_state(text).map_err(error::position)?;
    let same = |facts: &&Arc<Facts>| {
        (facts.actions, facts.seats) == (state.actions(), state.seats())
            && facts.shape == state.observation()
    };
    let facts = match facts.filter(same) {
        Some(facts) => Arc::clone(facts),
        None => Facts::of(py, entry, &*state)?,
    };
    Ok(State::new(state, facts))
}
