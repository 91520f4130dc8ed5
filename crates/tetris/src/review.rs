//! What is said of a game afterwards: lines, holes, height and attack.

use game::{Game, Phrase, Words};
use search::Statistic;

use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::field::Field;

/// Empty squares under filled ones.
fn holes(field: &Field) -> u32 {
    (0..field.width() as i8)
        .map(|x| {
            let mut column = (0..field.tallest() as i8).rev().map(|y| field.is_filled(x, y));
            let under = column.by_ref().skip_while(|&filled| !filled);
            under.filter(|&filled| !filled).count() as u32
        })
        .sum()
}

/// What a placement leaves behind, and what the better one would have.
pub(crate) fn remark(before: &Tetris, played: Placement, better: Placement) -> Option<Words> {
    let after = |placement: Placement| {
        let mut next = before.clone();
        next.play(placement);
        next
    };
    let (real, best) = (after(played), after(better));
    let lines = |game: &Tetris| game.stock().lines - before.stock().lines;
    if lines(&best) > lines(&real) {
        let (could, did) = (lines(&best), lines(&real));
        let (en, fr) = if did == 1 { ("line", "ligne") } else { ("lines", "lignes") };
        return Some(match did {
            0 => Words::new(
                format!("clears nothing; lines that could be cleared: {could}"),
                format!("n’efface rien ; lignes que l’on pouvait effacer : {could}"),
            ),
            _ => Words::new(
                format!("clears {did} {en}; {could} could be cleared"),
                format!("efface {did} {fr} ; on pouvait en effacer {could}"),
            ),
        });
    }
    let (left, could) = (holes(&real.stock().field), holes(&best.stock().field));
    if left > could {
        let (en, fr) = if left == 1 { ("hole", "trou") } else { ("holes", "trous") };
        return Some(Words::new(
            format!("leaves {left} {en} instead of {could}"),
            format!("laisse {left} {fr} au lieu de {could}"),
        ));
    }
    let (high, low) = (real.stock().field.tallest(), best.stock().field.tallest());
    (high > low).then(|| {
        Words::new(
            format!("builds up to row {high}; row {low} would have done"),
            format!("monte jusqu’à la rangée {high} ; {low} suffisait"),
        )
    })
}

/// Pieces, lines and attack; height and holes by piece.
pub(crate) fn statistics(states: &mut dyn Iterator<Item = Tetris>) -> Vec<Statistic> {
    let (mut height, mut gaps, mut last) = (Vec::new(), Vec::new(), None);
    for state in states {
        let stock = state.stock();
        height.push(stock.field.tallest() as f64);
        gaps.push(f64::from(holes(&stock.field)));
        last = Some((stock.pieces, stock.lines, stock.attack));
    }
    let Some((pieces, lines, attack)) = last else { return Vec::new() };
    let one = |name: Phrase, value: u32| Statistic::totals(name, vec![f64::from(value)]);
    let rate = f64::from(attack) * 100.0 / f64::from(pieces.max(1));
    vec![
        Statistic::course(Phrase::new("Height", "Hauteur"), vec![height]),
        Statistic::course(Phrase::new("Holes", "Trous"), vec![gaps]),
        one(Phrase::new("Pieces", "Pièces"), pieces),
        one(Phrase::new("Lines", "Lignes"), lines),
        one(Phrase::new("Attack", "Attaque"), attack),
        Statistic::totals(
            Phrase::new("Attack per 100 pieces", "Attaque pour 100 pièces"),
            vec![(rate * 10.0).round() / 10.0],
        ),
    ]
}
