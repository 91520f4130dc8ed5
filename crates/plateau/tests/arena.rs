//! Matches and ladders through the real program: honest numbers, bots that misbehave, journals that survive a kill.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.args(args).env("LANG", "en_GB.UTF-8").env_remove("LC_ALL").stdin(Stdio::null());
    command
}

fn plateau(args: &[&str]) -> Output {
    command(args).output().expect("the program starts")
}

fn text(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).expect("it prints text")
}

fn stdout(args: &[&str]) -> String {
    let output = plateau(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn json(args: &[&str]) -> Value {
    let output = plateau(&[args, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
}

/// A bot that is a shell script: it says hello, and does this when it is asked for a move.
fn bot(folder: &Path, name: &str, on_go: &str) -> String {
    let path = folder.join(name);
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
         go*) {on_go};; quit) exit;; esac; done\n"
    );
    fs::write(&path, script).expect("the bot is written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may run");
    path.display().to_string()
}

#[test]
fn games_that_come_again_count_once_and_openings_make_them_differ() {
    // Two without chance from the bare start play two games, however often.
    let same = ["match", "connect4", "medium", "hard", "--games", "12", "--openings", "0"];
    let said = stdout(&same);
    assert!(said.contains("only 2 different games of 12"), "{said}");
    let report = json(&same);
    assert_eq!((&report["played"], &report["different_games"]), (&12.into(), &2.into()));
    assert_eq!(report["standings"][0]["games"], 2, "each counts once");
    let usual = json(&["match", "connect4", "medium", "hard", "--games", "12", "--seed", "3"]);
    assert_eq!(usual["different_games"], 12);
    let games = usual["games"].as_array().unwrap();
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["seed"], pair[1]["seed"], "an opening is played both ways");
        assert_eq!(pair[0]["seated"], serde_json::json!([0, 1]));
        assert_eq!(pair[1]["seated"], serde_json::json!([1, 0]));
    }
    let score = |one: usize| usual["standings"][one]["score"].as_f64().unwrap();
    assert!((score(0) + score(1) - 1.0).abs() < 1e-9);
}

#[test]
fn openings_come_from_a_file() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("book"), "4 4 3 # two openings\n\n1 1\n").unwrap();
    let (book, records) = (path("book"), path("records"));
    let args = ["match", "connect4", "random", "medium", "--games", "4", "--openings", &book];
    stdout(&[&args[..], &["--records", &records]].concat());
    for (number, opening) in [(1, "4\n4\n3"), (2, "4\n4\n3"), (3, "1\n1"), (4, "1\n1")] {
        let record = fs::read_to_string(format!("{records}/0000{number}.record")).unwrap();
        let record = game::Record::parse(&record).unwrap();
        assert!(record.moves.join("\n").starts_with(opening), "{number}: {:?}", record.moves);
    }
    fs::write(path("book"), "4 9\n").unwrap();
    let output = plateau(&args);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("line 1: “9”"), "{}", text(&output.stderr));
}

#[test]
fn a_team_that_wins_every_game_has_won_all_of_them() {
    let teams = ["match", "blokus", "easy", "medium", "--variant", "teams", "--games", "6"];
    let report = json(&[&teams[..], &["--seed", "2"]].concat());
    let score = |one: usize| report["standings"][one]["score"].as_f64().unwrap();
    assert!((score(0) + score(1) - 1.0).abs() < 1e-9, "{report}");
    let wins = report["standings"][1]["wins"].as_f64().unwrap();
    let draws = report["standings"][1]["draws"].as_f64().unwrap();
    assert!((score(1) - (wins + draws / 2.0) / 6.0).abs() < 1e-9, "{report}");
    for game in report["games"].as_array().expect("games") {
        assert_eq!(game["seated"][0], game["seated"][2], "a contestant plays a whole team");
    }
    let too_many = plateau(&["match", "blokus", "easy", "easy", "medium", "--variant", "teams"]);
    assert_eq!(too_many.status.code(), Some(2));
    assert!(text(&too_many.stderr).contains("3 bots do not fit on 2 teams"));
    // Four alone: shares of the first place add up to one, and there is a rating for each.
    let four = ["match", "quoridor", "walls", "random", "runner", "random", "--variant", "four"];
    let report = json(&[&four[..], &["--games", "8", "--seed", "2"]].concat());
    let standings = report["standings"].as_array().unwrap();
    let sum: f64 = standings.iter().map(|one| one["score"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{report}");
    assert!(standings[0]["rating"]["elo"].is_number(), "{report}");
}

#[test]
fn whoever_misbehaves_is_named_with_the_game_and_its_last_lines() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str, on_go: &str| format!("cmd:{}", bot(folder.path(), name, on_go));
    for (name, on_go, kind, said) in [
        ("crash", "echo no more ideas >&2; exit 3", "crashed", "no more ideas"),
        ("cheat", "echo hm >&2; echo bestmove 99", "illegal", "“99” is illegal"),
        ("mute", "echo asleep >&2", "late", "does not answer within 3 s"),
        ("bytes", "printf '\\377\\376\\n'", "no_text", "prints no text"),
        ("empty", "echo bestmove", "illegal", "“” is illegal"),
        // Ten times its time, and then a legal move.
        ("slow", "sleep 20; echo bestmove 4", "late", "does not answer within 3 s"),
    ] {
        let bot = at(name, on_go);
        let args = ["match", "connect4", &bot, "random", "--games", "1"];
        // A random mover needs no three seconds, not even on a busy machine.
        let clock = ["--movetime", "2000", "--margin", "1000"];
        let output = plateau(&[&args[..], &clock, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(text(&output.stderr).contains(&format!("at fault: {}", &bot[4..])), "{name}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["standings"][0]["faults"], 1, "{name}: {report}");
        assert_eq!(report["standings"][1]["wins"], 1, "{name}: {report}");
        let fault = &report["games"][0]["faults"][0];
        assert_eq!(fault["kind"], kind, "{name}");
        let whole = format!("{} {}", fault["why"], fault["stderr"]);
        assert!(whole.contains(said), "{name}: {whole}");
    }
    let bot = at("crash", "echo no more ideas >&2; exit 3");
    let output = plateau(&["match", "connect4", "random", &bot, "--games", "2"]);
    let said = text(&output.stdout);
    assert!(said.contains("crash crashed: ") && said.contains("    | no more ideas"), "{said}");
    assert!(said.contains("game 1: ") && said.contains("game 2: "), "{said}");
}

#[test]
fn a_bot_is_tried_and_told_what_is_wrong() {
    let folder = TempDir::new().unwrap();
    // A path with spaces, and what it has started ends with it.
    let spaces = folder.path().join("my bots");
    fs::create_dir(&spaces).unwrap();
    let left = folder.path().join("left");
    let start = format!("sleep 1000 & echo $! >> {}; echo bestmove 8", left.display());
    let cheat = bot(&spaces, "column eight", &start);
    // A budget of nodes has no clock that a busy machine could exceed.
    let cheat = format!("cmd:{cheat}");
    let output = plateau(&["match", "connect4", "--check", &cheat, "--nodes", "200"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("ok    starts and says hello"), "{said}");
    assert!(
        said.contains(
            "at move 1 it played an illegal move: “8” is illegal: choose a column from 1 to 7"
        ),
        "{said}"
    );
    let ended = || {
        fs::read_to_string(&left).unwrap().lines().all(|id| {
            let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        })
    };
    let limit = Instant::now() + Duration::from_secs(30);
    while !ended() && Instant::now() < limit {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(ended(), "the whole group ends with the match");
    let engine = format!("cmd:{} engine connect4 --level medium", env!("CARGO_BIN_EXE_plateau"));
    let fine = stdout(&["match", "connect4", "--check", &engine, "--nodes", "200"]);
    assert_eq!(fine.matches("ok    ").count(), 5, "{fine}");
    let tbp = format!("tbp:{} engine tetris --protocol tbp", env!("CARGO_BIN_EXE_plateau"));
    let alone = stdout(&["match", "tetris", "--check", &tbp, "--nodes", "300"]);
    assert!(alone.contains("30 moves"), "{alone}");
    let none = plateau(&["match", "connect4", "--check", "cmd:true"]);
    assert!(text(&none.stdout).contains("WRONG starts and says hello: “true” has ended"));
}

/// A match whose first bot hangs as soon as it is asked for a move, which is told by the file `asked`; returns once it is.
fn hanging_match(folder: &Path, asked: &Path, on_go: &str, output: Stdio) -> Child {
    let slow = format!("cmd:{}", bot(folder, "slow", on_go));
    let child = command(&["match", "connect4", &slow, "random", "--threads", "1"])
        .stdout(output)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let limit = Instant::now() + Duration::from_secs(120);
    while !asked.exists() {
        assert!(Instant::now() < limit, "the bot is never asked");
        thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn nothing_played_is_nothing_known() {
    let folder = TempDir::new().unwrap();
    let asked = folder.path().join("asked");
    let on_go = format!("touch {}; sleep 100", asked.display());
    // It is interrupted in its first game.
    let mut child = hanging_match(folder.path(), &asked, &on_go, Stdio::piped());
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut said = String::new();
    std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut said).unwrap();
    child.wait().unwrap();
    assert!(said.contains("no game was played"), "{said}");
    assert!(!said.contains("50"), "{said}");
}

#[test]
fn a_bot_that_hangs_does_not_outlive_a_match_that_is_killed() {
    let folder = TempDir::new().unwrap();
    let asked = folder.path().join("asked");
    let on_go = format!("sleep 1000 & echo $$ $! > {0}.new; mv {0}.new {0}; wait", asked.display());
    let mut child = hanging_match(folder.path(), &asked, &on_go, Stdio::null());
    child.kill().unwrap();
    child.wait().unwrap();
    let limit = Instant::now() + Duration::from_secs(120);
    for id in fs::read_to_string(&asked).unwrap().split_whitespace() {
        let runs = || {
            let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            !state.is_empty() && !state.contains(") Z ")
        };
        while runs() {
            assert!(Instant::now() < limit, "{id} is still there");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn one_pair_tells_nothing_of_the_difference() {
    let args = ["match", "connect4", "medium", "hard", "--games", "2", "--openings", "0"];
    let said = stdout(&args);
    assert_eq!(said.matches("unknown").count(), 2, "{said}");
    assert!(!said.contains("inf"), "{said}");
    let french = stdout(&[&args[..], &["--lang", "fr"]].concat());
    assert_eq!(french.matches("inconnu").count(), 2, "{french}");
    let report = json(&args);
    assert_eq!(report["standings"][0]["elo_95"], serde_json::json!([null, null]));
    // What a game at a table cannot be told is not passed over.
    let moves = plateau(&[&args[..], &["--moves", "5"]].concat());
    assert_eq!(moves.status.code(), Some(2));
    assert!(text(&moves.stderr).contains("--moves ends duels and runs alone"));
}

#[test]
fn a_sequential_test_stops_when_the_answer_is_clear() {
    let args = ["match", "connect4", "medium", "random", "--sprt", "0,100", "--seed", "5"];
    let report = json(&args);
    assert_eq!(report["sprt"]["verdict"], "second", "{}", report["sprt"]);
    let played = report["played"].as_u64().unwrap();
    assert!(played < 200, "{played} games");
    let one = json(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(one["played"], report["played"], "the same however many threads play");
    let said = stdout(&["match", "connect4", "random", "medium", "--sprt", "0,100", "--seed", "5"]);
    assert!(said.contains("random is not stronger than medium"), "{said}");
    let wrong = plateau(&["match", "connect4", "medium", "hard", "--sprt", "20"]);
    assert!(text(&wrong.stderr).contains("two Elo differences"));
}

/// What a ladder has come to, without what the clock says.
fn reproducible(report: &Value) -> Value {
    let games = report["games"].as_array().expect("games").iter();
    let games: Vec<Value> = games
        .map(|game| {
            serde_json::json!([game["number"], game["seated"], game["places"], game["key"]])
        })
        .collect();
    let ratings = report["contestants"].as_array().expect("contestants").iter();
    let ratings: Vec<Value> = ratings
        .map(|one| serde_json::json!([one["bot"], one["rating"], one["error_95"]]))
        .collect();
    serde_json::json!([games, ratings])
}

#[test]
fn a_ladder_that_was_killed_three_times_ends_as_if_nothing_had_happened() {
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("ladder.journal").display().to_string();
    for until in [&["--games", "8"][..], &["--until", "150", "--most", "150"]] {
        let _ = fs::remove_file(&journal);
        let bots =
            ["random", "medium", "hard:depth=2", "hard:depth=1", "mcts:nodes=20", "mcts:nodes=60"];
        let args = [&["ladder", "connect4"][..], &bots, until, &["--seed", "4"]].concat();
        let whole = json(&args);
        let resumed = [&args[..], &["--journal", &journal]].concat();
        let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
        for kill in 1..=3 {
            let mut child = command(&[&resumed[..], &["--json"]].concat())
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            // Killed as soon as it has played some more; it may also have come to its end.
            let limit = Instant::now() + Duration::from_secs(120);
            let enough = lines() + 9;
            while child.try_wait().unwrap().is_none() && lines() < enough {
                assert!(Instant::now() < limit, "kill {kill}: nothing is written");
                thread::sleep(Duration::from_millis(2));
            }
            let _ = child.kill();
            child.wait().unwrap();
            // As a kill in the middle of a line leaves it.
            let mut text = fs::read(&journal).unwrap();
            text.truncate(text.len() - 5);
            fs::write(&journal, text).unwrap();
        }
        let report = json(&resumed);
        assert_eq!(reproducible(&report), reproducible(&whole), "{until:?}");
        let played = report["played"].as_u64().unwrap() as usize;
        assert_eq!(lines(), 1 + played, "no game is played twice");
        let other = plateau(&[&resumed[..], &["--openings", "2"]].concat());
        assert_eq!(other.status.code(), Some(2), "the journal of another ladder");
    }
}

#[test]
fn a_journal_goes_on_under_another_rule_of_when_to_stop() {
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("ladder.journal").display().to_string();
    let bots = ["random", "medium", "hard:depth=2", "hard:depth=1", "mcts:nodes=20"];
    let args = [&["ladder", "connect4"][..], &bots, &["--journal", &journal]].concat();
    let run = |more: &[&str]| json(&[&args[..], more].concat())["played"].as_u64().unwrap();
    let wide = run(&["--until", "300", "--first", "1"]);
    let narrow = run(&["--until", "120", "--most", "200", "--first", "1"]);
    assert!(narrow > wide, "{wide} games, then {narrow}");
    // All that was played counts, also where the next plan asks for less.
    assert_eq!(run(&["--until", "250", "--first", "0", "--thrifty"]), narrow);
    assert_eq!(run(&["--games", "2"]), narrow);
    let text = fs::read_to_string(&journal).unwrap();
    let mut games: Vec<String> = text
        .lines()
        .skip(1)
        .map(|line| {
            let game: Value = serde_json::from_str(line).unwrap();
            format!("{} {} {}", game["lineup"], game["round"], game["seated"])
        })
        .collect();
    assert_eq!(games.len() as u64, narrow);
    games.sort_unstable();
    games.dedup();
    assert_eq!(games.len() as u64, narrow, "no game is played twice");
}

#[test]
fn a_ladder_is_printed_for_people_programs_and_theses() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("ladder.html").display().to_string();
    let args = ["ladder", "connect4", "random", "medium", "hard:depth=2", "--games", "6"];
    let said = stdout(&[&args[..], &["--html", &page]].concat());
    assert!(said.contains("18 games") && said.contains("± 95%"), "{said}");
    let html = fs::read_to_string(&page).unwrap();
    assert_eq!(html.matches("<svg").count(), 3, "ratings, cross table, strength by time");
    assert!(html.contains("hard:depth=2") && html.contains("lang=\"en\""));
    // Under which conditions they met.
    let conditions = concat!(
        "every level its own budget · 4 random moves first · Plateau ",
        env!("CARGO_PKG_VERSION")
    );
    assert!(html.contains(conditions) && said.contains(conditions), "{said}");
    let timed = [&args[..], &["--movetime", "20", "--option", "width=6", "--lang", "fr"]].concat();
    let timed = stdout(&timed);
    assert!(timed.contains("20 ms par coup · 4 coups d’ouverture au hasard · width=6"), "{timed}");
    for from_elsewhere in ["http://", "https://", "<script", "<link", "url("] {
        let own = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!own.contains(from_elsewhere), "{from_elsewhere}");
    }
    assert!(stdout(&[&args[..], &["--lang", "fr"]].concat()).contains("18 parties"));
    let csv = stdout(&[&args[..], &["--csv"]].concat());
    assert_eq!(csv.lines().count(), 19, "{csv}");
    let report = json(&[&args[..], &["--anchor", "medium=1000"]].concat());
    let medium = report["contestants"].as_array().expect("contestants").iter();
    let medium = medium.clone().find(|one| one["bot"] == "medium").unwrap();
    assert_eq!(medium["rating"], 1000.0);
    let above = &medium["above"]["random"];
    assert!(above["elo"].as_f64().unwrap() > 100.0 && above["error_95"].is_number(), "{above}");
    assert!(said.contains("  lead"), "{said}");
    let gauntlet = ["ladder", "connect4", "random", "medium", "--gauntlet", "hard:depth=2"];
    let report = json(&[&gauntlet[..], &["--games", "2"]].concat());
    assert_eq!(report["played"], 4, "only two pairings");
    // It loses to one for ever, of whom nothing more is to be learned: its own rating is what counts.
    let weak = ["ladder", "connect4", "random", "hard:depth=1", "hard:depth=5", "--gauntlet"];
    let args = [&weak[..], &["hard:depth=2", "--until", "90", "--most", "4000"]].concat();
    let report = json(&args);
    assert!(report["played"].as_u64().unwrap() < 1500, "{}", report["played"]);
    let mut list = report["contestants"].as_array().expect("contestants").iter();
    let own = list.find(|one| one["bot"] == "hard:depth=2").unwrap();
    assert!(own["error_95"].as_f64().unwrap() <= 90.0, "{own}");
}

#[test]
fn a_new_contestant_is_placed_on_a_scale_that_exists() {
    let args =
        ["ladder", "connect4", "random", "medium", "hard:depth=2", "--games", "6", "--seed", "3"];
    let anchors = ["--anchor", "random=100", "--anchor", "medium=900"];
    let report = json(&[&args[..], &anchors].concat());
    assert_eq!(report["played"], 12, "those that are held do not meet");
    let list = report["contestants"].as_array().expect("contestants");
    let of = |name: &str| list.iter().find(|one| one["bot"] == name).expect("it takes part");
    assert_eq!((&of("random")["rating"], &of("medium")["rating"]), (&100.0.into(), &900.0.into()));
    assert!(of("random")["error_95"].is_null(), "given, not found");
    assert!(of("hard:depth=2")["error_95"].is_number(), "{report}");
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("ladder.html").display().to_string();
    let said = stdout(&[&args[..], &anchors, &["--html", &page]].concat());
    assert_eq!(said.matches("  given").count(), 2, "{said}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("random set to 100, medium set to 900"), "{html}");
    for (wrong, why) in [
        (["--anchor", "random=1", "--anchor", "random=2"], "cannot stand at two ratings"),
        (["--anchor", "random=1", "--anchor", "nobody=2"], "“nobody=2” is no anchor"),
    ] {
        let refused = plateau(&[&args[..], &wrong].concat());
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(why), "{}", text(&refused.stderr));
    }
    let all = [&args[..], &anchors, &["--anchor", "hard:depth=2=500"]].concat();
    assert!(text(&plateau(&all).stderr).contains("nobody left to rate"));
}

#[test]
fn a_bot_is_placed_among_all_measured_levels() {
    let own = "hard:depth=1";
    let args = ["ladder", "connect4", "random", "medium", "hard", "--gauntlet", own, "--seed", "3"];
    let more = ["--anchor", "measured", "--until", "120", "--first", "0", "--most", "400"];
    let report = json(&[&args[..], &more].concat());
    let games = json(&["games", "connect4"]);
    let levels = games[0]["levels"].as_array().expect("levels");
    let list = report["contestants"].as_array().expect("contestants");
    let of = |name: &str| list.iter().find(|one| one["bot"] == name).expect("it takes part");
    for name in ["random", "medium", "hard"] {
        let level = levels.iter().find(|level| level["id"] == name).expect("a level");
        let measured = level["ratings"]["standard"].as_f64().expect("it was measured");
        assert!((of(name)["rating"].as_f64().unwrap() - measured).abs() < 0.1, "{name}");
    }
    assert!(of(own)["error_95"].as_f64().unwrap() <= 120.0, "{}", of(own));
    // The one in the middle comes first, and nobody must be met who tells nothing.
    assert_eq!(report["games"][0]["lineup"], serde_json::json!([1, 3]), "{report}");
    let refused = plateau(&[
        "ladder",
        "quoridor",
        "random",
        "hard",
        "mcts:nodes=9",
        "--option",
        "walls=3",
        "--anchor",
        "measured",
    ]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("fewer than two"), "{}", text(&refused.stderr));
}

#[test]
fn a_ladder_tells_how_far_from_perfection_everybody_is() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("exact.html").display().to_string();
    let bots = ["ladder", "connect4", "random", "medium", "perfect", "--games", "2"];
    let args = [&bots[..], &["--openings", "16", "--exact", "--html", &page]].concat();
    let report = json(&args);
    let given_away = |name: &str| {
        let mut list = report["contestants"].as_array().expect("contestants").iter();
        let one = list.find(|one| one["bot"] == name).unwrap();
        one["exact"]["given_away_per_move"].as_f64().unwrap()
    };
    assert_eq!(given_away("perfect"), 0.0, "{report}");
    assert!(given_away("random") > 0.0, "{report}");
    assert!(fs::read_to_string(&page).unwrap().contains("Against perfect play"));
    let large = ["ladder", "quoridor", "random", "runner", "--games", "2", "--exact"];
    assert!(stdout(&large).contains("could judge none of these moves"));
    let none = plateau(&["ladder", "blokus", "easy", "medium", "--exact"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("no exact solver; there is one for"));
}

#[test]
fn means_of_runs_under_different_conditions_are_not_passed_off_as_a_comparison() {
    let args = ["ladder", "tetris", "dellacherie", "lookahead", "--games", "2", "--moves", "40"];
    let said = stdout(&args);
    assert!(said.contains("their figures cannot be compared"), "{said}");
    assert!(said.contains("each run stopped after 40 moves"), "{said}");
    let report = json(&args);
    assert!(report["contestants"][0]["conditions"]["board"].is_string(), "{report}");
    let options = ["--option", "board=10x20", "--option", "end=standard"];
    let same = stdout(&[&args[..], &options].concat());
    assert!(same.contains("board 10x20") && !same.contains("cannot be compared"), "{same}");
}

#[test]
fn every_game_has_a_ladder() {
    for (args, bots) in [
        (&["quoridor", "random", "runner", "astar", "--games", "2"][..], 3),
        (&["quoridor", "random", "runner", "walls", "--variant", "four", "--games", "3"], 3),
        (&["blokus", "easy", "medium", "naive", "--variant", "duo", "--games", "2"], 3),
        (&["blokus", "easy", "medium", "--variant", "teams", "--games", "2"], 2),
        (&["tigris", "random", "heuristic", "--games", "2"], 2),
        (&["tetris", "random", "no-lookahead", "bcts", "--games", "3", "--moves", "200"], 3),
        (
            &[
                "tetris", "random", "bcts", "--duel", "--games", "2", "--moves", "8", "--nodes",
                "20",
            ],
            2,
        ),
    ] {
        let report = json(&[&["ladder"], args, &["--seed", "1"]].concat());
        let list = report["contestants"].as_array().unwrap_or_else(|| panic!("{args:?}"));
        assert_eq!(list.len(), bots, "{args:?}");
    }
}

#[test]
fn the_bots_of_the_docs_are_short_and_play_every_game() {
    let docs = include_str!("../../../docs/write-a-bot.md");
    let blocks: Vec<&str> = docs
        .split("```python\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("an end"))
        .collect();
    assert_eq!(blocks.len(), 2, "one for the engine protocol, one for HTTP");
    for block in &blocks {
        assert!(block.lines().count() < 60, "{} lines", block.lines().count());
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("my bot.py");
    fs::write(&path, blocks[0]).unwrap();
    let bot = format!("cmd:python3 '{}'", path.display());
    let checked = stdout(&["match", "connect4", "--check", &bot, "--nodes", "1"]);
    assert_eq!(checked.matches("ok    ").count(), 5, "{checked}");
    for (game, weakest) in
        [("connect4", "random"), ("quoridor", "random"), ("blokus", "easy"), ("tigris", "random")]
    {
        let args = ["match", game, &bot, weakest, "--games", "2", "--seed", "1"];
        let report = json(&args);
        assert_eq!(report["standings"][0]["faults"], 0, "{game}: {}", report["games"]);
        assert_eq!(report["played"], 2, "{game}");
    }
}
