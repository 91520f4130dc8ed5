//! What a move looks like at first sight: a few small counts of what it takes, opens and touches.
//!
//! Every count is read from a window of seven by seven squares around the piece, so that a move costs
//! a few machine words; windows are shared by all moves with the same corner.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use super::rows::{Rows, reach};
use super::world::{Code, Stamps, World, place_of};
use crate::board::{MARGIN, ROWS};
use crate::mode::{MAX_COLOURS, Mode};
use crate::pieces::PIECES;

/// How many values each count can have.
const VALUES: [usize; COUNTS] = [PIECES, 5, 6, 9, 7, 6, 4, 6, 10, 4, 5, 6, 10, 8, 5 * 6];
/// How many counts there are.
pub const COUNTS: usize = 15;
/// Phases of the game, by the pieces that the colour has placed.
const PHASES: usize = 4;

/// Where the weights of each count begin.
const OFFSETS: [usize; COUNTS + 1] = {
    let mut offsets = [0; COUNTS + 1];
    let mut at = 0;
    while at < COUNTS {
        offsets[at + 1] = offsets[at] + VALUES[at];
        at += 1;
    }
    offsets
};

/// How many weights there are.
pub const WEIGHTS: usize = PHASES * OFFSETS[COUNTS];

/// The index of a weight for each count of a move.
pub type Features = [u16; COUNTS];

/// The masks of a position that moves are compared with, for the colour to move.
pub struct Sight {
    /// Where the opponents may attach.
    theirs: Rows,
    /// Squares beside those.
    beside: Rows,
    /// Where the colour may attach.
    own: Rows,
    /// Where new attach points could be.
    fresh: Rows,
    /// Those that have room around them.
    roomy: Rows,
    /// Those within reach of the opponents' attach points.
    contested: Rows,
    /// Squares that are of no use to any opponent.
    useless: Rows,
    /// The surroundings of the opponents' latest moves.
    recent: Rows,
    /// What the opponents could cover with their next piece.
    their_reach: Rows,
    /// Free squares that the colour cannot cover with its next piece.
    beyond: Rows,
    phase: usize,
    side: usize,
}

/// The windows of a corner.
#[derive(Clone, Copy)]
pub struct Windows([u64; 10]);

/// The windows of the corners that moves have had, in one position.
pub struct Seen {
    /// Those that are known, a bit each.
    known: [u64; CORNERS / 64],
    windows: Vec<Windows>,
}

/// Corners have numbers below this.
const CORNERS: usize = 512;

impl Seen {
    /// None yet.
    pub fn none() -> Self {
        Self { known: [0; CORNERS / 64], windows: vec![Windows([0; 10]); CORNERS] }
    }

    /// Begins with another position.
    pub fn clear(&mut self) {
        self.known = [0; CORNERS / 64];
    }

    /// Those of a move's corner.
    #[inline]
    pub fn of(&mut self, sight: &Sight, code: Code) -> &Windows {
        let corner = usize::from(code) % CORNERS;
        let windows = &mut self.windows[corner];
        let (word, bit) = (&mut self.known[corner / 64], 1 << (corner % 64));
        if *word & bit == 0 {
            *word |= bit;
            let (x, y) = place_of(code);
            *windows = sight.windows(x, y);
        }
        windows
    }
}

fn spread(rows: &Rows) -> Rows {
    let mut out = [0; ROWS];
    for row in 1..ROWS - 1 {
        out[row] = rows[row] << 1 | rows[row] >> 1 | rows[row - 1] | rows[row + 1];
    }
    out
}

/// Squares with at least two free ones beside them.
fn with_room(free: &Rows) -> Rows {
    let mut out = [0; ROWS];
    for row in 1..ROWS - 1 {
        let (a, b, c, d) = (free[row] << 1, free[row] >> 1, free[row - 1], free[row + 1]);
        out[row] = free[row] & (a & b | c & d | (a | b) & (c | d));
    }
    out
}

impl Sight {
    /// Of a position; `recent` are the latest moves of the opponents.
    pub fn of(world: &World, stamps: &Stamps, recent: &[Code]) -> Self {
        let mover = usize::from(world.mover) % MAX_COLOURS;
        let partners = matches!(world.mode(), Mode::Teams | Mode::Two);
        let own_side = &world.sides[mover];
        let mut sight = Self {
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
            phase: match PIECES as u32 - own_side.left.count_ones() {
                0..=2 => 0,
                3..=6 => 1,
                7..=11 => 2,
                _ => 3,
            },
            side: usize::from(world.mode().side()),
        };
        let (from, to) = (MARGIN, MARGIN + sight.side);
        let mut free = [0; ROWS];
        for row in 0..ROWS {
            free[row] = !own_side.forbidden[row];
            sight.own[row] = own_side.attach[row] & free[row];
            sight.fresh[row] = free[row] & !own_side.attach[row];
        }
        for colour in 0..usize::from(world.colours) {
            let side = &world.sides[colour % MAX_COLOURS];
            if colour == mover || partners && colour % 2 == mover % 2 {
                continue;
            }
            let (mut points, mut their_free) = ([0; ROWS], [0; ROWS]);
            for row in 0..ROWS {
                their_free[row] = !side.forbidden[row];
                sight.useless[row] &= side.forbidden[row];
                if world.alive >> colour & 1 != 0 {
                    points[row] = side.attach[row] & their_free[row];
                }
            }
            let (beside, reach) = (spread(&points), reach(&points, &their_free, from, to));
            for row in 0..ROWS {
                sight.theirs[row] |= points[row];
                sight.beside[row] |= beside[row] & their_free[row];
                sight.their_reach[row] |= reach[row];
            }
        }
        let (room, reach) = (with_room(&free), reach(&sight.own, &free, from, to));
        for row in 0..ROWS {
            sight.roomy[row] = sight.fresh[row] & room[row];
            sight.contested[row] = sight.fresh[row] & (sight.theirs[row] | sight.beside[row]);
            sight.beyond[row] = free[row] & !reach[row];
        }
        for &code in recent {
            let stamp = stamps.of(code);
            let (x, y) = place_of(code);
            for at in 0..7 {
                let zone = stamp.halo[at] | stamp.corners[at];
                sight.recent[(y + MARGIN - 1 + at) % ROWS] |= zone << (x + MARGIN - 1);
            }
        }
        sight
    }

    /// The windows of a corner.
    #[inline]
    pub fn windows(&self, x: usize, y: usize) -> Windows {
        let window = |rows: &Rows| {
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

    /// The weights that a move uses.
    #[inline]
    pub fn features(&self, windows: &Windows, stamps: &Stamps, code: Code) -> Features {
        let stamp = stamps.of(code);
        let (x, y) = place_of(code);
        let [theirs, beside, fresh, roomy, own, useless, recent, contested, reach, beyond] =
            windows.0;
        let (body, halo, corners) = (stamp.body_window, stamp.halo_window, stamp.corner_window);
        let count = |bits: u64| bits.count_ones() as usize;
        // From the middle of the box to the middle of the board, in half squares.
        let off = |at: usize, long: u8| (2 * at + usize::from(long)).abs_diff(self.side);
        let values = [
            usize::from(stamp.piece),
            count(body & theirs),
            count(body & beside),
            count(corners & fresh),
            count(corners & roomy),
            count((halo & !body) & own),
            count(body & own),
            count(body & useless),
            off(x, stamp.width).max(off(y, stamp.height)) / 4,
            count(body & recent),
            count(corners & contested),
            count(corners & beyond),
            count(beyond) / 4,
            count(theirs),
            6 * (usize::from(stamp.size) - 1) + count(body & reach),
        ];
        let mut features = [0; COUNTS];
        let base = self.phase * OFFSETS[COUNTS];
        for at in 0..COUNTS {
            features[at] = (base + OFFSETS[at] + values[at].min(VALUES[at] - 1)) as u16;
        }
        features
    }
}
