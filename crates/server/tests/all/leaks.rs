//! Nothing that anybody receives before the end holds a secret: no token of others, no hash, no seed.

use serde_json::json;

use crate::support::House;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hidden_is_ever_sent() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plateau.db");
    let database = format!("sqlite://{}", file.display());
    let house =
        House::with(server::Config { database: database.clone(), ..crate::support::config() })
            .await;
    let any = house.client();
    let made = any
        .post(
            "/api/tables",
            json!({"game": "connect4", "seats": [{"kind": "person"}, {"kind": "person"}]}),
        )
        .await
        .ok(201);
    let table = format!("/api/tables/{}", made["table"]["id"].as_str().unwrap());
    let tokens: Vec<String> = made["tokens"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| t["token"].as_str().unwrap().to_owned())
        .collect();
    let people: Vec<_> = tokens.iter().map(|token| any.with(token)).collect();
    let mut streams = vec![any.events(&table, "").await];
    for person in &people {
        streams.push(person.events(&table, "").await);
    }
    let mut received = made["table"].to_string();
    for epoch in 0..6u32 {
        let got = people[epoch as usize % 2].play(&table, epoch, "4").await;
        received += &got.text;
        for client in people.iter().chain([&any]) {
            for path in [
                "",
                "/view",
                "/legal",
                "/players",
                "/players/0",
                "/record",
                "/actions",
                "/actions/0",
                "/analysis",
            ] {
                received += &client.get(&format!("{table}{path}")).await.text;
            }
            received += &client.get("/api/tables").await.text;
            received += &client.get("/metrics").await.text;
        }
    }
    for stream in &mut streams {
        while stream.wait("action").await.1["epoch"] != 6 {}
        received += &stream.all;
    }
    let store = server::store::open(
        &database,
        server::store::NodeOptions {
            node: "test".into(),
            lease: std::time::Duration::from_secs(9),
        },
    )
    .await
    .unwrap();
    let id = table.rsplit('/').next().unwrap();
    let (row, _) = store.load(id, 0).await.unwrap().unwrap();
    let mut secrets = tokens.clone();
    secrets.extend(row.seats.iter().map(|seat| seat.token.clone().unwrap()));
    secrets.push(row.seed.to_string());
    secrets.push(row.seed.cast_signed().to_string());
    for secret in &secrets {
        assert!(!received.contains(secret.as_str()), "{secret} was sent");
        let stored = std::fs::read(&file).unwrap();
        let is_token = tokens.contains(secret);
        assert!(!is_token || !contains(&stored, secret.as_bytes()), "a token is stored");
    }
    store.close().await;
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
