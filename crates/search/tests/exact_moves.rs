//! The search to the end finds what a naive one finds, and keeps to its nodes.

mod common;

use common::nim::Nim;
use common::noughts::Noughts;
use common::{moves_of, random_position};
use game::{Game, Seat, Turn};
use search::exact_moves;

/// The result for a seat, 1 for a win, -1 for a loss, without any shortcut.
fn naive<G: Game>(game: &G, seat: Seat) -> i8 {
    let mover = match game.turn() {
        Turn::Of(mover) => mover,
        Turn::Over(outcome) => {
            return (outcome.place(Seat(1 - seat.0)) as i8 - outcome.place(seat) as i8).signum();
        }
    };
    let values = moves_of(game).into_iter().map(|mv| {
        let mut next = game.clone();
        next.play(mv);
        naive(&next, seat)
    });
    let best = if mover == seat { values.max() } else { values.min() };
    best.expect("a game in play has a move")
}

fn agrees<G: Game>(game: &G) {
    let seat = game.turn().seat().expect("somebody moves");
    let found = exact_moves(game, 1_000_000).expect("it is a small game");
    assert_eq!(found.len(), moves_of(game).len());
    for (mv, worth) in found {
        let mut next = game.clone();
        next.play(mv);
        assert_eq!(worth, f32::from(naive(&next, seat) + 1) / 2.0, "{mv}");
    }
}

#[test]
fn every_move_has_the_worth_that_a_naive_search_finds() {
    for seed in 0..60 {
        for plies in 2..6 {
            if let Some(game) = random_position(Noughts::default(), plies, seed) {
                agrees(&game);
            }
        }
    }
    // Here the same seat may move twice.
    (1..14).for_each(|matches| agrees(&Nim::of(matches)));
}

#[test]
fn without_enough_nodes_there_is_no_answer() {
    assert_eq!(exact_moves(&Noughts::default(), 50), None);
}
