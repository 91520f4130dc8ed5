//! What drops, lines, combos and spins are paid.

use serde_json::json;
use tetris::Op::{Anticlockwise as A, Clockwise as C, Hard as H, Left as L, Right as R, Soft as S};
use tetris::{Facing, Spin};

use crate::{changed, changed_from, field, landing, with};

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
