//! Errors as Python exceptions, each with the sentence that the rules give.

use catalog::Unknown;
use game::{BadOptions, BadPosition, BadRecord, Illegal, Refused};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use search::Fault;

create_exception!(
    plateau,
    PlateauError,
    PyValueError,
    "Something that was asked for is wrong. The message says what, and what would be right."
);
create_exception!(plateau, UnknownName, PlateauError, "There is no such game, variant or level.");
create_exception!(plateau, OptionsError, PlateauError, "Options that no game can be played with.");
create_exception!(plateau, MoveError, PlateauError, "A text that is no move here.");
create_exception!(plateau, IllegalMove, MoveError, "A move that the rules forbid here.");
create_exception!(plateau, PositionError, PlateauError, "A text that is no position of the game.");
create_exception!(plateau, RecordError, PlateauError, "A text that is no record of a game.");

/// Puts the exceptions into the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("PlateauError", py.get_type::<PlateauError>())?;
    module.add("UnknownName", py.get_type::<UnknownName>())?;
    module.add("OptionsError", py.get_type::<OptionsError>())?;
    module.add("MoveError", py.get_type::<MoveError>())?;
    module.add("IllegalMove", py.get_type::<IllegalMove>())?;
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("RecordError", py.get_type::<RecordError>())
}

/// A mistake that only Python makes.
pub fn wrong(why: impl Into<String>) -> PyErr {
    PlateauError::new_err(why.into())
}

/// What nobody knows by this name.
pub fn unknown(error: Unknown) -> PyErr {
    UnknownName::new_err(error.to_string())
}

/// Options that cannot be.
pub fn options(error: BadOptions) -> PyErr {
    OptionsError::new_err(error.to_string())
}

/// A position that cannot be read.
pub fn position(error: BadPosition) -> PyErr {
    PositionError::new_err(error.to_string())
}

/// A record that cannot be read or replayed.
pub fn record(error: BadRecord) -> PyErr {
    RecordError::new_err(error.to_string())
}

/// A move that is against the rules.
pub fn illegal(error: Illegal) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// A typed move that was not played.
pub fn refused(error: Refused) -> PyErr {
    match error {
        Refused::Unread(error) => MoveError::new_err(error.to_string()),
        Refused::Illegal(error) => illegal(error),
    }
}

/// A contestant that cannot take part.
pub fn fault(error: &Fault) -> PyErr {
    PlateauError::new_err(error.to_string())
}
