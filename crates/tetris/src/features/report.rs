//! The report's four players: two by chance, and two by its evaluation, which counts as its Java code did.

use game::{Parameter, Rng};
use serde::{Deserialize, Serialize};

use super::board::{Board, MAX_HEIGHT};
use super::reach::End;
use super::run::{Pilot, PilotView};
use super::shape::{Place, Shape};
use crate::rules::pieces::{Body, Facing, Piece};

/// What the report's evaluation multiplies its three counts with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coefficients {
    /// Full rows.
    pub lines: f64,
    /// Full squares, each counted with all that are in its row.
    pub alignment: f64,
    /// Empty squares below each full one; they count against.
    pub holes: f64,
}

impl Coefficients {
    /// The report's best.
    pub const REPORT: Self = Self { lines: 3500.0, alignment: 1.0, holes: 20.0 };

    /// Its numbers, each as near to its usual value as the report's own search stayed, and far beyond.
    pub fn parameters() -> Vec<Parameter> {
        let number = |name, usual, far: f64, step| Parameter::whole(name, usual, (-far, far), step);
        vec![
            number("lines", Self::REPORT.lines, 1e6, 250.0),
            number("alignment", Self::REPORT.alignment, 1e4, 1.0),
            number("holes", Self::REPORT.holes, 1e4, 5.0),
        ]
    }
}

/// What the evaluation counts, kept up to date as pieces are added. Full rows stay where they are.
#[derive(Clone, Copy)]
struct Heap {
    board: Board,
    /// Full squares in each row.
    counts: [u32; MAX_HEIGHT as usize + 4],
    lines: u32,
    alignment: u32,
    holes: u32,
}

/// Pairs of a full square and an empty one somewhere below it.
fn pairs(column: u32) -> u32 {
    let top = 32 - column.leading_zeros();
    let mut empty = !column & ((1 << top) - 1);
    let mut pairs = 0;
    while empty != 0 {
        pairs += (column >> empty.trailing_zeros()).count_ones();
        empty &= empty - 1;
    }
    pairs
}

impl Heap {
    fn new(board: &Board) -> Self {
        let mut counts = [0; MAX_HEIGHT as usize + 4];
        for (row, count) in counts.iter_mut().enumerate() {
            *count = board.columns().iter().map(|column| column >> row & 1).sum();
        }
        Self {
            board: *board,
            counts,
            lines: board.full_rows().count_ones(),
            alignment: counts.iter().map(|count| count * count).sum(),
            holes: board.columns().iter().map(|&column| pairs(column)).sum(),
        }
    }

    /// Lines, alignment and holes with a piece added.
    #[inline]
    fn counts_with(&self, place: &Place) -> (u32, u32, u32) {
        let Place { shape, x, y } = *place;
        let (mut lines, mut alignment, mut holes) = (self.lines, self.alignment, self.holes);
        for (count, &more) in self.counts[y as usize..].iter().zip(&shape.rows) {
            alignment += more * (2 * count + more);
            lines += u32::from(more > 0 && count + more == self.board.width() as u32);
        }
        for i in 0..shape.width {
            let column = self.board.columns()[x + i];
            let bottom = y + shape.bottoms[i];
            if column >> bottom == 0 {
                holes += shape.counts[i] * (bottom - column.count_ones());
            } else {
                // It slid below something.
                holes = holes + pairs(column | shape.bits[i] << y) - pairs(column);
            }
        }
        (lines, alignment, holes)
    }

    fn add(&mut self, place: &Place) {
        (self.lines, self.alignment, self.holes) = self.counts_with(place);
        for (count, more) in self.counts[place.y as usize..].iter_mut().zip(place.shape.rows) {
            *count += more;
        }
        self.board.fill(place);
    }
}

/// Plays where the report's evaluation is highest.
pub struct ReportGreedy {
    coefficients: Coefficients,
    lookahead: bool,
    places: Vec<Place>,
    replies: Vec<Place>,
}

impl ReportGreedy {
    /// With these coefficients; with the next piece or without.
    pub fn new(coefficients: Coefficients, lookahead: bool) -> Self {
        Self { coefficients, lookahead, places: Vec::new(), replies: Vec::new() }
    }

    fn value(&self, (lines, alignment, holes): (u32, u32, u32)) -> f64 {
        let Coefficients { lines: line, alignment: along, holes: hole } = self.coefficients;
        line * f64::from(lines) + along * f64::from(alignment) - hole * f64::from(holes)
    }

    /// The best that can be made of a heap with the next piece.
    fn best_reply(&mut self, heap: &Heap, position: &PilotView) -> f64 {
        let (end, reach) = (position.rules.end, position.rules.reach);
        let mut replies = std::mem::take(&mut self.replies);
        let best = match heap.board.places_by(end, reach, position.next, &mut replies) {
            Some(()) => replies
                .iter()
                .map(|place| self.value(heap.counts_with(place)))
                .fold(f64::NEG_INFINITY, f64::max),
            // It would be fixed where it appears, over what is there.
            None => {
                let y =
                    position.board.height() - Shape::new(position.next, Facing::North).height - 1;
                let mut board = heap.board;
                board.fill(&Place {
                    shape: &Shape::of(position.next)[0],
                    x: position.board.width() / 2 - 1,
                    y,
                });
                let heap = Heap::new(&board);
                self.value((heap.lines, heap.alignment, heap.holes))
            }
        };
        self.replies = replies;
        best
    }
}

impl Pilot for ReportGreedy {
    fn choose(&mut self, position: &PilotView) -> Option<Place> {
        let mut found = std::mem::take(&mut self.places);
        let room = position.places(position.piece, &mut found);
        let heap = Heap::new(&position.board);
        // The report's code begins its search for the best with -9999, and with the first place.
        let mut best = (-9999.0, 0);
        for (index, place) in found.iter().enumerate() {
            let value = if self.lookahead {
                let mut heap = heap;
                heap.add(place);
                self.best_reply(&heap, position)
            } else {
                self.value(heap.counts_with(place))
            };
            if value > best.0 {
                best = (value, index);
            }
        }
        let chosen = found.get(best.1).copied();
        self.places = found;
        room.and(chosen)
    }
}

/// Turns and moves a piece by chance, then drops it.
pub struct RandomPlace {
    rng: Rng,
}

impl RandomPlace {
    /// Its own chance, not that of the pieces.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(!seed) }
    }
}

/// The body where a wish is possible, else as it is.
fn tried(board: &Board, body: Body, wish: Body) -> Body {
    if board.has_room(wish) { wish } else { body }
}

fn clockwise(body: Body) -> Body {
    match body.piece {
        Piece::O => body,
        _ => Body { facing: body.facing.clockwise(), ..body },
    }
}

fn anticlockwise(body: Body) -> Body {
    match body.piece {
        Piece::O => body,
        _ => Body { facing: body.facing.anticlockwise(), ..body },
    }
}

fn fallen(board: &Board, mut body: Body) -> Place {
    while board.has_room(body.moved(0, -1)) {
        body = body.moved(0, -1);
    }
    Place::of(body)
}

/// Where a piece appears and has room; in the simplified game, too, which says nothing of chance players.
fn appeared(position: &PilotView) -> Option<Body> {
    let end =
        if position.rules.end == End::Simplified { End::Standard } else { position.rules.end };
    position.board.appear(end, position.piece)
}

impl Pilot for RandomPlace {
    fn choose(&mut self, position: &PilotView) -> Option<Place> {
        let board = &position.board;
        let mut body = appeared(position)?;
        for _ in 0..self.rng.below(4) {
            body = tried(board, body, clockwise(body));
        }
        let far = self.rng.below(board.width() as u32 / 2);
        let step = if self.rng.below(2) == 0 { 1 } else { -1 };
        for _ in 0..far {
            body = tried(board, body, body.moved(step, 0));
        }
        Some(fallen(board, body))
    }
}

/// Presses keys by chance while the piece falls, a row after each.
pub struct RandomAction {
    rng: Rng,
}

impl RandomAction {
    /// Its own chance, not that of the pieces.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(!seed) }
    }
}

impl Pilot for RandomAction {
    fn choose(&mut self, position: &PilotView) -> Option<Place> {
        let board = &position.board;
        let mut body = appeared(position)?;
        loop {
            let wish = match self.rng.below(5) {
                0 => body.moved(-1, 0),
                1 => body.moved(1, 0),
                2 => anticlockwise(body),
                3 => clockwise(body),
                _ => return Some(fallen(board, body)),
            };
            body = tried(board, body, wish);
            let lower = body.moved(0, -1);
            if !board.has_room(lower) {
                return Some(Place::of(body));
            }
            body = lower;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::reach::Reach;

    /// The Java code's own loops, with its rows counted from the top.
    fn counted_as_in_the_report(board: &Board) -> (u32, u32, u32) {
        let (width, height) = (board.width(), board.height());
        let filled = |x: usize, y: u32| board.is_filled(x, height - 1 - y);
        let (mut lines, mut alignment, mut holes) = (0, 0, 0);
        for y in 0..height {
            for x in 0..width {
                if filled(x, y) {
                    alignment += (0..width).filter(|&k| filled(k, y)).count() as u32;
                    holes += (y..height).filter(|&q| !filled(x, q)).count() as u32;
                }
            }
            lines += u32::from((0..width).all(|x| filled(x, y)));
        }
        (lines, alignment, holes)
    }

    #[test]
    fn counts_kept_up_to_date_are_the_reports() {
        let mut rng = Rng::new(8);
        let mut found = Vec::new();
        for game in 0..200 {
            let mut heap = Heap::new(&Board::new(10, 22));
            let reach = if game % 2 == 0 { Reach::Straight } else { Reach::All };
            while heap
                .board
                .places_by(End::Report, reach, Piece::ALL[rng.below(7) as usize], &mut found)
                .is_some()
            {
                let Some(place) = rng.pick(&found) else { break };
                let counts = heap.counts_with(place);
                heap.add(place);
                assert_eq!(counts, counted_as_in_the_report(&heap.board));
            }
        }
    }
}
