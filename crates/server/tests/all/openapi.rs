//! The API's description is a file under review: `BLESS=1` writes it anew.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::Value;

use crate::support::House;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/openapi.json");

#[test]
fn the_description_is_as_it_was_agreed() {
    let now = server::openapi().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &now).unwrap();
    }
    let agreed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(now == agreed, "the API has changed; if that is meant, run this test with BLESS=1");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_served_and_every_route_of_it_answers() {
    let house = House::open().await;
    let any = house.client();
    let document = any.get("/api/openapi.json").await.ok(200);
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 20);
    let mut ids = BTreeSet::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id), "two operations are called {id}");
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let path = path.replace("{n}", "0").replace("{epoch}", "0").replace("{game}", "tetris");
            let sent = any.request(method.clone(), &path).send().await.unwrap();
            assert_ne!(sent.status(), 405, "{method} {path}");
            // A stream has no end to wait for.
            let kind = sent.headers().get("content-type").map(|kind| kind.as_bytes().to_vec());
            if kind.is_some_and(|kind| kind.starts_with(b"text/event-stream")) {
                continue;
            }
            let body: Value = serde_json::from_str(&sent.text().await.unwrap()).unwrap_or_default();
            assert_ne!(body["code"], "not-found", "{method} {path}");
        }
    }
}

/// A file of the project, by its path from the top.
fn file(path: &str) -> String {
    let top = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    std::fs::read_to_string(format!("{top}{path}")).unwrap()
}

/// What stands in braces is a name of whoever wrote it.
fn without_names(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.split_once('}') {
        Some((_, rest)) => text + "{}" + rest,
        None => text + "{" + part,
    })
}

#[test]
fn the_page_about_the_api_names_every_route_and_every_refusal() {
    let page = file("docs/http-api.md");
    let routes = without_names(&page);
    let document: Value = serde_json::to_value(server::openapi()).unwrap();
    for path in document["paths"].as_object().unwrap().keys() {
        let path = without_names(path);
        let named = ["`", "?"].iter().any(|end| routes.contains(&format!(" {path}{end}")));
        assert!(named, "docs/http-api.md has no {path}");
    }
    let codes = page.split("## Codes of refusals").nth(1).unwrap();
    let codes = codes.split("\n## ").next().unwrap();
    let mut count = 0;
    for part in ["limits", "races", "requests", "tables"] {
        let text = file(&format!("crates/server/src/error/{part}.rs"));
        for call in text.split("refusal!(").skip(1) {
            let code = call.split('"').nth(1).unwrap();
            assert!(codes.contains(&format!("`{code}`")), "docs/http-api.md has no code {code}");
            count += 1;
        }
    }
    assert!(count > 20, "only {count} refusals were found");
}

/// What the server knows the form of, the document says. Views differ from game to game, and so do
/// options and what a run counts.
#[test]
fn only_what_each_game_fills_in_its_own_way_is_free() {
    fn free(schema: &Value, at: &str, found: &mut Vec<String>) {
        match schema {
            Value::Object(object) => {
                let known = ["type", "$ref", "oneOf", "anyOf", "allOf", "enum"];
                let empty = !known.iter().any(|word| object.contains_key(*word));
                let bare = object.get("type").is_some_and(|kind| kind == "object")
                    && !object.contains_key("properties")
                    && !object.contains_key("additionalProperties");
                if empty || bare {
                    found.push(at.to_owned());
                }
                let others = object.get("additionalProperties");
                if let Some(inner) = others.filter(|inner| inner.is_object()) {
                    free(inner, &format!("{at}.*"), found);
                }
                let none = serde_json::Map::new();
                let properties = object.get("properties").and_then(Value::as_object);
                for (name, inner) in properties.unwrap_or(&none) {
                    free(inner, &format!("{at}.{name}"), found);
                }
                for word in ["oneOf", "anyOf", "allOf", "prefixItems"] {
                    for inner in object.get(word).and_then(Value::as_array).into_iter().flatten() {
                        free(inner, at, found);
                    }
                }
                if let Some(inner) = object.get("items").filter(|inner| inner.is_object()) {
                    free(inner, &format!("{at}[]"), found);
                }
            }
            other => panic!("{at} is no schema: {other}"),
        }
    }
    let document = serde_json::to_value(server::openapi()).unwrap();
    let mut found = Vec::new();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        free(schema, name, &mut found);
    }
    assert_eq!(
        found,
        [
            "ActionEvent.view",
            "Figures.*",
            "Garbage.*",
            "Options.*",
            "Position.view",
            "TableView.view"
        ]
    );
}
