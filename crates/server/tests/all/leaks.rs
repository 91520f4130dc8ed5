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
        }
        for path in ["/", "/metrics"] {
            received += &house.host().get(path).await.text;
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
            max_pages: None,
            address: None,
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

/// In a game with hands of tiles: everybody sees the own ones alone, what was thrown away face down is
/// told by its number, and the record, which holds the seed, waits for the end.
#[tokio::test(flavor = "multi_thread")]
async fn a_hand_is_for_its_owner_alone() {
    let house = House::open().await;
    let any = house.client();
    let (table, people) = any
        .table_with(json!({
            "game": "tigris", "seats": [{"kind": "person"}, {"kind": "person"}],
        }))
        .await;
    let view = |client: crate::support::Client| {
        let path = format!("{table}/view");
        async move { client.get(&path).await.ok(200)["view"].clone() }
    };
    let colours = ["black", "red", "blue", "green"];
    let hand = view(people[0].clone()).await["hand"].clone();
    let owned = colours.iter().zip(hand.as_array().unwrap()).find(|(_, n)| **n != json!(0));
    let (colour, _) = owned.expect("there are six tiles");
    let mut other = people[1].events(&table, "").await;
    let mut watcher = any.events(&table, "").await;
    people[0].play(&table, 0, &format!("swap {colour}")).await.ok(201);

    for (client, own) in [(&people[0], true), (&people[1], true), (&any, false)] {
        let seen = view(client.clone()).await;
        assert_eq!(seen["hand"].is_array(), own, "{seen}");
        for player in seen["players"].as_array().unwrap() {
            assert!(player["hand"].is_u64(), "of others only how many: {player}");
        }
    }
    assert_ne!(view(people[0].clone()).await["hand"], json!(null));
    let told = |client: crate::support::Client| {
        let path = format!("{table}/actions/0");
        async move { client.get(&path).await.ok(200)["move"].clone() }
    };
    assert_eq!(told(people[0].clone()).await, json!(format!("swap {colour}")));
    assert_eq!(told(people[1].clone()).await, json!("swap 1"));
    assert_eq!(told(any.clone()).await, json!("swap 1"));
    for stream in [&mut other, &mut watcher] {
        stream.wait("action").await;
        assert!(!stream.all.contains(&format!("swap {colour}")), "{}", stream.all);
        assert!(stream.all.contains("swap 1"), "{}", stream.all);
    }
    for (client, path) in [(&people[0], "record"), (&any, "record"), (&any, "analysis")] {
        let refused = client.get(&format!("{table}/{path}")).await;
        assert_eq!(refused.code(), (403, "still-hidden".into()), "{path}: {}", refused.text);
    }
    // New tiles were drawn and seen: that cannot be taken back.
    let undo = people[0].post(&format!("{table}/undo"), json!({})).await;
    assert_eq!(undo.status, 409, "{}", undo.text);
}

/// Who has done one of two actions may think again and ask nobody, until something hidden was seen.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_of_ones_own_turn_is_taken_back_without_asking() {
    let house = House::open().await;
    let any = house.client();
    let (table, people) = any
        .table_with(json!({
            "game": "tigris", "seats": [{"kind": "person"}, {"kind": "person"}],
        }))
        .await;
    let (view, undo) = (format!("{table}/view"), format!("{table}/undo"));
    assert_eq!(people[0].get(&view).await.ok(200)["back"], json!(false), "nothing was done yet");
    let seen = people[0].get(&view).await.ok(200)["view"].clone();
    let colours = ["black", "red", "blue", "green"];
    let owned = colours.iter().zip(seen["hand"].as_array().unwrap());
    let (colour, _) = owned.into_iter().find(|(_, n)| **n != json!(0)).expect("six tiles");
    // A tile of one's own shows nothing new to oneself, though others see what one had.
    let legal = people[0].get(&format!("{table}/legal")).await.ok(200)["moves"].clone();
    let tile = |text: &&str| text.starts_with(&format!("tile {colour}"));
    let texts = legal.as_array().unwrap().iter().filter_map(|text| text.as_str());
    let tile = texts.into_iter().find(tile).expect("a square for it").to_owned();
    for step in ["leader black g3", &tile] {
        let epoch = people[0].get(&view).await.ok(200)["epoch"].as_u64().unwrap();
        people[0].play(&table, epoch as u32, step).await.ok(201);
        assert_eq!(people[0].get(&view).await.ok(200)["back"], json!(true), "{step}");
        for other in [&people[1], &any] {
            assert_eq!(other.get(&view).await.ok(200)["back"], json!(false), "{step}");
        }
        let done = people[0].post(&undo, json!({})).await.ok(200);
        assert_eq!((&done["epoch"], &done["undo"]), (&json!(0), &json!(null)));
    }
    assert_eq!(people[0].get(&view).await.ok(200)["view"], seen, "as it was");
    // New tiles were seen: it stands.
    people[0].play(&table, 0, &format!("swap {colour}")).await.ok(201);
    assert_eq!(people[0].get(&view).await.ok(200)["back"], json!(false));
    assert_eq!(people[0].post(&undo, json!({})).await.status, 409);
}

/// An answer that ends the turn of another stands: that player has drawn new tiles since.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_the_turn_of_another_is_no_step_of_ones_own() {
    let house = House::open().await;
    let (table, people) = house
        .client()
        .table_with(json!({
            "game": "tigris", "seats": [{"kind": "person"}, {"kind": "person"}],
            "moves": ["leader black g3", "pass"],
        }))
        .await;
    let view = format!("{table}/view");
    let legal = people[1].get(&format!("{table}/legal")).await.ok(200)["moves"].clone();
    let texts = legal.as_array().unwrap().iter().filter_map(|text| text.as_str());
    // Far from the others: nothing comes of it but an empty place in the hand.
    let tile = |text: &&str| text.starts_with("tile ") && text.ends_with('9');
    let tile = texts.into_iter().find(tile).expect("a square for a tile").to_owned();
    people[1].play(&table, 2, &tile).await.ok(201);
    people[1].play(&table, 3, "leader black f2").await.ok(201);
    people[1].play(&table, 4, "support 0").await.ok(201);
    people[0].play(&table, 5, "support 0").await.ok(201);
    let seen = people[0].get(&view).await.ok(200);
    assert_eq!((&seen["turn"], &seen["back"]), (&json!(0), &json!(false)), "the rebel has drawn");
    let undo = people[0].post(&format!("{table}/undo"), json!({})).await;
    assert_eq!(undo.status, 409, "{}", undo.text);
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
