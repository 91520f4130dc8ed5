//! Games on several machines: here, several processes that share a database.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena::{AnswerTime, Contestant, Exchange, JobSpec, MatchRules, Meeting, OpeningSource};
use catalog::Setup;
use exchange::{JobBoard, Version};
use search::Limits;

use crate::postgres::postgres;

fn plateau(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.args(["--lang", "en"]).args(args).stdin(Stdio::null());
    command
}

/// A worker that is killed at the end.
struct Worker(Child);

impl Worker {
    fn start(database: &str, threads: &str) -> Self {
        let args = ["worker", "--database", database, "--threads", threads, "--lease", "3"];
        Self(plateau(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Waits for a line of its error stream with these words.
    fn until_it_says(&mut self, words: &str) -> String {
        let mut lines = BufReader::new(self.0.stderr.as_mut().unwrap()).lines();
        let found = lines.find(|line| line.as_ref().unwrap().contains(words));
        found.unwrap_or_else(|| panic!("it never says “{words}”")).unwrap()
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        self.0.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

/// All files of a folder by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries.map(|path| (name(&path), fs::read_to_string(path).unwrap())).collect()
}

/// Levels whose play does not depend on how fast the machine is.
const LADDER: &[&str] = &[
    "ladder",
    "connect4",
    "random",
    "medium:seconds=3600",
    "mcts:nodes=4000,seconds=3600",
    "--games",
    "8",
];

#[test]
fn a_ladder_is_the_same_on_several_machines_though_all_of_them_are_killed() {
    let (_running, database) = postgres();
    let folder = tempfile::tempdir().unwrap();
    let records = |name: &str| folder.path().join(name).display().to_string();
    let (alone, shared) = (records("alone"), records("shared"));
    let single = plateau(LADDER).args(["--json", "--records", &alone]).output().unwrap();
    assert!(single.status.success(), "{}", String::from_utf8_lossy(&single.stderr));

    let mut ladder = plateau(LADDER);
    ladder.args(["--json", "--records", &shared, "--database", &database, "--threads", "0"]);
    ladder.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut first = ladder.spawn().unwrap();
    // A worker takes games and dies in the middle of them.
    let mut dying = Worker::start(&database, "2");
    dying.until_it_says("plays connect4");
    dying.kill();
    // The ladder dies as well, and the same command goes on.
    first.kill().unwrap();
    first.wait().unwrap();
    let resumed = ladder.spawn().unwrap();
    let _workers = [Worker::start(&database, "1"), Worker::start(&database, "1")];
    let resumed = resumed.wait_with_output().unwrap();
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    let (alone, shared) = (files(Path::new(&alone)), files(Path::new(&shared)));
    assert_eq!((alone.len(), &shared), (24, &alone));
    let ratings = |output: &[u8]| {
        let report: serde_json::Value = serde_json::from_slice(output).unwrap();
        let rating = |one: &serde_json::Value| (one["name"].clone(), one["rating"].clone());
        report["contestants"].as_array().unwrap().iter().map(rating).collect::<Vec<_>>()
    };
    assert_eq!(ratings(&resumed.stdout), ratings(&single.stdout));
}

#[test]
fn a_search_finds_the_same_on_several_machines() {
    let (_running, database) = postgres();
    let folder = tempfile::tempdir().unwrap();
    let csv = |name: &str| folder.path().join(name);
    let tune = |name: &str, more: &[&str]| {
        let path = csv(name).display().to_string();
        let mut command = plateau(&["tune", "connect4", "hard:depth=2,seconds=3600"]);
        command.args(["--parameters", "squares,attack.0", "--method", "cma-es", "--budget", "12"]);
        command.args(["--games", "2", "--confirm", "2", "--csv", &path]).args(more);
        let done = command.output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        fs::read_to_string(csv(name)).unwrap()
    };
    let alone = tune("alone.csv", &[]);
    let worker = Worker::start(&database, "2");
    let shared = tune("shared.csv", &["--database", &database, "--threads", "0"]);
    assert_eq!(shared, alone);
    // Nobody plays any more, and all is known.
    drop(worker);
    assert_eq!(tune("again.csv", &["--database", &database, "--threads", "0"]), alone);
}

#[test]
fn another_version_is_refused_in_words_on_both_sides() {
    let (_running, database) = postgres();
    let version = Version::new("0.0.9, build 0123");
    let board = JobBoard::connect(&database, version, Duration::from_secs(5), true).unwrap();
    let spec = JobSpec::Games {
        rules: MatchRules {
            game: catalog::find("connect4").unwrap(),
            setup: Setup::default(),
            meeting: Meeting::Table,
            openings: OpeningSource::Random(0),
            limits: Limits::NONE,
            time: AnswerTime::default(),
            moves: None,
        },
        contestants: ["random", "medium"].map(|one| Contestant::Own(one.into())).to_vec(),
    };
    let heard = Arc::new(Mutex::new(String::new()));
    let hearing = Arc::clone(&heard);
    let job = board.job(&spec, Box::new(move |why| hearing.lock().unwrap().push_str(why))).unwrap();
    let twice = board.job(&spec, Box::new(|_| ())).err().expect("it is held").to_string();
    assert!(twice.contains("another program is holding just this event"), "{twice}");
    job.offer(&[("a".into(), r#"{"number":0,"lineup":[0,1],"round":0,"turn":0}"#.into())]).unwrap();
    let mut worker = Worker::start(&database, "1");
    let said = worker.until_it_says("wants version");
    assert!(said.contains("connect4: random, medium: wants version 0.0.9, build 0123"), "{said}");
    assert!(said.contains("Start the same program here"), "{said}");
    let began = Instant::now();
    while heard.lock().unwrap().is_empty() {
        assert_eq!(job.results().unwrap(), [], "nobody played it");
        assert!(began.elapsed() < Duration::from_secs(120), "nothing was heard");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(heard.lock().unwrap().contains("not 0.0.9, build 0123"));
    // Its own version plays it, and a second result changes nothing.
    let (key, _) = job.take().unwrap().unwrap();
    job.finish(&key, "first").unwrap();
    job.finish(&key, "second").unwrap();
    assert_eq!(job.results().unwrap(), [("a".into(), "first".into())]);
}

/// Longer than any test.
const LONG: Duration = Duration::from_secs(60);

fn connect(database: &str, lease: Duration) -> JobBoard {
    JobBoard::connect(database, Version::new("1"), lease, false).unwrap()
}

/// A job of runs alone, told from others by its seed.
fn runs(seed: u64) -> JobSpec {
    JobSpec::Solo {
        game: catalog::find("tetris").unwrap(),
        contestants: vec![Contestant::Own("random".into())],
        terms: search::ContestTerms::default(),
        seed,
    }
}

#[test]
fn a_game_comes_free_when_nothing_is_heard_of_its_worker() {
    let (_running, database) = postgres();
    let (spec, event) = (runs(1), connect(&database, LONG));
    let job = event.job(&spec, Box::new(|_| ())).unwrap();
    job.offer(&[("a".into(), "1".into())]).unwrap();
    let (living, dead) = (connect(&database, LONG), connect(&database, LONG));
    let taken = dead.take(0, &[]).unwrap().unwrap();
    assert_eq!(living.take(0, &[]).unwrap(), None, "it is taken");
    dead.release(&taken).unwrap();
    assert_eq!(living.take(0, &[taken.job]).unwrap(), None, "it is to be left alone");
    let again = living.take(0, &[]).unwrap().unwrap();
    assert_eq!(again, taken);
    assert_eq!(
        serde_json::to_value(living.spec(taken.job).unwrap()).unwrap(),
        serde_json::to_value(&spec).unwrap()
    );
    job.withdraw().unwrap();
    // Too late: nobody waits for it any more.
    living.finish(again.job, &again.key, "late").unwrap();
    assert_eq!(job.results().unwrap(), []);
}

#[test]
fn an_event_that_nobody_waits_for_any_more_holds_up_no_other() {
    let (_running, database) = postgres();
    let (dead, living) = (connect(&database, LONG), connect(&database, LONG));
    let offer = |board: &JobBoard, seed: u64| {
        let job = board.job(&runs(seed), Box::new(|_| ())).unwrap();
        job.offer(&[("a".into(), seed.to_string())]).unwrap();
    };
    // This one has ended, as by a kill.
    offer(&dead, 4);
    let job = living.job(&runs(5), Box::new(|_| ())).unwrap();
    job.offer(&[("a".into(), "5".into()), ("b".into(), "6".into())]).unwrap();
    let worker = connect(&database, LONG);
    let next = |rather: i64| worker.take(rather, &[]).unwrap().expect("a game");
    let first = next(0);
    let order = [first.task.clone(), next(first.job).task, next(first.job).task];
    assert_eq!(order, ["5", "6", "4"]);
}

#[test]
fn the_lease_of_a_dead_worker_runs_out_and_another_plays_its_game() {
    let (_running, database) = postgres();
    let event = connect(&database, LONG);
    let job = event.job(&runs(2), Box::new(|_| ())).unwrap();
    job.offer(&[("a".into(), "1".into())]).unwrap();
    let living = connect(&database, LONG);
    let dying = connect(&database, Duration::from_millis(500));
    let taken = dying.take(0, &[]).unwrap().unwrap();
    // Nobody renews the lease any more, and nobody gave the game back.
    drop(dying);
    let limit = Instant::now() + Duration::from_secs(120);
    let again = loop {
        if let Some(again) = living.take(0, &[]).unwrap() {
            break again;
        }
        assert!(Instant::now() < limit, "its game never comes free");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(again, taken);
    living.finish(again.job, &again.key, "by the living").unwrap();
    // Whoever was only thought dead comes too late.
    event.finish(taken.job, &taken.key, "by the dead").unwrap();
    assert_eq!(job.results().unwrap(), [("a".into(), "by the living".into())]);
}

#[test]
fn a_training_learns_the_same_on_several_machines() {
    let (_running, database) = postgres();
    let folder = tempfile::tempdir().unwrap();
    let train = |name: &str, more: &[&str]| {
        let path = folder.path().join(name).display().to_string();
        let mut command = plateau(&["train", "connect4", "--option", "width=4", "--folder", &path]);
        command.args(["--option", "height=4", "--generations", "2", "--games", "6"]);
        command.args(["--nodes", "8", "--hidden", "8", "--epochs", "2", "--gate", "4"]).args(more);
        let done = command.output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let net = |name: &str| fs::read(folder.path().join(&path).join(name)).unwrap();
        ["net-000", "net-001", "net-002"].map(|name| net(&format!("{name}.safetensors")))
    };
    let alone = train("alone", &[]);
    let mut worker = Worker::start(&database, "2");
    // This program plays no game of the training itself: the network goes to the worker.
    let shared = train("shared", &["--database", &database, "--threads", "0"]);
    worker.until_it_says("plays connect4: training");
    assert_eq!(shared, alone);
}

#[test]
fn another_database_is_refused_in_words() {
    let mut refused = plateau(&["worker", "--database", "sqlite://here"]);
    let mut refused = refused.stderr(Stdio::piped()).spawn().unwrap();
    assert_eq!(refused.wait().unwrap().code(), Some(2));
    let mut said = String::new();
    refused.stderr.unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("write postgres://USER@HOST/NAME"), "{said}");
}
