//! The ladder: every level plays legal moves, the same for the same seed, and the report's players play as
//! it says.

use game::Game;
use search::{Levels, Limits, Stop};
use tetris::{Options, Reach, Start, Tetris};

/// Plays so many pieces and gives the score and how many were placed.
fn play(level: &str, options: Options, seed: u64, pieces: u32) -> (u64, u32) {
    let mut player = Tetris::usual_player(level, seed).expect("a level");
    let limits = Tetris::LEVELS.iter().find(|l| l.id == level).expect("listed").limits;
    // A cap of time would make it depend on the machine; a few wells are enough to be legal.
    let nodes = limits.nodes.map(|nodes| nodes.min(500));
    let limits = Limits { time: None, nodes, ..limits };
    let mut game = Tetris::new(&options, seed).expect("good options");
    for _ in 0..pieces {
        let Some(best) = player.think(&game, &limits, &Stop::new(), &mut |_| ()).best else {
            break;
        };
        assert_eq!(game.check(best), Ok(()), "{level} plays {best}");
        game.play(best);
    }
    (game.stock().score, game.stock().pieces)
}

#[test]
fn every_level_plays_legal_moves_again_and_again() {
    for level in Tetris::LEVELS {
        for options in [
            Options::default(),
            Options::REPORT,
            Options { reach: Reach::All, ..Options::REPORT },
            Options { width: 6, height: 8, ..Options::default() },
        ] {
            assert_eq!(
                play(level.id, options, 3, 25),
                play(level.id, options, 3, 25),
                "{}",
                level.id
            );
        }
    }
    assert!(Tetris::usual_player("no such level", 1).is_none());
}

#[test]
fn the_reports_players_stand_in_its_order() {
    let mean =
        |level| (0..6).map(|seed| play(level, Options::REPORT, seed, 300).0).sum::<u64>() / 6;
    let (fumbler, random, one, two) =
        (mean("random-action"), mean("random"), mean("no-lookahead"), mean("lookahead"));
    assert!(fumbler < 100 && random < 100, "{fumbler} {random}");
    assert!(one > 300 && two > one, "{one} {two}");
}

#[test]
fn a_line_is_taken_where_there_is_one() {
    for level in ["no-lookahead", "lookahead"] {
        let options = Options { start: Start::Four, ..Options::default() };
        let seed = (0..).find(|&seed| {
            let game = Tetris::new(&options, seed).expect("a game");
            game.body().is_some_and(|body| body.piece == tetris::Piece::I)
        });
        let (score, _) = play(level, options, seed.expect("some"), 1);
        assert_eq!(score, 800 + 2000, "{level}");
    }
}
