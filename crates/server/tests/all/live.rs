//! Events: a client that reconnects misses nothing.

use serde_json::json;

use crate::support::House;

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_every_move_in_order() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let mut hers = ada.events(&table, "").await;
    let mut spectator = house.client().events(&table, "").await;
    let (id, name, data) = hers.next().await;
    assert_eq!((id.as_str(), name.as_str()), ("0.0", "reset"));
    assert_eq!(data["table"]["status"], "playing");
    assert_eq!(data["view"]["legal"].as_array().unwrap().len(), 7);
    assert_eq!(spectator.next().await.2["view"]["legal"], json!([]));
    hers.until_table(|table| table["spectators"] == 1).await;
    for epoch in 0..6 {
        let player = if epoch % 2 == 0 { &ada } else { &bob };
        player.play(&table, epoch, "4").await.ok(201);
    }
    for stream in [&mut hers, &mut spectator] {
        for epoch in 1..=6 {
            let (id, action) = stream.wait("action").await;
            assert_eq!(id, format!("0.{epoch}"));
            assert_eq!((&action["epoch"], &action["move"]), (&json!(epoch), &json!("4")));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_back_gets_what_it_missed() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let mut stream = ada.events(&table, "").await;
    ada.play(&table, 0, "1").await.ok(201);
    let (last, _) = stream.wait("action").await;
    drop(stream);
    for (epoch, column) in (1..).zip(["2", "3", "4"]) {
        let player = if epoch % 2 == 0 { &ada } else { &bob };
        player.play(&table, epoch, column).await.ok(201);
    }
    let mut back = ada.events(&table, &last).await;
    for (epoch, column) in (2..).zip(["2", "3", "4"]) {
        let (id, name, action) = back.next().await;
        assert_eq!((id, name), (format!("0.{epoch}"), "action".to_owned()));
        assert_eq!(action["move"], column);
        let discs: usize = action["view"]["columns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c.as_array().unwrap().len())
            .sum();
        assert_eq!(discs, epoch, "each action shows the position after it");
    }
    assert_eq!(back.next().await.1, "table");
    let mut header = house.client().events(&table, "nonsense").await;
    assert_eq!(header.next().await.1, "reset");
    let mut future = house.client().events(&table, "0.99").await;
    assert_eq!(future.next().await.1, "reset");
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_taken_back_reset_everybody() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    ada.play(&table, 0, "1").await.ok(201);
    let mut stream = bob.events(&table, "0.1").await;
    ada.post(&format!("{table}/undo"), json!({})).await.ok(202);
    stream.until_table(|table| table["undo"] == json!({"by": 0, "epoch": 0})).await;
    bob.post(&format!("{table}/undo"), json!({"answer": "yes"})).await.ok(200);
    let (id, reset) = stream.wait("reset").await;
    assert_eq!((id.as_str(), &reset["view"]["epoch"]), ("1.0", &json!(0)));
    let mut old = bob.events(&table, "0.1").await;
    assert_eq!(old.next().await.1, "reset", "what was taken back cannot be continued");
}

#[tokio::test(flavor = "multi_thread")]
async fn shutting_down_ends_streams_and_finishes() {
    let house = House::open().await;
    let (table, ada, _) = house.client().two().await;
    let mut stream = ada.events(&table, "").await;
    let began = std::time::Instant::now();
    house.close().await;
    assert!(stream.ends().await);
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}
