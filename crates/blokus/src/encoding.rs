//! The game as numbers: an action is a placement, an observation the pieces on the board and those left. The board is
//! turned so that every colour begins where Blue does.

use std::sync::LazyLock;

use game::{Encoding, FeatureWriter, ObservationShape, Seat, Symmetry};

use crate::board::{LARGE, MARGIN, SMALL, Spot};
use crate::mode::Mode;
use crate::moves::Move;
use crate::pieces::{PIECES, Pieces};
use crate::rules::Blokus;

/// The placements of a board, numbered orientation by orientation, each row by row.
struct Placements {
    side: u8,
    /// The number of the first placement of each orientation, and of all at the end.
    first: Vec<u32>,
    spots: Vec<Spot>,
}

impl Placements {
    fn new(side: u8) -> Self {
        let (mut first, mut spots) = (Vec::new(), Vec::new());
        for (orientation, shape) in Pieces::get().orientations.iter().enumerate() {
            first.push(spots.len() as u32);
            for y in 0..=side - shape.height {
                let row = (0..=side - shape.width).map(|x| (x, y));
                spots.extend(row.map(|(x, y)| Spot { orientation: orientation as u8, x, y }));
            }
        }
        Self { side, first, spots }
    }

    /// Those of a mode's board, made once.
    #[inline]
    fn of(mode: Mode) -> &'static Self {
        static BOARDS: LazyLock<[Placements; 2]> =
            LazyLock::new(|| [SMALL, LARGE].map(Placements::new));
        &BOARDS[usize::from(mode.side() == LARGE)]
    }

    #[inline]
    fn number(&self, spot: Spot) -> usize {
        let across = usize::from(self.side - spot.shape().width) + 1;
        self.first[usize::from(spot.orientation)] as usize
            + usize::from(spot.y) * across
            + usize::from(spot.x)
    }

    /// After quarter turns of the board, clockwise.
    #[inline]
    fn turned(&self, mut spot: Spot, turns: u8) -> Spot {
        for _ in 0..turns {
            let shape = spot.shape();
            let (x, y) = (spot.y, self.side - spot.x - shape.width);
            spot = Spot { orientation: shape.right, x, y };
        }
        spot
    }

    /// With left and right exchanged.
    fn mirrored(&self, spot: Spot) -> Spot {
        let shape = spot.shape();
        Spot { orientation: shape.mirror, x: self.side - spot.x - shape.width, y: spot.y }
    }
}

/// Quarter turns, clockwise, that bring a colour's start to where Blue's is.
const fn turns(mode: Mode, colour: usize) -> u8 {
    match (mode, colour) {
        (Mode::Duo | Mode::Junior, _) => 2 * (colour as u8 % 2),
        _ => (4 - colour as u8) % 4,
    }
}

impl Blokus {
    /// The colour that a seat looks at the board with: the one that it is to move, or else its first.
    fn colour_of(&self, seat: Seat) -> usize {
        match self.colour_to_move() {
            Some(colour) if self.seat_of(colour) == seat => colour,
            _ => seat.index() % self.mode().colours(),
        }
    }

    /// Quarter turns of the board for the colour that is to move.
    #[inline]
    fn mover_turns(&self) -> u8 {
        turns(self.mode(), self.colour_to_move().unwrap_or(0))
    }
}

impl Encoding for Blokus {
    fn actions(&self) -> usize {
        Placements::of(self.mode()).spots.len()
    }

    /// Giving up is no action: it is not among the listed moves. It gets the number after the last, as does a turn lost.
    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        let placements = Placements::of(self.mode());
        match mv {
            Move::Place(spot) => placements.number(placements.turned(spot, self.mover_turns())),
            Move::Pass | Move::Skip => placements.spots.len(),
        }
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let placements = Placements::of(self.mode());
        let spot = *placements.spots.get(action)?;
        Some(Move::Place(placements.turned(spot, (4 - self.mover_turns()) % 4)))
    }

    #[inline]
    fn each_action(&self, mut f: impl FnMut(usize)) {
        if let Some(colour) = self.colour_to_move() {
            let (placements, turns) = (Placements::of(self.mode()), self.mover_turns());
            self.boards[colour]
                .each_move(|spot| f(placements.number(placements.turned(spot, turns))));
        }
    }

    fn observation(&self) -> ObservationShape {
        let colours = self.mode().colours();
        let who = |at: usize| if at == 0 { "own".to_owned() } else { format!("next {at}") };
        let each = |what: &'static str| (0..colours).map(move |at| format!("{}: {what}", who(at)));
        let open = ["squares it may not cover", "corners to attach to"].map(str::to_owned);
        let pieces = (0..colours).flat_map(|at| {
            let names = Pieces::get().pieces.iter();
            names.map(move |piece| format!("{}: {} left", who(at), piece.name))
        });
        let (_, twice) = self.mode().piece_set();
        let second = (0..colours).flat_map(|at| {
            let names = Pieces::get().pieces.iter().enumerate();
            let names = names.filter(move |(piece, _)| twice >> piece & 1 != 0);
            names.map(move |(_, piece)| format!("{}: second {} left", who(at), piece.name))
        });
        ObservationShape {
            planes: each("squares").chain(open).collect(),
            rows: self.mode().side().into(),
            columns: self.mode().side().into(),
            features: pieces.chain(second).chain(each("out")).chain(each("to move")).collect(),
        }
    }

    fn observe(&self, seat: Seat, into: &mut [f32]) {
        let mode = self.mode();
        let (side, colours) = (usize::from(mode.side()), mode.colours());
        let area = side * side;
        let (planes, features) = into.split_at_mut((colours + 2) * area);
        planes.fill(0.0);
        let own = self.colour_of(seat);
        let turns = turns(mode, own);
        let place = |x: usize, y: usize| match turns {
            0 => y * side + x,
            1 => (side - 1 - x) * side + y,
            2 => (side - 1 - y) * side + side - 1 - x,
            _ => x * side + side - 1 - y,
        };
        let next = |at: usize| (own + at) % colours;
        for at in 0..colours {
            for (x, y) in self.placed(next(at)).iter().flat_map(|spot| spot.squares()) {
                planes[at * area + place(x.into(), y.into())] = 1.0;
            }
        }
        let board = &self.boards[own];
        for (plane, open) in [(colours, false), (colours + 1, true)] {
            for y in 0..side {
                let forbidden = board.forbidden[y + MARGIN];
                let row = if open { board.attach[y + MARGIN] & !forbidden } else { forbidden };
                let mut bits = row >> MARGIN & ((1 << side) - 1);
                while bits != 0 {
                    planes[plane * area + place(bits.trailing_zeros() as usize, y)] = 1.0;
                    bits &= bits - 1;
                }
            }
        }
        let mut features = FeatureWriter::new(features);
        for at in 0..colours {
            (0..PIECES as u8).for_each(|piece| features.flag(self.has_piece(next(at), piece)));
        }
        let (_, twice) = self.mode().piece_set();
        for at in 0..colours {
            (0..PIECES as u8)
                .filter(|piece| twice >> piece & 1 != 0)
                .for_each(|piece| features.flag(self.copies_left(next(at), piece) == 2));
        }
        (0..colours).for_each(|at| features.flag(self.is_out(next(at))));
        let mover = self.colour_to_move().map(|mover| (mover + colours - own) % colours);
        features.one_of(mover, colours);
    }

    fn points_so_far(&self, seat: Seat) -> i32 {
        self.seat_points(seat)
    }

    /// In Duo the line through both starts is an axis of the board. Elsewhere every symmetry of the board changes the
    /// order of turns.
    fn symmetries(&self) -> Vec<Symmetry> {
        if !self.mode().is_small() {
            return Vec::new();
        }
        let placements = Placements::of(self.mode());
        let flipped = |&spot: &Spot| placements.turned(placements.mirrored(spot), 3);
        let actions = placements.spots.iter().map(|spot| placements.number(flipped(spot)) as u32);
        let last = usize::from(self.mode().side()) - 1;
        vec![Symmetry::of_squares(
            "transpose",
            &self.observation(),
            |(column, row)| (last - row, last - column),
            actions.collect(),
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Options;

    #[test]
    fn there_are_as_many_placements_as_the_literature_has() {
        let count = |mode| Blokus::start(Options { mode, ..Options::default() }).actions();
        assert_eq!((count(Mode::Duo), count(Mode::Classic)), (13_729, 30_433));
    }
}
