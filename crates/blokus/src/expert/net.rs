//! The value networks: small networks, trained on games, that give the win probability of the colour to move, or of each
//! of four rivals (`rivals.rs`).
//!
//! Where two parties play, their inputs are, for each colour, where it may attach, what its next piece could cover and
//! what the one after that could, the pieces that are left and those that still fit somewhere; and how much of the
//! board only one team can reach. The board is rotated so that the colour to move always starts in the same corner. The
//! weights are whole numbers, made by `examples/train_blokus.rs`: `data/net-small.safetensors` for Duo,
//! `data/net-large.safetensors` for the four colours of two teams, `data/net-rivals.safetensors` for those of classic.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use std::sync::{Arc, LazyLock};

use game::Words;
use search::tensors::{BadTensors, Tensors};

use super::bitboard::reach;
use super::mobility::{Mobility, diagonal_step, magnitude, mobility_of};
use super::rivals::{self, Views};
use super::search_state::SearchState;
use crate::board::{LARGE, MARGIN, ROWS, SMALL};
use crate::mode::{MAX_COLOURS, Mode};
use crate::pieces::PIECES;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    let mover = usize::from(state.mover);
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
        let mobility = mobility_of(board, from, to);
        let squares = mobility.each_fitting(board.left, |piece| activate(pieces + PIECES + piece));
        let Mobility { points, roomy, count, placements, .. } = mobility;
        board.attach = points;
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

/// How a network sees a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// As the party to move, which is judged.
    Blocks(InputLayout),
    /// As each colour in turn.
    Views,
}

impl InputKind {
    /// Those of the network for a mode. Of the first ones, none was for rivals.
    pub fn of(mode: Mode, learned: u32) -> Option<Self> {
        match mode {
            Mode::Classic => (learned > 0).then_some(Self::Views),
            _ => InputLayout::of(mode).map(Self::Blocks),
        }
    }

    /// How many there are.
    pub const fn count(self) -> usize {
        match self {
            Self::Blocks(layout) => layout.inputs(),
            Self::Views => rivals::INPUTS,
        }
    }

    /// Calls `judge` with every colour that is judged, and the inputs that are active when it looks. Where two parties
    /// play that is the colour to move alone.
    #[inline]
    pub fn each_view(self, state: &mut SearchState, mut judge: impl FnMut(usize, &[u16])) {
        // First all active inputs, then the sums: so the hidden units stay in the processor's registers.
        let (mut active, mut count) = ([0u16; MAX_ACTIVE], 0);
        if let Self::Blocks(layout) = self {
            active_inputs(layout, state, |input| {
                active[count] = input as u16;
                count = (count + 1).min(MAX_ACTIVE - 1);
            });
            return judge(state.mover.into(), &active[..count]);
        }
        let views = Views::of(state);
        for viewer in 0..MAX_COLOURS {
            count = 0;
            views.each_input(viewer, |input| {
                active[count] = input as u16;
                count = (count + 1).min(MAX_ACTIVE - 1);
            });
            judge(viewer, &active[..count]);
        }
    }
}

/// The network of a mode.
#[derive(Clone)]
pub struct Evaluator {
    inputs: InputKind,
    net: Arc<Net>,
}

/// What our files say that they are.
pub const KIND: &str = "blokus";

/// The network of a file, for the variants whose inputs it has.
pub fn of_file(file: &Tensors) -> Result<Arc<Net>, BadTensors> {
    let net = Net::from_tensors(file, KIND)?;
    let blocks = [Mode::Duo, Mode::Two].map(|mode| InputLayout::of(mode).map(InputKind::Blocks));
    let known = blocks.into_iter().flatten().chain([InputKind::Views]);
    let known: Vec<_> = known.map(InputKind::count).collect();
    let found = net.features();
    if known.contains(&found) {
        return Ok(Arc::new(net));
    }
    let known: Vec<_> = known.iter().map(ToString::to_string).collect();
    let known = known.join(", ");
    Err(BadTensors(Words::new(
        format!("it has {found} features, and those known have {known}"),
        format!("il a {found} caractéristiques, et ceux que l’on connaît en ont {known}"),
    )))
}

impl Evaluator {
    /// The trained network of a mode, if there is one.
    pub fn of(mode: Mode, learned: u32) -> Option<Self> {
        static NETS: LazyLock<[Arc<Net>; 3]> = LazyLock::new(|| {
            let files: [&[u8]; 3] = [
                include_bytes!("../../data/net-small.safetensors"),
                include_bytes!("../../data/net-large.safetensors"),
                include_bytes!("../../data/net-rivals.safetensors"),
            ];
            files.map(|bytes| {
                let net = Tensors::read(bytes).and_then(|file| of_file(&file));
                // They are part of the source, and every test of this player reads them.
                net.expect("data/net-*.safetensors hold nets")
            })
        });
        let inputs = InputKind::of(mode, learned)?;
        let net = Arc::clone(NETS.iter().find(|net| net.features() == inputs.count())?);
        Some(Self { inputs, net })
    }

    /// With this network in place of the trained one, in the variants that it is for.
    pub fn with(self, net: Option<&Arc<Net>>) -> Self {
        let fitting = net.filter(|net| net.features() == self.inputs.count());
        Self { net: fitting.map_or(self.net, Arc::clone), ..self }
    }

    /// The value of a position for each colour, from 0 to 1.
    pub fn values(&self, state: &mut SearchState) -> [f32; MAX_COLOURS] {
        let mut values = [0.5; MAX_COLOURS];
        self.inputs.each_view(state, |viewer, active| {
            let value = 1.0 / (1.0 + (-self.net.evaluate(active, SCALE) as f32 / UNIT).exp());
            if self.inputs == InputKind::Views {
                values[viewer % MAX_COLOURS] = value;
            } else {
                let own = |colour: usize| colour % 2 == viewer % 2;
                values =
                    std::array::from_fn(|colour| if own(colour) { value } else { 1.0 - value });
            }
        });
        values
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
    fn each_mode_has_its_network_and_a_file_of_unknown_inputs_is_refused() {
        let inputs = |mode, learned| Evaluator::of(mode, learned).map(|own| own.net.features());
        for (mode, learned) in Mode::ALL.into_iter().flat_map(|mode| [(mode, 0), (mode, 1)]) {
            let known = match mode {
                Mode::Classic => (learned > 0).then_some(rivals::INPUTS),
                _ => InputLayout::of(mode).map(InputLayout::inputs),
            };
            assert_eq!(inputs(mode, learned), known, "{}, {learned}", mode.id());
        }
        let other = Arc::new(Net::zero(rivals::INPUTS));
        let classic = Evaluator::of(Mode::Classic, 1).expect("a network").with(Some(&other));
        let start = &Blokus::new(&Options { mode: Mode::Classic, scoring: Scoring::Squares }, 0);
        let mut state = SearchState::of(start.as_ref().expect("a game"));
        assert_eq!(classic.values(&mut state), [0.5; MAX_COLOURS]);
        let teams = Evaluator::of(Mode::Teams, 1).expect("a network").with(Some(&other));
        assert_ne!(teams.net.features(), rivals::INPUTS);
        let refused = of_file(&Net::zero(7).to_tensors(KIND)).expect_err("unknown").to_string();
        assert!(refused.contains("it has 7 features"), "{refused}");
    }

    #[test]
    fn who_plays_on_alone_has_the_best_chance() {
        let mut game = Blokus::new(&Options { mode: Mode::Classic, scoring: Scoring::Squares }, 0)
            .expect("a game");
        for _ in 0..8 {
            let mv = game.random_move(&mut game::Rng::new(2), &mut Vec::new()).expect("a move");
            game.play(mv);
        }
        for _ in 0..3 {
            game.play(crate::moves::Move::Pass);
        }
        let mover = game.colour_to_move().expect("one is left");
        let evaluator = Evaluator::of(Mode::Classic, 1).expect("a network");
        let values = evaluator.values(&mut SearchState::of(&game));
        let others = (0..MAX_COLOURS).filter(|&colour| colour != mover);
        assert!(others.clone().all(|other| values[other] < values[mover]), "{values:?}");
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
