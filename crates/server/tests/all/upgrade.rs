//! A database that an earlier version made opens, and keeps its games.
//!
//! Version 0.1.0 wrote down its migrations in a table of its own, before `sqlx` did that.

use serde_json::json;
use server::store::{self, Attendance, NodeOptions};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};

use crate::support::{House, config, postgres};

/// Made by version 0.1.0: two games of Connect Four (one in play, with an undo asked for, one won), one of
/// Quoridor that was given up, a table of Tigris & Euphrates that waits for somebody, and a run of Tetris.
const OLD_FILE: &[u8] = include_bytes!("../data/before-sqlx.sqlite");

/// The tokens of the two seats of the game in play.
const ADA: &str = "f31a59aad60ccaa103c0b4e1b4b7431960f4c1d0ef761a14000dc36b0e959598";
const ZOE: &str = "77eb0014823274febf421095563fae1f7f6f2a91ea966f097fe620bd9a636903";

const PLAYING: &str = "/api/tables/7h8m2bb7eey2";
const WON: &str = "/api/tables/93jjep7zkcx2";
const RESIGNED: &str = "/api/tables/ntbjvhpsd1dy";
const WAITING: &str = "/api/tables/hav0ks5htbsn";

fn options() -> NodeOptions {
    NodeOptions {
        node: "a".into(),
        lease: std::time::Duration::from_secs(60),
        max_pages: None,
        address: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_first_version_keeps_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.sqlite");
    std::fs::write(&file, OLD_FILE).unwrap();
    let database = format!("sqlite://{}", file.display());
    let house = House::with(server::Config { database: database.clone(), ..config() }).await;
    let any = house.client();
    let (ada, zoe) = (any.with(ADA), any.with(ZOE));

    let playing = ada.get(PLAYING).await.ok(200);
    assert_eq!((&playing["epoch"], &playing["turn"]), (&json!(3), &json!(1)));
    assert_eq!(
        (&playing["seats"][0]["name"], &playing["seats"][1]["name"]),
        (&json!("Ada"), &json!("Zoé"))
    );
    assert_eq!(playing["undo"], json!({ "by": 0, "epoch": 2 }));
    let moves = ada.get(&format!("{PLAYING}/actions")).await.ok(200);
    let moves: Vec<_> = moves["actions"].as_array().unwrap().iter().map(|a| &a["move"]).collect();
    assert_eq!(moves, ["4", "4", "3"]);
    assert_eq!(any.get(WON).await.ok(200)["outcome"]["winners"], json!([0]));
    assert!(any.get(&format!("{WON}/record")).await.text.contains("Zoé"));
    let resigned = any.get(RESIGNED).await.ok(200);
    assert_eq!(resigned["outcome"]["places"], json!([1, 2]));
    assert_eq!(resigned["outcome"]["why"]["en"], "Yellow resigned");
    assert!(any.get(&format!("{RESIGNED}/record")).await.text.contains("\"resigned\":1"));
    assert_eq!(any.get(WAITING).await.ok(200)["status"], "waiting");
    let best = any.get("/api/games/tetris/scores?mode=ultra&kind=modern&list=apart").await.ok(200);
    assert_eq!(best["scores"][0]["doubts"][0]["id"], "no-ticket");
    assert_eq!(
        (&best["scores"][0]["name"], &best["scores"][0]["points"]),
        (&json!("Ada"), &json!(168))
    );

    // It is played on, and what is new is kept like what is old.
    zoe.play(PLAYING, 3, "5").await.ok(201);
    any.put(&format!("{WAITING}/players"), json!({ "name": "Bob" })).await.ok(201);
    house.close().await;
    let house = House::with(server::Config { database, ..config() }).await;
    assert_eq!(house.client().get(PLAYING).await.ok(200)["epoch"], 4);
    assert_eq!(house.client().get(WAITING).await.ok(200)["status"], "playing");
    house.close().await;

    let mut file = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let left: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE name = 'migrations'")
            .fetch_one(&mut file)
            .await
            .unwrap();
    assert_eq!(left, 0, "there is one list of migrations");
}

const OLD_LEDGER: &str = "CREATE TABLE migrations (version INTEGER PRIMARY KEY)";
const TABLES: &str = include_str!("../../migrations/postgres/0001_tables_and_moves.sql");
const AUDIENCE: &str = include_str!("../../migrations/postgres/0002_audience.sql");
const SCORES: &str = include_str!("../../migrations/both/scores.sql");

/// A game as version 0.1.0 stored it.
const GAME: &str = r#"
    INSERT INTO tables (id, game, variant, options, seed, private, archived, created, moved, version,
        generation, epoch, status, turn, seats, bot_due)
    VALUES ('old', 'connect4', 'standard', '{"width":7,"height":6,"connect":4}', 5, FALSE, FALSE, 1, 1, 0,
        0, 2, 'playing', 0, '[{"kind":"person","name":"Ada"},{"kind":"open"}]', FALSE);
    INSERT INTO moves VALUES ('old', 0, 0, '4', 1), ('old', 1, 1, '3', 1);
"#;

/// A database in which version 0.1.0 had come as far as this.
async fn old_postgres(url: &str, steps: &[&'static str]) {
    let mut database = PgConnection::connect(url).await.unwrap();
    for sql in [&[OLD_LEDGER], steps, &[GAME]].concat() {
        database.execute(sql).await.unwrap();
    }
    for version in (1i32..).take(steps.len()) {
        let entry = sqlx::query("INSERT INTO migrations (version) VALUES ($1)").bind(version);
        entry.execute(&mut database).await.unwrap();
    }
    database.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_of_the_first_version_keeps_its_games() {
    for steps in [&[TABLES][..], &[TABLES, AUDIENCE], &[TABLES, AUDIENCE, SCORES]] {
        let (_running, url) = postgres();
        old_postgres(&url, steps).await;
        // Two nodes start at once, and only one of them can be the first.
        let (one, two) = tokio::join!(store::open(&url, options()), store::open(&url, options()));
        let (one, two) = (one.unwrap(), two.unwrap());
        let (row, moves) = one.load("old", 0).await.unwrap().unwrap();
        assert_eq!((row.seed, row.stamp.epoch, row.seats.len()), (5, 2, 2));
        assert_eq!(moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>(), ["4", "3"]);
        let here = Attendance { watching: 1, seats: 1 };
        let elsewhere = two.audience("old", Some(here)).await.unwrap();
        assert_eq!(elsewhere, Attendance::default(), "what was missing is there");
        assert_eq!(two.run("tetris", "nothing").await.unwrap(), None);
        one.close().await;
        two.close().await;

        let mut database = PgConnection::connect(&url).await.unwrap();
        let left: Option<String> = sqlx::query_scalar("SELECT to_regclass('migrations')::text")
            .fetch_one(&mut database)
            .await
            .unwrap();
        assert_eq!(left, None, "there is one list of migrations");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_later_version_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("later.sqlite");
    let url = format!("sqlite://{}", file.display());
    store::open(&url, options()).await.unwrap().close().await;
    let mut database = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    database
        .execute(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (999, 'from the future', TRUE, x'00', 0)",
        )
        .await
        .unwrap();
    database.close().await.unwrap();
    let error = store::open(&url, options()).await.err().unwrap();
    assert!(error.to_string().contains("newer version of Plateau (step 999)"), "{error}");
    assert!(error.words().fr.contains("version plus récente"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bookmarks.sqlite");
    let url = format!("sqlite://{}", file.display());
    let create = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut other = create.connect().await.unwrap();
    other.execute("CREATE TABLE bookmarks (url TEXT)").await.unwrap();
    other.close().await.unwrap();
    let error = store::open(&url, options()).await.err().unwrap().to_string();
    assert!(error.contains("no database of Plateau"), "{error}");
    let mut other = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master").fetch_all(&mut other).await.unwrap();
    assert_eq!(tables, ["bookmarks"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_the_same_file_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep/plateau.db");
    let database = format!("sqlite://{}", file.display());
    let house = House::with(server::Config { database: database.clone(), ..config() }).await;
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    for name in [database.clone(), format!("sqlite:{}", link.display())] {
        let config = server::Config { database: name, ..config() };
        let listener = server::listen(config.bind).await.unwrap();
        let second = server::Server::open(listener, config).await;
        let error = second.err().unwrap();
        let own = format!("(process {})", std::process::id());
        assert!(error.to_string().contains("another Plateau") && error.to_string().contains(&own));
        assert!(error.words().fr.contains("un autre Plateau"), "{error}");
    }
    house.close().await;
    let again = House::with(server::Config { database, ..config() }).await;
    again.client().two().await;
    again.close().await;
}
