//! Whatever is sent to whatever route, the answer is never our fault, and the server lives.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use reqwest::Method;
use serde_json::json;

use crate::support::House;

const ROUTES: [&str; 24] = [
    "/api/version",
    "/api/games",
    "/api/games/connect4/lessons",
    "/api/games/connect4/puzzles?theme={}",
    "/api/games/{}/puzzles/{}",
    "/api/games/connect4/position",
    "/api/games/{}/position",
    "/api/tables",
    "/api/tables/{}",
    "TABLE",
    "TABLE/players",
    "TABLE/players/{}",
    "TABLE/players/0",
    "TABLE/view?epoch={}",
    "TABLE/legal",
    "TABLE/actions",
    "TABLE/actions/{}",
    "TABLE/undo",
    "TABLE/rematch",
    "TABLE/resign",
    "TABLE/record?{}",
    "/api/records",
    "/{}",
    "/api/tables?limit={}&status={}",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,40}",
        any::<u64>().prop_map(|n| n.to_string()),
        any::<i8>().prop_map(|n| n.to_string()),
        "\\PC{0,20}",
        Just("..".to_owned()),
    ]
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..200),
        text().prop_map(String::into_bytes),
        (text(), any::<i64>()).prop_map(|(text, n)| {
            json!({"game": "connect4", "moves": [text], "epoch": n, "move": text, "name": text})
                .to_string()
                .into_bytes()
        }),
        (any::<u32>(), text())
            .prop_map(|(n, text)| json!({"epoch": n, "move": text}).to_string().into_bytes()),
        text().prop_map(|name| json!({"name": name, "seat": 300}).to_string().into_bytes()),
        text().prop_map(|t| json!({"game": t, "seats": [{"kind": t}], "options": {"width": t}})
            .to_string()
            .into_bytes()),
        text().prop_map(|t| format!("{{\"plateau\":1,\"game\":\"connect4\"}}\n{t}").into_bytes()),
        Just(vec![b'['; 5000]),
    ]
}

#[test]
fn garbage_is_never_our_fault() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (house, table, ada) = runtime.block_on(async {
        let house = House::open().await;
        let (table, ada, _) = house.client().two().await;
        (house, table, ada)
    });
    let methods = proptest::sample::select(vec![
        Method::GET,
        Method::POST,
        Method::PUT,
        Method::DELETE,
        Method::PATCH,
    ]);
    let case = (methods, proptest::sample::select(ROUTES.to_vec()), text(), body(), any::<bool>());
    let mut runner =
        TestRunner::new(Config { cases: 600, failure_persistence: None, ..Config::default() });
    let result = runner.run(&case, |(method, route, word, body, seated)| {
        let word: String = word.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let path = route.replace("TABLE", &table).replace("{}", &word);
        let client = if seated { ada.clone() } else { house.client() };
        let status = runtime.block_on(async {
            let sent = client.request(method.clone(), &path).body(body).send().await.unwrap();
            sent.status().as_u16()
        });
        prop_assert!(status < 500, "{method} {path}: {status}");
        Ok(())
    });
    result.unwrap();
    assert_eq!(runtime.block_on(house.client().get("/healthz")).status, 200);
}
