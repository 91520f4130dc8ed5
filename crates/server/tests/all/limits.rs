//! Every limit answers with a clear refusal.

use std::time::{Duration, Instant};

use serde_json::json;
use server::ServerLimits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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
    assert_eq!(any.get("/healthz").await.code(), (429, "too-many-requests".into()));
    let host = house.host();
    for _ in 0..20 {
        assert_eq!(host.get("/healthz").await.status, 200, "the host's own address is not limited");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_files_of_the_page_are_limited_too() {
    let limits = ServerLimits { requests_per_second: 0.01, burst: 3.0, ..ServerLimits::default() };
    let house = house(limits).await;
    let any = house.client();
    // A file counts less than a request to the API, since a page has many.
    for _ in 0..29 {
        assert_eq!(any.get("/icon.svg").await.status, 200);
    }
    let mut refused = 0;
    for _ in 0..5 {
        refused += u32::from(any.get("/icon.svg").await.status == 429);
    }
    assert!(refused >= 3, "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forwarded_address_is_believed_from_a_proxy_of_ours_only() {
    let ask = async |house: &House, from: &str| {
        let request = house.client().request(reqwest::Method::GET, "/api/version");
        request.header("x-forwarded-for", from).send().await.unwrap().status().as_u16()
    };
    let strict = ServerLimits { requests_per_second: 0.01, burst: 2.0, ..ServerLimits::default() };
    let behind = ServerLimits { proxies: vec!["127.0.0.0/8".parse().unwrap()], ..strict.clone() };
    let elsewhere = ServerLimits { proxies: vec!["10.0.0.1/32".parse().unwrap()], ..strict };

    let house = self::house(behind).await;
    for client in ["192.0.2.1", "192.0.2.2", "2001:db8::1"] {
        assert_eq!([ask(&house, client).await, ask(&house, client).await], [200, 200]);
        assert_eq!(ask(&house, client).await, 429, "each has a count of its own");
    }
    // What the client itself put in front is not believed: the proxy appends what it saw.
    assert_eq!(ask(&house, "198.51.100.7, 192.0.2.1").await, 429);
    assert_eq!(ask(&house, "198.51.100.8, 192.0.2.1, 127.0.0.1").await, 429);

    let house = self::house(elsewhere).await;
    assert_eq!([ask(&house, "192.0.2.1").await, ask(&house, "192.0.2.2").await], [200, 200]);
    assert_eq!(ask(&house, "192.0.2.3").await, 429, "this peer is no proxy of ours");
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
    for name in
        ["", "   ", "a\nb", "a\u{202e}b", "\u{200b}", "\u{3164}", "a\u{2028}b", &"n".repeat(25)]
    {
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

/// Whether the server has closed a connection, without a word or with a refusal.
async fn is_cut_off(stream: &mut TcpStream) -> bool {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut bytes));
    read.await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_are_slow_on_purpose_are_cut_off() {
    let mut config = config();
    config.limits.connections = 64;
    config.connections.head = Duration::from_secs(1);
    config.connections.body = Duration::from_secs(1);
    let house = House::with(config).await;
    let address = house.url.strip_prefix("http://").unwrap().to_owned();
    let mut slow = Vec::new();
    for number in 0..200 {
        // Many are refused at once; a system may reset them.
        let Ok(mut stream) = TcpStream::connect(&address).await else { continue };
        let said = match number % 3 {
            0 => "",
            1 => "GET /api/games HTTP/1.1\r\nhost: ",
            _ => "POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{",
        };
        let _ = stream.write_all(said.as_bytes()).await;
        slow.push(stream);
    }
    for stream in &mut slow {
        assert!(is_cut_off(stream).await, "a client that says nothing stays for ever");
    }
    // From the very same address.
    let mut tries = 0;
    while house.client().request(reqwest::Method::GET, "/api/version").send().await.is_err() {
        tries += 1;
        assert!(tries < 1000, "nobody gets in any more");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (table, ada, _) = house.client().two().await;
    ada.play(&table, 0, "4").await.ok(201);
}
