//! The features of a move for the prior policy: small counts of the squares that it takes, opens and touches.
//!
//! Every count is read from a window of seven by seven squares around the piece, so each costs a few instructions
//! on one machine word. All moves whose boxes have the same corner share their windows.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use super::bitboard::{Bitboard, reach};
use super::footprint::{Footprints, PlacementCode, corner_of};
use super::search_state::SearchState;
use crate::board::{MARGIN, ROWS};
use crate::mode::{MAX_COLOURS, Mode};
use crate::pieces::PIECES;

/// How many values each feature can have.
const VALUES: [usize; FEATURES] = [PIECES, 5, 6, 9, 7, 6, 4, 6, 10, 4, 5, 6, 10, 8, 5 * 6];
/// How many features a move has.
pub const FEATURES: usize = 15;
/// Phases of the game, by the pieces that the colour has placed.
const PHASES: usize = 4;

/// Where the weights of each feature begin.
const OFFSETS: [usize; FEATURES + 1] = {
    let mut offsets = [0; FEATURES + 1];
    let mut at = 0;
    while at < FEATURES {
        offsets[at + 1] = offsets[at] + VALUES[at];
        at += 1;
    }
    offsets
};

/// How many weights there are.
pub const WEIGHTS: usize = PHASES * OFFSETS[FEATURES];

/// The features of a move as the indices of their weights.
pub type FeatureIndices = [u16; FEATURES];

/// The masks of a position from which the features of its moves are counted, for the colour to move.
pub struct FeatureMasks {
    /// Where the opponents may attach.
    theirs: Bitboard,
    /// Squares beside those.
    beside: Bitboard,
    /// Where the colour may attach.
    own: Bitboard,
    /// Free squares that are no attach points yet: a move can open new ones there.
    fresh: Bitboard,
    /// Those of `fresh` with at least two free neighbours.
    roomy: Bitboard,
    /// Those of `fresh` on or beside the opponents' attach points.
    contested: Bitboard,
    /// Squares that no opponent may cover.
    useless: Bitboard,
    /// The squares of the opponents' latest moves and those around them.
    recent: Bitboard,
    /// What the opponents could cover with their next piece.
    their_reach: Bitboard,
    /// Free squares that the colour cannot cover with its next piece.
    beyond: Bitboard,
    phase: usize,
    side: usize,
}

/// The masks around one corner, a window of seven by seven bits each.
#[derive(Clone, Copy)]
pub struct Windows([u64; 10]);

/// The windows of one position, computed when a corner first needs them.
pub struct WindowCache {
    /// Corners whose windows are computed, a bit each.
    known: [u64; CORNERS / 64],
    windows: Vec<Windows>,
}

/// Corners have numbers below this.
const CORNERS: usize = 512;

impl WindowCache {
    /// An empty cache.
    pub fn new() -> Self {
        Self { known: [0; CORNERS / 64], windows: vec![Windows([0; 10]); CORNERS] }
    }

    /// Forgets all windows, for another position.
    pub fn clear(&mut self) {
        self.known = [0; CORNERS / 64];
    }

    /// The windows at a move's corner.
    #[inline]
    pub fn of(&mut self, masks: &FeatureMasks, code: PlacementCode) -> &Windows {
        let corner = usize::from(code) % CORNERS;
        let windows = &mut self.windows[corner];
        let (word, bit) = (&mut self.known[corner / 64], 1 << (corner % 64));
        if *word & bit == 0 {
            *word |= bit;
            let (x, y) = corner_of(code);
            *windows = masks.windows(x, y);
        }
        windows
    }
}

/// The orthogonal neighbours of these squares.
fn neighbours(rows: &Bitboard) -> Bitboard {
    let mut out = [0; ROWS];
    for row in 1..ROWS - 1 {
        out[row] = rows[row] << 1 | rows[row] >> 1 | rows[row - 1] | rows[row + 1];
    }
    out
}

/// The free squares with at least two free neighbours.
fn with_room(free: &Bitboard) -> Bitboard {
    let mut out = [0; ROWS];
    for row in 1..ROWS - 1 {
        let (a, b, c, d) = (free[row] << 1, free[row] >> 1, free[row - 1], free[row + 1]);
        out[row] = free[row] & (a & b | c & d | (a | b) & (c | d));
    }
    out
}

impl FeatureMasks {
    /// The masks of a position; `recent` are the latest moves of the opponents.
    pub fn of(state: &SearchState, footprints: &Footprints, recent: &[PlacementCode]) -> Self {
        let mover = usize::from(state.mover) % MAX_COLOURS;
        let partners = matches!(state.mode(), Mode::Teams | Mode::Two);
        let own_board = &state.boards[mover];
        let mut masks = Self {
            theirs: [0; ROWS],
            beside: [0; ROWS],
            own: [0; ROWS],
            fresh: [0; ROWS],
            roomy: [0; ROWS],
            contested: [0; ROWS],
            useless: [u32::MAX; ROWS],
            recent: [0; ROWS],
            their_reach: [0; ROWS],
            beyond: [0; ROWS],
            phase: match (PIECES as u32)
                .saturating_sub(own_board.left.count_ones() + own_board.spare.count_ones())
            {
                0..=2 => 0,
                3..=6 => 1,
                7..=11 => 2,
                _ => 3,
            },
            side: usize::from(state.mode().side()),
        };
        let (from, to) = (MARGIN, MARGIN + masks.side);
        let mut free = [0; ROWS];
        for row in 0..ROWS {
            free[row] = !own_board.forbidden[row];
            masks.own[row] = own_board.attach[row] & free[row];
            masks.fresh[row] = free[row] & !own_board.attach[row];
        }
        for colour in 0..usize::from(state.colours) {
            let board = &state.boards[colour % MAX_COLOURS];
            if colour == mover || partners && colour % 2 == mover % 2 {
                continue;
            }
            let (mut points, mut their_free) = ([0; ROWS], [0; ROWS]);
            for row in 0..ROWS {
                their_free[row] = !board.forbidden[row];
                masks.useless[row] &= board.forbidden[row];
                if state.alive >> colour & 1 != 0 {
                    points[row] = board.attach[row] & their_free[row];
                }
            }
            let (beside, reach) = (neighbours(&points), reach(&points, &their_free, from, to));
            for row in 0..ROWS {
                masks.theirs[row] |= points[row];
                masks.beside[row] |= beside[row] & their_free[row];
                masks.their_reach[row] |= reach[row];
            }
        }
        let (room, reach) = (with_room(&free), reach(&masks.own, &free, from, to));
        for row in 0..ROWS {
            masks.roomy[row] = masks.fresh[row] & room[row];
            masks.contested[row] = masks.fresh[row] & (masks.theirs[row] | masks.beside[row]);
            masks.beyond[row] = free[row] & !reach[row];
        }
        for &code in recent {
            let footprint = footprints.of(code);
            let (x, y) = corner_of(code);
            for at in 0..7 {
                let zone = footprint.halo[at] | footprint.corners[at];
                masks.recent[(y + MARGIN - 1 + at) % ROWS] |= zone << (x + MARGIN - 1);
            }
        }
        masks
    }

    /// The windows at a corner.
    #[inline]
    pub fn windows(&self, x: usize, y: usize) -> Windows {
        let window = |rows: &Bitboard| {
            let mut all = 0;
            for at in 0..7 {
                let row = rows[(y + MARGIN - 1 + at) % ROWS] >> (x + MARGIN - 1) & 127;
                all |= u64::from(row) << (7 * at);
            }
            all
        };
        Windows([
            window(&self.theirs),
            window(&self.beside),
            window(&self.fresh),
            window(&self.roomy),
            window(&self.own),
            window(&self.useless),
            window(&self.recent),
            window(&self.contested),
            window(&self.their_reach),
            window(&self.beyond),
        ])
    }

    /// The features of a move.
    #[inline]
    pub fn features(
        &self,
        windows: &Windows,
        footprints: &Footprints,
        code: PlacementCode,
    ) -> FeatureIndices {
        let footprint = footprints.of(code);
        let (x, y) = corner_of(code);
        let [theirs, beside, fresh, roomy, own, useless, recent, contested, reach, beyond] =
            windows.0;
        let (body, halo, corners) =
            (footprint.body_window, footprint.halo_window, footprint.corner_window);
        let count = |bits: u64| bits.count_ones() as usize;
        // The distance from the middle of the box to the middle of the board, in half squares.
        let off_centre = |at: usize, long: u8| (2 * at + usize::from(long)).abs_diff(self.side);
        let values = [
            usize::from(footprint.piece),
            count(body & theirs),
            count(body & beside),
            count(corners & fresh),
            count(corners & roomy),
            count((halo & !body) & own),
            count(body & own),
            count(body & useless),
            off_centre(x, footprint.width).max(off_centre(y, footprint.height)) / 4,
            count(body & recent),
            count(corners & contested),
            count(corners & beyond),
            count(beyond) / 4,
            count(theirs),
            6 * (usize::from(footprint.size) - 1) + count(body & reach),
        ];
        let mut features = [0; FEATURES];
        let base = self.phase * OFFSETS[FEATURES];
        for at in 0..FEATURES {
            features[at] = (base + OFFSETS[at] + values[at].min(VALUES[at] - 1)) as u16;
        }
        features
    }
}
