//! The computer players: every level plays whole games by the rules, keeps its time, and is stronger
//! than the one before.

#![allow(clippy::print_stdout)] // the tables are the point of the slow tests

use std::time::{Duration, Instant};

use blokus::{Blokus, Evaluation, Mode, Options, Scoring, Weights};
use game::{Game, Rng, Seat};
use search::{AlphaBeta, AlphaBetaOptions, Levels, Limits, Minimax, Player, Score, Stop, Thought};

fn game_of(mode: Mode) -> Blokus {
    Blokus::new(&Options { mode, scoring: Scoring::Squares }, 0).expect("a way to play")
}

/// Plays a game between two levels; the share of the first, which has this seat.
fn duel(mode: Mode, seat: Seat, levels: [&str; 2], seed: u64, longest: &mut Duration) -> f32 {
    let mut game = game_of(mode);
    let limits_of = |id: &str| {
        let level = Blokus::LEVELS.iter().find(|level| level.id == id).expect("a level");
        level.limits
    };
    let mut players = levels.map(|id| Blokus::usual_player(id, seed).expect("a listed level"));
    while let Some(mover) = game.turn().seat() {
        let which = usize::from(mover != seat);
        let limits = limits_of(levels[which]);
        let start = Instant::now();
        let stop = Stop::new().with(&limits);
        let thought = players[which].think(&game, &limits, &stop, &mut |_| ());
        if which == 0 {
            *longest = (*longest).max(start.elapsed());
        }
        let mv = thought.best.expect("a game in play has a move");
        assert!(game.check(mv).is_ok(), "{} plays {mv}", levels[which]);
        game.play(mv);
    }
    game.turn().outcome().expect("it is over").share(seat)
}

fn score(mode: Mode, levels: [&str; 2], games: u64) -> f32 {
    let mut longest = Duration::ZERO;
    let sum: f32 = (0..games)
        .map(|number| duel(mode, Seat((number % 2) as u8), levels, number / 2, &mut longest))
        .sum();
    let percent = 100.0 * sum / games as f32;
    println!("{} {levels:?}: {percent:.1}% of {games}, longest {longest:?}", mode.id());
    // Levels think for a second or so; the rest is for a busy machine.
    assert!(longest < Duration::from_secs(120));
    percent
}

#[test]
fn every_listed_level_plays_in_every_variant() {
    for mode in Mode::ALL {
        for level in Blokus::LEVELS {
            let mut player = Blokus::usual_player(level.id, 1).expect("a listed level");
            let (mut game, mut rng) = (game_of(mode), Rng::new(7));
            for _ in 0..18 {
                game.play(game.random_move(&mut rng, &mut Vec::new()).expect("a move"));
            }
            let thought = player.think(&game, &Limits::nodes(300), &Stop::new(), &mut |_| ());
            assert!(game.check(thought.best.expect("a move")).is_ok(), "{}", level.id);
        }
    }
    assert!(Blokus::usual_player("no such level", 1).is_none());
}

/// The table of docs/blokus.md; `POSITIONS` and `DEPTH` make it longer than a test needs.
#[test]
fn minimax_and_alpha_beta_agree_and_alpha_beta_looks_at_less() {
    let number = |name: &str, usual: u32| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (positions, deepest) = (number("POSITIONS", 4), number("DEPTH", 2));
    let evaluation = || Evaluation::new(Weights::report().clone());
    let ask = |player: &mut dyn Player<Blokus>, game: &Blokus, depth| -> Thought<blokus::Move> {
        player.think(game, &Limits::depth(depth), &Stop::new(), &mut |_| ())
    };
    for (mode, plies) in [(Mode::Duo, 18), (Mode::Two, 44), (Mode::Teams, 44)] {
        for depth in 1..=deepest {
            let (mut rng, mut nodes) = (Rng::new(11), [0; 3]);
            for _ in 0..positions {
                let mut game = game_of(mode);
                for _ in 0..plies {
                    game.play(game.random_move(&mut rng, &mut Vec::new()).expect("a move"));
                }
                let mut plain = AlphaBeta::new(evaluation(), AlphaBetaOptions::plain(depth));
                let mut hard = Blokus::usual_player("hard", 1).expect("a level");
                let whole = ask(&mut Minimax::new(evaluation(), depth), &game, depth);
                let cut = ask(&mut plain, &game, depth);
                let level = ask(&mut *hard, &game, depth);
                assert_eq!((whole.score, whole.best), (cut.score, cut.best), "{}", game.save());
                assert_eq!(level.score, whole.score, "{}", game.save());
                for (sum, thought) in nodes.iter_mut().zip([&whole, &cut, &level]) {
                    *sum += thought.nodes;
                }
            }
            let [whole, cut, level] = nodes;
            println!(
                "{} depth {depth}: minimax {whole}, alpha-beta {cut}, hard {level}",
                mode.id()
            );
            assert!(cut <= whole && (depth < 2 || cut * 2 < whole), "it saves more than half");
        }
    }
}

#[test]
fn medium_beats_easy() {
    assert!(score(Mode::Duo, ["medium", "easy"], 60) >= 80.0);
}

#[test]
fn simulations_and_a_seed_give_the_same_move_again() {
    let mut game = game_of(Mode::Duo);
    for _ in 0..3 {
        let ask = |seed| {
            let mut player = Blokus::usual_player("expert", seed).expect("a level");
            player.think(&game, &Limits::nodes(400), &Stop::new(), &mut |_| ())
        };
        let (one, again) = (ask(5), ask(5));
        assert_eq!(one, again);
        game.play(one.best.expect("a move"));
    }
}

/// However many threads there are, the same simulations give the same thought.
#[test]
fn threads_think_the_same_each_time() {
    let game = game_of(Mode::Duo);
    let think = |threads| {
        let limits = Limits { threads, ..Limits::nodes(900) };
        let mut player = Blokus::usual_player("expert", 3).expect("a level");
        player.think(&game, &limits, &Stop::new(), &mut |_| ())
    };
    let (one, two, again) = (think(1), think(2), think(2));
    assert_eq!(two, again);
    assert!(two.nodes > 450 && !two.line.is_empty() && two.best == two.line.first().copied());
    assert!(one.moves.len() > 1 && two.moves.len() > 1);
}

/// An endgame whose only winning move has a low prior.
#[test]
fn the_expert_finds_a_winning_move_with_a_low_prior() {
    const MOVES: &str = "e8,d9,e9,f9,e10 j5,i6,j6,h7,i7 f6,f7,g7,g8,h8 j8,h9,i9,j9,h10 i4,j4,g5,h5,i5 \
        d10,d11,e11,f11,g11 a7,a8,b8,c8,b9 j2,k2,k3,l3,k4 k5,l5,k6,l6,l7 g3,h3,i3,f4,g4 m2,n2,m3,m4,n4 \
        b5,c5,d5,e5,c6 k8,k9,k10,l10,k11 i11,j11,i12,j12,k12 a10,a11,b11,c11,c12 n10,l11,m11,n11,n12 \
        h1,i1,j1,k1,l1 e1,d2,e2,f2,e3 n6,n7,n8,m9,n9 d13,e13,f13,g13,h13 a13,b13,a14,b14 l13,m13,m14,n14 \
        l12,m12 i14,j14,k14 d7 k7 i13,j13,k13 b1,c1,b2,b3,c3 h11,f12,g12,h12";
    let mut game = game_of(Mode::Duo);
    for text in MOVES.split_whitespace() {
        let mv = game.parse(text).expect("a move");
        game.play(mv);
    }
    let mut player = Blokus::usual_player("expert", 1).expect("a level");
    while let Some(seat) = game.turn().seat() {
        let thought = player.think(&game, &Limits::nodes(2_000), &Stop::new(), &mut |_| ());
        if game.placed(1).len() == 14 {
            assert_eq!(seat, Seat(1));
            assert!(matches!(thought.score, Score::Chance(chance) if chance > 0.8), "{thought:?}");
        }
        game.play(thought.best.expect("a move"));
    }
    assert_eq!(game.turn().outcome().expect("it is over").share(Seat(1)), 1.0);
}

#[test]
fn the_expert_keeps_its_time_and_finishes_a_game() {
    for mode in [Mode::Duo, Mode::Three, Mode::Teams] {
        let mut game = game_of(mode);
        let mut player = Blokus::usual_player("expert", 3).expect("a level");
        while game.turn().seat().is_some() {
            let thought = player.think(&game, &Limits::nodes(40), &Stop::new(), &mut |_| ());
            let mv = thought.best.expect("a game in play has a move");
            assert!(game.check(mv).is_ok());
            game.play(mv);
        }
    }
    let start = Instant::now();
    let limits = Limits::time(Duration::from_millis(50));
    let mut player = Blokus::usual_player("expert", 3).expect("a level");
    player.think(&game_of(Mode::Two), &limits, &Stop::new(), &mut |_| ());
    // Far from fifty milliseconds, so that a busy machine does not matter; without a limit it would
    // think on until its memory is full.
    assert!(start.elapsed() < Duration::from_secs(120));
}

#[test]
fn a_stopped_expert_still_has_a_move() {
    let stop = Stop::new();
    stop.pull();
    let mut player = Blokus::usual_player("expert", 3).expect("a level");
    let thought = player.think(&game_of(Mode::Duo), &Limits::NONE, &stop, &mut |_| ());
    assert!(thought.best.is_some());
}

/// A hundred games a pair, or as many as `GAMES` says.
fn games() -> u64 {
    std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(100)
}

#[test]
#[ignore = "many minutes: the ladder of Duo, rung by rung"]
fn the_ladder_rises_in_duo() {
    the_ladder_rises(Mode::Duo);
}

#[test]
#[ignore = "many minutes: the ladder of two, rung by rung"]
fn the_ladder_rises_in_two() {
    the_ladder_rises(Mode::Two);
}

fn the_ladder_rises(mode: Mode) {
    assert!(score(mode, ["medium", "easy"], games()) >= 80.0);
    assert!(score(mode, ["mcts", "hard"], games()) >= 80.0);
    assert!(score(mode, ["hard", "medium"], games()) >= 90.0);
}
