//! The 21 pieces and their 91 orientations: shapes, names, rotations and mirror images.

use std::sync::LazyLock;

/// How many pieces a colour has.
pub const PIECES: usize = 21;
/// The squares of all pieces of a colour together.
pub const ALL_SQUARES: u32 = 89;
/// No mode has more pieces for a colour: Junior has twelve of them twice.
pub const MAX_PLACED: usize = 24;
/// The pieces of Junior, a bit each: all up to four squares, and I5, L5 and P.
pub const JUNIOR_PIECES: u32 = 0b1_1111_1111 | 1 << 10 | 1 << 11 | 1 << 13;
/// The squares of Junior's pieces together, each of them twice.
pub const JUNIOR_SQUARES: u32 = 88;
/// The piece of one square, for which the official scoring has a bonus.
pub const SINGLE: u8 = 0;

/// The pieces from small to large, by the names that players use, drawn as rows from the bottom up.
const DRAWN: [(&str, &[&str]); PIECES] = [
    ("1", &["#"]),
    ("2", &["##"]),
    ("I3", &["###"]),
    ("V3", &["##", "#"]),
    ("I4", &["####"]),
    ("L4", &["###", "#"]),
    ("T4", &["###", ".#"]),
    ("O", &["##", "##"]),
    ("Z4", &["##", ".##"]),
    ("F", &[".#", "###", "..#"]),
    ("I5", &["#####"]),
    ("L5", &["####", "#"]),
    ("N", &["##", ".###"]),
    ("P", &["##", "###"]),
    ("T5", &["###", ".#", ".#"]),
    ("U", &["###", "#.#"]),
    ("V5", &["###", "#", "#"]),
    ("W", &["##", ".##", "..#"]),
    ("X", &[".#", "###", ".#"]),
    ("Y", &["####", ".#"]),
    ("Z5", &["##", ".#", ".##"]),
];

/// A piece.
#[derive(Debug)]
pub struct Piece {
    /// What players call it.
    pub name: &'static str,
    /// How many squares it covers.
    pub size: u8,
    /// The first of its orientations in [`Pieces::orientations`].
    pub first: u8,
    /// One past the last of them.
    pub end: u8,
}

/// A piece rotated and mirrored in one way. Squares count from the lower left corner of its box.
#[derive(Debug)]
pub struct Orientation {
    /// The piece.
    pub piece: u8,
    /// Its squares as (column, row), sorted by row, then by column.
    pub squares: Vec<(u8, u8)>,
    /// The sum of their columns and that of their rows.
    pub sums: (u8, u8),
    /// Columns of its box.
    pub width: u8,
    /// Rows of its box.
    pub height: u8,
    /// The orientation after a quarter turn clockwise.
    pub right: u8,
    /// The mirror image: left and right change places.
    pub mirror: u8,
    /// The rows of its squares. Like the next two it has one row and one column more on each side, so
    /// the box begins at row 1 and bit 1.
    pub body: [u32; 7],
    /// The rows of its squares and of all that share a side with them.
    pub halo: [u32; 7],
    /// The rows of the squares that touch it by a corner only.
    pub corners: [u32; 7],
}

/// All pieces.
#[derive(Debug)]
pub struct Pieces {
    /// From small to large.
    pub pieces: Vec<Piece>,
    /// In the order of their pieces.
    pub orientations: Vec<Orientation>,
}

type Squares = Vec<(i8, i8)>;

/// Moves the squares to the corner of their box and sorts them.
fn normalized(mut squares: Squares) -> Squares {
    let left = squares.iter().map(|square| square.0).min().unwrap_or(0);
    let low = squares.iter().map(|square| square.1).min().unwrap_or(0);
    squares.iter_mut().for_each(|(x, y)| (*x, *y) = (*x - left, *y - low));
    squares.sort_unstable_by_key(|&(x, y)| (y, x));
    squares
}

fn rotated(squares: &Squares) -> Squares {
    normalized(squares.iter().map(|&(x, y)| (y, -x)).collect())
}

fn mirrored(squares: &Squares) -> Squares {
    normalized(squares.iter().map(|&(x, y)| (-x, y)).collect())
}

fn drawn(rows: &[&str]) -> Squares {
    let mut squares = Squares::new();
    for (y, row) in rows.iter().enumerate() {
        let taken = row.bytes().enumerate().filter(|&(_, byte)| byte == b'#');
        squares.extend(taken.map(|(x, _)| (x as i8, y as i8)));
    }
    normalized(squares)
}

/// The orientations of a piece: its four rotations, then those of its mirror image, each once.
fn orientations_of(first: Squares) -> Vec<Squares> {
    let mut all: Vec<Squares> = Vec::new();
    for start in [first.clone(), mirrored(&first)] {
        let mut next = start;
        for _ in 0..4 {
            if !all.contains(&next) {
                all.push(next.clone());
            }
            next = rotated(&next);
        }
    }
    all
}

fn orientation(piece: usize, first: usize, all: &[Squares], own: &Squares) -> Orientation {
    let number = |other: &Squares| {
        let at = all.iter().position(|known| known == other);
        (first + at.expect("rotations and mirror images of a piece are among its orientations"))
            as u8
    };
    let has = |x: i8, y: i8| own.contains(&(x, y));
    let (mut body, mut halo, mut corners) = ([0; 7], [0; 7], [0; 7]);
    for row in 0..7usize {
        for column in 0..7i8 {
            let (x, y, bit) = (column - 1, row as i8 - 1, 1u32 << column);
            let beside = has(x - 1, y) || has(x + 1, y) || has(x, y - 1) || has(x, y + 1);
            let diagonal =
                has(x - 1, y - 1) || has(x + 1, y - 1) || has(x - 1, y + 1) || has(x + 1, y + 1);
            match (has(x, y), beside, diagonal) {
                (true, ..) => {
                    body[row] |= bit;
                    halo[row] |= bit;
                }
                (_, true, _) => halo[row] |= bit,
                (_, _, true) => corners[row] |= bit,
                _ => {}
            }
        }
    }
    let most = |of: fn(&(i8, i8)) -> i8| own.iter().map(of).max().unwrap_or(0) as u8 + 1;
    Orientation {
        piece: piece as u8,
        squares: own.iter().map(|&(x, y)| (x as u8, y as u8)).collect(),
        sums: own.iter().fold((0, 0), |(xs, ys), &(x, y)| (xs + x as u8, ys + y as u8)),
        width: most(|square| square.0),
        height: most(|square| square.1),
        right: number(&rotated(own)),
        mirror: number(&mirrored(own)),
        body,
        halo,
        corners,
    }
}

impl Pieces {
    /// The table, made once.
    pub fn get() -> &'static Self {
        static PIECES: LazyLock<Pieces> = LazyLock::new(|| {
            let (mut pieces, mut orientations) = (Vec::new(), Vec::new());
            for (piece, (name, rows)) in DRAWN.iter().enumerate() {
                let all = orientations_of(drawn(rows));
                let first = orientations.len();
                pieces.push(Piece {
                    name,
                    size: all[0].len() as u8,
                    first: first as u8,
                    end: (first + all.len()) as u8,
                });
                orientations.extend(all.iter().map(|own| orientation(piece, first, &all, own)));
            }
            Pieces { pieces, orientations }
        });
        &PIECES
    }

    /// The piece of this name, in capitals or not.
    pub fn named(&self, name: &str) -> Option<u8> {
        let at = self.pieces.iter().position(|piece| piece.name.eq_ignore_ascii_case(name));
        at.map(|at| at as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_21_pieces_and_91_orientations_of() {
        let all = Pieces::get();
        assert_eq!((all.pieces.len(), all.orientations.len()), (PIECES, 91));
        assert_eq!(all.pieces.iter().map(|piece| u32::from(piece.size)).sum::<u32>(), ALL_SQUARES);
        assert_eq!(all.pieces[usize::from(SINGLE)].size, 1);
        let junior = all.pieces.iter().enumerate().filter(|(at, _)| JUNIOR_PIECES >> at & 1 != 0);
        let names: Vec<_> = junior.clone().map(|(_, piece)| piece.name).collect();
        assert_eq!(names.join(" "), "1 2 I3 V3 I4 L4 T4 O Z4 I5 L5 P");
        assert_eq!(junior.map(|(_, piece)| 2 * u32::from(piece.size)).sum::<u32>(), JUNIOR_SQUARES);
        assert_eq!(2 * names.len(), MAX_PLACED);
        // Each free pentomino, tetromino, … is there once: no orientation belongs to two pieces.
        let shapes: std::collections::HashSet<_> =
            all.orientations.iter().map(|shape| &shape.squares).collect();
        assert_eq!(shapes.len(), 91);
    }

    #[test]
    fn four_turns_and_two_mirrors_lead_back() {
        let all = &Pieces::get().orientations;
        for (at, shape) in all.iter().enumerate() {
            let turned = (0..4).fold(at, |at, _| usize::from(all[at].right));
            assert_eq!(turned, at);
            assert_eq!(usize::from(all[usize::from(shape.mirror)].mirror), at);
            assert_eq!(shape.piece, all[usize::from(shape.right)].piece);
        }
    }
}
