//! The report's two players choose the same at the same depth, with fewer nodes for alpha-beta; the perfect player.

#![allow(clippy::print_stdout)] // the counts are the point of the first test

use connect4::{Connect4, Evaluation, Options, Weights};
use game::{Game, Rng};
use search::{AlphaBeta, AlphaBetaOptions, Levels, Limits, Minimax, Player, Stop, Thought};

fn random_position(rng: &mut Rng, plies: u32) -> Connect4 {
    loop {
        let mut game = Connect4::new(&Options::default(), 0).expect("the usual board");
        for _ in 0..plies {
            if let Some(mv) = game.random_move(rng, &mut Vec::new()) {
                game.play(mv);
            }
        }
        if game.turn().seat().is_some() {
            return game;
        }
    }
}

fn ask(player: &mut dyn Player<Connect4>, game: &Connect4) -> Thought<connect4::Column> {
    player.think(game, &Limits::NONE, &Stop::new(), &mut |_| ())
}

#[test]
fn minimax_and_alpha_beta_agree_and_alpha_beta_looks_at_less() {
    let mut rng = Rng::new(11);
    let evaluation = || Evaluation::new(Weights::report().clone());
    for depth in 1..=5 {
        let mut minimax = Minimax::new(evaluation(), depth);
        let mut alpha_beta = AlphaBeta::new(evaluation(), AlphaBetaOptions::plain(depth));
        let mut nodes = [0, 0];
        for plies in (0..40).flat_map(|plies| [plies; 2]) {
            let game = random_position(&mut rng, plies);
            let (whole, cut) = (ask(&mut minimax, &game), ask(&mut alpha_beta, &game));
            assert_eq!((whole.score, whole.best), (cut.score, cut.best), "{}", game.save());
            nodes[0] += whole.nodes;
            nodes[1] += cut.nodes;
        }
        let [whole, cut] = nodes;
        println!("depth {depth}: minimax looked at {whole} positions, alpha-beta at {cut}");
        assert!(cut <= whole);
        if depth >= 4 {
            assert!(cut * 2 < whole, "from depth 4 on it saves more than half");
        }
    }
}

#[test]
fn every_level_sees_a_win_in_one_and_a_loss_in_two() {
    // The first seat has three in a column; the second must answer on top.
    let win = Connect4::load("7x6 7/7/7/x6/xo5/xo5 1").expect("a position");
    assert_eq!(win.turn().seat().map(|seat| seat.0), Some(1));
    // What overlooks nothing; those with lapses have tests of their own.
    let sees = |id: &str| {
        let numbers = Connect4::parameters(id);
        id != "random" && numbers.iter().all(|one| one.name != "overlook" || one.usual == 0.0)
    };
    for level in Connect4::LEVELS.iter().filter(|level| sees(level.id)) {
        let mut player = Connect4::usual_player(level.id, 5).expect("a listed level");
        let mut think = |game: &Connect4| {
            player.think(game, &level.limits, &Stop::new(), &mut |_| ()).best.map(|mv| mv.0)
        };
        assert_eq!(think(&win), Some(0), "{} blocks", level.id);
        let mut next = win.clone();
        next.play(connect4::Column(6));
        assert_eq!(think(&next), Some(0), "{} wins", level.id);
    }
}

#[test]
fn every_listed_level_has_a_player() {
    assert!(Connect4::LEVELS.iter().all(|level| Connect4::usual_player(level.id, 1).is_some()));
    assert!(Connect4::usual_player("no such level", 1).is_none());
}

/// Plays a game from a position: the perfect player for the seat to move, random moves for the other.
fn perfect_plays_on(game: &Connect4, seed: u64) -> f32 {
    let (mut game, mut rng) = (game.clone(), Rng::new(seed));
    let hero = game.turn().seat().expect("a game in play");
    let mut perfect = Connect4::usual_player("perfect", seed).expect("a listed level");
    while let Some(seat) = game.turn().seat() {
        let mv = if seat == hero {
            ask(&mut *perfect, &game).best
        } else {
            game.random_move(&mut rng, &mut Vec::new())
        };
        game.play(mv.expect("a game in play has a move"));
    }
    game.turn().outcome().expect("it is over").share(hero)
}

#[test]
fn perfect_never_loses_a_won_position() {
    // Positions from the middle on: they are solved in no time without a book.
    let mut rng = Rng::new(3);
    let mut won = 0;
    while won < 25 {
        let game = random_position(&mut rng, 16);
        let thought = ask(&mut *Connect4::usual_player("perfect", 1).expect("a level"), &game);
        if let search::Score::Win(plies) = thought.score {
            assert_eq!(thought.line.len(), plies as usize, "{}", game.save());
            assert_eq!(perfect_plays_on(&game, won), 1.0, "{}", game.save());
            won += 1;
        }
    }
}

#[test]
fn perfect_against_perfect_ends_as_the_score_says() {
    let mut rng = Rng::new(4);
    for seed in 0..10 {
        let mut game = random_position(&mut rng, 18);
        let mut perfect = Connect4::usual_player("perfect", seed).expect("a level");
        let mut expected = ask(&mut *perfect, &game).score;
        while game.turn().seat().is_some() {
            let thought = ask(&mut *perfect, &game);
            assert_eq!(thought.score, expected, "{}", game.save());
            game.play(thought.best.expect("a move"));
            expected = match expected {
                search::Score::Win(plies) => search::Score::Loss(plies - 1),
                search::Score::Loss(plies) => search::Score::Win(plies - 1),
                other => other,
            };
        }
        let drawn = game.turn().outcome().is_some_and(|outcome| outcome.is_draw());
        assert_eq!(drawn, expected == search::Score::Draw);
    }
}

#[test]
fn perfect_answers_in_time_and_plays_on_other_boards() {
    let large = Connect4::new(&Options { width: 8, height: 8 }, 0).expect("a board");
    let mut perfect = Connect4::usual_player("perfect", 1).expect("a level");
    let limits = Limits::time(std::time::Duration::from_millis(30));
    let start = std::time::Instant::now();
    let thought = perfect.think(&large, &limits, &Stop::new(), &mut |_| ());
    assert!(large.check(thought.best.expect("a move")).is_ok());
    // Fourteen stones without a book may take longer than it has: it answers all the same.
    let game = random_position(&mut Rng::new(9), 6);
    let thought = perfect.think(&game, &limits, &Stop::new(), &mut |_| ());
    assert!(game.check(thought.best.expect("a move")).is_ok());
    // Far from thirty milliseconds, so that a busy machine does not matter; to the end these would
    // take hours.
    assert!(start.elapsed().as_secs() < 120);
}
