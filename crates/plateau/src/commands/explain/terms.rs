//! The evaluation as a table, with the squares that its terms look at, and every move as a row.

use std::io::{self, Write};

use catalog::{Explanation, Table};
use game::{Lang, Phrase};
use search::{BoardLayer, Breakdown};

const EVALUATION: Phrase = Phrase::new("Evaluation of", "Évaluation de");
const WEIGHT: Phrase = Phrase::new("weight", "poids");
const COUNTED: Phrase = Phrase::new("counted", "compté");
const POINTS: Phrase = Phrase::new("points", "points");
const SUM: Phrase = Phrase::new("sum", "somme");
const MOVES: Phrase =
    Phrase::new("After each move, for whoever makes it:", "Après chaque coup, pour qui le joue :");
const MOVE: Phrase = Phrase::new("move", "coup");
const ENDS: Phrase = Phrase::new("ends the game", "termine la partie");

/// A number as short as it can be told.
pub fn short(value: f64) -> String {
    if (value - value.round()).abs() < 1e-9 {
        format!("{value:.0}").replace("-0", "0")
    } else {
        format!("{value:.2}")
    }
}

/// A number with its sign.
fn signed(value: f64) -> String {
    let text = short(value);
    if value > 0.0 { format!("+{text}") } else { text }
}

/// Writes all of it.
pub fn write(
    out: &mut impl Write,
    table: &dyn Table,
    explained: &Explanation,
    lines: usize,
    lang: Lang,
) -> io::Result<()> {
    let Some(breakdown) = &explained.breakdown else { return Ok(()) };
    writeln!(out, "\n{} {}\n", EVALUATION.get(lang), explained.level)?;
    write_breakdown(out, table, breakdown, &|id| in_some_move(explained, id), lang)?;
    for layer in &breakdown.layers {
        write_layer(out, layer, layer.seat.map(|seat| seat_name(table, seat.into(), lang)), lang)?;
    }
    write_moves(out, explained, breakdown, lines, lang)
}

/// Writes what a move changes: counts and points are differences.
pub fn write_change(
    out: &mut impl Write,
    table: &dyn Table,
    text: &str,
    change: &Breakdown,
    lang: Lang,
) -> io::Result<()> {
    match lang {
        Lang::En => writeln!(out, "\nWhat {text} changes:\n")?,
        Lang::Fr => writeln!(out, "\nCe que change {text} :\n")?,
    }
    write_breakdown(out, table, change, &|_| false, lang)
}

fn seat_name(table: &dyn Table, seat: usize, lang: Lang) -> String {
    let name = table.about().seats.get(seat);
    name.map_or_else(|| (seat + 1).to_string(), |name| name.get(lang).to_owned())
}

/// The terms and what they add up to; those that say nothing only if they are wanted.
fn write_breakdown(
    out: &mut impl Write,
    table: &dyn Table,
    breakdown: &Breakdown,
    wanted: &dyn Fn(&str) -> bool,
    lang: Lang,
) -> io::Result<()> {
    let name = |seat: usize| seat_name(table, seat, lang);
    let seats: Vec<usize> = (0..breakdown.totals.len()).collect();
    let mut rows = vec![Vec::new()];
    rows[0].push(String::new());
    rows[0].push(WEIGHT.get(lang).to_owned());
    rows[0].extend(seats.iter().map(|&seat| format!("{}: {}", name(seat), COUNTED.get(lang))));
    rows[0].extend(seats.iter().map(|&seat| format!("{}: {}", name(seat), POINTS.get(lang))));
    for (number, term) in breakdown.terms.iter().enumerate() {
        let here = term.counts.iter().chain(&term.points).any(|&value| value != 0.0);
        if !here && !wanted(term.id) {
            continue;
        }
        let mut row = vec![format!("({}) {}", number + 1, term.name.get(lang))];
        row.push(term.weight.map_or(String::new(), short));
        row.extend(term.counts.iter().map(|&count| short(count)));
        row.extend(term.points.iter().map(|&points| signed(points)));
        rows.push(row);
    }
    let mut sum = vec![SUM.get(lang).to_owned(), String::new()];
    sum.extend(seats.iter().map(|_| String::new()));
    sum.extend(breakdown.totals.iter().map(|&total| signed(total)));
    rows.push(sum);
    write_table(out, &rows, true)
}

/// A table, its first column to the left and the others to the right; its last row may be the sum of those above.
fn write_table(out: &mut impl Write, rows: &[Vec<String>], summed: bool) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (at, row) in rows.iter().enumerate() {
        if at == 1 || (summed && at + 1 == rows.len()) {
            let all = widths.iter().map(|width| width + 2).sum::<usize>();
            writeln!(out, "  {}", "─".repeat(all.saturating_sub(2)))?;
        }
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let gap = widths[column] - cell.chars().count();
            if column == 0 {
                line.push_str(&format!("  {cell}{}", " ".repeat(gap)));
            } else {
                line.push_str(&format!("  {}{cell}", " ".repeat(gap)));
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The squares of a layer as a grid of numbers, or of dots where each counts as one.
fn write_layer(
    out: &mut impl Write,
    layer: &BoardLayer,
    whose: Option<String>,
    lang: Lang,
) -> io::Result<()> {
    // A layer that names its colour needs no other name.
    let whose = whose.filter(|name| !layer.name.get(lang).starts_with(name.as_str()));
    let whose = whose.map_or(String::new(), |name| format!("{name}, "));
    writeln!(out, "\n  {whose}{}", layer.name.get(lang))?;
    let marks = layer.cells.iter().all(|cell| cell.value == 1.0);
    let text = |value: f64| if marks { "●".to_owned() } else { short(value) };
    let width = layer.cells.iter().map(|cell| text(cell.value).chars().count()).max().unwrap_or(1);
    for y in (0..layer.height).rev() {
        if layer.height > 12 && !layer.cells.iter().any(|cell| cell.y >= y) {
            continue;
        }
        let mut line = String::from("  ");
        for x in 0..layer.width {
            let cell = layer.cells.iter().find(|cell| (cell.x, cell.y) == (x, y));
            let shown = cell.map_or("·".to_owned(), |cell| text(cell.value));
            line.push_str(&format!(" {}{shown}", " ".repeat(width - shown.chars().count())));
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Whether some move makes the term count for something.
fn in_some_move(explained: &Explanation, id: &str) -> bool {
    explained.moves.iter().any(|entry| entry.points.get(id).is_some_and(|&points| points != 0.0))
}

fn write_moves(
    out: &mut impl Write,
    explained: &Explanation,
    breakdown: &Breakdown,
    lines: usize,
    lang: Lang,
) -> io::Result<()> {
    if explained.moves.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}\n", MOVES.get(lang))?;
    // The columns that say anything, each under its term's number.
    let terms = breakdown.terms.iter().enumerate();
    let terms: Vec<_> = terms.filter(|(_, term)| in_some_move(explained, term.id)).collect();
    let mut rows = vec![vec![MOVE.get(lang).to_owned(), SUM.get(lang).to_owned()]];
    rows[0].extend(terms.iter().map(|(number, _)| format!("({})", number + 1)));
    for entry in explained.moves.iter().take(lines) {
        let total = entry.total.map_or_else(|| ENDS.get(lang).to_owned(), signed);
        let mut row = vec![entry.text.clone(), total];
        row.extend(
            terms
                .iter()
                .map(|(_, term)| entry.points.get(term.id).map_or(String::new(), |&p| signed(p))),
        );
        rows.push(row);
    }
    write_table(out, &rows, false)?;
    let more = explained.moves.len().saturating_sub(lines);
    if more > 0 {
        let rest = match lang {
            Lang::En => format!("  … and {more} more"),
            Lang::Fr => format!("  … et {more} autres"),
        };
        writeln!(out, "{rest}")?;
    }
    Ok(())
}
