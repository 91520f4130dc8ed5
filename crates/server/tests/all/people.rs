//! People at a table: help, clocks, who is there, leaving, other devices, phrases, series, finding somebody.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Client, House, config, postgres};

/// A house in which nobody may be away for more than a moment.
async fn impatient() -> House {
    let mut config = config();
    config.absence = Duration::from_millis(200);
    House::with(config).await
}

/// Two people at a table with this clock.
async fn timed(house: &House, clock: Value) -> (String, Client, Client) {
    let seats = json!([{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bob"}]);
    let body = json!({"game": "connect4", "seats": seats, "clock": clock});
    let (table, mut people) = house.client().table_with(body).await;
    let bob = people.pop().unwrap();
    (table, people.pop().unwrap(), bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_helps_nobody_while_people_play_each_other() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    assert_eq!(ada.get(&table).await.json()["help"], false);
    ada.play(&table, 0, "4").await.ok(201);
    let refused = (403, "no-help".to_owned());
    for asker in [&ada, &bob, &house.client()] {
        for path in ["analysis", "analysis?epoch=0", "analysis?epoch=1"] {
            assert_eq!(asker.get(&format!("{table}/{path}")).await.code(), refused, "{path}");
        }
    }
    assert_eq!(bob.get(&format!("{table}/hint")).await.code(), refused);
    bob.post(&format!("{table}/resign"), json!({})).await.ok(200);
    ada.get(&format!("{table}/analysis?epoch=1")).await.ok(200);
    assert_eq!(ada.get(&table).await.json()["help"], true, "once it is over anybody may study it");
    // Before the other one has come, too: it is their game.
    let (waits, host) = house.client().table(json!([{"kind": "person"}])).await;
    assert_eq!(host[0].get(&format!("{waits}/analysis")).await.code(), refused);
    // Against machines help stays, and people may agree on it.
    let seats = json!([{"kind": "person"}, {"kind": "bot", "level": "random"}]);
    let (alone, player) = house.client().table(seats).await;
    player[0].get(&format!("{alone}/hint")).await.ok(200);
    let body = json!({"game": "connect4", "help": true, "seats": [{"kind": "person"}, {"kind": "person"}]});
    let (agreed, people) = house.client().table_with(body).await;
    people[0].get(&format!("{agreed}/hint")).await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_is_away_can_be_replaced_or_loses() {
    let house = impatient().await;
    let claim = async |table: &str, by: &Client, what: &str| {
        by.post(&format!("{table}/claim"), json!({ "what": what })).await
    };
    for what in ["game", "machine"] {
        let (table, ada, bob) = house.client().two().await;
        let hers = ada.events(&table, "").await;
        let mut his = bob.events(&table, "").await;
        ada.play(&table, 0, "4").await.ok(201);
        ada.until(&table, |t| t["seats"][0]["away"].is_null() && t["seats"][1]["away"].is_null())
            .await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(claim(&table, &ada, what).await.code(), (409, "not-away".into()), "he thinks");
        drop(hers);
        // He is told that she went, but it is he who keeps her waiting.
        his.until_table(|table| !table["seats"][0]["away"].is_null()).await;
        assert_eq!(claim(&table, &bob, what).await.code(), (409, "not-away".into()));
        let _hers = ada.events(&table, "").await;
        drop(his);
        let gone = ada.until(&table, |t| t["claim_in"] == 0).await;
        assert!(gone["seats"][1]["away"].as_i64().unwrap() >= 200);
        assert_eq!(claim(&table, &house.client(), what).await.status, 403, "a stranger");
        let done = claim(&table, &ada, what).await.ok(200);
        if what == "game" {
            assert_eq!(
                (&done["status"], &done["outcome"]["winners"]),
                (&json!("over"), &json!([0]))
            );
            assert_eq!(done["outcome"]["why"]["en"], "Bob left the game");
            let record = ada.get(&format!("{table}/record")).await.text;
            assert!(record.contains("\"resigned\":1"), "{record}");
        } else {
            assert_eq!(done["seats"][1]["kind"], "bot");
            ada.until(&table, |t| t["epoch"] == 2).await;
            assert_eq!(bob.play(&table, 1, "1").await.status, 403);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_asks_without_a_stream_is_there() {
    let house = impatient().await;
    let (table, ada, bob) = house.client().two().await;
    let away = async || ada.get(&table).await.json()["seats"][1]["away"].as_i64().unwrap();
    // However slow this machine is, at some time he has just been heard of.
    for _ in 0..600 {
        let before = away().await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        bob.get(&format!("{table}/view")).await.ok(200);
        if away().await < before + 100 {
            return;
        }
    }
    panic!("nobody hears him");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correspondence_game_waits_for_its_clock_alone() {
    let house = impatient().await;
    let (table, ada, _) = timed(&house, json!({"kind": "days", "days": 3})).await;
    ada.play(&table, 0, "4").await.ok(201);
    let found = ada.until(&table, |t| t["seats"][1]["away"].as_i64() > Some(200)).await;
    assert_eq!(found["claim_in"], Value::Null);
    let claim = ada.post(&format!("{table}/claim"), json!({"what": "game"})).await;
    assert_eq!(claim.code(), (409, "not-away".into()));
    let due = found["clock"]["due_in"].as_i64().unwrap();
    assert!(due > 2 * 24 * 3600 * 1000 && due <= 3 * 24 * 3600 * 1000, "{due}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_left_to_a_machine_if_the_other_agrees() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let handover = format!("{table}/handover");
    assert_eq!(
        ada.post(&handover, json!({"answer": "yes"})).await.code(),
        (409, "nobody-asked".into())
    );
    let asked = bob.post(&handover, json!({})).await.ok(202);
    assert_eq!(asked["handover"], json!({"by": [1], "seats": [1], "take": []}));
    assert_eq!(house.client().post(&handover, json!({"answer": "yes"})).await.status, 403);
    bob.post(&handover, json!({"answer": "yes"})).await.ok(202);
    let refused = ada.post(&handover, json!({"answer": "no"})).await.ok(200);
    assert_eq!(
        (&refused["handover"], &refused["seats"][1]["kind"]),
        (&Value::Null, &json!("person"))
    );
    bob.post(&handover, json!({})).await.ok(202);
    let withdrawn = bob.post(&handover, json!({"answer": "no"})).await.ok(200);
    assert_eq!(
        (&withdrawn["handover"], &withdrawn["seats"][1]["kind"]),
        (&Value::Null, &json!("person"))
    );
    bob.post(&handover, json!({})).await.ok(202);
    let done = ada.post(&handover, json!({"answer": "yes"})).await.ok(200);
    assert_eq!((&done["handover"], &done["seats"][1]["kind"]), (&Value::Null, &json!("bot")));
    assert_eq!(bob.post(&handover, json!({})).await.status, 403);
    ada.play(&table, 0, "4").await.ok(201);
    ada.until(&table, |table| table["epoch"] == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_colour_goes_to_the_machine_and_back_in_mid_game() {
    let house = House::open().await;
    let person = |name: &str| json!({"kind": "person", "name": name});
    let seats = json!([person("Ada"), {"kind": "bot"}, person("Ada"), person("Bob")]);
    let wish = json!({"game": "blokus", "variant": "classic", "seats": seats});
    let made = house.client().post("/api/tables", wish).await.ok(201);
    let table = format!("/api/tables/{}", made["table"]["id"].as_str().unwrap());
    let token = |at: usize| made["tokens"][at]["token"].as_str().unwrap().to_owned();
    let ada = house.client().with(&format!("{},{}", token(0), token(1)));
    let bob = house.client().with(&token(2));
    let handover = format!("{table}/handover");
    let kinds = |told: &Value| -> Vec<String> {
        let seats = told["seats"].as_array().unwrap();
        seats.iter().map(|seat| seat["kind"].as_str().unwrap().to_owned()).collect()
    };
    for (wish, status) in [
        (json!({"seats": [3]}), 403),
        (json!({"take": [3]}), 422),
        (json!({"take": [9]}), 422),
        (json!({"take": []}), 422),
        (json!({"seats": [0, 2], "take": [1]}), 403),
    ] {
        assert_eq!(ada.post(&handover, wish.clone()).await.status, status, "{wish}");
    }
    // She gives one of her two colours away and wants the machine's instead; Bob must agree.
    let asked = ada.post(&handover, json!({"seats": [2], "take": [1]})).await.ok(202);
    assert_eq!(asked["handover"], json!({"by": [0, 2], "seats": [2], "take": [1]}));
    assert_eq!(kinds(&asked), ["person", "bot", "person", "person"]);
    let done = bob.post(&handover, json!({"answer": "yes"})).await.ok(200);
    assert_eq!(kinds(&done), ["person", "person", "bot", "person"]);
    assert_eq!(done["seats"][1]["name"], "Ada");
    // Her one token plays both of her seats now, and the machine hers.
    let move_of = |view: &Value| view["legal"][0].as_str().unwrap().to_owned();
    for epoch in 0..2 {
        let view = ada.get(&format!("{table}/view")).await.json();
        assert_eq!(view["turn"], epoch);
        ada.play(&table, epoch, &move_of(&view)).await.ok(201);
    }
    bob.until(&table, |table| table["epoch"] == 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_handed_their_only_seat_to_the_machine_comes_back() {
    let house = House::open().await;
    let wish = json!({"game": "connect4", "seats": [
        {"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bob"}]});
    let made = house.client().post("/api/tables", wish).await.ok(201);
    let table = format!("/api/tables/{}", made["table"]["id"].as_str().unwrap());
    let token = |at: usize| made["tokens"][at]["token"].as_str().unwrap().to_owned();
    let [ada, bob] = [0, 1].map(|at| house.client().with(&token(at)));
    let handover = format!("{table}/handover");
    bob.post(&handover, json!({})).await.ok(202);
    ada.post(&handover, json!({"answer": "yes"})).await.ok(200);
    for (wish, status) in [
        (json!({}), 403),
        (json!({"seats": [1]}), 403),
        (json!({"take": [0]}), 403),
        (json!({"answer": "yes"}), 403),
        (json!({"answer": "no"}), 409),
    ] {
        assert_eq!(bob.post(&handover, wish.clone()).await.status, status, "{wish}");
    }
    // Ada plays on with the machine, and is asked whether Bob may come back. He changes his mind once.
    let asked = bob.post(&handover, json!({"take": [1]})).await.ok(202);
    assert_eq!(asked["handover"], json!({"by": [1], "seats": [], "take": [1]}));
    assert_eq!(asked["seats"][1]["kind"], "bot");
    let withdrawn = bob.post(&handover, json!({"answer": "no"})).await.ok(200);
    assert_eq!(withdrawn["handover"], Value::Null);
    bob.post(&handover, json!({"take": [1]})).await.ok(202);
    let back = ada.post(&handover, json!({"answer": "yes"})).await.ok(200);
    assert_eq!(
        (&back["seats"][1]["kind"], &back["seats"][1]["name"]),
        (&json!("person"), &json!("Bob"))
    );
    ada.play(&table, 0, "4").await.ok(201);
    bob.play(&table, 1, "4").await.ok(201);
    // Alone nobody is asked, neither to go nor to come back, and the table is not put away meanwhile.
    ada.post(&handover, json!({})).await.ok(202);
    bob.post(&handover, json!({"answer": "yes"})).await.ok(200);
    bob.post(&handover, json!({})).await.ok(200);
    let back = ada.post(&handover, json!({"take": [0]})).await.ok(200);
    assert_eq!(back["seats"][0]["name"], "Ada");
    assert_eq!(bob.post(&handover, json!({"take": [0]})).await.status, 403, "it is not his");
    let epoch = ada.get(&table).await.json()["epoch"].as_u64().unwrap();
    let view = ada.get(&format!("{table}/view")).await.json();
    assert_eq!(view["seat"], 0, "after {epoch} moves");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_for_whoever_thinks_too_long() {
    let house = House::open().await;
    for clock in [
        json!({"kind": "move", "seconds": 1}),
        json!({"kind": "fischer", "seconds": 1, "increment": 0}),
    ] {
        let (table, ada, bob) = timed(&house, clock.clone()).await;
        let shown = ada.get(&table).await.json();
        assert_eq!(shown["clock"]["control"], clock);
        assert_eq!(shown["clock"]["left"][1], 1000, "only one clock runs");
        let mut stream = bob.events(&table, "").await;
        // Nobody asks for anything: the server finds out by itself.
        let over = stream.until_table(|table| table["status"] == "over").await;
        assert_eq!(over["outcome"]["winners"], json!([1]));
        assert_eq!(over["outcome"]["why"]["en"], "Ada ran out of time");
        assert_eq!(
            (&over["clock"]["left"][0], &over["clock"]["due_in"]),
            (&json!(0), &Value::Null)
        );
        assert_eq!(ada.play(&table, 0, "4").await.code(), (409, "game-over".into()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_run_from_the_moment_when_everybody_is_there() {
    let house = House::open().await;
    let body = json!({"game": "connect4", "moves": ["4", "4", "3"],
        "clock": {"kind": "fischer", "seconds": 600, "increment": 10}});
    let (table, host) = house.client().table_with(body).await;
    let waiting = host[0].get(&table).await.json();
    assert_eq!(
        (&waiting["clock"]["left"], &waiting["clock"]["due_in"]),
        (&json!([]), &Value::Null)
    );
    let bob = host[0].put(&format!("{table}/players"), json!({"name": "Bob"})).await.ok(201);
    let bob = host[0].with(bob["token"].as_str().unwrap());
    let begun = bob.get(&table).await.json();
    assert_eq!(begun["clock"]["left"][0], 600_000, "moves from before cost and gave nothing");
    let mut stream = host[0].events(&table, "0.3").await;
    bob.play(&table, 3, "4").await.ok(201);
    let (_, action) = stream.wait("action").await;
    let left = action["left"][1].as_i64().unwrap();
    assert!(left > 600_000 && left <= 610_000, "{left}");
    assert_eq!(bob.get(&table).await.json()["clock"]["left"][1].as_i64().unwrap(), left);
    // Taken back, the clock is what it was.
    bob.post(&format!("{table}/undo"), json!({})).await.ok(202);
    let back = host[0].post(&format!("{table}/undo"), json!({"answer": "yes"})).await.ok(200);
    let left = back["clock"]["left"][1].as_i64().unwrap();
    assert!(left <= 600_000, "{left}");
    // Nobody stops a clock by leaving.
    let leave = host[0].delete(&format!("{table}/players/0")).await;
    assert_eq!(leave.code(), (409, "ask-first".into()));
    let bad = json!({"game": "connect4", "clock": {"kind": "move", "seconds": 0}});
    assert_eq!(bob.post("/api/tables", bad).await.code(), (422, "bad-setup".into()));
}

/// The same at every node and after every restart, since it follows from what is stored.
async fn clocks_survive(url: String) {
    let at = || {
        let mut config = config();
        config.database = url.clone();
        config
    };
    let first = House::with(at()).await;
    let (table, ada, bob) =
        timed(&first, json!({"kind": "fischer", "seconds": 60, "increment": 0})).await;
    let (short, _, _) = timed(&first, json!({"kind": "move", "seconds": 1})).await;
    ada.play(&table, 0, "4").await.ok(201);
    tokio::time::sleep(Duration::from_millis(50)).await;
    bob.play(&table, 1, "4").await.ok(201);
    let left = bob.get(&table).await.json()["clock"]["left"][1].clone();
    assert!(left.as_i64().unwrap() <= 59_950, "{left}");
    first.close().await;
    // Nobody was up when this one ran out.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let again = House::with(at()).await;
    let (ada, bob) = (ada.at(&again.url), bob.at(&again.url));
    let found = ada.get(&table).await.json();
    assert_eq!(found["clock"]["left"][1], left);
    assert!(found["clock"]["left"][0].as_i64().unwrap() <= 60_000 - 1100, "it ran all the time");
    let over = bob.until(&short, |table| table["status"] == "over").await;
    assert_eq!(over["outcome"]["winners"], json!([1]));
    ada.play(&table, 2, "4").await.ok(201);
    again.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_survive_a_restart_with_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    clocks_survive(format!("sqlite://{}/clocks.db", folder.path().display())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_survive_a_restart_with_postgres() {
    let (_running, url) = postgres();
    clocks_survive(url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_agree_on_who_is_there_and_on_the_time() {
    let (_running, url) = postgres();
    let node = || {
        let mut config = config();
        config.database = url.clone();
        config.absence = Duration::from_millis(200);
        config
    };
    let (one, two) = (House::with(node()).await, House::with(node()).await);
    let (table, ada, bob) = timed(&one, json!({"kind": "move", "seconds": 30})).await;
    let bob = bob.at(&two.url);
    let mut hers = ada.events(&table, "").await;
    let his = bob.events(&table, "").await;
    let there = |t: &Value| t["seats"].as_array().unwrap().iter().all(|s| s["away"].is_null());
    ada.until(&table, there).await;
    bob.until(&table, there).await;
    ada.play(&table, 0, "4").await.ok(201);
    let seen = bob.until(&table, |t| t["epoch"] == 1).await;
    assert!(seen["clock"]["left"][1].as_i64().unwrap() <= 30_000);
    drop(his);
    hers.until_table(|table| !table["seats"][1]["away"].is_null()).await;
    ada.until(&table, |t| t["claim_in"] == 0).await;
    ada.post(&format!("{table}/claim"), json!({"what": "game"})).await.ok(200);
    bob.until(&table, |t| t["outcome"]["why"]["en"] == "Bob left the game").await;
    // Both nodes look at this clock; one flag falls.
    let (short, _, _) = timed(&one, json!({"kind": "move", "seconds": 1})).await;
    for client in [&ada, &bob] {
        let over = client.until(&short, |t| t["status"] == "over").await;
        assert_eq!(over["outcome"]["why"]["fr"], "Ada a dépassé le temps");
    }
    drop(hers);
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_goes_to_another_device_once() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let any = house.client();
    let (make, take) = (format!("{table}/pass"), format!("{table}/pass/take"));
    assert_eq!(any.post(&make, json!({})).await.status, 403);
    let pass = ada.post(&make, json!({})).await.ok(201);
    let code = json!({"code": pass["code"]});
    assert!(pass["expires_in"].as_i64().unwrap() > 0);
    assert_eq!(any.post(&take, json!({"code": "guess"})).await.code(), (403, "bad-pass".into()));
    let taken = any.post(&take, code.clone()).await.ok(201);
    assert_eq!(taken["tokens"].as_array().unwrap().len(), 1);
    assert_eq!(any.post(&take, code).await.code(), (403, "bad-pass".into()), "once");
    assert_eq!(ada.play(&table, 0, "4").await.status, 403, "the other device plays now");
    let phone = any.with(taken["tokens"][0]["token"].as_str().unwrap());
    phone.play(&table, 0, "4").await.ok(201);
    // A code of somebody who left opens nothing.
    let stale = bob.post(&make, json!({})).await.ok(201);
    assert_eq!(bob.delete(&format!("{table}/players/1")).await.status, 204);
    any.put(&format!("{table}/players"), json!({"name": "Eve"})).await.ok(201);
    let late = any.post(&take, json!({"code": stale["code"]})).await;
    assert_eq!(late.code(), (403, "bad-pass".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn phrases_are_said_in_both_languages() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let say = format!("{table}/phrases");
    let phrases = ada.get("/api/phrases").await.ok(200);
    assert!(phrases.as_array().unwrap().len() >= 5);
    let mut stream = bob.events(&table, "0.0").await;
    assert_eq!(ada.post(&say, json!({"phrase": "played"})).await.status, 204);
    let told = stream.until_table(|table| table["said"] != json!([])).await;
    let said = &told["said"][0];
    assert_eq!(said["text"], json!({"en": "Well played!", "fr": "Bien joué\u{202f}!"}));
    assert_eq!((&said["n"], &said["seat"]), (&json!(1), &json!(0)));
    assert_eq!(
        ada.post(&say, json!({"phrase": "more"})).await.code(),
        (429, "too-many-phrases".into())
    );
    assert_eq!(
        bob.post(&say, json!({"phrase": "more"})).await.status,
        204,
        "he has said nothing yet"
    );
    assert_eq!(
        bob.post(&say, json!({"phrase": "anything"})).await.code(),
        (404, "no-such-phrase".into())
    );
    assert_eq!(house.client().post(&say, json!({"phrase": "more"})).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_is_scored_over_rematches() {
    let house = House::open().await;
    let body = json!({"game": "connect4", "help": true, "clock": {"kind": "move", "seconds": 60},
        "seats": [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bob"}]});
    let (mut table, mut people) = house.client().table_with(body).await;
    assert_eq!(people[0].get(&table).await.json()["series"], Value::Null);
    // Bob resigns the first two games, Ada the third; everybody moves on by a seat each time.
    for (loser, expected) in
        [("Bob", json!([0.0, 1.0])), ("Bob", json!([2.0, 0.0])), ("Ada", json!([1.0, 2.0]))]
    {
        let seats = people[0].get(&table).await.json()["seats"].clone();
        let seat = seats.as_array().unwrap().iter().position(|seat| seat["name"] == loser).unwrap();
        let over = people[seat].post(&format!("{table}/resign"), json!({})).await.ok(200);
        assert_eq!(over["outcome"]["why"]["en"], format!("{loser} resigned"));
        let next = people[0].post(&format!("{table}/rematch"), json!({})).await.ok(201);
        let his = people[1].post(&format!("{table}/rematch"), json!({})).await.ok(201);
        table = format!("/api/tables/{}", next["table"]["id"].as_str().unwrap());
        let token = |seated: &Value| people[0].with(seated["tokens"][0]["token"].as_str().unwrap());
        // In order of their seats: whoever was first is second now.
        people = vec![token(&his), token(&next)];
        let begun = people[0].get(&table).await.json();
        assert_eq!(begun["series"]["points"], expected);
        assert_eq!(
            (&begun["help"], &begun["clock"]["control"]["kind"]),
            (&json!(true), &json!("move"))
        );
    }
    let last = people[0].get(&table).await.json();
    assert_eq!(last["series"]["games"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_for_an_opponent_finds_the_one_who_waits() {
    let house = House::open().await;
    let any = house.client();
    let seek = async |game: &str, name: &str| {
        any.post("/api/seeks", json!({"game": game, "name": name})).await.ok(201)
    };
    let first = seek("connect4", "Ada").await;
    assert_eq!(first["table"]["status"], "waiting");
    let other = seek("blokus", "Eve").await;
    assert_ne!(other["table"]["id"], first["table"]["id"]);
    assert_eq!(
        other["table"]["seats"].as_array().unwrap().len(),
        2,
        "for two, where there is such a variant"
    );
    let second = seek("connect4", "Bob").await;
    assert_eq!(second["table"]["id"], first["table"]["id"]);
    assert_eq!(second["table"]["status"], "playing");
    let third = seek("connect4", "Zoe").await;
    assert_ne!(third["table"]["id"], first["table"]["id"], "that one is full");
    // Many at once: nobody is left over but the last of an odd number.
    let all = (0..6).map(|n| {
        let any = any.clone();
        tokio::spawn(async move {
            any.post("/api/seeks", json!({"game": "quoridor", "name": format!("P{n}")}))
                .await
                .ok(201)
        })
    });
    for one in all.collect::<Vec<_>>() {
        one.await.unwrap();
    }
    let waiting = any.get("/api/tables?game=quoridor&status=waiting").await.ok(200);
    assert_eq!(waiting, json!([]), "an even number has paired up");
    let ids = format!(
        "{},{}",
        first["table"]["id"].as_str().unwrap(),
        third["table"]["id"].as_str().unwrap()
    );
    let mine = any.get(&format!("/api/tables?ids={ids}")).await.ok(200);
    assert_eq!(mine.as_array().unwrap().len(), 2);
}
