//! A small network over pawns, walls and shortest paths on the usual board, trained on games. It learns what the
//! hand-made evaluation misses: its output is added to that one.
//!
//! Integers only, so that every machine finds the same. `data/net.safetensors` holds the weights, made by
//! `examples/learn_quoridor.rs`; another file may be loaded in its place.

use std::sync::LazyLock;

use game::Words;
use search::tensors::{BadTensors, Tensors};

use super::distances::ShortestPaths;
use super::state::TwoPlayerState;
use crate::maze::squares;
use crate::shape::{SQUARES, STRIDE};

/// The board size that the network was trained for, and the most walls that a side has there.
pub const SIZE: u8 = 9;
const MAX_WALLS: u8 = 10;

const SIDE: usize = SIZE as usize;
const AREA: usize = SIDE * SIDE;
const ANCHORS: usize = (SIDE - 1) * (SIDE - 1);
const DISTANCES: usize = 24;
const BOTTLENECKS: usize = 8;

// The first feature of each kind: the mover's, then the other's.
const PAWNS: [usize; 2] = [0, AREA];
const HORIZONTAL: usize = 2 * AREA;
const VERTICAL: usize = HORIZONTAL + ANCHORS;
const PATHS: [usize; 2] = [VERTICAL + ANCHORS, VERTICAL + ANCHORS + AREA];
const DISTANCE: [usize; 2] = [PATHS[1] + AREA, PATHS[1] + AREA + DISTANCES];
const LEFT: [usize; 2] = [DISTANCE[1] + DISTANCES, DISTANCE[1] + DISTANCES + 11];
const BOTTLENECK: [usize; 2] = [LEFT[1] + 11, LEFT[1] + 11 + BOTTLENECKS];
/// How many features there are, each active or not.
pub const FEATURES: usize = BOTTLENECK[1] + BOTTLENECKS;

/// More features than are ever active at once: the walls, both shortest paths, and eight more.
const MAX_ACTIVE: usize = 2 * AREA + 32;

/// Fixed-point scale of the second layer, whose weights are in points.
pub const OUTPUT_SCALE: i32 = 64;

/// A network with 32 hidden units.
pub type Net = search::net::Net<32>;

/// The trained network.
pub fn trained() -> &'static Net {
    static TRAINED: LazyLock<Net> = LazyLock::new(|| {
        let file = Tensors::read(include_bytes!("../../data/net.safetensors"));
        // The file is part of the source, and every test of the expert reads it.
        file.and_then(|file| of_file(&file)).expect("data/net.safetensors holds a net")
    });
    &TRAINED
}

/// What our files say that they are.
pub const KIND: &str = "quoridor";

/// The network of a file.
pub fn of_file(file: &Tensors) -> Result<Net, BadTensors> {
    let net = Net::from_tensors(file, KIND)?;
    if net.features() == FEATURES {
        return Ok(net);
    }
    let found = net.features();
    Err(BadTensors(Words::new(
        format!("it has {found} features rather than {FEATURES}"),
        format!("il a {found} caractéristiques au lieu de {FEATURES}"),
    )))
}

/// Points for the side that moves, to be added to the hand-made evaluation.
#[inline]
pub(crate) fn evaluate(
    net: &Net,
    state: &TwoPlayerState,
    distances: [usize; 2],
    own: &ShortestPaths,
    other: &ShortestPaths,
) -> i32 {
    // List the features first and sum afterwards: so the hidden units stay in the processor's registers.
    let (mut active, mut count) = ([0u16; MAX_ACTIVE], 0);
    features(state, distances, own, other, |feature| {
        active[count] = feature as u16;
        count = (count + 1).min(MAX_ACTIVE - 1);
    });
    net.evaluate(&active[..count], OUTPUT_SCALE)
}

/// Whether the network was trained for boards like this one.
pub(crate) fn fits(size: u8, left: [u8; 2]) -> bool {
    size == SIZE && left.iter().all(|&left| left <= MAX_WALLS)
}

/// Indices of squares and anchors from the mover's viewpoint, who always runs upward.
struct MoverView {
    squares: [[u8; SQUARES]; 2],
    anchors: [[u8; SQUARES]; 2],
}

static MOVER_VIEW: MoverView = MoverView::new();

impl MoverView {
    const fn new() -> Self {
        let mut view = Self { squares: [[0; SQUARES]; 2], anchors: [[0; SQUARES]; 2] };
        let mut at = 0;
        while at < SQUARES {
            let (file, rank) = (at % STRIDE as usize, at / STRIDE as usize);
            if file < SIDE && rank < SIDE {
                view.squares[0][at] = (rank * SIDE + file) as u8;
                view.squares[1][at] = ((SIDE - 1 - rank) * SIDE + file) as u8;
            }
            if file < SIDE - 1 && rank < SIDE - 1 {
                view.anchors[0][at] = (rank * (SIDE - 1) + file) as u8;
                view.anchors[1][at] = ((SIDE - 2 - rank) * (SIDE - 1) + file) as u8;
            }
            at += 1;
        }
        view
    }
}

/// Calls `activate` with each active feature.
#[inline]
pub(crate) fn features(
    state: &TwoPlayerState,
    distances: [usize; 2],
    own: &ShortestPaths,
    other: &ShortestPaths,
    mut activate: impl FnMut(usize),
) {
    let me = state.me();
    let (square, anchor) = (&MOVER_VIEW.squares[me], &MOVER_VIEW.anchors[me]);
    for wall in squares(state.maze.horizontal) {
        activate(HORIZONTAL + usize::from(anchor[usize::from(wall.0)]));
    }
    for wall in squares(state.maze.vertical) {
        activate(VERTICAL + usize::from(anchor[usize::from(wall.0)]));
    }
    for (side, (seat, paths)) in [(me, own), (1 - me, other)].into_iter().enumerate() {
        activate(PAWNS[side] + usize::from(square[usize::from(state.pawns[seat])]));
        for on in squares(paths.squares) {
            activate(PATHS[side] + usize::from(square[usize::from(on.0)]));
        }
        activate(DISTANCE[side] + distances[seat].min(DISTANCES - 1));
        activate(LEFT[side] + usize::from(state.left[seat].min(MAX_WALLS)));
        activate(BOTTLENECK[side] + (paths.bottlenecks as usize).min(BOTTLENECKS - 1));
    }
}

/// The same feature on the board mirrored left to right.
pub fn mirror_feature(feature: usize) -> usize {
    let turned = |at: usize, side: usize| at / side * side + (side - 1 - at % side);
    match feature {
        _ if feature < HORIZONTAL => feature / AREA * AREA + turned(feature % AREA, SIDE),
        _ if feature < PATHS[0] => {
            let at = feature - HORIZONTAL;
            HORIZONTAL + at / ANCHORS * ANCHORS + turned(at % ANCHORS, SIDE - 1)
        }
        _ if feature < DISTANCE[0] => {
            let at = feature - PATHS[0];
            PATHS[0] + at / AREA * AREA + turned(at % AREA, SIDE)
        }
        _ => feature,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_twice_gives_the_same_feature() {
        let all: std::collections::HashSet<_> = (0..FEATURES).map(mirror_feature).collect();
        assert_eq!(all.len(), FEATURES);
        assert!((0..FEATURES).all(|feature| mirror_feature(mirror_feature(feature)) == feature));
    }
}
