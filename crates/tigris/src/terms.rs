//! The evaluations of `advanced` and `expert`, term by term: points by rank, and what a seat may hope for in each
//! colour.

use game::{Game, Phrase, Seat, Words};
use search::{BoardLayer, Breakdown, EvaluationTerm, LayerCell};

use crate::advanced;
use crate::bits::{COLUMNS, ROWS};
use crate::eval::Weights;
use crate::pieces::Colour;
use crate::rules::{SEATS, Tigris};
use crate::value::{ValueMemory, ValueNets};

const RANKED: [(&str, Phrase); 4] = [
    ("lowest", Phrase::new("points of the lowest colour", "points de la couleur la plus faible")),
    ("second", Phrase::new("points of the second lowest", "points de la deuxième plus faible")),
    ("third", Phrase::new("points of the third lowest", "points de la troisième plus faible")),
    ("highest", Phrase::new("points of the highest colour", "points de la couleur la plus forte")),
];
const INCOME: Phrase = Phrase::new("income from monuments", "revenu des monuments");
const RIVAL: Phrase = Phrase::new("the best rival", "le meilleur rival");
const RIVALS: Phrase = Phrase::new("what the rivals hope for", "ce qu’espèrent les rivaux");
const HOPES: [(&str, Phrase); 4] = [
    ("black", Phrase::new("black points to hope for", "points noirs à espérer")),
    ("red", Phrase::new("red points to hope for", "points rouges à espérer")),
    ("blue", Phrase::new("blue points to hope for", "points bleus à espérer")),
    ("green", Phrase::new("green points to hope for", "points verts à espérer")),
];
const SOFT: Phrase = Phrase::new(
    "the lowest hope, softly, treasures added",
    "l’espoir le plus faible, adouci, trésors compris",
);
const CHANCE: Phrase = Phrase::new("the chance to come first", "la probabilité de finir premier");
const CATASTROPHES: Phrase = Phrase::new("catastrophes in hand", "catastrophes en main");

fn seats(game: &Tigris) -> impl Iterator<Item = Seat> + use<> {
    (0..game.seats() as u8).map(Seat)
}

/// The position as `advanced` sees it; none once the game is over.
pub(crate) fn by_points(game: &Tigris, weights: &[i32; 4]) -> Option<Breakdown> {
    game.turn().seat()?;
    let of = |count: &dyn Fn(Seat) -> f64| seats(game).map(count).collect::<Vec<f64>>();
    let mut terms: Vec<EvaluationTerm> = RANKED
        .iter()
        .enumerate()
        .map(|(rank, &(id, name))| {
            let counts = of(&|seat| game.count(seat).ranked[rank].into());
            EvaluationTerm::alone(id, name, weights[rank].into(), counts)
        })
        .collect();
    let income = of(&|seat| {
        Colour::ALL.into_iter().map(|colour| f64::from(game.income_of(seat.0, colour))).sum()
    });
    terms.push(EvaluationTerm::alone("income", INCOME, weights[1].into(), income));
    let own: Vec<f64> =
        seats(game).map(|seat| terms.iter().map(|term| term.points[seat.index()]).sum()).collect();
    let best = |seat: Seat| {
        let others = own.iter().enumerate().filter(|&(other, _)| other != seat.index());
        others.map(|(_, &points)| points).reduce(f64::max).unwrap_or(0.0)
    };
    terms.push(EvaluationTerm::alone("rival", RIVAL, -1.0, seats(game).map(best).collect()));
    let totals = of(&|seat| advanced::worth(game, seat, weights).into());
    Some(Breakdown { terms, totals, layers: layers(game) })
}

/// The position as `expert` sees it, each seat by what it knows; none once the game is over.
pub(crate) fn by_hopes(game: &Tigris, weights: &Weights) -> Option<Breakdown> {
    game.turn().seat()?;
    let parts: Vec<_> =
        seats(game).map(|seat| weights.parts(game, seat, game.hand(seat))).collect();
    let of =
        |value: &dyn Fn(usize) -> f32| (0..parts.len()).map(|at| f64::from(value(at))).collect();
    let mut terms: Vec<EvaluationTerm> = HOPES
        .iter()
        .enumerate()
        .map(|(colour, &(id, name))| {
            let counts = of(&|seat| parts[seat].hopes[colour]);
            EvaluationTerm::alone(id, name, f64::from(weights.total) / 4.0, counts)
        })
        .collect();
    let soft: Vec<f64> = of(&|seat| parts[seat].soft);
    let held: Vec<f64> = seats(game).map(|seat| game.catastrophes[seat.index()].into()).collect();
    let rivals: Vec<f64> = of(&|seat| parts[seat].rivals);
    terms.push(EvaluationTerm::alone("soft", SOFT, 1.0, soft));
    terms.push(EvaluationTerm::alone(
        "catastrophes",
        CATASTROPHES,
        weights.catastrophe.into(),
        held,
    ));
    terms.push(EvaluationTerm::alone("rivals", RIVALS, -1.0, rivals));
    let totals =
        seats(game).map(|seat| weights.value(game, seat, game.hand(seat)).into()).collect();
    Some(Breakdown { terms, totals, layers: layers(game) })
}

/// The position as `expert` sees it by the learned value, each seat by what it knows; none once the game is over.
pub(crate) fn by_value(game: &Tigris, nets: &ValueNets) -> Option<Breakdown> {
    game.turn().seat()?;
    let parts: Vec<_> = seats(game).map(|seat| nets.parts(game, seat, game.hand(seat))).collect();
    let of =
        |value: &dyn Fn(usize) -> f32| (0..parts.len()).map(|at| f64::from(value(at))).collect();
    // The network is not linear: a hope adds nothing by itself, it is what the results below are made from.
    let mut terms: Vec<EvaluationTerm> = HOPES
        .iter()
        .enumerate()
        .map(|(colour, &(id, name))| {
            let hopes: Vec<f64> = of(&|seat| parts[seat].hopes[colour]);
            let nothing = vec![0.0; hopes.len()];
            EvaluationTerm::computed(id, name, hopes, nothing)
        })
        .collect();
    let value = |seat: Seat| nets.value(game, seat, game.hand(seat), &mut ValueMemory::default());
    let totals: Vec<f64> = seats(game).map(|seat| value(seat).into()).collect();
    let chances: Vec<f64> = of(&|seat| parts[seat].chance);
    terms.push(EvaluationTerm::computed("chance", CHANCE, chances, totals.clone()));
    Some(Breakdown { terms, totals, layers: layers(game) })
}

/// The tiles of each colour that support a seat's leader.
fn layers(game: &Tigris) -> Vec<BoardLayer> {
    const NAMES: [(&str, &str); SEATS] = [
        ("supporters of the king", "soutiens du roi"),
        ("supporters of the priest", "soutiens du prêtre"),
        ("supporters of the farmer", "soutiens du fermier"),
        ("supporters of the trader", "soutiens du marchand"),
    ];
    let mut layers = Vec::new();
    for seat in seats(game) {
        for colour in Colour::ALL {
            if game.leader(seat, colour).is_none() {
                continue;
            }
            let cell = |square: u8| LayerCell {
                x: square % COLUMNS,
                y: ROWS - 1 - square / COLUMNS,
                value: 1.0,
            };
            let cells = game.supporters(seat, colour).iter().map(cell).collect();
            let (en, fr) = NAMES[colour.index()];
            let (id, name) = (HOPES[colour.index()].0, Words::new(en, fr));
            let (width, height) = (COLUMNS, ROWS);
            layers.push(BoardLayer { id, name, seat: Some(seat.0), width, height, cells });
        }
    }
    layers.retain(|layer| !layer.cells.is_empty());
    layers
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;
    use crate::Options;
    use crate::advanced::WORTH;
    use crate::eval::WeightSets;

    #[test]
    fn the_terms_add_up_to_the_evaluations_that_the_levels_use() {
        let (mut rng, mut scratch, mut positions) = (Rng::new(8), Vec::new(), 0);
        for players in [2, 3, 4] {
            let mut game = Tigris::new(&Options { players, ..Options::default() }, 3).unwrap();
            for _ in 0..400 {
                let (Some(points), Some(hopes), Some(learned)) = (
                    by_points(&game, &WORTH),
                    by_hopes(&game, WeightSets::tuned().of(players.into())),
                    by_value(&game, ValueNets::trained()),
                ) else {
                    break;
                };
                for seat in super::seats(&game) {
                    let at = seat.index();
                    assert_eq!(points.sum(at), f64::from(advanced::worth(&game, seat, &WORTH)));
                    assert_eq!(points.sum(at), points.totals[at]);
                    // The level calculates in single precision.
                    assert!((hopes.sum(at) - hopes.totals[at]).abs() < 1e-3);
                    assert_eq!(learned.sum(at), learned.totals[at]);
                    assert!((0.0..=1.0).contains(&learned.terms[4].counts[at]));
                }
                positions += 1;
                let mv = game.greedy_action(&mut rng, &mut scratch).0;
                let Some(mv) = mv.or_else(|| game.random_move(&mut rng, &mut scratch)) else {
                    break;
                };
                game.play(mv);
            }
        }
        assert!(positions > 300, "{positions}");
    }
}
