//! The placement game: what must hold for every game, perft, a golden game, and its agreement with the
//! well in real time.

use std::collections::HashSet;
use std::path::Path;

use game::{Game, Rng, Turn, play_text, testkit};
use proptest::prelude::*;
use search::Levels;
use tetris::{
    Body, Facing, Mode, Op, Options, Piece, Placement, Reach, Spin, Start, Stock, System, Terms,
    Tetris, Well,
};

fn modern() -> Options {
    Options::default()
}

fn game(options: Options, seed: u64) -> Tetris {
    Tetris::new(&options, seed).expect("good options")
}

fn texts(game: &Tetris) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

#[test]
fn encoding_holds() {
    testkit::variants_encode::<Tetris>(3, 120);
    let options = Options { width: 6, height: 12, ..Options::default() };
    testkit::encodes::<Tetris>(&options, 2, 60, 2);
}

#[test]
fn random_games_keep_the_rules() {
    testkit::random_play::<Tetris>(&modern(), 2, 1);
    testkit::random_play::<Tetris>(&Options { reach: Reach::Straight, ..modern() }, 2, 2);
    testkit::random_play::<Tetris>(&Options::REPORT, 2, 3);
    testkit::random_play::<Tetris>(&Options { reach: Reach::All, ..Options::REPORT }, 1, 4);
    testkit::random_play::<Tetris>(&Options { width: 4, height: 4, ..modern() }, 4, 5);
    testkit::random_play::<Tetris>(&Options { width: 16, height: 5, ..Options::REPORT }, 2, 6);
    testkit::random_play::<Tetris>(&Options { start: Start::Cheese, ..modern() }, 2, 7);
}

#[test]
fn variants_play() {
    testkit::variants_play::<Tetris>();
}

#[test]
fn perft_counts() {
    testkit::perft_table::<Tetris>(include_str!("perft.txt"));
}

#[test]
fn golden_game() {
    testkit::golden::<Tetris>(Path::new("tests/golden.record"));
}

#[test]
fn lessons_can_be_played() {
    assert!(Tetris::lessons().len() >= 9);
    testkit::lessons_play::<Tetris>(Tetris::lessons());
}

/// What the lessons' words promise.
#[test]
fn lessons_do_what_they_say() {
    for (id, lines) in [("line", 1), ("four", 4), ("hold", 4), ("spin", 2), ("queue", 4)] {
        let lesson = Tetris::lessons().iter().find(|lesson| lesson.id == id).expect("a lesson");
        let options = game::options_for::<Tetris>(None, &lesson.options).expect("options");
        let mut game = game(options, lesson.seed);
        let steps = lesson.steps.iter().map(|step| &step.accept[0]);
        for text in lesson.moves.iter().chain(steps) {
            play_text(&mut game, text).expect("legal");
        }
        assert_eq!(game.stock().lines, lines, "{id}");
    }
}

#[test]
fn an_empty_well_has_the_placements_that_one_expects() {
    // Upright and lying: so many columns less the width of each facing, plus one.
    let count = |piece: Piece| match piece {
        Piece::I => 7 + 10,
        Piece::O => 9,
        Piece::S | Piece::Z => 8 + 9,
        _ => 2 * 8 + 2 * 9,
    };
    for options in [modern(), Options { reach: Reach::Straight, ..modern() }, Options::REPORT] {
        for seed in 0..30 {
            let game = game(options, seed);
            let expected: usize = game.choices().map(|body| count(body.piece)).sum();
            assert_eq!(texts(&game).len(), expected, "seed {seed}");
        }
    }
}

/// The first seed after which the game begins with this piece.
fn seed_for(options: Options, piece: Piece) -> u64 {
    (0..)
        .find(|&seed| game(options, seed).body().is_some_and(|body| body.piece == piece))
        .expect("some")
}

#[test]
fn a_t_is_turned_into_a_slot() {
    let options = Options { start: Start::Slot, ..modern() };
    let seed = seed_for(options, Piece::T);
    let mut spun = game(options, seed);
    assert!(texts(&spun).contains(&"Ts4.2*".to_owned()));
    let refused = spun.check(spun.parse("Ts4.2").expect("a placement")).unwrap_err();
    assert!(refused.to_string().contains("only by a spin"), "{refused}");
    let landing = spun.place(spun.parse("Ts4.2*").expect("a placement")).expect("it lands");
    assert_eq!((landing.clear.spin, landing.clear.lines), (Spin::Full, 2));
    assert_eq!(spun.stock().score, 1200);
    // Straight down it cannot get there.
    let straight = game(Options { reach: Reach::Straight, ..options }, seed);
    let refused = straight.check(straight.parse("Ts4.2*").expect("a placement")).unwrap_err();
    assert!(refused.to_string().contains("cannot get there"), "{refused}");
}

#[test]
fn a_gap_under_a_roof_is_slid_into() {
    let options = Options { start: Start::Roof, ..modern() };
    let seed = seed_for(options, Piece::L);
    let mut under = game(options, seed);
    let mv = under.parse("Ln8.1").expect("a placement");
    let path = under.path(mv).expect("a way there");
    assert_eq!(path[path.len() - 2..], [Op::Left, Op::Hard], "its last step is to the side");
    under.place(mv).expect("it lands");
    assert!(under.stock().field.is_filled(6, 0));
    let straight = game(Options { reach: Reach::Straight, ..options }, seed);
    assert!(straight.check(mv).is_err());
}

#[test]
fn the_other_piece_comes_out_of_the_hold() {
    let mut held = game(modern(), 1);
    let present = held.body().expect("a piece").piece;
    let next = held.stock().supply.queue()[0];
    let other =
        texts(&held).into_iter().find(|text| text.starts_with(next.letter())).expect("hold");
    play_text(&mut held, &other).expect("legal");
    assert_eq!(held.stock().held, Some(present));
    assert!(!held.stock().used, "the next piece may be held again");
    let absent = Piece::ALL.into_iter().find(|&piece| held.entry(piece).is_none()).expect("one");
    let body = Body { piece: absent, facing: Facing::North, x: 4, y: 4 };
    let refused = held.check(Placement::of(System::Modern, body, false)).unwrap_err();
    assert!(refused.to_string().contains("to be placed now"), "{refused}");
}

#[test]
fn what_lies_at_the_start_needs_its_room() {
    for options in [
        Options { width: 9, start: Start::Four, ..modern() },
        Options { height: 7, start: Start::Four, ..modern() },
    ] {
        assert!(Tetris::new(&options, 1).is_err());
    }
    assert!(Tetris::new(&Options { height: 21, ..modern() }, 1).is_err());
}

/// Everything but the points of drops.
fn apart_from_drops(stock: &Stock) -> Stock {
    Stock { score: 0, ..stock.clone() }
}

/// Plays a game by chance in both ways at once: a placement here, its inputs in a well there.
fn both_ways(options: Options, seed: u64, pieces: usize) {
    let mut game = game(options, seed);
    let Options { rules, width, height, .. } = options;
    let terms = Terms { rules, width, height, mode: Mode::Practice, first: 1 };
    let mut well = Well::new(terms, seed).expect("a well");
    if options.start != Start::Empty {
        well = Well::load(&game.save()).expect("any saved game is a well");
    }
    let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
    for _ in 0..pieces {
        game.legal_moves(&mut moves);
        // Spins first, where there are any: they are rare.
        let spins: Vec<Placement> = moves.iter().copied().filter(|mv| mv.spin).collect();
        let Some(&mv) = rng.pick(&spins).or_else(|| rng.pick(&moves)) else {
            break;
        };
        let path = game.path(mv).unwrap_or_else(|| panic!("{mv} has a path: {}", game.save()));
        let before = well.stock().score;
        let landing = game.place(mv).expect("it lands");
        well.tick(&path);
        assert_eq!(apart_from_drops(well.stock()), apart_from_drops(game.stock()), "{mv}");
        let dropped = well.stock().score - before - u64::from(landing.points);
        let limit = 2 * 22 + 2 * path.len() as u64;
        assert!(dropped <= if rules == System::Modern { limit } else { 0 }, "{dropped}");
        assert_eq!(game.body().is_none(), well.is_over());
        let again = Tetris::of_well(&well, options.reach).expect("any well is a game");
        assert_eq!(texts(&again), texts(&game));
    }
}

#[test]
fn a_placement_and_its_inputs_come_to_the_same() {
    for seed in 0..12 {
        both_ways(modern(), seed, 60);
        both_ways(Options { reach: Reach::Straight, ..modern() }, seed, 60);
        both_ways(Options::REPORT, seed, 60);
        both_ways(Options { reach: Reach::All, ..Options::REPORT }, seed, 60);
        both_ways(Options { width: 5, height: 8, ..modern() }, seed, 60);
        both_ways(Options { start: Start::Slot, ..modern() }, seed, 20);
        both_ways(Options { start: Start::Cheese, ..modern() }, seed, 20);
    }
}

/// A walk by another hand: tries all inputs from all places in any order until nothing is new.
#[test]
fn the_walk_misses_nothing_and_invents_nothing() {
    let mut rng = Rng::new(11);
    for seed in 0..6 {
        let mut game = game(Options { height: 12, ..modern() }, seed);
        let mut moves = Vec::new();
        for _ in 0..12 {
            let Some(mv) = game.random_move(&mut rng, &mut moves) else {
                break;
            };
            game.play(mv);
        }
        let Turn::Of(_) = game.turn() else {
            continue;
        };
        let mut expected = HashSet::new();
        for from in game.choices() {
            let field = &game.stock().field;
            let mut seen = HashSet::new();
            let mut todo = vec![(from, 0u8)];
            while let Some((body, turned)) = todo.pop() {
                if !seen.insert((body, turned)) {
                    continue;
                }
                let free = |body: Body| field.fits(System::Modern, body);
                todo.extend(
                    [(-1, 0), (1, 0), (0, -1)]
                        .map(|(dx, dy)| (body.moved(dx, dy), 0))
                        .into_iter()
                        .filter(|&(body, _)| free(body)),
                );
                todo.extend([true, false].into_iter().filter_map(|way| {
                    tetris::rules::kicks::turn(field, System::Modern, body, way)
                }));
                if !free(body.moved(0, -1)) {
                    let spin = tetris::rules::score::spin(field, System::Modern, body, turned);
                    expected.insert(Placement::of(System::Modern, body, spin != Spin::None));
                }
            }
        }
        game.legal_moves(&mut moves);
        assert_eq!(moves.iter().copied().collect::<HashSet<_>>(), expected);
    }
}

#[test]
fn what_is_not_shown_is_drawn_anew() {
    let game = game(modern(), 5);
    let worlds: HashSet<String> =
        (0..20).map(|seed| game.imagine(None, &mut Rng::new(seed)).save()).collect();
    assert!(worlds.len() > 10, "the bag's order and the generator differ");
    for world in &worlds {
        let world = Tetris::load(world).expect("a world loads");
        assert_eq!(world.stock().supply.queue(), game.stock().supply.queue());
        let sorted = |game: &Tetris| {
            let mut bag = game.stock().supply.bag().to_vec();
            bag.sort_unstable();
            bag
        };
        assert_eq!(sorted(&world), sorted(&game));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        testkit::survives(&game(modern(), 1), &text);
    }

    #[test]
    fn no_text_that_looks_like_a_placement_panics(text in "[IOTSZJL][nesw][0-9]{1,3}\\.[0-9]{1,3}\\*?") {
        testkit::survives(&game(modern(), 1), &text);
        testkit::survives(&game(Options::REPORT, 1), &text);
    }

    #[test]
    fn no_text_that_looks_like_a_well_panics(
        rows in prop::collection::vec("[.IG]{10}", 0..40),
        piece in "[IOTSZJL]", x in -5i8..15, y in -5i8..42, waiting in 0u8..3, modern: bool,
    ) {
        let mut saved: serde_json::Value =
            serde_json::from_str(&game(if modern { Options::default() } else { Options::REPORT }, 1).save()).expect("JSON");
        saved["rows"] = rows.into();
        saved["piece"] = piece.into();
        saved["x"] = x.into();
        saved["y"] = y.into();
        saved["lowest"] = y.into();
        saved["waiting"] = serde_json::json!(vec![[9, 3]; waiting.into()]);
        testkit::survives(&game(Options::default(), 1), &saved.to_string());
    }
}
