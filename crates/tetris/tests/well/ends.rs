//! Garbage, what ends a run, and the rules of the student report.

use serde_json::{Value, json};
use tetris::Op::{Clockwise as C, Hard as H, Hold as X, Right as R, Soft as S};
use tetris::{Mode, Op, System, Terms, Well, WellEvent};

use crate::{changed, changed_from, field, fresh, idle, landing, with};

#[test]
fn attack_takes_away_waiting_garbage_first() {
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
    let arrive = [Op::Garbage { lines: 5, column: 0 }, Op::Garbage { lines: 6, column: 9 }];
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
fn garbage_can_end_it() {
    let mut tall = vec!["G........."; 36];
    tall.push("GGGG......");
    let mut well = changed(json!({
        "rows": tall, "piece": "O", "x": 8, "y": 0, "lowest": 0, "waiting": [[8, 3]],
    }));
    well.tick(&[H]);
    assert!(well.is_over() && !well.stock().done);
    assert_eq!(well.events().last(), Some(&WellEvent::Over { done: false }));
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
fn by_the_reports_rules_lines_alone_attack_and_in_a_race_alone() {
    for (mode, attacks) in [(Mode::Race, [0u32, 1, 2, 4]), (Mode::Practice, [0; 4])] {
        let start = Well::new(Terms::usual(System::Report, mode), 3).expect("a well");
        for (rows, attack) in (1..=4).zip(attacks) {
            let mut drawn = vec!["GGGGGGGGG."; rows];
            drawn.push("GGGGGGG...");
            let fields = json!({
                "rows": drawn, "piece": "I", "x": 9, "y": 10, "lowest": 10, "waiting": [[1, 2]],
            });
            let mut well = changed_from(&start, fields);
            well.tick(&[H]);
            let left = if attack == 0 { json!([[1, 2]]) } else { json!([]) };
            assert_eq!(field(&well, "waiting"), left, "{mode:?}, {rows} lines");
            assert_eq!(
                (well.stock().attack, well.stock().sent),
                (attack, attack.saturating_sub(1)),
                "{mode:?}, {rows} lines"
            );
        }
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
