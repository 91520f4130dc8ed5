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

#[tokio::test(flavor = "multi_thread")]
async fn what_a_browser_is_made_to_send_by_another_site_is_refused() {
    let house = House::open().await;
    let any = house.client();
    let own = house.url.clone();
    let send = async |headers: &[(&str, &str)], body: &'static str| {
        let mut request = any.request(reqwest::Method::POST, "/api/tables").body(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let body: Value = answer.json().await.unwrap();
        (status, body["code"].as_str().unwrap_or_default().to_owned())
    };
    let (json, game) = (("content-type", "application/json"), r#"{"game":"connect4"}"#);
    assert_eq!(send(&[json], game).await.0, 201, "a program sends no origin");
    assert_eq!(send(&[json, ("origin", &own)], game).await.0, 201);
    for origin in ["http://evil.example", "http://127.0.0.1:1", "null"] {
        let refused = send(&[json, ("origin", origin)], game).await;
        assert_eq!(refused, (403, "foreign-origin".into()), "{origin}");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded"] {
        let refused = send(&[("content-type", kind)], game).await;
        assert_eq!(refused, (415, "not-json".into()), "{kind}");
    }
    assert_eq!(send(&[("content-type", "application/json; charset=utf-8")], game).await.0, 201);
    // A name of somebody else's that leads to our address.
    for path in ["/", "/api/tables", "/api/games"] {
        let got =
            any.request(reqwest::Method::GET, path).header("host", "evil.example").send().await;
        let got = got.unwrap();
        assert_eq!(got.status(), 421, "{path}");
        assert_eq!(got.json::<Value>().await.unwrap()["code"], "unknown-host");
    }
    let local = any.request(reqwest::Method::GET, "/api/games").header("host", "localhost:8421");
    assert_eq!(local.send().await.unwrap().status(), 200);
}
