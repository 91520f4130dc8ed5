//! The Tetris Bot Protocol from both sides.

use search::{ContestTerms, Duel, Duels, Entrant, Fault, Limits, RunResult, Solo, Stop};
use serde_json::{Value, json};
use tetris::guideline::{AttackWeights, GuidelineDuels, tbp};
use tetris::solo::TetrisSolo;

/// What our bot answers to these lines.
fn conversation(lines: &[&str]) -> Vec<Value> {
    let mut out = Vec::new();
    let input = lines.join("\n");
    tbp::serve(&Limits::nodes(500), AttackWeights::own().clone(), &mut input.as_bytes(), &mut out)
        .expect("no pipe breaks");
    let text = String::from_utf8(out).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn start() -> String {
    json!({ "type": "start", "hold": null, "queue": ["I", "O", "T", "S", "Z", "J"], "combo": 0,
        "back_to_back": false, "board": vec![vec![Value::Null; 10]; 40], "new": { "field": 1 },
        "randomizer": { "type": "seven_bag", "bag_state": ["L"] } })
    .to_string()
}

#[test]
fn a_conversation() {
    let said = conversation(&[
        r#"{"type":"rules","randomizer":"seven_bag"}"#,
        r#"{"type":"gossip","about":["nothing"]}"#,
        &start(),
        r#"{"type":"suggest"}"#,
        r#"{"type":"play","move":{"location":{"type":"I","orientation":"south","x":2,"y":0},"spin":"none"}}"#,
        r#"{"type":"new_piece","piece":"L"}"#,
        r#"{"type":"suggest"}"#,
        r#"{"type":"stop"}"#,
        r#"{"type":"quit"}"#,
        r#"{"type":"suggest"}"#,
    ]);
    let types: Vec<_> = said.iter().map(|said| said["type"].as_str().expect("a type")).collect();
    assert_eq!(types, ["info", "ready", "suggestion", "suggestion"]);
    for suggestion in &said[2..] {
        let location = &suggestion["moves"][0]["location"];
        assert!(location["x"].as_i64().is_some_and(|x| (0..10).contains(&x)), "{suggestion}");
        assert!(suggestion["move_info"]["nodes"].as_f64().is_some_and(|nodes| nodes >= 500.0));
    }
    // The first piece has gone: only O, or T behind hold, can follow.
    let second = said[3]["moves"][0]["location"]["type"].as_str().expect("a piece");
    assert!(["O", "T"].contains(&second), "{second}");
}

#[test]
fn mistakes_are_told_and_forgiven() {
    let ragged =
        start().replacen("null,null", "null", 1).replace(r#""hold":"#, r#""hold":null,"x":"#);
    let said = conversation(&[
        "hello",
        r#"{"type":"suggest"}"#,
        r#"{"type":"play","move":{"location":{"type":"Q","orientation":"north","x":2,"y":0}}}"#,
        &ragged,
        &start(),
        r#"{"type":"play","move":{"location":{"type":"I","orientation":"north","x":0,"y":0}}}"#,
        r#"{"type":"play","move":{"location":{"type":"Z","orientation":"north","x":4,"y":0}}}"#,
        r#"{"type":"play","move":{"location":{"type":"Z","orientation":"north","x":127,"y":-128}}}"#,
        r#"{"type":"suggest"}"#,
    ]);
    let errors = said.iter().filter(|said| said["type"] == "error" && said["reason"].is_string());
    assert_eq!(errors.count(), 7, "{said:#?}");
    assert_eq!(said.last().map(|said| &said["type"]), Some(&json!("suggestion")));
}

#[test]
fn the_middle_of_every_facing_is_the_protocols() {
    use tetris::guideline::LockedPiece;
    use tetris::guideline::tbp::message::TbpMove;
    // True rotation about a square: offsets from the middle, for the facings of O and I.
    let cells = |text: &str| {
        let mv: TbpMove = serde_json::from_str(text).expect("a move");
        let mut cells = LockedPiece::from(mv).body().squares(tetris::System::Modern);
        cells.sort_unstable();
        cells
    };
    let at = |piece: &str, facing: &str| {
        cells(&format!(
            r#"{{"location":{{"type":"{piece}","orientation":"{facing}","x":5,"y":5}}}}"#
        ))
    };
    assert_eq!(at("I", "north"), [(4, 5), (5, 5), (6, 5), (7, 5)]);
    assert_eq!(at("I", "east"), [(5, 3), (5, 4), (5, 5), (5, 6)]);
    assert_eq!(at("I", "south"), [(3, 5), (4, 5), (5, 5), (6, 5)]);
    assert_eq!(at("I", "west"), [(5, 4), (5, 5), (5, 6), (5, 7)]);
    assert_eq!(at("O", "north"), [(5, 5), (5, 6), (6, 5), (6, 6)]);
    assert_eq!(at("O", "east"), [(5, 4), (5, 5), (6, 4), (6, 5)]);
    assert_eq!(at("O", "south"), [(4, 4), (4, 5), (5, 4), (5, 5)]);
    assert_eq!(at("O", "west"), [(4, 5), (4, 6), (5, 5), (5, 6)]);
    assert_eq!(at("T", "east"), [(5, 4), (5, 5), (5, 6), (6, 5)]);
    assert_eq!(at("S", "west"), [(4, 5), (4, 6), (5, 4), (5, 5)]);
}

fn quick(pieces: u64) -> ContestTerms {
    ContestTerms { limits: Limits::nodes(300), moves: Some(pieces), ..ContestTerms::default() }
}

fn expert() -> Entrant {
    let modern = ContestTerms { variant: Some("modern".into()), ..ContestTerms::default() };
    let parameters = TetrisSolo.parameters("expert", &modern).expect("a player").into();
    Entrant::Own { player: "expert".into(), parameters }
}

fn program(command: &str) -> Entrant {
    Entrant::Program { protocol: "tbp".into(), command: command.into() }
}

fn solo(entrant: Entrant, seed: u64) -> Result<RunResult, Fault> {
    let terms = ContestTerms { variant: Some("modern".into()), ..quick(30) };
    let prepared = TetrisSolo.prepare(&[entrant], &terms).expect("good terms");
    prepared.runs[0].run(seed, prepared.moves, &Stop::new())
}

fn duel(entrants: [Entrant; 2], pieces: u64) -> Box<dyn Duel> {
    GuidelineDuels.prepare(&entrants, &quick(pieces)).expect("good terms")
}

/// A figure by its name.
fn figure(sample: &RunResult, name: &str) -> f64 {
    let at = GuidelineDuels.figures().iter().position(|figure| *figure == name);
    sample.figures[at.expect("a figure")]
}

#[test]
fn alone_and_in_a_duel_the_same_seed_is_the_same_game() {
    let once = solo(expert(), 3).expect("it plays");
    assert_eq!((once.moves, once.ended), (30, false));
    assert_eq!(once, solo(expert(), 3).expect("it plays"));
    let fight = || {
        let duel = duel([expert(), expert()], 80);
        duel.play(1, &Stop::new()).expect("they play").expect("nobody stops it")
    };
    let fought = fight();
    assert_eq!(text(&fought), text(&fight()));
    // Garbage went over, and only what was sent: the attack is at least that.
    assert!(fought.sides.iter().map(|side| figure(side, "sent")).sum::<f64>() > 0.0, "{fought:?}");
    let fits = |side: &RunResult| figure(side, "sent") <= figure(side, "attack");
    assert!(fought.sides.iter().all(fits));
    // Whoever does the same at the same time has the same: nobody is first.
    assert_eq!(fought.winner, None);
    assert_eq!(fought.sides[0], fought.sides[1]);
}

#[test]
fn numbers_that_were_changed_play_otherwise() {
    let Entrant::Own { player, parameters } = expert() else { unreachable!() };
    let parameters = parameters.changed("guideline.holes=5,covered=5").expect("numbers");
    let other = solo(Entrant::Own { player, parameters }, 3).expect("it plays");
    assert_ne!(other.figures, solo(expert(), 3).expect("it plays").figures);
}

#[test]
fn any_level_fights() {
    let parameters = <tetris::Tetris as search::Levels>::parameters("bcts").into();
    let bcts = Entrant::Own { player: "bcts".into(), parameters };
    let fought = duel([bcts, expert()], 20).play(1, &Stop::new()).expect("they play");
    assert!(fought.expect("nobody stops it").sides.iter().all(|side| side.moves >= 19));
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("JSON")
}

#[test]
fn programs_that_are_none() {
    let why = |command: &str| solo(program(command), 1).expect_err("it cannot play").to_string();
    assert!(why("/no/such/program").contains("does not start"));
    assert!(why("true").contains("has ended"));
    let said = why("echo hello there");
    assert!(said.contains("hello there") && said.contains("not of the Tetris Bot Protocol"));
    let parameters = game::Parameters::default();
    let nobody = Entrant::Own { player: "nobody".into(), parameters };
    assert!(GuidelineDuels.prepare(&[nobody, expert()], &quick(1)).is_err());
}

/// A program that says hello and then always answers the same.
fn script(answer: &str) -> Entrant {
    let name = format!("plateau-tbp-{}-{}.sh", std::process::id(), answer.len());
    let path = std::env::temp_dir().join(name);
    let text = format!(
        "echo '{{\"type\":\"info\",\"name\":\"x\",\"version\":\"1\",\"author\":\"y\",\"features\":null}}'\n\
         while read -r line; do case \"$line\" in\n\
         *rules*) echo '{{\"type\":\"ready\"}}';;\n*suggest*) {answer};;\n*quit*) exit;;\nesac; done\n"
    );
    std::fs::write(&path, text).expect("a file");
    program(&format!("sh {}", path.display()))
}

#[test]
fn a_program_that_misbehaves_loses() {
    let aloft = r#"echo '{"type":"suggestion","moves":[{"location":{"type":"I","orientation":"north","x":4,"y":9}}]}'"#;
    for (answer, why) in [
        (aloft, "cannot place"),
        (r#"echo '{"type":"suggestion","moves":[]}'"#, "gave up"),
        ("exit 1", "has ended"),
        (r#"echo '{"type":"error","reason":"tired"}'"#, "says: tired"),
    ] {
        let duel = duel([expert(), script(answer)], 30);
        let lost = duel.play(1, &Stop::new()).expect("both start").expect("nobody stops it");
        assert_eq!(lost.winner, Some(0), "{answer}");
        let end = lost.sides[1].why.as_ref().expect("why").en.to_string();
        assert!(end.contains(why), "{end}");
    }
}
