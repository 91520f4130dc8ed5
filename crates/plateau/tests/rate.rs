//! `./rate`, which measures all levels, through the real program: what it says when it is stopped, and what it publishes.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// A folder with the script and the pages that it writes to.
fn house() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::copy(root.join("rate"), folder.path().join("rate")).expect("the script");
    fs::create_dir_all(folder.path().join("crates/catalog/data")).expect("a folder");
    fs::create_dir(folder.path().join("docs")).expect("a folder");
    for page in ["README.md", "README.fr.md", "docs/levels.md"] {
        let text = fs::read_to_string(root.join(page)).expect("a page");
        fs::write(folder.path().join(page), text).expect("a page is written");
    }
    folder
}

fn rate(house: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new("python3");
    command.arg("rate").args(args).current_dir(house).env("PLATEAU", env!("CARGO_BIN_EXE_plateau"));
    command.env_remove("DATABASE").stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

fn interrupt(process: &str) {
    assert!(Command::new("kill").args(["-INT", process]).status().expect("kill").success());
}

/// Runs that take long.
const SLOW: [&str; 9] =
    ["--games", "tetris", "--variants", "modern", "--moves", "2000", "--threads", "1", "--folder"];

/// Begins to measure something that takes long, and waits until some of it is known.
fn begun(house: &TempDir, folder: &str) -> Child {
    let child = rate(house, &[&SLOW[..], &[folder]].concat()).spawn().expect("python3");
    let journal = house.path().join(folder).join("tetris-modern.journal");
    let limit = Instant::now() + Duration::from_secs(120);
    while fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) < 4 {
        assert!(Instant::now() < limit, "nothing is measured");
        thread::sleep(Duration::from_millis(20));
    }
    child
}

#[test]
fn whoever_is_stopped_says_so_and_keeps_what_is_known() {
    let house = house();
    let child = begun(&house, "now");
    interrupt(&child.id().to_string());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success());
    assert!(said(&output).contains("stopped: a longer run knows more"), "{}", said(&output));
    assert!(!said(&output).contains("known well enough"), "{}", said(&output));
    let report = read(&house.path().join("now/tetris-modern.json"));
    assert_eq!((&report["complete"], &report["moves"]), (&false.into(), &2000.into()));
    let runs = |report: &Value| -> u64 {
        let list = report["contestants"].as_array().unwrap().iter();
        list.map(|one| one["games"].as_u64().unwrap()).sum()
    };
    assert!(runs(&report) > 0, "{report}");

    // The ladder itself is stopped, by somebody else.
    let child = begun(&house, "other");
    let pid = child.id();
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
    interrupt(children.trim());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("stopped: a longer run knows more"), "{}", said(&output));
    assert!(!said(&output).contains("known well enough"), "{}", said(&output));
    // Runs of another length cannot be compared with those so far.
    let other = ["--games", "tetris", "--variants", "modern", "--folder", "now", "--threads", "1"];
    let one = ["--moves", "1", "--most", "1"];
    let output = rate(&house, &[&other[..], &one].concat()).output().unwrap();
    assert!(said(&output).contains("is of runs of 2000 moves"), "{}", said(&output));
}

#[test]
fn means_of_runs_alone_are_published_with_their_length() {
    let house = house();
    let measure =
        ["--games", "tetris", "--variants", "report", "--folder", "now", "--threads", "1"];
    let few = ["--moves", "40", "--most", "8", "--percent", "900"];
    let output = rate(&house, &[&measure[..], &few].concat()).output().unwrap();
    assert!(said(&output).contains("known well enough"), "{}", said(&output));
    // The journal knows how long its runs are.
    let again = ["--most", "8", "--percent", "0.001"];
    let output = rate(&house, &[&measure[..], &again].concat()).output().unwrap();
    assert!(said(&output).contains("still unsure of") && !said(&output).contains("runs of"));
    let output = rate(&house, &["--folder", "now", "--publish"]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let data = read(&house.path().join("crates/catalog/data/ratings.json"));
    let ratings = &data["tetris"]["report"];
    assert_eq!(ratings["kind"], "mean");
    assert_eq!(ratings["figure"]["en"], "score in 40 moves");
    assert!(ratings["levels"]["expert"]["value"].as_f64().unwrap() > 0.0, "{ratings}");
    assert!(fs::metadata(house.path().join("docs/ratings/tetris-report.journal.gz")).is_ok());
    let levels = fs::read_to_string(house.path().join("docs/levels.md")).unwrap();
    assert!(levels.contains("Classic, mean score in 40 moves, "), "{levels}");
    for (page, figure) in [("README.md", "mean score in 40 moves"), ("README.fr.md", "en 40 coups")]
    {
        let text = fs::read_to_string(house.path().join(page)).unwrap();
        assert!(text.contains(figure), "{page}");
    }
}

#[test]
fn only_what_is_missing_plays_and_only_against_those_near_it() {
    let house = house();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog/data/ratings.json");
    let mut data = read(&data);
    let known = data["connect4"]["small"]["levels"].as_object_mut().unwrap();
    known.remove("beginner").unwrap();
    known.remove("medium").unwrap();
    fs::write(house.path().join("crates/catalog/data/ratings.json"), data.to_string()).unwrap();
    let args = ["--missing", "--games", "connect4", "--until", "900", "--threads", "1"];
    let output = rate(&house, &[&args[..], &["--folder", "now"]].concat()).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let lines: Vec<String> = said(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2, "no other variant: {lines:?}");
    assert_eq!(lines[0], "connect4, small");
    assert_eq!(lines[1].trim(), "known well enough; players for study: known well enough");
    let played = |file: &str, wanted: &str| -> Vec<String> {
        let report = read(&house.path().join("now").join(file));
        let list = report["contestants"].as_array().unwrap().iter();
        let games = list.clone().find(|one| one["bot"] == wanted).unwrap()["games"].as_u64();
        assert!(games.unwrap() >= 6, "enough to be published: {games:?}");
        let mut played: Vec<String> = list
            .filter(|one| one["games"].as_u64().unwrap() > 0)
            .map(|one| one["bot"].as_str().unwrap().to_owned())
            .collect();
        played.sort();
        played
    };
    assert_eq!(
        played("connect4-small.json", "beginner"),
        ["beginner", "casual", "newcomer", "regular"]
    );
    let study = played("connect4-small-study.json", "medium");
    assert!(study.contains(&"medium".to_owned()), "{study:?}");
    assert!(
        !study.iter().any(|one| ["random", "hard", "mcts"].contains(&one.as_str())),
        "{study:?}"
    );
}
