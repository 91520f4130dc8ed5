//! Puzzles over HTTP: every game's are listed, shown without secrets, answered and explained.

use serde_json::{Value, json};

use crate::support::House;

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_listed_by_theme_and_one_is_the_days() {
    let house = House::open().await;
    let any = house.client();
    let there = any.get("/api/puzzles").await.ok(200);
    let day = &there["day"];
    let path = format!(
        "/api/games/{}/puzzles/{}",
        day["game"].as_str().unwrap(),
        day["id"].as_str().unwrap()
    );
    any.get(&path).await.ok(200);
    assert_eq!(any.get("/api/puzzles").await.ok(200)["day"]["id"], day["id"]);
    for game in there["games"].as_array().unwrap() {
        let path = format!("/api/games/{}/puzzles", game["game"].as_str().unwrap());
        let all = any.get(&path).await.ok(200);
        assert_eq!(all.as_array().unwrap().len() as u64, game["count"].as_u64().unwrap());
        let ratings: Vec<u64> =
            all.as_array().unwrap().iter().map(|one| one["rating"].as_u64().unwrap()).collect();
        assert!(ratings.is_sorted(), "easiest first");
        for theme in game["themes"].as_array().unwrap() {
            let path = format!("{path}?theme={}", theme["id"].as_str().unwrap());
            let some = any.get(&path).await.ok(200).as_array().unwrap().len();
            assert_eq!(some as u64, theme["count"].as_u64().unwrap());
        }
        assert!(
            any.get(&format!("{path}?theme=none")).await.ok(200).as_array().unwrap().is_empty()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_solved_move_by_move_and_the_opponent_answers() {
    let house = House::open().await;
    let any = house.client();
    let there = any.get("/api/puzzles").await.ok(200);
    for game in there["games"].as_array().unwrap() {
        let game = game["game"].as_str().unwrap();
        let list = any.get(&format!("/api/games/{game}/puzzles")).await.ok(200);
        // The hardest have the longest lines.
        let id = list.as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
        let path = format!("/api/games/{game}/puzzles/{id}");
        let puzzle = any.get(&path).await.ok(200);
        assert_eq!(puzzle["position"]["turn"], puzzle["seat"], "{game}");
        assert!(!puzzle["task"]["fr"].as_str().unwrap().contains('{'), "{game}");
        let lines = any.get(&format!("{path}/solution")).await.ok(200)["lines"].clone();
        let right: Vec<String> =
            lines.as_array().unwrap().iter().map(|line| texts(line)[0].clone()).collect();
        let answer = async |moves: &[String]| {
            any.post(&format!("{path}/answer"), json!({ "moves": moves })).await.ok(200)
        };
        let legal = texts(&puzzle["position"]["legal"]);
        let wrong = legal.iter().find(|text| !right.contains(text)).unwrap().clone();
        let answered = answer(std::slice::from_ref(&wrong)).await;
        assert_eq!(
            (&answered["right"], &answered["done"]),
            (&json!(false), &json!(false)),
            "{game}"
        );
        assert_eq!(answered["steps"].as_array().unwrap().len(), 1, "no reply to a wrong move");

        let (line, mut own, mut played) = (texts(&lines[0]), Vec::new(), Vec::new());
        let mut moves = 0;
        loop {
            own.push(line[played.len()].clone());
            moves += 1;
            let answered = answer(&own).await;
            assert_eq!(answered["right"], true, "{game} {own:?}");
            for step in answered["steps"].as_array().unwrap() {
                played.push(step["text"].as_str().unwrap().to_owned());
            }
            assert!(line.starts_with(&played), "{game}: {played:?}");
            if answered["done"] == true {
                break;
            }
        }
        assert_eq!((played, json!(moves)), (line, puzzle["moves"].clone()), "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_puzzle_and_no_move_is_refused() {
    let house = House::open().await;
    let any = house.client();
    for path in ["chess/puzzles", "connect4/puzzles/none", "connect4/puzzles/none/solution"] {
        assert_eq!(any.get(&format!("/api/games/{path}")).await.status, 404, "{path}");
    }
    let list = any.get("/api/games/connect4/puzzles").await.ok(200);
    let path = format!("/api/games/connect4/puzzles/{}/answer", list[0]["id"].as_str().unwrap());
    let refused = any.post(&path, json!({ "moves": ["x"] })).await;
    assert_eq!((refused.status, &refused.json()["at"]), (422, &json!(0)));
    assert_eq!(any.post(&path, json!({ "moves": 4 })).await.status, 400);
    let nothing = any.post(&path, json!({ "moves": [] })).await.ok(200);
    assert_eq!(nothing, json!({ "right": true, "done": false, "steps": [] }));
}
