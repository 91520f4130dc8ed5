//! The fast way to the best place for a piece. What a place changes is counted in the few columns that it
//! touches; and before that, a bound from sums along the columns shows most places to be hopeless.

use super::board::{Board, MARGIN, MAX_WIDTH};
use super::shape::{Place, Shape};
use super::weights::{FeatureWeights, Features, Fixed, WellCount};
use crate::rules::pieces::Piece;

const SIDE: usize = MAX_WIDTH + 2 * MARGIN;

/// A player by features, and what it knows of the board before a piece falls.
#[derive(Clone, Debug)]
pub struct PlaceChooser {
    weights: Fixed,
    board: Board,
    tops: [i32; SIDE],
    /// What a place is worth but for its own neighbourhood comes from three sums: what is the same for all
    /// places, what lies before its first column, and what lies from the column after its last.
    whole: i32,
    left: [i32; SIDE],
    right: [i32; SIDE],
    /// Rows that are full in all columns before one, and from one on.
    before: [u32; SIDE],
    after: [u32; SIDE],
    /// Steps into the columns before one, and into those from one on: a bit each from -2 to 2.
    steps_before: [u8; SIDE],
    steps_from: [u8; SIDE],
    /// Rows with a hole.
    holed: u32,
}

/// The best place so far.
struct Best {
    value: i32,
    place: Option<Place>,
}

/// The empty squares at and below the wells of a column, counted for each.
#[inline(always)]
fn well(left: u32, column: u32, right: u32, count: WellCount) -> i32 {
    let empty = !column;
    let mut at = left & right & empty;
    if count == WellCount::Below {
        // Everything empty below a well is a well.
        let mut below = at;
        while below != 0 {
            below = below >> 1 & empty & !at;
            at |= below;
        }
    }
    let mut sum = 0;
    while at != 0 {
        sum += at.count_ones() as i32;
        at = at >> 1 & empty;
    }
    sum
}

/// The step from one top to the next as a bit; none for a steep one.
#[inline(always)]
fn step(left: i32, right: i32) -> u8 {
    let step = right - left + 2;
    if (0..=4).contains(&step) { 1 << step } else { 0 }
}

/// From full to empty or back up a column.
#[inline(always)]
fn changes(column: u32) -> i32 {
    ((column << 1 | 1) ^ column).count_ones() as i32
}

/// Full squares in runs that stand on a hole: all above the lowest empty square.
#[inline(always)]
fn hanging(column: u32) -> i32 {
    (column & (column + 1)).count_ones() as i32
}

#[inline(always)]
fn top(column: u32) -> i32 {
    (32 - column.leading_zeros()) as i32
}

/// Twice the height of the middle of a piece.
pub(super) fn landing(place: &Place) -> i32 {
    (2 * place.y + place.shape.height - 1) as i32
}

/// Rows cleared, times squares of the piece that go with them.
pub(super) fn eroded(place: &Place, full: u32) -> i32 {
    let own: u32 = place.shape.bits.iter().map(|bits| (full & bits << place.y).count_ones()).sum();
    (full.count_ones() * own) as i32
}

/// Counts a whole board, for places that clear rows.
pub(super) fn count_all(board: &Board, count: WellCount, rich: bool) -> Features {
    let columns = &board.columns[MARGIN - 1..=MARGIN + board.width()];
    let mut features = Features::default();
    let (mut holed, mut steps, mut last) = (0u32, 0u8, None);
    for window in columns.windows(3) {
        let &[left, column, right] = window else { continue };
        features.rows += (left ^ column).count_ones() as i32;
        features.columns += changes(column);
        features.holes += top(column) - column.count_ones() as i32;
        features.wells += well(left, column, right, count);
        if rich {
            features.depth += hanging(column);
            holed |= ((1 << top(column)) - 1) & !column;
            steps |= last.map_or(0, |last| step(last, top(column)));
            last = Some(top(column));
        }
    }
    let [.., end, wall] = columns else { return features };
    features.rows += (end ^ wall).count_ones() as i32;
    features.holed = holed.count_ones() as i32;
    features.diversity = steps.count_ones() as i32;
    features
}

impl PlaceChooser {
    /// A player with these weights.
    pub fn new(weights: &FeatureWeights) -> Self {
        Self {
            weights: Fixed::new(weights),
            board: Board::new(4, 4),
            tops: [0; SIDE],
            whole: 0,
            left: [0; SIDE],
            right: [0; SIDE],
            before: [0; SIDE],
            after: [0; SIDE],
            steps_before: [0; SIDE],
            steps_from: [0; SIDE],
            holed: 0,
        }
    }

    /// The best place for a piece that falls straight down and does not stick out of the top, and what it is
    /// worth; the first of equals. `allowed` has a bit for each leftmost column, for each shape.
    pub fn best(
        &mut self,
        board: &Board,
        piece: Piece,
        allowed: &[u32; 4],
    ) -> Option<(Place, i32)> {
        let mut best = Best { value: i32::MIN / 2, place: None };
        let shapes = Shape::of(piece).iter().zip(allowed);
        if self.weights.is_rich() {
            self.look::<true>(board);
            shapes.for_each(|(shape, &allowed)| self.drop::<true>(shape, allowed, &mut best));
        } else {
            self.look::<false>(board);
            shapes.for_each(|(shape, &allowed)| self.drop::<false>(shape, allowed, &mut best));
        }
        best.place.map(|place| (place, best.value))
    }

    /// What a place is worth, wherever it is; none where it sticks out of the top.
    pub fn value(&self, board: &Board, place: &Place) -> Option<i32> {
        if place.y + place.shape.height > board.height() {
            return None;
        }
        let mut after = *board;
        after.fill(place);
        let full = after.full_rows();
        Some(self.count(after, place, full))
    }

    /// What a place is worth for itself, whatever the board is like after it: where it is and what it clears. The
    /// board is then as it is after it.
    pub fn place(&self, board: &mut Board, place: &Place) -> i32 {
        board.fill(place);
        let full = board.full_rows();
        board.remove(full);
        self.weights.landing * landing(place) + self.weights.eroded * eroded(place, full)
    }

    /// Looks at a board.
    #[inline(always)]
    fn look<const RICH: bool>(&mut self, board: &Board) {
        let weights = self.weights;
        let end = MARGIN + board.width();
        self.board = *board;
        // Sums over the columns before the one in question; a place also spoils the wells of the
        // column before its first, and the rows into it.
        let (mut rows, mut wells, mut tops, mut wells_before) = (0, 0, 0, 0);
        let (mut cells, mut columns, mut depth, mut holed) = (0, 0, 0, 0u32);
        let mut full = u32::MAX;
        for c in MARGIN..end {
            let (last, column, next) =
                (board.columns[c - 1], board.columns[c], board.columns[c + 1]);
            let top = top(column);
            self.tops[c] = top;
            self.before[c] = full;
            full &= column;
            self.left[c] =
                weights.rows * rows + weights.wells * wells_before + weights.holes * tops;
            rows += (last ^ column).count_ones() as i32;
            wells_before = wells;
            wells += well(last, column, next, weights.count);
            self.right[c] = -(weights.rows * rows + weights.wells * wells + weights.holes * tops);
            tops += top;
            cells += column.count_ones() as i32;
            columns += changes(column);
            if RICH {
                depth += hanging(column);
                holed |= ((1 << top) - 1) & !column;
            }
        }
        rows += (board.columns[end - 1] ^ board.columns[end]).count_ones() as i32;
        self.right[end] = -(weights.rows * rows + weights.wells * wells + weights.holes * tops);
        self.whole = weights.rows * rows
            + weights.wells * wells
            + weights.holes * (tops - cells)
            + weights.columns * columns;
        let mut full = u32::MAX;
        self.after[end] = full;
        for c in (MARGIN..end).rev() {
            full &= board.columns[c];
            self.after[c] = full;
        }
        if RICH {
            self.holed = holed;
            // The most that diversity can be worth.
            self.whole += weights.depth * depth
                + weights.holed * holed.count_ones() as i32
                + 5 * weights.diversity.max(0);
            for c in MARGIN + 1..end {
                let bit = step(self.tops[c - 1], self.tops[c]);
                self.steps_before[c + 1] = self.steps_before[c] | bit;
            }
            self.steps_from[end + 1] = 0;
            self.steps_from[end] = 0;
            for c in (MARGIN + 1..end).rev() {
                let bit = step(self.tops[c - 1], self.tops[c]);
                self.steps_from[c] = self.steps_from[c + 1] | bit;
            }
        }
    }

    #[inline(always)]
    fn drop<const RICH: bool>(&self, shape: &'static Shape, allowed: u32, best: &mut Best) {
        match shape.width {
            1 => self.drop_wide::<1, RICH>(shape, allowed, best),
            2 => self.drop_wide::<2, RICH>(shape, allowed, best),
            3 => self.drop_wide::<3, RICH>(shape, allowed, best),
            _ => self.drop_wide::<4, RICH>(shape, allowed, best),
        }
    }

    #[inline(always)]
    fn drop_wide<const W: usize, const RICH: bool>(
        &self,
        shape: &'static Shape,
        allowed: u32,
        best: &mut Best,
    ) {
        let weights = &self.weights;
        let bottoms = shape.bottoms.map(|bottom| bottom as i32);
        let height = shape.height as i32;
        let highest = self.board.height() as i32 - height;
        let each_row = 2 * weights.landing + W as i32 * weights.holes;
        let sum: i32 = bottoms[..W].iter().sum();
        let own = self.whole + weights.landing * (height - 1) + weights.holes * sum;
        let occupied = (1u32 << height) - 1;
        for x in 0..=self.board.width() - W {
            let c = x + MARGIN;
            let tops = &self.tops[c..c + W];
            let mut y = 0;
            for i in 0..W {
                y = y.max(tops[i] - bottoms[i]);
            }
            if y > highest || allowed >> x & 1 == 0 {
                continue;
            }
            let mut full = self.before[c] & self.after[c + W] & occupied << y;
            if full != 0 {
                for i in 0..W {
                    full &= self.board.columns[c + i] | shape.bits[i] << y;
                }
                if full != 0 {
                    let place = Place { shape, x, y: y as u32 };
                    let mut after = self.board;
                    after.fill(&place);
                    let value = self.count(after, &place, full);
                    if value > best.value {
                        *best = Best { value, place: Some(place) };
                    }
                    continue;
                }
            }
            let bound = own + y * each_row + self.left[c] + self.right[c + W];
            if bound <= best.value && weights.bounded {
                continue;
            }
            let value = bound + self.neighbourhood::<W, RICH>(shape, c, y, best.value - bound);
            if value > best.value {
                *best = Best { value, place: Some(Place { shape, x, y: y as u32 }) };
            }
        }
    }

    /// What a place and its neighbours are worth beyond the bound; less than is wanted, but perhaps not all, where
    /// it is not enough.
    #[inline(always)]
    fn neighbourhood<const W: usize, const RICH: bool>(
        &self,
        shape: &Shape,
        c: usize,
        y: i32,
        wanted: i32,
    ) -> i32 {
        let weights = &self.weights;
        // The columns of the piece with two neighbours on either side.
        let mut window = [0u32; 8];
        window[..W + 4].copy_from_slice(&self.board.columns[c - 2..c + W + 2]);
        let (mut value, mut gaps, mut depth, mut holed, mut rows) = (0, 0, 0, self.holed, 0);
        for i in 0..W {
            let column = window[2 + i] | shape.bits[i] << y;
            window[2 + i] = column;
            let (bottom, top) = (y + shape.bottoms[i] as i32, self.tops[c + i]);
            gaps += i32::from(bottom > top);
            if RICH {
                holed |= (1 << bottom) - (1 << top);
                depth += if hanging(column) != 0 { shape.counts[i] as i32 } else { 0 };
            }
        }
        for i in 0..=W {
            rows += (window[1 + i] ^ window[2 + i]).count_ones() as i32;
        }
        value += weights.columns * 2 * gaps + weights.rows * rows;
        if RICH {
            let more = (holed.count_ones() - self.holed.count_ones()) as i32;
            let diversity = self.steps::<W>(shape, c, y).count_ones() as i32;
            value += weights.depth * depth + weights.holed * more + weights.diversity * diversity
                - 5 * weights.diversity.max(0);
        }
        if value <= wanted && weights.bounded {
            return value;
        }
        let mut wells = 0;
        for i in 1..=W + 2 {
            wells += well(window[i - 1], window[i], window[i + 1], weights.count);
        }
        value + weights.wells * wells
    }

    /// The steps between neighbouring tops with the piece in place.
    #[inline(always)]
    fn steps<const W: usize>(&self, shape: &Shape, c: usize, y: i32) -> u8 {
        let mut steps = self.steps_before[c] | self.steps_from[c + W + 1];
        let top = |i: usize| y + (shape.bottoms[i] + shape.counts[i]) as i32;
        if c > MARGIN {
            steps |= step(self.tops[c - 1], top(0));
        }
        for i in 1..W {
            steps |= step(top(i - 1), top(i));
        }
        if c + W < MARGIN + self.board.width() {
            steps |= step(top(W - 1), self.tops[c + W]);
        }
        steps
    }

    /// What a board is worth on which a piece has come to lie and some rows are full: seldom enough to count
    /// everything anew.
    fn count(&self, mut board: Board, place: &Place, full: u32) -> i32 {
        board.remove(full);
        let mut features = count_all(&board, self.weights.count, self.weights.is_rich());
        features.landing = landing(place);
        features.eroded = eroded(place, full);
        self.weights.value(&features)
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::super::plain;
    use super::*;

    /// Fully random weights, so that an error in any feature would show.
    fn weights(rng: &mut Rng, count: WellCount, rich: bool) -> FeatureWeights {
        // As often as not such as real players have, for which there is a bound.
        let high = if rng.below(2) == 0 { 10.0 } else { 0.0 };
        let mut numbers = [0; 9].map(|_: i32| f64::from(rng.unit()) * (10.0 + high) - 10.0);
        numbers[8] += 3.0;
        if !rich {
            numbers[6..].fill(0.0);
        }
        FeatureWeights::from_numbers(count, numbers)
    }

    /// A heap such as nobody would build: pieces dropped anywhere, then squares struck out.
    fn heap(rng: &mut Rng, width: usize, height: u32) -> Board {
        let mut board = Board::new(width, height);
        for _ in 0..rng.below(width as u32 * height / 4) {
            let shapes = Shape::of(Piece::ALL[rng.below(7) as usize]);
            let shape = &shapes[rng.below(shapes.len() as u32) as usize];
            let x = rng.below((width - shape.width + 1) as u32) as usize;
            let y = board.landing(shape, x);
            if y + shape.height <= height {
                board.place(&Place { shape, x, y });
            }
        }
        for column in board.columns_mut() {
            if rng.below(3) == 0 {
                *column &= !(1 << rng.below(height));
            }
        }
        board
    }

    /// The first best of all places, by the plain count.
    fn plain_best(board: &Board, piece: Piece, weights: &FeatureWeights) -> Option<(Place, i32)> {
        let weights = Fixed::new(weights);
        let mut best: Option<(Place, i32)> = None;
        for shape in Shape::of(piece) {
            for x in 0..=board.width() - shape.width {
                let place = Place { shape, x, y: board.landing(shape, x) };
                let Some(features) = plain::features(board, &place, weights.count) else {
                    continue;
                };
                let value = weights.value(&features);
                if best.is_none_or(|(_, known)| value > known) {
                    best = Some((place, value));
                }
            }
        }
        best
    }

    #[test]
    fn the_fast_count_is_the_plain_one() {
        let mut rng = Rng::new(6);
        for round in 0..2000 {
            let (width, height) = (4 + rng.below(13) as usize, 4 + rng.below(23));
            let board = heap(&mut rng, width, height);
            let count = if round % 2 == 0 { WellCount::Between } else { WellCount::Below };
            let weights = weights(&mut rng, count, round % 4 < 2);
            let mut chooser = PlaceChooser::new(&weights);
            for piece in Piece::ALL {
                let fast = chooser.best(&board, piece, &[u32::MAX; 4]);
                assert_eq!(fast, plain_best(&board, piece, &weights), "{piece:?} on {board:?}");
            }
        }
    }
}
