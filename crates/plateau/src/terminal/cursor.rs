//! Moves a cursor from region to region with the arrow keys.

use super::canvas::Region;

/// An arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKey {
    /// ↑
    Up,
    /// ↓
    Down,
    /// ←
    Left,
    /// →
    Right,
}

/// The nearest region in a direction; the same one if there is none.
pub fn nearest(regions: &[Region], from: usize, direction: ArrowKey) -> usize {
    let Some(start) = regions.get(from) else { return 0 };
    let (x, y) = centre(start);
    let distance = |region: &Region| {
        let (dx, dy) = (centre(region).0 - x, centre(region).1 - y);
        let (along, aside) = match direction {
            ArrowKey::Up => (-dy, dx.abs()),
            ArrowKey::Down => (dy, dx.abs()),
            ArrowKey::Left => (-dx, dy.abs()),
            ArrowKey::Right => (dx, dy.abs()),
        };
        // A region that lies more to the side than ahead is not in this direction.
        (along > 0.0 && aside <= along * 1.5).then_some(along + 3.0 * aside)
    };
    regions
        .iter()
        .enumerate()
        .filter_map(|(index, region)| Some((index, distance(region)?)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map_or(from, |(index, _)| index)
}

/// The next region in reading command, or the one before, round and round.
pub fn step(regions: &[Region], from: usize, back: bool) -> usize {
    match regions.len() {
        0 => 0,
        count if back => (from + count - 1) % count,
        count => (from + 1) % count,
    }
}

/// Where the cursor starts: the middle of the board.
pub fn middle(regions: &[Region]) -> usize {
    let mean =
        |of: fn(&Region) -> f32| regions.iter().map(of).sum::<f32>() / regions.len().max(1) as f32;
    let (x, y) = (mean(|region| centre(region).0), mean(|region| centre(region).1));
    let away = |region: &Region| (centre(region).0 - x).abs() + (centre(region).1 - y).abs();
    let best = regions.iter().enumerate().min_by(|a, b| away(a.1).total_cmp(&away(b.1)));
    best.map_or(0, |(index, _)| index)
}

/// The middle of a region, in units of a cell's height.
fn centre(region: &Region) -> (f32, f32) {
    let x = region.x as f32 + region.width as f32 / 2.0;
    (x / 2.0, region.y as f32 + region.height as f32 / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine squares in three rows, each four cells wide and two high.
    fn squares() -> Vec<Region> {
        let region = |x: usize, y: usize| Region {
            text: format!("{x}{y}"),
            x: 4 * x,
            y: 2 * y,
            width: 4,
            height: 2,
        };
        (0..3).flat_map(|y| (0..3).map(move |x| region(x, y))).collect()
    }

    #[test]
    fn arrows_go_to_the_neighbour_and_stop_at_the_edge() {
        let squares = squares();
        assert_eq!(nearest(&squares, 4, ArrowKey::Up), 1);
        assert_eq!(nearest(&squares, 4, ArrowKey::Down), 7);
        assert_eq!(nearest(&squares, 4, ArrowKey::Left), 3);
        assert_eq!(nearest(&squares, 4, ArrowKey::Right), 5);
        assert_eq!(nearest(&squares, 2, ArrowKey::Right), 2);
        assert_eq!(nearest(&squares, 0, ArrowKey::Up), 0);
    }

    #[test]
    fn gaps_are_crossed() {
        let mut squares = squares();
        squares.remove(4);
        assert_eq!(nearest(&squares, 3, ArrowKey::Right), 4);
        assert_eq!(squares[4].text, "21");
    }

    #[test]
    fn nothing_to_point_at_is_no_trouble() {
        assert_eq!(nearest(&[], 7, ArrowKey::Up), 0);
        assert_eq!(step(&[], 7, true), 0);
        assert_eq!(middle(&[]), 0);
    }

    #[test]
    fn tab_goes_round() {
        let squares = squares();
        assert_eq!(middle(&squares), 4);
        assert_eq!(step(&squares, 8, false), 0);
        assert_eq!(step(&squares, 0, true), 8);
    }
}
