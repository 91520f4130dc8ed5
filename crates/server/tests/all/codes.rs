//! Every refusal has its status, its code, and a reason in both languages.

use serde_json::{Value, json};

use crate::support::House;

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_refused_with_the_right_reason() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    assert_eq!(house.client().play(&table, 0, "4").await.code(), (403, "not-your-seat".into()));
    assert_eq!(ada.with("x").play(&table, 0, "4").await.code(), (403, "not-your-seat".into()));
    assert_eq!(bob.play(&table, 0, "4").await.code(), (403, "not-your-turn".into()));
    assert_eq!(ada.play(&table, 1, "4").await.code(), (409, "stale-epoch".into()));
    let illegal = ada.play(&table, 0, "9").await;
    assert_eq!(illegal.code(), (422, "illegal-move".into()));
    let words = illegal.json()["error"].clone();
    assert!(words["en"].as_str().unwrap().len() > 5 && words["fr"].as_str().unwrap().len() > 5);
    ada.play(&table, 0, "4").await.ok(201);
    assert_eq!(ada.play(&table, 0, "4").await.code(), (409, "stale-epoch".into()));
    assert_eq!(ada.get(&format!("{table}/actions/1")).await.code(), (404, "not-played-yet".into()));
    assert_eq!(ada.get(&format!("{table}/view?epoch=9")).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_404_and_what_is_wrong_is_named() {
    let house = House::open().await;
    let any = house.client();
    for path in [
        "/api/nothing",
        "/api",
        "/api/tables/aaaaaaaaaaaa",
        "/api/tables/..%2f",
        "/api/tables/aaaaaaaaaaaa/events",
        "/api/games/chess/lessons",
    ] {
        let got = any.get(path).await;
        assert_eq!(got.status, 404, "{path}");
        if path != "/api" {
            assert!(got.json()["error"]["fr"].is_string(), "{path}: {}", got.text);
        }
    }
    let (table, ada, _) = any.two().await;
    assert_eq!(ada.get(&format!("{table}/players/7")).await.code(), (404, "no-such-player".into()));
    assert_eq!(ada.get(&format!("{table}/players/x")).await.status, 404);
    assert_eq!(
        any.put(&format!("{table}/players"), json!({"name": "Eve"})).await.code(),
        (409, "no-place-free".into())
    );
    assert_eq!(any.delete("/api/tables").await.code(), (405, "method-not-allowed".into()));
    for body in [
        json!({"game": "chess"}),
        json!({"game": "connect4", "variant": "none"}),
        json!({"game": "connect4", "options": {"width": 1000}}),
        json!({"game": "connect4", "seats": [{}, {}, {}]}),
        json!({"game": "connect4", "seats": [{"kind": "bot", "level": "god"}]}),
        json!({"game": "connect4", "seats": [{"kind": "person", "name": "a\u{7}b"}]}),
    ] {
        let got = any.post("/api/tables", body).await;
        assert_eq!(got.status, 422, "{}", got.text);
    }
    for body in
        [json!([]), json!({"game": 1}), json!({"game": "connect4", "colour": 1}), Value::Null]
    {
        assert_eq!(any.post("/api/tables", body).await.code(), (400, "bad-request".into()));
    }
    assert_eq!(any.get("/api/tables?status=asleep").await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_and_positions() {
    let house = House::open().await;
    let any = house.client();
    assert_eq!(any.get("/api/version").await.ok(200)["name"], "Plateau");
    let games = any.get("/api/games").await.ok(200);
    let connect4 = games.as_array().unwrap().iter().find(|g| g["id"] == "connect4").unwrap();
    assert!(connect4["variants"][0]["options"].is_object());
    assert!(connect4["defaults"]["width"].is_number());
    assert!(connect4["levels"][0]["name"]["fr"].is_string());
    assert!(connect4["lessons"].is_number());
    assert!(any.get("/api/games/connect4/lessons").await.ok(200).is_array());
    let position =
        any.post("/api/games/connect4/position", json!({"moves": ["4", "4"]})).await.ok(200);
    assert_eq!((&position["epoch"], &position["turn"]), (&json!(2), &json!(0)));
    assert_eq!(position["legal"].as_array().unwrap().len(), 7);
    let wrong = any.post("/api/games/connect4/position", json!({"moves": ["4", "x"]})).await;
    assert_eq!((wrong.status, &wrong.json()["at"]), (422, &json!(1)));
}
