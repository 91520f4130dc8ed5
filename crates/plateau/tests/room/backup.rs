//! Backups while people play, killed half-way, and put back.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use server::store::{self, MoveRow, NodeOptions};

use crate::process::Process;

fn plateau(arguments: &[&str], database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.args(arguments).args(["--database", database, "--lang", "en"]);
    command
}

fn run(arguments: &[&str], database: &str) -> Output {
    plateau(arguments, database).output().unwrap()
}

#[track_caller]
fn succeeds(arguments: &[&str], database: &str) -> String {
    let output = run(arguments, database);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What it says while it fails, as it must.
#[track_caller]
fn fails(arguments: &[&str], database: &str) -> String {
    let output = run(arguments, database);
    assert!(!output.status.success(), "{arguments:?} succeeds");
    String::from_utf8(output.stderr).unwrap()
}

fn files(folder: &Path, part: &str) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.file_name().unwrap().to_string_lossy().contains(part)).collect()
}

/// Many large moves, so that copying them takes a while.
async fn fill(database: &str) {
    let options = NodeOptions {
        node: "test".into(),
        lease: Duration::from_secs(60),
        max_pages: None,
        address: None,
    };
    let store = store::open(database, options).await.unwrap();
    let listed = store::Filter { limit: 1, ..store::Filter::default() };
    let mut row = store.list(&listed).await.unwrap().remove(0);
    for number in 0..60 {
        row.id = format!("filler{number}");
        let text = format!("{number}").repeat(500_000);
        store.create(&row, &[MoveRow { seat: 0, text, at: 0 }]).await.unwrap();
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_good_backup_survives_kills_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let database = format!("sqlite://{}", at("plateau.db"));
    let server = Process::start(&database, &[]).await;
    let port = server.port();
    let (table, ada, bob) = server.client().two().await;
    ada.play(&table, 0, "4").await.ok(201);
    bob.play(&table, 1, "3").await.ok(201);

    // While the server runs: a backup can be made and not be put back.
    let good = at("good.db");
    assert!(succeeds(&["backup", &good], &database).contains("tables: 1, moves: 2"));
    let refused = fails(&["restore", &good], &database);
    assert!(refused.contains("another Plateau") && refused.contains("stop it first"), "{refused}");
    ada.play(&table, 2, "5").await.ok(201);

    // The next backup is killed in the middle, and the server with it.
    fill(&database).await;
    let first = std::fs::read(&good).unwrap();
    let mut killed = 0;
    while killed < 3 {
        if killed_half_way(&good, &database, folder.path()) {
            killed += 1;
            assert!(!files(folder.path(), "unfinished").is_empty(), "it was not finished");
            assert!(std::fs::read(&good).unwrap() == first, "the last good one is untouched");
        } else {
            // It was faster than we: back to the beginning.
            std::fs::write(&good, &first).unwrap();
        }
    }
    server.kill();

    // The last good one goes back; what was there is kept.
    let said = succeeds(&["restore", &good], &database);
    assert!(said.contains("tables: 1, moves: 2") && said.contains("is kept as"), "{said}");
    let server = Process::start_at(port, &database, &[]).await;
    assert_eq!(ada.get(&table).await.ok(200)["epoch"], 2);
    ada.play(&table, 2, "7").await.ok(201);

    // A later backup clears away what the killed ones have left.
    succeeds(&["backup", &at("good.db")], &database);
    assert_eq!(files(folder.path(), "unfinished"), Vec::<PathBuf>::new());
    server.stop();

    // And the database that was replaced can be put back in its turn.
    let kept = files(folder.path(), "plateau.db.before-").remove(0);
    succeeds(&["restore", &kept.to_string_lossy()], &database);
    let _server = Process::start_at(port, &database, &[]).await;
    let third = ada.get(&format!("{table}/actions/2")).await.ok(200);
    assert_eq!(third["move"], "5", "nothing that was acknowledged is lost");
}

/// Makes a backup, kills it once its file has grown, and says whether that was before its end.
fn killed_half_way(to: &str, database: &str, folder: &Path) -> bool {
    let old = files(folder, "unfinished");
    let mut backup = plateau(&["backup", to], database).stdout(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    let has_grown = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|file| file.len() > 1 << 20);
    while !files(folder, "unfinished").iter().any(|path| !old.contains(path) && has_grown(path)) {
        if backup.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "it does not begin");
        std::thread::sleep(Duration::from_millis(1));
    }
    backup.kill().unwrap();
    !backup.wait().unwrap().success()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_whole_backup_of_ours_is_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let database = format!("sqlite://{}", at("plateau.db"));
    let server = Process::start(&database, &[]).await;
    let (table, ada, _) = server.client().two().await;
    ada.play(&table, 0, "4").await.ok(201);
    let good = at("good.db");
    succeeds(&["backup", &good], &database);

    let refused = fails(&["restore", &at("plateau.db")], &format!("sqlite://{}", at("new.db")));
    assert!(refused.contains("in use, not a backup"), "{refused}");
    assert!(server.stop());
    let before = std::fs::read(at("plateau.db")).unwrap();

    std::fs::write(at("letter.txt"), "Dear Ada, ".repeat(1000)).unwrap();
    assert!(fails(&["restore", &at("letter.txt")], &database).contains("no database of Plateau"));
    assert!(fails(&["backup", &at("letter.txt")], &database).contains("no backup of Plateau"));
    assert!(fails(&["backup", &at("plateau.db")], &database).contains("the database itself"));
    assert!(fails(&["restore", &at("none.db")], &database).contains("there is no file"));
    // Some pages are overwritten: the header still says that it is ours.
    let mut damaged = std::fs::read(&good).unwrap();
    let end = damaged.len();
    damaged[8192..end - 4096].fill(0x55);
    std::fs::write(at("damaged.db"), damaged).unwrap();
    assert!(fails(&["restore", &at("damaged.db")], &database).contains("damaged"));
    assert_eq!(std::fs::read(at("plateau.db")).unwrap(), before, "nothing has changed");
    assert_eq!(files(folder.path(), "restoring"), Vec::<PathBuf>::new());
    assert_eq!(std::fs::read_to_string(at("letter.txt")).unwrap().len(), 10_000);

    let postgres = "postgres://ada:secret@db.example/plateau";
    let hint = fails(&["backup", &good], postgres);
    assert!(
        hint.contains("pg_dump") && hint.contains("'postgres://ada@db.example/plateau'"),
        "{hint}"
    );
    assert!(fails(&["restore", &good], postgres).contains("pg_restore"));
}
