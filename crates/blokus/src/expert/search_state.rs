//! The position as the search plays on it: the same rows of bits as [`ColourBoard`], with moves as numbers and
//! nothing that a playout does not need.

use super::footprint::{Footprints, PlacementCode, code_of, corner_of};
use crate::board::{ColourBoard, MARGIN, ROWS};
use crate::covers::WORDS;
use crate::mode::{MAX_COLOURS, Mode, Scoring};
use crate::pieces::{ALL_SQUARES, SINGLE};
use crate::rules::Blokus;

/// A position of the search.
#[derive(Clone, Copy)]
pub struct SearchState {
    /// The board as each colour sees it.
    pub boards: [ColourBoard; MAX_COLOURS],
    /// Squares placed, and the bonuses under the official scoring.
    pub points: [i16; MAX_COLOURS],
    /// Colours that are still in the game, as far as is known, a bit each.
    pub alive: u8,
    /// The colour to move, if any is alive.
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

impl SearchState {
    /// The position of a game in play.
    pub fn of(game: &Blokus) -> Self {
        let colours = game.mode().colours();
        let mut alive = 0;
        let mut points = [0; MAX_COLOURS];
        let mut plies = 0;
        // Junior has no bonus, and what else is official about it changes no difference.
        let official = game.scoring() == Scoring::Official && game.mode() != Mode::Junior;
        for (colour, points) in points.iter_mut().enumerate().take(colours) {
            alive |= u8::from(!game.is_out(colour)) << colour;
            *points = game.squares_placed(colour) as i16;
            if official {
                *points += game.bonus(colour) as i16;
            }
            plies += game.placed(colour).len() as u8;
        }
        let mut boards = game.boards;
        // Where no piece fits now none will later. Dropping these points here saves every simulation the test.
        boards.iter_mut().for_each(ColourBoard::remove_dead_points);
        Self {
            boards,
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

    /// The mode of play.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The colour whose reward the mover maximises: its own, except that the fourth colour of three seats
    /// is played for the seat whose turn it is.
    #[inline]
    pub fn beneficiary(&self) -> usize {
        if self.mover == 3 && self.mode == Mode::Three {
            usize::from(self.shared)
        } else {
            usize::from(self.mover)
        }
    }

    /// Places a piece of the colour to move. The turn goes to the next colour that is alive, as far as is
    /// known: that colour may turn out to have no move.
    #[inline]
    pub fn play(&mut self, footprints: &Footprints, code: PlacementCode) {
        let mover = usize::from(self.mover) % MAX_COLOURS;
        let footprint = footprints.of(code);
        let (x, y) = corner_of(code);
        for (colour, side) in self.boards.iter_mut().enumerate().take(usize::from(self.colours)) {
            if colour == mover {
                let (row, shift) = (y + MARGIN - 1, x + MARGIN - 1);
                for at in 0..7 {
                    side.forbidden[(row + at) % ROWS] |= footprint.halo[at] << shift;
                    side.attach[(row + at) % ROWS] |= footprint.corners[at] << shift;
                }
                side.take(footprint.piece);
            } else {
                for at in 0..5 {
                    side.forbidden[(y + MARGIN + at) % ROWS] |= footprint.body[at] << (x + MARGIN);
                }
            }
        }
        self.points[mover] += i16::from(footprint.size);
        if self.boards[mover].left == 0 {
            self.alive &= !(1 << mover);
            if self.official {
                self.points[mover] += if footprint.piece == SINGLE { 20 } else { 15 };
            }
        }
        self.plies += 1;
        self.pass();
    }

    /// Makes it the turn of the next colour that is alive.
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

    /// Takes the colour to move out of the game, since it has no move.
    #[inline]
    pub fn eliminate_mover(&mut self) {
        self.alive &= !(1 << self.mover);
        let shared = self.shared;
        self.pass();
        // A turn without a move does not count for the fourth colour of three seats.
        self.shared = shared;
    }

    /// Takes out the colours that cannot move until one can; false if the game is over.
    pub fn skip_stuck_colours(&mut self) -> bool {
        while self.alive != 0 {
            if self.alive >> self.mover & 1 == 0 {
                self.pass();
            } else if self.boards[usize::from(self.mover) % MAX_COLOURS].can_move() {
                return true;
            } else {
                self.eliminate_mover();
            }
        }
        false
    }

    /// Whether a placement is legal for the colour to move.
    #[inline]
    pub fn is_legal(&self, footprints: &Footprints, code: PlacementCode) -> bool {
        let side = &self.boards[usize::from(self.mover) % MAX_COLOURS];
        let footprint = footprints.of(code);
        if side.left >> footprint.piece & 1 == 0 {
            return false;
        }
        let (x, y) = corner_of(code);
        let (mut forbidden, mut attached) = (0, 0);
        for at in 0..5 {
            let body = footprint.body[at] << (x + MARGIN);
            forbidden |= side.forbidden[(y + MARGIN + at) % ROWS] & body;
            attached |= side.attach[(y + MARGIN + at) % ROWS] & body;
        }
        forbidden == 0 && attached != 0
    }

    /// The points of each colour's team minus those of its best opponent, for a finished game.
    pub fn margins(&self) -> [i16; MAX_COLOURS] {
        let colours = usize::from(self.colours);
        let mut margins = [0; MAX_COLOURS];
        match self.mode {
            Mode::Teams | Mode::Two => {
                let lead = self.points[0] + self.points[2] - self.points[1] - self.points[3];
                margins = [lead, -lead, lead, -lead];
            }
            Mode::Duo | Mode::Junior => {
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
    pub fn each_move(&self, mut f: impl FnMut(PlacementCode)) {
        self.boards[usize::from(self.mover) % MAX_COLOURS].each_move(|spot| f(code_of(spot)));
    }
}

/// The first words of a [`CoverSet`](crate::covers::CoverSet), which hold the pieces of five squares.
pub const LARGE_WORDS: usize = 5;
const _: () = assert!(LARGE_WORDS < WORDS && ALL_SQUARES == 89);

#[cfg(test)]
mod tests {
    use game::{Game, Rng};

    use super::super::footprint::spot_of;
    use super::*;
    use crate::mode::Options;
    use crate::moves::Move;

    /// Dropping the attach points where no piece fits drops no move.
    #[test]
    fn it_has_the_moves_of_the_game() {
        for (seed, mode) in Mode::ALL.into_iter().enumerate() {
            let options = Options { mode, scoring: Scoring::Official };
            let mut game = Blokus::new(&options, 0).expect("a game");
            let (mut rng, mut legal) = (Rng::new(seed as u64), Vec::new());
            while game.turn().seat().is_some() {
                let state = SearchState::of(&game);
                let mut all = Vec::new();
                state.each_move(|code| all.push(Move::Place(spot_of(code))));
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
