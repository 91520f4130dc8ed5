//! Scratch driver: expert against an external engine.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use game::{Game, Rng, play_text};
use quoridor::{Expert, Options, Quoridor};
use search::{Limits, Player, Stop};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (cmd, games, ms, seed) = (
        &args[1],
        args[2].parse::<usize>().unwrap(),
        args[3].parse::<u64>().unwrap(),
        args[4].parse::<u64>().unwrap(),
    );
    let theirs: u64 = args.get(5).map_or(ms, |t| t.parse().unwrap());
    let mut child = Command::new(cmd)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut to, mut from) =
        (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut rng = Rng::new(seed);
    let (mut score, mut played) = (0.0f64, 0);
    let mut opening: Vec<String> = Vec::new();
    let (mut nodes, mut depth, mut thoughts) = (0u64, 0u64, 0u64);
    for number in 0..games {
        if number % 2 == 0 {
            opening.clear();
            let mut game = Quoridor::new(&Options::default(), 0).unwrap();
            for _ in 0..2 {
                let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
                opening.push(mv.to_string());
                game.play(mv);
            }
        }
        let ours = number % 2;
        let mut game = Quoridor::new(&Options::default(), 0).unwrap();
        let mut moves: Vec<String> = Vec::new();
        for text in &opening {
            play_text(&mut game, text).unwrap();
            moves.push(text.clone());
        }
        writeln!(to, "newgame variant two").unwrap();
        let mut expert = Expert::new();
        while let Some(seat) = game.turn().seat() {
            let text = if seat.index() == ours {
                let limits = Limits::time(Duration::from_millis(ms));
                let thought = expert.think(&game, &limits, &Stop::new(), &mut |_| ());
                nodes += thought.nodes;
                depth += u64::from(thought.depth);
                thoughts += 1;
                thought.best.unwrap().to_string()
            } else {
                writeln!(to, "position start moves {}", moves.join(" ")).unwrap();
                writeln!(to, "go movetime {theirs}").unwrap();
                to.flush().unwrap();
                loop {
                    let mut line = String::new();
                    assert!(from.read_line(&mut line).unwrap() > 0, "engine died");
                    if let Some(mv) = line.strip_prefix("bestmove ") {
                        break mv.trim().to_owned();
                    }
                }
            };
            if let Err(error) = play_text(&mut game, &text) {
                println!("illegal {text} by {}: {error} {}", seat, moves.join(" "));
                break;
            }
            moves.push(text);
        }
        let share =
            game.turn().outcome().map_or(1.0, |o| f64::from(o.share(game::Seat(ours as u8))));
        score += share;
        played += 1;
        println!(
            "game {} ours {} -> {share} plies {} total {score}/{played} nodes {} depth {:.1}",
            number + 1,
            ours + 1,
            moves.len(),
            nodes / thoughts.max(1),
            depth as f64 / thoughts.max(1) as f64
        );
        if std::env::var("SHOW").is_ok() {
            println!("{}", moves.join(" "));
        }
    }
    let _ = writeln!(to, "quit");
}
