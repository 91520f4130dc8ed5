//! What a position is worth.

use game::Seat;

use crate::Quoridor;

/// How much nearer a seat is to its goal than the nearest of the others, in steps.
pub fn path_difference(game: &Quoridor, seat: Seat) -> i32 {
    let others = (0..game.seats).map(Seat).filter(|&other| other != seat);
    let nearest = others.map(|other| game.distance(other)).min().unwrap_or(0);
    i32::from(nearest) - i32::from(game.distance(seat))
}
