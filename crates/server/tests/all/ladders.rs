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
