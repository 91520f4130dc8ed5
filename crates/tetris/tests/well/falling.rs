//! Pieces appear, fall, lock and are held.

use serde_json::json;
use tetris::Op::{Hard as H, Hold as X, Left as L, Right as R, Soft as S};
use tetris::{Mode, Piece, System, Terms, Well, WellEvent};

use crate::{field, fresh, idle, with};

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
    assert_eq!(well.events(), [WellEvent::Held]);
    assert_eq!(field(&well, "held"), first);
    assert_eq!(field(&well, "piece").as_str(), second.as_str().map(|queue| &queue[..1]));
    let before = (field(&well, "held"), field(&well, "piece"));
    well.tick(&[X]);
    assert_eq!((field(&well, "held"), field(&well, "piece")), before, "not twice");
    well.tick(&[H, X]);
    assert_eq!(field(&well, "piece"), first, "the next piece may be changed for it");
}
