//! The short forms of the programs that let the server endure: `plateau bench server --only faults` and `soak`.

use std::process::Command;

/// What a part of the measurements prints. It fails where a bar is missed.
fn endures(part: &str, minutes: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_plateau"))
        .args(["bench", "server", "--only", part, "--minutes", minutes, "--seed", "7"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    said
}

/// The number behind a name in the table.
fn figure(table: &str, name: &str) -> f64 {
    let line = table.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or_else(|| panic!("{name} in\n{table}"))
}

#[test]
fn play_survives_kills_full_disks_and_a_database_that_comes_and_goes() {
    let table = endures("faults", "0.3");
    for house in ["one node on SQLite", "two nodes on PostgreSQL"] {
        let played = figure(&table, &format!("{house}: moves acknowledged"));
        assert!(played > 0.0, "nothing was played:\n{table}");
    }
}

#[test]
fn a_mixed_load_is_served_in_all_its_parts() {
    let table = endures("soak", "0.2");
    assert!(figure(&table, "soak: moves of people") > 0.0, "{table}");
    assert!(figure(&table, "soak: visits of all kinds") > 0.0, "{table}");
}
