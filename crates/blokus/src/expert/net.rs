//! The value network: a small network, trained on games, that gives the win probability of the colour to move.
//!
//! Its inputs are, for each colour, where it may attach, what its next piece could cover and what the one after that
//! could, the pieces that are left and those that still fit somewhere; and how much of the board only one team can
//! reach. The board is rotated so that the colour to move always starts in the same corner. The weights are whole
//! numbers, made by `examples/train_blokus.rs`: `data/net-small.safetensors` for Duo, `data/net-large.safetensors` for the four
//! colours of two teams.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use std::sync::{Arc, LazyLock};

use game::Words;
use search::tensors::{BadTensors, Tensors};

use super::bitboard::{Bitboard, reach};
use super::search_state::{LARGE_WORDS, SearchState};
use crate::board::{ColourBoard, LARGE, MARGIN, ROWS, SMALL};
use crate::covers::{CoverSet, CoverTables, WORDS};
use crate::mode::{MAX_COLOURS, Mode};
use crate::pieces::{PIECES, Pieces};

/// The output is the logit of the win probability times this.
pub const UNIT: f32 = 4096.0;
/// A weight of 1 in the second layer, as a whole number.
pub const SCALE: i32 = 1;

/// Units in the hidden layer.
const HIDDEN: usize = 32;
/// The network.
pub type Net = search::net::Net<HIDDEN>;

const SMALL_BLOCK: usize = 2;
const LARGE_BLOCK: usize = 10;

/// Input planes for each colour: attach points with room for a large piece, attach points for small pieces only, squares
/// within reach of one piece, and of two.
const PLANES: usize = 4;
/// Inputs for each piece of each colour: it is left; it fits somewhere.
const PIECE_STATES: usize = 2;
/// Counters of each colour: its attach points, its placements, the squares of the pieces that fit.
const COUNTERS: usize = 3;
/// Values of a counter, one input each.
const COUNTER_VALUES: usize = 32;
/// Inputs for the lead in squares, in steps of two, centred on an even game.
const LEADS: usize = 32;
/// Counts of squares go into buckets of this many squares,
const BUCKET: u32 = 4;
/// of which there are this many.
const BUCKETS: usize = 52;
/// Counts of squares: those that only one team can reach or both, with one piece or with two; and each team's roomy
/// attach points that the other team cannot reach with one piece.
const COUNTS: usize = 10;

/// More inputs than are ever active at once.
const MAX_ACTIVE: usize = 2048;

/// Where each group of inputs begins. The input of a block is active once for each of its squares.
#[derive(Clone, Copy, Debug)]
pub struct InputLayout {
    side: usize,
    colours: usize,
    /// Squares share an input by blocks of this side: there are too few games to train each square by itself.
    block: usize,
}

impl InputLayout {
    /// The layout of a mode, if two parties play it.
    pub fn of(mode: Mode) -> Option<Self> {
        match mode {
            Mode::Duo => Some(Self { side: SMALL.into(), colours: 2, block: SMALL_BLOCK }),
            Mode::Two | Mode::Teams => {
                Some(Self { side: LARGE.into(), colours: 4, block: LARGE_BLOCK })
            }
            // Junior's pieces are others: the network knows nothing of them.
            Mode::Classic | Mode::Three | Mode::Junior => None,
        }
    }

    /// Blocks in a row.
    const fn across(self) -> usize {
        self.side / self.block
    }

    const fn blocks(self) -> usize {
        self.across() * self.across()
    }

    const fn square(self, colour: usize, plane: usize) -> usize {
        (colour * PLANES + plane) * self.blocks()
    }

    const fn piece(self, colour: usize) -> usize {
        self.square(self.colours, 0) + colour * (PIECE_STATES * PIECES + 1)
    }

    const fn counter(self, colour: usize, counter: usize) -> usize {
        self.piece(self.colours) + (colour * COUNTERS + counter) * COUNTER_VALUES
    }

    const fn lead(self) -> usize {
        self.counter(self.colours, 0)
    }

    const fn bucket(self, count: usize) -> usize {
        self.lead() + LEADS + count * BUCKETS
    }

    /// How many inputs there are.
    pub const fn inputs(self) -> usize {
        self.bucket(COUNTS)
    }
}

/// These squares and those that touch them by a corner, as far as they are free.
#[inline]
fn diagonal_step(rows: &Bitboard, free: &Bitboard, from: usize, to: usize) -> Bitboard {
    let mut out = [0; ROWS];
    for row in from..to {
        let beside = rows[row - 1] | rows[row + 1];
        out[row] = (rows[row] | beside << 1 | beside >> 1) & free[row];
    }
    out
}

/// Where a colour can place a piece, and which.
struct Mobility {
    /// The attach points where a piece fits.
    points: Bitboard,
    /// Those where a large piece does.
    roomy: Bitboard,
    /// All covers that are open at some attach point.
    fit: CoverSet,
    /// How many of these attach points there are.
    count: u32,
    /// How many covers are open at all of them together.
    placements: u32,
}

#[inline]
fn mobility_of(board: &ColourBoard, from: usize, to: usize) -> Mobility {
    let mut mobility = Mobility {
        points: [0; ROWS],
        roomy: [0; ROWS],
        fit: CoverSet::NONE,
        count: 0,
        placements: 0,
    };
    for row in from..to {
        let mut bits = board.attach[row] & !board.forbidden[row];
        while bits != 0 {
            let bit = bits.trailing_zeros();
            let open = board.covers_at(((bit as usize - MARGIN) as u8, (row - MARGIN) as u8));
            let (mut placements, mut large) = (0, 0);
            for word in 0..WORDS {
                mobility.fit.0[word] |= open.0[word];
                placements += open.0[word].count_ones();
                if word < LARGE_WORDS {
                    large |= open.0[word];
                }
            }
            mobility.points[row] |= u32::from(placements > 0) << bit;
            mobility.roomy[row] |= u32::from(large != 0) << bit;
            mobility.count += u32::from(placements > 0);
            mobility.placements += placements;
            bits &= bits - 1;
        }
    }
    mobility
}

/// The logarithm of a number, in steps of half a doubling.
#[inline]
fn magnitude(number: u32) -> u32 {
    let scaled = 2 * number + 2;
    let doublings = scaled.ilog2();
    2 * doublings + (scaled >> (doublings - 1) & 1) - 2
}

/// Calls `activate` with every active input of a position. Attach points where no piece fits are removed from the
/// position, so that a playout from there need not try them.
#[inline]
pub fn active_inputs(
    layout: InputLayout,
    state: &mut SearchState,
    mut activate: impl FnMut(usize),
) {
    let InputLayout { side, colours, .. } = layout;
    let (from, to) = (MARGIN, MARGIN + side);
    let (mover, all) = (usize::from(state.mover), &Pieces::get().pieces);
    let rotated = &ROTATED[usize::from(side == usize::from(LARGE))][mover % MAX_COLOURS];
    let mut reached = [[0; ROWS]; 2];
    let mut close = [[0; ROWS]; 2];
    let mut roots = [[0; ROWS]; 2];
    for relative in 0..colours {
        let colour = (mover + relative) % colours;
        let board = &mut state.boards[colour % MAX_COLOURS];
        let pieces = layout.piece(relative);
        let mut left = board.left;
        while left != 0 {
            activate(pieces + left.trailing_zeros() as usize);
            left &= left - 1;
        }
        if state.alive >> colour & 1 == 0 {
            activate(pieces + PIECE_STATES * PIECES);
            continue;
        }
        let mut free = [0; ROWS];
        for row in from..to {
            free[row] = !board.forbidden[row];
        }
        let Mobility { points, roomy, fit, count, placements } = mobility_of(board, from, to);
        board.attach = points;
        let (mut left, mut squares) = (board.left, 0);
        while left != 0 {
            let piece = left.trailing_zeros() as usize % PIECES;
            let open = fit.0.iter().zip(&CoverTables::get().of_piece[piece].0);
            if open.fold(0, |some, (fit, of_piece)| some | fit & of_piece) != 0 {
                activate(pieces + PIECES + piece);
                squares += u32::from(all[piece].size);
            }
            left &= left - 1;
        }
        let counters = [count, magnitude(placements), squares / 3];
        for (counter, number) in counters.into_iter().enumerate() {
            activate(layout.counter(relative, counter) + (number as usize).min(COUNTER_VALUES - 1));
        }
        let near = reach(&points, &free, from, to);
        let far = reach(&diagonal_step(&near, &free, from, to), &free, from, to);
        let team = relative % 2;
        for row in from..to {
            reached[team][row] |= far[row];
            close[team][row] |= near[row];
            roots[team][row] |= roomy[row];
            let large = roomy[row];
            let planes =
                [large, points[row] & !large, near[row] & !points[row], far[row] & !near[row]];
            for (plane, mut bits) in planes.into_iter().enumerate() {
                let base = layout.square(relative, plane);
                while bits != 0 {
                    let at = (row - MARGIN) * side + bits.trailing_zeros() as usize - MARGIN;
                    activate(base + usize::from(rotated[at]));
                    bits &= bits - 1;
                }
            }
        }
    }
    let mut lead = 0;
    for relative in 0..colours {
        let points = state.points[(mover + relative) % colours % MAX_COLOURS];
        lead += if relative % 2 == 0 { points } else { -points };
    }
    activate(layout.lead() + (lead / 2 + LEADS as i16 / 2).clamp(0, LEADS as i16 - 1) as usize);
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
        let bucket = squares * u32::from(SMALL).pow(2) / (side * side) as u32 / BUCKET;
        activate(layout.bucket(count) + (bucket as usize).min(BUCKETS - 1));
    }
}

/// The block of each square on the board as it is rotated for the mover, by board and mover.
static ROTATED: LazyLock<[[Vec<u16>; MAX_COLOURS]; 2]> = LazyLock::new(|| {
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

/// The same input on the mirrored board of Duo; the mirror is the line through both starts. With four colours no mirror
/// keeps the order of turns, so the input stays as it is.
pub fn mirrored(layout: InputLayout, input: usize) -> usize {
    let (blocks, across) = (layout.blocks(), layout.across());
    if layout.colours > 2 || input >= layout.square(layout.colours, 0) {
        return input;
    }
    let (base, block) = (input / blocks * blocks, input % blocks);
    let (x, y) = (block % across, block / across);
    base + (across - 1 - x) * across + (across - 1 - y)
}

/// The network of a mode.
#[derive(Clone)]
pub struct Evaluator {
    layout: InputLayout,
    net: Arc<Net>,
}

/// What our files say that they are.
pub const KIND: &str = "blokus";

/// The network of a file, for the variants whose inputs it has.
pub fn of_file(file: &Tensors) -> Result<Arc<Net>, BadTensors> {
    let net = Net::from_tensors(file, KIND)?;
    let known = [Mode::Duo, Mode::Two].map(|mode| InputLayout::of(mode).map(InputLayout::inputs));
    if known.contains(&Some(net.features())) {
        return Ok(Arc::new(net));
    }
    let found = net.features();
    let known = known.map(Option::unwrap_or_default);
    Err(BadTensors(Words::new(
        format!("it has {found} features rather than {} or {}", known[0], known[1]),
        format!("il a {found} caractéristiques au lieu de {} ou {}", known[0], known[1]),
    )))
}

impl Evaluator {
    /// The trained network of a mode, if two parties play it.
    pub fn of(mode: Mode) -> Option<Self> {
        static NETS: LazyLock<[Arc<Net>; 2]> = LazyLock::new(|| {
            let files: [&[u8]; 2] = [
                include_bytes!("../../data/net-small.safetensors"),
                include_bytes!("../../data/net-large.safetensors"),
            ];
            files.map(|bytes| {
                let net = Tensors::read(bytes).and_then(|file| of_file(&file));
                // They are part of the source, and every test of this player reads them.
                net.expect("data/net-*.safetensors hold nets")
            })
        });
        let layout = InputLayout::of(mode)?;
        let net = Arc::clone(&NETS[usize::from(mode != Mode::Duo)]);
        debug_assert_eq!(net.features(), layout.inputs());
        Some(Self { layout, net })
    }

    /// With this network in place of the trained one, in the variants that it is for.
    pub fn with(self, net: Option<&Arc<Net>>) -> Self {
        let fitting = net.filter(|net| net.features() == self.layout.inputs());
        Self { net: fitting.map_or(self.net, Arc::clone), ..self }
    }

    /// The win probability of the colour to move.
    pub fn win_probability(&self, state: &mut SearchState) -> f32 {
        // First all active inputs, then the sums: so the hidden units stay in the processor's registers.
        let (mut active, mut count) = ([0u16; MAX_ACTIVE], 0);
        active_inputs(self.layout, state, |input| {
            active[count] = input as u16;
            count = (count + 1).min(MAX_ACTIVE - 1);
        });
        1.0 / (1.0 + (-self.net.evaluate(&active[..count], SCALE) as f32 / UNIT).exp())
    }
}

#[cfg(test)]
mod tests {
    use game::Game;

    use super::*;
    use crate::mode::{Options, Scoring};
    use crate::rules::Blokus;

    fn active(game: &Blokus) -> Vec<usize> {
        let mut all = Vec::new();
        let layout = InputLayout::of(game.mode()).expect("two parties");
        active_inputs(layout, &mut SearchState::of(game), |input| all.push(input));
        all.sort_unstable();
        all
    }

    #[test]
    fn every_colour_starts_in_the_same_corner() {
        for mode in [Mode::Duo, Mode::Two, Mode::Teams] {
            let options = Options { mode, scoring: Scoring::Official };
            let mut game = Blokus::new(&options, 0).expect("a game");
            let first = active(&game);
            let layout = InputLayout::of(mode).expect("two parties");
            assert!(first.iter().all(|&input| input < layout.inputs()));
            for _ in 1..mode.colours() {
                // A colour that gave up has an input of its own; the squares of the next one are as before.
                game.play(crate::moves::Move::Pass);
                let own = |all: &[usize]| -> Vec<usize> {
                    all.iter().copied().filter(|&input| input < layout.square(1, 0)).collect()
                };
                assert_eq!(own(&active(&game)), own(&first));
            }
        }
    }

    #[test]
    fn mirroring_twice_gives_the_same_input() {
        let layout = InputLayout::of(Mode::Duo).expect("two parties");
        for input in 0..layout.inputs() {
            let mirror = mirrored(layout, input);
            assert!(mirror < layout.inputs());
            assert_eq!(mirrored(layout, mirror), input);
        }
    }
}
