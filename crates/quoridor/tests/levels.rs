//! The ladder: who beats whom, what A* saves, and that every level answers in time.

use std::time::{Duration, Instant};

use game::{Game, Rng, Seat, play_text};
use quoridor::{Move, Options, Quoridor, path_difference};
use search::{Levels, Limits, Score, Stop, Thought};

fn start(players: u8, size: u8, walls: u8) -> Quoridor {
    Quoridor::new(&Options { players, size, walls }, 0).expect("a board")
}

fn random_position(rng: &mut Rng, game: &Quoridor, plies: u32) -> Quoridor {
    loop {
        let mut game = game.clone();
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

fn ask(level: &str, game: &Quoridor, limits: &Limits) -> Thought<Move> {
    let mut player = Quoridor::usual_player(level, 1).expect("a listed level");
    player.think(game, limits, &Stop::new(), &mut |_| ())
}

/// Games of one level against another, sides swapped, two random plies before; how many it won.
fn wins(strong: &str, weak: &str, games: u64) -> u64 {
    let limits =
        |id: &str| Quoridor::LEVELS.iter().find(|level| level.id == id).expect("a level").limits;
    let mut won = 0;
    for number in 0..games {
        let mut rng = Rng::new(number / 2);
        let mut game = random_position(&mut rng, &start(2, 9, 10), 2);
        let hero = Seat((number % 2) as u8);
        let mut players = [strong, weak]
            .map(|id| (limits(id), Quoridor::usual_player(id, number).expect("a listed level")));
        while let Some(seat) = game.turn().seat() {
            let (limits, player) = &mut players[usize::from(seat != hero)];
            let thought = player.think(&game, limits, &Stop::new(), &mut |_| ());
            game.play(thought.best.expect("a game in play has a move"));
        }
        won += u64::from(game.turn().outcome().is_some_and(|end| end.share(hero) == 1.0));
    }
    won
}

#[test]
fn every_listed_level_has_a_player_and_plays_at_any_table() {
    assert!(Quoridor::usual_player("no such level", 1).is_none());
    let mut rng = Rng::new(3);
    let boards =
        [start(2, 9, 10), start(4, 9, 5), start(2, 3, 2), start(4, 11, 20), start(2, 7, 20)];
    for level in Quoridor::LEVELS {
        for board in &boards {
            for plies in [0, 3, 12] {
                let game = random_position(&mut rng, board, plies);
                let thought = ask(level.id, &game, &Limits::nodes(300));
                let best = thought.best.expect("a game in play has a move");
                assert_eq!(game.check(best), Ok(()), "{} in {}", level.id, game.save());
            }
        }
    }
}

#[test]
fn a_star_finds_ways_as_short_as_breadth_first_and_searches_less() {
    let mut rng = Rng::new(5);
    let (mut broad, mut guided) = (0, 0);
    for plies in 0..60 {
        let game = random_position(&mut rng, &start(2, 9, 10), plies);
        let [runner, star] = ["runner", "astar"].map(|id| ask(id, &game, &Limits::NONE));
        assert_eq!(runner.moves, star.moves, "the same distances: {}", game.save());
        broad += runner.nodes;
        guided += star.nodes;
    }
    assert!(guided * 3 < broad * 2, "A* searched {guided} squares, breadth first {broad}");
}

#[test]
fn the_runner_walks_its_shortest_way() {
    let mut rng = Rng::new(6);
    for plies in 0..40 {
        let game = random_position(&mut rng, &start(2, 9, 10), plies);
        let seat = game.turn().seat().expect("a game in play");
        let before = game.distance(seat);
        let mut after = game.clone();
        after.play(ask("runner", &game, &Limits::NONE).best.expect("a move"));
        let met = game.path(seat).get(1) == Some(&game.pawn(Seat(1 - seat.0)));
        assert!(after.distance(seat) < before || met, "{}", game.save());
    }
}

#[test]
fn walls_takes_the_best_difference_of_paths() {
    let mut game = start(2, 9, 10);
    for text in ["e2", "e8", "e3", "e7"] {
        play_text(&mut game, text).expect("a legal move");
    }
    let thought = ask("walls", &game, &Limits::NONE);
    let mut after = game.clone();
    after.play(thought.best.expect("a move"));
    let seat = Seat(0);
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let best = moves.iter().map(|&mv| {
        let mut next = game.clone();
        next.play(mv);
        path_difference(&next, seat)
    });
    assert_eq!(Some(path_difference(&after, seat)), best.max());
}

#[test]
fn hard_beats_the_lower_levels() {
    assert_eq!(wins("hard", "runner", 10), 10);
    assert!(wins("hard", "walls", 10) >= 9);
}

#[test]
fn expert_finds_the_wall_that_wins() {
    // Yellow needs two steps, Blue three: one wall turns it round.
    let mut game = start(2, 9, 10);
    let moves = "d2h e8 f2h e7 d1 e6 c1 e5 c2 e4 c3 e3 c4 f3 c5 g3 c6 h3";
    for text in moves.split(' ') {
        play_text(&mut game, text).expect("a legal move");
    }
    let thought = ask("expert", &game, &Limits::nodes(20_000));
    assert_eq!(thought.best.map(|mv| mv.to_string()).as_deref(), Some("h2h"));
}

#[test]
fn expert_sees_the_end_of_a_race() {
    let game = Quoridor::load("9 b6/g5 0/0 -/- 1 20 g5").expect("a position");
    let thought = ask("expert", &game, &Limits::depth(9));
    assert_eq!(thought.score, Score::Win(5), "three steps against four");
    let game = Quoridor::load("9 b5/g3 0/0 -/- 1 20 g3").expect("a position");
    assert_eq!(ask("expert", &game, &Limits::depth(9)).score, Score::Loss(4));
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let game = random_position(&mut Rng::new(9), &start(2, 9, 10), 8);
    let first = ask("expert", &game, &Limits::nodes(5_000));
    assert_eq!(first, ask("expert", &game, &Limits::nodes(5_000)));
    assert!(first.nodes <= 5_000);
}

#[test]
fn those_who_study_get_every_move() {
    let game = start(2, 5, 2);
    let limits = Limits { study: true, ..Limits::depth(3) };
    assert_eq!(ask("expert", &game, &limits).moves.len(), game.count_moves());
}

#[test]
fn expert_keeps_its_time() {
    let game = start(2, 9, 10);
    let begun = Instant::now();
    let thought = ask("expert", &game, &Limits::time(Duration::from_millis(30)));
    assert!(thought.best.is_some());
    // Far from thirty milliseconds, so that a busy machine does not matter; without a limit it would
    // never end.
    assert!(begun.elapsed() < Duration::from_secs(120));
}

/// On solved boards, the expert's speculative pruning does not change the result.
#[test]
fn expert_agrees_with_the_solver_on_small_boards() {
    let mut rng = Rng::new(12);
    for _ in 0..12 {
        let game = random_position(&mut rng, &start(2, 3, 1), 2);
        let solved = quoridor::solver::solve(&game, &Stop::new()).expect("it is decided");
        let thought = ask("expert", &game, &Limits::depth(24));
        let mover_wins = Some(solved.winner) == game.turn().seat();
        match thought.score {
            Score::Win(_) => assert!(mover_wins, "{}", game.save()),
            Score::Loss(_) => assert!(!mover_wins, "{}", game.save()),
            other => panic!("{}: {other:?}", game.save()),
        }
    }
}
