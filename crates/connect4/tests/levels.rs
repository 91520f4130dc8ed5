//! The report's two players: the same choice at the same depth, for fewer positions looked at.

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

fn ask(player: &mut impl Player<Connect4>, game: &Connect4) -> Thought<connect4::Column> {
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
    for level in Connect4::LEVELS.iter().filter(|level| level.id != "random") {
        let mut player = Connect4::player(level.id, 5).expect("a listed level");
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
    assert!(Connect4::LEVELS.iter().all(|level| Connect4::player(level.id, 1).is_some()));
    assert!(Connect4::player("no such level", 1).is_none());
}
