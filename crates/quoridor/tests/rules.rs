//! The rules: what must hold for every game, perft, positions on which independent programs agree, a
//! golden game, and the sentences that people get.

use std::path::Path;

use game::{Game, Lang, Seat, perft, play_text, testkit};
use proptest::prelude::*;
use quoridor::{Options, Quoridor};
use search::Levels;
use serde_json::Value;

fn start(players: u8, size: u8, walls: u8) -> Quoridor {
    Quoridor::new(&Options { players, size, walls }, 0).expect("a board")
}

fn after(moves: &str) -> Quoridor {
    after_on(start(2, 9, 10), moves)
}

fn after_on(mut game: Quoridor, moves: &str) -> Quoridor {
    for text in moves.split_whitespace() {
        play_text(&mut game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

fn legal(game: &Quoridor) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let mut texts: Vec<_> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The squares that the pawn may go to.
fn steps(game: &Quoridor) -> Vec<String> {
    legal(game).into_iter().filter(|text| !text.ends_with(['h', 'v'])).collect()
}

#[test]
fn encoding_holds() {
    testkit::variants_encode::<Quoridor>(8, 250);
    testkit::encodes::<Quoridor>(&Options { players: 2, size: 3, walls: 4 }, 20, 100, 2);
}

#[test]
fn random_games_keep_the_rules() {
    testkit::random_play::<Quoridor>(&Options { players: 2, size: 5, walls: 3 }, 5, 1);
    testkit::random_play::<Quoridor>(&Options { players: 4, size: 5, walls: 4 }, 4, 2);
    testkit::random_play::<Quoridor>(&Options { players: 2, size: 3, walls: 2 }, 20, 3);
    testkit::random_play::<Quoridor>(&Options { players: 2, size: 9, walls: 10 }, 1, 4);
    testkit::random_play::<Quoridor>(&Options { players: 4, size: 11, walls: 3 }, 1, 5);
}

#[test]
fn variants_play() {
    testkit::variants_play::<Quoridor>();
}

#[test]
fn perft_counts() {
    let rows = include_str!("perft.txt").lines().filter(|row| !row.starts_with('#'));
    for row in rows {
        let (board, counts) = row.split_once(';').expect("a board and its counts");
        let [players, size, walls] = board
            .split_whitespace()
            .map(|number| number.parse().expect("a number"))
            .collect::<Vec<u8>>()[..]
        else {
            panic!("players, size, walls: {row}");
        };
        let game = start(players, size, walls);
        for (index, count) in counts.split_whitespace().enumerate() {
            let count: u64 = count.parse().expect("a count");
            assert_eq!(perft(&game, index as u32 + 1), count, "{board}: depth {}", index + 1);
        }
    }
}

/// One row of the data: a position, and all that is legal in it.
fn agrees(row: &str) {
    let row: Value = serde_json::from_str(row).expect("a row is JSON");
    let number = |name: &str| row[name].as_u64().expect("a number") as u8;
    let texts = |name: &str| {
        let list = row[name].as_array().expect("a list");
        list.iter().map(|text| text.as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    let game = start(number("players"), number("size"), number("walls"));
    let game = after_on(game, row["moves"].as_str().expect("moves"));
    let id = &row["id"];
    assert_eq!(game.turn().seat(), Some(Seat(number("to_move") - 1)), "{id}");
    let view = game.view(None);
    let pawns: Vec<_> = view.seats.iter().map(|seat| seat.pawn.clone()).collect();
    assert_eq!(pawns, texts("pawns"), "{id}");
    let left: Vec<_> = view.seats.iter().map(|seat| Value::from(seat.left)).collect();
    assert_eq!(Value::from(left), row["walls_left"], "{id}");
    assert_eq!(legal(&game), texts("legal"), "{id}");
    assert_eq!(game.count_moves() as u64, row["n_legal"].as_u64().expect("a count"), "{id}");
}

#[test]
fn independent_programs_agree_on_two_players() {
    include_str!("data/two_players.jsonl").lines().for_each(agrees);
}

#[test]
fn independent_programs_agree_on_four_players() {
    include_str!("data/four_players.jsonl").lines().for_each(agrees);
}

#[test]
fn golden_game() {
    testkit::golden::<Quoridor>(Path::new("tests/golden.record"));
}

#[test]
fn lessons_can_be_played() {
    assert!(Quoridor::lessons().len() >= 8);
    testkit::lessons_play::<Quoridor>(Quoridor::lessons());
}

#[test]
fn a_pawn_jumps_straight_or_aslant() {
    // Face to face, nothing behind: straight over, or away to a side.
    let face = "e2 e8 e3 e7 e4 e6 e5 a1h";
    assert_eq!(steps(&after(face)), ["d5", "e4", "e7", "f5"]);
    // A wall behind the pawn: to both of its sides.
    assert_eq!(steps(&after("e2 e8 e3 e7 e4 e6 e5 e6h")), ["d5", "d6", "e4", "f5", "f6"]);
    // A wall behind it and one beside it.
    let walled = "e2 e8 e3 e7 e4 e6 e5 e6h a1h e5v";
    assert_eq!(steps(&after(walled)), ["d5", "d6", "e4"]);
    // A wall between the two: no jump at all.
    assert_eq!(steps(&after("e2 e8 e3 e7 e4 e6 e5 e5h")), ["d5", "e4", "f5"]);
}

#[test]
fn behind_two_pawns_there_is_no_jump() {
    // Three in a row on the middle rank of a small board: the first cannot jump over two.
    let game = Quoridor::load("5 a3/b3/c3/e1 0/0/0/0 -/-/-/- 1 4 e1").expect("a position");
    assert_eq!(steps(&game), ["a2", "a4"]);
}

#[test]
fn who_can_do_nothing_passes() {
    let boxed = Quoridor::load("3 a1/b1/a2/c3 0/0/0/0 -/-/-/- 1 4 c3").expect("a position");
    assert_eq!(legal(&boxed), ["a3", "c1"], "both neighbours can be jumped");
    let stuck = Quoridor::load("3 a1/b1/a2/c1 0/0/0/0 a2h/-/-/- 1 4 c1").expect("a position");
    assert_eq!(
        legal(&stuck),
        ["b2"],
        "aslant: a wall is behind one, a second pawn behind the other"
    );
    let stuck = Quoridor::load("5 a1/a2/a3/e1 0/0/0/0 a1v/-/-/- 1 4 e1").expect("a position");
    assert_eq!(legal(&stuck), ["pass"], "a wall beside it, and two pawns in a row above");
    assert!(play_text(&mut stuck.clone(), "pass").is_ok());
    let free = start(2, 9, 10);
    let refused = play_text(&mut free.clone(), "pass").expect_err("one may move");
    assert_eq!(refused.words().fr, "on ne passe que si l’on ne peut ni bouger ni poser de mur");
}

#[test]
fn an_endless_game_is_a_draw() {
    let mut game = start(2, 9, 10);
    for round in 0..50 {
        game = after_on(game, if round % 2 == 0 { "e2 e8 e1 e9" } else { "d1 d9 e1 e9" });
    }
    let outcome = game.turn().outcome().expect("two hundred moves are enough");
    assert!(outcome.is_draw());
    assert_eq!(outcome.why().en, "a hundred moves each, and nobody has arrived");
}

#[test]
fn the_first_to_arrive_wins() {
    let game = after("e2 a1h e3 a2h e4 a3h e5 a4h e6 a5h e7 a6h d7 a7h d8 a8h d9");
    let outcome = game.turn().outcome().expect("it has arrived");
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat(0)]);
    assert!(legal(&game).is_empty());
}

fn refusal(game: &Quoridor, text: &str) -> (String, String) {
    let refused = play_text(&mut game.clone(), text).expect_err("it is not legal");
    (refused.words().get(Lang::En).to_owned(), refused.words().get(Lang::Fr).to_owned())
}

#[test]
fn refusals_say_why_in_the_reports_words() {
    let game = after("e2 e8 e3h d5v");
    for (text, en, fr) in [
        ("e5", "not a neighbouring square of e2", "pas une case voisine de e2"),
        ("e3h", "e3h is already there", "e3h est déjà posé"),
        ("f3h", "f3h would overlap e3h", "f3h chevaucherait e3h"),
        ("d3h", "d3h would overlap e3h", "d3h chevaucherait e3h"),
        ("e3v", "e3v would cross e3h", "e3v croiserait e3h"),
        ("e2", "already stands on e2", "déjà en e2"),
        ("hop", "is not understood", "mot non reconnu, veuillez réessayer"),
        ("i1h", "not on the board", "hors du plateau"),
        ("k11", "not on the board", "hors du plateau"),
        ("bouger", "may go to e1, d2, f2, e3", "haut, bas, gauche, droite"),
        ("mur", "you have 9 walls", "puis h ou v, comme e3h"),
    ] {
        let (english, french) = refusal(&game, text);
        assert!(english.contains(en), "{english}");
        assert!(french.contains(fr), "{french}");
    }
    let (english, french) = refusal(&after("e2 e8 e3 e3h"), "haut");
    assert!(french.starts_with("impossible de bouger vers le haut : un mur"), "{french}");
    assert!(english.contains("a wall bars the way to e4"), "{english}");
    let (english, _) = refusal(&after("e2 e8 e3 e7 e4 e6 e5 a1h"), "f6");
    assert!(english.contains("only when a wall or the edge is behind"), "{english}");
    let spent = after_on(start(2, 9, 1), "a1h a3h");
    assert_eq!(refusal(&spent, "e5h").1, "vous n’avez plus de mur : déplacez votre pion");
}

#[test]
fn a_wall_that_shuts_a_pawn_in_names_it() {
    // Yellow on e9 between two vertical walls: either horizontal wall would shut it in.
    let game = after("d8v a1h f8v a3h");
    let (english, french) = refusal(&game, "e7h");
    assert_eq!(english, "e7h would shut Yellow in (e9): every pawn must keep a way to its goal");
    assert!(french.starts_with("e7h enfermerait Jaune (e9)"), "{french}");
    let shut = game.view(None).shut;
    let walls: Vec<_> = shut.iter().map(|shut| (shut.wall.as_str(), &shut.seats[..])).collect();
    assert_eq!(walls, [("e7h", &[Seat(1)][..]), ("e8h", &[Seat(1)][..])]);
}

#[test]
fn directions_are_steps_and_jumps() {
    let game = after("e2 e8 e3 e7 e4 e6 e5 a1h");
    assert_eq!(game.parse("haut").expect("a way").to_string(), "e7");
    assert_eq!(game.parse("Gauche").expect("a way").to_string(), "d5");
    assert_eq!(game.parse("down").expect("a way").to_string(), "e4");
    assert!(start(2, 9, 10).parse("bas").is_err());
}

#[test]
fn the_view_shows_owners_paths_and_distances() {
    let view = after("e2 d7v e3h").view(None);
    let walls: Vec<_> = view.walls.iter().map(|wall| (wall.wall.as_str(), wall.seat.0)).collect();
    assert_eq!(walls, [("e3h", 0), ("d7v", 1)]);
    assert_eq!((view.seats[0].distance, view.seats[0].left), (8, 9));
    assert_eq!(view.seats[0].path.len(), 9);
    assert_eq!(view.seats[0].path.first().map(String::as_str), Some("e2"));
    assert_eq!(view.last.map(|last| (last.text, last.seat)), Some(("e3h".into(), Seat(0))));
}

#[test]
fn absurd_boards_are_refused_in_words() {
    for (players, size, walls, reason) in [
        (2, 4, 10, "3, 5, 7, 9 or 11"),
        (2, 0, 10, "3, 5, 7, 9 or 11"),
        (3, 9, 10, "two or four"),
        (2, 9, 255, "20 at most"),
    ] {
        let error = Quoridor::new(&Options { players, size, walls }, 0).expect_err("no board");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn impossible_positions_are_refused_in_words() {
    for (text, reason) in [
        ("", "is written as"),
        ("9 e1/e9 10/10 -/- 1 0", "is written as"),
        ("8 e1/e9 10/10 -/- 1 0 -", "8x8"),
        ("9 e1/e9/e5 10/10 -/- 1 0 -", "two or four"),
        ("9 e1/e1 10/10 -/- 1 0 -", "free square"),
        ("9 e1/j9 10/10 -/- 1 0 -", "free square"),
        ("9 e1/e9 10/99 -/- 1 0 -", "walls left"),
        ("9 e1/e9 10 -/- 1 0 -", "walls left"),
        ("9 e1/e9 10/10 - 1 0 -", "list of walls"),
        ("9 e1/e9 10/10 e3hf3h/- 1 0 -", "wall that fits"),
        ("9 e1/e9 10/10 i3h/- 1 0 -", "wall that fits"),
        ("9 e1/e9 10/10 d8vf8ve8h/- 1 0 -", "shut Yellow in"),
        ("9 e1/e9 10/10 -/- 3 0 -", "seat to move"),
        ("9 e1/e9 10/10 -/- 1 201 -", "moves played"),
        ("9 e1/e9 10/10 -/- 1 4 -", "last move"),
        ("9 e1/e9 10/10 -/- 1 4 e3h", "last move"),
        ("9 e9/e8 10/10 -/- 1 4 e8", "had arrived"),
        ("9 e1/e9 10/10 é/- 1 0 -", "no wall"),
    ] {
        let error = Quoridor::load(text).expect_err("no position").to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// The rules in their simplest form, checked for every wall and every pawn.
fn plainly_legal_walls(game: &Quoridor) -> usize {
    let size = game.size();
    let mut count = 0;
    for file in 0..size - 1 {
        for rank in 0..size - 1 {
            for way in ['h', 'v'] {
                let text = format!("{}{}{way}", char::from(b'a' + file), rank + 1);
                let mv = game.parse(&text).expect("a wall");
                count += usize::from(game.check(mv).is_ok());
            }
        }
    }
    count
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// The fast move list skips path searches; `check` runs one for every wall.
    #[test]
    fn the_quick_list_of_walls_is_the_slow_one(seed: u64, plies in 0..60usize) {
        let (mut game, mut rng) = (start(2, 9, 10), game::Rng::new(seed));
        for _ in 0..plies {
            if let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
                game.play(mv);
            }
        }
        if game.turn().seat().is_some() {
            let quick = legal(&game).iter().filter(|text| text.ends_with(['h', 'v'])).count();
            prop_assert_eq!(quick, plainly_legal_walls(&game), "{}", game.save());
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        testkit::survives(&after("e2 e8 e3h"), &text);
    }

    #[test]
    fn no_text_that_looks_like_a_position_panics(
        text in "(3|5|9|11) [a-l][0-9]{1,2}/[a-k][0-9]/?[a-c1-3/]{0,6} [0-9]{1,2}/[0-9] ([a-e][1-4][hv]){0,4}/(-|([a-h][1-8][hv]){1,3}) [12] [0-9]{1,2} ([a-e][1-5][hv]?|-|pass)"
    ) {
        testkit::survives(&after("e2 e8 e3h"), &text);
    }

    #[test]
    fn no_text_that_looks_like_a_move_panics(text in "[a-lA-L]?[0-9]{0,3}[hvHV]{0,2}") {
        testkit::survives(&after("e2 e8 e3h"), &text);
    }
}
