//! The report's evaluation, model by model, with the pieces, corners and centres that each looks at.

use game::{Game, Phrase, Seat, Words};
use search::{BoardLayer, Breakdown, Evaluate, EvaluationTerm, LayerCell};

use crate::eval::{Evaluation, Weights, middle};
use crate::mode::COLOURS;
use crate::rules::Blokus;

const NAIVE: Phrase = Phrase::new("naive: pieces placed", "naïf : pièces posées");
const MICRO: Phrase = Phrase::new("micro: corners to go on from", "micro : coins où continuer");
const MACRO: Phrase = Phrase::new(
    "macro: how near the nearest opponent is",
    "macro : proximité du plus proche rival",
);

/// The position by these weights; none once the game is over.
pub(crate) fn breakdown(game: &Blokus, weights: Weights) -> Option<Breakdown> {
    game.turn().seat()?;
    let evaluation = Evaluation::new(weights);
    let seats = || (0..game.seats() as u8).map(Seat);
    let [naive, micro, far] = evaluation.factors(game);
    let term = |id, name, factor: f64, model: fn(&Evaluation, &Blokus, Seat) -> f64| {
        let counts = seats().map(|seat| model(&evaluation, game, seat)).collect();
        EvaluationTerm::alone(id, name, factor, counts)
    };
    let terms = vec![
        term("naive", NAIVE, naive, Evaluation::naive),
        term("micro", MICRO, micro, Evaluation::micro),
        term("macro", MACRO, far, Evaluation::far),
    ];
    let totals = seats().map(|seat| evaluation.evaluate(game, seat).into()).collect();
    Some(Breakdown { terms, totals, layers: layers(game, &evaluation) })
}

fn layers(game: &Blokus, evaluation: &Evaluation) -> Vec<BoardLayer> {
    let mut layers = Vec::new();
    let side = game.mode().side();
    for (colour, &name) in COLOURS.iter().enumerate().take(game.mode().colours()) {
        let seat = game.mode().owner(colour).map(|seat| seat.0);
        let mut layer = |id, (en, fr): (&str, &str), cells: Vec<LayerCell>| {
            let name = Words::new(format!("{}: {en}", name.en), format!("{} : {fr}", name.fr));
            layers.push(BoardLayer { id, name, seat, width: side, height: side, cells });
        };
        let cell = |(x, y), value| LayerCell { x, y, value };
        let placed = game.placed(colour).iter().flat_map(|spot| {
            let worth = evaluation.piece(spot.shape().piece.into());
            spot.squares().map(move |square| cell(square, worth))
        });
        layer("naive", ("pieces by their worth", "pièces par valeur"), placed.collect());
        let corners = game.boards[colour].points().map(|point| cell(point, 1.0));
        layer("micro", ("corners to go on from", "coins où continuer"), corners.collect());
        let centre =
            middle(game, colour).map(|(x, y)| cell((x.round() as u8, y.round() as u8), 1.0));
        layer(
            "macro",
            ("centre of its squares", "centre de ses cases"),
            centre.into_iter().collect(),
        );
    }
    layers.retain(|layer| !layer.cells.is_empty());
    layers
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;
    use crate::eval::Models;
    use crate::{Mode, Options};

    #[test]
    fn the_terms_add_up_to_the_evaluation_that_the_levels_use() {
        let (mut rng, mut scratch, mut positions) = (Rng::new(7), Vec::new(), 0);
        let all = Models { naive: 1.0, micro: 0.7, far: -0.4 };
        for weights in [Weights::report().clone(), Weights::report().with_models(all)] {
            let evaluation = Evaluation::new(weights.clone());
            for mode in Mode::ALL {
                let mut game = Blokus::new(&Options { mode, ..Options::default() }, 0).unwrap();
                while let Some(breakdown) = breakdown(&game, weights.clone()) {
                    for seat in 0..game.seats() {
                        let value = f64::from(evaluation.evaluate(&game, Seat(seat as u8)));
                        // The level rounds the sum to whole points.
                        assert!((breakdown.sum(seat) - value).abs() <= 0.5 + 1e-6, "{mode:?}");
                        assert_eq!(breakdown.totals[seat], value);
                    }
                    positions += 1;
                    let mv = game.random_move(&mut rng, &mut scratch).unwrap();
                    game.play(mv);
                }
            }
        }
        assert!(positions > 200);
    }

    #[test]
    fn corners_on_the_board_are_those_that_are_counted() {
        let mut game = Blokus::load("duo squares b - 0 - -").unwrap();
        for text in ["f9,e10,f10,g10,f11", "j5"] {
            game::play_text(&mut game, text).unwrap();
        }
        let breakdown = breakdown(&game, Weights::report().clone()).unwrap();
        let micro = breakdown.terms.iter().find(|term| term.id == "micro").unwrap();
        let of = |seat| {
            let own = |layer: &&BoardLayer| layer.id == "micro" && layer.seat == Some(seat);
            breakdown.layers.iter().find(own).unwrap().cells.len() as f64
        };
        assert_eq!(micro.counts, [of(0), of(1)]);
    }
}
