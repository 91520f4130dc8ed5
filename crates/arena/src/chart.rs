//! Charts as SVG. Colours are classes that the page around them sets, so that they follow its light or dark.

use std::fmt::Write;

/// The style that the charts' classes want, for light and dark, screen and paper.
pub const STYLE: &str = "\
.chart{width:100%;height:auto;font:12px system-ui,sans-serif}\
.chart text{fill:var(--ink)}.chart .soft{fill:var(--soft)}\
.chart .grid{stroke:var(--line);stroke-width:1}\
.chart .bar{stroke:var(--blue);stroke-width:2.5;stroke-linecap:round}\
.chart .dot{fill:var(--blue)}.chart .end{text-anchor:end}.chart .mid{text-anchor:middle}";

const WIDTH: f64 = 760.0;

/// A text as markup holds it.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A name of at most so many characters. What is left out is in the middle: commands differ by how they end.
fn shortened(name: &str, most: usize) -> String {
    let count = name.chars().count();
    if count <= most {
        return name.to_owned();
    }
    let head = most / 3;
    let tail = name.chars().skip(count - (most - 1 - head));
    name.chars().take(head).chain(['…']).chain(tail).collect()
}

/// A value with its name and its error to each side.
pub struct Dot {
    /// The name.
    pub name: String,
    /// The value.
    pub value: f64,
    /// How far it may be off.
    pub error: Option<f64>,
}

/// A row for each value: a dot, and a bar for where it may lie.
pub fn dots(rows: &[Dot], label: &str) -> String {
    let widest = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let left = (widest.min(40) as f64 * 7.6 + 20.0).max(60.0);
    let (step, top) = (26.0, 12.0);
    let low = rows.iter().map(|row| row.value - row.error.unwrap_or(0.0));
    let high = rows.iter().map(|row| row.value + row.error.unwrap_or(0.0));
    let scale = Scale::of(
        low.fold(f64::INFINITY, f64::min),
        high.fold(f64::NEG_INFINITY, f64::max),
        (left, WIDTH - 90.0),
    );
    let size = rows.iter().map(|row| row.value.abs()).fold(0.0, f64::max);
    let bottom = top + step * rows.len() as f64;
    let mut svg = open(bottom + 44.0, label);
    scale.draw(&mut svg, top, bottom, label);
    for (index, row) in rows.iter().enumerate() {
        let y = top + step * (index as f64 + 0.5);
        let name = shortened(&row.name, 40);
        let x = scale.at(row.value);
        let _ = write!(
            svg,
            "<text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            left - 10.0,
            y + 4.0,
            escaped(&name)
        );
        if let Some(error) = row.error {
            let (from, to) = (scale.at(row.value - error), scale.at(row.value + error));
            let _ = write!(
                svg,
                "<line class=\"bar\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
            );
        }
        let end = scale.at(row.value + row.error.unwrap_or(0.0));
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/><text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            end + 8.0,
            y + 4.0,
            rounded(row.value, row.error, size),
        );
    }
    svg + "</svg>"
}

/// As in `1250 ± 31`.
pub fn with_error(value: f64, error: Option<f64>) -> String {
    rounded(value, error, value.abs())
}

/// With as many places as numbers of this size want.
fn rounded(value: f64, error: Option<f64>, size: f64) -> String {
    let places = if size < 10.0 { 3 } else { usize::from(size < 100.0) };
    match error {
        Some(error) => format!("{value:.places$} ± {error:.places$}"),
        None => format!("{value:.places$}"),
    }
}

/// Points with their names; the horizontal axis is logarithmic.
pub fn scatter(points: &[(String, f64, f64)], across: &str, up: &str) -> String {
    let (left, top, bottom) = (70.0, 14.0, 320.0);
    let logs = points.iter().map(|(_, x, _)| x.max(1e-6).log10());
    let low = logs.clone().fold(f64::INFINITY, f64::min).floor();
    let high = logs.fold(f64::NEG_INFINITY, f64::max).ceil().max(low + 1.0);
    let x_of = |x: f64| left + (x.max(1e-6).log10() - low) / (high - low) * (WIDTH - 130.0 - left);
    let values = points.iter().map(|&(_, _, y)| y);
    let scale = Scale::of(
        values.clone().fold(f64::INFINITY, f64::min),
        values.fold(f64::NEG_INFINITY, f64::max),
        (bottom, top),
    );
    let mut svg = open(bottom + 44.0, up);
    for tick in scale.ticks() {
        let y = scale.at(tick);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/><text class=\"end soft\" x=\"{}\" y=\"{:.1}\">{tick}</text>",
            WIDTH - 130.0,
            left - 6.0,
            y + 4.0
        );
    }
    for power in low as i32..=high as i32 {
        let x = x_of(10f64.powi(power));
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{bottom}\"/><text class=\"mid soft\" x=\"{x:.1}\" y=\"{}\">{}</text>",
            bottom + 16.0,
            10f64.powi(power)
        );
    }
    let places: Vec<(f64, f64)> = points.iter().map(|&(_, x, y)| (x_of(x), scale.at(y))).collect();
    let mut labels: Vec<Label> = Vec::new();
    for ((name, _, _), &(x, y)) in points.iter().zip(&places) {
        let label = Label::beside((x, y), name, &places, &labels);
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            label.x,
            label.y,
            escaped(&label.text)
        );
        labels.push(label);
    }
    let middle = (top + bottom) / 2.0;
    let _ = write!(
        svg,
        "<text class=\"mid\" x=\"{}\" y=\"{}\">{}</text><text class=\"mid\" transform=\"translate(16 {middle}) rotate(-90)\">{}</text>",
        (left + WIDTH - 130.0) / 2.0,
        bottom + 36.0,
        escaped(across),
        escaped(up)
    );
    svg + "</svg>"
}

/// The name of a point, where it hides nothing.
struct Label {
    text: String,
    x: f64,
    y: f64,
    width: f64,
}

impl Label {
    /// Right of its point if there is room, else left of it, above or below, as little off as may be.
    fn beside(point: (f64, f64), name: &str, points: &[(f64, f64)], labels: &[Self]) -> Self {
        let text = shortened(name, 40);
        let width = 7.0 * text.chars().count() as f64;
        let (right, left) = (point.0 + 9.0, point.0 - 9.0 - width);
        let at =
            |x: f64, lower: f64| Self { text: text.clone(), x, y: point.1 + 4.0 + lower, width };
        let steps = [0.0, -14.0, 14.0, -28.0, 28.0, -42.0, 42.0];
        let places = || steps.iter().flat_map(|&lower| [at(right, lower), at(left, lower)]);
        let inside = |label: &Self| label.x >= 0.0 && label.x + label.width <= WIDTH;
        let free = |label: &Self| {
            !labels.iter().any(|other| label.hides(other))
                && !points.iter().any(|&dot| label.covers(dot))
        };
        let fallback = if inside(&at(right, 0.0)) { right } else { left.max(0.0) };
        places().find(|label| inside(label) && free(label)).unwrap_or_else(|| at(fallback, 0.0))
    }

    fn hides(&self, other: &Self) -> bool {
        let across = self.x < other.x + other.width && other.x < self.x + self.width;
        across && (self.y - other.y).abs() < 13.0
    }

    fn covers(&self, (x, y): (f64, f64)) -> bool {
        let across = self.x - 5.0 < x && x < self.x + self.width + 5.0;
        across && self.y - 15.0 < y && y < self.y + 8.0
    }
}

/// Points that belong together.
pub struct Series {
    /// What they are.
    pub name: String,
    /// Where they lie, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// Lines over a common axis, as a picture that needs no page around it.
pub fn lines(series: &[Series], across: &str, up: &str) -> String {
    let (left, right, top, bottom) = (70.0, WIDTH - 130.0, 34.0, 320.0);
    let all = || series.iter().flat_map(|series| &series.points);
    let least = |of: fn(&(f64, f64)) -> f64| all().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&(f64, f64)) -> f64| all().map(of).fold(f64::NEG_INFINITY, f64::max);
    let mut svg = open(bottom + 44.0, up);
    let _ = write!(
        svg,
        "<style>svg{{--ink:#1b1f24;--soft:#59636e;--line:#d8dee4;--blue:#0969da;background:#fff}}\
         @media(prefers-color-scheme:dark){{svg{{--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;--blue:#4493f8;background:#0d1117}}}}\
         {STYLE}.chart path{{fill:none;stroke:var(--blue);stroke-width:2.5}}.chart .other{{stroke:var(--soft);stroke-dasharray:6 4}}</style>\
         <text x=\"{left}\" y=\"18\">{}</text>",
        escaped(up)
    );
    if all().next().is_none() {
        return svg + "</svg>";
    }
    let y = Scale::of(least(|point| point.1), most(|point| point.1), (bottom, top));
    let x = Scale::of(least(|point| point.0), most(|point| point.0), (left, right));
    for tick in y.ticks() {
        let at = y.at(tick);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text class=\"end soft\" x=\"{}\" y=\"{:.1}\">{tick}</text>",
            left - 6.0,
            at + 4.0
        );
    }
    x.draw(&mut svg, top, bottom, across);
    for (index, Series { name, points }) in series.iter().enumerate() {
        let Some(&(last_x, last_y)) = points.last() else { continue };
        let mut path = String::new();
        for (at, point) in points.iter().enumerate() {
            let to = if at == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{to}{:.1} {:.1}", x.at(point.0), y.at(point.1));
        }
        let class = if index == 0 { "one" } else { "other" };
        let _ = write!(
            svg,
            "<path class=\"{class}\" d=\"{path}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x.at(last_x) + 8.0,
            y.at(last_y) + 4.0 + 14.0 * index as f64,
            escaped(name)
        );
    }
    svg + "</svg>"
}

/// A square for each pair, coloured by a share from 0 to 1; none where they have not met.
pub fn cross(names: &[String], share: &dyn Fn(usize, usize) -> Option<f64>) -> String {
    let count = names.len();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(28);
    let left = widest as f64 * 7.6 + 40.0;
    let cell = ((WIDTH - left - 10.0) / count.max(1) as f64).clamp(26.0, 64.0);
    let (top, height) = (26.0, 28.0);
    let mut svg = open(top + height * count as f64 + 8.0, "");
    for (row, name) in names.iter().enumerate() {
        let y = top + height * row as f64;
        let name = shortened(name, 28);
        let _ = write!(
            svg,
            "<text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{} {}</text>",
            left - 8.0,
            y + 18.0,
            escaped(&name),
            row + 1
        );
        let _ = write!(
            svg,
            "<text class=\"mid soft\" x=\"{:.1}\" y=\"18\">{}</text>",
            left + cell * (row as f64 + 0.5),
            row + 1
        );
        for column in 0..count {
            let Some(share) = share(row, column) else { continue };
            let (x, colour) = (left + cell * column as f64, diverging(share));
            let ink = if (0.25..=0.75).contains(&share) { "#1d1c1a" } else { "#ffffff" };
            let _ = write!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{}\" rx=\"3\" fill=\"{colour}\"/><text class=\"mid\" x=\"{:.1}\" y=\"{:.1}\" style=\"fill:{ink}\">{:.0}</text>",
                x + 1.0,
                y + 1.0,
                cell - 2.0,
                height - 2.0,
                x + cell / 2.0,
                y + 18.0,
                100.0 * share
            );
        }
    }
    svg + "</svg>"
}

/// From orange through grey to blue; the number in each square says the same.
fn diverging(share: f64) -> String {
    let (low, middle, high) = ([179, 88, 6], [228, 226, 220], [33, 90, 160]);
    let (from, to, part) =
        if share < 0.5 { (low, middle, share * 2.0) } else { (middle, high, share * 2.0 - 1.0) };
    let mix = |at: usize| {
        let (from, to) = (f64::from(from[at]), f64::from(to[at]));
        (from + (to - from) * part).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

fn open(height: f64, label: &str) -> String {
    let label = escaped(label);
    format!(
        "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{label}\">"
    )
}

/// A linear axis with round numbers.
struct Scale {
    low: f64,
    high: f64,
    step: f64,
    ends: (f64, f64),
}

impl Scale {
    fn of(low: f64, high: f64, ends: (f64, f64)) -> Self {
        let (low, high) =
            if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 1.0) };
        let span = (high - low).max(1e-6 * high.abs().max(1.0));
        let raw = span / 6.0;
        let power = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].iter().map(|by| by * power).find(|&step| step >= raw);
        let step = step.unwrap_or(power);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step, ends }
    }

    fn at(&self, value: f64) -> f64 {
        let part = (value - self.low) / (self.high - self.low).max(1e-12);
        self.ends.0 + part * (self.ends.1 - self.ends.0)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.high - self.low) / self.step).round() as usize;
        // Rounded, so that no axis shows 0.30000000000000004.
        (0..=count).map(|tick| ((self.low + tick as f64 * self.step) * 1e9).round() / 1e9)
    }

    fn draw(&self, svg: &mut String, top: f64, bottom: f64, label: &str) {
        for tick in self.ticks() {
            let x = self.at(tick);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{bottom}\"/><text class=\"mid soft\" x=\"{x:.1}\" y=\"{}\">{tick}</text>",
                bottom + 16.0
            );
        }
        let middle = (self.ends.0 + self.ends.1) / 2.0;
        let _ = write!(
            svg,
            "<text class=\"mid\" x=\"{middle:.1}\" y=\"{}\">{}</text>",
            bottom + 36.0,
            escaped(label)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_beginning_and_its_end() {
        assert_eq!(shortened("hard", 28), "hard");
        let long = shortened("python3 '/home/ada/my bots/first bot.py' --fast", 28);
        assert_eq!((long.as_str(), long.chars().count()), ("python3 '…rst bot.py' --fast", 28));
    }

    #[test]
    fn charts_hold_what_they_are_given() {
        let rows = [("random", 0.0, Some(90.0)), ("a<b", 1250.0, None)]
            .map(|(name, value, error)| Dot { name: name.into(), value, error });
        let svg = dots(&rows, "Elo");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert_eq!(svg.matches("class=\"bar\"").count(), 1);
        assert!(svg.contains("a&lt;b") && svg.contains("0 ± 90"), "{svg}");
        let names = ["a".to_owned(), "b".to_owned()];
        let svg = cross(&names, &|a, b| (a != b).then_some(0.25));
        assert_eq!(svg.matches("<rect").count(), 2);
        let svg = scatter(&[("x".into(), 0.5, 10.0), ("y".into(), 800.0, 20.0)], "ms", "Elo");
        assert!(svg.contains(">0.1<") && svg.contains(">1000<"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn names_of_points_hide_nothing_and_stay_inside() {
        let near = [("medium", 1.4, 502.0), ("hard", 1.6, 502.0), ("mcts", 1.5, 508.0)];
        let far = [("python3 'my bots/a long name.py'", 99.0, 800.0), ("perfect", 90.0, 1004.0)];
        let points: Vec<(String, f64, f64)> =
            near.iter().chain(&far).map(|&(name, x, y)| (name.to_owned(), x, y)).collect();
        let svg = scatter(&points, "ms", "Elo");
        let number = |tag: &str, name: &str| -> f64 {
            let from = tag.split(&format!(" {name}=\"")).nth(1).unwrap();
            from.split('"').next().unwrap().parse().unwrap()
        };
        // Every dot comes with its label behind it.
        let (mut dots, mut labels) = (Vec::new(), Vec::new());
        for part in svg.split("<circle ").skip(1) {
            dots.push((number(part, "cx"), number(part, "cy")));
            let label = part.split("<text").nth(1).unwrap();
            let text = label.split('>').nth(1).unwrap().split('<').next().unwrap();
            let (x, y) = (number(label, "x"), number(label, "y"));
            labels.push(Label {
                x,
                y,
                width: 7.0 * text.chars().count() as f64,
                text: text.into(),
            });
        }
        assert_eq!(labels.len(), points.len());
        for (at, label) in labels.iter().enumerate() {
            assert!(label.x >= 0.0 && label.x + label.width <= WIDTH, "{}", label.text);
            assert!(!dots.iter().any(|&dot| label.covers(dot)), "{} on a dot", label.text);
            for other in &labels[at + 1..] {
                assert!(!label.hides(other), "{} on {}", label.text, other.text);
            }
        }
    }

    #[test]
    fn axes_have_round_numbers_even_for_nothing() {
        let scale = Scale::of(-37.0, 1912.0, (0.0, 100.0));
        assert_eq!(scale.ticks().collect::<Vec<_>>(), [-500.0, 0.0, 500.0, 1000.0, 1500.0, 2000.0]);
        assert!(!dots(&[], "Elo").contains("NaN"));
        assert!(!dots(&[Dot { name: "one".into(), value: 3.0, error: None }], "x").contains("NaN"));
    }
}
