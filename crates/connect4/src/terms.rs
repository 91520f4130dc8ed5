//! The report's evaluation, term by term, with the squares that each looks at.

use game::{Game, Phrase, Seat, Words};
use search::{BoardLayer, Breakdown, Evaluate, EvaluationTerm, LayerCell};

use crate::eval::{closed_ends, runs};
use crate::{Connect4, Evaluation, Weights};

/// What is counted for one seat.
struct SeatCounts {
    through: f64,
    /// Open lines of 1, 2, 3, 4.
    open: [f64; 4],
    /// The opponent's lines of 1, 2, 3 that are closed on both sides, and on one.
    both: [f64; 3],
    one: [f64; 3],
    /// What the open lines through each square are worth together.
    lines: [f64; 64],
}

const SQUARES: Phrase =
    Phrase::new("fours through its discs", "alignements passant par ses jetons");
const OPEN: [(&str, Phrase); 4] = [
    ("attack.1", Phrase::new("open lines of one", "jetons seuls et libres")),
    ("attack.2", Phrase::new("open lines of two", "alignements libres de deux")),
    ("attack.3", Phrase::new("open lines of three", "alignements libres de trois")),
    ("attack.4", Phrase::new("lines of four", "alignements de quatre")),
];
const BOTH: [(&str, Phrase); 3] = [
    (
        "closed_on_both_sides.1",
        Phrase::new("single discs shut in on both sides", "jetons seuls bloqués des deux côtés"),
    ),
    (
        "closed_on_both_sides.2",
        Phrase::new("lines of two shut in on both sides", "paires bloquées des deux côtés"),
    ),
    (
        "closed_on_both_sides.3",
        Phrase::new("lines of three shut in on both sides", "trios bloqués des deux côtés"),
    ),
];
const ONE: [(&str, Phrase); 3] = [
    (
        "closed_on_one_side.1",
        Phrase::new("single discs shut in on one side", "jetons seuls bloqués d’un côté"),
    ),
    (
        "closed_on_one_side.2",
        Phrase::new("lines of two shut in on one side", "paires bloquées d’un côté"),
    ),
    (
        "closed_on_one_side.3",
        Phrase::new("lines of three shut in on one side", "trios bloqués d’un côté"),
    ),
];

fn count(game: &Connect4, seat: usize, weights: &Weights) -> SeatCounts {
    let (own, other) = (game.stones[seat], game.stones[1 - seat]);
    let mut counts = SeatCounts {
        through: 0.0,
        open: [0.0; 4],
        both: [0.0; 3],
        one: [0.0; 3],
        lines: [0.0; 64],
    };
    let squares = (0..64).filter(|square| own >> square & 1 == 1);
    counts.through = squares.map(|square| f64::from(game.shape.lines[square])).sum();
    for direction in &game.shape.directions {
        for run in runs(direction, own) {
            if closed_ends(direction, run, other) > 0 {
                continue;
            }
            let kind = run.length.min(4) - 1;
            counts.open[kind] += 1.0;
            let mut square = run.first;
            for _ in 0..run.length {
                counts.lines[square.trailing_zeros() as usize] += f64::from(weights.attack[kind]);
                square = direction.ahead(square);
            }
        }
        for run in runs(direction, other) {
            let kind = run.length.min(3) - 1;
            match closed_ends(direction, run, own) {
                0 => (),
                1 => counts.one[kind] += 1.0,
                _ => counts.both[kind] += 1.0,
            }
        }
    }
    counts
}

/// The position by these weights; none once the game is over.
pub(crate) fn breakdown(game: &Connect4, weights: Weights) -> Option<Breakdown> {
    game.turn().seat()?;
    let counts = [0, 1].map(|seat| count(game, seat, &weights));
    let mut terms = Vec::new();
    let mut term = |(id, name): (&'static str, Phrase), weight: i32, of: &dyn Fn(usize) -> f64| {
        terms.push(EvaluationTerm::difference(id, name, weight.into(), [of(0), of(1)]));
    };
    term(("squares", SQUARES), weights.squares, &|seat| counts[seat].through);
    for (kind, &name) in OPEN.iter().enumerate() {
        term(name, weights.attack[kind], &|seat| counts[seat].open[kind]);
    }
    for (kind, &name) in BOTH.iter().enumerate() {
        term(name, weights.closed_on_both_sides[kind], &|seat| counts[seat].both[kind]);
    }
    for (kind, &name) in ONE.iter().enumerate() {
        term(name, weights.closed_on_one_side[kind], &|seat| counts[seat].one[kind]);
    }
    let layers = layers(game, &counts);
    let evaluation = Evaluation::new(weights);
    let totals = [0, 1].map(|seat| f64::from(evaluation.evaluate(game, Seat(seat)))).to_vec();
    Some(Breakdown { terms, totals, layers })
}

fn layers(game: &Connect4, counts: &[SeatCounts; 2]) -> Vec<BoardLayer> {
    let layer = |id, name: Words, seat, value: &dyn Fn(usize) -> f64| {
        let square = |square: u32| {
            let height = u32::from(game.height());
            let (x, y) = ((square / height) as u8, (square % height) as u8);
            LayerCell { x, y, value: value(square as usize) }
        };
        let squares = u32::from(game.width()) * u32::from(game.height());
        let cells = (0..squares).map(square).filter(|cell| cell.value != 0.0).collect();
        BoardLayer { id, name, seat, width: game.width(), height: game.height(), cells }
    };
    let table = Words::new("fours through each square", "alignements passant par chaque case");
    let mut layers =
        vec![layer("squares", table, None, &|square| f64::from(game.shape.lines[square]))];
    for (seat, counts) in counts.iter().enumerate() {
        let lines = Words::new("open lines, by their worth", "alignements libres, par valeur");
        layers.push(layer("attack", lines, Some(seat as u8), &|square| counts.lines[square]));
    }
    layers
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;
    use crate::Options;

    #[test]
    fn the_terms_add_up_to_the_evaluation_that_the_levels_use() {
        let (mut rng, mut scratch, mut positions) = (Rng::new(5), Vec::new(), 0);
        let mut weights = Weights::report().clone();
        // Different numbers everywhere, so that no two terms can be mistaken for each other.
        weights.closed_on_one_side = [3, 7, 13];
        let evaluation = Evaluation::new(weights.clone());
        for _ in 0..100 {
            let mut game = Connect4::new(&Options::default(), 0).unwrap();
            while let Some(breakdown) = breakdown(&game, weights.clone()) {
                for seat in [Seat(0), Seat(1)] {
                    let value = evaluation.evaluate(&game, seat);
                    assert_eq!(breakdown.sum(seat.index()), f64::from(value));
                    assert_eq!(breakdown.totals[seat.index()], f64::from(value));
                }
                positions += 1;
                let mv = game.random_move(&mut rng, &mut scratch).unwrap();
                game.play(mv);
            }
        }
        assert!(positions > 1_000);
    }

    #[test]
    fn open_lines_lie_where_the_discs_are() {
        let game = Connect4::load("7x6 7/7/7/7/7/3x3 4").unwrap();
        let breakdown = breakdown(&game, Weights::report().clone()).unwrap();
        let own = breakdown.layers.iter().find(|layer| layer.seat == Some(0)).unwrap();
        assert_eq!(own.cells, [LayerCell { x: 3, y: 0, value: 80.0 }]);
        let table = breakdown.layers.iter().find(|layer| layer.id == "squares").unwrap();
        assert_eq!(table.cells.len(), 42);
    }
}
