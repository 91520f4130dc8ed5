//! A run in one small picture, as SVG: the clear that attacked most, or where no line was cleared, the last piece.

use std::fmt::Write as _;

use game::Refused;

use crate::rules::colours::{Cell, Colours};
use crate::rules::pieces::Piece;
use crate::rules::stock::Landing;
use crate::well::run::Replay;
use crate::well::{Well, WellEvent};

/// Rows to ten columns.
const ROWS: i8 = 8;
/// Rows above the piece that are seen, where the well is higher than the picture.
const ABOVE: i8 = 1;

/// What lies in the well when a piece has locked, full rows included.
#[derive(Clone, Copy)]
struct Moment {
    colours: Colours,
    landing: Landing,
}

impl Moment {
    /// More attack is better, then more lines. A clear beats what cleared nothing.
    const fn worth(&self) -> (u32, u32) {
        (self.landing.attack, self.landing.rows.count_ones())
    }
}

/// The picture of a run.
pub(super) fn thumbnail(run: &Replay) -> Result<String, Refused> {
    let mut well = Well::new(run.terms, run.seed).map_err(|error| game::BadMove(error.0))?;
    let mut best: Option<Moment> = None;
    let mut before = well.stock().colours;
    run.inputs.play_and(&mut well, &mut |well| {
        for event in well.events() {
            let WellEvent::Locked(landing) = event else { continue };
            for (x, y) in landing.body.squares(run.terms.rules) {
                before.put(x, y, Cell::Of(landing.body.piece));
            }
            let moment = Moment { colours: before, landing: *landing };
            // Of pieces that clear nothing the last one is shown, of equal clears the first.
            let beats = best.is_none_or(|best| {
                moment.worth() > best.worth() || best.worth() == (0, 0) && moment.worth() == (0, 0)
            });
            if beats {
                best = Some(moment);
            }
            before.clear(landing.rows);
        }
        before = well.stock().colours;
    });
    Ok(drawn(run, best, before))
}

/// The window of the well around the moment. Full rows are lit.
fn drawn(run: &Replay, moment: Option<Moment>, last: Colours) -> String {
    let width = run.terms.width as i8;
    let rows = (width * ROWS / 10).max(4);
    let colours = moment.map_or(last, |moment| moment.colours);
    let top = moment.map_or(0, |moment| {
        let squares = moment.landing.body.squares(run.terms.rules);
        squares.iter().map(|&(_, y)| y + 1).max().unwrap_or(0)
    });
    let bottom = (top + ABOVE - rows).max(0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {rows}\">\
         <path fill=\"#12141a\" d=\"M0 0h{width}v{rows}H0z\"/>"
    );
    let cells = Piece::ALL.map(Cell::Of).into_iter().chain([Cell::Garbage]);
    for cell in cells {
        // Squares of one colour are one path, beside each other in one stroke.
        let mut path = String::new();
        for y in bottom..bottom + rows {
            let mut x = 0;
            while x < width {
                let wide = (x..width).take_while(|&x| colours.at(x, y) == cell).count();
                if wide > 0 {
                    let _ = write!(path, "M{x} {}h{wide}v1h-{wide}z", rows - 1 - (y - bottom));
                }
                x += wide.max(1) as i8;
            }
        }
        if !path.is_empty() {
            let _ = write!(svg, "<path fill=\"{}\" d=\"{path}\"/>", colour(cell));
        }
    }
    // Lines between the squares, in the colour of the well.
    let columns: String = (1..width).map(|x| format!("M{x} 0v{rows}")).collect();
    let lines: String = (1..rows).map(|y| format!("M0 {y}h{width}")).collect();
    let _ = write!(
        svg,
        "<path stroke=\"#12141a\" stroke-width=\".12\" fill=\"none\" d=\"{columns}{lines}\"/>"
    );
    let lit = moment.map_or(0, |moment| moment.landing.rows);
    for y in (bottom..bottom + rows).filter(|y| lit >> y & 1 != 0) {
        let y = rows - 1 - (y - bottom);
        let _ = write!(svg, "<path fill=\"#fff\" opacity=\".22\" d=\"M0 {y}h{width}v1H0z\"/>");
    }
    svg + "</svg>"
}

/// As the page paints them.
const fn colour(cell: Cell) -> &'static str {
    match cell {
        Cell::Of(Piece::I) => "#35b3c7",
        Cell::Of(Piece::O) => "#e0b238",
        Cell::Of(Piece::T) => "#a066cf",
        Cell::Of(Piece::S) => "#52a855",
        Cell::Of(Piece::Z) => "#d5524a",
        Cell::Of(Piece::J) => "#4878dc",
        Cell::Of(Piece::L) => "#e0873a",
        Cell::Garbage | Cell::Empty => "#8a919e",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(width: u8, inputs: &str) -> Replay {
        let head = r#"{"plateau":1,"game":"tetris","run":1,"rules":"modern","height":20,"mode":"sprint","first":1,"seed":"3""#;
        Replay::read(&format!("{head},\"width\":{width}}}\n{inputs}")).unwrap()
    }

    #[test]
    fn a_run_without_clears_shows_its_last_piece_and_a_run_with_one_its_best() {
        let nothing = thumbnail(&run(4, "5 .\n")).unwrap();
        assert_eq!(nothing.matches("<path").count(), 2, "{nothing}");
        let heap: String = (1..9).map(|n| format!("{} H\n", n * 10)).collect();
        let heap = thumbnail(&run(10, &format!("{heap}90 .\n"))).unwrap();
        assert!(heap.matches("<path").count() > 4 && !heap.contains("opacity"), "{heap}");
        assert!(heap.len() < 2_000, "{}", heap.len());
        // Every seed of a narrow well clears something sooner or later, if pieces go to both sides.
        let cleared = (0..200u64).find_map(|seed| {
            let mut run = run(4, "5 .\n");
            run.seed = seed;
            let ops = ["LLLH", "RRRH"];
            let text: String = (1..30).map(|n| format!("{} {}\n", n * 10, ops[n % 2])).collect();
            let text = format!("{text}300 .");
            run.inputs = crate::well::run::Inputs::read(text.lines(), 0, 4).unwrap();
            (run.play().unwrap().stock().lines > 0).then_some(run)
        });
        let svg = thumbnail(&cleared.unwrap()).unwrap();
        assert!(svg.contains("opacity"), "full rows are lit: {svg}");
    }
}
