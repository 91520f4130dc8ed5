//! Files of numbers that a player plays by: what `plateau tune` writes, and other commands read.

use std::fs;
use std::path::Path;

use game::{Parameters, Words};
use serde_json::{Map, Value, json};

use crate::failure::Failure;

/// The numbers of a file, an object of names and values; those that it does not name are as they usually are.
pub fn read(path: &Path, usual: &Parameters) -> Result<Parameters, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::unreadable(path, &error))?;
    let file = path.display();
    let read: Map<String, Value> = serde_json::from_str(&text).map_err(|error| {
        Failure::asked(Words::new(
            format!("{file} must be a JSON object of names and numbers: {error}"),
            format!("{file} doit être un objet JSON de noms et de nombres : {error}"),
        ))
    })?;
    let mut parameters = usual.clone();
    for (name, value) in &read {
        let value = value.as_f64().unwrap_or(f64::NAN);
        parameters.set(name, value).map_err(|bad| {
            Failure::asked(Words::new(
                format!("{file}: {}", bad.0.en),
                format!("{file} : {}", bad.0.fr),
            ))
        })?;
    }
    Ok(parameters)
}

/// All numbers as such a file has them.
pub fn written(parameters: &Parameters) -> Result<String, Failure> {
    let numbers: Map<String, Value> = parameters
        .list()
        .iter()
        .zip(parameters.values())
        .map(|(parameter, &value)| (parameter.name.clone(), json!(value)))
        .collect();
    Ok(serde_json::to_string_pretty(&numbers)? + "\n")
}
