//! Games in real time: lists of the best that nobody can lie into, advice on any position, and races.

use std::time::Duration;

use serde_json::{Value, json};
use server::RaceConfig;

use crate::support::{Client, Desk, House, config};

/// A house in which a race begins after this time, and nobody is ever too late: a busy machine must not decide it.
async fn house(countdown: Duration) -> House {
    racing(countdown, Duration::from_secs(3600)).await
}

/// The same, in which bots race on for so long with nobody watching.
async fn racing(countdown: Duration, unwatched: Duration) -> House {
    let behind = Duration::from_secs(3600);
    let mut config = server::Config { races: RaceConfig { countdown, behind }, ..config() };
    config.bots.unwatched = unwatched;
    House::with(config).await
}

/// A run in which pieces are dropped where they appear until the well is full.
fn run(name: &str, seed: &str) -> String {
    let mut text = format!(
        "{{\"plateau\":1,\"game\":\"tetris\",\"run\":1,\"rules\":\"modern\",\"width\":10,\"height\":20,\
         \"mode\":\"ultra\",\"first\":1,\"seed\":\"{seed}\",\"name\":\"{name}\"}}\n"
    );
    for tick in 0..6 {
        text += &format!("{} H\n", 10 + 5 * tick);
    }
    text + "60 .\n"
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_replayed_and_ranked() {
    let desk = Desk::open().await;
    let any = desk.house.client();
    assert!(desk.best("ultra", "people").await.is_empty());
    let ticket = desk.ticket("ultra").await;
    let text = run("Ada", &ticket.seed.to_string());
    desk.pass(Duration::from_secs(2));
    let entered = ticket.enter(&text).await.ok(201);
    assert_eq!((&entered["rank"], &entered["run"]["mode"]), (&json!(1), &json!("ultra")));
    assert!(entered["run"]["points"].as_i64().unwrap() > 0, "dropping earns points");
    assert_eq!(entered["run"]["figures"]["pieces"], 6);
    let list = desk.best("ultra", "people").await;
    assert_eq!((list.len(), &list[0]["name"]), (1, &json!("Ada")));
    assert_eq!(list[0]["points"], entered["run"]["points"]);
    let id = entered["id"].as_str().unwrap();
    assert_eq!(any.get(&format!("/api/games/tetris/scores/{id}")).await.text, text);

    // A shorter one comes second; the first cannot be entered again, whoever claims it.
    let second = desk.ticket("ultra").await;
    let shorter = run("Bob", &second.seed.to_string()).replace("35 H\n", "");
    desk.pass(Duration::from_secs(2));
    assert_eq!(second.enter(&shorter).await.ok(201)["rank"], 2);
    // The same run in other words is the same run.
    for same in [text.replace('\n', "\r\n"), text.replace("60 .", "75 .")] {
        assert_eq!(ticket.enter(&same).await.ok(201)["id"], entered["id"]);
    }
    assert_eq!(desk.best("ultra", "people").await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_have_happened_is_refused() {
    let desk = Desk::open().await;
    let any = desk.house.client();
    let ticket = desk.ticket("ultra").await;
    let good = run("Ada", &ticket.seed.to_string());
    desk.pass(Duration::from_secs(2));
    for (what, text) in [
        ("nothing", String::new()),
        ("no header", "10 H\n60 .\n".to_owned()),
        ("another game", good.replace("\"tetris\"", "\"chess\"")),
        ("time runs backwards", good.replace("15 H", "9 H")),
        ("an unknown input", good.replace("15 H", "15 Q")),
        ("garbage for oneself", good.replace("15 H", "15 G4.1")),
        ("no end", good.replace("60 .\n", "")),
        ("for ever", good.replace("60 .", "99999999999 .")),
        ("an absurd well", good.replace("\"width\":10", "\"width\":99")),
        ("a well of less than nothing", good.replace("\"height\":20", "\"height\":-1")),
    ] {
        let got = ticket.enter(&text).await;
        assert_eq!(got.code(), (422, "bad-run".into()), "{what}: {}", got.text);
    }
    let nameless = ticket.enter(&good.replace("Ada", "")).await;
    assert_eq!(nameless.code(), (422, "bad-name".into()));
    let sprint = desk.ticket("sprint").await;
    desk.pass(Duration::from_secs(2));
    let given_up = run("Ada", &sprint.seed.to_string()).replace("ultra", "sprint");
    let got = sprint.enter(&given_up).await;
    assert_eq!(got.code(), (422, "bad-run".into()), "a sprint that was not finished");
    for (path, code) in [
        ("/api/games/connect4/scores?mode=ultra&kind=modern", "no-such-mode"),
        ("/api/games/tetris/scores?mode=practice&kind=modern", "no-such-mode"),
        ("/api/games/tetris/scores/nothing", "no-such-run"),
        ("/api/games/chess/scores?mode=a&kind=b", "no-such-game"),
    ] {
        assert_eq!(any.get(path).await.code(), (404, code.into()), "{path}");
    }
    assert!(desk.best("ultra", "people").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_on_any_position() {
    let house = House::open().await;
    let any = house.client();
    let entry = catalog::find("connect4").unwrap();
    let mut table = entry.table(&catalog::Setup::default()).unwrap();
    table.play_all("1 2 1 2 1 2").unwrap();
    let state = table.save();
    let wish = json!({ "state": state, "level": "perfect" });
    let thought = any.post("/api/games/connect4/think", wish).await.ok(200);
    assert_eq!((&thought["seat"], &thought["idea"]["best"]), (&json!(0), &json!("1")));

    let well = catalog::find("tetris").unwrap().table(&catalog::Setup::default()).unwrap();
    let wish = json!({ "state": well.save(), "level": "lookahead", "time": 1000 });
    let thought = any.post("/api/games/tetris/think", wish).await.ok(200);
    let best = thought["idea"]["best"].as_str().unwrap();
    assert!(well.legal().iter().any(|legal| legal == best), "{best}");

    let got = any.post("/api/games/tetris/think", json!({ "state": "nonsense" })).await;
    assert_eq!(got.code(), (422, "bad-position".into()));
    let wish = json!({ "state": well.save(), "level": "nobody" });
    assert_eq!(any.post("/api/games/tetris/think", wish).await.code(), (422, "bad-setup".into()));
}

/// Makes a race; gives its address and a client for each seat that was taken.
async fn race(any: &Client, seats: Value) -> (String, Vec<Client>) {
    let made = any.post("/api/races", json!({ "game": "tetris", "seats": seats })).await.ok(201);
    let tokens = made["tokens"].as_array().unwrap();
    let people = tokens.iter().map(|t| any.with(t["token"].as_str().unwrap())).collect();
    (format!("/api/races/{}", made["race"]["id"].as_str().unwrap()), people)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_race_begins_when_the_last_seat_is_taken() {
    let house = house(Duration::from_secs(3600)).await;
    let any = house.client();
    let (race, people) =
        race(&any, json!([{"kind": "person", "name": "Ada"}, {"kind": "open"}])).await;
    let ada = &people[0];
    let waiting = any.get("/api/races?game=tetris").await.ok(200);
    assert_eq!(waiting[0]["status"], "waiting");
    let early = ada.put(&format!("{race}/inputs"), json!({ "bundle": "0 ." })).await;
    assert_eq!(early.code(), (409, "not-started".into()));

    let joined = any.put(&format!("{race}/players"), json!({ "name": "Bob" })).await.ok(201);
    assert!(joined["token"].is_string());
    let full = any.put(&format!("{race}/players"), json!({ "name": "Eve" })).await;
    assert_eq!(full.code(), (409, "no-place-free".into()));
    let on = any.get(&race).await.ok(200);
    assert_eq!(on["status"], "playing");
    assert!(on["begins_in"].as_i64().unwrap() > 0 && on["seed"].is_string());

    let ahead = ada.put(&format!("{race}/inputs"), json!({ "bundle": "9 H;9000 ." })).await;
    assert_eq!(ahead.code(), (422, "bad-bundle".into()));
    let nobody = any.put(&format!("{race}/inputs"), json!({ "bundle": "0 ." })).await;
    assert_eq!(nobody.code(), (403, "not-your-seat".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_race_over_the_network() {
    let house = house(Duration::ZERO).await;
    let any = house.client();
    let (race, people) =
        race(&any, json!([{"kind": "person", "name": "Ada"}, {"kind": "open"}])).await;
    let ada = &people[0];
    let joined = any.put(&format!("{race}/players"), json!({ "name": "Bob" })).await.ok(201);
    let bob = any.with(joined["token"].as_str().unwrap());

    // Ada drops pieces in one heap until there is no room.
    let mut events = any.events(&race, "").await;
    let fed = ada.put(&format!("{race}/inputs"), json!({ "bundle": "3 LLH;20 ." })).await.ok(200);
    assert_eq!(fed["tick"], 20);
    let (_, note) = events.wait("note").await;
    assert_eq!(note, json!({ "note": "bundle", "seat": 0, "bundle": "3 LLH;20 ." }));
    let back = ada.put(&format!("{race}/inputs"), json!({ "bundle": "5 H;25 ." })).await;
    assert_eq!(back.code(), (422, "illegal-move".into()), "time runs backwards");
    let forged = bob.put(&format!("{race}/inputs"), json!({ "bundle": "5 G9.1;10 ." })).await;
    assert_eq!(forged.code(), (422, "illegal-move".into()), "garbage that nobody sent");
    for tick in 20..40 {
        let bundle = json!({ "bundle": format!("{tick} H;{} .", tick + 1) });
        let fed = ada.put(&format!("{race}/inputs"), bundle).await;
        if fed.status != 200 {
            break;
        }
    }
    let over = any.until(&race, |race| race["status"] == "over").await;
    assert_eq!(over["outcome"]["winners"], json!([1]));
    let again = bob.post(&format!("{race}/again"), json!({})).await.ok(200);
    assert_eq!((&again["round"], &again["status"]), (&json!(1), &json!("playing")));
    // The stream tells of the end, and of the new beginning.
    while events.wait("race").await.1["round"] != 1 {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_runs_by_the_clock_and_whoever_leaves_loses() {
    let house = house(Duration::ZERO).await;
    let any = house.client();
    let seats = json!([{"kind": "person", "name": "Ada"}, {"kind": "bot", "level": "lookahead"}]);
    let (race, people) = race(&any, seats).await;
    let mut events = any.events(&race, "").await;
    let mut dropped = 0;
    // Its first pieces are on the ground within seconds.
    while dropped < 2 {
        let (_, note) = events.wait("note").await;
        assert_eq!((&note["note"], &note["seat"]), (&json!("bundle"), &json!(1)));
        dropped += note["bundle"].as_str().unwrap().matches('H').count();
    }
    assert_eq!(people[0].delete(&format!("{race}/players/0")).await.status, 204);
    let over = any.until(&race, |race| race["status"] == "over").await;
    assert_eq!(over["outcome"]["winners"], json!([1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn races_that_cannot_be_are_refused() {
    let house = House::open().await;
    let any = house.client();
    let person = json!({"kind": "person", "name": "Ada"});
    for (body, code) in [
        (json!({ "game": "tetris", "seats": [person] }), "bad-setup"),
        (json!({ "game": "tetris", "seats": vec![person.clone(); 9] }), "bad-setup"),
        (json!({ "game": "chess", "seats": [person, person] }), "bad-setup"),
        (
            json!({ "game": "tetris", "seats": [person, person], "options": {"width": 1} }),
            "bad-setup",
        ),
        (
            json!({ "game": "tetris", "seats": [person, {"kind": "bot", "level": "x"}] }),
            "bad-setup",
        ),
    ] {
        let got = any.post("/api/races", body.clone()).await;
        assert_eq!(got.code(), (422, code.into()), "{body}: {}", got.text);
    }
    let got =
        any.post("/api/races", json!({ "game": "connect4", "seats": [person, person] })).await;
    assert_eq!(got.code(), (404, "no-such-mode".into()));
    assert_eq!(any.get("/api/races/nothing").await.code(), (404, "no-such-race".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_races_of_experts_hold_up_nobody() {
    let house = house(Duration::ZERO).await;
    let any = house.client();
    let expert = json!({"kind": "bot", "level": "expert"});
    for _ in 0..20 {
        race(&any, json!([expert, expert, expert, expert])).await;
    }
    let (waiting, _) = race(&any, json!([{"kind": "person"}, {"kind": "open"}])).await;
    // Whoever waited for a bot's thought would wait for many of them here.
    let mut slow = 0;
    for _ in 0..40 {
        let began = std::time::Instant::now();
        let list = any.get("/api/races").await.ok(200);
        assert_eq!(list[0]["id"], waiting.rsplit('/').next().unwrap());
        slow += usize::from(began.elapsed() > Duration::from_secs(1));
    }
    assert!(slow < 20, "the list waits for bots: {slow} of 40");
    // They play all the same.
    let mut stream = any.events(&waiting, "").await;
    any.put(&format!("{waiting}/players"), json!({"name": "Bob"})).await.ok(201);
    stream.wait("race").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_race_on_only_while_somebody_is_there() {
    // It never begins, so it cannot come to an end by itself.
    let house = racing(Duration::from_secs(3600), Duration::from_millis(200)).await;
    let any = house.client();
    let (bot, person) = (json!({"kind": "bot", "level": "random"}), json!({"kind": "person"}));
    let gone = async |race: &str| {
        while any.get(race).await.status != 404 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let (kept, people) = race(&any, json!([person, bot, bot])).await;
    let stream = any.events(&kept, "").await;
    let (left, _) = race(&any, json!([bot, bot])).await;
    gone(&left).await;
    assert_eq!(any.get(&kept).await.status, 200, "a person is in it");
    assert_eq!(people[0].delete(&format!("{kept}/players/0")).await.status, 204);
    let (left, _) = race(&any, json!([bot, bot])).await;
    gone(&left).await;
    assert_eq!(any.get(&kept).await.status, 200, "somebody watches");
    drop(stream);
    gone(&kept).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_race_with_bots_in_the_free_seats() {
    let house = house(Duration::ZERO).await;
    let any = house.client();
    let mut seats = vec![json!({"kind": "open"}); 8];
    seats[0] = json!({"kind": "person", "name": "Ada"});
    let options = json!({"pressure": 60, "garbage": 150, "teams": [0, 0, 1, 1, 2, 2, 3, 3]});
    let wish = json!({"game": "tetris", "seats": seats, "options": options});
    let made = any.post("/api/races", wish).await.ok(201);
    let race = format!("/api/races/{}", made["race"]["id"].as_str().unwrap());
    let ada = any.with(made["tokens"][0]["token"].as_str().unwrap());
    let bob = any.put(&format!("{race}/players"), json!({"name": "Bob", "seat": 2})).await.ok(201);
    let bob = any.with(bob["token"].as_str().unwrap());
    let fill = format!("{race}/bots");
    assert_eq!(any.post(&fill, json!({})).await.code(), (403, "not-your-seat".into()));
    let unknown = ada.post(&fill, json!({"level": "nobody"})).await;
    assert_eq!(unknown.code(), (422, "bad-setup".into()));
    let on = ada.post(&fill, json!({"level": "random"})).await.ok(200);
    assert_eq!(on["status"], "playing");
    let bots = on["seats"].as_array().unwrap().iter().filter(|seat| seat["kind"] == "bot");
    assert_eq!(bots.count(), 6);
    assert_eq!((&on["seats"][1]["team"], &on["seats"][7]["team"]), (&json!(0), &json!(3)));

    // It can be found and watched, and is not among those that wait.
    assert_eq!(any.get("/api/races").await.ok(200), json!([]));
    let watched = any.get("/api/races?game=tetris&playing=true").await.ok(200);
    assert_eq!(watched[0]["id"], made["race"]["id"]);

    let aim = format!("{race}/aim");
    assert_eq!(ada.put(&aim, json!({"at": 2})).await.status, 204);
    assert_eq!(ada.put(&aim, json!({"at": null})).await.status, 204);
    let ally = ada.put(&aim, json!({"at": 1})).await;
    assert_eq!(ally.code(), (422, "illegal-move".into()), "an ally");
    assert_eq!(any.put(&aim, json!({"at": 2})).await.code(), (403, "not-your-seat".into()));
    assert_eq!(ada.delete(&format!("{race}/players/0")).await.status, 204);
    assert_eq!(bob.delete(&format!("{race}/players/2")).await.status, 204);
    let now = any.get(&race).await.ok(200);
    assert!(now["seats"][0]["alive"] == false && now["seats"][1]["alive"] == true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_keeps_the_score() {
    let house = house(Duration::ZERO).await;
    let any = house.client();
    let person = |name: &str| json!({"kind": "person", "name": name});
    let (race, people) = race(&any, json!([person("Ada"), person("Bob")])).await;
    for round in 1..=2 {
        // Bob fills his well.
        let mut tick = 0;
        while any.get(&race).await.ok(200)["status"] != "over" {
            let bundle = json!({ "bundle": format!("{tick} H;{} .", tick + 1) });
            let _ = people[1].put(&format!("{race}/inputs"), bundle).await;
            tick += 1;
            assert!(tick < 1000, "a race without an end");
        }
        let over = any.get(&race).await.ok(200);
        assert_eq!(
            (&over["seats"][0]["wins"], &over["seats"][1]["wins"]),
            (&json!(round), &json!(0))
        );
        people[0].post(&format!("{race}/again"), json!({})).await.ok(200);
    }
}
