//! JSON values as Python objects and back.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use serde_json::{Map, Value};

use crate::error::wrong;

/// A JSON value as plain Python objects.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// Keyword arguments as options of a game: numbers, texts and flags.
pub fn options_from(given: Option<&Bound<'_, PyDict>>) -> PyResult<Map<String, Value>> {
    let mut options = Map::new();
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        let value = if value.is_instance_of::<PyBool>() {
            Value::Bool(value.extract()?)
        } else if value.is_instance_of::<PyInt>() {
            match value.extract::<i64>() {
                Ok(number) => Value::from(number),
                Err(_) => return Err(wrong(format!("option “{name}”: {value} is too large"))),
            }
        } else if let Ok(text) = value.extract::<String>() {
            Value::String(text)
        } else {
            return Err(wrong(format!("option “{name}” must be a number, a text or a flag")));
        };
        options.insert(name, value);
    }
    Ok(options)
}
