//! The rules: what must hold for every game, perft, a golden game, and the report's messages.

use std::path::Path;

use connect4::{Column, Connect4, Options};
use game::{Game, Lang, play_text, testkit};
use proptest::prelude::*;
use search::Levels;

fn after(moves: &str) -> Connect4 {
    let mut game = Connect4::new(&Options::default(), 0).expect("the usual board");
    for column in moves.chars() {
        play_text(&mut game, &column.to_string()).expect("a legal move");
    }
    game
}

#[test]
fn encoding_holds() {
    testkit::variants_encode::<Connect4>(20, 100);
    testkit::encodes::<Connect4>(&Options { width: 16, height: 4 }, 10, 100, 2);
}

#[test]
fn random_games_keep_the_rules() {
    testkit::random_play::<Connect4>(&Options::default(), 60, 1);
    testkit::random_play::<Connect4>(&Options { width: 4, height: 4 }, 60, 2);
    testkit::random_play::<Connect4>(&Options { width: 8, height: 8 }, 20, 3);
    testkit::random_play::<Connect4>(&Options { width: 16, height: 4 }, 20, 4);
    testkit::random_play::<Connect4>(&Options { width: 4, height: 16 }, 20, 5);
}

#[test]
fn variants_play() {
    testkit::variants_play::<Connect4>();
}

#[test]
fn perft_counts() {
    testkit::perft_table::<Connect4>(include_str!("perft.txt"));
}

#[test]
fn golden_game() {
    testkit::golden::<Connect4>(Path::new("tests/golden.record"));
}

#[test]
fn lessons_can_be_played() {
    assert!(Connect4::lessons().len() >= 6);
    testkit::lessons_play::<Connect4>(Connect4::lessons());
}

#[test]
fn fours_win_in_every_direction() {
    let up = after("1212121");
    assert_eq!(up.view(None).line, [(0, 0), (0, 1), (0, 2), (0, 3)]);
    let across = after("1122334");
    assert_eq!(across.view(None).line, [(0, 0), (1, 0), (2, 0), (3, 0)]);
    let rising = Connect4::load("7x6 7/7/3x3/2xo3/1xoo3/xoox2x 4").unwrap();
    assert_eq!(rising.view(None).line, [(0, 0), (1, 1), (2, 2), (3, 3)]);
    let falling = Connect4::load("7x6 7/7/3x3/3ox2/3oox1/x2xoox 4").unwrap();
    assert_eq!(falling.view(None).line, [(3, 3), (4, 2), (5, 1), (6, 0)]);
}

#[test]
fn a_line_does_not_go_round_the_edge() {
    // The top of one column and the bottom of the next are neighbours in the word, not on the board.
    assert!(after("1112212211").turn().outcome().is_none());
}

#[test]
fn a_full_board_is_a_draw() {
    let game = Connect4::load("4x4 xoxo/xoxo/oxox/oxox 4").unwrap();
    let outcome = game.turn().outcome().unwrap();
    assert!(outcome.is_draw());
    assert_eq!(outcome.why().fr, "la grille est pleine");
}

#[test]
fn the_reports_messages() {
    let mut game = after("444444");
    let out_of_range = play_text(&mut game, "8").unwrap_err();
    assert_eq!(out_of_range.words().get(Lang::Fr), "choisissez une colonne de 1 à 7");
    let full = play_text(&mut game, "4").unwrap_err();
    assert_eq!(full.words().get(Lang::En), "column 4 is full: choose another one");
    let mut won = after("1212121");
    assert_eq!(play_text(&mut won, "3").unwrap_err().to_string(), "the game is over");
    assert_eq!(game.check(Column(200)).unwrap_err().to_string(), "choose a column from 1 to 7");
}

#[test]
fn absurd_boards_are_refused_in_words() {
    for (width, height) in [(0, 0), (3, 6), (255, 255), (9, 9), (17, 4)] {
        let error = Connect4::new(&Options { width, height }, 0).unwrap_err();
        assert!(error.to_string().contains("64 squares at most"), "{error}");
    }
}

#[test]
fn impossible_positions_are_refused_in_words() {
    for (text, reason) in [
        ("", "is written as"),
        ("7x6 7/7/7/7/7/7", "is written as"),
        ("99x99 7 -", "no size"),
        ("7x6 7/7/7/7/7 -", "rows of 7"),
        ("7x6 7/7/7/7/7/8 -", "rows of 7"),
        ("7x6 7/7/7/7/7/xxxxxxxx -", "rows of 7"),
        ("7x6 7/7/7/7/7/é6 -", "rows of 7"),
        ("7x6 7/7/7/7/x6/7 1", "in the air"),
        ("7x6 7/7/7/7/7/xx5 2", "as many, or one more"),
        ("7x6 7/7/7/7/7/x6 2", "played last"),
        ("7x6 7/7/7/7/7/xo5 1", "played last"),
        ("7x6 7/7/7/7/oooo3/xxxx3 4", "before the last disc"),
    ] {
        let error = Connect4::load(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        testkit::survives(&after("44"), &text);
    }

    #[test]
    fn no_text_that_looks_like_a_position_panics(
        text in "[0-9]{1,2}x[0-9]{1,2} [xo0-9/]{0,40} [-0-9]{1,3}"
    ) {
        testkit::survives(&after("44"), &text);
    }

    #[test]
    fn no_text_that_looks_like_a_record_panics(
        header in r#"\{"plateau":[0-2],"game":"connect4"(,"options":\{"width":[0-9]{1,3}\})?\}"#,
        moves in "([0-9]{1,2}\n){0,50}"
    ) {
        testkit::survives(&after("44"), &format!("{header}\n{moves}"));
    }
}
