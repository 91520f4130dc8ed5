//! A*: squares in the order of steps made plus lines still to cross, which is the report's heuristic. Any square of the
//! goal line ends the search: the goal is a line, not a square.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
    let (passages, goal, side) = (game.passages(), game.goal_line(seat.0), game.goal(seat));
    let last = game.size() - 1;
    // The report's h: the same for every square of a line, and never more than the true distance (admissible).
    let heuristic = |square: Square| match side {
        Side::North => last - square.rank(),
        Side::East => last - square.file(),
        Side::South => square.rank(),
        Side::West => square.file(),
    };
    let mut steps = [u32::MAX; SQUARES];
    steps[usize::from(from.0)] = 0;
    // Among equal sums, those nearest to the goal first: they are likeliest to end the search.
    let entry = |g: u32, square: Square| {
        let h = u32::from(heuristic(square));
        Reverse((g + h, h, square))
    };
    let mut open = BinaryHeap::from([entry(0, from)]);
    let mut closed = 0u128;
    let mut visited = 0;
    while let Some(Reverse((_, _, square))) = open.pop() {
        if closed & bit(square.0) != 0 {
            continue;
        }
        closed |= bit(square.0);
        visited += 1;
        look(square);
        let here = steps[usize::from(square.0)];
        if bit(square.0) & goal != 0 {
            return FoundPath { steps: here, visited };
        }
        for side in Side::ALL {
            let next = passages.step(bit(square.0), side);
            if next == 0 {
                continue;
            }
            let next = Square(next.trailing_zeros() as u8);
            if here + 1 < steps[usize::from(next.0)] {
                steps[usize::from(next.0)] = here + 1;
                open.push(entry(here + 1, next));
            }
        }
    }
    FoundPath { steps: u32::MAX, visited }
}
