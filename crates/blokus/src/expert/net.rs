//! How a position looks at a glance: a small network, learned from games, that gives the share of a win
//! that the colour to move may expect.
//!
//! It sees, for each colour, where it may attach, what its next piece could cover and what the one after that
//! could, the pieces that are left and those that still fit somewhere; and how much of the board only one team can
//! reach. The board is turned so that the colour to move always begins in the same corner. The weights are whole
//! numbers, made by `examples/learn_blokus.rs`: `data/net-small.json` for Duo, `data/net-large.json` for the four colours
//! of two teams.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use std::sync::LazyLock;

use super::rows::{Rows, reach};
use super::world::{LARGE_WORDS, World};
use crate::board::{LARGE, MARGIN, ROWS, SMALL, Side};
use crate::mode::{MAX_COLOURS, Mode};
use crate::pieces::{PIECES, Pieces};
use crate::reach::{Reach, WORDS, Ways};

/// An answer of so much makes winning *e* times as likely as losing.
pub const UNIT: f32 = 4096.0;
/// One in the second layer's weights.
pub const SCALE: i32 = 1;

/// Units in the hidden layer.
const HIDDEN: usize = 32;
/// A network with so many.
pub type Net = search::net::Net<HIDDEN>;

const SMALL_BLOCK: usize = 2;
const LARGE_BLOCK: usize = 10;

/// What is told of a square to each colour: an attach point with room for a large piece, one for small pieces
/// only, within one piece, within two.
const LAYERS: usize = 4;
/// What is told of a piece of each colour: that it is left, that it fits somewhere.
const PIECE_STATES: usize = 2;
/// What is counted for each colour: its attach points, its ways to put a piece, the squares of the pieces that fit.
const TALLIES: usize = 3;
/// No tally is above this.
const TALLY: usize = 32;
/// The lead in squares, by twos, from so far behind to so far ahead.
const LEADS: usize = 32;
/// Squares are counted in lots of this many.
const LOT: u32 = 4;
/// No count is above this many lots.
const LOTS: usize = 52;
/// Squares that only one team can reach or both, with one piece or with two; and the roomy attach points that the
/// other team cannot reach with one piece, of each team.
const COUNTS: usize = 10;

/// More inputs than are ever there at once.
const MOST_INPUTS: usize = 2048;

/// Where the inputs of a board with some side begin; one that stands for a block is named once for each square.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    side: usize,
    colours: usize,
    /// Squares are told by blocks of this side: there are not games enough to learn each square by itself.
    block: usize,
}

impl Layout {
    /// Of a way to play, if it is one between two parties.
    pub fn of(mode: Mode) -> Option<Self> {
        match mode {
            Mode::Duo => Some(Self { side: SMALL.into(), colours: 2, block: SMALL_BLOCK }),
            Mode::Two | Mode::Teams => {
                Some(Self { side: LARGE.into(), colours: 4, block: LARGE_BLOCK })
            }
            Mode::Classic | Mode::Three => None,
        }
    }

    /// Blocks in a row.
    const fn across(self) -> usize {
        self.side / self.block
    }

    const fn blocks(self) -> usize {
        self.across() * self.across()
    }

    const fn square(self, colour: usize, layer: usize) -> usize {
        (colour * LAYERS + layer) * self.blocks()
    }

    const fn piece(self, colour: usize) -> usize {
        self.square(self.colours, 0) + colour * (PIECE_STATES * PIECES + 1)
    }

    const fn tally(self, colour: usize, tally: usize) -> usize {
        self.piece(self.colours) + (colour * TALLIES + tally) * TALLY
    }

    const fn lead(self) -> usize {
        self.tally(self.colours, 0)
    }

    const fn lot(self, count: usize) -> usize {
        self.lead() + LEADS + count * LOTS
    }

    /// How many inputs there are.
    pub const fn inputs(self) -> usize {
        self.lot(COUNTS)
    }
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

/// Where a colour can go on, and with what.
struct Options {
    /// The attach points where something fits.
    points: Rows,
    /// Those where a large piece does.
    roomy: Rows,
    /// All ways that fit somewhere.
    fit: Ways,
    /// How many attach points there are, and ways at all of them together.
    count: u32,
    ways: u32,
}

#[inline]
fn options_of(board: &Side, from: usize, to: usize) -> Options {
    let mut options =
        Options { points: [0; ROWS], roomy: [0; ROWS], fit: Ways::NONE, count: 0, ways: 0 };
    for row in from..to {
        let mut bits = board.attach[row] & !board.forbidden[row];
        while bits != 0 {
            let bit = bits.trailing_zeros();
            let open = board.ways_at(((bit as usize - MARGIN) as u8, (row - MARGIN) as u8));
            let (mut ways, mut large) = (0, 0);
            for word in 0..WORDS {
                options.fit.0[word] |= open.0[word];
                ways += open.0[word].count_ones();
                if word < LARGE_WORDS {
                    large |= open.0[word];
                }
            }
            options.points[row] |= u32::from(ways > 0) << bit;
            options.roomy[row] |= u32::from(large != 0) << bit;
            options.count += u32::from(ways > 0);
            options.ways += ways;
            bits &= bits - 1;
        }
    }
    options
}

/// How large a number is, in steps of half a doubling.
#[inline]
fn magnitude(number: u32) -> u32 {
    let scaled = 2 * number + 2;
    let doublings = scaled.ilog2();
    2 * doublings + (scaled >> (doublings - 1) & 1) - 2
}

/// Names all inputs that are there in a position. Attach points where it finds that nothing fits are taken away: who
/// plays on from there need not try them.
#[inline]
pub fn inputs(layout: Layout, world: &mut World, mut name: impl FnMut(usize)) {
    let Layout { side, colours, .. } = layout;
    let (from, to) = (MARGIN, MARGIN + side);
    let (mover, all) = (usize::from(world.mover), &Pieces::get().pieces);
    let turned = &TURNED[usize::from(side == usize::from(LARGE))][mover % MAX_COLOURS];
    let mut reached = [[0; ROWS]; 2];
    let mut close = [[0; ROWS]; 2];
    let mut roots = [[0; ROWS]; 2];
    for relative in 0..colours {
        let colour = (mover + relative) % colours;
        let board = &mut world.sides[colour % MAX_COLOURS];
        let pieces = layout.piece(relative);
        let mut left = board.left;
        while left != 0 {
            name(pieces + left.trailing_zeros() as usize);
            left &= left - 1;
        }
        if world.alive >> colour & 1 == 0 {
            name(pieces + PIECE_STATES * PIECES);
            continue;
        }
        let mut free = [0; ROWS];
        for row in from..to {
            free[row] = !board.forbidden[row];
        }
        let Options { points, roomy, fit, count, ways } = options_of(board, from, to);
        board.attach = points;
        let (mut left, mut squares) = (board.left, 0);
        while left != 0 {
            let piece = left.trailing_zeros() as usize % PIECES;
            let open = fit.0.iter().zip(&Reach::get().of_piece[piece].0);
            if open.fold(0, |some, (fit, of_piece)| some | fit & of_piece) != 0 {
                name(pieces + PIECES + piece);
                squares += u32::from(all[piece].size);
            }
            left &= left - 1;
        }
        let tallies = [count, magnitude(ways), squares / 3];
        for (tally, number) in tallies.into_iter().enumerate() {
            name(layout.tally(relative, tally) + (number as usize).min(TALLY - 1));
        }
        let near = reach(&points, &free, from, to);
        let far = reach(&slant(&near, &free, from, to), &free, from, to);
        let team = relative % 2;
        for row in from..to {
            reached[team][row] |= far[row];
            close[team][row] |= near[row];
            roots[team][row] |= roomy[row];
            let large = roomy[row];
            let layers =
                [large, points[row] & !large, near[row] & !points[row], far[row] & !near[row]];
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
    let mut lead = 0;
    for relative in 0..colours {
        let points = world.points[(mover + relative) % colours % MAX_COLOURS];
        lead += if relative % 2 == 0 { points } else { -points };
    }
    name(layout.lead() + (lead / 2 + LEADS as i16 / 2).clamp(0, LEADS as i16 - 1) as usize);
    let mut counts = [0; COUNTS];
    for row in from..to {
        let (own, other) = (reached[0][row], reached[1][row]);
        counts[0] += (own & !other).count_ones();
        counts[1] += (other & !own).count_ones();
        counts[2] += (own & other).count_ones();
        let (own_near, other_near) = (close[0][row], close[1][row]);
        counts[3] += (own_near & !other).count_ones();
        counts[4] += (other_near & !own).count_ones();
        counts[5] += (own_near & other_near).count_ones();
        counts[6] += (own_near & other & !other_near).count_ones();
        counts[7] += (other_near & own & !own_near).count_ones();
        counts[8] += 4 * (roots[0][row] & !other_near).count_ones();
        counts[9] += 4 * (roots[1][row] & !own_near).count_ones();
    }
    for (count, squares) in counts.into_iter().enumerate() {
        let lot = squares * u32::from(SMALL).pow(2) / (side * side) as u32 / LOT;
        name(layout.lot(count) + (lot as usize).min(LOTS - 1));
    }
}

/// The blocks of the squares as the mover sees them, by board and mover.
static TURNED: LazyLock<[[Vec<u16>; MAX_COLOURS]; 2]> = LazyLock::new(|| {
    [(SMALL, SMALL_BLOCK), (LARGE, LARGE_BLOCK)].map(|(side, block)| {
        std::array::from_fn(|mover| {
            // A quarter turn a colour on the large board, a half on the small one.
            let turns = if side == LARGE { mover } else { 2 * mover };
            let side = usize::from(side);
            (0..side * side)
                .map(|square| {
                    let (mut x, mut y) = (square % side, square / side);
                    for _ in 0..turns {
                        (x, y) = (side - 1 - y, x);
                    }
                    (y / block * (side / block) + x / block) as u16
                })
                .collect()
        })
    })
});

/// The input that stands for the same thing on a board of Duo seen in a mirror, which is the line through both
/// starts. With four colours no mirror keeps the order of turns: there it is the input itself.
pub fn mirrored(layout: Layout, input: usize) -> usize {
    let (blocks, across) = (layout.blocks(), layout.across());
    if layout.colours > 2 || input >= layout.square(layout.colours, 0) {
        return input;
    }
    let (base, block) = (input / blocks * blocks, input % blocks);
    let (x, y) = (block % across, block / across);
    base + (across - 1 - x) * across + (across - 1 - y)
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
    pub fn share(self, world: &mut World) -> f32 {
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
        inputs(layout, &mut World::of(game), |input| all.push(input));
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
                game.play(crate::moves::Move::Pass);
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
