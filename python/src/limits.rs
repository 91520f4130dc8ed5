//! What a move may cost, as Python says it.

use std::time::Duration;

use pyo3::prelude::*;
use search::Limits;

use crate::error::wrong;

/// Seconds, nodes and plies as limits; what is not given is the level's own.
pub fn limits_of(time: Option<f64>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<Limits> {
    let time = time.map(seconds).transpose()?;
    if nodes == Some(0) || depth == Some(0) {
        return Err(wrong("a move needs at least one node and one ply"));
    }
    Ok(Limits { time, nodes, depth, ..Limits::NONE })
}

fn seconds(time: f64) -> PyResult<Duration> {
    if !(0.0..=86_400.0).contains(&time) || time == 0.0 {
        return Err(wrong(format!("the time for a move is in seconds, up to a day, not {time}")));
    }
    Ok(Duration::from_secs_f64(time))
}
