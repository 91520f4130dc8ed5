//! The means of a grid of two numbers as a picture: a field of colours with its values, as SVG.

use std::fmt::Write;

use game::Parameter;

use super::grid::Grid;
use super::journal::JudgedCandidate;
use crate::chart::escaped;

/// Sizes in the picture's own units.
const CELL: (f64, f64) = (46.0, 30.0);
const LEFT: f64 = 70.0;
const TOP: f64 = 44.0;

/// The picture; none where not exactly two numbers were varied.
pub fn surface(title: &str, parameters: &[Parameter], done: &[JudgedCandidate]) -> Option<String> {
    let grid = Grid::new(parameters);
    let &[across, up] = &grid.open_axes()[..] else { return None };
    let (columns, rows) = (grid.axis(across), grid.axis(up));
    let value = |x: f64, y: f64| {
        done.iter().find(|judged| judged.numbers[across] == x && judged.numbers[up] == y)
    };
    let low = done.iter().map(|judged| judged.value).fold(f64::INFINITY, f64::min);
    let high = done.iter().map(|judged| judged.value).fold(f64::NEG_INFINITY, f64::max);
    let places = decimals(low, high);
    // A small grid has room for what it is called.
    let width = (LEFT + CELL.0 * columns.len() as f64 + 16.0)
        .max(8.0 * title.chars().count() as f64 + 32.0);
    let height = TOP + CELL.1 * rows.len() as f64 + 48.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#fbfaf7\"/>\n\
         <text x=\"{}\" y=\"26\" font-size=\"14\" font-weight=\"600\" fill=\"#2b2a27\">{}</text>\n",
        width / 2.0,
        escaped(title),
    );
    for (row, &y) in rows.iter().rev().enumerate() {
        let top = TOP + CELL.1 * row as f64;
        let middle = top + CELL.1 / 2.0 + 4.0;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{middle}\" text-anchor=\"end\" fill=\"#57544d\">{y}</text>",
            LEFT - 8.0
        );
        for (column, &x) in columns.iter().enumerate() {
            let Some(judged) = value(x, y) else { continue };
            let share = if high > low { (judged.value - low) / (high - low) } else { 0.5 };
            let left = LEFT + CELL.0 * column as f64;
            let ink = if share > 0.55 { "#ffffff" } else { "#2b2a27" };
            let best = judged.value == high;
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{}\"{}/>\
                 <text x=\"{}\" y=\"{middle}\" fill=\"{ink}\"{}>{:.places$}</text>",
                left + 1.0,
                top + 1.0,
                CELL.0 - 2.0,
                CELL.1 - 2.0,
                colour(share),
                if best { " stroke=\"#c8452f\" stroke-width=\"2\"" } else { "" },
                left + CELL.0 / 2.0,
                if best { " font-weight=\"700\"" } else { "" },
                judged.value,
            );
        }
    }
    let bottom = TOP + CELL.1 * rows.len() as f64;
    for (column, x) in columns.iter().enumerate() {
        let at = LEFT + CELL.0 * (column as f64 + 0.5);
        let _ =
            writeln!(svg, "<text x=\"{at}\" y=\"{}\" fill=\"#57544d\">{x}</text>", bottom + 16.0);
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" fill=\"#2b2a27\">{}</text>\n\
         <text transform=\"translate(18 {}) rotate(-90)\" fill=\"#2b2a27\">{}</text>\n</svg>",
        LEFT + CELL.0 * columns.len() as f64 / 2.0,
        bottom + 36.0,
        escaped(&parameters[across].name),
        TOP + CELL.1 * rows.len() as f64 / 2.0,
        escaped(&parameters[up].name),
    );
    Some(svg)
}

/// How many digits after the point tell values between these apart: scores lie between 0 and 1.
pub(super) fn decimals(low: f64, high: f64) -> usize {
    let enough = |least: &f64| high - low >= *least;
    [20.0, 2.0].iter().position(enough).unwrap_or(2)
}

/// From pale to deep blue; lightness alone tells them apart.
pub(super) fn colour(share: f64) -> String {
    let mix = |from: f64, to: f64| (from + (to - from) * share).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(232.0, 22.0), mix(238.0, 66.0), mix(244.0, 120.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, high: f64) -> Parameter {
        Parameter::new(name, 0.0, (0.0, high), 1.0)
    }

    #[test]
    fn a_square_for_every_point() {
        let parameters = [parameter("lines", 2.0), parameter("holes", 1.0)];
        let grid = Grid::new(&parameters);
        let done: Vec<JudgedCandidate> = (0..6)
            .map(|n| JudgedCandidate {
                round: 0,
                index: n,
                numbers: grid.point(n),
                value: n as f64,
                error: 0.0,
            })
            .collect();
        let svg = surface("a < b", &parameters, &done).unwrap();
        assert_eq!(svg.matches("<rect").count(), 7);
        assert_eq!(svg.matches("stroke=").count(), 1, "one is the best");
        assert!(svg.contains("a &lt; b") && svg.contains("lines") && svg.contains("holes"));
        assert!(surface("one", &parameters[..1], &done).is_none());
        // Scores of games are told apart as well.
        let mut scores = done;
        for judged in &mut scores {
            judged.value = 0.4 + judged.value / 20.0;
        }
        let svg = surface("a title that is longer than its grid", &parameters, &scores).unwrap();
        assert!(svg.contains(">0.45<") && svg.contains(">0.65<"), "{svg}");
        assert!(svg.contains("viewBox=\"0 0 320 "), "{svg}");
    }
}
