//! Placements as numbers, and the masks of the squares that each of them touches.

use std::sync::LazyLock;

use crate::board::Spot;
use crate::pieces::Pieces;

/// A placement as a number: the orientation, then the lower left corner of its box on a board of 20 columns.
pub type PlacementCode = u16;
/// No placement.
pub const NONE: PlacementCode = PlacementCode::MAX;
/// Numbers of placements are below this.
pub const CODES: usize = 91 << 9;
const COLUMNS: u16 = 20;

/// The masks of a piece in one orientation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Footprint {
    /// The rows of its squares, from the lowest row of its box.
    pub body: [u32; 5],
    /// The rows of its squares and their orthogonal neighbours, from the row below its box.
    pub halo: [u32; 7],
    /// The rows of the squares that touch it by a corner only, from the row below its box.
    pub corners: [u32; 7],
    /// `body` as a window of seven rows of seven bits, from the row below its box.
    pub body_window: u64,
    /// `halo` as such a window.
    pub halo_window: u64,
    /// `corners` as such a window.
    pub corner_window: u64,
    /// The piece.
    pub piece: u8,
    /// How many squares it has.
    pub size: u8,
    /// Columns of its box.
    pub width: u8,
    /// Rows of its box.
    pub height: u8,
}

/// Footprints by orientation. The list has 128 entries so that an index of seven bits needs no bounds check.
pub struct Footprints(pub [Footprint; 128]);

impl Footprints {
    /// The table, made once.
    pub fn get() -> &'static Self {
        static FOOTPRINTS: LazyLock<Footprints> = LazyLock::new(|| {
            let mut footprints = [Footprint::default(); 128];
            for (footprint, shape) in footprints.iter_mut().zip(&Pieces::get().orientations) {
                let window = |rows: &[u32; 7]| {
                    rows.iter().rev().fold(0u64, |all, &row| all << 7 | u64::from(row))
                };
                *footprint = Footprint {
                    body: std::array::from_fn(|row| shape.body[row + 1] >> 1),
                    halo: shape.halo,
                    corners: shape.corners,
                    body_window: window(&shape.body),
                    halo_window: window(&shape.halo),
                    corner_window: window(&shape.corners),
                    piece: shape.piece,
                    size: shape.squares.len() as u8,
                    width: shape.width,
                    height: shape.height,
                };
            }
            Footprints(footprints)
        });
        &FOOTPRINTS
    }

    /// The masks of a placement.
    #[inline]
    pub fn of(&self, code: PlacementCode) -> &Footprint {
        &self.0[usize::from(code >> 9)]
    }
}

/// The number of a placement.
#[inline]
pub fn code_of(spot: Spot) -> PlacementCode {
    u16::from(spot.orientation) << 9 | (u16::from(spot.y) * COLUMNS + u16::from(spot.x))
}

/// The placement that a number stands for.
#[inline]
pub fn spot_of(code: PlacementCode) -> Spot {
    let at = code & 511;
    Spot { orientation: (code >> 9) as u8, x: (at % COLUMNS) as u8, y: (at / COLUMNS) as u8 }
}

/// Column and row of the lower left corner of a placement's box.
#[inline]
pub fn corner_of(code: PlacementCode) -> (usize, usize) {
    let at = usize::from(code & 511);
    (at % usize::from(COLUMNS), at / usize::from(COLUMNS))
}
