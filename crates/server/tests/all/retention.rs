//! Old tables go, and those that people come back to stay.

use std::time::Duration;

use serde_json::json;
use server::{Config, Retention};

use crate::support::{House, config};

#[tokio::test(flavor = "multi_thread")]
async fn imports_and_games_go_when_their_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}/plateau.db", folder.path().display());
    let house = House::with(Config { database: database.clone(), ..config() }).await;
    let any = house.client();
    let (game, ada, bob) = any.two().await;
    for (epoch, column) in (0..).zip(["1", "2", "1", "2", "1", "2", "1"]) {
        let player = if epoch % 2 == 0 { &ada } else { &bob };
        player.play(&game, epoch, column).await.ok(201);
    }
    let record = any.get(&format!("{game}/record")).await.text;
    let import = any.post_text("/api/records", record).await.ok(201);
    let import = format!("/api/tables/{}", import["table"]["id"].as_str().unwrap());
    let bot = json!({"kind": "bot", "level": "random"});
    let (robots, _) = any.table(json!([bot, bot])).await;
    any.get(&import).await.ok(200);
    house.close().await;

    // A short time for imports, and for machines: games of people stay.
    let soon = Some(Duration::from_millis(1));
    let retention = Retention { games: Some(Duration::from_secs(3600)), imports: soon };
    let house = House::with(Config { database: database.clone(), retention, ..config() }).await;
    let any = house.client();
    any.until(&import, |answer| answer["code"] == "no-such-table").await;
    any.until(&robots, |answer| answer["code"] == "no-such-table").await;
    any.get(&game).await.ok(200);
    // One that is in memory goes as well.
    let retention = Retention { games: soon, imports: None };
    house.close().await;
    let house = House::with(Config { database, retention, ..config() }).await;
    let any = house.client();
    any.until(&game, |answer| answer["code"] == "no-such-table").await;
    // It is counted once it is gone.
    let host = house.host();
    while !host.get("/metrics").await.text.contains("plateau_tables_expired_total 1") {
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    house.close().await;
}
