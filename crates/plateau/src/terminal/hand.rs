//! A piece in hand, for games whose moves are lists of squares: it is chosen, turned, flipped and moved with keys and
//! mouse before it is laid. The legal moves say which pieces there are; the rules say why one does not fit.

use std::collections::BTreeSet;

use super::layers::square_of;

/// Squares as columns and rows, sorted by row, then by column.
type Squares = Vec<(usize, usize)>;

/// A piece in hand.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Every piece that fits somewhere, one of its orientations each, large ones first.
    pieces: Vec<Squares>,
    /// Which of them is in hand.
    at: usize,
    /// How it lies, from the corner of its box.
    shape: Squares,
    /// Where its box begins.
    corner: (usize, usize),
    /// Columns and rows of the board.
    side: (usize, usize),
}

/// Moves squares to the corner of their box and sorts them.
fn normalized(squares: impl IntoIterator<Item = (usize, usize)>) -> Squares {
    let mut squares: Squares = squares.into_iter().collect();
    let left = squares.iter().map(|square| square.0).min().unwrap_or(0);
    let low = squares.iter().map(|square| square.1).min().unwrap_or(0);
    squares.iter_mut().for_each(|(x, y)| (*x, *y) = (*x - left, *y - low));
    squares.sort_unstable_by_key(|&(x, y)| (y, x));
    squares
}

fn extent(squares: &Squares) -> (usize, usize) {
    let most = |of: fn(&(usize, usize)) -> usize| squares.iter().map(of).max().unwrap_or(0) + 1;
    (most(|square| square.0), most(|square| square.1))
}

/// A quarter turn clockwise.
fn rotated(squares: &Squares) -> Squares {
    let (width, _) = extent(squares);
    normalized(squares.iter().map(|&(x, y)| (y, width - 1 - x)))
}

fn mirrored(squares: &Squares) -> Squares {
    let (width, _) = extent(squares);
    normalized(squares.iter().map(|&(x, y)| (width - 1 - x, y)))
}

/// The same for all orientations of a piece.
fn canonical(squares: &Squares) -> Squares {
    let mut all = Vec::with_capacity(8);
    for mut next in [squares.clone(), mirrored(squares)] {
        for _ in 0..4 {
            let turned = rotated(&next);
            all.push(std::mem::replace(&mut next, turned));
        }
    }
    all.into_iter().min().unwrap_or_default()
}

/// The squares of a move that is a list of them.
fn squares_of(text: &str) -> Option<Squares> {
    text.split(',').map(square_of).collect()
}

impl Hand {
    /// Whether the moves of a game are pieces to be laid: some cover several squares.
    pub fn is_for(legal: &[String]) -> bool {
        legal.iter().any(|text| text.contains(',') && squares_of(text).is_some())
    }

    /// Takes the first piece that fits, where it fits; at this square if it can.
    pub fn take(
        legal: &[String],
        side: (usize, usize),
        near: Option<(usize, usize)>,
    ) -> Option<Self> {
        let moves: Vec<Squares> = legal.iter().filter_map(|text| squares_of(text)).collect();
        let kinds: BTreeSet<Squares> =
            moves.iter().map(|squares| canonical(&normalized(squares.iter().copied()))).collect();
        let mut pieces: Vec<Squares> = kinds.into_iter().collect();
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
        let covers = |squares: &&Squares| near.is_none_or(|near| squares.contains(&near));
        let first = moves.iter().filter(covers).max_by_key(|squares| squares.len());
        let first = first.or(moves.iter().max_by_key(|squares| squares.len()))?;
        let mut hand = Self { pieces, at: 0, shape: Vec::new(), corner: (0, 0), side };
        hand.lie(first);
        Some(hand)
    }

    /// Lies as a move would.
    fn lie(&mut self, squares: &Squares) {
        let left = squares.iter().map(|square| square.0).min().unwrap_or(0);
        let low = squares.iter().map(|square| square.1).min().unwrap_or(0);
        self.shape = normalized(squares.iter().copied());
        self.corner = (left, low);
        let kind = canonical(&self.shape);
        self.at = self.pieces.iter().position(|piece| *piece == kind).unwrap_or(0);
    }

    /// The squares that it covers.
    pub fn squares(&self) -> Squares {
        self.shape.iter().map(|&(x, y)| (x + self.corner.0, y + self.corner.1)).collect()
    }

    /// The move that it would be.
    pub fn text(&self) -> String {
        let name = |(x, y): (usize, usize)| format!("{}{}", char::from(b'a' + x as u8), y + 1);
        self.squares().into_iter().map(name).collect::<Vec<_>>().join(",")
    }

    /// The next piece, or the one before, where it lies first among the legal moves near here.
    pub fn choose(&mut self, legal: &[String], back: bool) {
        let count = self.pieces.len().max(1);
        let at = if back { (self.at + count - 1) % count } else { (self.at + 1) % count };
        self.change(legal, at);
    }

    /// The next piece of so many squares.
    pub fn choose_size(&mut self, legal: &[String], size: usize) {
        let count = self.pieces.len();
        let next = (1..=count).map(|step| (self.at + step) % count);
        if let Some(at) = next.into_iter().find(|&at| self.pieces[at].len() == size) {
            self.change(legal, at);
        }
    }

    fn change(&mut self, legal: &[String], at: usize) {
        let Some(kind) = self.pieces.get(at).cloned() else { return };
        let from = self.corner;
        let away = |squares: &Squares| {
            let (x, y) = squares[0];
            x.abs_diff(from.0) + y.abs_diff(from.1)
        };
        let fitting = legal.iter().filter_map(|text| squares_of(text));
        let fitting = fitting
            .filter(|squares| canonical(&normalized(squares.iter().copied())) == kind)
            .min_by_key(away);
        if let Some(squares) = fitting {
            self.lie(&squares);
        }
    }

    /// To the next place where it fits, however it lies.
    pub fn next_place(&mut self, legal: &[String]) {
        let Some(kind) = self.pieces.get(self.at).cloned() else { return };
        let places: Vec<Squares> = legal
            .iter()
            .filter_map(|text| squares_of(text))
            .filter(|squares| canonical(&normalized(squares.iter().copied())) == kind)
            .collect();
        let here = self.squares();
        let now = places.iter().position(|squares| *squares == here);
        if let Some(next) = places.get(now.map_or(0, |now| (now + 1) % places.len())) {
            self.lie(&next.clone());
        }
    }

    /// A quarter turn clockwise.
    pub fn turn(&mut self) {
        self.shape = rotated(&self.shape);
        self.keep_inside();
    }

    /// Left and right change places.
    pub fn flip(&mut self) {
        self.shape = mirrored(&self.shape);
        self.keep_inside();
    }

    /// Moves by whole squares, as far as the board goes.
    pub fn shift(&mut self, dx: isize, dy: isize) {
        let (x, y) = self.corner;
        self.corner = (x.saturating_add_signed(dx), y.saturating_add_signed(dy));
        self.keep_inside();
    }

    /// Brings its middle to a square.
    pub fn center_on(&mut self, (x, y): (usize, usize)) {
        let (width, height) = extent(&self.shape);
        self.corner = (x.saturating_sub((width - 1) / 2), y.saturating_sub((height - 1) / 2));
        self.keep_inside();
    }

    fn keep_inside(&mut self) {
        let (width, height) = extent(&self.shape);
        let (columns, rows) = self.side;
        self.corner.0 = self.corner.0.min(columns.saturating_sub(width));
        self.corner.1 = self.corner.1.min(rows.saturating_sub(height));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal() -> Vec<String> {
        ["a1,b1,a2", "a1,a2,b2", "c3", "a1", "pass"].map(str::to_owned).to_vec()
    }

    #[test]
    fn it_is_taken_where_it_fits_and_stays_on_the_board() {
        assert!(Hand::is_for(&legal()) && !Hand::is_for(&["e2".into(), "e3h".into()]));
        let mut hand = Hand::take(&legal(), (5, 5), None).unwrap();
        assert_eq!(hand.squares().len(), 3);
        assert!(legal().contains(&hand.text()));
        hand.shift(-3, -3);
        hand.shift(9, 9);
        assert!(hand.squares().iter().all(|&(x, y)| x < 5 && y < 5));
        hand.center_on((0, 0));
        assert!(hand.squares().contains(&(0, 0)) || hand.corner == (0, 0));
    }

    #[test]
    fn four_turns_and_two_flips_lead_back() {
        let mut hand = Hand::take(&legal(), (9, 9), None).unwrap();
        hand.shift(3, 3);
        let before = hand.squares();
        (0..4).for_each(|_| hand.turn());
        assert_eq!(hand.squares(), before);
        hand.flip();
        assert_ne!(hand.squares(), before);
        hand.flip();
        assert_eq!(hand.squares(), before);
    }

    #[test]
    fn pieces_are_chosen_one_after_the_other_and_by_size() {
        let legal = legal();
        let mut hand = Hand::take(&legal, (5, 5), Some((2, 2))).unwrap();
        assert_eq!(hand.text(), "c3", "the one that covers the square");
        hand.choose(&legal, false);
        assert_eq!(hand.squares().len(), 3);
        hand.choose_size(&legal, 1);
        assert_eq!(hand.squares().len(), 1);
        let here = hand.text();
        hand.next_place(&legal);
        assert_ne!(hand.text(), here);
        hand.choose_size(&legal, 5);
        assert_eq!(hand.squares().len(), 1, "there is no such piece");
    }

    #[test]
    fn nothing_to_lay_is_nothing_in_hand() {
        assert!(Hand::take(&["pass".into()], (5, 5), None).is_none());
        assert!(Hand::take(&[], (5, 5), None).is_none());
    }
}
