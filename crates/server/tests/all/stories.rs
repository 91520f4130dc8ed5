//! Whole games between people.

use serde_json::{Value, json};

use crate::support::House;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_whole_game() {
    let house = House::open().await;
    let ada = house.client();
    let (table, people) =
        ada.table(json!([{"kind": "person", "name": "Ada"}, {"kind": "open"}])).await;
    let ada = &people[0];
    assert_eq!(ada.get(&table).await.json()["status"], "waiting");
    assert_eq!(ada.play(&table, 0, "4").await.code(), (409, "not-started".into()));

    let lobby = house.client().get("/api/tables?game=connect4&status=waiting").await.ok(200);
    let id = lobby[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(format!("/api/tables/{id}"), table);
    let joined =
        house.client().put(&format!("{table}/players"), json!({"name": "Bob"})).await.ok(201);
    assert_eq!((&joined["player"], &joined["seat"]), (&json!(1), &json!(1)));
    let bob = house.client().with(joined["token"].as_str().unwrap());

    let view = ada.get(&format!("{table}/view")).await.ok(200);
    assert_eq!((&view["seat"], &view["turn"], &view["epoch"]), (&json!(0), &json!(0), &json!(0)));
    assert_eq!(view["legal"].as_array().unwrap().len(), 7);
    assert_eq!(bob.get(&format!("{table}/view")).await.ok(200)["legal"], json!([]));
    assert_eq!(bob.get(&format!("{table}/legal")).await.ok(200)["moves"], json!([]));

    for (epoch, column) in (0..).zip(["1", "2", "1", "2", "1", "2", "1"]) {
        let player = if epoch % 2 == 0 { ada } else { &bob };
        let got = player.play(&table, epoch, column).await.ok(201);
        assert_eq!(got, json!({ "epoch": epoch + 1 }));
    }
    let over = bob.get(&table).await.ok(200);
    assert_eq!((&over["status"], &over["turn"]), (&json!("over"), &Value::Null));
    assert_eq!(over["outcome"]["winners"], json!([0]));
    assert_eq!(over["outcome"]["places"], json!([1, 2]));
    assert_eq!(bob.play(&table, 7, "3").await.code(), (409, "game-over".into()));
    let earlier = house.client().get(&format!("{table}/view?epoch=2")).await.ok(200);
    assert_eq!((&earlier["epoch"], &earlier["outcome"]), (&json!(2), &Value::Null));
    assert_eq!(
        ada.get(&format!("{table}/actions/6")).await.ok(200),
        json!({"epoch": 6, "seat": 0, "move": "1"})
    );
    let record = ada.get(&format!("{table}/record")).await;
    assert!(record.text.contains(r#""seats":["Ada","Bob"]"#), "{}", record.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_resigns_is_last() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    ada.play(&table, 0, "4").await.ok(201);
    assert_eq!(house.client().post(&format!("{table}/resign"), json!({})).await.status, 403);
    let over = bob.post(&format!("{table}/resign"), json!({})).await.ok(200);
    assert_eq!(over["status"], "over");
    assert_eq!(over["outcome"]["winners"], json!([0]));
    assert_eq!(over["outcome"]["places"], json!([1, 2]));
    assert!(over["outcome"]["why"]["en"].as_str().unwrap().ends_with("resigned"));
    assert_eq!(
        bob.post(&format!("{table}/resign"), json!({})).await.code(),
        (409, "game-over".into())
    );
    assert_eq!(bob.play(&table, 1, "4").await.status, 409);
    let view = bob.get(&format!("{table}/view?epoch=1")).await.ok(200);
    assert_eq!((&view["turn"], &view["outcome"]), (&json!(null), &over["outcome"]));
    let earlier = bob.get(&format!("{table}/view?epoch=0")).await.ok(200);
    assert_eq!((&earlier["turn"], &earlier["outcome"]), (&json!(0), &json!(null)));
    let record = bob.get(&format!("{table}/record")).await.text;
    assert!(record.contains("\"resigned\":1"), "{record}");
    let from = json!({"game": "connect4", "from": {"table": table.rsplit('/').next()}});
    let (on, _) = bob.table_with(from).await;
    assert_eq!(bob.get(&on).await.ok(200)["outcome"], json!(null), "it is played on from there");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_when_the_other_agrees() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let undo = format!("{table}/undo");
    assert_eq!(ada.post(&undo, json!({})).await.code(), (409, "nothing-to-undo".into()));
    assert_eq!(
        ada.post(&undo, json!({"answer": "yes"})).await.code(),
        (409, "nobody-asked".into())
    );
    ada.play(&table, 0, "4").await.ok(201);
    bob.play(&table, 1, "4").await.ok(201);
    assert_eq!(house.client().post(&undo, json!({})).await.status, 403);
    let asked = ada.post(&undo, json!({})).await.ok(202);
    assert_eq!(asked["undo"], json!({"by": 0, "epoch": 0}));
    assert_eq!(bob.post(&undo, json!({"answer": "no"})).await.ok(200)["undo"], Value::Null);
    assert_eq!(ada.get(&table).await.json()["epoch"], 2);
    ada.post(&undo, json!({})).await.ok(202);
    ada.play(&table, 2, "5").await.ok(201);
    let late = bob.post(&undo, json!({"answer": "yes"})).await;
    assert_eq!(late.code(), (409, "nobody-asked".into()), "who plays on no longer asks");
    let asked = ada.post(&undo, json!({})).await.ok(202);
    assert_eq!(asked["undo"]["epoch"], 2);
    bob.post(&undo, json!({"answer": "yes"})).await.ok(200);
    ada.post(&undo, json!({})).await.ok(202);
    let withdrawn = ada.post(&undo, json!({"answer": "no"})).await.ok(200);
    assert_eq!((&withdrawn["undo"], &withdrawn["generation"]), (&Value::Null, &json!(1)));
    assert_eq!(
        bob.post(&undo, json!({"answer": "yes"})).await.code(),
        (409, "nobody-asked".into())
    );
    ada.post(&undo, json!({})).await.ok(202);
    let done = bob.post(&undo, json!({"answer": "yes"})).await.ok(200);
    assert_eq!(
        (&done["epoch"], &done["generation"], &done["undo"]),
        (&json!(0), &json!(2), &Value::Null)
    );
    assert_eq!(ada.get(&format!("{table}/actions/0")).await.status, 404);
    ada.play(&table, 0, "3").await.ok(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_swaps_sides_and_both_find_it() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let rematch = format!("{table}/rematch");
    assert_eq!(ada.post(&rematch, json!({})).await.code(), (409, "not-over-yet".into()));
    bob.post(&format!("{table}/resign"), json!({})).await.ok(200);
    assert_eq!(house.client().post(&rematch, json!({})).await.status, 403);
    let hers = ada.post(&rematch, json!({})).await.ok(201);
    assert_eq!(hers["table"]["status"], "waiting", "Bob has not come yet");
    assert_eq!(hers["tokens"][0]["seat"], 1);
    assert_eq!(ada.get(&table).await.json()["next"], hers["table"]["id"]);
    let id = hers["table"]["id"].as_str().unwrap();
    let stranger =
        house.client().put(&format!("/api/tables/{id}/players"), json!({"name": "Eve"})).await;
    assert_eq!(stranger.code(), (409, "no-place-free".into()), "the seat is kept for Bob");
    let his = bob.post(&rematch, json!({})).await.ok(201);
    assert_eq!(his["table"]["id"], hers["table"]["id"]);
    assert_eq!(his["table"]["status"], "playing");
    assert_eq!(his["table"]["seats"][0]["name"], "Bob");
    let again = bob.post(&rematch, json!({})).await.ok(201);
    assert_eq!(again["tokens"], his["tokens"], "an answer that was lost can be had again");
    let bob = bob.with(his["tokens"][0]["token"].as_str().unwrap());
    bob.play(&format!("/api/tables/{id}"), 0, "4").await.ok(201);
    let ada = ada.with(hers["tokens"][0]["token"].as_str().unwrap());
    ada.play(&format!("/api/tables/{id}"), 1, "4").await.ok(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_declined_and_accepted_after_all() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let rematch = format!("{table}/rematch");
    bob.post(&format!("{table}/resign"), json!({})).await.ok(200);
    let nobody = (409, "nobody-asked".to_owned());
    assert_eq!(bob.delete(&rematch).await.code(), nobody, "none was offered");
    let hers = ada.post(&rematch, json!({})).await.ok(201);
    let next = format!("/api/tables/{}", hers["table"]["id"].as_str().unwrap());
    assert_eq!(house.client().delete(&rematch).await.status, 403);
    assert_eq!(ada.delete(&rematch).await.code(), nobody, "she offered it herself");
    for _ in 0..2 {
        let declined = bob.delete(&rematch).await.ok(200);
        assert_eq!(declined["declined"], json!([1]));
        let waits = ada.get(&next).await.json();
        assert_eq!((&waits["declined"], &waits["status"]), (&json!([0]), &json!("waiting")));
    }
    let his = bob.post(&rematch, json!({})).await.ok(201);
    assert_eq!(
        (&his["table"]["status"], &his["table"]["declined"]),
        (&json!("playing"), &json!([]))
    );
    assert_eq!(bob.get(&table).await.json()["declined"], json!([]));
    assert_eq!(bob.delete(&rematch).await.code(), nobody, "he plays it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_is_called_in_for_whoever_declined_the_rematch() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    bob.post(&format!("{table}/resign"), json!({})).await.ok(200);
    let hers = ada.post(&format!("{table}/rematch"), json!({})).await.ok(201);
    let next = format!("/api/tables/{}", hers["table"]["id"].as_str().unwrap());
    let ada = ada.with(hers["tokens"][0]["token"].as_str().unwrap());
    let (claim, machine) = (format!("{next}/claim"), json!({"what": "machine"}));
    assert_eq!(
        ada.post(&claim, machine.clone()).await.code().1,
        "not-started",
        "he may still come"
    );
    bob.delete(&format!("{table}/rematch")).await.ok(200);
    assert_eq!(
        bob.post(&claim, machine.clone()).await.status,
        403,
        "only those who wait call one in"
    );
    assert_eq!(ada.post(&claim, json!({"what": "game"})).await.code().1, "not-started");
    let begun = ada.post(&claim, machine.clone()).await.ok(200);
    assert_eq!((&begun["status"], &begun["declined"]), (&json!("playing"), &json!([])));
    assert_eq!(
        (&begun["seats"][0]["kind"], &begun["seats"][1]["name"]),
        (&json!("bot"), &json!("Ada"))
    );
    assert_eq!(
        bob.post(&format!("{table}/rematch"), json!({})).await.code(),
        (409, "no-place-free".into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_left_the_rematch_can_come_back_until_the_seat_is_taken() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let rematch = format!("{table}/rematch");
    bob.post(&format!("{table}/resign"), json!({})).await.ok(200);
    let hers = ada.post(&rematch, json!({})).await.ok(201);
    let next = format!("/api/tables/{}", hers["table"]["id"].as_str().unwrap());
    let there = ada.with(hers["tokens"][0]["token"].as_str().unwrap());
    assert_eq!(there.delete(&format!("{next}/players/1")).await.status, 204);
    assert_eq!(ada.get(&next).await.json()["seats"][1]["kind"], "open");
    // She changes her mind, and sits where she sat.
    let again = ada.post(&rematch, json!({})).await.ok(201);
    assert_eq!(again["tokens"], hers["tokens"]);
    assert_eq!(again["table"]["seats"][1]["name"], "Ada");
    assert_eq!(again["table"]["status"], "waiting");
    // She leaves again, and somebody else comes by link.
    assert_eq!(there.delete(&format!("{next}/players/1")).await.status, 204);
    let eve = house.client().put(&format!("{next}/players"), json!({"name": "Eve"})).await.ok(201);
    assert_eq!(ada.post(&rematch, json!({})).await.code(), (409, "no-place-free".into()));
    let his = bob.post(&rematch, json!({})).await.ok(201);
    assert_eq!(his["table"]["status"], "playing");
    assert_eq!(his["table"]["seats"][1]["name"], "Eve");
    // A seat that went to the computer is not kept for anybody either.
    let there = bob.with(his["tokens"][0]["token"].as_str().unwrap());
    there.post(&format!("{next}/handover"), json!({})).await.ok(202);
    let eve = bob.with(eve["token"].as_str().unwrap());
    eve.post(&format!("{next}/handover"), json!({"answer": "yes"})).await.ok(200);
    assert_eq!(bob.post(&rematch, json!({})).await.code(), (409, "no-place-free".into()));
    assert_eq!(bob.get(&next).await.json()["seats"][0]["kind"], "bot");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_leaves_and_somebody_else_sits_down() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    assert_eq!(ada.delete(&format!("{table}/players/1")).await.status, 403);
    assert_eq!(bob.delete(&format!("{table}/players/1")).await.status, 204);
    assert_eq!(bob.get(&format!("{table}/players/1")).await.status, 404);
    assert_eq!(ada.get(&table).await.json()["status"], "waiting");
    assert_eq!(bob.delete(&format!("{table}/players/1")).await.status, 404);
    let eve = house
        .client()
        .put(&format!("{table}/players"), json!({"name": "Eve", "seat": 1}))
        .await
        .ok(201);
    let eve = house.client().with(eve["token"].as_str().unwrap());
    assert_eq!(eve.post(&format!("{table}/players/1"), json!({"name": " Eva "})).await.status, 204);
    let players = eve.get(&format!("{table}/players")).await.ok(200);
    assert_eq!(players[1], json!({"player": 1, "seat": 1, "kind": "person", "name": "Eva"}));
    assert_eq!(bob.play(&table, 0, "1").await.status, 403, "his token opens nothing any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_may_hold_both_seats() {
    let house = House::open().await;
    let made = house
        .client()
        .post(
            "/api/tables",
            json!({"game": "connect4", "seats": [{"kind": "person"}, {"kind": "person"}]}),
        )
        .await
        .ok(201);
    let id = made["table"]["id"].as_str().unwrap();
    let tokens: Vec<&str> =
        made["tokens"].as_array().unwrap().iter().map(|t| t["token"].as_str().unwrap()).collect();
    let both = house.client().with(&tokens.join(","));
    let table = format!("/api/tables/{id}");
    for epoch in 0..4 {
        let view = both.get(&format!("{table}/view")).await.ok(200);
        assert_eq!(view["seat"], epoch % 2, "they look from the seat that is to move");
        both.play(&table, epoch, "1").await.ok(201);
    }
    let done = both.post(&format!("{table}/undo"), json!({})).await.ok(200);
    assert_eq!(done["epoch"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_begins_from_any_position() {
    let house = House::open().await;
    let body = json!({"game": "connect4", "moves": ["4", "4", "3"], "seats": [{"kind": "person"}, {"kind": "person"}]});
    let (table, people) = house.client().table_with(body).await;
    people[1].play(&table, 3, "5").await.ok(201);
    let wrong = json!({"game": "connect4", "moves": ["4", "9"]});
    let refused = house.client().post("/api/tables", wrong).await;
    assert_eq!((refused.status, &refused.json()["at"]), (422, &json!(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_begins_where_another_was() {
    let house = House::open().await;
    let body = json!({"game": "connect4", "variant": "small", "seats": [{"kind": "person"}, {"kind": "person"}]});
    let (table, people) = house.client().table_with(body).await;
    for (epoch, column) in (0..).zip(["3", "3", "2"]) {
        people[epoch as usize % 2].play(&table, epoch, column).await.ok(201);
    }
    let actions = house.client().get(&format!("{table}/actions")).await.ok(200);
    assert_eq!(actions["actions"][2], json!({"epoch": 2, "seat": 0, "move": "2"}));
    assert_eq!(actions["actions"].as_array().unwrap().len(), 3);
    let from = table.rsplit('/').next().unwrap();
    let wish = |more: serde_json::Value| {
        let mut body = json!({"game": "connect4", "from": {"table": from, "epoch": 2}});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let made = house.client().post("/api/tables", wish(json!({}))).await.ok(201);
    let begun = &made["table"];
    assert_eq!((&begun["epoch"], &begun["turn"]), (&json!(2), &json!(0)));
    assert_eq!((&begun["variant"], &begun["options"]["width"]), (&json!("small"), &json!(5)));
    for (more, status) in [
        (json!({"from": {"table": from, "epoch": 9}}), 404),
        (json!({"from": {"table": "nowhere"}}), 404),
        (json!({"moves": ["1"]}), 422),
        (json!({"variant": "standard"}), 422),
    ] {
        let refused = house.client().post("/api/tables", wish(more)).await;
        assert_eq!(refused.status, status, "{}", refused.text);
    }
}
