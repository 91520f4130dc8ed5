//! What is said of a bad move where the game itself has no sentence for it: the term of an evaluation that it cost most,
//! at once or a few moves later.

use game::{Lang, Parameters, Words};
use search::{Breakdown, EvaluationTerm};

use crate::{Entry, Table};

/// A change smaller than this is one of rounding.
const LEAST: f64 = 1e-6;
/// A count that changes by a smaller share explains nothing.
const REASON: f64 = 0.01;
/// What shows only later is told if it costs so many times as much as what shows at once.
const RATHER_LATER: f64 = 2.0;

impl dyn Entry + '_ {
    /// Where a move falls behind a better one, by the evaluation of the strongest level that can tell. Both are lines: a
    /// move and how it should go on from there. What the moves themselves change is told, unless much more comes of them
    /// further on.
    pub fn remark_by_terms(
        &self,
        before: &dyn Table,
        played: &[String],
        better: &[String],
    ) -> Option<Words> {
        let seat = before.turn().seat()?.index();
        let (level, parameters, [real, best]) = self.levels().iter().rev().find_map(|level| {
            let parameters = Parameters::from(self.parameters(level.id));
            let after = |line: &[String]| {
                before.breakdown_after(line.first()?, level.id, &parameters).ok().flatten()
            };
            let both = [after(played)?, after(better)?];
            Some((level.id, parameters, both))
        })?;
        let at_once = self.dearest(&real, &best, seat);
        let ends = ends_of(before, played, better);
        let later = ends.and_then(|(plies, ends)| {
            let [real, best] = ends.map(|end| end.breakdown(level, &parameters));
            let (cost, words) = self.dearest(&real?, &best?, seat)?;
            Some((cost, in_moves(plies, &words)))
        });
        match (at_once, later) {
            (Some((cost, _)), Some((more, words))) if more > cost * RATHER_LATER => Some(words),
            (Some((_, words)), _) | (None, Some((_, words))) => Some(words),
            (None, None) => None,
        }
    }

    /// The term that costs a seat most among those that can be told, and its cost.
    fn dearest(&self, real: &Breakdown, best: &Breakdown, seat: usize) -> Option<(f64, Words)> {
        let mut changes: Vec<TermChange<'_>> = TermChange::all(real, best, seat).collect();
        changes.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        changes.iter().find_map(|change| Some((change.cost, self.worded(change, seat)?)))
    }

    /// Both counts. The moves are not named: whoever shows the sentence names them in the reader's language.
    fn worded(&self, change: &TermChange<'_>, mover: usize) -> Option<Words> {
        let (seat, real, best) = change.counted(mover)?;
        let (name, (real, best)) = (change.real.name, told_apart(real, best)?);
        let of = (seat != mover).then(|| self.about().seats.get(seat)).flatten();
        // “micro: corners to go on from”: the model's own name tells a player nothing.
        let plain = |name: &'static str| name.rsplit_once(": ").map_or(name, |(_, plain)| plain);
        let (en, fr) = match of {
            Some(other) => (
                format!("{}, {}", other.en, plain(name.en)),
                format!("{}, {}", other.fr, plain(name.fr)),
            ),
            None => (plain(name.en).to_owned(), plain(name.fr).to_owned()),
        };
        Some(Words::new(
            format!("{en}: {real} instead of {best}"),
            format!("{fr} : {} au lieu de {}", Lang::Fr.number(&real), Lang::Fr.number(&best)),
        ))
    }
}

/// The positions at the ends of two lines, after as many moves in both; none where that is only one. Where things are
/// hidden a line may hold what cannot be played: it ends before that.
fn ends_of(
    before: &dyn Table,
    played: &[String],
    better: &[String],
) -> Option<(usize, [Box<dyn Table>; 2])> {
    let walk = |line: &[String]| {
        let mut table = before.fork();
        let mut positions = Vec::new();
        for text in line {
            if table.play(text).is_err() || table.turn().seat().is_none() {
                break;
            }
            positions.push(table.fork());
        }
        positions
    };
    let (mut real, mut best) = (walk(played), walk(better));
    let plies = real.len().min(best.len());
    if plies < 2 {
        return None;
    }
    Some((plies, [real.swap_remove(plies - 1), best.swap_remove(plies - 1)]))
}

/// What is said of the position after so many moves.
fn in_moves(plies: usize, words: &Words) -> Words {
    let more = plies - 1;
    let (en, fr) = match more {
        1 => ("one move later".to_owned(), "un coup plus loin".to_owned()),
        _ => (format!("{more} moves later"), format!("{more} coups plus loin")),
    };
    Words::new(format!("{en}, {}", words.en), format!("{fr}, {}", words.fr))
}

/// A term after the move that was made and after the better one.
struct TermChange<'a> {
    real: &'a EvaluationTerm,
    best: &'a EvaluationTerm,
    /// What the mover lost by it.
    cost: f64,
}

impl<'a> TermChange<'a> {
    /// The terms that the move that was made left worse for its mover.
    fn all(real: &'a Breakdown, best: &'a Breakdown, mover: usize) -> impl Iterator<Item = Self> {
        real.terms.iter().filter_map(move |term| {
            let other = best.terms.iter().find(|other| other.id == term.id)?;
            let cost = other.points.get(mover)? - term.points.get(mover)?;
            (cost > LEAST).then_some(Self { real: term, best: other, cost })
        })
    }

    /// Whose count cost the mover most, and both counts; of equals the mover's own. Points that count nothing, such as
    /// those of a network, tell nobody anything.
    fn counted(&self, mover: usize) -> Option<(usize, f64, f64)> {
        if self.real.counts == self.real.points {
            return None;
        }
        let both = self.real.counts.iter().zip(&self.best.counts).enumerate();
        let costs = both.map(|(seat, (&real, &best))| {
            let lost = match self.real.weight {
                // More of what counts for somebody else counts against the mover.
                Some(weight) if seat == mover => weight * (best - real),
                Some(weight) => weight * (real - best),
                None => (best - real).abs(),
            };
            (lost, (seat, real, best))
        });
        let (lost, found) = costs.max_by(|(a, one), (b, other)| {
            a.total_cmp(b).then((one.0 == mover).cmp(&(other.0 == mover)))
        })?;
        (lost > LEAST).then_some(found)
    }
}

/// Two counts with as many places as it takes to tell them apart; none where that is more than anybody would read, or so
/// little that nobody would take it for a reason.
fn told_apart(real: f64, best: f64) -> Option<(String, String)> {
    if (real - best).abs() < REASON * real.abs().max(best.abs()) {
        return None;
    }
    let whole = |value: f64| (value - value.round()).abs() < LEAST;
    let least = usize::from(!whole(real) || !whole(best));
    let both = |places: usize| (format!("{real:.places$}"), format!("{best:.places$}"));
    (least..=2).map(both).find(|(real, best)| real != best)
}
