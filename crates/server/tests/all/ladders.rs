//! Ladders in a folder, shown as they grow.

use std::fs::OpenOptions;
use std::io::Write;

use serde_json::json;
use server::BotSpec;

use crate::support::{House, config};

const HEAD: &str = r#"{"plateau":"ladder","game":"connect4","variant":null,"options":{},"contestants":["random","medium","python3 /home/ada/bot.py"]}"#;

fn game(number: usize, first: usize, second: usize) -> String {
    format!(
        r#"{{"number":{number},"round":{number},"lineup":[{first},{second}],"seed":1,"seated":[{first},{second}],"side_of":[0,1],"places":[2,1],"plies":9,"why":"four in a row","key":{number}}}"#
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ladder_grows_before_everybodys_eyes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.journal");
    let mut config = config();
    config.ladders = Some(folder.path().to_owned());
    config.bots.hosted = vec![BotSpec::parse("connect4:Ada=python3 /home/ada/bot.py").unwrap()];
    let house = House::with(config).await;
    let client = house.client();
    let arena = client.get("/api/arena").await.ok(200);
    assert_eq!(arena["ladders"], json!([]));
    assert_eq!(arena["measured"]["connect4"]["standard"]["kind"], "elo");
    let mut stream = client.events("/api/arena", "").await;
    assert_eq!(stream.wait("ladders").await.1, json!([]));
    // Somebody begins a ladder.
    let mut file = OpenOptions::new().append(true).create(true).open(&path).unwrap();
    writeln!(file, "{HEAD}\n{}", game(0, 0, 1)).unwrap();
    std::fs::write(folder.path().join("other.txt"), "not a ladder").unwrap();
    std::fs::write(folder.path().join("tune.journal"), "{\"plateau\":\"tune\"}\n").unwrap();
    let ladders = stream.wait("ladders").await.1;
    let ladder = &ladders[0];
    assert_eq!((&ladder["id"], &ladder["variant"]), (&json!("first"), &json!("standard")));
    assert_eq!((&ladder["played"], &ladder["growing"]), (&json!(1), &json!(true)));
    for number in 1..30 {
        writeln!(file, "{}", game(number, number % 2, 2 - (number + 1) % 2)).unwrap();
    }
    let ladder = loop {
        let ladder = stream.wait("ladders").await.1[0].clone();
        if ladder["played"] == 30 {
            break ladder;
        }
    };
    let names: Vec<&str> = ladder["contestants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"]["fr"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["bot.py", "Moyen", "Hasard"],
        "the strongest first, programs without their path"
    );
    assert!(ladder["curves"].as_array().unwrap().len() > 1);
    assert!(!ladder.to_string().contains("/home/ada"), "a host’s paths are nobody’s business");
    // A bot of the host's that took part has its rating from there.
    let games = client.get("/api/games").await.ok(200);
    let levels = games[0]["levels"].as_array().unwrap();
    let ada = levels.iter().find(|level| level["hosted"] == true).unwrap();
    let medium = levels.iter().find(|level| level["id"] == "medium").unwrap();
    let elo = |level: &serde_json::Value| level["ratings"]["standard"].as_i64().unwrap();
    assert!(elo(ada) > elo(medium), "{ada}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_met_measured_levels_is_rated_on_their_scale() {
    let folder = tempfile::tempdir().unwrap();
    let command = "python3 /home/ada/bot.py";
    let head = json!({
        "plateau": "ladder", "game": "connect4", "variant": null, "options": {},
        "contestants": ["random", "medium", "hard", command], "gauntlet": command,
    });
    // It has lost three of four against one of them, and has not met the others.
    let games: Vec<String> = (0..40)
        .map(|number| match number % 4 {
            0 => game(number, 1, 3),
            _ => game(number, 3, 1),
        })
        .collect();
    let journal = format!("{head}\n{}\n", games.join("\n"));
    std::fs::write(folder.path().join("bot.journal"), journal).unwrap();
    let mut config = config();
    config.ladders = Some(folder.path().to_owned());
    config.bots.hosted = vec![BotSpec::parse(&format!("connect4:Ada={command}")).unwrap()];
    let house = House::with(config).await;
    let client = house.client();
    let mut stream = client.events("/api/arena", "").await;
    let ladder = loop {
        let ladders = stream.wait("ladders").await.1;
        if ladders[0]["played"] == 40 {
            break ladders[0].clone();
        }
    };
    let games = client.get("/api/games").await.ok(200);
    let levels = games[0]["levels"].as_array().unwrap();
    let elo = |of: &dyn Fn(&serde_json::Value) -> bool| {
        let level = levels.iter().find(|level| of(level)).unwrap();
        level["ratings"]["standard"].as_f64().unwrap()
    };
    let medium = elo(&|level| level["id"] == "medium");
    let ada = elo(&|level| level["hosted"] == true);
    assert!((medium - 250.0..medium - 120.0).contains(&ada), "{ada} beside {medium}");
    let shown = |name: &str| {
        let mut list = ladder["contestants"].as_array().unwrap().iter();
        list.find(|one| one["name"]["en"] == name).unwrap()
    };
    assert_eq!(shown("Medium")["value"].as_f64().unwrap().round(), medium, "{ladder}");
    assert_eq!(shown("bot.py")["value"].as_f64().unwrap().round(), ada);
}
