//! The rules: what must hold for every game, perft, played games with their counts of moves, and
//! what people get wrong.

use std::path::Path;

use blokus::{Blokus, Mode, Move, Options, Scoring};
use game::{Game, Lang, Rng, Seat, play_text, testkit};
use proptest::prelude::*;
use search::Levels;

fn game_of(mode: Mode) -> Blokus {
    Blokus::new(&Options { mode, ..Options::default() }, 0).expect("a way to play")
}

fn after(mode: Mode, moves: &str) -> Blokus {
    let mut game = game_of(mode);
    for text in moves.split_whitespace() {
        play_text(&mut game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

/// Replays games that are written as `game N`, then `colour count squares` a line, then `score …`:
/// whose turn it is, how many legal moves there are, and the points at the end must agree.
fn replay(mode: Mode, text: &str) {
    let options = Options { mode, scoring: Scoring::Official };
    let mut game = Blokus::new(&options, 0).expect("a way to play");
    let mut games = 0;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["game", _] => game = Blokus::new(&options, 0).expect("a way to play"),
            ["score", ..] => {
                assert!(game.turn().outcome().is_some(), "game {games} is over");
                for (colour, points) in words[1..].iter().enumerate() {
                    let points: i32 = points.parse().expect("points");
                    assert_eq!(game.points(colour) + 89, points, "game {games}, colour {colour}");
                }
                games += 1;
            }
            [colour, count, squares] => {
                let mover = game.colour_to_move().map(|colour| (colour + 1).to_string());
                assert_eq!(mover.as_deref(), Some(colour), "game {games}: {line}");
                assert_eq!(game.count_moves().to_string(), count, "game {games}: {line}");
                let mv = play_text(&mut game, squares).unwrap_or_else(|e| panic!("{line}: {e}"));
                assert_eq!(mv.to_string(), squares);
            }
            _ => panic!("a line that is none: {line}"),
        }
    }
    assert!(games > 0);
}

#[test]
fn encoding_holds() {
    testkit::variants_encode::<Blokus>(1, 90);
}

#[test]
fn played_games_have_the_same_moves_turns_and_scores() {
    replay(Mode::Classic, include_str!("data/games_classic.txt"));
    replay(Mode::Two, include_str!("data/games_two.txt"));
    replay(Mode::Duo, include_str!("data/games_duo.txt"));
    replay(Mode::Two, include_str!("data/bonus_two.txt"));
    replay(Mode::Duo, include_str!("data/bonus_duo.txt"));
}

#[test]
fn random_games_have_the_same_moves_turns_and_scores() {
    replay(Mode::Classic, include_str!("data/random_classic.txt"));
    // Turns and moves of teams and of three seats are the same; only who decides differs.
    replay(Mode::Teams, include_str!("data/random_classic.txt"));
    replay(Mode::Three, include_str!("data/games_classic.txt"));
    replay(Mode::Duo, include_str!("data/random_duo.txt"));
}

#[test]
fn random_games_keep_the_rules() {
    for (seed, mode) in (1..).zip(Mode::ALL) {
        testkit::random_play::<Blokus>(&Options { mode, ..Options::default() }, 1, seed);
    }
    let official = Options { mode: Mode::Duo, scoring: Scoring::Official };
    testkit::random_play::<Blokus>(&official, 1, 9);
}

#[test]
fn variants_play() {
    testkit::variants_play::<Blokus>();
}

#[test]
fn perft_counts() {
    testkit::perft_table::<Blokus>(include_str!("perft.txt"));
}

#[test]
#[ignore = "half a minute: the deepest counts"]
fn deep_perft_counts() {
    testkit::perft_table::<Blokus>("duo; ; 414 171396 89204762");
    testkit::perft_table::<Blokus>("teams; ; 58 3364 195112 11316496 1898244648");
}

#[test]
fn golden_game() {
    testkit::golden::<Blokus>(Path::new("tests/golden.record"));
}

/// The slow and plain way to find legal moves: every piece everywhere.
fn plain_moves(game: &Blokus, colour: usize) -> Vec<String> {
    let side = game.mode().side() as i32;
    let inside = |x: i32, y: i32| (0..side).contains(&x) && (0..side).contains(&y);
    let at = |x: i32, y: i32| {
        if inside(x, y) { game.colour_at((x as u8, y as u8)) } else { None }
    };
    let (start_x, start_y) = game.mode().start(colour);
    let first = game.placed(colour).is_empty();
    let mut moves = Vec::new();
    for shape in &blokus::Pieces::get().orientations {
        if !game.has_piece(colour, shape.piece) {
            continue;
        }
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let squares: Vec<(i32, i32)> = shape
                .squares
                .iter()
                .map(|&(dx, dy)| (x + i32::from(dx), y + i32::from(dy)))
                .collect();
            let own = |x, y| at(x, y) == Some(colour);
            let free = squares.iter().all(|&(x, y)| {
                inside(x, y)
                    && at(x, y).is_none()
                    && !(own(x - 1, y) || own(x + 1, y) || own(x, y - 1) || own(x, y + 1))
            });
            let attached = squares.iter().any(|&(x, y)| {
                if first {
                    return (x, y) == (i32::from(start_x), i32::from(start_y));
                }
                own(x - 1, y - 1) || own(x + 1, y - 1) || own(x - 1, y + 1) || own(x + 1, y + 1)
            });
            if free && attached {
                let spot =
                    blokus::Spot { orientation: orientation_number(shape), x: x as u8, y: y as u8 };
                moves.push(Move::Place(spot).to_string());
            }
        }
    }
    moves.sort();
    moves
}

fn orientation_number(shape: &blokus::Orientation) -> u8 {
    let all = &blokus::Pieces::get().orientations;
    all.iter().position(|other| std::ptr::eq(other, shape)).expect("one of them") as u8
}

#[test]
fn tables_find_what_trying_everything_finds() {
    for (seed, mode) in [(5, Mode::Duo), (6, Mode::Classic), (7, Mode::Duo)] {
        let (mut game, mut rng) = (game_of(mode), Rng::new(seed));
        while let Some(colour) = game.colour_to_move() {
            let mut moves: Vec<_> = game.moves_of(colour).iter().map(ToString::to_string).collect();
            moves.sort();
            assert_eq!(moves, plain_moves(&game, colour), "{}", game.save());
            game.play(game.random_move(&mut rng, &mut Vec::new()).expect("a move"));
        }
    }
}

#[test]
fn every_refusal_says_why() {
    let game = after(Mode::Classic, "a20,b20,c20 t20,t19,t18 t1,s1,r1 a1,b1,b2");
    for (text, why) in [
        ("d19,e19", None),
        ("a19,b19", Some("side to side")),
        ("b20,c20", Some("already covered")),
        ("h5,h6", Some("corner to corner")),
        ("d19,e19,f19", Some("already been placed")),
        ("d21", Some("no square here")),
        ("z1", Some("no square here")),
        ("d19,d19", Some("no piece has this shape")),
        ("d19,f19", Some("no piece has this shape")),
        ("X:d19,e19", Some("are the piece 2")),
        ("a1,a2,a3,a4,a5,a6", Some("at most five")),
    ] {
        let found = play_text(&mut game.clone(), text).err().map(|refused| refused.to_string());
        match why {
            None => assert_eq!(found, None),
            Some(why) => assert!(found.as_ref().is_some_and(|f| f.contains(why)), "{found:?}"),
        }
    }
    let first = play_text(&mut game_of(Mode::Teams), "b20").unwrap_err();
    assert!(first.to_string().contains("the first piece must cover a20"), "{first}");
}

#[test]
fn a_colour_that_gives_up_is_passed_over_for_good() {
    let mut game = after(Mode::Duo, "e10 pass");
    assert!(game.is_out(1) && game.view(None).colours[1].gave_up);
    for _ in 0..3 {
        assert_eq!(game.colour_to_move(), Some(0));
        game.play(game.moves_of(0)[0]);
    }
    play_text(&mut game, "pass").expect("one may always give up");
    let outcome = game.turn().outcome().expect("nobody is left");
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat(0)]);
    assert_eq!(game.check(Move::Pass).unwrap_err().to_string(), "the game is over");
}

#[test]
fn partners_add_up_and_win_together() {
    let game = after(Mode::Teams, "a20,b20,c20 t20,t19,t18 t1,s1,r1,q1 a1,b1 pass pass pass pass");
    let outcome = game.turn().outcome().expect("all gave up");
    assert_eq!(outcome.points(), [7, 5, 7, 5]);
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
    assert!(game.allies(Seat(0), Seat(2)) && !game.allies(Seat(0), Seat(1)));
    let two = after(Mode::Two, "a20,b20,c20 t20,t19,t18 t1,s1,r1,q1 a1,b1 pass pass pass pass");
    assert_eq!(two.turn().outcome().expect("all gave up").points(), [7, 5]);
    // In the terminal both sides stand on one line; where nobody has a partner there is none.
    for (game, lang, line) in [
        (&game, Lang::En, "Blue + Red 7 : 5 Yellow + Green"),
        (&two, Lang::Fr, "Bleu + Rouge 7 : 5 Jaune + Vert"),
    ] {
        let drawn = game.picture(None, lang).plain();
        assert!(drawn.contains(line), "{drawn}");
    }
    assert!(!game_of(Mode::Duo).picture(None, Lang::En).plain().contains(" : "));
}

#[test]
fn three_play_the_fourth_colour_in_turn() {
    let mut game = game_of(Mode::Three);
    let mut deciders = Vec::new();
    for _ in 0..16 {
        if game.colour_to_move() == Some(3) {
            deciders.push(game.turn().seat().expect("in play").0);
        }
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        game.play(moves[0]);
    }
    assert_eq!(deciders, [0, 1, 2, 0]);
    let over = after(Mode::Three, "a20 t20,t19 t1,s1,r1 a1,b1,c1,d1,e1 pass pass pass pass");
    assert_eq!(over.turn().outcome().expect("all gave up").points(), [1, 2, 3]);
}

#[test]
fn impossible_positions_are_refused_in_words() {
    for (text, reason) in [
        ("", "is written as"),
        ("duo squares b - 0", "is written as"),
        ("duo squares r - 0 - -", "is written as"),
        ("duo squares b - 1 - -", "is written as"),
        ("trio squares b - 0 - -", "is written as"),
        ("duo squares y b 0 f9,e10,zz - ", "is written as"),
        ("duo squares y b 0 e10/f11 -", "does not fit"),
        ("duo squares y b 0 e10 d10,e10", "does not fit"),
        ("duo squares y y 0 e10 -", "has no piece"),
        ("duo squares - b 0 e10 -", "not over"),
        ("duo squares b b 0 e10! -", "cannot move"),
    ] {
        let error = Blokus::load(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// As people set positions up to study them: beside each other, away from the start, in the other's corner.
#[test]
fn a_position_may_have_its_pieces_anywhere() {
    let text = "duo squares b y 0 a1,b1/a2,b2,c2 e10";
    let mut game = Blokus::load(text).expect("nothing overlaps");
    assert_eq!(game.save(), text);
    // The start is a square like any other once a piece lies elsewhere.
    let refused = play_text(&mut game.clone(), "e9").expect_err("touches no corner of blue");
    assert!(refused.words().en.contains("corner"), "{}", refused.words().en);
    play_text(&mut game, "d3").expect("from a corner of the second piece");
    play_text(&mut game, "f11,f12").expect("from yellow's only piece");
    // Whose start is taken cannot begin.
    let taken = Blokus::load("duo squares b b 0 j5 -").expect("a position");
    assert!(taken.is_out(1));
}

#[test]
fn lessons_can_be_played() {
    assert!(Blokus::lessons().len() >= 8);
    testkit::lessons_play::<Blokus>(Blokus::lessons());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        testkit::survives(&game_of(Mode::Duo), &text);
    }

    #[test]
    fn no_text_that_looks_like_a_move_panics(text in "([a-v][0-9]{1,3},?){1,7}") {
        testkit::survives(&game_of(Mode::Classic), &text);
    }

    #[test]
    fn no_text_that_looks_like_a_position_panics(
        text in "duo (squares|official) [by-] [by-] 0 (e10(/[a-n][1-9](,[a-n][1-9]){0,2}){0,3}|-)!? -"
    ) {
        testkit::survives(&game_of(Mode::Duo), &text);
    }
}

#[test]
fn juniors_pieces_are_there_twice_and_no_third_time() {
    let mut game = game_of(Mode::Junior);
    assert_eq!(game.view(None).colours[0].left.len(), 24);
    assert_eq!(game.view(None).shapes.len(), 12);
    // The single square twice; yellow answers with the same.
    for text in ["e10", "j5", "f11", "k6"] {
        play_text(&mut game, text).expect(text);
    }
    assert!(!game.has_piece(0, 0) && game.has_piece(0, 1));
    let refused = play_text(&mut game.clone(), "g12").expect_err("there were two of them");
    assert!(refused.words().en.contains('1'), "{}", refused.words().en);
    // A pentomino of the grown-ups' set.
    let refused = play_text(&mut game.clone(), "d9,c8,d8,e8,d7").expect_err("no X in Junior");
    assert!(refused.words().en.contains('X'), "{}", refused.words().en);
    let again = Blokus::load(&game.save()).expect("what was saved");
    assert_eq!(again.save(), game.save());
    assert_eq!((again.copies_left(0, 0), again.copies_left(0, 1)), (0, 2));
    // All pieces placed is no bonus, and nothing left is nothing lost.
    let official = Options { mode: Mode::Junior, scoring: Scoring::Official };
    let mut game = Blokus::new(&official, 0).expect("a way to play");
    assert_eq!(game.points(0), -88);
    play_text(&mut game, "e10").expect("a first piece");
    assert_eq!((game.points(0), game.bonus(0)), (-87, 0));
}
