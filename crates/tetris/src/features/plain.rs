//! The nine features counted square by square, as the papers define them: slow, and plainly right. The
//! fast counting is compared with this.

use super::board::Board;
use super::shape::Place;
use super::weights::{Features, WellCount};

/// The features of the board after a piece is placed; none where it would stick out of the top.
pub fn features(board: &Board, place: &Place, wells: WellCount) -> Option<Features> {
    if place.y + place.shape.height > board.height() {
        return None;
    }
    let mut after = *board;
    after.fill(place);
    let rows = after.full_rows();
    let own: u32 =
        (0..place.shape.width).map(|i| (rows & place.shape.bits[i] << place.y).count_ones()).sum();
    after.remove(rows);
    let mut features = count(&after, wells);
    features.landing = (2 * place.y + place.shape.height - 1) as i32;
    features.eroded = (rows.count_ones() * own) as i32;
    Some(features)
}

/// What can be seen on a board.
fn count(board: &Board, wells: WellCount) -> Features {
    let (width, height) = (board.width() as i32, board.height() as i32);
    // Walls and floor are full, the sky is empty.
    let filled = |x: i32, y: i32| {
        x < 0 || x >= width || y < 0 || (y < height && board.is_filled(x as usize, y as u32))
    };
    let covered = |x: i32, y: i32| (y + 1..height).any(|above| filled(x, above));
    let mut features = Features::default();
    for y in 0..height {
        features.rows += (-1..width).filter(|&x| filled(x, y) != filled(x + 1, y)).count() as i32;
        let holed = (0..width).any(|x| !filled(x, y) && covered(x, y));
        features.holed += i32::from(holed);
    }
    for x in 0..width {
        features.columns +=
            (-1..height).filter(|&y| filled(x, y) != filled(x, y + 1)).count() as i32;
        let mut in_well = false;
        for y in (0..height).rev() {
            if filled(x, y) {
                in_well = false;
                // Does its run of full squares stand on a hole?
                let foot = (0..=y).rev().find(|&below| !filled(x, below));
                features.depth += i32::from(foot.is_some());
                continue;
            }
            features.holes += i32::from(covered(x, y));
            let between = filled(x - 1, y) && filled(x + 1, y);
            in_well |= between;
            let counts = match wells {
                WellCount::Between => between,
                WellCount::Below => in_well,
            };
            if counts {
                features.wells +=
                    1 + (0..y).rev().take_while(|&low| !filled(x, low)).count() as i32;
            }
        }
    }
    let top = |x: i32| (0..height).rev().find(|&y| filled(x, y)).map_or(0, |y| y + 1);
    let steps: Vec<i32> = (1..width).map(|x| top(x) - top(x - 1)).collect();
    features.diversity = (-2..=2).filter(|step| steps.contains(step)).count() as i32;
    features.tallest = (0..width).map(top).max().unwrap_or(0);
    features
}

#[cfg(test)]
mod tests {
    use super::super::shape::Shape;
    use super::*;
    use crate::rules::pieces::Piece;

    #[test]
    fn a_board_counted_by_hand() {
        let board = Board::drawn(4, 6, &["X...", "X.X.", "..X.", "XXX."]);
        // An O in the last two columns would stand on the third one.
        let shape = &Shape::of(Piece::O)[0];
        let place = Place { shape, x: 2, y: board.landing(shape, 2) };
        assert_eq!(place.y, 3);
        let features = features(&board, &place, WellCount::Between).unwrap();
        // After it, from the top: "..XX", "X.XX", "X.X.", "..X.", "XXX.".
        assert_eq!(features.landing, 7, "rows 3 and 4: 3.5, doubled");
        assert_eq!(features.eroded, 0);
        assert_eq!(features.rows, 2 + 2 + 2 + 4 + 4 + 2);
        assert_eq!(features.columns, 3 + 1 + 1 + 3);
        assert_eq!(features.holes, 1 + 3);
        // The second column is a well at rows 3 and 2 (two below the upper one, one below the lower); the last
        // column at rows 2, 1 and 0.
        assert_eq!(features.wells, 3 + 2 + 3 + 2 + 1);
        assert_eq!(features.depth, 2 + 2);
        assert_eq!(features.holed, 3);
        assert_eq!(features.diversity, 1, "steps of -3, +4 and 0");
        assert_eq!(features.tallest, 5);
    }

    #[test]
    fn what_sticks_out_is_lost() {
        let board = Board::drawn(4, 4, &["XXX.", "XXX.", "XXX."]);
        let shape = &Shape::of(Piece::O)[0];
        assert_eq!(features(&board, &Place { shape, x: 0, y: 3 }, WellCount::Between), None);
    }
}
