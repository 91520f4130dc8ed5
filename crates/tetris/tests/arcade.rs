//! Real time as the server knows it: runs are judged, races are run, and what cannot have happened is
//! refused and changes nothing.

use std::sync::LazyLock;
use std::time::Duration;

use game::{Arcade, Garbage, Race, Ranking};
use search::{Level, Levels};
use serde_json::{Map, Value, json};
use tetris::{Driver, Inputs, Mode, Op, RealTime, Replay, System, Terms, Tetris, Well, pace};

/// A run that a level plays at a pace.
fn driven(level: &str, mode: Mode, seed: u64, pieces_a_second: f32) -> (Replay, Well) {
    let terms = Terms::usual(System::Modern, mode);
    let mut well = Well::new(terms, seed).expect("a well");
    let driver = Driver::new(level, 1, Duration::from_secs(1)).expect("a level");
    let mut driver = driver.at_pace(pieces_a_second);
    let mut inputs = Inputs::default();
    while !well.is_over() && well.ticks() < 20_000 {
        let mut ops = Vec::new();
        driver.inputs(&well, &mut ops);
        if !ops.is_empty() {
            inputs.ticks.push((well.ticks(), ops.clone()));
        }
        well.tick(&ops);
    }
    inputs.end = well.ticks();
    (Replay { terms, seed, name: Some("Ada".into()), inputs }, well)
}

/// A level that plays well and never looks at the clock: a busy machine must not make it lose.
const SURVIVOR: &str = "dellacherie";

/// A sprint that it ran.
fn sprint() -> &'static (Replay, Well) {
    static SPRINT: LazyLock<(Replay, Well)> =
        LazyLock::new(|| driven(SURVIVOR, Mode::Sprint, 5, 4.0));
    &SPRINT
}

#[test]
fn modes_are_offered_in_order() {
    let modes = RealTime.modes();
    let ids: Vec<_> = modes.iter().map(|mode| (mode.id, mode.ranked)).collect();
    let points = Some(Ranking::Points);
    let ticks = Some(Ranking::Ticks);
    assert_eq!(
        ids,
        [
            ("marathon", points),
            ("endless", points),
            ("sprint20", ticks),
            ("sprint", ticks),
            ("sprint100", ticks),
            ("ultra", points),
            ("cheese10", ticks),
            ("cheese18", ticks),
            ("cheese100", ticks),
            ("survival", points),
            ("free", None),
            ("practice", None),
            ("fourwide", None),
            ("dig", None),
            ("race", None),
        ]
    );
    assert!(Tetris::ARCADE.is_some());
    assert!(modes.iter().all(|mode| Mode::of_id(mode.id).is_some()));
    assert!(Mode::ALL.iter().all(|known| modes.iter().any(|mode| mode.id == known.id())));
}

#[test]
fn a_sprint_is_judged() {
    let (run, well) = sprint();
    let judged = RealTime.judge(&run.write()).expect("an honest run");
    assert!(judged.finished && well.stock().done, "{judged:?}");
    assert_eq!(judged.name.as_deref(), Some("Ada"));
    assert_eq!((judged.mode.as_str(), judged.kind.as_str()), ("sprint", "modern"));
    assert_eq!((judged.ticks, judged.points), (well.ticks(), well.stock().score as i64));
    assert!(judged.figures["lines"].as_u64() >= Some(40));
}

#[test]
fn a_run_that_was_tampered_with_is_refused_or_worth_less() {
    let (run, _) = sprint();
    let text = run.write();
    let honest = RealTime.judge(&text).expect("an honest run");
    // Without its last inputs it does not get to the end.
    let mut cut = run.clone();
    cut.inputs.ticks.truncate(run.inputs.ticks.len() / 2);
    assert!(!RealTime.judge(&cut.write()).expect("a run that was given up").finished);
    // Other pieces: the same inputs lead elsewhere.
    let other = Replay { seed: run.seed + 1, ..run.clone() };
    let other = RealTime.judge(&other.write());
    assert!(other.is_err() || other.is_ok_and(|other| other.points != honest.points));
    for (change, reason) in [
        (format!("{}\n9999999 .\n", text.lines().next().expect("a header")), "two hours"),
        (text.replace("\"mode\":\"sprint\"", "\"mode\":\"dash\""), "unknown variant"),
        (text.replacen(" H", " HQ", 1), "not made of"),
        (text.replacen('\n', "\n0 G1.1\n", 1), "only in a race"),
        (text.replacen('\n', "\n9 L\n9 L\n", 1), "grow"),
    ] {
        let refused = RealTime.judge(&change).expect_err(reason).to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    let mut after = run.clone();
    let end = after.inputs.end;
    after.inputs.ticks.push((end + 5, vec![Op::Left]));
    after.inputs.end = end + 10;
    let refused = RealTime.judge(&after.write()).expect_err("too late").to_string();
    assert!(refused.contains("after the end"), "{refused}");
}

#[test]
fn idle_time_at_the_end_makes_no_other_run_but_what_happens_by_itself_does() {
    let (replay, _) = sprint();
    let mut cut = replay.clone();
    // In the middle of a run, a piece in the air.
    cut.inputs.ticks.truncate(40);
    let last = cut.inputs.ticks.last().expect("it has inputs").0;
    let judged = |idle: u64| {
        let mut run = cut.clone();
        run.inputs.end = last + 1 + idle;
        RealTime.judge(&run.write()).expect("a run")
    };
    let (soon, later, landed) = (judged(0), judged(1), judged(3600));
    assert_eq!(soon.canonical, later.canonical, "nothing happened in between");
    assert_ne!(soon.canonical, landed.canonical, "pieces fell and locked by themselves");
    for run in [soon, landed] {
        let again = RealTime.judge(&run.canonical).expect("it was accepted");
        assert_eq!((again.points, again.figures), (run.points, run.figures));
    }
}

#[test]
fn kinds_are_told_apart() {
    for (terms, kind) in [
        (Terms::usual(System::Report, Mode::Ultra), "report"),
        (Terms { height: 20, ..Terms::usual(System::Report, Mode::Ultra) }, "report 10x20"),
        (Terms { first: 5, ..Terms::usual(System::Modern, Mode::Marathon) }, "modern level 5"),
    ] {
        let inputs = Inputs { ticks: Vec::new(), end: 10 };
        let run = Replay { terms, seed: 1, name: None, inputs };
        let judged = RealTime.judge(&run.write()).expect("a short run");
        assert_eq!((judged.kind.as_str(), judged.finished, judged.name), (kind, false, None));
    }
}

fn race(seats: usize, seed: u64) -> Box<dyn Race> {
    RealTime.race(&Map::new(), seats, seed).expect("a race")
}

/// A number of what was sent.
fn number(garbage: &Garbage, name: &str) -> u8 {
    garbage.payload[name]
        .as_u64()
        .and_then(|number| number.try_into().ok())
        .expect("a small number")
}

/// Lets levels drive the seats up to a tick, and gives what was sent.
fn drive(race: &mut dyn Race, levels: &[&str], until: u64) -> Vec<Garbage> {
    let mut sent_garbage = Vec::new();
    for (seat, level) in (0u8..).zip(levels) {
        if let Some(bundle) = race.drive(seat, level, until) {
            sent_garbage
                .extend(race.feed(seat, &bundle).unwrap_or_else(|e| panic!("{bundle}: {e}")));
            assert_eq!(race.tick(seat), until);
        }
    }
    sent_garbage
}

#[test]
fn levels_race_to_the_end() {
    let levels = [SURVIVOR, "random", "random-action"];
    let mut race = race(3, 8);
    let (mut until, mut sent_garbage) = (0, Vec::new());
    while race.outcome().is_none() && until < 200_000 {
        until += 6;
        sent_garbage.extend(drive(&mut *race, &levels, until));
    }
    let outcome = race.outcome().expect("somebody outlives the others");
    assert_eq!(outcome.places[0], 1, "chance is the first to go: {outcome:?}");
    assert_eq!(outcome.places.iter().filter(|&&place| place == 1).count(), 1);
    let sent: i32 = sent_garbage.iter().map(|garbage| i32::from(number(garbage, "lines"))).sum();
    assert!(sent > 0 && sent <= outcome.points.iter().sum(), "{outcome:?}");
    assert!(sent_garbage.iter().all(|garbage| garbage.to < 3 && number(garbage, "column") < 10));
    // What was done can be done again, from the first tick.
    let header = Replay {
        terms: Terms::usual(System::Modern, Mode::Race),
        seed: 8,
        name: None,
        inputs: Inputs::read_bundle(&race.so_far(0), 0, 10).expect("our own bundle"),
    };
    let judged = RealTime.judge(&header.write()).expect("a run of a race");
    assert_eq!(judged.mode, "race");
}

#[test]
fn higher_levels_are_faster() {
    let rises = |levels: &[Level]| {
        let paces: Vec<f32> = levels.iter().map(|level| pace(level.id)).collect();
        assert!(paces.is_sorted_by(|a, b| a < b), "{paces:?}");
    };
    let (study, ladder) = Tetris::LEVELS.split_at(Tetris::STUDY.len());
    rises(study);
    rises(ladder);
}

#[test]
fn a_level_plays_at_its_pace() {
    for level in [SURVIVOR, "bcts"] {
        let mut race = race(2, 3);
        drive(&mut *race, &[level, level], 1200);
        let inputs = Inputs::read_bundle(&race.so_far(0), 0, 10).expect("a bundle");
        let drops = inputs.ticks.iter().flat_map(|(_, ops)| ops).filter(|op| **op == Op::Hard);
        let pieces = drops.count() as f32;
        assert!((pieces - 20.0 * pace(level)).abs() <= 2.0, "{level}: {pieces}");
    }
}

/// A race in which seat 1 has just been sent garbage, and the tick of both.
fn with_garbage() -> (Box<dyn Race>, Garbage, u64) {
    let mut race = race(2, 4);
    let mut until = 0;
    loop {
        until += 6;
        let bundle = race.drive(0, SURVIVOR, until).expect("alive");
        // The other waits with a piece in mid-air: it is dropped now and then so that it lives.
        let sent_garbage = race.feed(0, &bundle).expect("a bundle");
        if let Some(garbage) = sent_garbage.into_iter().next() {
            return (race, garbage, until);
        }
        let other = race.drive(1, SURVIVOR, until).expect("alive");
        // What it sends is taken by the first when that is driven again.
        race.feed(1, &other).expect("a bundle");
    }
}

#[test]
fn garbage_is_taken_as_it_was_sent() {
    let (mut race, garbage, until) = with_garbage();
    let (lines, column) = (number(&garbage, "lines"), number(&garbage, "column"));
    assert_eq!(garbage.to, 1);
    assert_eq!(json!(garbage), json!({"to": 1, "lines": lines, "column": column}), "as it is sent");
    let now = race.tick(1);
    let so_far = race.so_far(1);
    let late = until.max(now) + 301;
    for bundle in [
        format!("{now} G{lines}.{};{} .", (column + 1) % 10, now + 1),
        format!("{now} G{}.{column};{} .", lines + 1, now + 1),
        format!("{now} G{lines}.{column}G{lines}.{column};{} .", now + 1),
        format!("{late} ."),
        format!("{late} G{lines}.{column};{} .", late + 1),
        "0 L;5 .".to_owned(),
        "nonsense".to_owned(),
        String::new(),
    ] {
        assert!(race.feed(1, &bundle).is_err(), "{bundle}");
        assert_eq!(race.so_far(1), so_far, "a refused bundle changes nothing");
        assert_eq!(race.tick(1), now);
    }
    race.feed(1, &format!("{now} G{lines}.{column};{} .", now + 2)).expect("as it was sent");
    let again = format!("{0} G{lines}.{column};{1} .", now + 2, now + 3);
    assert!(race.feed(1, &again).is_err(), "but once");
    race.feed(1, &format!("{} .", now + 4)).expect("the race goes on");
}

#[test]
fn a_bundle_says_how_far_it_goes() {
    let race = race(2, 1);
    for (bundle, end) in [
        ("14 LLC;31 H;40 .", Some(40)),
        ("40 .;", Some(40)),
        ("12 H", Some(12)),
        ("", None),
        (" ; ", None),
        ("soon", None),
        ("-1 .", None),
        ("99999999999999999999 .", None),
    ] {
        assert_eq!(race.bundle_end(bundle), end, "{bundle}");
    }
}

#[test]
fn who_leaves_is_out() {
    let mut race = race(3, 1);
    race.drop_seat(1);
    assert!(!race.alive(1) && race.alive(0) && race.outcome().is_none());
    assert!(race.feed(1, "5 .").is_err());
    assert_eq!(race.drive(1, "random", 50), None);
    assert_eq!(race.drive(0, "no such level", 50), None);
    race.feed(0, "30 H;40 .").expect("a bundle");
    race.drop_seat(0);
    let outcome = race.outcome().expect("one is left");
    assert_eq!(outcome.places, [2, 3, 1]);
    assert!(race.feed(9, "5 .").is_err());
    assert!(!race.alive(9));
}

#[test]
fn races_that_cannot_be_run_are_refused() {
    let options = |value: Value| value.as_object().cloned().expect("an object");
    assert!(RealTime.race(&Map::new(), 1, 1).is_err());
    assert!(RealTime.race(&Map::new(), 8, 1).is_ok());
    assert!(RealTime.race(&Map::new(), 9, 1).is_err());
    assert!(RealTime.race(&options(json!({"width": 99})), 2, 1).is_err());
    assert!(RealTime.race(&options(json!({"start": "four"})), 2, 1).is_err());
    assert!(RealTime.race(&options(json!({"speed": 1})), 2, 1).is_err());
    assert!(RealTime.race(&options(json!({"width": 8})), 2, 1).is_ok());
    for rules in ["report", "modern"] {
        assert!(RealTime.race(&options(json!({"rules": rules, "height": 20})), 2, 1).is_ok());
        assert!(RealTime.race(&options(json!({"variant": rules})), 2, 1).is_ok());
    }
}

/// A race with what its players agreed on.
fn agreed(options: Value, seats: usize) -> Box<dyn Race> {
    let options = options.as_object().cloned().expect("an object");
    RealTime.race(&options, seats, 3).expect("a race")
}

#[test]
fn time_presses_until_a_race_ends() {
    // Nobody does anything: each well fills by what rises, and the race ends.
    let mut race = agreed(json!({ "pressure": 0, "garbage": 0 }), 3);
    let mut owed = vec![Vec::new(); 3];
    let mut tick = 0;
    while race.outcome().is_none() && tick < 200_000 {
        tick += 60;
        for seat in 0..3u8 {
            if !race.alive(seat) {
                continue;
            }
            let taken: String = owed[usize::from(seat)].drain(..).collect();
            // The first does not even drop its pieces: they lock by themselves.
            let drop = if seat == 0 { "" } else { "H" };
            let now = tick - 60;
            let inputs = format!("{taken}{drop}");
            let bundle = match inputs.is_empty() {
                true => format!("{tick} ."),
                false => format!("{now} {inputs};{tick} ."),
            };
            for sent in race.feed(seat, &bundle).unwrap_or_else(|e| panic!("{bundle}: {e}")) {
                assert_eq!(sent.to, seat, "nothing is sent to others");
                let (lines, column) = (number(&sent, "lines"), number(&sent, "column"));
                owed[usize::from(seat)].push(format!("G{lines}.{column}"));
            }
        }
    }
    assert!(race.outcome().is_some(), "a race without an end");
}

#[test]
fn allies_neither_fight_nor_outlive_each_other() {
    let mut race = agreed(json!({ "teams": [0, 1, 0, 1] }), 4);
    assert_eq!([0, 1, 2, 3].map(|seat| race.team(seat)), [0, 1, 0, 1]);
    let levels = [SURVIVOR; 4];
    let (mut until, mut sent) = (0, Vec::new());
    while until < 60 * 60 {
        until += 6;
        for (seat, level) in (0u8..).zip(levels) {
            let Some(bundle) = race.drive(seat, level, until) else { continue };
            for garbage in race.feed(seat, &bundle).expect("a bundle") {
                assert_ne!(race.team(garbage.to), race.team(seat), "an ally is attacked");
                sent.push(garbage);
            }
        }
    }
    assert!(!sent.is_empty());
    race.drop_seat(1);
    assert_eq!(race.outcome(), None, "its ally goes on");
    race.drop_seat(3);
    let outcome = race.outcome().expect("one team is left");
    assert_eq!(outcome.places, [1, 2, 1, 2]);
}

#[test]
fn garbage_goes_where_it_is_aimed() {
    let mut race = agreed(json!({ "garbage": 200 }), 4);
    race.aim(0, Some(2)).expect("a rival");
    assert!(race.aim(0, Some(0)).is_err() && race.aim(0, Some(9)).is_err());
    let mut until = 0;
    let mut sent = Vec::new();
    while until < 90 * 60 && sent.len() < 5 {
        until += 6;
        let bundle = race.drive(0, SURVIVOR, until).expect("a bundle");
        sent.extend(race.feed(0, &bundle).expect("it fits"));
        for seat in 1..4 {
            // Whoever does nothing takes what comes.
            let bundle = race.drive(seat, "random-action", until);
            bundle.map(|bundle| race.feed(seat, &bundle).map(|_| ()).ok());
        }
        if !race.alive(2) {
            break;
        }
        assert!(sent.iter().all(|garbage| garbage.to == 2), "{sent:?}");
        assert!(sent.iter().all(|garbage| number(garbage, "lines").is_multiple_of(2)), "{sent:?}");
    }
    assert!(!sent.is_empty());
}

#[test]
fn what_nobody_can_agree_on_is_refused() {
    for options in [
        json!({ "garbage": 301 }),
        json!({ "garbage": "much" }),
        json!({ "pressure": -1 }),
        json!({ "pressure": 99999 }),
        json!({ "teams": [0, 1] }),
        json!({ "teams": [0, 0, 0] }),
        json!({ "teams": [0, 1, 200] }),
        json!({ "teams": "us" }),
    ] {
        let map = options.as_object().cloned().expect("an object");
        assert!(RealTime.race(&map, 3, 1).is_err(), "{options}");
    }
}
