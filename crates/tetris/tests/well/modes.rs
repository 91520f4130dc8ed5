//! Inputs within a tick, half turns, and the modes that bring garbage of their own or have no clock.

use serde_json::{Value, json};
use tetris::Op::{At, Clockwise as C, Flip as F, Hard as H, Left as L, Right as R, Soft as S};
use tetris::{Mode, System, Terms, Well};

use crate::{changed, changed_from, field, fresh, idle, with};

#[test]
fn parts_of_a_tick_come_to_a_whole_one() {
    let whole = changed(json!({"level": 9}));
    for parts in [vec![At(1), L], vec![L, At(7), R, At(15), L], vec![At(3), C, At(9), C]] {
        let (mut together, mut apart) = (whole.clone(), whole.clone());
        let ops: Vec<_> = parts.iter().copied().filter(|op| op.is_key()).collect();
        for _ in 0..4 {
            together.tick(&ops);
            apart.tick(&parts);
        }
        assert_eq!(together.save(), apart.save(), "nothing is in the way: {parts:?}");
    }
}

#[test]
fn a_late_step_comes_after_gravity() {
    // One tick before a row is full: with the step at the beginning it is made above the roof, late below it.
    let rows = ["GGG......."];
    let start =
        changed_from(&with(&rows, "O"), json!({"x": 3, "y": 1, "lowest": 1, "fall": 65000}));
    let (mut early, mut late) = (start.clone(), start);
    early.tick(&[L]);
    assert_eq!((field(&early, "x"), field(&early, "y")), (json!(2), json!(1)));
    late.tick(&[At(15), L]);
    assert_eq!((field(&late, "x"), field(&late, "y")), (json!(3), json!(0)), "too late for it");
}

#[test]
fn a_half_turn_is_one_input_with_kicks_of_its_own() {
    let mut well = with(&[], "T");
    well.tick(&[F]);
    assert_eq!((field(&well, "facing"), field(&well, "turned")), (json!("south"), json!(1)));
    well.tick(&[F]);
    assert_eq!(field(&well, "facing"), "north");
    let mut square = with(&[], "O");
    let before = square.save();
    square.tick(&[F]);
    assert_eq!(field(&square, "facing"), "north", "{before}");
    // On the floor it is lifted by one row.
    let mut low = changed_from(&with(&[], "J"), json!({"y": -1, "lowest": -1}));
    low.tick(&[F]);
    assert_eq!((field(&low, "facing"), field(&low, "y")), (json!("south"), json!(0)));
    let report = Terms::usual(System::Report, Mode::Practice);
    let mut well = Well::new(report, 3).expect("a well");
    well.tick(&[F]);
    assert_eq!(field(&well, "facing"), "north", "the report knows quarter turns only");
}

#[test]
fn sprints_end_with_their_lines_and_an_endless_one_never() {
    let rows = ["GGGGGG...."];
    for (mode, lines, level, over) in [
        (Mode::Sprint20, 19, 1, true),
        (Mode::Sprint100, 39, 1, false),
        (Mode::Sprint100, 99, 1, true),
        (Mode::Endless, 149, 16, false),
        (Mode::Endless, 999, 20, false),
    ] {
        let changes = json!({
            "rows": rows, "piece": "I", "x": 3, "y": 17, "lowest": 17, "lines": lines,
        });
        let mut well = changed_from(&fresh(mode), changes);
        well.tick(&[R, R, R, R, H]);
        assert_eq!((well.is_over(), well.stock().done), (over, over), "{mode:?}");
        assert_eq!(well.stock().level, level);
    }
}

#[test]
fn garbage_lies_there_to_be_dug_through_and_comes_back_until_none_is_left() {
    let well = fresh(Mode::Cheese18);
    let rows = field(&well, "rows");
    let rows: Vec<&str> = rows.as_array().expect("rows").iter().filter_map(Value::as_str).collect();
    assert_eq!(rows.len(), 10);
    assert!(rows.windows(2).all(|two| two[0] != two[1]), "no gap above the last: {rows:?}");
    assert_eq!(well.stock().rising.as_ref().and_then(|rising| rising.left), Some(8));
    let mut few = changed_from(&well, json!({"rows": ["GGGGGG....", "GGGGGGGGG."]}));
    few.tick(&[H]);
    assert!(field(&few, "rows").as_array().map_or(0, Vec::len) >= 9);
    assert_eq!(few.stock().rising.as_ref().and_then(|rising| rising.left), Some(0));
    let last = json!({
        "rows": ["GGGGGG...."], "piece": "I", "x": 3, "y": 17, "lowest": 17,
    });
    let mut last = changed_from(&fresh(Mode::Cheese10), last);
    last.tick(&[R, R, R, R, H]);
    assert!(last.stock().done, "the last line of garbage is gone");
}

#[test]
fn garbage_rises_in_a_survival() {
    let mut well = fresh(Mode::Survival);
    idle(&mut well, 299);
    assert!(well.stock().waiting.is_empty());
    idle(&mut well, 1);
    assert_eq!(well.stock().waiting.len(), 1);
    let mut late = changed_from(&fresh(Mode::Survival), json!({"tick": 30_000}));
    idle(&mut late, 300);
    assert_eq!(late.stock().rising.as_ref().map(|rising| rising.wait), Some(60));
}

#[test]
fn walls_leave_four_columns_and_grow_again() {
    let well = fresh(Mode::FourWide);
    assert_eq!(field(&well, "rows").as_array().map(Vec::len), Some(20));
    assert_eq!(field(&well, "rows")[0], "GGGGGG.GGG");
    let mut well = changed_from(&well, json!({"piece": "I", "x": 3, "y": 17, "lowest": 17}));
    well.tick(&[C, R, H]);
    assert_eq!((well.stock().lines, field(&well, "rows")[19].clone()), (1, json!("GGG....GGG")));
}

#[test]
fn nothing_falls_where_there_is_no_clock() {
    for mode in [Mode::Free, Mode::Dig] {
        let mut well = fresh(mode);
        let y = field(&well, "y");
        idle(&mut well, 3_000);
        assert_eq!((field(&well, "y"), well.stock().pieces), (y, 0));
        well.tick(&[S, S, H]);
        assert_eq!(well.stock().pieces, 1);
    }
}

#[test]
fn a_state_whose_garbage_does_not_fit_its_mode_is_refused() {
    let cheese: Value = serde_json::from_str(&fresh(Mode::Cheese10).save()).expect("JSON");
    assert!(Well::load(&cheese.to_string()).is_ok());
    for (name, value) in [("mode", json!("sprint")), ("rising", Value::Null)] {
        let mut bad = cheese.clone();
        bad[name] = value;
        assert!(Well::load(&bad.to_string()).is_err(), "{name}");
    }
    for (name, value) in [("left", json!(11)), ("last", json!(10)), ("wait", json!(3))] {
        let mut bad = cheese.clone();
        bad["rising"][name] = value;
        assert!(Well::load(&bad.to_string()).is_err(), "{name}");
    }
}
