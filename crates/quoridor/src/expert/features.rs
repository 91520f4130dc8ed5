//! What the network sees of a position: sets of squares and walls as bit boards, and numbers as one bit of many.

use super::distances::ShortestPaths;
use super::state::TwoPlayerState;
use crate::maze::WallSet;
use crate::shape::{BoardShape, STRIDE, bit};

/// Squares on a side of the board that the network knows.
const SIDE: usize = 9;
/// Bit boards of a position.
const WORDS: usize = 13;
/// How many features there are, each active or not: bit `b` of bit board `w` is feature `128 w + b`.
pub const FEATURES: usize = 128 * WORDS;

// The bit boards: where two stand together, those of the seat that sees them and of the other.
const PAWNS: usize = 0;
const WALLS: usize = 2;
const PATHS: usize = 4;
/// The walls around a pawn, horizontal and vertical, moved so that the pawn is always in the same place.
const AROUND: [usize; 2] = [6, 8];
const NUMBERS: usize = 10;
const RELATIONS: usize = 11;
const THREATS: usize = 12;

/// A window of eight by eight anchors around a pawn: from four below it to three above.
const WINDOW: usize = 8;
const BEFORE: u32 = 4;

// The bits of `NUMBERS`.
const DISTANCES: usize = 24;
const DISTANCE: [usize; 2] = [0, DISTANCES];
const LEFTS: usize = 11;
const LEFT: [usize; 2] = [2 * DISTANCES, 2 * DISTANCES + LEFTS];
const BOTTLENECKS: usize = 8;
const BOTTLENECK: [usize; 2] = [LEFT[1] + LEFTS, LEFT[1] + LEFTS + BOTTLENECKS];
/// The difference of the distances, from -16 to 16.
const AHEAD: usize = BOTTLENECK[1] + BOTTLENECKS;
const MOST_AHEAD: usize = 16;

// The bits of `RELATIONS`.
/// Walls that fit and lengthen the path.
const CUTS: [usize; 2] = [0, 12];
const MOST_CUTS: usize = 11;
/// Squares on shortest paths beyond one per step.
const WIDTH: [usize; 2] = [24, 35];
const MOST_WIDTH: usize = 10;
/// Where the other pawn stands, seen from one's own, if it is no further than four squares either way.
const OFFSET: usize = 47;
const REACH: usize = 4;
const OFFSETS: usize = 2 * REACH + 1;

// The bits of `THREATS`.
const THREAT_BITS: usize = 16;
/// How much longer one wall makes the path.
const DETOUR: [usize; 2] = [0, THREAT_BITS];
/// Walls that fit and cut some shortest path.
const OPEN: [usize; 2] = [2 * THREAT_BITS, 3 * THREAT_BITS];
/// How many walls there are whose detour is long, by how long it is.
const LONG_COUNTS: usize = 5;
const LONG: [usize; 2] = [4 * THREAT_BITS, 4 * THREAT_BITS + 3 * LONG_COUNTS];

/// The features of a position as the first seat sees them; [`TURNED`] has those that the second sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FeatureSet(pub [u128; WORDS]);

impl FeatureSet {
    /// The features, from the distances and the shortest paths of the two seats.
    #[inline]
    pub fn of(
        shape: &BoardShape,
        state: &TwoPlayerState,
        distances: [usize; 2],
        paths: [&ShortestPaths; 2],
    ) -> Self {
        let mut words = [0; WORDS];
        let fits = state.maze.fitting(shape);
        let (mut numbers, mut relations, mut threats) = (0u128, 0u128, 0u128);
        words[WALLS] = state.maze.horizontal;
        words[WALLS + 1] = state.maze.vertical;
        for seat in 0..2 {
            let ShortestPaths { cuts_some, bottlenecks, squares, detours, .. } = paths[seat];
            words[PAWNS + seat] = state.pawn(seat);
            words[PATHS + seat] = *squares;
            let around = around(state.maze, state.pawns[seat]);
            words[AROUND[seat]] = around.horizontal;
            words[AROUND[seat] + 1] = around.vertical;
            numbers |= 1 << (DISTANCE[seat] + distances[seat].min(DISTANCES - 1));
            numbers |= 1 << (LEFT[seat] + usize::from(state.left[seat]).min(LEFTS - 1));
            numbers |= 1 << (BOTTLENECK[seat] + (*bottlenecks as usize).min(BOTTLENECKS - 1));
            let open = cuts_some.and(fits).count() as usize;
            let width = (squares.count_ones() as usize).saturating_sub(distances[seat]);
            relations |= 1 << (CUTS[seat] + usize::from(detours.count).min(MOST_CUTS));
            relations |= 1 << (WIDTH[seat] + width.min(MOST_WIDTH));
            threats |= 1 << (DETOUR[seat] + usize::from(detours.longest).min(THREAT_BITS - 1));
            for (kind, &count) in detours.long.iter().enumerate() {
                let count = usize::from(count).min(LONG_COUNTS - 1);
                threats |= 1 << (LONG[seat] + LONG_COUNTS * kind + count);
            }
            threats |= 1 << (OPEN[seat] + open.min(THREAT_BITS - 1));
        }
        let ahead = (distances[1] + MOST_AHEAD).saturating_sub(distances[0]);
        numbers |= 1 << (AHEAD + ahead.min(2 * MOST_AHEAD));
        let at =
            |pawn: u8| (usize::from(pawn) % STRIDE as usize, usize::from(pawn) / STRIDE as usize);
        let (own, other) = (at(state.pawns[0]), at(state.pawns[1]));
        let file = (other.0 + REACH).wrapping_sub(own.0);
        let rank = (other.1 + REACH).wrapping_sub(own.1);
        if file < OFFSETS && rank < OFFSETS {
            relations |= 1 << (OFFSET + OFFSETS * rank + file);
        }
        words[NUMBERS] = numbers;
        words[RELATIONS] = relations;
        words[THREATS] = threats;
        Self(words)
    }

    /// The active features as the given seat sees them.
    pub fn seen_by(&self, seat: usize) -> Vec<u16> {
        let bits = self.0.iter().enumerate().flat_map(|(word, &set)| {
            (0..128).filter(move |at| set >> at & 1 == 1).map(move |at| (128 * word + at) as u16)
        });
        bits.map(|feature| if seat == 0 { feature } else { TURNED[usize::from(feature)] }).collect()
    }
}

/// The walls around a pawn, as if it stood in the middle of the window.
#[inline]
fn around(maze: WallSet, pawn: u8) -> WallSet {
    let (files, middle) =
        (AROUND_FILES[usize::from(pawn) % STRIDE as usize], BEFORE * (STRIDE + 1));
    let cut = |walls: u128| {
        let walls = walls & files;
        let moved = match u32::from(pawn) {
            pawn if pawn < middle => walls << (middle - pawn),
            pawn => walls >> (pawn - middle),
        };
        moved & WINDOW_RANKS
    };
    WallSet { horizontal: cut(maze.horizontal), vertical: cut(maze.vertical) }
}

/// By file of the pawn, the anchors whose file is in its window.
static AROUND_FILES: [u128; SIDE] = {
    let (mut files, mut file) = ([0; SIDE], 0);
    while file < SIDE {
        let mut anchor = 0;
        while anchor < SIDE - 1 {
            let offset = anchor + BEFORE as usize;
            if offset >= file && offset - file < WINDOW {
                let mut rank = 0;
                while rank < SIDE - 1 {
                    files[file] |= bit((rank * STRIDE as usize + anchor) as u8);
                    rank += 1;
                }
            }
            anchor += 1;
        }
        file += 1;
    }
    files
};

const WINDOW_RANKS: u128 = (1 << (WINDOW as u32 * STRIDE)) - 1;

/// For each feature, the one that the other seat sees: the board turned upside down, and the seats exchanged.
pub static TURNED: [u16; FEATURES] = {
    let (mut turned, mut feature) = ([0; FEATURES], 0);
    while feature < FEATURES {
        let (word, at) = (feature / 128, feature % 128);
        turned[feature] = match word {
            PAWNS | 1 | PATHS | 5 => 128 * (word ^ 1) + upside_down(at, SIDE),
            WALLS | 3 => 128 * word + upside_down(at, SIDE - 1),
            6..=9 => 128 * (if word < 8 { word + 2 } else { word - 2 }) + upside_down(at, WINDOW),
            NUMBERS => 128 * word + turned_number(at),
            THREATS if at < 4 * THREAT_BITS => 128 * word + (at ^ THREAT_BITS),
            THREATS if at < LONG[1] => feature + 3 * LONG_COUNTS,
            THREATS if at < LONG[1] + 3 * LONG_COUNTS => feature - 3 * LONG_COUNTS,
            THREATS => feature,
            _ => 128 * word + turned_relation(at),
        } as u16;
        feature += 1;
    }
    turned
};

/// For each feature, the one of the board mirrored left to right.
pub static MIRRORED: [u16; FEATURES] = {
    let (mut mirrored, mut feature) = ([0; FEATURES], 0);
    while feature < FEATURES {
        let (word, at) = (feature / 128, feature % 128);
        mirrored[feature] = match word {
            PAWNS | 1 | PATHS | 5 => 128 * word + left_to_right(at, SIDE),
            WALLS | 3 => 128 * word + left_to_right(at, SIDE - 1),
            6..=9 => 128 * word + left_to_right(at, WINDOW),
            RELATIONS if at >= OFFSET => {
                let offset = at - OFFSET;
                let file = OFFSETS - 1 - offset % OFFSETS;
                128 * word + OFFSET + offset / OFFSETS * OFFSETS + file
            }
            _ => feature,
        } as u16;
        feature += 1;
    }
    mirrored
};

const fn upside_down(at: usize, side: usize) -> usize {
    let (file, rank) = (at % STRIDE as usize, at / STRIDE as usize);
    if file < side && rank < side { (side - 1 - rank) * STRIDE as usize + file } else { at }
}

const fn left_to_right(at: usize, side: usize) -> usize {
    let (file, rank) = (at % STRIDE as usize, at / STRIDE as usize);
    if file < side && rank < side { rank * STRIDE as usize + side - 1 - file } else { at }
}

const fn turned_number(at: usize) -> usize {
    match at {
        _ if at < DISTANCE[1] => at + DISTANCES,
        _ if at < LEFT[0] => at - DISTANCES,
        _ if at < LEFT[1] => at + LEFTS,
        _ if at < BOTTLENECK[0] => at - LEFTS,
        _ if at < BOTTLENECK[1] => at + BOTTLENECKS,
        _ if at < AHEAD => at - BOTTLENECKS,
        _ if at <= AHEAD + 2 * MOST_AHEAD => 2 * (AHEAD + MOST_AHEAD) - at,
        _ => at,
    }
}

const fn turned_relation(at: usize) -> usize {
    match at {
        _ if at < CUTS[1] => at + 12,
        _ if at < WIDTH[0] => at - 12,
        _ if at < WIDTH[1] => at + 11,
        46 => at,
        _ if at < OFFSET => at - 11,
        _ => {
            let offset = at - OFFSET;
            OFFSET + offset / OFFSETS * OFFSETS + (OFFSETS - 1 - offset % OFFSETS)
        }
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng};

    use super::super::distances::DistanceField;
    use super::super::state::goal;
    use super::*;
    use crate::{Options, Quoridor};

    fn features_of(state: &TwoPlayerState, shape: &BoardShape) -> FeatureSet {
        let (passages, mut field) = (state.maze.passages(shape), DistanceField::EMPTY);
        let mut distances = [0; 2];
        let paths = [0, 1].map(|seat| {
            field.fill(passages, goal(shape, seat));
            distances[seat] = field.distance(state.pawn(seat), 8);
            field.shortest_paths(
                passages,
                state.pawn(seat),
                distances[seat],
                state.maze.fitting(shape),
            )
        });
        FeatureSet::of(shape, state, distances, [&paths[0], &paths[1]])
    }

    /// The position with files or ranks reversed; with ranks reversed the seats are exchanged.
    fn reversed(state: &TwoPlayerState, files: bool) -> TwoPlayerState {
        let turn = |set: u128, side: usize| {
            let to = |at| if files { left_to_right(at, side) } else { upside_down(at, side) };
            (0..121).filter(|at| set >> at & 1 == 1).fold(0, |all, at| all | 1 << to(at))
        };
        let mut next = *state;
        next.maze.horizontal = turn(state.maze.horizontal, SIDE - 1);
        next.maze.vertical = turn(state.maze.vertical, SIDE - 1);
        next.pawns = state.pawns.map(|pawn| turn(bit(pawn), SIDE).trailing_zeros() as u8);
        if !files {
            next.pawns.swap(0, 1);
            next.left.swap(0, 1);
        }
        next
    }

    #[test]
    fn turned_and_mirrored_features_are_those_of_turned_and_mirrored_boards() {
        let mut rng = Rng::new(8);
        for _ in 0..40 {
            let mut game = Quoridor::new(&Options::default(), 0).unwrap();
            while game.turn().seat().is_some() {
                let state = TwoPlayerState::of(&game);
                let features = features_of(&state, game.shape);
                let mut turned = features.seen_by(1);
                turned.sort_unstable();
                assert_eq!(turned, features_of(&reversed(&state, false), game.shape).seen_by(0));
                let mirror = |feature: u16| MIRRORED[usize::from(feature)];
                let mut mirrored: Vec<_> = features.seen_by(0).into_iter().map(mirror).collect();
                mirrored.sort_unstable();
                assert_eq!(mirrored, features_of(&reversed(&state, true), game.shape).seen_by(0));
                let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
                game.play(mv);
            }
        }
    }

    #[test]
    fn turning_or_mirroring_twice_gives_the_same_feature() {
        for maps in [&TURNED, &MIRRORED] {
            for feature in 0..FEATURES as u16 {
                assert_eq!(maps[usize::from(maps[usize::from(feature)])], feature);
            }
        }
    }
}
