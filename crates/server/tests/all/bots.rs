//! Computer players at tables.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Client, House, config};

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_a_game_to_its_end() {
    let house = House::open().await;
    let bot = json!({"kind": "bot", "level": "random"});
    let (table, _) = house.client().table(json!([bot, bot])).await;
    let over = house.client().until(&table, |table| table["status"] == "over").await;
    assert!(over["outcome"]["winners"].is_array());
}

/// Its moves depend on all that it has drawn before, so they are those of one player that stayed.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_at_a_table_plays_as_it_does_in_a_match() {
    let house = House::open().await;
    let seat = json!({"kind": "bot", "level": "random"});
    let (table, _) = house.client().table(json!([seat, seat])).await;
    house.client().until(&table, |table| table["status"] == "over").await;
    let record = house.client().get(&format!("{table}/record")).await.text;
    let record = game::Record::parse(&record).unwrap();
    let entry = catalog::find("connect4").unwrap();
    let mut table = entry.replay(&game::Record { moves: Vec::new(), ..record.clone() }).unwrap();
    let bot = |seat| entry.bot("random", table.bot_seed(game::Seat(seat))).unwrap();
    let mut bots = [bot(0), bot(1)];
    while let Some(seat) = table.turn().seat() {
        let idea = bots[seat.index()].think(
            &*table,
            &search::Limits::NONE,
            &search::Stop::new(),
            &mut |_| (),
        );
        table.play(&idea.best.unwrap()).unwrap();
    }
    assert_eq!(table.record().moves, record.moves);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_leave_the_memory_with_their_table() {
    let house = House::open().await;
    let (table, people) =
        house.client().table(json!([{"kind": "person"}, {"kind": "bot", "level": "mcts"}])).await;
    let kept = || async {
        let metrics = house.host().get("/metrics").await.text;
        let bytes = metrics.lines().find_map(|l| l.strip_prefix("plateau_bot_memory_bytes "));
        bytes.unwrap().parse::<u64>().unwrap()
    };
    people[0].play(&table, 0, "4").await.ok(201);
    people[0].until(&table, |table| table["epoch"] == 2).await;
    assert!(kept().await > 0);
    people[0].post(&format!("{table}/resign"), json!({})).await.ok(200);
    assert_eq!(kept().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_answers_and_says_that_it_thinks() {
    let house = House::open().await;
    let (table, people) =
        house.client().table(json!([{"kind": "person"}, {"kind": "bot", "level": "medium"}])).await;
    let mut stream = people[0].events(&table, "").await;
    people[0].play(&table, 0, "4").await.ok(201);
    assert_eq!(stream.wait("action").await.1["seat"], 0);
    assert_eq!(stream.wait("action").await.1["seat"], 1);
    let metrics = house.host().get("/metrics").await.text;
    assert!(metrics.contains("plateau_bot_moves_total 1"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_bot_thinks_everybody_is_told() {
    let mut config = config();
    // Longer than any test waits.
    config.bots.pause = Duration::from_secs(3600);
    let house = House::with(config).await;
    let (table, people) =
        house.client().table(json!([{"kind": "person"}, {"kind": "bot", "level": "random"}])).await;
    let mut stream = people[0].events(&table, "").await;
    people[0].play(&table, 0, "4").await.ok(201);
    assert_eq!(stream.wait("thinking").await.1, json!({"seat": 1, "on": true}));
    assert_eq!(people[0].get(&table).await.json()["seats"][1]["thinking"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_is_never_too_quick() {
    let pause = Duration::from_millis(300);
    let mut config = config();
    config.bots.pause = pause;
    let house = House::with(config).await;
    let (table, people) =
        house.client().table(json!([{"kind": "person"}, {"kind": "bot", "level": "random"}])).await;
    let mut stream = people[0].events(&table, "").await;
    let began = Instant::now();
    people[0].play(&table, 0, "4").await.ok(201);
    assert_eq!(stream.wait("thinking").await.1, json!({"seat": 1, "on": true}));
    assert_eq!(stream.wait("action").await.1["seat"], 1);
    assert!(began.elapsed() >= pause);
    assert_eq!(stream.wait("thinking").await.1, json!({"seat": 1, "on": false}));
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_against_a_bot_goes_back_before_ones_own_move() {
    let house = House::open().await;
    let (table, people) =
        house.client().table(json!([{"kind": "person"}, {"kind": "bot", "level": "random"}])).await;
    people[0].play(&table, 0, "4").await.ok(201);
    people[0].until(&table, |table| table["epoch"] == 2).await;
    let done = people[0].post(&format!("{table}/undo"), json!({})).await.ok(200);
    assert_eq!(
        (&done["epoch"], &done["turn"], &done["generation"]),
        (&json!(0), &json!(0), &json!(1))
    );
    people[0].play(&table, 0, "1").await.ok(201);
    people[0].until(&table, |table| table["epoch"] == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_takes_over_and_the_last_to_leave_puts_the_table_away() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    let leave = format!("{table}/players/1?bot=random");
    assert_eq!(bob.delete(&leave).await.code(), (409, "ask-first".into()));
    bob.post(&format!("{table}/handover"), json!({})).await.ok(202);
    ada.post(&format!("{table}/handover"), json!({"answer": "yes"})).await.ok(200);
    ada.play(&table, 0, "4").await.ok(201);
    ada.until(&table, |table| table["epoch"] == 2).await;
    ada.play(&table, 2, "4").await.ok(201);
    assert_eq!(ada.delete(&format!("{table}/players/0?bot=god")).await.status, 422);
    assert_eq!(ada.delete(&format!("{table}/players/0?bot=random")).await.status, 204);
    let lobby = ada.get("/api/tables").await.ok(200);
    assert_eq!(lobby, json!([]));
    // The move that answers hers may still have come; left alone, two such bots would be done by now.
    tokio::time::sleep(Duration::from_millis(600)).await;
    let left = ada.get(&table).await.json();
    assert_eq!(left["status"], "playing");
    assert!(left["epoch"].as_u64().unwrap() <= 4, "nobody thinks there any more: {left}");
}

/// How many positions a server thinks about, by its own count.
async fn thinking(client: &Client) -> String {
    let metrics = client.get("/metrics").await.text;
    metrics.lines().find_map(|line| line.strip_prefix("plateau_bots_thinking ")).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_stops_the_thinking_at_once() {
    let mut config = config();
    config.bots.most = Duration::from_secs(600);
    let house = House::with(config).await;
    // On a board this wide the perfect player would think for all the time that it has.
    let body = json!({"game": "connect4", "options": {"width": 16, "height": 4},
        "seats": [{"kind": "person"}, {"kind": "bot", "level": "perfect"}]});
    let (table, people) = house.client().table_with(body).await;
    people[0].play(&table, 0, "8").await.ok(201);
    let began = Instant::now();
    let a_while = Duration::from_secs(60);
    while thinking(&house.host()).await != "1" {
        assert!(began.elapsed() < a_while, "it never began to think");
    }
    let left = Instant::now();
    assert_eq!(people[0].delete(&format!("{table}/players/0")).await.status, 204);
    while thinking(&house.host()).await != "0" {
        assert!(left.elapsed() < a_while, "it had nine minutes left, and was not stopped");
    }
    assert_eq!(people[0].get(&table).await.json()["epoch"], 1, "and did not move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_bot_tables_starve_nobody() {
    let house = House::open().await;
    let any = house.client();
    let mut tables = Vec::new();
    for _ in 0..100 {
        let seats = json!([{"kind": "bot", "level": "mcts"}, {"kind": "person"}]);
        tables.push(any.table(seats).await.0);
    }
    let began = Instant::now();
    // One slow answer may be the machine's fault; if requests waited for bots, most would be slow.
    let mut slow = 0;
    for table in &tables {
        any.until(table, |table| table["epoch"] == 1).await;
        let asked = Instant::now();
        any.get("/api/version").await.ok(200);
        slow += usize::from(asked.elapsed() > Duration::from_millis(500));
    }
    assert!(slow < tables.len() / 2, "requests wait for bots: {slow} were slow");
    assert!(began.elapsed() < Duration::from_secs(120), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_and_analysis() {
    let house = House::open().await;
    let seats = json!([{"kind": "person"}, {"kind": "person"}]);
    let body = json!({"game": "connect4", "seats": seats, "help": true});
    let (table, mut people) = house.client().table_with(body).await;
    let (bob, ada) = (people.pop().unwrap(), people.pop().unwrap());
    for (epoch, column) in (0..).zip(["1", "2", "1", "2", "1", "2"]) {
        let player = if epoch % 2 == 0 { &ada } else { &bob };
        player.play(&table, epoch, column).await.ok(201);
    }
    assert_eq!(bob.get(&format!("{table}/hint")).await.code(), (403, "not-your-turn".into()));
    assert_eq!(house.client().get(&format!("{table}/hint")).await.status, 403);
    let hint = ada.get(&format!("{table}/hint")).await.ok(200);
    assert_eq!(hint["move"], "1", "it wins at once: {hint}");
    let thought = ada.get(&format!("{table}/analysis")).await.ok(200);
    assert_eq!((&thought["epoch"], &thought["seat"]), (&json!(6), &json!(0)));
    assert!(thought["idea"]["best"].is_string());
    ada.play(&table, 6, "1").await.ok(201);
    let whole = ada.get(&format!("{table}/analysis")).await.ok(200);
    let positions = whole["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 8);
    assert!(positions[7]["idea"].is_null() && positions[6]["idea"]["best"] == "1");
    // The quickest of several, since one may wait for the machine.
    let mut quickest = Duration::MAX;
    for _ in 0..20 {
        let began = Instant::now();
        assert_eq!(ada.get(&format!("{table}/analysis")).await.ok(200), whole);
        quickest = quickest.min(began.elapsed());
    }
    assert!(quickest < Duration::from_millis(200), "it is kept");
    assert_eq!(ada.get(&format!("{table}/analysis?epoch=3")).await.ok(200)["epoch"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_among_themselves_wait_until_somebody_watches() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    config.database = format!("sqlite://{}/bots.db", folder.path().display());
    config.bots.unwatched = Duration::ZERO;
    config.bots.pause = Duration::from_millis(20);
    let house = House::with(config.clone()).await;
    let any = house.client();
    let bot = json!({"kind": "bot", "level": "random"});
    let (table, _) = any.table(json!([bot, bot])).await;
    // The lobby looks at no table.
    let epoch =
        async |any: &Client| any.get("/api/tables").await.json()[0]["epoch"].as_u64().unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(epoch(&any).await, 0, "nobody watches");
    let mut stream = any.events(&table, "").await;
    stream.wait("action").await;
    stream.wait("action").await;
    drop(stream);
    any.until("/api/tables", |lobby| lobby[0]["spectators"] == 0).await;
    house.close().await;
    let house = House::with(config).await;
    let any = house.client();
    let left = epoch(&any).await;
    assert!(left < 42, "it stopped before its end");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(epoch(&any).await, left, "after a restart nobody watches either");
    let mut stream = any.events(&table, "").await;
    while stream.wait("action").await.1["outcome"].is_null() {}
}
