//! What a level thinks of a position, over HTTP: sent compressed, paid for by whoever asks, and dropped with them.

use std::io::Read;
use std::time::Duration;

use flate2::read::GzDecoder;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{House, config};

#[tokio::test(flavor = "multi_thread")]
async fn long_answers_are_compressed_for_whoever_can_read_that() {
    let house = House::open().await;
    let any = house.client();
    let ask = async |encoding: &'static str| {
        let asked = any.request(Method::POST, "/api/games/connect4/explain");
        let asked = asked.json(&json!({"moves": "4453", "depth": 4}));
        let answer = asked.header("accept-encoding", encoding).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["vary"], "accept-encoding");
        let coding = answer.headers().get("content-encoding").cloned();
        (coding, answer.bytes().await.unwrap())
    };
    let (coding, plain) = ask("identity").await;
    assert_eq!(coding, None);
    let (coding, packed) = ask("gzip, deflate, br").await;
    assert_eq!(coding.unwrap(), "gzip");
    let mut text = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut text).unwrap();
    let value = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap();
    assert_eq!(value(&text)["trees"], value(&plain)["trees"]);
    assert!(packed.len() * 8 < plain.len(), "{} of {}", packed.len(), plain.len());

    // Short answers are sent as they are: tokens are among them.
    let made = any.request(Method::POST, "/api/tables").json(&json!({"game": "connect4"}));
    let made = made.header("accept-encoding", "gzip").send().await.unwrap();
    assert_eq!(made.status(), 201);
    assert!(made.headers().get("content-encoding").is_none());
    let made: Value = made.json().await.unwrap();
    // So are streams, of which nobody knows how long they will be.
    let events = format!("/api/tables/{}/events", made["table"]["id"].as_str().unwrap());
    let stream = any.request(Method::GET, &events).header("accept-encoding", "gzip");
    let mut stream = stream.send().await.unwrap();
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    assert!(stream.headers().get("content-encoding").is_none());
    assert!(stream.chunk().await.unwrap().is_some(), "it is told at once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_that_no_moves_led_to_is_explained_too() {
    let house = House::open().await;
    let any = house.client();
    let ask = async |body: Value| {
        let asked = any.request(Method::POST, "/api/games/connect4/explain").json(&body);
        let answer = asked.send().await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
    };
    let position = "7x6 7/7/7/7/3o3/2xxo2 4";
    let (status, said) = ask(json!({"position": position, "moves": "2", "depth": 1})).await;
    assert_eq!(status, 200, "{said}");
    assert_eq!((&said["played"], &said["position"]["turn"]), (&json!(["2"]), &json!(1)));
    assert!(said["position"]["state"].as_str().unwrap().contains("1xxxo2"), "{said}");
    let (status, said) = ask(json!({"position": "nonsense"})).await;
    assert_eq!((status, &said["code"]), (422, &json!("bad-position")), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_for_explanations_pays_for_them() {
    let mut config = config();
    config.limits.proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let house = House::with(config).await;
    let (any, host) = (house.client(), house.host());
    let ask = |from: &'static str, depth: u32| {
        let body = json!({"moves": "4453", "depth": depth});
        let asked = any.request(Method::POST, "/api/games/connect4/explain").json(&body);
        let asked = asked.header("x-forwarded-for", from).send();
        async move {
            let answer = asked.await.unwrap();
            let status = answer.status().as_u16();
            (status, answer.json::<Value>().await.unwrap()["code"].clone())
        }
    };
    let flood: Vec<_> = (0..60).map(|_| tokio::spawn(ask("10.0.0.1", 12))).collect();
    // One address may not ask for any amount of work: what is too much is refused at once.
    let mut kept = Vec::new();
    let mut refused = 0;
    for _ in 0..2400 {
        tokio::time::sleep(Duration::from_millis(25)).await;
        refused = flood.iter().filter(|asked| asked.is_finished()).count();
        if refused > 0 {
            break;
        }
    }
    assert!(refused > 0, "everything was taken");
    // Somebody else is answered before all of that is thought about.
    assert_eq!(ask("10.0.0.2", 1).await.0, 200);
    for asked in flood {
        if asked.is_finished() {
            let (status, code) = asked.await.unwrap();
            assert!(
                status == 200 || (status, &code) == (429, &json!("too-much-work")),
                "{status} {code}"
            );
        } else {
            kept.push(asked);
        }
    }
    assert!(!kept.is_empty(), "it waited until everything else was done");
    // They all hang up.
    for asked in kept {
        asked.abort();
    }
    for _ in 0..2400 {
        let metrics = host.get("/metrics").await.text;
        let figure = |name: &str| -> u64 {
            metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap()
        };
        if figure("plateau_bots_thinking") + figure("plateau_bot_queue") == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it goes on thinking for nobody");
}
