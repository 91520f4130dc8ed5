//! The part of the screen where the board is, and which part of a large board is seen there.

use super::canvas::Canvas;

/// Where the board was last drawn, for the mouse and the arrow keys.
#[derive(Default)]
pub struct BoardArea {
    /// The board in cells.
    pub canvas: Canvas,
    /// Its left column on the screen.
    pub x: u16,
    /// Its top row on the screen.
    pub y: u16,
    /// The columns and rows of the canvas that are scrolled out of sight, if the window is too small for all of it.
    pub scrolled: (usize, usize),
    /// The columns and rows that are seen.
    pub seen: (usize, usize),
}

impl BoardArea {
    /// The region under a cell of the screen.
    pub fn region_at(&self, column: u16, row: u16) -> Option<usize> {
        let x = usize::from(column.checked_sub(self.x)?);
        let y = usize::from(row.checked_sub(self.y)?);
        let inside = x < self.seen.0 && y < self.seen.1;
        inside.then(|| self.canvas.region_at(x + self.scrolled.0, y + self.scrolled.1))?
    }

    /// Whether some of the board is out of sight.
    pub fn is_scrolled(&self) -> bool {
        self.seen.0 < self.canvas.width || self.seen.1 < self.canvas.rows.len()
    }

    /// Scrolls up or down, as far as the board goes.
    pub fn scroll(&mut self, rows: isize) {
        let last = self.canvas.rows.len().saturating_sub(self.seen.1);
        self.scrolled.1 = self.scrolled.1.saturating_add_signed(rows).min(last);
    }

    /// Scrolls as little as needed to show a region whole.
    pub fn show_region(&mut self, region: usize) {
        let Some(region) = self.canvas.regions.get(region) else { return };
        let scroll = |from: usize, at: usize, length: usize, seen: usize| {
            from.clamp((at + length).saturating_sub(seen).min(at), at)
        };
        self.scrolled = (
            scroll(self.scrolled.0, region.x, region.width, self.seen.0),
            scroll(self.scrolled.1, region.y, region.height, self.seen.1),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::canvas::Region;
    use super::*;

    #[test]
    fn a_region_out_of_sight_is_scrolled_to_and_can_be_clicked() {
        let mut picture = game::Picture::default();
        for row in 0..9 {
            picture.line();
            for column in 0..9 {
                let spot = format!("{column}{row}");
                picture.put_spot(" · ", game::Ink::Quiet, spot);
            }
        }
        let canvas = Canvas::scaled(&picture, 1, 1);
        let find = |text: &str| {
            canvas.regions.iter().position(|region: &Region| region.text == text).unwrap()
        };
        let mut area =
            BoardArea { canvas: canvas.clone(), x: 5, y: 2, scrolled: (0, 0), seen: (12, 4) };
        assert!(area.is_scrolled());
        area.show_region(find("88"));
        assert_eq!(area.scrolled, (15, 5));
        assert_eq!(area.region_at(5 + 11, 2 + 3), Some(find("88")));
        assert_eq!(area.region_at(5 + 12, 2), None, "beyond what is seen");
        assert_eq!(area.region_at(0, 0), None);
        area.show_region(find("78"));
        assert_eq!(area.scrolled, (15, 5), "it is seen already");
        area.show_region(find("00"));
        assert_eq!(area.scrolled, (0, 0));
        area.scroll(100);
        assert_eq!(area.scrolled, (0, 5));
        area.scroll(-100);
        assert_eq!(area.scrolled, (0, 0));
    }
}
