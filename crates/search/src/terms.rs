//! An evaluation taken apart: its terms, what each adds for each seat, and where on the board it comes from.

use game::{Phrase, Words};
use serde::Serialize;

/// A position as a level's evaluation sees it. For every seat, the points of the terms add up to its total.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Breakdown {
    /// What is counted.
    pub terms: Vec<EvaluationTerm>,
    /// The evaluation for each seat, as the level itself computes it.
    pub totals: Vec<f64>,
    /// What can be shown on the board.
    pub layers: Vec<BoardLayer>,
}

/// One term of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvaluationTerm {
    /// Its name in programs.
    pub id: &'static str,
    /// Its name for people.
    pub name: Phrase,
    /// What one of it counts for; none where the points do not follow from a single factor.
    pub weight: Option<f64>,
    /// What was counted, for each seat.
    pub counts: Vec<f64>,
    /// What it adds to the evaluation of each seat. What is counted for opponents is taken off here, where the
    /// evaluation does so.
    pub points: Vec<f64>,
}

/// Values on squares: a heat map, or just marked squares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardLayer {
    /// Its name in programs; that of the term that it belongs to, if it belongs to one.
    pub id: &'static str,
    /// Its name for people.
    pub name: Words,
    /// Whose it is; nobody's if it is the same for all.
    pub seat: Option<u8>,
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// The squares that matter.
    pub cells: Vec<LayerCell>,
}

/// One square of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LayerCell {
    /// The column, from the left and from 0.
    pub x: u8,
    /// The row, from the bottom and from 0.
    pub y: u8,
    /// The square's value.
    pub value: f64,
}

impl EvaluationTerm {
    /// A term that counts something with a weight, of which the only opponent's is taken off.
    pub fn difference(id: &'static str, name: Phrase, weight: f64, counts: [f64; 2]) -> Self {
        let own = |seat: usize| weight * counts[seat] - weight * counts[1 - seat];
        let points = vec![own(0), own(1)];
        Self { id, name, weight: Some(weight), counts: counts.to_vec(), points }
    }

    /// A term that counts something with a weight, for each seat alone.
    pub fn alone(id: &'static str, name: Phrase, weight: f64, counts: Vec<f64>) -> Self {
        let points = counts.iter().map(|count| weight * count).collect();
        Self { id, name, weight: Some(weight), counts, points }
    }

    /// A term that is no product: what was counted, and what that comes to.
    pub fn computed(id: &'static str, name: Phrase, counts: Vec<f64>, points: Vec<f64>) -> Self {
        Self { id, name, weight: None, counts, points }
    }
}

impl Breakdown {
    /// What the terms add up to for a seat.
    pub fn sum(&self, seat: usize) -> f64 {
        self.terms.iter().filter_map(|term| term.points.get(seat)).sum()
    }

    /// What has changed since an earlier position, term by term: counts, points and totals are differences. A term
    /// that only one of the two has counts as nothing in the other. Layers are this position's own.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let minus = |now: &[f64], then: Option<&[f64]>| -> Vec<f64> {
            let then = |at: usize| then.and_then(|then| then.get(at)).copied().unwrap_or(0.0);
            now.iter().enumerate().map(|(at, now)| now - then(at)).collect()
        };
        let of = |breakdown: &Self, id: &str| -> Option<EvaluationTerm> {
            breakdown.terms.iter().find(|term| term.id == id).cloned()
        };
        let mut terms: Vec<EvaluationTerm> = self
            .terms
            .iter()
            .map(|term| {
                let then = of(earlier, term.id);
                EvaluationTerm {
                    counts: minus(&term.counts, then.as_ref().map(|then| &then.counts[..])),
                    points: minus(&term.points, then.as_ref().map(|then| &then.points[..])),
                    ..term.clone()
                }
            })
            .collect();
        for gone in earlier.terms.iter().filter(|term| of(self, term.id).is_none()) {
            let less = |values: &[f64]| values.iter().map(|value| -value).collect();
            terms.push(EvaluationTerm {
                counts: less(&gone.counts),
                points: less(&gone.points),
                ..gone.clone()
            });
        }
        let totals = minus(&self.totals, Some(&earlier.totals));
        Self { terms, totals, layers: self.layers.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: Phrase = Phrase::new("discs", "jetons");

    #[test]
    fn a_difference_is_taken_term_by_term() {
        let with = |counts: [f64; 2], total: f64| Breakdown {
            terms: vec![EvaluationTerm::difference("discs", NAME, 3.0, counts)],
            totals: vec![total, -total],
            layers: Vec::new(),
        };
        let (before, after) = (with([1.0, 1.0], 0.0), with([2.0, 1.0], 3.0));
        let change = after.since(&before);
        assert_eq!(change.terms[0].counts, [1.0, 0.0]);
        assert_eq!(change.terms[0].points, [3.0, -3.0]);
        assert_eq!((change.totals[0], change.sum(0)), (3.0, 3.0));
        let gone = Breakdown::default().since(&after);
        assert_eq!(gone.terms[0].points, [-3.0, 3.0]);
    }
}
