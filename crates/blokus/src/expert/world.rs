//! The board as the search plays on it: the same rows of bits as [`Side`], with moves as numbers and
//! nothing that a playout does not need.

use std::sync::LazyLock;

use crate::board::{MARGIN, ROWS, Side, Spot};
use crate::mode::{MAX_COLOURS, Mode, Scoring};
use crate::pieces::{ALL_SQUARES, Pieces, SINGLE};
use crate::reach::{Reach, WORDS};
use crate::rules::Blokus;

/// A placement as a number: the orientation, and the corner of its box on a board of 20 columns.
pub type Code = u16;
/// No placement.
pub const NONE: Code = Code::MAX;
/// Numbers of placements are below this.
pub const CODES: usize = 91 << 9;
const COLUMNS: u16 = 20;

/// What putting a piece does to the board, by orientation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stamp {
    /// Its squares, from the row of its box on.
    pub body: [u32; 5],
    /// Its squares and those beside them, from a row below.
    pub halo: [u32; 7],
    /// The squares that touch it by a corner, from a row below.
    pub corners: [u32; 7],
    /// The three as windows of seven rows of seven bits.
    pub body_window: u64,
    /// See `body_window`.
    pub halo_window: u64,
    /// See `body_window`.
    pub corner_window: u64,
    /// The piece.
    pub piece: u8,
    /// Its squares.
    pub size: u8,
    /// Columns and rows of its box.
    pub width: u8,
    /// See `width`.
    pub height: u8,
}

/// Stamps by orientation; the list is longer than needed so that an index of seven bits fits.
pub struct Stamps(pub [Stamp; 128]);

impl Stamps {
    /// The table, made once.
    pub fn get() -> &'static Self {
        static STAMPS: LazyLock<Stamps> = LazyLock::new(|| {
            let mut stamps = [Stamp::default(); 128];
            for (stamp, lies) in stamps.iter_mut().zip(&Pieces::get().orientations) {
                let window = |rows: &[u32; 7]| {
                    rows.iter().rev().fold(0u64, |all, &row| all << 7 | u64::from(row))
                };
                *stamp = Stamp {
                    body: std::array::from_fn(|row| lies.body[row + 1] >> 1),
                    halo: lies.halo,
                    corners: lies.corners,
                    body_window: window(&lies.body),
                    halo_window: window(&lies.halo),
                    corner_window: window(&lies.corners),
                    piece: lies.piece,
                    size: lies.squares.len() as u8,
                    width: lies.width,
                    height: lies.height,
                };
            }
            Stamps(stamps)
        });
        &STAMPS
    }

    /// The stamp of a placement.
    #[inline]
    pub fn of(&self, code: Code) -> &Stamp {
        &self.0[usize::from(code >> 9)]
    }
}

/// The number of a placement.
#[inline]
pub fn code_of(spot: Spot) -> Code {
    u16::from(spot.orientation) << 9 | (u16::from(spot.y) * COLUMNS + u16::from(spot.x))
}

/// The placement of a number.
#[inline]
pub fn spot_of(code: Code) -> Spot {
    let at = code & 511;
    Spot { orientation: (code >> 9) as u8, x: (at % COLUMNS) as u8, y: (at / COLUMNS) as u8 }
}

/// Column and row of the box of a placement.
#[inline]
pub fn place_of(code: Code) -> (usize, usize) {
    let at = usize::from(code & 511);
    (at % usize::from(COLUMNS), at / usize::from(COLUMNS))
}

/// The whole board and whose turn it is.
#[derive(Clone, Copy)]
pub struct World {
    /// What the board is to each colour.
    pub sides: [Side; MAX_COLOURS],
    /// Squares placed, with the bonuses where they count.
    pub points: [i16; MAX_COLOURS],
    /// Colours that are not passed over for good, a bit each.
    pub alive: u8,
    /// The colour whose turn it is, if any is alive.
    pub mover: u8,
    /// How many colours there are.
    pub colours: u8,
    /// How often the fourth colour of three seats has had its turn.
    pub shared: u8,
    /// Pieces on the board.
    pub plies: u8,
    mode: Mode,
    official: bool,
}

impl World {
    /// The position of a game in play.
    pub fn of(game: &Blokus) -> Self {
        let colours = game.mode().colours();
        let mut alive = 0;
        let mut points = [0; MAX_COLOURS];
        let mut plies = 0;
        let official = game.scoring() == Scoring::Official;
        for (colour, points) in points.iter_mut().enumerate().take(colours) {
            alive |= u8::from(!game.is_out(colour)) << colour;
            *points = game.squares_placed(colour) as i16;
            if official {
                *points += game.bonus(colour) as i16;
            }
            plies += game.placed(colour).len() as u8;
        }
        let mut sides = game.sides;
        // Where nothing fits nothing ever will: all simulations are spared from finding that out.
        sides.iter_mut().for_each(Side::forget_dead_points);
        Self {
            sides,
            points,
            alive,
            mover: game.colour_to_move().unwrap_or(0) as u8,
            colours: colours as u8,
            shared: game.shared,
            plies,
            mode: game.mode(),
            official,
        }
    }

    /// The way to play.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The colour whose reward the colour to move wants: its own, except that the fourth colour of
    /// three seats is played for the seat whose turn it is.
    #[inline]
    pub fn wants(&self) -> usize {
        if self.mover == 3 && self.mode == Mode::Three {
            usize::from(self.shared)
        } else {
            usize::from(self.mover)
        }
    }

    /// Puts a piece of the colour to move, and passes the turn to the next colour that is alive, as
    /// far as is known.
    #[inline]
    pub fn play(&mut self, stamps: &Stamps, code: Code) {
        let mover = usize::from(self.mover) % MAX_COLOURS;
        let stamp = stamps.of(code);
        let (x, y) = place_of(code);
        for (colour, side) in self.sides.iter_mut().enumerate().take(usize::from(self.colours)) {
            if colour == mover {
                let (row, shift) = (y + MARGIN - 1, x + MARGIN - 1);
                for at in 0..7 {
                    side.forbidden[(row + at) % ROWS] |= stamp.halo[at] << shift;
                    side.attach[(row + at) % ROWS] |= stamp.corners[at] << shift;
                }
                side.left &= !(1 << stamp.piece);
                side.ways.remove(&Reach::get().of_piece[usize::from(stamp.piece) % 21]);
            } else {
                for at in 0..5 {
                    side.forbidden[(y + MARGIN + at) % ROWS] |= stamp.body[at] << (x + MARGIN);
                }
            }
        }
        self.points[mover] += i16::from(stamp.size);
        if self.sides[mover].left == 0 {
            self.alive &= !(1 << mover);
            if self.official {
                self.points[mover] += if stamp.piece == SINGLE { 20 } else { 15 };
            }
        }
        self.plies += 1;
        self.pass();
    }

    /// The next colour's turn.
    #[inline]
    pub fn pass(&mut self) {
        if self.mover == 3 && self.mode == Mode::Three {
            self.shared = (self.shared + 1) % 3;
        }
        for _ in 0..self.colours {
            self.mover = (self.mover + 1) % self.colours;
            if self.alive >> self.mover & 1 != 0 {
                break;
            }
        }
    }

    /// The colour to move cannot move: it is passed over for good.
    #[inline]
    pub fn die(&mut self) {
        self.alive &= !(1 << self.mover);
        let shared = self.shared;
        self.pass();
        // A turn that was none does not count.
        self.shared = shared;
    }

    /// Makes sure that the colour to move can move; false once the game is over.
    pub fn settle(&mut self) -> bool {
        while self.alive != 0 {
            if self.alive >> self.mover & 1 == 0 {
                self.pass();
            } else if self.sides[usize::from(self.mover) % MAX_COLOURS].can_move() {
                return true;
            } else {
                self.die();
            }
        }
        false
    }

    /// Whether a placement is legal for the colour to move.
    #[inline]
    pub fn is_legal(&self, stamps: &Stamps, code: Code) -> bool {
        let side = &self.sides[usize::from(self.mover) % MAX_COLOURS];
        let stamp = stamps.of(code);
        if side.left >> stamp.piece & 1 == 0 {
            return false;
        }
        let (x, y) = place_of(code);
        let (mut forbidden, mut attached) = (0, 0);
        for at in 0..5 {
            let body = stamp.body[at] << (x + MARGIN);
            forbidden |= side.forbidden[(y + MARGIN + at) % ROWS] & body;
            attached |= side.attach[(y + MARGIN + at) % ROWS] & body;
        }
        forbidden == 0 && attached != 0
    }

    /// The points of each colour's team less those of the best opponent's, at the end of a game.
    pub fn margins(&self) -> [i16; MAX_COLOURS] {
        let colours = usize::from(self.colours);
        let mut margins = [0; MAX_COLOURS];
        match self.mode {
            Mode::Teams | Mode::Two => {
                let lead = self.points[0] + self.points[2] - self.points[1] - self.points[3];
                margins = [lead, -lead, lead, -lead];
            }
            Mode::Duo => {
                let lead = self.points[0] - self.points[1];
                (margins[0], margins[1]) = (lead, -lead);
            }
            Mode::Classic | Mode::Three => {
                let counted = if self.mode == Mode::Three { 3 } else { colours };
                for (own, margin) in margins.iter_mut().enumerate().take(counted) {
                    let others = (0..counted).filter(|&other| other != own);
                    let best = others.map(|other| self.points[other]).max().unwrap_or(0);
                    *margin = self.points[own] - best;
                }
            }
        }
        margins
    }

    /// Calls with every legal placement of the colour to move, each once.
    #[inline]
    pub fn each_move(&self, mut f: impl FnMut(Code)) {
        self.sides[usize::from(self.mover) % MAX_COLOURS].each_move(|spot| f(code_of(spot)));
    }
}

/// Words of ways that hold the pieces of five squares.
pub const LARGE_WORDS: usize = 5;
const _: () = assert!(LARGE_WORDS < WORDS && ALL_SQUARES == 89);

#[cfg(test)]
mod tests {
    use game::{Game, Rng};

    use super::*;
    use crate::mode::Options;
    use crate::moves::Move;

    /// Forgetting points where nothing fits forgets no move.
    #[test]
    fn it_has_the_moves_of_the_game() {
        for (seed, mode) in Mode::ALL.into_iter().enumerate() {
            let options = Options { mode, scoring: Scoring::Official };
            let mut game = Blokus::new(&options, 0).expect("a game");
            let (mut rng, mut legal) = (Rng::new(seed as u64), Vec::new());
            while game.turn().seat().is_some() {
                let world = World::of(&game);
                let mut all = Vec::new();
                world.each_move(|code| all.push(Move::Place(spot_of(code))));
                all.sort_unstable();
                game.legal_moves(&mut legal);
                legal.sort_unstable();
                assert_eq!(all, legal);
                let mv = *rng.pick(&all).expect("a move");
                game.play(mv);
            }
        }
    }
}
