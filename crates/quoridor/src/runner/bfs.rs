//! Breadth-first search: all squares one step away, then two, until one of them is on the goal line.

use std::collections::VecDeque;

use game::Seat;

use super::FoundPath;
use crate::Quoridor;
use crate::moves::Square;
use crate::shape::{SQUARES, Side, bit};

/// A shortest path from a square to a seat's goal line.
pub(crate) fn find(game: &Quoridor, seat: Seat, from: Square) -> FoundPath {
    search(game, seat, from, &mut |_| ())
}

/// The same; `look` is told each square as the search comes to it.
pub(crate) fn search(
    game: &Quoridor,
    seat: Seat,
    from: Square,
    look: &mut impl FnMut(Square),
) -> FoundPath {
    let (passages, goal) = (game.passages(), game.goal_line(seat.0));
    let mut steps = [u32::MAX; SQUARES];
    steps[usize::from(from.0)] = 0;
    let mut open = VecDeque::from([from]);
    let mut visited = 0;
    while let Some(square) = open.pop_front() {
        visited += 1;
        look(square);
        let here = steps[usize::from(square.0)];
        if bit(square.0) & goal != 0 {
            return FoundPath { steps: here, visited };
        }
        for side in Side::ALL {
            let next = passages.step(bit(square.0), side);
            if next != 0 && steps[next.trailing_zeros() as usize] == u32::MAX {
                steps[next.trailing_zeros() as usize] = here + 1;
                open.push_back(Square(next.trailing_zeros() as u8));
            }
        }
    }
    FoundPath { steps: u32::MAX, visited }
}
