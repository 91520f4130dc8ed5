//! A picture laid out in cells, as large as fits the screen, with the regions that can be clicked.

use game::{Ink, Picture, Span};

use super::shapes::{drawn, is_shape};

/// One character on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The character.
    pub symbol: char,
    /// Its ink.
    pub ink: Ink,
    /// Whether a highlight of its piece covers it: the piece, with equal space on both sides.
    pub core: bool,
    /// The index of its region.
    pub region: Option<usize>,
}

/// Cells that type the same text when they are clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The text that they type.
    pub text: String,
    /// The leftmost column.
    pub x: usize,
    /// The top row.
    pub y: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// A picture in cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    /// Columns.
    pub width: usize,
    /// The cells, row by row.
    pub rows: Vec<Vec<Cell>>,
    /// What can be clicked, from the top left.
    pub regions: Vec<Region>,
}

impl Canvas {
    /// The picture as large as fits, if it fits at all. It grows only where its squares then look
    /// about square, and gives up the empty lines of its text before it gives up.
    pub fn fitting(picture: &Picture, width: usize, height: usize) -> Option<Self> {
        let (across, down) = pitch(picture);
        let mut scales: Vec<(usize, usize)> = (1..=3)
            .flat_map(|x| (1..=4).map(move |y| (x, y)))
            .filter(|&(x, y)| {
                // Between the lines of squares there may be others, which do not grow.
                let shape = (across * x) as f32 / (2 * (y + down - 1)) as f32;
                (x, y) == (1, 1) || (0.7..=1.5).contains(&shape)
            })
            .collect();
        scales.sort_by_key(|(x, y)| std::cmp::Reverse(x * y));
        scales
            .into_iter()
            .map(|(x, y)| Self::scaled(picture, x, y))
            .chain(std::iter::once_with(|| Self::dense(picture)))
            .find(|canvas| canvas.width <= width && canvas.rows.len() <= height)
    }

    /// The picture at its own size, without the empty lines of its text.
    pub fn dense(picture: &Picture) -> Self {
        let text_from = picture.text_from.unwrap_or(usize::MAX);
        let empty = |line: &[Span]| line.iter().all(|span| span.text.trim().is_empty());
        let kept = picture.lines.iter().enumerate();
        let kept = kept.filter(|(index, line)| *index < text_from || !empty(line));
        let lines = kept.map(|(_, line)| line.clone()).collect();
        Self::scaled(&Picture { lines, text_from: picture.text_from }, 1, 1)
    }

    /// The picture with every cell this many times as wide and as high.
    pub fn scaled(picture: &Picture, x: usize, y: usize) -> Self {
        let mut canvas = Self::default();
        let text_from = picture.text_from.unwrap_or(usize::MAX);
        for (number, line) in picture.lines.iter().enumerate() {
            let top = canvas.rows.len();
            let (x, y) = if number < text_from { (x, y) } else { (1, 1) };
            let tall = if is_tall(line) { y } else { 1 };
            let length: usize = line.iter().map(|span| span.text.chars().count()).sum();
            let blank = Cell { symbol: ' ', ..Cell::default() };
            canvas.rows.extend((0..tall).map(|_| vec![blank; length * x]));
            let mut column = 0;
            for (index, span) in line.iter().enumerate() {
                let count = span.text.chars().count();
                let next = line.get(index + 1).and_then(|span| span.text.chars().next());
                let region = span
                    .spot
                    .as_ref()
                    .map(|text| canvas.region(text, column * x, top, count * x, tall));
                let area = Area { top, tall, left: column * x, x, region };
                area.fill(&mut canvas.rows, span, next);
                column += count;
            }
            canvas.width = canvas.width.max(length * x);
        }
        canvas
    }

    /// The region under a cell.
    pub fn region_at(&self, x: usize, y: usize) -> Option<usize> {
        self.rows.get(y)?.get(x)?.region
    }

    /// The region of these cells: a new one, or one that they continue to the right or downwards.
    fn region(&mut self, text: &str, x: usize, y: usize, width: usize, height: usize) -> usize {
        let found = self.regions.iter().position(|region| {
            let beside = region.y == y && region.x + region.width == x;
            let below = region.y + region.height == y && (region.x, region.width) == (x, width);
            region.text == text && (beside || below)
        });
        if let Some(index) = found {
            let region = &mut self.regions[index];
            if region.y == y {
                region.width += width;
            } else {
                region.height += height;
            }
            return index;
        }
        self.regions.push(Region { text: text.to_owned(), x, y, width, height });
        self.regions.len() - 1
    }
}

/// Where the cells of a span go.
struct Area {
    top: usize,
    tall: usize,
    left: usize,
    x: usize,
    region: Option<usize>,
}

impl Area {
    fn fill(&self, rows: &mut [Vec<Cell>], span: &Span, next: Option<char>) {
        let chars: Vec<char> = span.text.chars().collect();
        let spaces = |c: &&char| **c == ' ';
        let lead = chars.iter().take_while(spaces).count();
        let trail = chars.iter().rev().take_while(spaces).count();
        let width = chars.len() * self.x;
        // Space beyond the narrower side belongs to the gap between squares, not to the piece.
        let (from, to) = if lead == chars.len() {
            (0, width)
        } else {
            let pad = lead.min(trail);
            ((lead - pad) * self.x, width - (trail - pad) * self.x)
        };
        for row in 0..self.tall {
            for column in 0..width {
                rows[self.top + row][self.left + column] = Cell {
                    symbol: ' ',
                    ink: span.ink,
                    core: (from..to).contains(&column),
                    region: self.region,
                };
            }
        }
        let mut put = |column: usize, row: usize, symbol: char| {
            rows[self.top + row][self.left + column].symbol = symbol;
        };
        let enlarged = self.tall > 1 || self.x > 1;
        let text = &chars[lead.min(chars.len())..chars.len() - trail.min(chars.len() - lead)];
        if let ([shape], true) = (text, enlarged && self.tall > 1)
            && let Some(large) = drawn(*shape, to - from, self.tall)
        {
            for (row, line) in large.iter().enumerate() {
                line.iter().enumerate().for_each(|(column, &c)| put(from + column, row, c));
            }
        } else if chars.iter().any(|&c| is_line(c)) {
            for (index, &c) in chars.iter().enumerate() {
                let after = chars.get(index + 1).copied().or(next);
                for row in 0..self.tall {
                    if row == 0 || is_upright(c) {
                        put(index * self.x, row, c);
                    }
                }
                if let (Some(line), true) = (goes_right(c), after.is_some_and(is_line)) {
                    (1..self.x).for_each(|step| put(index * self.x + step, 0, line));
                }
            }
        } else {
            let left = from + (to - from).saturating_sub(text.len()) / 2;
            let row = (self.tall - 1) / 2;
            // With an even number of rows, a dot at the foot of the upper middle row is nearest to the centre.
            let dot = if self.tall.is_multiple_of(2) { '.' } else { '·' };
            for (index, &c) in text.iter().enumerate() {
                put(left + index, row, if c == '·' { dot } else { c });
            }
        }
    }
}

/// How far apart the squares are: columns between neighbours on a line, and lines. What can be chosen between two squares
/// is narrower than they are, and is none.
fn pitch(picture: &Picture) -> (usize, usize) {
    let (mut across, mut down) = (usize::MAX, usize::MAX);
    let mut last_line = None;
    let board = picture.lines.iter().take(picture.text_from.unwrap_or(usize::MAX));
    for (y, line) in board.enumerate().filter(|(_, line)| is_tall(line)) {
        let (mut column, mut before) = (0, None);
        let wide = |span: &&Span| span.spot.as_ref().map(|_| span.text.chars().count());
        let widest = line.iter().filter_map(|span| wide(&span)).max();
        for span in line {
            if widest.is_some() && wide(&span) == widest {
                across = before.map_or(across, |start| across.min(column - start));
                before = Some(column);
            }
            column += span.text.chars().count();
        }
        if before.is_some() {
            down = last_line.map_or(down, |last| down.min(y - last));
            last_line = Some(y);
        }
    }
    if across == usize::MAX || down == usize::MAX { (1, 1) } else { (across, down) }
}

/// Whether a line shows squares, which grow in height, rather than labels or a border.
fn is_tall(line: &[Span]) -> bool {
    let mut chars = line.iter().flat_map(|span| span.text.chars());
    let flat = line.iter().flat_map(|span| span.text.chars()).any(|c| matches!(c, '─' | '━' | '═'));
    !flat && chars.any(|c| is_upright(c) || is_shape(c) || c == '·')
}

fn is_line(c: char) -> bool {
    ('─'..='╿').contains(&c)
}

fn is_upright(c: char) -> bool {
    matches!(c, '│' | '┃' | '║')
}

/// The line that leaves a character to the right, if one does.
fn goes_right(c: char) -> Option<char> {
    match c {
        '━' | '┏' | '┗' | '┣' | '┳' | '┻' | '╋' => Some('━'),
        '═' | '╔' | '╚' | '╠' | '╦' | '╩' | '╬' => Some('═'),
        '─' | '┌' | '└' | '├' | '┬' | '┴' | '┼' | '╭' | '╰' => Some('─'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Picture {
        let mut picture = Picture::default();
        picture.line();
        picture.put(" ", Ink::Quiet);
        picture.put_spot(" 1  ", Ink::Quiet, "1");
        picture.put_spot(" 2  ", Ink::Quiet, "2");
        for _ in 0..2 {
            picture.line();
            picture.put("┃", Ink::Board);
            picture.put_spot(" ●  ", Ink::Seat(0), "1");
            picture.put_spot(" ·  ", Ink::Quiet, "2");
            picture.put("┃", Ink::Board);
        }
        picture.line();
        picture.put("┻━━━━━━━━┻", Ink::Board);
        picture
    }

    fn text(canvas: &Canvas) -> Vec<String> {
        let line = |row: &Vec<Cell>| row.iter().map(|cell| cell.symbol).collect::<String>();
        canvas.rows.iter().map(|row| line(row).trim_end().to_owned()).collect()
    }

    #[test]
    fn at_its_own_size_a_picture_stays_as_it_is() {
        let canvas = Canvas::scaled(&board(), 1, 1);
        assert_eq!(text(&canvas).join("\n") + "\n", board().plain());
    }

    #[test]
    fn squares_grow_and_lines_stay_whole() {
        let canvas = Canvas::scaled(&board(), 1, 2);
        let expected =
            ["  1   2", "┃▟█▙  .  ┃", "┃▜█▛     ┃", "┃▟█▙  .  ┃", "┃▜█▛     ┃", "┻━━━━━━━━┻"];
        assert_eq!(text(&canvas), expected);
        let wide = text(&Canvas::scaled(&board(), 2, 1));
        assert_eq!(wide.last().unwrap(), "┻━━━━━━━━━━━━━━━━━┻");
    }

    #[test]
    fn cells_of_one_move_are_one_region() {
        let canvas = Canvas::scaled(&board(), 1, 2);
        let column = Region { text: "2".into(), x: 5, y: 0, width: 4, height: 5 };
        assert_eq!(canvas.regions.len(), 2);
        assert_eq!(canvas.regions[1], column);
        assert_eq!(canvas.region_at(6, 4), Some(1));
        assert_eq!(canvas.region_at(0, 1), None);
        assert_eq!(canvas.region_at(99, 99), None);
    }

    #[test]
    fn text_below_keeps_its_size_and_gives_up_empty_lines_first() {
        let mut picture = board();
        picture.begin_text();
        picture.line();
        picture.line();
        picture.put("· hand", Ink::Plain);
        let large = text(&Canvas::scaled(&picture, 2, 2));
        assert_eq!(large.last().unwrap(), "· hand");
        assert_eq!(large.len(), 1 + 4 + 1 + 2);
        assert_eq!(Canvas::fitting(&picture, 10, 6).unwrap().rows.len(), 6);
        assert_eq!(Canvas::fitting(&picture, 10, 5).unwrap().rows.len(), 5);
        assert_eq!(Canvas::fitting(&picture, 10, 4), None);
    }

    #[test]
    fn squares_with_grooves_between_them_grow_in_their_shape() {
        let mut picture = Picture::default();
        for row in 0..9 {
            picture.line();
            for column in 0..9 {
                picture.put_spot("   ", Ink::Plain, format!("{column}{row}"));
                picture.put_spot("│", Ink::Quiet, format!("{column}{row}v"));
            }
            picture.line();
            picture.put("───┼".repeat(9), Ink::Quiet);
        }
        let at = |w, h| Canvas::fitting(&picture, w, h).map(|c| (c.width, c.rows.len()));
        assert_eq!(at(36, 18), Some((36, 18)));
        assert_eq!(at(80, 30), Some((72, 27)));
        assert_eq!(at(90, 41), Some((72, 36)), "twice as wide, and twice as high with its grooves");
        assert_eq!(at(116, 41), Some((108, 36)));
        assert_eq!(at(200, 60), Some((108, 45)));
    }

    #[test]
    fn the_largest_size_that_fits_is_chosen() {
        let at = |w, h| Canvas::fitting(&board(), w, h).map(|canvas| canvas.rows.len());
        assert_eq!(at(9, 3), None);
        assert_eq!(at(10, 4), Some(4));
        assert_eq!(at(12, 6), Some(6));
        assert_eq!(at(20, 10), Some(10));
    }
}
