//! The small shapes that pictures are made of, drawn larger with quarter blocks. A cell of a
//! terminal is about twice as high as it is wide.

/// The block characters by their four quarters: top left, top right, bottom left, bottom right.
const QUARTERS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// Whether a point belongs to a shape; the shape fills the square from -1 to 1. Nothing for a
/// character that is no shape.
fn inside(shape: char, x: f32, y: f32) -> Option<bool> {
    let (ax, ay) = (x.abs(), y.abs());
    let round = x * x + y * y;
    let edge = ax.max(ay);
    Some(match shape {
        '●' => round <= 1.15,
        '○' => (0.4..=1.15).contains(&round),
        '◆' => ax + ay <= 1.15,
        '◇' => (0.5..=1.15).contains(&(ax + ay)),
        '■' => edge <= 1.0,
        '□' => (0.6..=1.0).contains(&edge),
        '▲' => ay <= 0.95 && ax <= (y + 1.0) / 2.0,
        '✚' | '✛' => edge <= 1.0 && ax.min(ay) <= 0.34,
        '✕' | '×' | '✖' => edge <= 1.0 && (ax - ay).abs() <= 0.36,
        _ => return None,
    })
}

/// Whether a character is a shape that can be drawn larger.
pub fn is_shape(character: char) -> bool {
    inside(character, 0.0, 0.0).is_some()
}

/// A shape as large as fits this many cells, row by row; nothing for other characters.
pub fn drawn(shape: char, width: usize, height: usize) -> Option<Vec<Vec<char>>> {
    if !is_shape(shape) {
        return None;
    }
    let (wide, high) = (width as f32, 2.0 * height as f32);
    // Slightly larger than fits, so that the centres of the outermost quarters still count.
    let radius = wide.min(high) / 2.0 * 1.05;
    let lit = |column: usize, row: usize| {
        let x = (column as f32 + 0.5) / 2.0 - wide / 2.0;
        let y = row as f32 + 0.5 - high / 2.0;
        inside(shape, x / radius, y / radius) == Some(true)
    };
    let cell = |column: usize, row: usize| {
        let quarters = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let lit = |bit: usize| lit(2 * column + quarters[bit].0, 2 * row + quarters[bit].1);
        QUARTERS[(0..4).map(|bit| usize::from(lit(bit)) << bit).sum::<usize>()]
    };
    Some((0..height).map(|row| (0..width).map(|column| cell(column, row)).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(shape: char, width: usize, height: usize) -> String {
        let rows = drawn(shape, width, height).unwrap();
        rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn discs_are_round_and_diamonds_hollow() {
        assert_eq!(text('●', 3, 2), "▟█▙\n▜█▛");
        assert_eq!(text('◇', 3, 2), "▄▀▄\n▀▄▀");
        assert_eq!(drawn('4', 3, 2), None);
    }

    #[test]
    fn the_shapes_of_the_seats_differ_at_every_size() {
        for (width, height) in [(3, 2), (5, 3), (6, 4), (9, 4)] {
            let mut all = ['●', '◇', '✚', '○', '■', '✕'].map(|shape| text(shape, width, height));
            all.sort();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{width}x{height}");
        }
    }
}
