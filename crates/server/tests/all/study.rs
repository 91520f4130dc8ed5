//! Studies, the engine beside them, and reviews of finished games.

use std::time::Duration;

use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::House;

/// The data of a stream's events of this kind.
fn events(text: &str, kind: &str) -> Vec<Value> {
    let blocks = text.split("\n\n").filter(|block| block.contains(&format!("event: {kind}\n")));
    let data =
        blocks.filter_map(|block| block.lines().find_map(|line| line.strip_prefix("data: ")));
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_is_read_and_written_with_all_that_is_in_it() {
    let house = House::open().await;
    let any = house.client();
    let text = "{\"plateau\":1,\"game\":\"connect4\"}\n4\n#= !\n4\n#(\n#. 3\n#: why not\n#)\n5\n";
    let study = any.post("/api/games/connect4/study", json!({ "text": text })).await.ok(200);
    assert_eq!(study["moves"].as_array().unwrap().len(), 4);
    assert_eq!(study["moves"][0]["mark"], "!");
    let wish = json!({ "study": study });
    let written = any.post("/api/games/connect4/study/file", wish).await;
    assert_eq!(
        (written.status, written.text.lines().skip(1).collect::<Vec<_>>().join("\n")),
        (200, text.trim().lines().skip(1).collect::<Vec<_>>().join("\n"))
    );
    let digits = any.post("/api/games/connect4/study", json!({ "text": "4453" })).await.ok(200);
    assert_eq!(digits["moves"].as_array().unwrap().len(), 4);
    for bad in ["448", "{\"plateau\":9}", "7x6 nonsense"] {
        let got = any.post("/api/games/connect4/study", json!({ "text": bad })).await;
        assert_eq!(got.code(), (422, "bad-record".to_owned()), "{bad}");
    }
    let loose = json!({ "study": { "game": "connect4", "moves": [{ "after": 7, "move": "4" }] } });
    let got = any.post("/api/games/connect4/study/file", loose).await;
    assert_eq!(got.status, 422, "{}", got.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_may_begin_at_a_position_and_be_seen_by_any_seat() {
    let house = House::open().await;
    let any = house.client();
    let start = any.post("/api/games/tigris/position", json!({ "seed": "7" })).await.ok(200);
    let saved = start["state"].as_str().unwrap();
    let hands: Vec<_> =
        futures_util::future::join_all((0..2).map(|seat| {
            let wish = json!({ "position": saved, "viewer": seat });
            let any = any.clone();
            async move {
                any.post("/api/games/tigris/position", wish).await.ok(200)["view"]["hand"].clone()
            }
        }))
        .await;
    assert!(hands.iter().all(Value::is_array), "{hands:?}");
    let first = start["legal"][0].clone();
    let wish = json!({ "position": saved, "moves": [first] });
    let after = any.post("/api/games/tigris/position", wish).await.ok(200);
    assert_eq!(after["played"][0]["move"], first);
    let bad = any.post("/api/games/tigris/position", json!({ "position": "x" })).await;
    assert_eq!(bad.code().0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_tells_lines_and_what_it_knows_is_told_at_once() {
    let house = House::open().await;
    let any = house.client();
    let wish = json!({ "line": { "moves": ["4", "1", "4", "1", "4", "1"] } });
    let path = "/api/games/connect4/lines";
    let first = any.request(Method::POST, path).json(&wish).send().await.unwrap();
    let told = events(&first.text().await.unwrap(), "lines");
    let last = told.last().unwrap();
    assert_eq!(
        (&last["lines"][0]["moves"][0], &last["lines"][0]["score"]),
        (&json!("4"), &json!({ "win": 1 }))
    );
    assert_eq!((&last["exact"], &last["done"]), (&json!(true), &json!(true)));
    assert_eq!(last["lines"].as_array().unwrap().len(), 3);
    let again = any.request(Method::POST, path).json(&wish).send().await.unwrap();
    let again = events(&again.text().await.unwrap(), "lines");
    assert_eq!(again, std::slice::from_ref(last), "from the database");
    let threat = json!({ "line": wish["line"], "threat": true });
    let threat = any.request(Method::POST, path).json(&threat).send().await.unwrap();
    let told = events(&threat.text().await.unwrap(), "lines");
    assert_eq!(told.last().unwrap()["lines"][0]["moves"][0], "1", "the other side's four");
    let alone = json!({ "line": {}, "threat": true });
    let alone = any.post("/api/games/tetris/lines", alone).await;
    assert_eq!(alone.code(), (422, "no-threat".to_owned()));
    let over = json!({ "line": { "moves": ["4", "1", "4", "1", "4", "1", "4"] } });
    assert_eq!(any.post(path, over).await.code(), (409, "game-over".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn thinking_ends_when_nobody_listens() {
    let house = House::open().await;
    let any = house.client();
    let ask =
        || any.request(Method::POST, "/api/games/quoridor/lines").json(&json!({ "line": {} }));
    let mut streams = Vec::new();
    for _ in 0..12 {
        streams.push(ask().send().await.unwrap().bytes_stream());
    }
    streams[0].next().await.unwrap().unwrap();
    drop(streams);
    for _ in 0..600 {
        let metrics = house.host().get("/metrics").await.text;
        let idle = ["plateau_bots_thinking 0", "plateau_bot_queue 0"];
        if idle.iter().all(|line| metrics.lines().any(|each| each == *line)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the engine thinks on for nobody");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_reviewed_once_and_kept() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    assert_eq!(ada.get(&format!("{table}/review")).await.code().0, 409, "the game is on");
    assert_eq!(ada.get(&format!("{table}/study")).await.code().0, 409);
    for (epoch, column) in (0..).zip(["4", "2", "4", "2", "7", "2", "7", "2"]) {
        let player = if epoch % 2 == 0 { &ada } else { &bob };
        player.play(&table, epoch, column).await.ok(201);
    }
    let path = format!("{table}/review");
    let (one, other) = tokio::join!(
        async { ada.request(Method::GET, &path).send().await.unwrap().text().await.unwrap() },
        async { bob.request(Method::GET, &path).send().await.unwrap().text().await.unwrap() },
    );
    assert_eq!(events(&one, "review"), events(&other, "review"), "one for both");
    let review = &events(&one, "review")[0];
    assert_eq!(review["positions"].as_array().unwrap().len(), 9);
    let seventh = &review["moves"][6];
    assert_eq!((&seventh["verdict"], &seventh["better"]), (&json!("blunder"), &json!("2")));
    // The result that it gave away stands before the reason, if the solver had time to prove it.
    let says = seventh["says"]["en"].as_str().unwrap();
    assert!(says.ends_with("lets Yellow make four in a row in column 2"), "{says}");
    assert_eq!(review["moves"][7]["verdict"], Value::Null, "the winning move is good");
    let kept = ada.request(Method::GET, &path).send().await.unwrap().text().await.unwrap();
    assert!(events(&kept, "position").is_empty(), "all of it at once");
    assert_eq!(events(&kept, "review"), std::slice::from_ref(review));
    let study = bob.get(&format!("{table}/study")).await.ok(200);
    assert_eq!((&study["seats"][0], study["moves"].as_array().unwrap().len()), (&json!("Ada"), 8));
}
