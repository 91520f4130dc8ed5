//! Bots from outside sit down at a table: the one of docs/write-a-bot.md over HTTP, and any program or level by
//! `plateau join`.

use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::process::Process;

/// The complete programs of docs/write-a-bot.md, in order.
fn examples() -> Vec<String> {
    let text = include_str!("../../../../docs/write-a-bot.md");
    let blocks = text.split("```python\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

fn start(program: &str, args: &[&str]) -> std::process::Child {
    Command::new(program)
        .args(args)
        .env("LANG", "en_GB.UTF-8")
        .env("no_proxy", "*")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn said(output: &Output) -> String {
    format!(
        "{} {}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_from_outside_play_whole_games() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}/plateau.db", folder.path().display());
    let server = Process::start(&database, &[]).await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let [engine, over_http] = &examples()[..] else { panic!("two examples") };
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (engine, over_http) = (file("my bot.py", engine), file("http_bot.py", over_http));
    for game in ["connect4", "quoridor", "tigris"] {
        let mut wish = json!({ "game": game, "seats": [{ "kind": "open" }, { "kind": "open" }] });
        if game == "tigris" {
            wish["variant"] = json!("two");
        }
        let answer = http.post(format!("{}/api/tables", server.url)).json(&wish).send().await;
        let made: Value = answer.unwrap().json().await.unwrap();
        let table = made["table"].as_str().or(made["table"]["id"].as_str()).unwrap().to_owned();
        let address = format!("{}/table/{table}", server.url);
        let plateau = env!("CARGO_BIN_EXE_plateau");
        let bot = format!("python3 '{engine}'");
        let level = ["join", &address, "--level", "random", "--name", "Third"];
        let programs = match game {
            "connect4" => [
                start("python3", &[&over_http, &address]),
                start(plateau, &["join", &address, "--bot", &bot]),
            ],
            "tigris" => [
                start(plateau, &["join", &address, "--level", "heuristic"]),
                start(plateau, &["join", &address, "--bot", &bot]),
            ],
            _ => [
                start(plateau, &["join", &address, "--level", "runner", "--name", "Runner"]),
                start(plateau, &["join", &address, "--bot", &bot, "--seat", "2"]),
            ],
        };
        for program in programs {
            let output = program.wait_with_output().unwrap();
            assert!(output.status.success(), "{game}: {}", said(&output));
            assert!(said(&output).contains("place "), "{game}: {}", said(&output));
        }
        let url = format!("{}/api/tables/{table}", server.url);
        let after: Value = http.get(url).send().await.unwrap().json().await.unwrap();
        assert_eq!(after["status"], "over", "{after}");
        let full = start(plateau, &level).wait_with_output().unwrap();
        assert_eq!(full.status.code(), Some(2), "no seat is free: {}", said(&full));
    }
    let nowhere = start(env!("CARGO_BIN_EXE_plateau"), &["join", "nowhere", "--level", "hard"]);
    let nowhere = nowhere.wait_with_output().unwrap();
    assert!(said(&nowhere).contains("is no table"), "{}", said(&nowhere));
}
