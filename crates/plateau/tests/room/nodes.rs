//! Several nodes on one PostgreSQL.

use std::time::Duration;

use serde_json::json;

use crate::postgres::postgres;
use crate::process::Process;

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_played_from_two_nodes() {
    let (_running, database) = postgres();
    let (one, two) = (Process::start(&database, &[]).await, Process::start(&database, &[]).await);
    let (table, ada, bob) = one.client().two().await;
    let bob = bob.at(&two.url);
    let mut hers = ada.events(&table, "").await;
    let mut his = bob.events(&table, "").await;
    for (epoch, column) in (0..).zip(["1", "2", "1", "2", "1", "2", "1"]) {
        // No wait in between: a node that has not been notified yet must read the database.
        let player = if epoch % 2 == 0 { &ada } else { &bob };
        player.play(&table, epoch, column).await.ok(201);
    }
    for stream in [&mut hers, &mut his] {
        for epoch in 1..=7 {
            assert_eq!(stream.wait("action").await.1["epoch"], epoch);
        }
    }
    // Other changes reach the other node as well.
    let next = ada.post(&format!("{table}/rematch"), json!({})).await.ok(201);
    his.until_table(|table| table["next"] == next["table"]["id"]).await;
    let his = bob.post(&format!("{table}/rematch"), json!({})).await.ok(201);
    assert_eq!(his["table"]["id"], next["table"]["id"]);
    assert_eq!(his["table"]["status"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_racing_moves_on_two_nodes_one_wins() {
    let (_running, database) = postgres();
    let (one, two) = (Process::start(&database, &[]).await, Process::start(&database, &[]).await);
    let (table, ada, bob) = one.client().two().await;
    for epoch in 0..20u32 {
        let player = if epoch % 2 == 0 { &ada } else { &bob };
        let other = player.at(&two.url);
        let (column, next) = ((epoch % 7 + 1).to_string(), ((epoch + 3) % 7 + 1).to_string());
        let (a, b) =
            tokio::join!(player.play(&table, epoch, &column), other.play(&table, epoch, &next));
        let mut codes = [a.status, b.status];
        codes.sort_unstable();
        assert_eq!(codes, [201, 409], "{} {}", a.text, b.text);
        if player.get(&table).await.json()["status"] == "over" {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bots_turn_is_played_once_though_its_node_dies() {
    let (_running, database) = postgres();
    // The first node takes the turn and would play it much later. A claim is renewed three times in a lease; the lease
    // is long enough that no busy machine misses all of them.
    let lease = ("PLATEAU_LEASE_MS", "9000");
    let one = Process::start(&database, &[("PLATEAU_BOT_PAUSE_MS", "600000"), lease]).await;
    let two = Process::start(&database, &[("PLATEAU_BOT_PAUSE_MS", "0"), lease]).await;
    let seats = json!([{"kind": "person"}, {"kind": "bot", "level": "random"}]);
    let (table, people) = one.client().table(seats).await;
    people[0].play(&table, 0, "4").await.ok(201);
    let survivor = people[0].at(&two.url);
    let mut stream = survivor.events(&table, "").await;
    // Longer than the lease.
    tokio::time::sleep(Duration::from_secs(10)).await;
    let thinking = survivor.get(&table).await.ok(200);
    assert_eq!(thinking["epoch"], 1, "a living node keeps its turn");
    assert_eq!(thinking["seats"][1]["thinking"], true);
    one.kill();
    survivor.until(&table, |table| table["epoch"] == 2).await;
    assert_eq!(stream.wait("action").await.1["seat"], 1);
    tokio::time::sleep(Duration::from_millis(4000)).await;
    assert_eq!(survivor.get(&table).await.json()["epoch"], 2, "exactly once");
    survivor.play(&table, 2, "4").await.ok(201);
    survivor.until(&table, |table| table["epoch"] == 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_share_bot_games_without_a_double_move() {
    let (_running, database) = postgres();
    let nodes = [
        Process::start(&database, &[("PLATEAU_BOT_PAUSE_MS", "0")]).await,
        Process::start(&database, &[("PLATEAU_BOT_PAUSE_MS", "0")]).await,
    ];
    let bot = json!({"kind": "bot", "level": "random"});
    let mut tables = Vec::new();
    for n in 0..10 {
        tables.push(nodes[n % 2].client().table(json!([bot, bot])).await.0);
    }
    for (n, table) in tables.iter().enumerate() {
        let other = nodes[(n + 1) % 2].client();
        let over = other.until(table, |table| table["status"] == "over").await;
        let epochs = over["epoch"].as_u64().unwrap();
        for epoch in 0..epochs {
            assert_eq!(
                other.get(&format!("{table}/actions/{epoch}")).await.ok(200)["seat"],
                epoch % 2
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_watch_are_counted_at_all_nodes() {
    let (_running, database) = postgres();
    let (one, two) = (Process::start(&database, &[]).await, Process::start(&database, &[]).await);
    let (table, ada, _) = one.client().two().await;
    let mut hers = ada.events(&table, "").await;
    let here = one.client().events(&table, "").await;
    let there = two.client().events(&table, "").await;
    hers.until_table(|table| table["spectators"] == 2).await;
    two.client().until(&table, |table| table["spectators"] == 2).await;
    drop(here);
    two.client().until(&table, |table| table["spectators"] == 1).await;
    drop(there);
    hers.until_table(|table| table["spectators"] == 0).await;
    // When a node ends, its spectators are no longer counted.
    let _there = two.client().events(&table, "").await;
    hers.until_table(|table| table["spectators"] == 1).await;
    two.stop();
    let three = Process::start(&database, &[]).await;
    three.client().until(&table, |table| table["spectators"] == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_right_after_a_resignation_at_the_other_node_is_never_refused() {
    let (_running, database) = postgres();
    let (one, two) = (Process::start(&database, &[]).await, Process::start(&database, &[]).await);
    for _ in 0..40 {
        let (table, ada, bob) = one.client().two().await;
        let bob = bob.at(&two.url);
        // The other node knows the table as it was.
        bob.get(&table).await.ok(200);
        ada.post(&format!("{table}/resign"), json!({})).await.ok(200);
        bob.post(&format!("{table}/rematch"), json!({})).await.ok(201);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_race_is_run_from_two_nodes_and_ends_with_its_own() {
    let (_running, database) = postgres();
    let (one, two) = (Process::start(&database, &[]).await, Process::start(&database, &[]).await);
    let (here, there) = (one.client(), two.client());
    let seats = json!([{"kind": "person", "name": "Ada"}, {"kind": "open"}]);
    let made = here.post("/api/races", json!({"game": "tetris", "seats": seats})).await.ok(201);
    let ada = here.with(made["tokens"][0]["token"].as_str().unwrap());
    let id = made["race"]["id"].as_str().unwrap();
    let race = format!("/api/races/{id}");
    // Found, joined, played and watched at the other node.
    let listed = there.get("/api/races?game=tetris").await.ok(200);
    assert_eq!(listed[0]["id"], id);
    assert_eq!(there.get(&race).await.ok(200)["status"], "waiting");
    let mut stream = there.events(&race, "").await;
    assert_eq!(stream.wait("race").await.1["id"], id);
    let joined = there.put(&format!("{race}/players"), json!({"name": "Bob"})).await.ok(201);
    let bob = there.with(joined["token"].as_str().unwrap());
    there.until(&race, |race| race["begins_in"].as_i64().is_some_and(|begins| begins < -500)).await;
    assert_eq!(there.get("/api/races").await.ok(200), json!([]), "it waits for nobody any more");
    for (player, seat) in [(&bob, 1), (&ada, 0)] {
        let fed = player.put(&format!("{race}/inputs"), json!({"bundle": "5 L;10 ."})).await;
        assert_eq!(fed.ok(200)["tick"], 10);
        loop {
            let (_, note) = stream.wait("note").await;
            if note["seat"] == seat && note["note"] == "bundle" {
                break;
            }
        }
    }
    let wrong = there.put(&format!("{race}/inputs"), json!({"bundle": "20 ."})).await;
    assert_eq!(wrong.code(), (403, "not-your-seat".into()));
    // Its node dies: everybody is told so, and can begin again.
    one.kill();
    assert!(stream.ends().await);
    let lost = there.get(&race).await;
    assert_eq!(lost.code(), (410, "race-lost".into()));
    assert!(lost.json()["error"]["fr"].as_str().unwrap().contains("lancez-en une autre"));
    assert_eq!(there.get("/api/races/000000000000").await.code(), (404, "no-such-race".into()));
    let seats = json!([{"kind": "person"}, {"kind": "open"}]);
    there.post("/api/races", json!({"game": "tetris", "seats": seats})).await.ok(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_goes_on_at_a_node_that_has_not_heard_of_the_last_move() {
    const GAME: &str = "121212212121343434434343565656656565777777";
    let (_running, database) = postgres();
    let (one, other) = (Process::start(&database, &[]).await, Process::start(&database, &[]).await);
    let (table, ada, bob) = one.client().two().await;
    // The other node has it in memory.
    ada.at(&other.url).get(&table).await.ok(200);
    for (epoch, column) in (0..).zip(GAME.chars()) {
        let player = if epoch % 2 == 0 { &ada } else { &bob };
        player.play(&table, epoch, &column.to_string()).await.ok(201);
        let after = format!("0.{}", epoch + 1);
        let (id, name, _) = player.at(&other.url).events(&table, &after).await.next().await;
        assert_eq!((id, name.as_str()), (after, "table"), "it went back in time");
    }
}
