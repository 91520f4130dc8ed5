//! The report's three parameters and the published features, for the well as it stands and for each placement.

use game::{Game, Phrase, Words};
use search::{BoardLayer, Breakdown, EvaluationTerm, LayerCell};

use crate::eval::ReportWeights;
use crate::features::{FeatureCounts, FeatureWeights};
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::field::Field;

const LINES: Phrase = Phrase::new("complete lines", "lignes complètes");
const ALIGNMENT: Phrase =
    Phrase::new("squares standing in the same row", "cases alignées par rangée");
const HOLES: Phrase =
    Phrase::new("empty squares under filled ones", "cases vides sous des pleines");

/// The names of the published features, in the order of [`FeatureWeights::NAMES`].
const FEATURES: [Phrase; 9] = [
    Phrase::new("landing height", "hauteur d’arrivée"),
    Phrase::new("eroded squares", "cases érodées"),
    Phrase::new("row transitions", "transitions par rangée"),
    Phrase::new("column transitions", "transitions par colonne"),
    Phrase::new("holes", "trous"),
    Phrase::new("wells, summed by depth", "puits, cumulés par profondeur"),
    Phrase::new("depth of holes", "profondeur des trous"),
    Phrase::new("rows with holes", "rangées trouées"),
    Phrase::new("diversity of steps", "diversité des marches"),
];

/// How a level judges a well.
pub(crate) enum WellEvaluation {
    /// By the report's three parameters, complete lines still standing.
    Report(ReportWeights),
    /// By the published features, complete lines taken out.
    Features(FeatureWeights),
}

impl WellEvaluation {
    /// The well as it stands, before anything is placed; none once the game is over.
    pub fn breakdown(&self, game: &Tetris) -> Option<Breakdown> {
        game.turn().seat()?;
        let field = &game.stock().field;
        Some(match self {
            Self::Report(weights) => by_report(weights, field),
            Self::Features(weights) => by_features(FeatureCounts::standing(game, weights), field),
        })
    }

    /// The well as the level sees it after a placement; none for one that is too high for it.
    pub fn after(&self, game: &Tetris, mv: Placement) -> Option<Breakdown> {
        let rules = game.stock().terms.rules;
        let mut field = game.stock().field;
        field.fill(rules, mv.body(rules));
        Some(match self {
            Self::Report(weights) => by_report(weights, &field),
            Self::Features(weights) => {
                let counted = FeatureCounts::after(game, mv, weights)?;
                field.clear();
                by_features(counted, &field)
            }
        })
    }
}

fn by_report(weights: &ReportWeights, field: &Field) -> Breakdown {
    let count =
        |lines, alignment, holes| f64::from(ReportWeights { lines, alignment, holes }.worth(field));
    let term = |id, name, weight: f64, count| EvaluationTerm::alone(id, name, weight, vec![count]);
    let terms = vec![
        term("lines", LINES, weights.lines.into(), count(1, 0, 0)),
        term("alignment", ALIGNMENT, weights.alignment.into(), count(0, 1, 0)),
        term("holes", HOLES, f64::from(-weights.holes), -count(0, 0, 1)),
    ];
    let totals = vec![weights.worth(field).into()];
    Breakdown { terms, totals, layers: layers(field) }
}

fn by_features(counted: FeatureCounts, field: &Field) -> Breakdown {
    let FeatureCounts { counts, weights, value } = counted;
    let features = FeatureWeights::NAMES.into_iter().zip(FEATURES).zip(counts.iter().zip(&weights));
    let terms = features
        .filter(|(_, (_, weight))| **weight != 0)
        .map(|((id, name), (&count, &weight))| {
            EvaluationTerm::alone(id, name, weight.into(), vec![count.into()])
        })
        .collect();
    Breakdown { terms, totals: vec![value.into()], layers: layers(field) }
}

/// The holes, each with the filled squares above it, and the heights.
fn layers(field: &Field) -> Vec<BoardLayer> {
    let (width, rows) = (field.width(), &field.rows()[..field.tallest()]);
    let height = (field.tallest() as u8).max(20);
    let (mut holes, mut alignment) = (Vec::new(), Vec::new());
    for (y, &row) in rows.iter().enumerate() {
        for x in 0..width {
            let (x, y) = (x, y as u8);
            if row >> x & 1 == 0 {
                let above = rows[usize::from(y)..].iter().filter(|row| **row >> x & 1 == 1).count();
                if above > 0 {
                    holes.push(LayerCell { x, y, value: above as f64 });
                }
            } else {
                alignment.push(LayerCell { x, y, value: row.count_ones().into() });
            }
        }
    }
    let layer = |id, name, cells| BoardLayer { id, name, seat: None, width, height, cells };
    let covered = Words::new(
        "holes, with the squares above each",
        "trous, avec les cases au-dessus de chacun",
    );
    let in_row = Words::new("squares in the same row", "cases de la même rangée");
    vec![layer("holes", covered, holes), layer("alignment", in_row, alignment)]
}

#[cfg(test)]
mod tests {
    use game::Rng;
    use search::{Levels, Limits, Score, Stop};

    use super::*;
    use crate::Options;

    /// The sums are held against what the levels' own players say of each placement.
    #[test]
    fn the_terms_add_up_to_what_the_level_says_of_a_placement() {
        for options in [Options::REPORT, Options::default()] {
            for level in ["no-lookahead", "dellacherie", "bcts", "tuned"] {
                let parameters = Tetris::parameters(level).into();
                let mut player = Tetris::usual_player(level, 1).unwrap();
                let (mut rng, mut compared) = (Rng::new(2), 0);
                let mut game = Tetris::new(&options, 5).unwrap();
                for _ in 0..25 {
                    let limits = Limits::depth(1);
                    let thought = player.think(&game, &limits, &Stop::new(), &mut |_| ());
                    for judged in &thought.moves {
                        let seen = game.breakdown_after(judged.mv, level, &parameters);
                        let (Some(seen), Score::Points(points)) = (seen, judged.score) else {
                            continue;
                        };
                        assert_eq!(seen.sum(0), seen.totals[0], "{level} {}", judged.mv);
                        // With a heap above half of the well, `tuned` thinks further ahead.
                        if level != "tuned" || game.stock().field.tallest() <= 8 {
                            assert_eq!(seen.sum(0), f64::from(points), "{level} {}", judged.mv);
                            compared += 1;
                        }
                    }
                    let here = game.breakdown(level, &parameters).unwrap();
                    assert_eq!(here.sum(0), here.totals[0]);
                    // Mostly well played, so that the well does not fill up, with some holes.
                    let best = thought.best.unwrap();
                    let any = rng.pick(&thought.moves).map_or(best, |judged| judged.mv);
                    game.play(if rng.below(5) == 0 { any } else { best });
                    if game.turn().seat().is_none() {
                        break;
                    }
                }
                assert!(compared > 100, "{level}: {compared}");
            }
        }
    }
}
