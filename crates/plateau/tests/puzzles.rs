//! `plateau puzzles` through the real program: the same seed gives the same puzzles, a journal goes on, bad files are
//! named, and what was found passes its own check.

use std::fs;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn plateau(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.args(args).env("LANG", "en_GB.UTF-8").env_remove("LC_ALL").stdin(Stdio::null());
    command.output().expect("the program starts")
}

fn text(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).expect("it prints text")
}

fn stdout(args: &[&str]) -> String {
    let output = plateau(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

const FIND: [&str; 6] = ["puzzles", "connect4", "--count", "4", "--seed", "3"];

#[test]
fn the_same_seed_gives_the_same_puzzles_on_any_number_of_threads() {
    let one = stdout(&[&FIND[..], &["--threads", "1"]].concat());
    assert_eq!(one.lines().count(), 4);
    assert_eq!(stdout(&[&FIND[..], &["--threads", "3"]].concat()), one);
}

#[test]
fn a_file_is_written_gone_on_with_and_checked() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("found.txt");
    let name = file.to_str().unwrap();
    stdout(&[&FIND[..], &["--out", name]].concat());
    let found = fs::read_to_string(&file).unwrap();
    assert!(found.starts_with("# plateau puzzles connect4 --count 4 --seed 3 (version"));

    // Killed half-way: the journal has lost its last lines, and the same comes out.
    let journal = folder.path().join("found.txt.journal");
    let lines = fs::read_to_string(&journal).unwrap();
    let cut: Vec<&str> = lines.lines().take(3).collect();
    fs::write(&journal, cut.join("\n") + "\n{\"numb").unwrap();
    stdout(&[&FIND[..], &["--out", name]].concat());
    assert_eq!(fs::read_to_string(&file).unwrap(), found);

    // The journal of another seed is not mixed in.
    let other = plateau(&["puzzles", "connect4", "--count", "4", "--seed", "4", "--out", name]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("was begun by another request"));

    assert!(
        stdout(&["puzzles", "connect4", "--check", name]).contains("4 puzzles checked, 0 disputed")
    );
}

#[test]
fn wrong_puzzles_are_disputed_and_what_is_none_is_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("wrong.txt");
    let name = file.to_str().unwrap();
    let line = stdout(&["puzzles", "connect4", "--count", "1", "--seed", "3"]);
    let fields: Vec<&str> = line.trim_end().split('\t').collect();
    let right = fields[5].split(';').next().unwrap();
    let wrong = if right == "4" { "3" } else { "4" };
    let swapped = [&fields[..5], &[wrong]].concat().join("\t");
    fs::write(&file, format!("{swapped}\n")).unwrap();
    let checked = plateau(&["puzzles", "connect4", "--check", name]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(text(&checked.stdout).contains("1 puzzles checked, 1 disputed (100.0%)"));

    fs::write(&file, "# a comment\nnonsense\n").unwrap();
    let bad = plateau(&["puzzles", "connect4", "--check", name]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(text(&bad.stderr).contains("line 2 is no puzzle"));
    for args in [
        &["puzzles", "chess"][..],
        &["puzzles", "connect4", "--variant", "none"],
        &["puzzles", "connect4", "--count", "0"],
        &["puzzles", "connect4", "--check", "/nowhere/at/all"],
    ] {
        assert_eq!(plateau(args).status.code(), Some(2), "{args:?}");
    }
}
