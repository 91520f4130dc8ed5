//! The command line through the real program: what it prints, what it refuses, and how it ends.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn plateau(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plateau"))
        .args(args)
        .env("LANG", "en_GB.UTF-8")
        .env_remove("LC_ALL")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn stdout(args: &[&str]) -> String {
    let output = plateau(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Its standard error; it must refuse with exit code 2.
fn refusal(args: &[&str]) -> String {
    let output = plateau(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?} prints nothing");
    String::from_utf8(output.stderr).expect("it prints text")
}

#[test]
fn perft_prints_one_count_a_depth() {
    assert_eq!(stdout(&["perft", "connect4", "4"]), "7\n49\n343\n2401\n");
    assert_eq!(stdout(&["perft", "connect4", "--moves", "4 4 4 4 4 4", "1"]), "6\n");
    assert_eq!(stdout(&["perft", "connect4", "--variant", "small", "2"]), "5\n25\n");
}

#[test]
fn moves_are_sorted_one_a_line() {
    assert_eq!(stdout(&["moves", "connect4", "--moves", "444444"]), "1\n2\n3\n5\n6\n7\n");
    assert_eq!(stdout(&["moves", "connect4", "--moves", "1212121"]), "", "none after the end");
    assert_eq!(
        stdout(&["moves", "connect4", "--json", "--option", "width=4"]),
        "[\"1\",\"2\",\"3\",\"4\"]\n"
    );
}

#[test]
fn games_are_listed_for_people_and_programs() {
    let list = stdout(&["games"]);
    assert!(list.contains("Connect Four") && list.contains("medium"), "{list}");
    assert!(stdout(&["games", "--lang", "fr"]).contains("Puissance 4"));
    let games: serde_json::Value = serde_json::from_str(&stdout(&["games", "--json"])).unwrap();
    assert_eq!(games[0]["about"]["id"], "connect4");
    assert_eq!(games[0]["levels"][0]["id"], "random");
    assert_eq!(games[0]["usual_level"], "beginner");
    let levels = games[0]["levels"].as_array().unwrap();
    let usual = levels.iter().find(|level| level["id"] == "beginner").expect("a level");
    let about = usual["about"]["en"].as_str().unwrap();
    let line = list.lines().find(|line| line.contains(about)).expect("its line");
    assert!(line.ends_with("usual"), "{line}");
}

#[test]
fn what_is_wrong_is_said_with_what_would_be_right() {
    for (args, reason) in [
        (&["moves", "chess"][..], "there is no game “chess”; there is "),
        (&["moves", "connect4", "--variant", "huge"], "there is standard, small, large"),
        (&["moves", "connect4", "--option", "colour=1"], "there is width, height"),
        (&["moves", "connect4", "--option", "width=99"], "from 4 to 16"),
        (&["moves", "connect4", "--option", "width=16"], "64 squares at most"),
        (&["moves", "connect4", "--option", "width"], "NAME=VALUE"),
        (&["moves", "connect4", "--moves", "4 8"], "“8”: choose a column from 1 to 7"),
        (&["moves", "connect4", "--moves", "4444444"], "column 4 is full"),
        (&["perft", "connect4", "--moves", "12121213", "2"], "the game is over"),
        (&["perft", "connect4", "-1"], "unexpected argument"),
        (&["perft", "connect4", "many"], "a whole number of moves from 1 to 100"),
        (&["perft", "connect4", "0"], "a whole number of moves from 1 to 100"),
        (&["serve", "--database", "nowhere"], "“nowhere” is no database: give sqlite://FILE"),
        (&["match", "connect4", "random", "genius"], "no level “genius”"),
        (&["match", "connect4", "random"], "2 values required"),
        (&["match", "connect4", "random", "random", "--games", "0"], "0 is not in 1.."),
        (&["match", "connect4", "random", "random", "--movetime", "0"], "0 is not in 1.."),
        (&["match", "connect4", "random", "random", "random"], "3 bots do not fit on 2 seats"),
        (&["match", "connect4", "random", "cmd:./no-such-program"], "does not start"),
        (&["engine", "connect4", "--level", "genius"], "no level “genius”"),
        (&["fly"], "unrecognized subcommand"),
    ] {
        let said = refusal(args);
        assert!(said.contains(reason), "{args:?}: {said}");
    }
    let french = refusal(&["moves", "connect4", "--moves", "9", "--lang", "fr"]);
    assert!(french.contains("choisissez une colonne de 1 à 7"), "{french}");
}

#[test]
fn a_match_is_the_same_again_by_its_seed_and_saves_its_records() {
    let folder = std::env::temp_dir().join(format!("plateau-match-{}", std::process::id()));
    let folder_text = folder.to_str().expect("a path of text");
    let play = |more: &[&str]| {
        let mut args = vec!["match", "connect4", "random", "medium", "--games", "6"];
        args.extend(["--openings", "2", "--seed", "9", "--json"]);
        args.extend(more);
        serde_json::from_str::<serde_json::Value>(&stdout(&args)).unwrap()
    };
    let first = play(&["--records", folder_text]);
    let again = play(&[]);
    assert_eq!(first["standings"], again["standings"]);
    assert_eq!(first["standings"][0]["games"], 6);
    let records: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(records.len(), 6);
    for path in records {
        let record = game::Record::parse(&fs::read_to_string(path).unwrap()).unwrap();
        let table = catalog::find(&record.game).unwrap().replay(&record).unwrap();
        assert!(table.outcome().is_some(), "a saved game was played to its end");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_takes_part_in_a_match_and_one_that_cheats_loses() {
    let program = env!("CARGO_BIN_EXE_plateau");
    let engine = format!("cmd:{program} engine connect4 --level medium");
    let csv = stdout(&["match", "connect4", "random", &engine, "--games", "4", "--csv"]);
    assert_eq!(csv.lines().count(), 5, "a heading and four games: {csv}");
    assert!(!csv.contains("illegal"), "{csv}");

    let script = std::env::temp_dir().join(format!("plateau-cheat-{}.sh", std::process::id()));
    let text = "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
                go*) echo bestmove 99;; quit) exit;; esac; done\n";
    fs::write(&script, text).unwrap();
    let cheat = format!("cmd:sh {}", script.display());
    let output = plateau(&["match", "connect4", "random", &cheat, "--games", "4", "--json"]);
    assert_eq!(output.status.code(), Some(1), "a bot was at fault");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("at fault: sh ") && said.contains("(4 games)"), "{said}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["standings"][0]["wins"], 4, "{report}");
    assert!(report["games"][0]["why"].as_str().unwrap().contains("“99” is illegal"));
    fs::remove_file(script).unwrap();
}

/// In a game with hidden information a program gets only what its seat may know, and no seed.
#[test]
fn a_program_is_not_told_what_its_seat_cannot_know() {
    let program = env!("CARGO_BIN_EXE_plateau");
    let id = std::process::id();
    let [heard, script] =
        ["log", "sh"].map(|end| std::env::temp_dir().join(format!("plateau-heard-{id}.{end}")));
    // Logs everything that the host sends before our own engine answers it.
    let text = format!("tee {} | {program} engine tigris --level heuristic\n", heard.display());
    fs::write(&script, text).unwrap();
    let listener = format!("cmd:sh {}", script.display());
    let args = ["match", "tigris", "random", &listener, "--games", "2", "--threads", "1"];
    let csv = stdout(&[&args[..], &["--seed", "734", "--csv"]].concat());
    assert!(!csv.contains("illegal") && !csv.contains("says"), "{csv}");
    let said = fs::read_to_string(&heard).unwrap();
    assert!(said.contains("position state players=2"), "{said}");
    assert!(!said.contains("seed") && !said.contains("734"), "the seed stays with the host");
    assert!(!said.contains("position start"), "moves show what others swapped");
    for path in [heard, script] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn tetris_bots_attack_each_other_and_are_measured_alone() {
    // The second bot is the first one, through the Tetris Bot Protocol.
    let other =
        format!("tbp:{} engine tetris --protocol tbp --nodes 300", env!("CARGO_BIN_EXE_plateau"));
    let budget = ["--nodes", "300", "--pieces", "25", "--json"];
    let duel = ["match", "tetris", "expert", &other, "--games", "1"];
    let played: Value =
        serde_json::from_str(&stdout(&[&duel[..], &budget].concat())).expect("JSON");
    let game = &played["games"][0];
    assert!(game["sides"][0]["moves"].as_u64() >= Some(24), "{played}");
    assert!(game["sides"][1]["end"].is_null(), "{played}");
    assert_eq!(played["standings"][1]["games"], 1, "{played}");
    let solo = ["match", "tetris", "expert", &other, "--solo", "--seeds", "2"];
    let alone: Value = serde_json::from_str(&stdout(&[&solo[..], &budget].concat())).expect("JSON");
    assert_eq!(alone[0]["runs"], alone[1]["runs"], "the pipe changes nothing");
    assert!(alone[0]["mean_attack_per_piece"].is_number(), "{alone}");
    for (args, reason) in [
        (&["match", "quoridor", "expert", "expert", "--duel"][..], "has no duels in real time"),
        (&["match", "tetris", "expert"], "2 values required"),
        (&["match", "tetris", "expert", "bcts", "tuned", "--duel"], "between two contestants"),
        (&["match", "tetris", "expert", "novice", "--duel"], "novice"),
        (
            &["match", "tetris", "expert", "cmd:./bot", "--duel"],
            "only sits at tables; here there is tbp",
        ),
        (&["match", "tetris", "expert", "cmd:./no-such-program"], "does not start"),
        (&["match", "tetris", "cmd:./bot", "tbp:./bot"], "speaks tbp does not sit at a table"),
        (&["match", "tetris", "expert", "tbp:./no-such-program"], "does not start"),
        (&["match", "connect4", "hard", "tbp:./bot"], "does not speak “tbp”; there is cmd"),
    ] {
        let said = refusal(args);
        assert!(said.contains(reason), "{args:?}: {said}");
    }
}

#[test]
fn levels_with_changed_numbers_fight_in_real_time() {
    let args = ["match", "tetris", "expert:guideline.attack=0.5", "bcts", "--duel", "--games", "2"];
    let text = stdout(&[&args[..], &["--nodes", "50", "--pieces", "8", "--seed", "3"]].concat());
    assert!(text.contains("game 2") && text.contains(" wins"), "{text}");
    assert!(text.contains("expert:guideline.attack=0.5"), "{text}");
}

#[test]
fn players_alone_stand_side_by_side_on_the_same_seeds() {
    let args = ["match", "tetris", "no-lookahead", "no-lookahead:holes=20", "random"];
    let more = ["--games", "4", "--seed", "1"];
    let text = stdout(&[&args[..], &more].concat());
    for row in ["runs                    4", "score a run", "lines a move", "moves a CPU-second"] {
        assert!(text.contains(row), "{row}: {text}");
    }
    let french = stdout(&[&args[..], &more, &["--lang", "fr"]].concat());
    for row in ["parties", "lignes par coup", "coups par seconde de calcul"] {
        assert!(french.contains(row), "{row}: {french}");
    }
    for english in ["runs", "alone", "a run", "a move", "could not"] {
        assert!(!french.contains(english), "{english}: {french}");
    }
    let json = stdout(&[&args[..], &more, &["--json"]].concat());
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json[0]["runs"], json[1]["runs"], "20 is what holes usually count");
    assert_ne!(json[0]["runs"], json[2]["runs"]);
    let one = ["simulate", "tetris", "no-lookahead", "--games", "4", "--seed", "1", "--json"];
    let one: Value = serde_json::from_str(&stdout(&one)).expect("JSON");
    assert_eq!(one["mean_score"], json[0]["mean_score"], "simulate is the same run");
    let csv = stdout(&[&args[..], &more, &["--csv"]].concat());
    assert_eq!(csv.lines().count(), 1 + 3 * 4, "{csv}");
}

#[test]
fn a_program_takes_a_seat_by_the_games_own_protocol() {
    let gtp = format!(
        "gtp:{} engine blokus --level easy --protocol gtp --nodes 10",
        env!("CARGO_BIN_EXE_plateau")
    );
    let args = ["match", "blokus", "medium", &gtp, "--variant", "duo", "--games", "4"];
    let csv = stdout(&[&args[..], &["--openings", "2", "--seed", "3", "--csv"]].concat());
    assert_eq!(csv.lines().count(), 5, "{csv}");
    assert!(!csv.contains("illegal") && !csv.contains("says"), "{csv}");
    let ended = format!("gtp:{} games", env!("CARGO_BIN_EXE_plateau"));
    let output = plateau(&["match", "blokus", "easy", &ended, "--games", "1"]);
    assert_eq!(output.status.code(), Some(1), "a program that speaks no GTP");
}

#[test]
fn numbers_of_a_level_are_listed_changed_and_refused() {
    let list = stdout(&["games", "connect4"]);
    assert!(list.contains("depth") && list.contains("exploration"), "{list}");
    assert!(!list.contains("Quoridor"), "{list}");
    let games: Value = serde_json::from_str(&stdout(&["games", "connect4", "--json"])).unwrap();
    let hard = &games[0]["levels"][2];
    assert_eq!((&hard["id"], &hard["parameters"][0]["name"]), (&"hard".into(), &"depth".into()));
    assert_eq!(hard["parameters"][0]["usual"], 5.0);
    let steps: Vec<(&str, f64, f64)> = hard["parameters"].as_array().unwrap()[2..]
        .iter()
        .map(|one| {
            let number = |name: &str| one[name].as_f64().unwrap();
            (one["name"].as_str().unwrap(), number("usual"), number("step"))
        })
        .collect();
    assert!(
        steps.iter().all(|(_, usual, step)| *step <= usual.abs()),
        "a search begins near what there is, whatever a line of four weighs: {steps:?}"
    );
    let play = ["match", "connect4", "random", "hard:depth=2", "--games", "2", "--csv"];
    assert!(stdout(&play).contains("hard:depth=2"));
    for (args, reason) in [
        (&["match", "connect4", "random", "hard:deep=2"][..], "there is depth (1 to 64)"),
        (&["match", "connect4", "random", "hard:depth=0"], "whole numbers from 1 to 64"),
        (&["engine", "connect4", "--level", "hard:depth=x"], "write NAME=VALUE"),
        (&["play", "connect4", "--seat", "human", "--seat", "hard:deep=2"], "there is depth"),
        (&["simulate", "tetris", "bcts:holes=1,joy=2"], "there is no number “joy”"),
        (&["games", "chess"], "no game “chess”"),
    ] {
        let said = refusal(args);
        assert!(said.contains(reason), "{args:?}: {said}");
    }
    let french = refusal(&["match", "connect4", "random", "hard:depth=0", "--lang", "fr"]);
    assert!(french.contains("des nombres entiers de 1 à 64"), "{french}");
}

#[test]
fn any_level_is_tuned_against_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (journal, best) = (path("journal"), path("best.json"));
    let args = ["tune", "connect4", "hard", "--games", "2", "--confirm", "2", "--budget", "4"];
    let more = ["--nodes", "200", "--journal", &journal, "--out", &best, "--seed", "4"];
    let text = stdout(&[&args[..], &more].concat());
    assert!(text.contains("fresh games") && text.contains("as a contestant   hard:"), "{text}");
    assert!(text.contains("closed_on_both_sides.0  "), "a long name stands apart: {text}");
    let written: Value = serde_json::from_str(&fs::read_to_string(&best).unwrap()).unwrap();
    assert_eq!(written["depth"], 5.0, "what a level may spend is held");
    let candidates = fs::read_to_string(&journal).unwrap().lines().count();
    assert_eq!(stdout(&[&args[..], &more].concat()).lines().count(), text.lines().count());
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), candidates, "resumed");
    let against = ["tune", "connect4", "medium", "--against", "random", "--range", "squares=0:1:1"];
    let grid = ["--method", "grid", "--games", "2", "--confirm", "2", "--nodes", "50"];
    let hold: Vec<String> = ["attack.0", "attack.1", "attack.2", "attack.3"]
        .iter()
        .map(|name| format!("--range={name}=1"))
        .collect();
    let hold: Vec<&str> = hold.iter().map(String::as_str).collect();
    let both = ["--range=closed_on_both_sides.0=1", "--range=closed_on_both_sides.1=1"];
    let rest = ["--range=closed_on_both_sides.2=1", "--range=closed_on_one_side.0=1"];
    let last = ["--range=closed_on_one_side.1=1", "--range=closed_on_one_side.2=1"];
    let text = stdout(&[&against[..], &grid, &hold, &both, &rest, &last].concat());
    assert!(text.contains("2 candidates, 2 games each"), "{text}");
    // What two equal players do is luck: the numbers with which it began are written.
    let even = ["tune", "connect4", "hard", "--parameters", "squares", "--method", "spsa"];
    let few = ["--games", "2", "--confirm", "2", "--budget", "4", "--nodes", "50", "--out", &best];
    let text = stdout(&[&even[..], &few].concat());
    if text.contains("not believed") {
        let written: Value = serde_json::from_str(&fs::read_to_string(&best).unwrap()).unwrap();
        let games: Value = serde_json::from_str(&stdout(&["games", "connect4", "--json"])).unwrap();
        let usual = games[0]["levels"][2]["parameters"].as_array().unwrap().iter();
        let squares = usual.clone().find(|one| one["name"] == "squares").unwrap();
        assert_eq!(written["squares"], squares["usual"], "{text}");
    } else {
        assert!(text.contains("it is better"), "{text}");
    }
    assert!(refusal(&["tune", "connect4", "hard", "--parameters", "joy"]).contains("number “joy”"));
    assert!(refusal(&["tune", "connect4", "random"]).contains("no numbers to tune"));
    assert!(refusal(&["tune", "connect4", "genius"]).contains("no level “genius”"));
    assert!(refusal(&["tune", "connect4", "hard", "--range", "depth=0:9:1"]).contains("1 to 64"));
}

#[test]
fn whoever_stops_reading_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plateau"))
        .args(["games", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs `plateau solve connect4` on these lines.
fn solve(flags: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plateau"))
        .args(["solve", "connect4"])
        .args(flags)
        .env("LANG", "en_GB.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Few enough lines to fit the pipe.
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

#[test]
fn positions_are_solved_line_by_line() {
    let lines = include_str!("../../connect4/tests/data/end-easy");
    let (positions, scores): (Vec<&str>, Vec<&str>) =
        lines.lines().take(50).filter_map(|line| line.split_once(' ')).unzip();
    for flags in [&["--no-book"][..], &[], &["--threads", "2"]] {
        let output = solve(flags, &positions.join("\n"));
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), 50);
        for ((line, position), score) in text.lines().zip(&positions).zip(&scores) {
            let fields: Vec<&str> = line.split(' ').collect();
            assert_eq!(fields[..2], [*position, *score]);
            assert!(fields.len() == 4 && fields[2..].iter().all(|f| f.parse::<u64>().is_ok()));
        }
    }
}

#[test]
fn weak_scores_and_the_scores_of_all_columns() {
    let position = "2252576253462244111563365343671351441";
    let weak = solve(&["--weak"], position).stdout;
    assert!(String::from_utf8_lossy(&weak).starts_with(&format!("{position} -1 ")));
    let all = String::from_utf8(solve(&["--scores"], position).stdout).unwrap();
    let fields: Vec<&str> = all.trim_end().split(' ').collect();
    assert_eq!(fields.len(), 4 + 7, "{all}");
    let best = fields[4..].iter().filter_map(|field| field.parse::<i32>().ok()).max();
    assert_eq!(best, Some(-1), "the best column has the position's score: {all}");
    assert!(fields[4..].contains(&"-"), "full columns have none: {all}");
}

#[test]
fn other_boards_are_solved_where_their_size_is_named() {
    let output = solve(&[], "8x7 48811644784354\n5x5\n9x9 4\n7x7 57756724744434\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let scores: Vec<&str> = text.lines().filter_map(|line| line.rsplit(' ').nth(2)).collect();
    assert_eq!(scores, ["19", "0", "-3"], "{text}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("line 3: no board of “9x9” can be solved"), "{errors}");
}

#[test]
fn bad_lines_are_named_and_the_rest_go_on() {
    let output = solve(&[], "44444444\n12x\n1212121\n12121213\n\u{e9}\n4444443\n");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    for reason in [
        "line 1: move 7: column 4 is full",
        "line 2: move 3: “x” is not a column from 1 to 7",
        "line 3: move 7 wins the game",
        "line 4: move 8: the game was won by the move before",
        "line 5: move 1: “é” is not a column",
        "5 lines were no positions",
    ] {
        assert!(errors.contains(reason), "{reason}: {errors}");
    }
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
    assert!(refusal(&["solve", "chess"]).contains("there is no game"));
    assert!(refusal(&["solve", "connect4", "--threads", "0"]).contains("1..=256"));
}

#[test]
fn an_engine_answers_over_real_pipes() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plateau"))
        .args(["engine", "connect4", "--level", "hard"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"ugi\nposition start moves 1 2 1 2 1\ngo\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("bestmove 1\n"));
}

#[test]
fn a_port_that_is_taken_is_said_with_how_to_choose_another() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = plateau(&["serve", "--bind", &address]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("is taken") && said.contains("--bind"), "{said}");
}

#[test]
fn programs_by_our_own_protocol_play_tetris_alone_by_both_rules() {
    let program = env!("CARGO_BIN_EXE_plateau");
    let program = format!("cmd:{program} engine tetris --level no-lookahead");
    for (variant, board) in [("report", "10x22"), ("modern", "10x20")] {
        let game = ["--variant", variant, "--moves", "25", "--seed", "5"];
        let both = ["match", "tetris", "no-lookahead", &program, "--games", "2", "--json"];
        let both: Value =
            serde_json::from_str(&stdout(&[&both[..], &game].concat())).expect("JSON");
        assert_eq!(both[0]["runs"], both[1]["runs"], "the pipe changes nothing");
        assert!(both[1]["runs"][0]["moves"].as_u64() > Some(10), "{both}");
        let one = ["simulate", "tetris", &program, "--games", "1"];
        let one = stdout(&[&one[..], &game].concat());
        assert!(
            one.contains(board) && one.contains("reach") && one.contains("score a piece"),
            "{one}"
        );
    }
}

#[test]
fn figures_of_different_conditions_are_told_apart() {
    let game = ["--games", "1", "--moves", "5", "--seed", "1"];
    let apart = stdout(&[&["match", "tetris", "lookahead", "bcts"][..], &game].concat());
    assert!(apart.contains("cannot be compared"), "{apart}");
    let same = ["match", "tetris", "lookahead", "bcts", "--option", "board=10x20"];
    let same = [&same[..], &["--option", "end=standard"], &game].concat();
    assert!(!stdout(&same).contains("cannot be compared"));
    let modern = ["simulate", "tetris", "lookahead", "--variant", "modern"];
    let modern = stdout(&[&modern[..], &game].concat());
    assert!(modern.contains("attack a piece"), "{modern}");
}

#[test]
fn a_player_alone_is_counted_with_errors() {
    let args = ["simulate", "tetris", "no-lookahead", "--games", "6", "--seed", "1", "--json"];
    let first: serde_json::Value = serde_json::from_str(&stdout(&args)).unwrap();
    let second: serde_json::Value = serde_json::from_str(&stdout(&args)).unwrap();
    assert_eq!(first["mean_score"], second["mean_score"], "the same seed plays the same");
    assert_eq!((&first["games"], &first["deaths"]), (&6.into(), &6.into()));
    for key in ["mean_lines", "error_lines", "points_per_piece", "pieces_per_cpu_second"] {
        assert!(first[key].as_f64().is_some_and(|value| value > 0.0), "{key}: {first}");
    }
    let marathon = stdout(&["simulate", "tetris", "bcts", "--pieces", "500", "--seed", "1"]);
    assert!(marathon.contains("pieces                500"), "{marathon}");
    let french = ["--lang", "fr", "simulate", "tetris", "bcts", "--pieces", "500", "--seed", "1"];
    let french = stdout(&french);
    for expected in ["bcts seul, graine 1 : 1 partie\n", "lignes en moyenne", "pièces par seconde"]
    {
        assert!(french.contains(expected), "{french}");
    }
    assert!(french.contains("8720,0, au mieux 8720\n"), "with a comma: {french}");
    for english in ["mean", "alone", "deaths", "broken", "lines", "a piece"] {
        assert!(!french.contains(english), "{english}: {french}");
    }
    for (args, reason) in [
        (vec!["simulate", "connect4", "random"], "not played alone; try tetris"),
        (vec!["simulate", "tetris", "nobody"], "there is random-action"),
        (vec!["simulate", "tetris", "bcts", "--option", "board=2x2"], "write 10x20"),
        (vec!["tune", "tetris", "random"], "no numbers to tune"),
        (vec!["tune", "tetris", "--range", "holes"], "NAME=FROM:TO:STEP"),
        (vec!["tune", "tetris", "bcts"], "--method cma-es"),
        (vec!["tune", "tetris", "--figure", "joy"], "there is score, lines"),
        (vec!["tune", "tetris", "--range", "holes=1:2:1e-300"], "more than 100000 points"),
        (vec!["tune", "tetris", "--from", "/no/file"], "/no/file cannot be read"),
        (vec!["tune", "tetris", "--out", "/no/file"], "/no/file cannot be written"),
        (vec!["tune", "tetris", "--svg", "x.svg", "--range", "holes=20"], "two numbers vary"),
        (vec!["simulate", "tetris", "bcts", "--weights", "/no/file"], "cannot be read"),
        (vec!["play", "tetris", "--mode", "sprint"], "needs a terminal"),
        (vec!["play", "tetris", "--first", "99"], "needs a terminal"),
    ] {
        let said = refusal(&args);
        assert!(said.contains(reason), "{args:?}: {said}");
    }
}

#[test]
fn a_grid_is_searched_drawn_resumed_and_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (journal, svg, best) = (path("journal"), path("surface.svg"), path("best.json"));
    let args = [
        "tune",
        "tetris",
        "no-lookahead",
        "--range",
        "lines=2000:3000:1000",
        "--range",
        "holes=10:30:20",
        "--games",
        "3",
        "--confirm",
        "4",
        "--journal",
        &journal,
        "--svg",
        &svg,
        "--out",
        &best,
    ];
    let table = stdout(&args);
    assert!(
        table.contains("4 candidates, 3 games each") && table.contains("fresh games"),
        "{table}"
    );
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 1 + 4);
    // Again: everything is in the journal, and nothing is added to it.
    stdout(&args);
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 1 + 4);
    let (csv, landscape) = (path("grid.csv"), path("landscape.svg"));
    stdout(&[&args[..], &["--csv", &csv, "--svg-3d", &landscape]].concat());
    let csv = fs::read_to_string(&csv).unwrap();
    let means: Vec<f64> = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').rev().nth(1).unwrap().parse().unwrap())
        .collect();
    assert!(means.len() == 4 && means.is_sorted_by(|a, b| a >= b), "best first: {csv}");
    assert_eq!(fs::read_to_string(&landscape).unwrap().matches("<polygon data-at").count(), 1);
    let weights = ["simulate", "tetris", "no-lookahead", "--games", "2", "--weights", &best];
    assert!(stdout(&weights).contains("mean score"));
    let mut other = args;
    other[8] = "4";
    assert!(refusal(&other).contains("another request"));
}

#[test]
fn a_game_is_written_in_another_format_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.blksgf");
    let text = "(;GM[Blokus Duo]\n;B[e10,e9,f10,g10,g11]\n;W[j5,j4,i5,h5,h6]\n)\n";
    fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a name");
    let record = stdout(&["convert", file]);
    assert!(record.starts_with('{') && record.lines().count() == 3, "{record}");
    let own = folder.path().join("game.record");
    fs::write(&own, &record).expect("a file");
    let own = own.to_str().expect("a name");
    let back = stdout(&["convert", own, "--to", "blksgf"]);
    let squares = |text: &str| {
        let mut lines: Vec<Vec<String>> = Vec::new();
        for line in text.lines().filter(|line| line.starts_with(";B") || line.starts_with(";W")) {
            let inside = line.split(['[', ']']).nth(1).expect("squares");
            let mut all: Vec<String> = inside.split(',').map(str::to_owned).collect();
            all.sort();
            lines.push(all);
        }
        lines
    };
    assert_eq!(squares(&back), squares(text));
    assert!(refusal(&["convert", own, "--to", "pgn"]).contains("blksgf"));
    assert!(refusal(&["convert", "no-such-file"]).contains("no-such-file"));
}

#[test]
fn a_position_is_explained_for_people_programs_and_graphviz() {
    let args = ["explain", "connect4", "--moves", "4453", "--depth", "2", "--level", "hard"];
    let with = |more: &[&'static str]| stdout(&[&args[..], more].concat());
    let text = with(&[]);
    for part in ["fours through its discs", "minimax: 56 positions", "alpha-beta: ", "✂", "├─ "]
    {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let json: Value = serde_json::from_str(&with(&["--json"])).expect("JSON");
    let [minimax, alpha_beta] = &json["trees"].as_array().expect("trees")[..] else {
        panic!("two trees")
    };
    assert_eq!(minimax["searched"], 7 + 49);
    assert!(alpha_beta["searched"].as_u64() < minimax["searched"].as_u64());
    assert_eq!(minimax["nodes"][0]["value"], alpha_beta["nodes"][0]["value"]);
    let terms = json["breakdown"]["terms"].as_array().expect("terms");
    let sum: f64 = terms.iter().filter_map(|term| term["points"][0].as_f64()).sum();
    assert_eq!(Some(sum), json["breakdown"]["totals"][0].as_f64());
    let dot = with(&["--dot"]);
    assert!(dot.starts_with("digraph") && dot.contains("style=dashed"), "{dot}");
    let french = stdout(&["--lang", "fr", "explain", "quoridor", "--moves", "e2 e8 e3h"]);
    assert!(french.contains("cases examinées"), "{french}");

    let quoridor = ["explain", "quoridor", "--moves", "e2 e8", "--level", "expert", "--depth", "1"];
    let changed = stdout(&[&quoridor[..], &["--change", "e3"]].concat());
    let (_, changed) = changed.split_once("What e3 changes:").expect("a table of its own");
    let steps = changed.lines().find(|line| line.contains("steps to the goal")).expect("a term");
    assert_eq!(
        steps.split_whitespace().rev().take(4).collect::<Vec<_>>(),
        ["-100", "+100", "0", "-1"]
    );
    let changed = stdout(&[&quoridor[..], &["--change", "e3", "--json"]].concat());
    let changed: Value = serde_json::from_str(&changed).expect("JSON");
    let points = |of: &Value| of["totals"][0].as_f64().unwrap();
    let of_move =
        changed["moves"].as_array().unwrap().iter().find(|one| one["move"] == "e3").unwrap();
    let difference = of_move["total"].as_f64().unwrap() - points(&changed["breakdown"]);
    assert!((points(&changed["change"]) - difference).abs() < 1e-6, "{changed}");
    assert!(refusal(&[&quoridor[..], &["--change", "e9"]].concat()).contains("e9"));
    // A position that no moves led to: Yellow is to move and has one of two columns to stop three in the bottom row.
    let set_up = ["explain", "connect4", "--position", "7x6 7/7/7/7/3o3/2xxo2 4", "--moves", "5"];
    let set_up: Value =
        serde_json::from_str(&stdout(&[&set_up[..], &["--json"]].concat())).expect("JSON");
    assert_eq!((&set_up["epoch"], &set_up["seat"]), (&1.into(), &1.into()), "{set_up}");
    assert!(refusal(&["explain", "connect4", "--position", "nonsense"]).contains("7x6"));
    let both = ["explain", "connect4", "--position", "7x6", "--seed", "1"];
    assert!(refusal(&both).contains("--seed"));
    let moves = |game, moves| refusal(&["explain", game, "--moves", moves]);
    assert!(moves("connect4", "9").contains('9'));
    assert!(moves("connect4", "1212121").contains("the game is over"));
    assert!(refusal(&["explain", "connect4", "--level", "random"]).contains("medium, hard"));
    assert!(refusal(&["explain", "connect4", "--level", "nobody"]).contains("has no level"));
    assert!(refusal(&["explain", "connect4", "--depth", "99"]).contains("from 1 to 12"));
    assert!(refusal(&["explain", "tetris", "--level", "dellacherie", "--dot"]).contains("no tree"));
}
