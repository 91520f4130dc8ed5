//! A piece turned one way, as it falls: columns of bits.

use std::sync::LazyLock;

use crate::rules::pieces::{Body, Facing, Piece, System, offsets};

/// A piece turned one way.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Which piece.
    pub piece: Piece,
    /// The first facing, of those that cover the same squares.
    pub facing: Facing,
    /// How many columns it covers.
    pub width: usize,
    /// How many rows it covers.
    pub height: u32,
    /// How far each column's lowest square is above the piece's lowest.
    pub bottoms: [u32; 4],
    /// How many squares each column has; they are always in one run.
    pub counts: [u32; 4],
    /// Each column's squares as bits, counted from the piece's lowest row.
    pub bits: [u32; 4],
    /// How many squares each row has.
    pub rows: [u32; 4],
    /// The least column and row of its squares, seen from the origin, in the report's system.
    pub corner: (i8, i8),
}

/// The shapes of every piece, in the order of their facings: one, two or four each.
static SHAPES: LazyLock<[Vec<Shape>; 7]> = LazyLock::new(|| {
    Piece::ALL.map(|piece| {
        let mut shapes: Vec<Shape> = Vec::new();
        for facing in Facing::ALL {
            let shape = Shape::new(piece, facing);
            if shapes.iter().all(|known| known.bits != shape.bits) {
                shapes.push(shape);
            }
        }
        shapes
    })
});

impl Shape {
    /// A piece turned so.
    pub fn new(piece: Piece, facing: Facing) -> Self {
        let squares = offsets(System::Report, piece, facing);
        let left = squares.iter().map(|&(x, _)| x).min().unwrap_or(0);
        let low = squares.iter().map(|&(_, y)| y).min().unwrap_or(0);
        let mut bits = [0u32; 4];
        for (x, y) in squares {
            bits[(x - left) as usize] |= 1 << (y - low);
        }
        let all = bits.iter().fold(0, |all, bits| all | bits);
        Self {
            piece,
            facing,
            width: bits.iter().filter(|&&bits| bits != 0).count(),
            height: 32 - u32::leading_zeros(all),
            bottoms: bits.map(|bits| if bits == 0 { 0 } else { bits.trailing_zeros() }),
            counts: bits.map(u32::count_ones),
            bits,
            rows: std::array::from_fn(|row| bits.iter().map(|bits| bits >> row & 1).sum()),
            corner: (left, low),
        }
    }

    /// The ways in which a piece can be turned that differ.
    pub fn of(piece: Piece) -> &'static [Self] {
        &SHAPES[piece as usize]
    }
}

/// Where a piece comes to lie.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The piece, turned.
    pub shape: &'static Shape,
    /// The leftmost column that it covers.
    pub x: usize,
    /// The lowest row that it covers.
    pub y: u32,
}

impl Place {
    /// The place of a piece that lies somewhere in the report's system.
    pub fn of(body: Body) -> Self {
        let turned = Shape::new(body.piece, body.facing);
        let shapes = Shape::of(body.piece);
        let same = shapes.iter().find(|shape| shape.bits == turned.bits);
        let (left, low) = turned.corner;
        Self {
            shape: same.unwrap_or(&shapes[0]),
            x: (body.x + left) as usize,
            y: (body.y + low) as u32,
        }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        (self.x, self.y, self.shape.bits) == (other.x, other.y, other.shape.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_shapes_as_the_pieces_have() {
        let counts = Piece::ALL.map(|piece| Shape::of(piece).len());
        assert_eq!(counts, [2, 1, 4, 2, 2, 4, 4]);
        let places = |piece: &Piece| -> usize {
            Shape::of(*piece).iter().map(|shape| 11 - shape.width).sum()
        };
        assert_eq!(Piece::ALL.iter().map(places).sum::<usize>(), 162, "23.1 a piece");
    }
}
