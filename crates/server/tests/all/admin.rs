//! What whoever runs the server sees, and nobody else.

use std::collections::BTreeSet;

use crate::support::House;

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_at_the_hosts_address_only() {
    let house = House::open().await;
    let (table, ada, _) = house.client().two().await;
    ada.play(&table, 0, "4").await.ok(201);
    assert_eq!(house.client().get("/metrics").await.status, 404);
    let text = house.host().get("/metrics").await.text;
    for line in ["plateau_moves_total 1", "plateau_tables 1", "plateau_tables_created_total 1"] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert_eq!(house.host().get("/healthz").await.text, "well\n");
    let elsewhere = house.host().request(reqwest::Method::GET, "/api/tables").send().await.unwrap();
    assert_eq!(elsewhere.status(), 404, "nobody plays here");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_summary_is_for_people() {
    let house = House::open().await;
    let (table, ada, _) = house.client().two().await;
    ada.play(&table, 0, "4").await.ok(201);
    let english = house.host().get("/").await.text;
    assert!(english.contains("tables     1 in memory"), "{english}");
    assert!(english.contains("moves      1, of them 0 by bots"), "{english}");
    let request = house.host().request(reqwest::Method::GET, "/");
    let french = request.header("accept-language", "fr-FR,fr").send().await.unwrap();
    let french = french.text().await.unwrap();
    assert!(french.contains("coups      1, dont 0 des robots"), "{french}");
}

/// The names of all metrics that a text speaks of, without the endings of histograms.
fn names(text: &str) -> BTreeSet<String> {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c: char| !letter(c));
    let ours =
        words.filter(|word| ["plateau_", "process_"].iter().any(|start| word.starts_with(start)));
    ours.map(|word| {
        let bare = ["_bucket", "_sum", "_count"].iter().find_map(|end| word.strip_suffix(end));
        bare.unwrap_or(word).to_owned()
    })
    .collect()
}

/// The table in docs/hosting.md and the dashboard speak of metrics that are there, and of all of them.
#[tokio::test(flavor = "multi_thread")]
async fn every_metric_is_explained_and_drawn() {
    let house = House::open().await;
    let counted = names(&house.host().get("/metrics").await.text);
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let page = std::fs::read_to_string(format!("{root}docs/hosting.md")).unwrap();
    let table = page.lines().filter(|line| line.starts_with('|')).collect::<Vec<_>>().join("\n");
    assert_eq!(names(&table), counted, "docs/hosting.md explains them");
    let file = format!("{root}packaging/grafana-dashboard.json");
    let dashboard = std::fs::read_to_string(file).unwrap();
    let parsed: serde_json::Value = serde_json::from_str(&dashboard).unwrap();
    let mut drawn = BTreeSet::new();
    for panel in parsed["panels"].as_array().unwrap() {
        for target in panel["targets"].as_array().into_iter().flatten() {
            drawn.extend(names(target["expr"].as_str().unwrap()));
        }
    }
    assert_eq!(drawn, counted, "the dashboard draws them");
}
