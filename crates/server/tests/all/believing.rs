//! A list that one can believe: what is entered honestly stands in it, whatever else is tried does not.
//!
//! The honest players are simulated, see `hands`.

#[path = "../../../tetris/tests/doubts/hands.rs"]
mod hands;

use std::time::Duration;

use hands::{Habits, Hand};
use serde_json::{Value, json};
use server::store;
use tetris::{Mode, Op, Replay, Well};

use crate::support::{Client, Desk, House, Ticket, config, postgres};

const LEVEL: &str = "dellacherie";
const HOUR: Duration = Duration::from_secs(3600);

/// A sprint of somebody who plays by hand.
fn honest(seed: u64, skill: u32) -> Replay {
    named(Hand::new(Habits::person(skill), seed).play(LEVEL, Mode::Sprint, seed), "Ada")
}

fn named(run: Replay, name: &str) -> Replay {
    Replay { name: Some(name.into()), ..run }
}

#[tokio::test(flavor = "multi_thread")]
async fn honest_runs_are_listed_one_a_player() {
    let desk = Desk::open().await;
    for skill in 0..10 {
        let ticket = desk.ticket("sprint").await;
        let run = named(honest(ticket.seed, skill), &format!("Player {skill}"));
        desk.play(&run, 1.0);
        let entered = ticket.enter(&run.write()).await.ok(201);
        assert_eq!(
            (&entered["list"], &entered["doubts"]),
            (&json!("people"), &json!([])),
            "{skill}"
        );
        assert!(entered["rank"].is_number());
    }
    let list = desk.best("sprint", "people").await;
    assert_eq!(list.len(), 10);
    let ticks: Vec<_> = list.iter().map(|run| run["ticks"].as_i64().unwrap()).collect();
    assert!(ticks.is_sorted(), "the fastest first: {ticks:?}");
    assert!(list[0]["figures"]["pieces"].as_u64().unwrap() >= 100);

    // The same player once more, slower and under a name that only looks different: one place.
    let ticket = desk.ticket("sprint").await;
    let run = named(honest(ticket.seed, 0), "PLAYER 9");
    desk.play(&run, 1.0);
    assert_eq!(ticket.enter(&run.write()).await.ok(201)["rank"], Value::Null);
    assert_eq!(desk.best("sprint", "people").await, list);
    assert!(desk.best("sprint", "apart").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_again_is_the_same() {
    let desk = Desk::open().await;
    let key = json!({ "mode": "sprint", "key": "k".repeat(32) });
    let any = desk.house.client();
    let first = any.post("/api/games/tetris/tickets", key.clone()).await.ok(201);
    desk.pass(Duration::from_secs(1));
    let again = any.post("/api/games/tetris/tickets", key).await.ok(201);
    assert_eq!((&first["ticket"], &first["seed"]), (&again["ticket"], &again["seed"]));
    let short =
        any.post("/api/games/tetris/tickets", json!({ "mode": "sprint", "key": "k" })).await;
    assert_eq!(short.code(), (403, "bad-ticket".into()));

    let seed = first["seed"].as_str().unwrap().parse().unwrap();
    let ticket = Ticket { holder: any.with(first["ticket"].as_str().unwrap()), seed };
    let run = honest(seed, 6);
    desk.play(&run, 1.0);
    let sealed = ticket.seal(&run.write()).await.ok(200);
    assert_eq!((&sealed["list"], &sealed["run"]["finished"]), (&json!("people"), &json!(true)));
    // Whoever needs long for typing a name loses nothing by it.
    desk.pass(HOUR);
    let entered = ticket.enter(&named(run.clone(), "Zoé").write()).await.ok(201);
    let again = ticket.enter(&named(run.clone(), "Zoé").write()).await.ok(201);
    assert_eq!((&entered["id"], &entered["rank"]), (&again["id"], &again["rank"]));
    let list = desk.best("sprint", "people").await;
    assert_eq!((list.len(), &list[0]["name"]), (1, &json!("Zoé")));
    let id = entered["id"].as_str().unwrap();
    let text = any.get(&format!("/api/games/tetris/scores/{id}")).await.text;
    assert_eq!(text, named(run, "Zoé").write());
}

#[tokio::test(flavor = "multi_thread")]
async fn pauses_that_are_told_are_not_counted() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("sprint").await;
    let run = honest(ticket.seed, 7);
    desk.play(&run, 0.5);
    ticket.pause().await;
    ticket.pause().await;
    desk.pass(Duration::from_secs(120));
    ticket.resume().await;
    ticket.resume().await;
    desk.play(&run, 0.5);
    let entered = ticket.enter(&run.write()).await.ok(201);
    assert_eq!(entered["list"], "people", "{entered}");
    let paused = desk.best("sprint", "people").await[0]["paused"].as_i64().unwrap();
    assert!((120_000..180_000).contains(&paused), "{paused}");
}

/// What its player sees when the well is fullest, as a page saves it.
fn middle(run: &Replay) -> String {
    let squares =
        |well: &Well| -> u32 { well.stock().field.rows().iter().map(|row| row.count_ones()).sum() };
    let wells = (1..200).map(|part| {
        let mut until = run.clone();
        until.inputs.end = run.inputs.end * part / 200;
        until.inputs.ticks.retain(|(tick, _)| *tick < until.inputs.end);
        until.play().unwrap()
    });
    let fullest = wells.max_by_key(squares).expect("a sprint has a middle");
    assert!(squares(&fullest) >= 20, "fewer squares lie in many people's wells");
    fullest.save()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_the_computer_meanwhile_is_not_listed() {
    let desk = Desk::open().await;
    let any = desk.house.client();
    let ask = async |state: String| {
        let wish = json!({ "state": state, "level": "no-lookahead" });
        any.post("/api/games/tetris/think", wish).await.ok(200)
    };
    let helped = desk.ticket("sprint").await;
    let run = honest(helped.seed, 6);
    desk.play(&run, 0.5);
    ask(middle(&run)).await;
    desk.play(&run, 0.5);
    let refused = helped.enter(&run.write()).await;
    assert_eq!(refused.code(), (422, "helped-run".into()));
    let other = desk.ticket("sprint").await;
    let theirs = named(honest(other.seed, 6), "Léo");
    desk.play(&theirs, 0.5);
    ask(middle(&run)).await;
    desk.play(&theirs, 0.5);
    let sealed = other.seal(&theirs.write()).await.ok(200);
    assert_eq!(sealed["list"], "people", "it is none of their positions: {sealed}");
    // A game that is over may be studied.
    desk.pass(Duration::from_secs(1));
    ask(middle(&theirs)).await;
    other.enter(&theirs.write()).await.ok(201);
    let listed = desk.best("sprint", "people").await;
    assert_eq!((listed.len(), &listed[0]["name"]), (1, &json!("Léo")));

    let id = listed[0]["id"].as_str().unwrap();
    let picture = any.get(&format!("/api/games/tetris/scores/{id}/thumbnail")).await;
    assert_eq!(picture.status, 200);
    assert!(picture.text.starts_with("<svg") && picture.text.len() < 4_000, "{}", picture.text);
    let none = any.get("/api/games/tetris/scores/nothing/thumbnail").await;
    assert_eq!(none.code(), (404, "no-such-run".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_outlives_its_server() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}/test.db", folder.path().display());
    let one = Desk::with(server::Config { database: database.clone(), ..config() }).await;
    let ticket = one.ticket("sprint").await;
    one.house.close().await;
    let other = Desk::with(server::Config { database, ..config() }).await;
    enter_elsewhere(&other, ticket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_is_good_at_every_node() {
    let (_running, database) = postgres();
    let one = Desk::with(server::Config { database: database.clone(), ..config() }).await;
    let ticket = one.ticket("sprint").await;
    let other = Desk::with(server::Config { database: database.clone(), ..config() }).await;
    enter_elsewhere(&other, ticket).await;
    assert_eq!(one.best("sprint", "people").await.len(), 1);
    let store = store::open(
        &database,
        store::NodeOptions { node: "z".into(), lease: HOUR, max_pages: None, address: None },
    );
    let store = store.await.unwrap();
    assert_eq!(store.forget_tickets(i64::MAX).await.unwrap(), 1, "it is forgotten in time");
    store.close().await;
}

async fn enter_elsewhere(desk: &Desk, ticket: Ticket) {
    let run = honest(ticket.seed, 8);
    desk.play(&run, 1.0);
    let ticket = Ticket { holder: ticket.holder.at(&desk.house.url), ..ticket };
    assert_eq!(ticket.enter(&run.write()).await.ok(201)["list"], "people");
}

#[tokio::test(flavor = "multi_thread")]
async fn levels_have_a_list_of_their_own() {
    let desk = Desk::open().await;
    let any = desk.house.client();
    for level in [LEVEL, "bcts"] {
        let wish = json!({ "mode": "sprint", "variant": "modern", "level": level });
        let entered = any.post("/api/games/tetris/scores/machines", wish).await.ok(201);
        assert_eq!(entered["list"], "machines");
    }
    let list = desk.best("sprint", "machines").await;
    let names: Vec<_> = list.iter().map(|run| run["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["bcts", LEVEL], "each at its own pace");
    assert!(desk.best("sprint", "people").await.is_empty());
    for (mode, level) in [("race", LEVEL), ("sprint", "nobody")] {
        let wish = json!({ "mode": mode, "variant": "modern", "level": level });
        assert!(any.post("/api/games/tetris/scores/machines", wish).await.status >= 400);
    }
}

/// What somebody tries: a run for a seed, and how much of its time goes by.
type Trick = fn(u64) -> (Replay, f64);

/// Tricks with an own, fresh ticket. Each is refused, or its run is put apart.
const TRICKS: &[(&str, Trick)] = &[
    ("entered at once", |seed| (honest(seed, 5), 0.0)),
    ("in half of its time", |seed| (honest(seed, 5), 0.45)),
    ("a little faster than time", |seed| (honest(seed, 2), 0.9)),
    ("in slow motion", |seed| (honest(seed, 3), 2.0)),
    ("a little slow", |seed| (honest(seed, 0), 1.25)),
    ("as a metronome", |seed| machine(seed, 5.0, 20.0, 0.0)),
    ("as a quick metronome", |seed| machine(seed, 2.0, 8.0, 0.0)),
    ("a machine with a little chance", |seed| machine(seed, 5.0, 18.0, 0.15)),
    ("a machine with much chance", |seed| machine(seed, 6.0, 12.0, 0.3)),
    ("all keys of a piece at once", |seed| {
        let habits = Habits { at_once: true, ..Habits::person(6) };
        (Hand::new(habits, seed).play(LEVEL, Mode::Sprint, seed), 1.0)
    }),
    ("faster than hands", |seed| {
        let habits = Habits { at_once: true, look: 0.5, ..Habits::person(9) };
        (Hand::new(habits, seed).play(LEVEL, Mode::Sprint, seed), 1.0)
    }),
    ("every other tick only", |seed| {
        let mut run = honest(seed, 6);
        let mut last = 0;
        for (tick, _) in &mut run.inputs.ticks {
            *tick = (*tick * 2).max(last + 2);
            last = *tick;
        }
        run.inputs.end = last + 1;
        (run, 1.0)
    }),
    ("another seed in its header", |seed| (Replay { seed: seed ^ 1, ..honest(seed, 5) }, 1.0)),
    ("another's run with this seed", |seed| (Replay { seed, ..honest(seed ^ 9, 5) }, 1.0)),
    ("another mode", |seed| {
        let mut run = honest(seed, 5);
        run.terms.mode = Mode::Ultra;
        (run, 1.0)
    }),
    ("given up", |seed| {
        let mut run = honest(seed, 5);
        run.inputs.ticks.truncate(run.inputs.ticks.len() / 2);
        (run, 1.0)
    }),
    ("keys after the end", |seed| {
        let mut run = honest(seed, 5);
        let end = run.inputs.end;
        run.inputs.ticks.push((end + 5, vec![Op::Left]));
        run.inputs.end = end + 9;
        (run, 1.0)
    }),
    ("garbage for oneself", |seed| {
        let mut run = honest(seed, 5);
        run.inputs.ticks[3].1.push(Op::Garbage { lines: 1, column: 0 });
        (run, 1.0)
    }),
    ("time backwards", |seed| {
        let mut run = honest(seed, 5);
        run.inputs.ticks.swap(4, 5);
        (run, 1.0)
    }),
];

fn machine(seed: u64, between: f32, look: f32, spread: f32) -> (Replay, f64) {
    let habits = Habits { between, look, spread, slip: 0, pause: 0, at_once: false };
    (named(Hand::new(habits, seed).play(LEVEL, Mode::Sprint, seed), "Eve"), 1.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_tricks_and_none_of_them_is_listed() {
    let desk = Desk::open().await;
    let any = desk.house.client();
    let mut tried = 0;
    let mut try_it = |what: &str, status: u16, body: &Value| {
        let apart = body["list"] == "apart" && body["doubts"][0]["why"]["en"].is_string();
        assert!(status >= 400 && body["code"].is_string() || apart, "{what}: {status} {body}");
        tried += 1;
    };
    for (what, trick) in TRICKS {
        for _ in 0..4 {
            let ticket = desk.ticket("sprint").await;
            let (run, factor) = trick(ticket.seed);
            desk.play(&run, factor);
            let got = ticket.enter(&run.write()).await;
            try_it(what, got.status, &got.json());
        }
    }
    for round in 0..4 {
        let ticket = desk.ticket("sprint").await;
        let run = honest(ticket.seed, 4 + round);
        // Without a ticket, with one that nobody issued, with one for something else.
        let other = desk.ticket("ultra").await;
        desk.play(&run, 1.0);
        for holder in [any.clone(), any.with(&"0".repeat(64)), other.holder] {
            let got = holder.post_text("/api/games/tetris/scores", run.write()).await;
            try_it("no ticket for it", got.status, &got.json());
        }
        // Somebody else's run is in: it is entered again, changed, or under another name and ticket.
        let mine = named(run.clone(), &format!("Ada {round}"));
        assert_eq!(ticket.enter(&mine.write()).await.ok(201)["list"], "people");
        let mut padded = mine.clone();
        padded.inputs.ticks[0].1.splice(0..0, [Op::Clockwise, Op::Anticlockwise]);
        let mut shorter = mine.clone();
        shorter.inputs.ticks[0].0 = shorter.inputs.ticks[0].0.saturating_sub(1);
        let next = honest(ticket.seed, 3);
        for again in [&padded, &shorter, &next] {
            let got = ticket.enter(&again.write()).await;
            try_it("a second run on one ticket", got.status, &got.json());
        }
        let stolen = desk.ticket("sprint").await;
        desk.play(&run, 1.0);
        let got = stolen.enter(&named(run.clone(), "Eve").write()).await;
        try_it("a run of another ticket", got.status, &got.json());
        // A pause in which the game is played, one that never ends, and one to think in.
        let sly = desk.ticket("sprint").await;
        let run = honest(sly.seed, 5);
        sly.pause().await;
        desk.play(&run, 1.0);
        let got = sly.enter(&run.write()).await;
        try_it("played in a pause", got.status, &got.json());
        sly.resume().await;
        desk.play(&run, 0.2);
        sly.pause().await;
        desk.pass(Duration::from_secs(1200));
        sly.resume().await;
        desk.play(&run, 0.8);
        let got = sly.enter(&run.write()).await;
        try_it("a long pause", got.status, &got.json());
        // Kept until it is forgotten.
        let late = desk.ticket("sprint").await;
        let run = honest(late.seed, 5);
        desk.pass(7 * HOUR);
        desk.play(&run, 1.0);
        let got = late.enter(&run.write()).await;
        try_it("an old ticket", got.status, &got.json());
    }
    assert!(tried >= 100, "{tried} tricks");
    let listed = desk.best("sprint", "people").await;
    assert_eq!(listed.len(), 4, "only the honest ones: {listed:?}");
    assert!(
        desk.best("sprint", "apart").await.iter().all(|run| run["doubts"][0]["id"].is_string())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn tickets_are_for_lists_that_there_are() {
    let house = House::open().await;
    let any: Client = house.client();
    for (path, mode, code) in [
        ("/api/games/tetris/tickets", "race", "no-such-mode"),
        ("/api/games/tetris/tickets", "practice", "no-such-mode"),
        ("/api/games/connect4/tickets", "sprint", "no-such-mode"),
        ("/api/games/chess/tickets", "sprint", "no-such-game"),
    ] {
        assert_eq!(any.post(path, json!({ "mode": mode })).await.code(), (404, code.into()));
    }
    let pause = any.put("/api/games/tetris/tickets/pause", json!({})).await;
    assert_eq!(pause.code(), (403, "bad-ticket".into()));
}
