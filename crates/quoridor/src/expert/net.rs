//! What the hand-made features miss, learned from games: a small network over the squares, walls and
//! shortest ways of the usual board. Its answer is added to theirs.
//!
//! Whole numbers only, so that every machine finds the same. `data/net.json` holds the weights, made
//! by `examples/learn_quoridor.rs`.

use std::sync::LazyLock;

use super::field::Trace;
use super::state::State;
use crate::maze::squares;
use crate::shape::{SQUARES, STRIDE};

/// The size of board that it was made for, and the most walls a side has there.
pub const SIZE: u8 = 9;
const MOST_WALLS: u8 = 10;

const SIDE: usize = SIZE as usize;
const AREA: usize = SIDE * SIDE;
const SLOTS: usize = (SIDE - 1) * (SIDE - 1);
const DISTANCES: usize = 24;
const NARROWS: usize = 8;

// Where each kind of input begins: first the mover's, then the other's.
const PAWNS: [usize; 2] = [0, AREA];
const ACROSS: usize = 2 * AREA;
const UPRIGHT: usize = ACROSS + SLOTS;
const WAYS: [usize; 2] = [UPRIGHT + SLOTS, UPRIGHT + SLOTS + AREA];
const DISTANCE: [usize; 2] = [WAYS[1] + AREA, WAYS[1] + AREA + DISTANCES];
const LEFT: [usize; 2] = [DISTANCE[1] + DISTANCES, DISTANCE[1] + DISTANCES + 11];
const NARROW: [usize; 2] = [LEFT[1] + 11, LEFT[1] + 11 + NARROWS];
/// Inputs, each of which is there or not.
pub const INPUTS: usize = NARROW[1] + NARROWS;

/// More inputs than are ever there at once: the walls, both ways, and eight more.
const MOST_INPUTS: usize = 2 * AREA + 32;

/// One in the second layer's weights, which are in points.
pub const SCALE: i32 = 64;

/// A network with the hidden units that Quoridor needs.
pub type Net = search::net::Net<32>;

/// The learned weights.
pub fn learned() -> &'static Net {
    static LEARNED: LazyLock<Net> = LazyLock::new(|| {
        let net: Net = serde_json::from_str(include_str!("../../data/net.json"))
            // They are part of the source, and every test of the expert reads them.
            .expect("data/net.json holds a net");
        assert!(net.fits(INPUTS), "data/net.json is of another shape");
        net
    });
    &LEARNED
}

/// Points for the side that moves, to be added to the hand-made ones.
#[inline]
pub(crate) fn judge(
    net: &Net,
    state: &State,
    distances: [usize; 2],
    own: &Trace,
    other: &Trace,
) -> i32 {
    // First the names, then the sums: so the hidden units stay in the processor's registers.
    let (mut names, mut count) = ([0u16; MOST_INPUTS], 0);
    inputs(state, distances, own, other, |input| {
        names[count] = input as u16;
        count = (count + 1).min(MOST_INPUTS - 1);
    });
    net.answer(&names[..count], SCALE)
}

/// Whether the net knows boards like this one.
pub(crate) fn fits(size: u8, left: [u8; 2]) -> bool {
    size == SIZE && left.iter().all(|&left| left <= MOST_WALLS)
}

/// Squares and anchors as the mover sees them, who always runs upward.
struct Seen {
    squares: [[u8; SQUARES]; 2],
    anchors: [[u8; SQUARES]; 2],
}

static SEEN: Seen = Seen::new();

impl Seen {
    const fn new() -> Self {
        let mut seen = Self { squares: [[0; SQUARES]; 2], anchors: [[0; SQUARES]; 2] };
        let mut at = 0;
        while at < SQUARES {
            let (file, rank) = (at % STRIDE as usize, at / STRIDE as usize);
            if file < SIDE && rank < SIDE {
                seen.squares[0][at] = (rank * SIDE + file) as u8;
                seen.squares[1][at] = ((SIDE - 1 - rank) * SIDE + file) as u8;
            }
            if file < SIDE - 1 && rank < SIDE - 1 {
                seen.anchors[0][at] = (rank * (SIDE - 1) + file) as u8;
                seen.anchors[1][at] = ((SIDE - 2 - rank) * (SIDE - 1) + file) as u8;
            }
            at += 1;
        }
        seen
    }
}

/// Names all inputs that are there.
#[inline]
pub(crate) fn inputs(
    state: &State,
    distances: [usize; 2],
    own: &Trace,
    other: &Trace,
    mut name: impl FnMut(usize),
) {
    let me = state.me();
    let (square, anchor) = (&SEEN.squares[me], &SEEN.anchors[me]);
    for wall in squares(state.maze.across) {
        name(ACROSS + usize::from(anchor[usize::from(wall.0)]));
    }
    for wall in squares(state.maze.upright) {
        name(UPRIGHT + usize::from(anchor[usize::from(wall.0)]));
    }
    for (side, (seat, trace)) in [(me, own), (1 - me, other)].into_iter().enumerate() {
        name(PAWNS[side] + usize::from(square[usize::from(state.pawns[seat])]));
        for on in squares(trace.squares) {
            name(WAYS[side] + usize::from(square[usize::from(on.0)]));
        }
        name(DISTANCE[side] + distances[seat].min(DISTANCES - 1));
        name(LEFT[side] + usize::from(state.left[seat].min(MOST_WALLS)));
        name(NARROW[side] + (trace.narrow as usize).min(NARROWS - 1));
    }
}

/// The input that stands for the same thing on a board seen in a mirror, left for right.
pub fn mirrored(input: usize) -> usize {
    let turned = |at: usize, side: usize| at / side * side + (side - 1 - at % side);
    match input {
        _ if input < ACROSS => input / AREA * AREA + turned(input % AREA, SIDE),
        _ if input < WAYS[0] => {
            let at = input - ACROSS;
            ACROSS + at / SLOTS * SLOTS + turned(at % SLOTS, SIDE - 1)
        }
        _ if input < DISTANCE[0] => {
            let at = input - WAYS[0];
            WAYS[0] + at / AREA * AREA + turned(at % AREA, SIDE)
        }
        _ => input,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_seen_in_a_mirror_is_itself() {
        let all: std::collections::HashSet<_> = (0..INPUTS).map(mirrored).collect();
        assert_eq!(all.len(), INPUTS);
        assert!((0..INPUTS).all(|input| mirrored(mirrored(input)) == input));
    }
}
