//! The means of a grid of two numbers as a picture: a field of colours with its values, as SVG.

use std::fmt::Write;

use game::Parameter;

use super::grid::Grid;
use super::journal::Judged;

/// Sizes in the picture's own units.
const CELL: (f64, f64) = (46.0, 30.0);
const LEFT: f64 = 70.0;
const TOP: f64 = 44.0;

/// The picture; none where not exactly two numbers were varied.
pub fn surface(title: &str, parameters: &[Parameter], done: &[Judged]) -> Option<String> {
    let grid = Grid::new(parameters);
    let &[across, up] = &grid.open_axes()[..] else { return None };
    let (columns, rows) = (grid.axis(across), grid.axis(up));
    let value = |x: f64, y: f64| {
        done.iter().find(|judged| judged.numbers[across] == x && judged.numbers[up] == y)
    };
    let low = done.iter().map(|judged| judged.value).fold(f64::INFINITY, f64::min);
    let high = done.iter().map(|judged| judged.value).fold(f64::NEG_INFINITY, f64::max);
    let width = LEFT + CELL.0 * columns.len() as f64 + 16.0;
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
                 <text x=\"{}\" y=\"{middle}\" fill=\"{ink}\"{}>{:.0}</text>",
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

/// The same as a landscape: the values are heights, seen from above one corner.
pub fn surface_3d(title: &str, parameters: &[Parameter], done: &[Judged]) -> Option<String> {
    let grid = Grid::new(parameters);
    let &[across, up] = &grid.open_axes()[..] else { return None };
    let (columns, rows) = (grid.axis(across), grid.axis(up));
    let low = done.iter().map(|judged| judged.value).fold(f64::INFINITY, f64::min);
    let high = done.iter().map(|judged| judged.value).fold(f64::NEG_INFINITY, f64::max);
    let share = |value: f64| if high > low { (value - low) / (high - low) } else { 0.5 };
    let mut heights = std::collections::HashMap::new();
    for judged in done {
        let at = |axis: &[f64], number: f64| axis.iter().position(|&value| value == number);
        let place = at(&columns, judged.numbers[across]).zip(at(&rows, judged.numbers[up]));
        if let Some(place) = place {
            heights.insert(place, share(judged.value));
        }
    }
    // Both axes run towards the viewer, one to the right and one to the left.
    let part = |index: usize, count: usize| index as f64 / (count.max(2) - 1) as f64;
    let point = |column: usize, row: usize, height: f64| {
        let (x, y) = (part(column, columns.len()), part(row, rows.len()));
        (380.0 + 290.0 * (x - y), 250.0 + 150.0 * (x + y) - 180.0 * height)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 640\" font-family=\"system-ui, sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n\
         <rect width=\"760\" height=\"640\" rx=\"8\" fill=\"#fbfaf7\"/>\n\
         <text x=\"380\" y=\"30\" font-size=\"15\" font-weight=\"600\" fill=\"#2b2a27\">{}</text>\n",
        escaped(title)
    );
    let ground = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| {
        let (x, y) = point(x * (columns.len() - 1), y * (rows.len() - 1), 0.0);
        format!("{x:.1} {y:.1}")
    });
    let _ = writeln!(svg, "<path d=\"M{}Z\" fill=\"none\" stroke=\"#c9c5bb\"/>", ground.join("L"));
    // From the back to the front, so that what is nearer covers what is behind.
    let mut tiles: Vec<(usize, usize)> = (0..columns.len().saturating_sub(1))
        .flat_map(|column| (0..rows.len().saturating_sub(1)).map(move |row| (column, row)))
        .collect();
    tiles.sort_by_key(|&(column, row)| column + row);
    for (column, row) in tiles {
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| (column + x, row + y));
        let known: Vec<f64> =
            corners.iter().filter_map(|corner| heights.get(corner).copied()).collect();
        if known.len() < 4 {
            continue;
        }
        let points: Vec<String> = corners
            .iter()
            .zip(&known)
            .map(|(&(column, row), &height)| {
                let (x, y) = point(column, row, height);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let middle = known.iter().sum::<f64>() / 4.0;
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"{}\" stroke=\"#2b2a27\" stroke-width=\"0.6\" stroke-linejoin=\"round\"/>",
            points.join(" "),
            colour(middle),
        );
    }
    let text = |svg: &mut String, (x, y): (f64, f64), text: &str, anchor: &str| {
        let text = escaped(text);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"{anchor}\" fill=\"#57544d\">{text}</text>"
        );
    };
    let (last_column, last_row) = (columns.len() - 1, rows.len() - 1);
    for (column, value) in columns.iter().enumerate().step_by(columns.len().div_ceil(8)) {
        let (x, y) = point(column, last_row, 0.0);
        text(&mut svg, (x - 8.0, y + 18.0), &value.to_string(), "end");
    }
    for (row, value) in rows.iter().enumerate().step_by(rows.len().div_ceil(8)) {
        let (x, y) = point(last_column, row, 0.0);
        text(&mut svg, (x + 8.0, y + 18.0), &value.to_string(), "start");
    }
    text(&mut svg, (200.0, 600.0), &parameters[across].name, "middle");
    text(&mut svg, (560.0, 600.0), &parameters[up].name, "middle");
    text(&mut svg, (380.0, 54.0), &format!("{low:.1} … {high:.1}"), "middle");
    let top = heights.iter().filter(|&(_, &height)| height >= 1.0).map(|(&place, _)| place).min();
    if let Some((column, row)) = top {
        let (x, y) = point(column, row, 1.0);
        let best = format!("{high:.1} ({}, {})", columns[column], rows[row]);
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#c8452f\"/>");
        text(&mut svg, (x, y - 10.0), &best, "middle");
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

/// From pale to deep blue; lightness alone tells them apart.
fn colour(share: f64) -> String {
    let mix = |from: f64, to: f64| (from + (to - from) * share).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(232.0, 22.0), mix(238.0, 66.0), mix(244.0, 120.0))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
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
        let done: Vec<Judged> = (0..6)
            .map(|n| Judged {
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
        let svg = surface_3d("a < b", &parameters, &done).unwrap();
        assert_eq!(svg.matches("<polygon").count(), 2, "a tile between four points");
        assert!(svg.contains("holes") && svg.contains("5.0 (2, 1)") && !svg.contains("NaN"));
    }
}
