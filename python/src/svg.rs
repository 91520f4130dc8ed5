//! A board as a picture for notebooks: the terminal's picture with a cell for each character.

use std::fmt::Write as _;

use game::{Ink, Picture};

/// Width and height of a cell.
const CELL: (usize, usize) = (9, 18);
/// Around the board.
const MARGIN: usize = 10;
/// Blue, yellow, red, green: dark enough to be read on a light ground.
const SEATS: [&str; 4] = ["#1f5fa8", "#a86e00", "#b3261e", "#2e7d32"];

/// The picture as SVG.
pub fn drawn(picture: &Picture) -> String {
    let length = |line: &Vec<game::Span>| line.iter().map(|span| span.text.chars().count()).sum();
    let columns: usize = picture.lines.iter().map(length).max().unwrap_or(0);
    let width = columns * CELL.0 + 2 * MARGIN;
    let height = picture.lines.len() * CELL.1 + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#fbfaf7\"/>\
         <g font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\" \
         xml:space=\"preserve\">"
    );
    for (row, line) in picture.lines.iter().enumerate() {
        let (mut column, y) = (0, MARGIN + row * CELL.1 + 14);
        for span in line {
            let count = span.text.chars().count();
            if !span.text.trim().is_empty() {
                let (colour, weight) = look(span.ink);
                let (x, length) = (MARGIN + column * CELL.0, count * CELL.0);
                // The length keeps cells under each other, whatever font there is.
                let _ = write!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\" \
                     fill=\"{colour}\" font-weight=\"{weight}\">{}</text>",
                    escaped(&span.text)
                );
            }
            column += count;
        }
    }
    svg.push_str("</g></svg>");
    svg
}

fn look(ink: Ink) -> (&'static str, u16) {
    let seat = |seat: u8| SEATS[usize::from(seat) % SEATS.len()];
    match ink {
        Ink::Plain => ("#222222", 400),
        Ink::Quiet => ("#8a8a84", 400),
        Ink::Board => ("#6b5d4a", 400),
        Ink::Seat(of) => (seat(of), 400),
        Ink::Last(of) | Ink::Glow(of) => (seat(of), 700),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
