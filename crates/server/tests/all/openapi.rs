//! The API's description is a file under review: `BLESS=1` writes it anew.

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
async fn it_is_served_and_names_every_route() {
    let house = House::open().await;
    let document = house.client().get("/api/openapi.json").await.ok(200);
    let router = include_str!("../../src/router.rs");
    let named: Vec<&str> = router
        .split('"')
        .filter(|text| text.starts_with('/') && !text.contains(['\n', ' ']) && text.len() > 1)
        .collect();
    assert!(named.len() > 20);
    for path in named {
        let full = if path == "/healthz" || path == "/metrics" {
            path.to_owned()
        } else {
            format!("/api{path}")
        };
        if !["/api/openapi.json", "/api/api", "/api/api/"].contains(&full.as_str()) {
            assert!(document["paths"][&full].is_object(), "{full} is not described");
        }
    }
}
