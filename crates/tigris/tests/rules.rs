//! The rules through the shared test kit, and what must hold in every position.

#![allow(clippy::unwrap_used)]

use game::{Game, Parameters, Rng, Seat, Turn, play_text, testkit};
use proptest::prelude::*;
use search::{Levels, Limits, Stop};
use tigris::{BoardSide, Colour, Options, Phase, Tigris, Totals};

#[test]
fn encoding_holds() {
    testkit::variants_encode::<Tigris>(3, 400);
    let options = Options { totals: Totals::Hidden, english: true, ..Options::default() };
    testkit::encodes::<Tigris>(&options, 3, 400, 2);
}

#[test]
fn random_games_hold() {
    for players in 2..=4 {
        let options = Options { players, ..Options::default() };
        testkit::random_play::<Tigris>(&options, 1, u64::from(players));
    }
    let options =
        Options { players: 3, board: BoardSide::Advanced, totals: Totals::Hidden, english: true };
    testkit::random_play::<Tigris>(&options, 1, 5);
}

#[test]
fn variants_play() {
    testkit::variants_play::<Tigris>();
}

#[test]
fn lessons_can_be_played() {
    assert!(Tigris::lessons().len() >= 12);
    testkit::lessons_play::<Tigris>(Tigris::lessons());
}

/// The counts of the first position: 166 spaces for a catastrophe, 33 beside temples for each leader.
#[test]
fn the_beginning_has_about_750_moves() {
    let game = Tigris::new(&Options::default(), 1).unwrap();
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let count = |kind: &str| moves.iter().filter(|mv| mv.to_string().starts_with(kind)).count();
    assert_eq!(count("catastrophe"), 166);
    assert_eq!(count("leader"), 132);
    assert_eq!(count("pass"), 1);
    assert_eq!(count("withdraw"), 0);
}

/// Random moves are drawn without a list: they must be as likely as if there were one.
#[test]
fn random_moves_are_fair() {
    let mut rng = Rng::new(3);
    let mut game = Tigris::new(&Options { players: 3, ..Options::default() }, 4).unwrap();
    for _ in 0..60 {
        let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
        game.play(mv);
    }
    while game.phase() != Phase::Action {
        let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
        game.play(mv);
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let draws = 100 * moves.len();
    let mut counts = std::collections::HashMap::new();
    for _ in 0..draws {
        *counts.entry(game.random_move(&mut rng, &mut Vec::new()).unwrap()).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), moves.len(), "every legal move is drawn, and no other");
    // Six standard deviations of a Poisson count of 100.
    assert!(counts.values().all(|&count| count.abs_diff(100) < 60), "{counts:?}");
}

fn invariants(game: &Tigris, before: &[[u16; 4]]) {
    for colour in Colour::ALL {
        let all = [30, 57, 36, 30][colour.index()];
        assert_eq!(game.tiles_of(colour), all, "tiles are conserved: {}", game.save());
    }
    let view = serde_json::to_value(game.view(None)).unwrap();
    let temples: Vec<&str> = view["tiles"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|tile| tile["colour"] == "red")
        .map(|tile| tile["at"].as_str().unwrap())
        .collect();
    let place = |name: &str| {
        let row: i32 = name[1..].parse().unwrap();
        (i32::from(name.as_bytes()[0]), row)
    };
    let mut kinds = std::collections::HashSet::new();
    for leader in view["leaders"].as_array().unwrap() {
        let (x, y) = place(leader["at"].as_str().unwrap());
        let beside = |temple: &&str| {
            let (a, b) = place(temple);
            (a - x).abs() + (b - y).abs() == 1
        };
        assert!(temples.iter().any(beside), "a leader stands beside a temple: {}", game.save());
        let kind = (leader["kingdom"].as_u64(), leader["colour"].as_str().unwrap().to_owned());
        if game.phase() == Phase::Action {
            assert!(kinds.insert(kind), "two leaders of a colour in a kingdom: {}", game.save());
        }
    }
    for (seat, before) in before.iter().enumerate() {
        let now = game.points(Seat(seat as u8));
        assert!((0..4).all(|c| now[c] >= before[c]), "points never fall: {}", game.save());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_must_hold_holds(players in 2u8..=4, advanced: bool, english: bool, seed: u64) {
        let board = if advanced { BoardSide::Advanced } else { BoardSide::Standard };
        let options = Options { players, board, english, totals: Totals::Open };
        let mut game = Tigris::new(&options, seed).unwrap();
        let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
        while let Turn::Of(_) = game.turn() {
            let before: Vec<_> = (0..players).map(|seat| game.points(Seat(seat))).collect();
            // Chance alone seldom fights: mostly something that touches what is there.
            let mut mv = game.random_move(&mut rng, &mut scratch).unwrap();
            for _ in 0..12 {
                if game.phase() != Phase::Action || game.preview(mv).is_some() {
                    break;
                }
                mv = game.random_move(&mut rng, &mut scratch).unwrap();
            }
            game.play(mv);
            invariants(&game, &before);
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        testkit::survives(&Tigris::new(&Options::default(), 1).unwrap(), &text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A good position with a few letters changed is refused in words, or can be played on.
    #[test]
    fn no_position_panics(seed in 0u64..8, plies in 0usize..120, at in 0usize..400, new in "[ -~]") {
        let mut game = Tigris::new(&Options { players: 3, ..Options::default() }, seed).unwrap();
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            if let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
                game.play(mv);
            }
        }
        let mut text = game.save();
        let at = at % text.len();
        text.replace_range(at..=at, &new);
        testkit::survives(&game, &text);
    }
}

#[test]
fn impossible_positions_are_refused_in_words() {
    let good = Tigris::new(&Options::default(), 1).unwrap().save();
    for (from, to, reason) in [
        ("players=2", "players=5", "cannot be read"),
        ("players=2", "payers=2", "line of words"),
        ("active=1", "active=3", "cannot be read"),
        ("map=", "map=f/", "11 rows of 16"),
        ("phase=action", "phase=war:red:1:2:-", "nothing to decide"),
        ("phase=action", "phase=revolt:red:1:2:-", "nothing to decide"),
        ("phase=action", "phase=monument", "nothing to decide"),
        ("phase=action", "phase=treasure:1", "nothing to decide"),
        ("leaders=", "leaders=1black:a1", "beside a face-up temple"),
        ("leaders=", "leaders=1black:k2,2black:j1", "one leader of a colour"),
        ("leaders=", "leaders=3black:k2", "cannot be read"),
        ("bag=", "bag=kkkkkkkkkkkk", "there are 30 settlements"),
        ("bag=", "bag=kkkkkkkkkkkkk", "143 tiles at most"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        let error = Tigris::load(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{to}: {error}");
    }
}

/// Rules look for treasures only where something has grown, but everywhere in a position that was loaded.
#[test]
fn a_loaded_position_goes_on_as_the_game_does() {
    let (mut rng, mut scratch, mut taken) = (Rng::new(6), Vec::new(), 0);
    for seed in 0..12 {
        let options = Options { players: 2 + (seed % 3) as u8, ..Options::default() };
        let mut game = Tigris::new(&options, seed).unwrap();
        let mut player = Tigris::player("heuristic", &Parameters::default(), seed).unwrap();
        while game.turn().seat().is_some() {
            let planned =
                player.think(&game, &Limits::depth(1), &Stop::new(), &mut |_| ()).best.unwrap();
            let drawn = game.random_move(&mut rng, &mut scratch).unwrap();
            let mv = if rng.below(4) == 0 { drawn } else { planned };
            let mut loaded = Tigris::load(&game.save()).unwrap();
            game.play(mv);
            loaded.play(mv);
            assert_eq!(loaded.save(), game.save(), "after {mv}");
        }
        taken +=
            (0..options.players).map(|seat| u32::from(game.treasures_of(Seat(seat)))).sum::<u32>();
    }
    assert!(taken > 40, "{taken}");
}

#[test]
fn the_bag_ends_the_game_when_it_does_not_hold_enough() {
    let empty = |bag: &str, hand: &str| {
        let map = "16/16/16/16/16/16/16/16/16/16/16";
        Tigris::load(&format!("map={map} hands={hand}/bbbbbb bag={bag} action=2")).unwrap()
    };
    let mut game = empty("rr", "kkk");
    play_text(&mut game, "swap black black black").unwrap();
    assert!(matches!(game.phase(), Phase::Over(_)), "a swap of three with two in the bag");
    // Drawing exactly the last tile does not end it; the treasures of this empty board do.
    let mut game = empty("rrr", "kkkkkk");
    play_text(&mut game, "swap black black black").unwrap();
    assert_eq!(game.bag(), 0);
    assert_eq!(game.hand(Seat(0)), [3, 3, 0, 0]);
    let mut game = empty("rr", "kkk");
    play_text(&mut game, "pass").unwrap();
    assert_eq!(game.turn().outcome().unwrap().why().en, "the bag does not hold enough tiles");
}

#[test]
fn perft_counts() {
    testkit::perft_table::<Tigris>(include_str!("perft.txt"));
}
