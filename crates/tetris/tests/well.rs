//! The well in real time: lock delay, gravity, hold, spins, points, rubbish, the ends of the modes, and
//! runs as texts.

use proptest::prelude::*;
use serde_json::{Value, json};
use tetris::{Event, Facing, Inputs, Landing, Mode, Op, Piece, Replay, Spin, System, Terms, Well};

use Op::{
    Anticlockwise as A, Clockwise as C, Hard as H, Hold as X, Left as L, Right as R, Soft as S,
};

fn fresh(mode: Mode) -> Well {
    Well::new(Terms::usual(System::Modern, mode), 1).expect("the usual well")
}

/// A well of the modern rules in practice with these fields changed.
fn changed(changes: Value) -> Well {
    changed_from(&fresh(Mode::Practice), changes)
}

fn changed_from(well: &Well, changes: Value) -> Well {
    let mut saved: Value = serde_json::from_str(&well.save()).expect("JSON");
    for (field, value) in changes.as_object().expect("fields") {
        saved[field] = value.clone();
    }
    Well::load(&saved.to_string()).unwrap_or_else(|error| panic!("{saved}: {error}"))
}

/// A well with these rows, drawn from the top down, and this piece at the top.
fn with(rows: &[&str], piece: &str) -> Well {
    let rows: Vec<&str> = rows.iter().rev().copied().collect();
    let y = match piece {
        "I" => 17,
        "O" => 19,
        _ => 18,
    };
    let x = if piece == "O" { 4 } else { 3 };
    changed(json!({"rows": rows, "piece": piece, "x": x, "y": y, "lowest": y}))
}

fn field(well: &Well, name: &str) -> Value {
    serde_json::from_str::<Value>(&well.save()).expect("JSON")[name].clone()
}

fn idle(well: &mut Well, ticks: u32) {
    for _ in 0..ticks {
        well.tick(&[]);
    }
}

fn landing(well: &Well) -> Landing {
    let landing = well.events().iter().find_map(|event| match event {
        Event::Locked(landing) => Some(*landing),
        _ => None,
    });
    landing.expect("something locked")
}

#[test]
fn pieces_appear_over_the_well_and_come_down_one_row() {
    for piece in Piece::ALL {
        let well = fresh(Mode::Practice);
        let body = well.stock().entry(piece).expect("room");
        let lowest = body.squares(System::Modern).iter().map(|&(_, y)| y).min();
        assert_eq!(lowest, Some(19), "{piece:?} lies in the highest row that is seen");
    }
}

#[test]
fn gravity_takes_a_second_a_row_at_first() {
    let mut well = fresh(Mode::Practice);
    let before = well.falling().expect("a piece").body.y;
    idle(&mut well, 60);
    assert_eq!(well.falling().expect("a piece").body.y, before);
    idle(&mut well, 1);
    assert_eq!(well.falling().expect("a piece").body.y, before - 1, "1092 x 61 is over 65536");
}

#[test]
fn at_level_twenty_a_piece_is_down_at_once() {
    let mut well =
        Well::new(Terms { first: 20, ..Terms::usual(System::Modern, Mode::Practice) }, 1)
            .expect("a well");
    well.tick(&[]);
    let falling = well.falling().expect("a piece");
    assert_eq!(well.ghost(), Some(falling.body));
    assert_eq!(falling.fall, 0);
}

#[test]
fn a_piece_on_the_ground_locks_after_thirty_ticks() {
    let mut well = with(&[], "T");
    well.tick(&[S; 19]);
    assert_eq!(field(&well, "y"), -1);
    assert_eq!(field(&well, "lock"), 1);
    idle(&mut well, 28);
    assert_eq!((field(&well, "lock"), field(&well, "pieces")), (json!(29), json!(0)));
    well.tick(&[]);
    assert_eq!(field(&well, "pieces"), 1);
}

/// Soft drops to the floor, and counts as touching it.
fn on_the_floor() -> Well {
    let mut well = with(&[], "T");
    well.tick(&[S; 25]);
    assert_eq!((field(&well, "y"), field(&well, "touched")), (json!(-1), json!(true)));
    well
}

#[test]
fn fifteen_steps_begin_the_delay_anew() {
    let mut well = on_the_floor();
    for step in 1..=15 {
        idle(&mut well, 20);
        well.tick(&[if step % 2 == 0 { L } else { R }]);
        assert_eq!(field(&well, "resets"), step);
        assert_eq!(field(&well, "lock"), 1, "begun anew, and this tick counted");
    }
    idle(&mut well, 20);
    well.tick(&[L]);
    assert_eq!((field(&well, "resets"), field(&well, "lock")), (json!(15), json!(22)));
    idle(&mut well, 8);
    assert_eq!(field(&well, "pieces"), 1);
}

#[test]
fn a_refused_step_does_not() {
    let mut well = on_the_floor();
    well.tick(&[L; 10]);
    let (resets, lock) = (field(&well, "resets"), field(&well, "lock"));
    assert_eq!((resets, lock), (json!(3), json!(1)));
    well.tick(&[L]);
    assert_eq!((field(&well, "resets"), field(&well, "lock")), (json!(3), json!(2)));
}

#[test]
fn a_new_lowest_row_gives_the_steps_back() {
    // A ledge at the left, four rows high, and the floor.
    let ledge = "GGGGG.....";
    let mut well = with(&[ledge, ledge, ledge, ledge], "T");
    well.tick(&[L, L]);
    well.tick(&[S; 25]);
    assert_eq!(field(&well, "touched"), true);
    well.tick(&[R, R, R, R]);
    assert_eq!(field(&well, "resets"), 4);
    idle(&mut well, 3);
    well.tick(&[R, S]);
    assert_eq!(field(&well, "touched"), false);
    assert_eq!((field(&well, "resets"), field(&well, "lock")), (json!(0), json!(0)));
}

#[test]
fn hold_once_a_piece() {
    let mut well = fresh(Mode::Practice);
    let (first, second) = (field(&well, "piece"), field(&well, "queue"));
    well.tick(&[X]);
    assert_eq!(well.events(), [Event::Held]);
    assert_eq!(field(&well, "held"), first);
    assert_eq!(field(&well, "piece").as_str(), second.as_str().map(|queue| &queue[..1]));
    let before = (field(&well, "held"), field(&well, "piece"));
    well.tick(&[X]);
    assert_eq!((field(&well, "held"), field(&well, "piece")), before, "not twice");
    well.tick(&[H, X]);
    assert_eq!(field(&well, "piece"), first, "the next piece may be changed for it");
}

#[test]
fn drops_are_paid_by_the_row() {
    let mut well = with(&[], "O");
    well.tick(&[S, S, S]);
    assert_eq!(well.stock().score, 3);
    well.tick(&[H]);
    assert_eq!(well.stock().score, 3 + 2 * 16);
}

#[test]
fn lines_are_paid_by_the_level() {
    for (level, rows, points) in [(1, 1, 100), (1, 2, 300), (1, 3, 500), (1, 4, 800), (7, 4, 5600)]
    {
        let mut drawn = vec!["GGGGGGG..."];
        drawn.extend(vec!["GGGGGGGGG."; rows]);
        let first = level;
        let mut well = changed_from(&with(&drawn, "I"), json!({"level": level, "first": first}));
        well.tick(&[C, R, R, R, R, H]);
        let landing = landing(&well);
        assert_eq!(usize::from(landing.clear.lines), rows);
        assert_eq!(landing.points, points);
        assert_eq!(landing.rows, (1 << rows) - 1);
        assert_eq!(well.stock().hard, rows == 4);
    }
}

const TWO_CLEARS: [&str; 3] = ["GGGGGGGG..", "GGGGGGGGG.", "GGGGGGGGG."];

#[test]
fn combos_grow_and_break() {
    let mut well = with(&TWO_CLEARS, "I");
    well.tick(&[C, R, R, R, R, H]);
    assert_eq!((landing(&well).clear.combo, landing(&well).points), (0, 300));
    let mut well = changed_from(&with(&TWO_CLEARS, "I"), json!({"combo": 2}));
    well.tick(&[C, R, R, R, R, H]);
    assert_eq!((landing(&well).clear.combo, landing(&well).points), (3, 300 + 150));
    assert_eq!(landing(&well).attack, 1 + 1);
    let mut well = changed_from(&with(&TWO_CLEARS, "O"), json!({"combo": 2}));
    well.tick(&[H]);
    assert_eq!(well.stock().combo, -1);
}

#[test]
fn back_to_back_is_half_as_much_again() {
    let rows = ["G.........", "GGGGGGGGG.", "GGGGGGGGG.", "GGGGGGGGG.", "GGGGGGGGG."];
    let mut well = changed_from(&with(&rows, "I"), json!({"hard": true, "combo": 0}));
    well.tick(&[C, R, R, R, R, H]);
    let four = landing(&well);
    assert!(four.clear.back_to_back);
    assert_eq!((four.points, four.attack), (1200 + 50, 4 + 1));
    // A piece that clears nothing does not break the chain; a small clear does.
    let mut well = changed_from(&with(&TWO_CLEARS, "I"), json!({"hard": true}));
    well.tick(&[H]);
    assert!(well.stock().hard);
    let mut well = changed_from(&with(&TWO_CLEARS, "I"), json!({"hard": true}));
    well.tick(&[C, R, R, R, R, H]);
    assert!(!well.stock().hard && !landing(&well).clear.back_to_back);
}

#[test]
fn an_empty_well_is_paid_for() {
    for (rows, points) in [(1, 100 + 800), (4, 800 + 2000)] {
        let mut drawn = vec!["GGGGGGGGG."; 4];
        drawn.truncate(rows);
        let piece = "I";
        let mut well = if rows == 1 { with(&["GGGGGG...."], piece) } else { with(&drawn, piece) };
        if rows == 1 {
            well.tick(&[R, R, R, R, H]);
        } else {
            well.tick(&[C, R, R, R, R, H]);
        }
        assert!(landing(&well).clear.empty);
        assert_eq!(landing(&well).points, points);
        assert_eq!(landing(&well).attack, if rows == 4 { 14 } else { 10 });
    }
}

/// A hole for a T that points down, under a roof at the left.
const SLOT: [&str; 3] = ["GGG.......", "GG...GGGGG", "GGG.GGGGGG"];

#[test]
fn a_t_turned_into_its_slot_is_a_spin() {
    let mut well = with(&SLOT, "T");
    // Down upright at the right of the roof, then turned in.
    well.tick(&[C, L]);
    well.tick(&[S; 30]);
    well.tick(&[C, H]);
    let landing = landing(&well);
    assert_eq!((landing.clear.spin, landing.clear.lines), (Spin::Full, 2));
    assert_eq!((landing.points, landing.attack), (1200, 4));
    assert_eq!(landing.body.facing, Facing::South);
    assert!(well.stock().hard);
}

#[test]
fn a_t_that_drops_in_is_none() {
    let mut well = with(&["GG...GGGGG", "GGG.GGGGGG"], "T");
    well.tick(&[C, C, L, H]);
    let landing = landing(&well);
    assert_eq!((landing.clear.spin, landing.clear.lines), (Spin::None, 2));
    // Turned at the last row but one, and then down a row: its last step was no turn.
    let mut well = with(&["GG...GGGGG", "GGG.GGGGGG"], "T");
    well.tick(&[C, L]);
    well.tick(&[S; 17]);
    well.tick(&[C]);
    assert_eq!(field(&well, "turned"), 1);
    well.tick(&[H]);
    assert_eq!((well.stock().lines, self::landing(&well).clear.spin), (2, Spin::None));
}

#[test]
fn with_one_front_corner_free_it_is_mini() {
    // Upright in the gap, then kicked flat under a block at the right.
    let mut well = with(&["G..G......", "G...GGGGGG"], "T");
    well.tick(&[C, L, L, L]);
    well.tick(&[S; 30]);
    well.tick(&[A]);
    assert_eq!(field(&well, "turned"), 3);
    well.tick(&[H]);
    let landing = landing(&well);
    assert_eq!((landing.clear.spin, landing.clear.lines), (Spin::Mini, 1));
    assert_eq!((landing.points, landing.attack), (200, 0));
    assert!(well.stock().hard);
}

#[test]
fn the_fifth_kick_makes_it_full() {
    for (turned, spin) in [(1, Spin::Mini), (4, Spin::Mini), (5, Spin::Full), (0, Spin::None)] {
        // Three corners: two behind the point, one beside it.
        let rows = ["GGG.GGGGGG", "GG..GGGGGG", "GG..GGGGGG"];
        let mut well = changed(json!({
            "rows": [rows[2], rows[1], rows[0]],
            "piece": "T", "facing": "west", "x": 2, "y": 0, "lowest": 0, "turned": turned,
        }));
        well.tick(&[H]);
        let got = landing(&well).clear.spin;
        assert_eq!(got, spin, "kick {turned}");
    }
}

#[test]
fn attack_takes_away_waiting_rubbish_first() {
    let rows = ["G.........", "GGGGGGGGG.", "GGGGGGGGG.", "GGGGGGGGG.", "GGGGGGGGG."];
    let mut well = changed_from(&with(&rows, "I"), json!({"waiting": [[1, 2], [2, 3], [4, 5]]}));
    well.tick(&[C, R, R, R, R, H]);
    assert_eq!((landing(&well).attack, landing(&well).sent), (4, 0));
    assert_eq!(field(&well, "waiting"), json!([[3, 5]]), "one entry in part");
    assert_eq!((well.stock().attack, well.stock().sent), (4, 0));
    let mut well = changed_from(&with(&rows, "I"), json!({"waiting": [[1, 2]]}));
    well.tick(&[C, R, R, R, R, H]);
    assert_eq!((landing(&well).sent, field(&well, "waiting")), (3, json!([])));
}

#[test]
fn eight_lines_come_up_at_most() {
    let mut well = with(&[], "O");
    let arrive = [Op::Rubbish { lines: 5, column: 0 }, Op::Rubbish { lines: 6, column: 9 }];
    well.tick(&arrive);
    assert_eq!(field(&well, "waiting"), json!([[5, 0], [6, 9]]));
    well.tick(&[H]);
    assert_eq!(landing(&well).rose, 8);
    assert_eq!(field(&well, "waiting"), json!([[3, 9]]));
    let rows = field(&well, "rows");
    let rows: Vec<&str> = rows.as_array().expect("rows").iter().filter_map(Value::as_str).collect();
    assert_eq!(rows[..3], ["GGGGGGGGG."; 3], "the latest are below");
    assert_eq!(rows[3..8], [".GGGGGGGGG"; 5]);
    assert_eq!(rows[8..], ["....OO....", "....OO...."]);
}

#[test]
fn rubbish_can_end_it() {
    let mut tall = vec!["G........."; 36];
    tall.push("GGGG......");
    let mut well = changed(json!({
        "rows": tall, "piece": "O", "x": 8, "y": 0, "lowest": 0, "waiting": [[8, 3]],
    }));
    well.tick(&[H]);
    assert!(well.is_over() && !well.stock().done);
    assert_eq!(well.events().last(), Some(&Event::Over { done: false }));
    assert_eq!(field(&well, "piece"), Value::Null);
    assert_eq!(field(&well, "pieces"), 0);
}

#[test]
fn a_piece_that_locks_above_the_well_ends_it() {
    let tall = vec!["...GGG...."; 20];
    let mut well = changed(json!({"rows": tall, "piece": "T", "x": 3, "y": 19, "lowest": 19}));
    well.tick(&[H]);
    assert!(well.is_over());
    assert_eq!(well.ticks(), 1, "that tick is counted");
    well.tick(&[H]);
    assert_eq!(well.ticks(), 1, "no other is");
}

#[test]
fn a_piece_without_room_ends_it() {
    let tall = vec!["...GGG...."; 21];
    let mut well = changed(
        json!({"rows": tall, "piece": "I", "facing": "east", "x": -2, "y": 5, "lowest": 5}),
    );
    well.tick(&[H]);
    assert!(well.is_over());
    assert_eq!(well.stock().pieces, 1);
}

#[test]
fn a_sprint_ends_with_forty_lines() {
    let rows = ["GGGGGG...."];
    let start = changed_from(
        &fresh(Mode::Sprint),
        json!({
            "rows": rows, "piece": "I", "x": 3, "y": 17, "lowest": 17, "lines": 39,
        }),
    );
    let mut well = start;
    well.tick(&[R, R, R, R, H]);
    assert!(well.is_over() && well.stock().done);
    assert_eq!(well.stock().lines, 40);
}

#[test]
fn a_marathon_ends_after_level_fifteen() {
    let rows = ["GGGGGG...."];
    for (lines, level, over) in [(8, 1, false), (9, 2, false), (149, 15, true)] {
        let mut well = changed_from(
            &fresh(Mode::Marathon),
            json!({
                "rows": rows, "piece": "I", "x": 3, "y": 17, "lowest": 17, "lines": lines,
                "level": 1 + lines / 10,
            }),
        );
        well.tick(&[R, R, R, R, H]);
        assert_eq!((well.stock().level, well.is_over()), (level, over), "{lines}");
        assert_eq!(well.stock().done, over);
    }
}

#[test]
fn an_ultra_ends_after_two_minutes() {
    let mut well = changed_from(&fresh(Mode::Ultra), json!({"tick": 7198}));
    well.tick(&[]);
    assert!(!well.is_over());
    well.tick(&[]);
    assert!(well.is_over() && well.stock().done);
    assert_eq!(well.ticks(), 7200);
}

#[test]
fn the_reports_well() {
    let mut well = Well::new(Terms::usual(System::Report, Mode::Practice), 3).expect("a well");
    let falling = *well.falling().expect("a piece");
    let top = falling.body.squares(System::Report).iter().map(|&(_, y)| y).max();
    assert_eq!((falling.body.x, top), (5, Some(20)));
    assert_eq!(field(&well, "queue").as_str().map(str::len), Some(1));
    well.tick(&[X]);
    assert_eq!(field(&well, "held"), Value::Null, "there is no hold");
    idle(&mut well, 23);
    assert_eq!(well.falling().expect("a piece").body.y, falling.body.y - 1, "0.4 s a row");
    // Down to the floor by hand: no points; one step more locks it.
    while well.stock().pieces == 0 {
        well.tick(&[S]);
    }
    assert_eq!((well.stock().score, well.stock().pieces), (0, 1));
    assert_eq!(field(&well, "combo"), -1);
}

#[test]
fn the_reports_points() {
    let start = Well::new(Terms::usual(System::Report, Mode::Practice), 3).expect("a well");
    for (rows, points) in [(1, 40), (2, 100), (3, 300), (4, 1200)] {
        let mut drawn = vec!["GGGGGGGGG."; rows];
        drawn.push("GGGGGGG...");
        let mut well = changed_from(
            &start,
            json!({
                "rows": drawn, "piece": "I", "x": 9, "y": 10, "lowest": 10,
            }),
        );
        well.tick(&[H]);
        assert_eq!(well.stock().score, points);
        assert_eq!((well.stock().combo, well.stock().hard, well.stock().attack), (-1, false, 0));
    }
}

#[test]
fn the_report_is_over_when_a_piece_has_no_room() {
    let mut well = Well::new(Terms::usual(System::Report, Mode::Practice), 3).expect("a well");
    for _ in 0..30 {
        well.tick(&[H]);
    }
    assert!(well.is_over() && !well.stock().done);
}

#[test]
fn a_run_reads_as_it_was_written() {
    let text = "{\"plateau\":1,\"game\":\"tetris\",\"run\":1,\"rules\":\"modern\",\"width\":10,\
        \"height\":20,\"mode\":\"sprint\",\"first\":1,\"seed\":\"12345\",\"name\":\"Ada\"}\n\
        14 LLC\n31 H\n40 RG2.5A\n1830 .\n";
    let run = Replay::read(text).expect("a run");
    assert_eq!(run.write(), text);
    assert_eq!(run.inputs.write_bundle(), "14 LLC;31 H;40 RG2.5A;1830 .");
    let well = run.play().expect("a well");
    assert_eq!(well.ticks(), 1830);
    assert_eq!(Well::load(&well.save()).expect("it loads").save(), well.save());
}

#[test]
fn what_is_no_run_is_refused_in_words() {
    let head = "{\"plateau\":1,\"game\":\"tetris\",\"run\":1,\"rules\":\"modern\",\"width\":10,\
        \"height\":20,\"mode\":\"sprint\",\"first\":1,\"seed\":\"1\"}";
    for (text, reason) in [
        ("", "a run of Tetris begins"),
        ("{}", "a run of Tetris begins"),
        (&head.replace("\"run\":1", "\"run\":2"), "run 1"),
        (&head.replace("\"width\":10", "\"width\":3"), "4 to 16 columns"),
        (&head.replace("\"first\":1", "\"first\":21"), "first level"),
        (&head.replace("\"seed\":\"1\"", "\"seed\":\"x\""), "seed"),
        (head, "full stop"),
        (&format!("{head}\n5 L"), "full stop"),
        (&format!("{head}\n5 L\n5 R\n9 ."), "grow"),
        (&format!("{head}\n5 L\n5 ."), "grow"),
        (&format!("{head}\n5 L\n9 .\n10 L"), "grow"),
        (&format!("{head}\nL\n9 ."), "not a tick"),
        (&format!("{head}\n05 L\n9 ."), "not a tick"),
        (&format!("{head}\n5 Q\n9 ."), "inputs"),
        (&format!("{head}\n5 G2\n9 ."), "inputs"),
        (&format!("{head}\n5 G2.10\n9 ."), "rubbish"),
        (&format!("{head}\n5 G0.1\n9 ."), "rubbish"),
        (&format!("{head}\n999999999 ."), "two hours"),
    ] {
        let error = Replay::read(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn what_is_no_state_is_refused_in_words() {
    let saved: Value = serde_json::from_str(&fresh(Mode::Practice).save()).expect("JSON");
    for (name, value) in [
        ("width", json!(3)),
        ("height", json!(21)),
        ("piece", json!("Q")),
        ("piece", Value::Null),
        ("x", json!(100)),
        ("y", json!(-100)),
        ("lock", json!(30)),
        ("fall", json!(65536)),
        ("queue", json!("SZ")),
        ("queue", json!("szjlo")),
        ("bag", json!("II")),
        ("rows", json!(["GGGGGGGGGG"])),
        ("rows", json!([".........."])),
        ("rows", json!(["G"])),
        ("rows", json!(["g........."])),
        ("rng", json!(["0", "0", "0", "0"])),
        (
            "rng",
            json!(["0000000000000000", "0000000000000000", "0000000000000000", "0000000000000000"]),
        ),
        ("waiting", json!([[0, 1]])),
        ("waiting", json!([[1, 10]])),
        ("score", json!(-1)),
        ("level", json!(0)),
        ("over", json!(true)),
        ("done", json!(true)),
        ("lowest", json!(39)),
    ] {
        let mut other = saved.clone();
        other[name] = value.clone();
        assert!(Well::load(&other.to_string()).is_err(), "{name}: {value}");
    }
}

/// Inputs as a hand might make them, and a hand that does not know what it is doing.
fn inputs() -> impl Strategy<Value = Inputs> {
    let op = prop_oneof![
        20 => prop::sample::select(vec![L, R, C, A, S]),
        4 => Just(H),
        1 => Just(X),
        1 => (1u8..10, 0u8..4).prop_map(|(lines, column)| Op::Rubbish { lines, column }),
    ];
    prop::collection::vec((1u64..30, prop::collection::vec(op, 1..6)), 0..200).prop_map(|steps| {
        let mut tick = 0;
        let ticks: Vec<_> = steps
            .into_iter()
            .map(|(gap, ops)| {
                tick += gap;
                (tick, ops)
            })
            .collect();
        Inputs { ticks, end: tick + 40 }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_inputs_leave_a_sound_well(
        inputs in inputs(), seed: u64, modern: bool, width in 4u8..=16, height in 4u8..=20, mode in 0usize..5,
    ) {
        let rules = if modern { System::Modern } else { System::Report };
        let terms = Terms { rules, width, height, mode: Mode::ALL[mode], first: 1 + (seed % 15) as u8 };
        let run = Replay { terms, seed, name: None, inputs };
        let read = Replay::read(&run.write()).expect("it reads");
        prop_assert_eq!(&read, &run);
        let well = run.play().expect("a well");
        let saved = well.save();
        let again = Well::load(&saved).expect("a played well loads");
        prop_assert_eq!(again.save(), saved);
        // A well that was saved and loaded half way goes on in the same way.
        let mut first = Well::new(terms, seed).expect("a well");
        let half = run.inputs.ticks.len() / 2;
        let (early, late) = run.inputs.ticks.split_at(half);
        let end = late.first().map_or(run.inputs.end, |&(tick, _)| tick);
        Inputs { ticks: early.to_vec(), end }.play(&mut first);
        let mut second = Well::load(&first.save()).expect("it loads");
        Inputs { ticks: late.to_vec(), end: run.inputs.end }.play(&mut second);
        prop_assert_eq!(second.save(), well.save());
        // Colours and squares say the same.
        for y in 0..40i8 {
            for x in 0..width as i8 {
                let filled = y < terms.ceiling() as i8 && well.stock().field.is_filled(x, y);
                prop_assert_eq!(filled, well.stock().colours.at(x, y).letter() != '.');
            }
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,80}") {
        let _ = Well::load(&text);
        let _ = Replay::read(&text);
        let _ = Inputs::read_bundle(&text, 0, 10);
    }
}
