//! The means of a grid of two numbers as a landscape: the values are heights, seen from above one corner. A browser
//! turns it: the picture carries its own few lines of script, and stands still wherever scripts are not run.

use std::f64::consts::FRAC_PI_4;
use std::fmt::Write;

use game::Parameter;
use serde_json::json;

use super::grid::Grid;
use super::journal::JudgedCandidate;
use super::surface::{colour, decimals};
use crate::chart::escaped;

const SIZE: (f64, f64) = (760.0, 640.0);
/// Where the middle of the ground is, how far its sides are from there, and how high the highest point stands.
const MIDDLE: (f64, f64) = (380.0, 370.0);
const REACH: f64 = 205.0;
const TALL: f64 = 210.0;
/// As it is seen first: both axes run towards the viewer.
const TURN: f64 = FRAC_PI_4;
const TILT: f64 = 0.55;
/// How far from the middle numbers and names stand beside the ground, which ends at 1.
const NUMBERS: f64 = 1.1;
const NAMES: f64 = 1.32;

/// The picture; none where not exactly two numbers were varied.
pub fn surface_3d(
    title: &str,
    parameters: &[Parameter],
    done: &[JudgedCandidate],
) -> Option<String> {
    let land = Land::of(parameters, done)?;
    let (width, height) = SIZE;
    let digits = decimals(land.low, land.high);
    // What it is called stands below: the peaks reach up to the edge.
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" text-anchor=\"middle\" style=\"touch-action:none;user-select:none;cursor:grab\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#fbfaf7\"/>\n\
         <text x=\"380\" y=\"602\" font-size=\"15\" font-weight=\"600\" fill=\"#2b2a27\">{}</text>\n\
         <text x=\"380\" y=\"624\" fill=\"#57544d\">{:.digits$} … {:.digits$}</text>\n",
        escaped(title),
        land.low,
        land.high,
    );
    let ground = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let ground = ground.map(|(x, y)| corner(place(x, y, 0.0)));
    let _ = writeln!(
        svg,
        "<polygon id=\"ground\" points=\"{}\" fill=\"none\" stroke=\"#c9c5bb\"/>",
        ground.join(" ")
    );
    land.tiles(&mut svg);
    land.labels(&mut svg, parameters);
    land.best(&mut svg);
    let data = json!({
        "heights": land.heights, "turn": TURN, "tilt": TILT, "reach": REACH, "tall": TALL,
        "middle": [MIDDLE.0, MIDDLE.1],
    });
    let script = include_str!("landscape.js");
    let _ = writeln!(svg, "<script><![CDATA[\nconst land = {data};\n{script}]]></script>\n</svg>");
    Some(svg)
}

/// Values over two axes.
struct Land {
    across: usize,
    up: usize,
    columns: Vec<f64>,
    rows: Vec<f64>,
    low: f64,
    high: f64,
    /// By column, then by row, from 0 for the lowest to 1 for the highest; none where nothing was judged.
    heights: Vec<Vec<Option<f64>>>,
}

impl Land {
    fn of(parameters: &[Parameter], done: &[JudgedCandidate]) -> Option<Self> {
        let grid = Grid::new(parameters);
        let &[across, up] = &grid.open_axes()[..] else { return None };
        let (columns, rows) = (grid.axis(across), grid.axis(up));
        let low = done.iter().map(|judged| judged.value).fold(f64::INFINITY, f64::min);
        let high = done.iter().map(|judged| judged.value).fold(f64::NEG_INFINITY, f64::max);
        let share = |value: f64| if high > low { (value - low) / (high - low) } else { 0.5 };
        let at = |x: f64, y: f64| {
            let found =
                |judged: &&JudgedCandidate| judged.numbers[across] == x && judged.numbers[up] == y;
            done.iter().find(found).map(|judged| share(judged.value))
        };
        let heights = columns.iter().map(|&x| rows.iter().map(|&y| at(x, y)).collect()).collect();
        Some(Self { across, up, columns, rows, low, high, heights })
    }

    /// A tile between each four points that are known, from the back to the front.
    fn tiles(&self, svg: &mut String) {
        let (wide, high) = (self.columns.len(), self.rows.len());
        let mut tiles: Vec<(usize, usize)> = (0..wide.saturating_sub(1))
            .flat_map(|column| (0..high.saturating_sub(1)).map(move |row| (column, row)))
            .collect();
        let near = |&(column, row): &(usize, usize)| part(column, wide) + part(row, high);
        tiles.sort_by(|a, b| near(a).total_cmp(&near(b)));
        svg.push_str("<g id=\"land\">\n");
        for (column, row) in tiles {
            let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| (column + x, row + y));
            let known: Vec<f64> =
                corners.iter().filter_map(|&(column, row)| self.heights[column][row]).collect();
            if known.len() < 4 {
                continue;
            }
            let points: Vec<String> = corners
                .iter()
                .zip(&known)
                .map(|(&(column, row), &up)| corner(place(part(column, wide), part(row, high), up)))
                .collect();
            let _ = writeln!(
                svg,
                "<polygon data-at=\"{column} {row}\" points=\"{}\" fill=\"{}\" stroke=\"#2b2a27\" stroke-width=\"0.6\" stroke-linejoin=\"round\"/>",
                points.join(" "),
                colour(known.iter().sum::<f64>() / 4.0),
            );
        }
        svg.push_str("</g>\n");
    }

    /// The axes' numbers, eight of each at the most, and their names.
    fn labels(&self, svg: &mut String, parameters: &[Parameter]) {
        let (wide, high) = (self.columns.len(), self.rows.len());
        for (column, value) in self.columns.iter().enumerate().step_by(wide.div_ceil(8)) {
            text(svg, (part(column, wide), NUMBERS, 0.0), 4.0, &value.to_string());
        }
        for (row, value) in self.rows.iter().enumerate().step_by(high.div_ceil(8)) {
            text(svg, (NUMBERS, part(row, high), 0.0), 4.0, &value.to_string());
        }
        text(svg, (0.0, NAMES, 0.0), 4.0, &parameters[self.across].name);
        text(svg, (NAMES, 0.0, 0.0), 4.0, &parameters[self.up].name);
    }

    fn best(&self, svg: &mut String) {
        let (wide, high) = (self.columns.len(), self.rows.len());
        let places = (0..wide).flat_map(|column| (0..high).map(move |row| (column, row)));
        let highest = |&(column, row): &(usize, usize)| {
            self.heights[column][row].is_some_and(|height| height >= 1.0)
        };
        let Some((column, row)) = places.into_iter().find(highest) else { return };
        let (x, y) = (part(column, wide), part(row, high));
        let (left, top) = place(x, y, 1.0);
        let _ = writeln!(
            svg,
            "<circle data-place=\"{x} {y} 1\" transform=\"translate({left:.1} {top:.1})\" r=\"4\" fill=\"#c8452f\"/>"
        );
        let digits = decimals(self.low, self.high);
        let best = format!("{:.digits$} ({}, {})", self.high, self.columns[column], self.rows[row]);
        text(svg, (x, y, 1.0), -10.0, &best);
    }
}

/// Where a line or column of the grid is, from -1 to 1.
fn part(index: usize, count: usize) -> f64 {
    (index as f64 / (count.max(2) - 1) as f64 - 0.5) * 2.0
}

/// A point of the landscape in the picture.
fn place(x: f64, y: f64, up: f64) -> (f64, f64) {
    let deep = x * TURN.sin() + y * TURN.cos();
    (
        MIDDLE.0 + REACH * (x * TURN.cos() - y * TURN.sin()),
        MIDDLE.1 + REACH * deep * TILT.sin() - TALL * up * TILT.cos(),
    )
}

fn corner((x, y): (f64, f64)) -> String {
    format!("{x:.1},{y:.1}")
}

/// A text that turns with the landscape.
fn text(svg: &mut String, (x, y, up): (f64, f64, f64), lower: f64, text: &str) {
    let (left, top) = place(x, y, up);
    let text = escaped(text);
    let _ = writeln!(
        svg,
        "<text data-place=\"{x} {y} {up}\" transform=\"translate({left:.1} {top:.1})\" y=\"{lower}\" fill=\"#57544d\" stroke=\"#fbfaf7\" stroke-width=\"3\" paint-order=\"stroke\">{text}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(heights: &[f64]) -> String {
        let parameter = |name: &str, high: f64| Parameter::new(name, 0.0, (0.0, high), 1.0);
        let parameters = [parameter("lines", 2.0), parameter("holes", 1.0)];
        let grid = Grid::new(&parameters);
        let judged = |(index, &value): (usize, &f64)| JudgedCandidate {
            round: 0,
            index,
            numbers: grid.point(index),
            value,
            error: 0.0,
        };
        let done: Vec<JudgedCandidate> = heights.iter().enumerate().map(judged).collect();
        surface_3d("a < b", &parameters, &done).unwrap()
    }

    #[test]
    fn a_tile_between_four_points_names_and_the_best() {
        let svg = drawn(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(svg.matches("<polygon data-at").count(), 2);
        assert!(svg.contains("a &lt; b") && svg.contains(">lines<") && svg.contains(">holes<"));
        assert!(svg.contains("5.0 (2, 1)") && !svg.contains("NaN"));
    }

    #[test]
    fn what_was_not_judged_or_is_all_the_same_is_no_trouble() {
        assert_eq!(drawn(&[1.0, 2.0, 3.0, 4.0, 5.0]).matches("<polygon data-at").count(), 1);
        let flat = drawn(&[2.0; 6]);
        assert!(!flat.contains("NaN") && !flat.contains("<circle"));
    }
}
