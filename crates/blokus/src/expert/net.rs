//! How a position looks at a glance: a small network, learned from games, that gives the share of a win
//! that the colour to move may expect.
//!
//! It sees, for each colour, where it may attach, what its next piece could cover and what the one after
//! that could, and the pieces that are left. Squares are turned so that the colour to move always begins in the
//! same corner. The weights are whole numbers, made by `examples/learn.rs`: `data/net-small.json` for Duo,
//! `data/net-large.json` for the four colours of two teams.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use std::sync::LazyLock;

use search::net::Net;

use super::world::World;
use crate::board::{LARGE, MARGIN, ROWS, SMALL};
use crate::mode::{MAX_COLOURS, Mode};
use crate::pieces::PIECES;

/// An answer of so much makes winning *e* times as likely as losing.
pub const UNIT: f32 = 4096.0;
/// One in the second layer's weights.
pub const SCALE: i32 = 1;

/// What is told of a square to each colour: an attach point, within one piece, within two.
const LAYERS: usize = 3;
/// Squares are counted in lots of this many.
const LOT: u32 = 4;
/// No count is above this many lots.
const LOTS: usize = 52;
/// The squares that only the mover's team can reach, only the others, and both.
const COUNTS: usize = 3;

/// More inputs than are ever there at once.
const MOST_INPUTS: usize = 2048;

type Rows = [u32; ROWS];

/// Where the inputs of a board with some side begin; each is there or not.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    side: usize,
    colours: usize,
}

impl Layout {
    /// Of a way to play, if it is one between two parties.
    pub fn of(mode: Mode) -> Option<Self> {
        match mode {
            Mode::Duo => Some(Self { side: SMALL.into(), colours: 2 }),
            Mode::Two | Mode::Teams => Some(Self { side: LARGE.into(), colours: 4 }),
            Mode::Classic | Mode::Three => None,
        }
    }

    const fn area(self) -> usize {
        self.side * self.side
    }

    const fn square(self, colour: usize, layer: usize) -> usize {
        (colour * LAYERS + layer) * self.area()
    }

    const fn piece(self, colour: usize) -> usize {
        self.square(self.colours, 0) + colour * (PIECES + 1)
    }

    const fn lot(self, count: usize) -> usize {
        self.piece(self.colours) + count * LOTS
    }

    /// How many inputs there are.
    pub const fn inputs(self) -> usize {
        self.lot(COUNTS)
    }
}

/// Squares beside these, and these.
#[inline]
fn step(rows: &Rows, free: &Rows, from: usize, to: usize) -> Rows {
    let mut out = [0; ROWS];
    for row in from..to {
        let here = rows[row];
        out[row] = (here | here << 1 | here >> 1 | rows[row - 1] | rows[row + 1]) & free[row];
    }
    out
}

/// Squares that touch these by a corner, and these.
#[inline]
fn slant(rows: &Rows, free: &Rows, from: usize, to: usize) -> Rows {
    let mut out = [0; ROWS];
    for row in from..to {
        let beside = rows[row - 1] | rows[row + 1];
        out[row] = (rows[row] | beside << 1 | beside >> 1) & free[row];
    }
    out
}

/// Names all inputs that are there in a position.
#[inline]
pub fn inputs(layout: Layout, world: &World, mut name: impl FnMut(usize)) {
    let Layout { side, colours } = layout;
    let (from, to) = (MARGIN, MARGIN + side);
    let mover = usize::from(world.mover);
    let turned = &TURNED[usize::from(side == usize::from(LARGE))][mover % MAX_COLOURS];
    let mut reached = [[0; ROWS]; 2];
    for relative in 0..colours {
        let colour = (mover + relative) % colours;
        let board = &world.sides[colour % MAX_COLOURS];
        let pieces = layout.piece(relative);
        let mut left = board.left;
        while left != 0 {
            name(pieces + left.trailing_zeros() as usize);
            left &= left - 1;
        }
        if world.alive >> colour & 1 == 0 {
            name(pieces + PIECES);
            continue;
        }
        let mut free = [0; ROWS];
        let mut points = [0; ROWS];
        for row in from..to {
            free[row] = !board.forbidden[row];
            points[row] = board.attach[row] & free[row];
        }
        let mut near = points;
        for _ in 0..4 {
            near = step(&near, &free, from, to);
        }
        let mut far = slant(&near, &free, from, to);
        for _ in 0..4 {
            far = step(&far, &free, from, to);
        }
        let team = &mut reached[relative % 2];
        for row in from..to {
            team[row] |= far[row];
            let layers = [points[row], near[row] & !points[row], far[row] & !near[row]];
            for (layer, mut bits) in layers.into_iter().enumerate() {
                let base = layout.square(relative, layer);
                while bits != 0 {
                    let at = (row - MARGIN) * side + bits.trailing_zeros() as usize - MARGIN;
                    name(base + usize::from(turned[at]));
                    bits &= bits - 1;
                }
            }
        }
    }
    let mut counts = [0; COUNTS];
    for row in from..to {
        let (own, other) = (reached[0][row], reached[1][row]);
        counts[0] += (own & !other).count_ones();
        counts[1] += (other & !own).count_ones();
        counts[2] += (own & other).count_ones();
    }
    for (count, squares) in counts.into_iter().enumerate() {
        let lot = squares * usize::pow(SMALL.into(), 2) as u32 / layout.area() as u32 / LOT;
        name(layout.lot(count) + (lot as usize).min(LOTS - 1));
    }
}

/// The squares as the mover sees them, by board and mover.
static TURNED: LazyLock<[[Vec<u16>; MAX_COLOURS]; 2]> = LazyLock::new(|| {
    [SMALL, LARGE].map(|side| {
        std::array::from_fn(|mover| {
            // A quarter turn a colour on the large board, a half on the small one.
            let turns = if side == LARGE { mover } else { 2 * mover };
            let side = u16::from(side);
            (0..side * side)
                .map(|square| {
                    let (mut x, mut y) = (square % side, square / side);
                    for _ in 0..turns {
                        (x, y) = (side - 1 - y, x);
                    }
                    y * side + x
                })
                .collect()
        })
    })
});

/// The input that stands for the same thing on a board of Duo seen in a mirror, which is the line through both
/// starts. With four colours no mirror keeps the order of turns: there it is the input itself.
pub fn mirrored(layout: Layout, input: usize) -> usize {
    let area = layout.area();
    if layout.colours > 2 || input >= layout.square(layout.colours, 0) {
        return input;
    }
    let (base, square) = (input / area * area, input % area);
    let (x, y) = (square % layout.side, square / layout.side);
    base + (layout.side - 1 - x) * layout.side + (layout.side - 1 - y)
}

/// Somebody who judges positions of one way to play.
#[derive(Clone, Copy)]
pub struct Judge {
    layout: Layout,
    net: &'static Net,
}

impl Judge {
    /// With the learned weights of a way to play, if it is one between two parties.
    pub fn of(mode: Mode) -> Option<Self> {
        static NETS: LazyLock<[Net; 2]> = LazyLock::new(|| {
            [
                (Mode::Duo, include_str!("../../data/net-small.json")),
                (Mode::Two, include_str!("../../data/net-large.json")),
            ]
            .map(|(mode, text)| {
                // They are part of the source, and every test of this player reads them.
                let net: Net = serde_json::from_str(text).expect("data/net-*.json holds a net");
                assert!(Layout::of(mode).is_some_and(|layout| net.fits(layout.inputs())));
                net
            })
        });
        let layout = Layout::of(mode)?;
        Some(Self { layout, net: &NETS[usize::from(mode != Mode::Duo)] })
    }

    /// The share of a win that the colour to move may expect.
    pub fn share(self, world: &World) -> f32 {
        // First the names, then the sums: so the hidden units stay in the processor's registers.
        let (mut names, mut count) = ([0u16; MOST_INPUTS], 0);
        inputs(self.layout, world, |input| {
            names[count] = input as u16;
            count = (count + 1).min(MOST_INPUTS - 1);
        });
        1.0 / (1.0 + (-self.net.answer(&names[..count], SCALE) as f32 / UNIT).exp())
    }
}

#[cfg(test)]
mod tests {
    use game::Game;

    use super::*;
    use crate::mode::{Options, Scoring};
    use crate::rules::Blokus;

    fn named(game: &Blokus) -> Vec<usize> {
        let mut all = Vec::new();
        let layout = Layout::of(game.mode()).expect("two parties");
        inputs(layout, &World::of(game), |input| all.push(input));
        all.sort_unstable();
        all
    }

    #[test]
    fn every_colour_sees_its_first_turn_from_the_same_corner() {
        for mode in [Mode::Duo, Mode::Two, Mode::Teams] {
            let options = Options { mode, scoring: Scoring::Official };
            let mut game = Blokus::new(&options, 0).expect("a game");
            let first = named(&game);
            let layout = Layout::of(mode).expect("two parties");
            assert!(first.iter().all(|&input| input < layout.inputs()));
            for _ in 1..mode.colours() {
                // Who has given up is told as such; the others' first squares are where they were.
                game.play(crate::rules::Move::Pass);
                let own = |all: &[usize]| -> Vec<usize> {
                    all.iter().copied().filter(|&input| input < layout.square(1, 0)).collect()
                };
                assert_eq!(own(&named(&game)), own(&first));
            }
        }
    }

    #[test]
    fn a_mirror_seen_in_a_mirror_is_itself() {
        let layout = Layout::of(Mode::Duo).expect("two parties");
        for input in 0..layout.inputs() {
            let there = mirrored(layout, input);
            assert!(there < layout.inputs());
            assert_eq!(mirrored(layout, there), input);
        }
    }
}
