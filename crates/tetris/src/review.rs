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

/// How many squares neighbouring columns differ by, in all.
fn roughness(field: &Field) -> u32 {
    let height = |x: i8| {
        (0..field.tallest() as i8).rev().find(|&y| field.is_filled(x, y)).map_or(0, |y| y + 1)
    };
    let columns: Vec<i8> = (0..field.width() as i8).map(height).collect();
    columns.windows(2).map(|pair| u32::from(pair[0].abs_diff(pair[1]))).sum()
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
    if high > low {
        return Some(Words::new(
            format!("builds up to row {high}; row {low} would have done"),
            format!("monte jusqu’à la rangée {high} ; {low} suffisait"),
        ));
    }
    let (rough, even) = (roughness(&real.stock().field), roughness(&best.stock().field));
    (rough > even).then(|| {
        Words::new(
            format!("leaves a rougher top: steps of {rough} squares in all instead of {even}"),
            format!(
                "laisse un dessus plus irrégulier : {rough} cases de marches au lieu de {even}"
            ),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_compared_by_what_people_see() {
        let said = |well: &str, played: &str, better: &str| {
            let game = Tetris::load(well).unwrap();
            let [played, better] = [played, better].map(|text| game.parse(text).unwrap());
            remark(&game, played, better).map(|words| words.en)
        };
        let rough = "leaves a rougher top: steps of 2 squares in all instead of 1";
        assert_eq!(said("I", "In5.1", "In2.1").as_deref(), Some(rough));
        assert_eq!(said("I", "In2.1", "In2.1"), None);
        let row = "I GGG....GGG";
        let clears = "clears nothing; lines that could be cleared: 1";
        assert_eq!(said(row, "Ie1.3", "In5.1").as_deref(), Some(clears));
    }
}
