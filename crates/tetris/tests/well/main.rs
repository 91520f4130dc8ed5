//! The well in real time: lock delay, gravity, hold, spins, points, garbage, the ends of the modes, and
//! runs as texts.

mod ends;
mod falling;
mod modes;
mod points;
mod runs;

use serde_json::{Value, json};
use tetris::{Landing, Mode, System, Terms, Well, WellEvent};

fn fresh(mode: Mode) -> Well {
    Well::new(Terms::usual(System::Modern, mode), 1).expect("the usual well")
}

/// A well of the modern rules in practice with these fields changed.
fn changed(changes: Value) -> Well {
    changed_from(&fresh(Mode::Practice), changes)
}

fn changed_from(well: &Well, changes: Value) -> Well {
    let mut saved: Value = serde_json::from_str(&well.save()).expect("JSON");
    for (field, value) in changes.as_object().expect("fields") {
        saved[field] = value.clone();
    }
    Well::load(&saved.to_string()).unwrap_or_else(|error| panic!("{saved}: {error}"))
}

/// A well with these rows, drawn from the top down, and this piece at the top.
fn with(rows: &[&str], piece: &str) -> Well {
    let rows: Vec<&str> = rows.iter().rev().copied().collect();
    let y = match piece {
        "I" => 17,
        "O" => 19,
        _ => 18,
    };
    let x = if piece == "O" { 4 } else { 3 };
    changed(json!({"rows": rows, "piece": piece, "x": x, "y": y, "lowest": y}))
}

fn field(well: &Well, name: &str) -> Value {
    serde_json::from_str::<Value>(&well.save()).expect("JSON")[name].clone()
}

fn idle(well: &mut Well, ticks: u32) {
    for _ in 0..ticks {
        well.tick(&[]);
    }
}

fn landing(well: &Well) -> Landing {
    let landing = well.events().iter().find_map(|event| match event {
        WellEvent::Locked(landing) => Some(*landing),
        _ => None,
    });
    landing.expect("something locked")
}
