//! The student report's evaluation: the fours through each disc's square, the open lines of a seat, and the opponent's
//! lines that it has closed. The weights are data.

use std::sync::LazyLock;

use game::Seat;
use search::Evaluate;
use serde::{Deserialize, Serialize};

use crate::Connect4;
use crate::shape::Direction;

/// The weights of the evaluation's features; `data/weights.json` holds the report's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// For each four that passes through the square of a disc.
    pub squares: i32,
    /// For 1, 2, 3, 4 own discs in line that the opponent has not closed.
    pub attack: [i32; 4],
    /// For 1, 2, 3 discs of the opponent that own discs close on both sides.
    pub closed_on_both_sides: [i32; 3],
    /// For 1, 2, 3 discs of the opponent that an own disc closes on one side.
    pub closed_on_one_side: [i32; 3],
}

impl Weights {
    /// The report's weights.
    pub fn report() -> &'static Self {
        static REPORT: LazyLock<Weights> = LazyLock::new(|| {
            serde_json::from_str(include_str!("../data/weights.json"))
                // The file is part of the source, and every test of this module reads it.
                .expect("data/weights.json holds weights")
        });
        &REPORT
    }
}

/// The evaluation with some weights.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Weights,
}

impl Evaluation {
    /// With these weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    fn score(&self, game: &Connect4, seat: usize) -> i32 {
        let (own, other) = (game.stones[seat], game.stones[1 - seat]);
        let mut score = self.weights.squares * Self::through(game, own);
        for direction in &game.shape.directions {
            for run in runs(direction, own) {
                if closed_ends(direction, run, other) == 0 {
                    score += self.weights.attack[run.length.min(4) - 1];
                }
            }
            for run in runs(direction, other) {
                let length = run.length.min(3) - 1;
                score += match closed_ends(direction, run, own) {
                    0 => 0,
                    1 => self.weights.closed_on_one_side[length],
                    _ => self.weights.closed_on_both_sides[length],
                };
            }
        }
        score
    }

    fn through(game: &Connect4, mut stones: u64) -> i32 {
        let mut sum = 0;
        while stones != 0 {
            sum += i32::from(game.shape.lines[stones.trailing_zeros() as usize]);
            stones &= stones - 1;
        }
        sum
    }
}

impl Evaluate<Connect4> for Evaluation {
    fn evaluate(&self, game: &Connect4, seat: Seat) -> i32 {
        self.score(game, seat.index()) - self.score(game, 1 - seat.index())
    }
}

/// Discs of one seat without a gap along a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoneRun {
    pub first: u64,
    last: u64,
    pub length: usize,
}

pub(crate) fn runs(direction: &Direction, stones: u64) -> impl Iterator<Item = StoneRun> {
    let mut starts = stones & !direction.ahead(stones);
    std::iter::from_fn(move || {
        let first = starts & starts.wrapping_neg();
        starts ^= first;
        (first != 0).then(|| {
            let (mut last, mut length) = (first, 1);
            while direction.ahead(last) & stones != 0 {
                last = direction.ahead(last);
                length += 1;
            }
            StoneRun { first, last, length }
        })
    })
}

/// At how many of its two ends a run meets one of these stones.
pub(crate) fn closed_ends(direction: &Direction, run: StoneRun, stones: u64) -> u32 {
    let ends = [direction.back(run.first), direction.ahead(run.last)];
    ends.iter().filter(|&&end| end & stones != 0).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;

    fn value(position: &str) -> i32 {
        let game = Connect4::load(position).unwrap();
        Evaluation::new(Weights::report().clone()).evaluate(&game, Seat(0))
    }

    #[test]
    fn one_disc_in_the_middle_column() {
        // Seven fours through its square, and a line of one open in four directions.
        assert_eq!(value("7x6 7/7/7/7/7/3x3 4"), 7 + 4 * 20);
    }

    #[test]
    fn a_closed_line_counts_for_the_one_who_closed_it() {
        // x on a1, o beside it on b1: each closes the other's horizontal line on one side.
        // x: square 3, three open lines of one, one closed by x on one side (1).
        // o: square 4, three open lines of one, one closed by o on one side (1).
        assert_eq!(value("7x6 7/7/7/7/7/xo5 2"), (3 + 60 + 1) - (4 + 60 + 1));
    }

    #[test]
    fn three_closed_on_both_sides() {
        // x: squares 4 + 5 + 7, eight open lines of one, three of the other's closed on one side.
        let first = 16 + 8 * 20 + 3;
        // o: squares 3 + 4 + 5, an open two, seven open ones, and x's three and one of its ones closed.
        let second = 12 + 200 + 7 * 20 + 500 + 1;
        assert_eq!(value("7x6 7/7/7/7/o6/oxxxo2 1"), first - second);
    }
}
