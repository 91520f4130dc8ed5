//! Who takes part in events: names, as on the command line, or Python functions.

use std::sync::Arc;
use std::time::Duration;

use arena::{Answer, Contestant, Fault, GivenPlayer, TablePlayer};
use catalog::{Setup, Table};
use game::Rng;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyString;
use search::{Limits, Stop};

use crate::error;
use crate::game::Facts;
use crate::state::State;

/// Contestants from texts and functions.
pub fn contestants(facts: &Arc<Facts>, given: &[Bound<'_, PyAny>]) -> PyResult<Vec<Contestant>> {
    given.iter().map(|one| contestant(facts, one)).collect()
}

fn contestant(facts: &Arc<Facts>, given: &Bound<'_, PyAny>) -> PyResult<Contestant> {
    if let Ok(text) = given.cast::<PyString>() {
        let one = Contestant::parse(facts.entry, &text.to_cow()?).map_err(|e| error::fault(&e))?;
        one.check(facts.entry).map_err(|e| error::fault(&e))?;
        return Ok(one);
    }
    if !given.is_callable() {
        let kind = given.get_type().name()?;
        return Err(error::wrong(format!(
            "a contestant is the name of a level, a program as in cmd:./bot, or a function, not {kind}"
        )));
    }
    let name = match given.getattr("__name__").and_then(|name| name.extract()) {
        Ok(name) => name,
        Err(_) => given.get_type().name()?.to_string(),
    };
    let (function, facts) = (Arc::new(given.clone().unbind()), Arc::clone(facts));
    let own = name.clone();
    let invite = move || -> Box<dyn TablePlayer> {
        Box::new(FunctionPlayer {
            function: Arc::clone(&function),
            facts: Arc::clone(&facts),
            name: own.clone(),
            rng: Rng::new(0),
        })
    };
    Ok(Contestant::Given(GivenPlayer { name, invite: Arc::new(invite) }))
}

/// A function from a state to a move. It sees a world that fits what its seat knows, not the real one.
struct FunctionPlayer {
    function: Arc<Py<PyAny>>,
    facts: Arc<Facts>,
    name: String,
    rng: Rng,
}

impl FunctionPlayer {
    fn ask(&mut self, py: Python<'_>, table: &dyn Table) -> PyResult<String> {
        let world = table.imagine(table.turn().seat(), self.rng.next_u64()).state();
        let state = Bound::new(py, State::new(world, Arc::clone(&self.facts)))?;
        let answer = self.function.bind(py).call1((&state,))?;
        if let Ok(text) = answer.cast::<PyString>() {
            return Ok(text.to_cow()?.into_owned());
        }
        // The function may have played on its state, so the action is read in a fresh one.
        let action: u32 = answer.extract().map_err(|_| {
            error::wrong(format!("{} gave back no move: {}", self.name, shown(&answer)))
        })?;
        table.state().move_of(action).map_err(error::illegal)
    }
}

/// An object as text, cut short.
fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map(|text| text.to_string()).unwrap_or_default();
    text.chars().take(80).collect()
}

impl TablePlayer for FunctionPlayer {
    fn begin(&mut self, _table: &dyn Table, _setup: &Setup, seed: u64) -> Result<(), Fault> {
        self.rng = Rng::new(seed);
        Ok(())
    }

    fn choose(
        &mut self,
        table: &dyn Table,
        _limits: &Limits,
        _patience: Duration,
        stop: &Stop,
    ) -> Result<Answer, Fault> {
        Python::attach(|py| {
            self.ask(py, table).map(|text| Answer { text, nodes: 0, depth: 0 }).map_err(|error| {
                if error.is_instance_of::<PyKeyboardInterrupt>(py) {
                    stop.pull();
                    return Fault::Stopped;
                }
                let trace = error.traceback(py).and_then(|trace| trace.format().ok());
                let last = trace.unwrap_or_default().lines().map(str::to_owned).collect();
                Fault::Said { command: self.name.clone(), what: error.to_string(), last }
            })
        })
    }

    /// A function cannot be told how long it may think, so it is not held to it.
    fn is_told_the_time(&self) -> bool {
        false
    }

    fn late(&self, patience: Duration) -> Fault {
        Fault::Late { command: self.name.clone(), patience, last: Vec::new() }
    }
}
