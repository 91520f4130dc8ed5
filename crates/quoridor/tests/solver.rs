//! The solver on small boards, against published results and a naive search.

use game::{Game, Rng, Seat, Turn};
use quoridor::{Options, Quoridor, solver::solve};
use search::Stop;

fn winner(size: u8, walls: u8) -> Option<Seat> {
    let game = Quoridor::new(&Options { players: 2, size, walls }, 0).expect("a board");
    solve(&game, &Stop::new()).map(|solved| solved.winner)
}

#[test]
fn three_by_three_is_won_by_the_second_with_any_number_of_walls() {
    for walls in 0..=10 {
        assert_eq!(winner(3, walls), Some(Seat(1)), "{walls} walls");
    }
}

#[test]
fn five_by_five_is_won_by_the_second_with_few_walls() {
    assert_eq!(winner(5, 0), Some(Seat(1)));
    assert_eq!(winner(5, 1), Some(Seat(1)));
}

#[test]
#[ignore = "forty-five million positions: about half a minute"]
fn five_by_five_is_won_by_the_second_with_two_and_three_walls() {
    assert_eq!(winner(5, 2), Some(Seat(1)));
    assert_eq!(winner(5, 3), Some(Seat(1)));
}

/// Naive search: whether the side that moves can force a win within some plies.
fn wins_within(game: &Quoridor, plies: u32) -> bool {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    plies > 0
        && moves.iter().any(|&mv| {
            let mut next = game.clone();
            next.play(mv);
            match next.turn() {
                Turn::Over(outcome) => {
                    outcome.share(Seat(game.turn().seat().map_or(0, |s| s.0))) == 1.0
                }
                Turn::Of(_) => loses_within(&next, plies - 1),
            }
        })
}

fn loses_within(game: &Quoridor, plies: u32) -> bool {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    plies > 0
        && moves.iter().all(|&mv| {
            let mut next = game.clone();
            next.play(mv);
            next.turn().seat().is_some() && wins_within(&next, plies - 1)
        })
}

#[test]
fn a_naive_search_finds_the_same() {
    let mut rng = Rng::new(4);
    let (mut won, mut lost) = (0, 0);
    while won < 8 || lost < 4 {
        let mut game =
            Quoridor::new(&Options { players: 2, size: 3, walls: 1 }, 0).expect("a board");
        for _ in 0..rng.below(6) {
            if let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
                game.play(mv);
            }
        }
        let Some(mover) = game.turn().seat() else { continue };
        let solved = solve(&game, &Stop::new()).expect("it is decided");
        if solved.depth > 7 {
            continue;
        }
        if solved.winner == mover {
            assert!(wins_within(&game, solved.depth), "{}", game.save());
            assert!(!wins_within(&game, solved.depth.saturating_sub(2)), "{}", game.save());
            won += 1;
        } else {
            assert!(loses_within(&game, solved.depth), "{}", game.save());
            lost += 1;
        }
    }
}

#[test]
fn a_stopped_solver_says_nothing() {
    let stop = Stop::new();
    stop.pull();
    let game = Quoridor::new(&Options { players: 2, size: 5, walls: 3 }, 0).expect("a board");
    assert_eq!(solve(&game, &stop), None);
}
