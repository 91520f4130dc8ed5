//! Every limit answers with a clear refusal.

use std::time::{Duration, Instant};

use serde_json::json;
use server::ServerLimits;

use crate::support::{House, config};

async fn house(limits: ServerLimits) -> House {
    House::with(server::Config { limits, ..config() }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_of_anything() {
    let limits = ServerLimits { tables_per_hour: 2, streams: 1, ..ServerLimits::none() };
    let house = house(limits).await;
    let any = house.client();
    let (table, ..) = any.two().await;
    any.two().await;
    let third = any.post("/api/tables", json!({"game": "connect4"})).await;
    assert_eq!(third.code(), (429, "too-many-tables".into()));
    let _open = any.events(&table, "").await;
    let second = any.get(&format!("{table}/events")).await;
    assert_eq!(second.code(), (429, "too-many-streams".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_requests_and_nobody_is_believed_about_their_address() {
    let limits = ServerLimits { requests_per_second: 0.01, burst: 5.0, ..ServerLimits::default() };
    let house = house(limits).await;
    let any = house.client();
    for _ in 0..5 {
        any.get("/api/version").await.ok(200);
    }
    let refused = any
        .request(reqwest::Method::GET, "/api/version")
        .header("x-forwarded-for", "10.1.2.3")
        .send()
        .await
        .unwrap();
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["retry-after"], "1");
    assert_eq!(any.get("/healthz").await.status, 200, "the host's own routes are not counted");
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_and_names() {
    let house = House::open().await;
    let any = house.client();
    let large = "x".repeat(65 * 1024);
    assert_eq!(any.post_text("/api/tables", large.clone()).await.code(), (413, "too-large".into()));
    assert_eq!(any.post_text("/api/records", large).await.code(), (422, "bad-record".into()));
    let larger = "x".repeat(1025 * 1024);
    assert_eq!(any.post_text("/api/records", larger).await.code(), (413, "too-large".into()));
    let (table, _) = any.table(json!([{"kind": "open"}, {"kind": "open"}])).await;
    for name in ["", "   ", "a\nb", "a\u{202e}b", &"n".repeat(25)] {
        let got = any.put(&format!("{table}/players"), json!({"name": name})).await;
        assert_eq!(got.code(), (422, "bad-name".into()), "{name:?}");
    }
    any.put(&format!("{table}/players"), json!({"name": "é".repeat(24)})).await.ok(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_wait_in_vain_are_put_away() {
    let idle = Duration::from_secs(1);
    let house = house(ServerLimits { idle, ..ServerLimits::none() }).await;
    let any = house.client();
    // Whether it is listed now, unless it took so long to ask that it need not be any more.
    let listed = async |since: Instant| {
        let lobby = any.get("/api/tables").await.json();
        assert!(lobby != json!([]) || since.elapsed() >= idle, "it is not in the lobby");
    };
    let made = Instant::now();
    let (table, _) = any.table(json!([{"kind": "person"}, {"kind": "open"}])).await;
    listed(made).await;
    any.until("/api/tables", |lobby| *lobby == json!([])).await;
    // Its link still works: whoever comes brings it back.
    let came = Instant::now();
    any.put(&format!("{table}/players"), json!({"name": "Bob"})).await.ok(201);
    listed(came).await;
}
