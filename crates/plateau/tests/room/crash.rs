//! Acknowledged moves survive `kill -9`, and bots go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use serde_json::json;

use crate::process::Process;

#[tokio::test(flavor = "multi_thread")]
async fn everything_acknowledged_is_there_after_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}/deep/plateau.db", folder.path().display());
    let server = Process::start(&database, &[]).await;
    let port = server.port();
    let any = server.client();
    let mut tables = Vec::new();
    for _ in 0..10 {
        tables.push(any.two().await);
    }
    let all = Arc::new(AtomicU32::new(0));
    let players = tables.iter().cloned().map(|(table, ada, bob)| {
        let all = Arc::clone(&all);
        tokio::spawn(async move {
            let mut acknowledged = 0;
            // The game has 42 moves. The last one is never played, so that every game is unfinished when the server is
            // killed, however late that is.
            for (epoch, column) in (0..).zip(FULL_BOARD[..41].chars()) {
                let player = if epoch % 2 == 0 { &ada } else { &bob };
                let body = json!({ "epoch": epoch, "move": column.to_string() });
                let put =
                    player.request(reqwest::Method::PUT, &format!("{table}/actions")).json(&body);
                match put.send().await {
                    Ok(answer) if answer.status() == 201 => {
                        acknowledged = epoch + 1;
                        all.fetch_add(1, Relaxed);
                    }
                    _ => break,
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            acknowledged
        })
    });
    let players: Vec<_> = players.collect();
    // In the middle of play, however slow the machine is.
    while all.load(Relaxed) < 60 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    server.kill();
    let mut acknowledged = Vec::new();
    for player in players {
        acknowledged.push(player.await.unwrap());
    }
    let unfinished = acknowledged.iter().filter(|&&epoch| epoch < 42).count();
    assert!(unfinished > 0, "it was killed in mid-game: {acknowledged:?}");

    let server = Process::start_at(port, &database, &[]).await;
    for ((table, ada, bob), epoch) in tables.iter().zip(acknowledged) {
        let now = ada.get(table).await.ok(200);
        let stored: u32 = now["epoch"].as_u64().unwrap() as u32;
        assert!(stored == epoch || stored == epoch + 1, "{stored} of {epoch} acknowledged");
        for at in 0..stored {
            let action = ada.get(&format!("{table}/actions/{at}")).await.ok(200);
            assert_eq!(action["move"], FULL_BOARD[at as usize..=at as usize]);
        }
        // Tokens still open their seats, and play goes on.
        if stored < 42 {
            let player = if stored.is_multiple_of(2) { ada } else { bob };
            player
                .play(table, stored, &FULL_BOARD[stored as usize..=stored as usize])
                .await
                .ok(201);
        }
        // A client reconnects with the last event that it had.
        let mut stream = ada.events(table, "0.0").await;
        if stored > 0 {
            assert_eq!(stream.next().await.1, "action");
        }
    }
    drop(server);
}

/// A drawn game on the usual board.
const FULL_BOARD: &str = "121212212121343434434343565656656565777777";

#[tokio::test(flavor = "multi_thread")]
async fn bots_resume_their_turns() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}/plateau.db", folder.path().display());
    // The bot is so slow that the server is killed before it plays.
    let server = Process::start(&database, &[("PLATEAU_BOT_PAUSE_MS", "60000")]).await;
    let seats = json!([{"kind": "person"}, {"kind": "bot", "level": "random"}]);
    let (table, people) = server.client().table(seats).await;
    people[0].play(&table, 0, "4").await.ok(201);
    let port = server.port();
    server.kill();
    let _server = Process::start_at(port, &database, &[("PLATEAU_BOT_PAUSE_MS", "0")]).await;
    people[0].until(&table, |table| table["epoch"] == 2).await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn sigterm_shuts_down_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}/plateau.db", folder.path().display());
    let server = Process::start(&database, &[]).await;
    let (table, ada, _) = server.client().two().await;
    let mut stream = ada.events(&table, "").await;
    assert!(server.stop(), "it ends well");
    assert!(stream.ends().await);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let refused = std::process::Command::new(env!("CARGO_BIN_EXE_plateau"))
        .args(["serve", "--bind", &address.to_string(), "--database", "sqlite::memory:"])
        .output()
        .unwrap();
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success());
    assert!(error.contains(&format!("port {} is taken", address.port())), "{error}");
    assert!(error.contains("--bind"), "{error}");
}
