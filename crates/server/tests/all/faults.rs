//! Databases that fail for a while: nothing is lost, nothing is played twice, and everything goes on by itself.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use crate::support::{Client, Got, House, config, postgres};

/// Waits until a request is answered with this status.
async fn until_status<F: Future<Output = Got>>(status: u16, ask: impl Fn() -> F) -> Got {
    for _ in 0..2400 {
        let got = ask().await;
        if got.status == status {
            return got;
        }
        assert!([200, 201, 409, 503].contains(&got.status), "{got:?}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it is never answered {status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_said_and_forgotten_when_there_is_room_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sqlite://{}/full.db", folder.path().display());
    let mut config = config();
    config.database.clone_from(&file);
    // SQLite behaves at this bound as it does on a full disk.
    config.database_mib = Some(1);
    let house = House::with(config).await;
    let any = house.client();
    let (table, ada, bob) = any.two().await;
    ada.play(&table, 0, "4").await.ok(201);
    // Somebody else fills the disk.
    let mut other = SqliteConnection::connect(&file).await.unwrap();
    sqlx::query("CREATE TABLE junk (filler BLOB)").execute(&mut other).await.unwrap();
    sqlx::query("INSERT INTO junk VALUES (zeroblob(900000))").execute(&mut other).await.unwrap();
    let new_table = || any.post("/api/tables", json!({"game": "connect4"}));
    let refused = until_status(503, new_table).await;
    assert_eq!(refused.code(), (503, "unavailable".into()));
    // A small one may still fit somewhere; the next does not.
    loop {
        let asked = any.request(reqwest::Method::POST, "/api/tables");
        let answer = asked.json(&json!({"game": "connect4"})).send().await.unwrap();
        if answer.status() == 503 {
            assert!(answer.headers().contains_key("retry-after"));
            break;
        }
        assert_eq!(answer.status(), 201);
    }
    until_status(503, || any.get("/healthz")).await;
    // What needs no room may still work; whatever is answered, it is never an internal error.
    let tried = bob.play(&table, 1, "4").await;
    assert!([201, 503].contains(&tried.status), "{tried:?}");
    // There is room again, and nobody restarts the server.
    sqlx::query("DELETE FROM junk").execute(&mut other).await.unwrap();
    until_status(201, new_table).await;
    until_status(200, || any.get("/healthz")).await;
    let epoch = any.get(&table).await.json()["epoch"].as_u64().unwrap();
    if epoch == 1 {
        bob.play(&table, 1, "4").await.ok(201);
    }
    ada.play(&table, 2, "4").await.ok(201);
}

fn keyed(epoch: u32, text: &str, generation: u32, key: &str) -> Value {
    json!({"epoch": epoch, "move": text, "generation": generation, "key": key})
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_is_the_same_move_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    config.database = format!("sqlite://{}/keys.db", folder.path().display());
    let house = House::with(config.clone()).await;
    let (table, ada, bob) = house.client().two().await;
    let actions = format!("{table}/actions");
    for _ in 0..2 {
        let played = ada.put(&actions, keyed(0, "4", 0, "one")).await.ok(201);
        assert_eq!(played["epoch"], 1);
    }
    let other = ada.put(&actions, keyed(0, "4", 0, "two")).await;
    assert_eq!(other.code(), (409, "stale-epoch".into()), "another key is another move");
    let his = bob.put(&actions, keyed(0, "4", 0, "one")).await;
    assert_eq!(his.code(), (409, "stale-epoch".into()), "her key is not his");
    bob.put(&actions, keyed(1, "4", 0, "three")).await.ok(201);
    house.close().await;
    let house = House::with(config).await;
    let (ada, bob) = (ada.at(&house.url), bob.at(&house.url));
    assert_eq!(ada.put(&actions, keyed(0, "4", 0, "one")).await.ok(201)["epoch"], 1);
    assert_eq!(ada.get(&table).await.json()["epoch"], 2, "nothing was played");
    // A move that was meant for a position that has been taken back.
    bob.post(&format!("{table}/undo"), json!({})).await.ok(202);
    ada.post(&format!("{table}/undo"), json!({"answer": "yes"})).await.ok(200);
    let stale = bob.put(&actions, keyed(1, "5", 0, "four")).await;
    assert_eq!(stale.code(), (409, "stale-epoch".into()));
    bob.put(&actions, keyed(1, "5", 1, "five")).await.ok(201);
    for key in ["", &"k".repeat(65)] {
        assert_eq!(ada.put(&actions, keyed(2, "4", 1, key)).await.status, 400);
    }
}

/// Plays a move until it is acknowledged, as the page does.
async fn insist(player: &Client, table: &str, epoch: u32, text: &str) -> u32 {
    let body = keyed(epoch, text, 0, &format!("move {epoch}"));
    let mut tries = 0;
    loop {
        tries += 1;
        let got = player.put(&format!("{table}/actions"), body.clone()).await;
        match got.status {
            201 => {
                assert_eq!(got.json()["epoch"], epoch + 1);
                return tries;
            }
            503 => assert_eq!(got.code().1, "unavailable"),
            _ => panic!("move {epoch}, try {tries}: {got:?}"),
        }
        assert!(tries < 1000, "it is never stored");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn when_connections_to_postgres_break_every_move_is_stored_once() {
    const GAME: &str = "12121221212134";
    let (_running, database) = postgres();
    let house = House::with(server::Config { database: database.clone(), ..config() }).await;
    let mut admin = sqlx::postgres::PgConnection::connect(&database).await.unwrap();
    let tables: Vec<_> = {
        let mut tables = Vec::new();
        for _ in 0..3 {
            tables.push(house.client().two().await);
        }
        tables
    };
    let players = tables.iter().cloned().map(|(table, ada, bob)| {
        tokio::spawn(async move {
            for (epoch, column) in (0..).zip(GAME.chars()) {
                let player = if epoch % 2 == 0 { &ada } else { &bob };
                insist(player, &table, epoch, &column.to_string()).await;
            }
        })
    });
    let players: Vec<_> = players.collect();
    while players.iter().any(|player| !player.is_finished()) {
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        sqlx::query(cut).execute(&mut admin).await.unwrap();
        tokio::time::sleep(Duration::from_millis(80)).await;
    }
    for player in players {
        player.await.unwrap();
    }
    for (table, ada, _) in &tables {
        let path = format!("{table}/actions");
        let actions = until_status(200, || ada.get(&path)).await.json();
        let played = actions["actions"].as_array().unwrap();
        let texts: String = played.iter().map(|action| action["move"].as_str().unwrap()).collect();
        assert_eq!(texts, GAME);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_hangs_up_while_asking_for_health_harms_nobody() {
    use tokio::io::AsyncWriteExt;
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    config.database = format!("sqlite://{}/health.db", folder.path().display());
    let house = House::with(config).await;
    let address = house.url.strip_prefix("http://").unwrap().to_owned();
    let asking = tokio::spawn(async move {
        for pause in (0..400).map(|number| Duration::from_micros(number % 40 * 100)) {
            let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
            let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
            tokio::time::sleep(pause).await;
        }
    });
    while !asking.is_finished() {
        let (table, ada, bob) = house.client().two().await;
        ada.play(&table, 0, "4").await.ok(201);
        bob.play(&table, 1, "4").await.ok(201);
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_database_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    config.database = format!("sqlite://{}/own.db", folder.path().display());
    let house = House::with(config).await;
    house.client().two().await;
    for file in ["own.db", "own.db-wal"] {
        let mode = std::fs::metadata(folder.path().join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}
