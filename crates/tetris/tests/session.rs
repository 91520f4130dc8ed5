//! The well behind a terminal: whatever is pressed, what is saved is what was played.

use std::collections::BTreeMap;

use game::{Arcade, ArcadeSession, BadOptions, KeyAction, Lang, PanelLine, SessionSetup, Stroke};
use proptest::prelude::*;
use serde_json::{Map, Value};
use tetris::{RealTime, Replay, WellSession};

fn setup(variant: &str, mode: &'static str) -> SessionSetup {
    SessionSetup {
        variant: Some(variant.into()),
        options: Map::new(),
        mode,
        first: None,
        seed: 5,
        level: "no-lookahead",
        machine: false,
    }
}

/// Something that a person can press: a key of the game's, or one of everybody's.
#[derive(Clone, Copy, Debug)]
enum Pressed {
    Game(usize),
    Machine,
    Coach,
    Pace(bool),
    Nothing,
}

fn pressed() -> impl Strategy<Value = Pressed> {
    prop_oneof![
        20 => (0..RealTime.layouts()[0].keys.len()).prop_map(Pressed::Game),
        1 => Just(Pressed::Machine),
        1 => Just(Pressed::Coach),
        1 => any::<bool>().prop_map(Pressed::Pace),
        20 => Just(Pressed::Nothing),
    ]
}

fn width(line: &[Stroke]) -> usize {
    line.iter().map(Stroke::width).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_saved_is_what_was_played(
        modern in any::<bool>(),
        presses in proptest::collection::vec(pressed(), 1..400),
    ) {
        let variant = if modern { "modern" } else { "report" };
        let mut session = WellSession::new(&setup(variant, "marathon")).unwrap();
        for press in presses {
            let mut inputs = Vec::new();
            match press {
                Pressed::Game(key) => match RealTime.layouts()[0].keys[key].1 {
                    KeyAction::Input(input) => inputs.push(input),
                    KeyAction::Order(order) => session.order(order),
                },
                Pressed::Machine => session.toggle_machine(),
                Pressed::Coach => session.toggle_coach(),
                Pressed::Pace(faster) => session.scale_pace(if faster { 1.5 } else { 0.5 }),
                Pressed::Nothing => (),
            }
            session.tick(&inputs);
            let scene = session.scene(Lang::Fr, false);
            let across = width(&scene.field[0]);
            prop_assert!(scene.field.iter().all(|line| width(line) == across));
            prop_assert!(scene.right.len() <= usize::from(scene.panel_lines));
        }
        let run = Replay::read(&session.run().expect("a run")).unwrap();
        prop_assert_eq!(run.play().unwrap().save(), session.well().save());
    }
}

#[test]
fn a_new_game_keeps_the_settings_and_changes_mode_and_seed() {
    let mut session = WellSession::new(&setup("modern", "marathon")).unwrap();
    session.order("player 8");
    session.order("no such order");
    session.tick(&["left", "no such input"]);
    let next = session.again("ultra", 6).unwrap();
    assert_eq!(next.mode(), "ultra");
    let text = next.run().expect("a run");
    let run = Replay::read(&text).unwrap();
    assert_eq!((run.seed, run.inputs.end), (6, 0));
    let said = |line: &PanelLine| match line {
        PanelLine::Figure(title, value) => format!("{title} {value}"),
        PanelLine::Strokes(_) => String::new(),
    };
    let figures: Vec<String> = next.scene(Lang::En, false).left.iter().map(said).collect();
    assert!(figures.contains(&"Left 2:00.0".to_owned()), "{figures:?}");
    let figures: Vec<String> = next.scene(Lang::Fr, false).left.iter().map(said).collect();
    assert!(figures.iter().any(|figure| figure.ends_with(" 2:00,0")), "{figures:?}");
    assert!(figures.iter().any(|figure| figure.ends_with(" 0,00")), "{figures:?}");
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let refused = |setup: &SessionSetup| -> BadOptions {
        let Err(refused) = RealTime.session(setup) else { panic!("{setup:?}") };
        assert_ne!(refused.0.en, refused.0.fr);
        refused
    };
    refused(&setup("modern", "race"));
    refused(&setup("modern", "dash"));
    refused(&setup("gothic", "sprint"));
    refused(&SessionSetup { level: "nobody", ..setup("modern", "sprint") });
    refused(&SessionSetup { first: Some(99), ..setup("modern", "sprint") });
    let options: Map<String, Value> = [("start".to_owned(), "four".into())].into_iter().collect();
    refused(&SessionSetup { options, ..setup("modern", "sprint") });
}

#[test]
fn the_reports_key_1_is_one_input_and_key_3_is_one_piece() {
    let mut session = WellSession::new(&setup("report", "practice")).unwrap();
    session.tick(&[]);
    session.order("player 1");
    assert!(session.is_machine());
    session.tick(&[]);
    assert!(!session.is_machine(), "one action, and it is ours again");
    let run = session.replay().unwrap();
    assert_eq!(run.inputs.keys(), 1, "{}", run.write());
    session.order("player 3");
    for _ in 0..600 {
        if session.is_machine() {
            session.tick(&[]);
        }
    }
    assert!(!session.is_machine());
    assert_eq!(session.well().stock().pieces, 1);
}

#[test]
fn the_reports_key_1_has_five_actions_that_are_equally_likely() {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..500 {
        let mut session =
            WellSession::new(&SessionSetup { seed, ..setup("report", "practice") }).unwrap();
        session.order("player 1");
        session.tick(&[]);
        let (_, ops) = &session.replay().unwrap().inputs.ticks[0];
        *counts.entry(ops[0].to_string()).or_default() += 1;
    }
    let names: String = counts.keys().map(String::as_str).collect();
    assert_eq!(names, "ACHLR");
    assert!(counts.values().all(|count| (60..140).contains(count)), "{counts:?}");
}

/// A figure that the terminal shows beside the well.
fn figure(session: &WellSession, title: &str) -> Option<String> {
    session.scene(Lang::En, false).left.into_iter().find_map(|line| match line {
        PanelLine::Figure(name, value) if name == title => Some(value),
        _ => None,
    })
}

#[test]
fn a_cheese_race_says_how_much_is_dug() {
    let mut session = WellSession::new(&setup("modern", "cheese18")).unwrap();
    session.tick(&[]);
    assert_eq!(figure(&session, "Lines").as_deref(), Some("0/18"));
}

#[test]
fn a_survival_says_how_much_garbage_waits() {
    let mut session = WellSession::new(&setup("modern", "survival")).unwrap();
    assert_eq!(figure(&session, "Garbage").as_deref(), Some("0"));
    for _ in 0..620 {
        session.tick(&[]);
    }
    assert_eq!(figure(&session, "Garbage").as_deref(), Some("2"), "one every five seconds");
    assert_eq!(figure(&WellSession::new(&setup("modern", "free")).unwrap(), "Garbage"), None);
}
