//! Long games and costly requests: whoever sends them waits, and nobody else notices.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Client, House, config, long_moves, long_record};

/// The address of an imported game.
async fn import(client: &Client, finished: bool) -> String {
    let made = client.post_text("/api/records", long_record(finished)).await.ok(201);
    format!("/api/tables/{}", made["table"]["id"].as_str().unwrap())
}

/// A figure of a server's metrics.
async fn figure(client: &Client, name: &str) -> u64 {
    let metrics = client.get("/metrics").await.text;
    let found = metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    found.unwrap_or_else(|| panic!("{name} in\n{metrics}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_game_is_analysed_as_it_is_read_and_no_further() {
    let house = House::open().await;
    let (any, host) = (house.client(), house.host());
    let table = import(&any, true).await;
    let asked = any.request(Method::GET, &format!("{table}/analysis")).send().await;
    let mut answer = asked.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.content_length(), None, "it begins before its end is known");
    let mut text = String::new();
    while text.len() < 10_000 {
        text += std::str::from_utf8(&answer.chunk().await.unwrap().unwrap()).unwrap();
    }
    assert!(text.starts_with(r#"{"positions":[{"epoch":0,"#), "{}", &text[..200]);
    drop(answer);
    // Nobody listens any more: nothing is thought about any more.
    for _ in 0..2400 {
        let busy =
            figure(&host, "plateau_bots_thinking").await + figure(&host, "plateau_bot_queue").await;
        if busy == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it goes on thinking for nobody");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_missed_hundreds_of_moves_gets_the_position() {
    let house = House::open().await;
    let any = house.client();
    let table = import(&any, false).await;
    let count = long_moves().len();
    let (id, name, data) = any.events(&table, "0.0").await.next().await;
    assert_eq!((id, name), (format!("0.{count}"), "reset".to_owned()));
    assert_eq!(data["view"]["epoch"], count);
    // A few are told one by one, in order.
    let mut stream = any.events(&table, &format!("0.{}", count - 40)).await;
    for epoch in count - 39..=count {
        let (id, action) = stream.wait("action").await;
        assert_eq!(id, format!("0.{epoch}"));
        assert_eq!(action["move"], long_moves()[epoch - 1]);
    }
    // Every position is at hand, and is the one that it was.
    let entry = catalog::find("tetris").unwrap();
    let mut own = entry.table(&catalog::Setup { seed: 1, ..Default::default() }).unwrap();
    for (epoch, text) in (1..).zip(long_moves()) {
        own.play(text).unwrap();
        if epoch % 977 == 0 {
            let view = any.get(&format!("{table}/view?epoch={epoch}")).await.ok(200);
            assert_eq!((&view["epoch"], &view["view"]), (&json!(epoch), &own.view(None)));
        }
    }
    // A move can be played on it and taken back.
    let joined = any.put(&format!("{table}/players"), json!({"name": "Ada"})).await.ok(201);
    let ada = any.with(joined["token"].as_str().unwrap());
    let legal = ada.get(&format!("{table}/legal")).await.ok(200);
    let text = legal["moves"][0].as_str().unwrap();
    ada.play(&table, count as u32, text).await.ok(201);
    let before = ada.get(&format!("{table}/view")).await.ok(200);
    let back = ada.post(&format!("{table}/undo"), json!({})).await;
    if back.status == 200 {
        assert_eq!(back.json()["epoch"], count);
    } else {
        assert_eq!(back.code(), (409, "chance-was-seen".into()), "{before}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn costly_requests_of_one_address_do_not_hold_up_another() {
    let mut config = config();
    config.limits.proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let house = House::with(config).await;
    let any = house.client();
    let moves = &long_moves()[..600];
    let ask = |from: &'static str, moves: &[String]| {
        let body = json!({"seed": 1, "moves": moves});
        let asked = any.request(Method::POST, "/api/games/tetris/position").json(&body);
        let asked = asked.header("x-forwarded-for", from).send();
        async move {
            let answer = asked.await.unwrap();
            let status = answer.status().as_u16();
            let retry = answer.headers().contains_key("retry-after");
            let body: Value = answer.json().await.unwrap();
            (status, retry, body["code"].clone())
        }
    };
    let flood: Vec<_> = (0..60).map(|_| tokio::spawn(ask("10.0.0.1", moves))).collect();
    // The flood is there, and somebody else asks for a little.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let (status, ..) = ask("10.0.0.2", &moves[..100]).await;
    let left = flood.iter().filter(|asked| !asked.is_finished()).count();
    assert_eq!(status, 200);
    assert!(left > 0, "it waited until everything else was done");
    let mut refused = 0;
    for asked in flood {
        match asked.await.unwrap() {
            (200, ..) => {}
            (429, true, code) => {
                assert_eq!(code, "too-much-work");
                refused += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(refused > 0, "nobody may ask for any amount of work");
}
