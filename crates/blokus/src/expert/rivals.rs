//! The inputs of the network for rivals, which judges a position as each of four colours sees it.
//!
//! What is seen of a colour does not depend on who looks, but where it stands does: colours are counted from the one that
//! looks, and the board is turned so that this one starts in the same corner. So one set of weights serves all.

#![allow(clippy::needless_range_loop)] // the same row of several boards is read at a time

use super::bitboard::{Bitboard, reach};
use super::mobility::{Mobility, diagonal_step, magnitude, mobility_of};
use super::search_state::SearchState;
use crate::board::{LARGE, MARGIN, ROWS};
use crate::mode::MAX_COLOURS;
use crate::pieces::PIECES;

/// Quarters of the board.
const QUARTERS: usize = 4;
/// Planes of squares, counted by quarters: attach points with room for a large piece, attach points for small pieces
/// only, squares within reach of one piece, and of two.
const PLANES: usize = 4;
/// Values of such a count, in steps of half a doubling, one input each.
const SQUARES: usize = 14;

/// Inputs for each piece of a colour: it is left; it fits somewhere. One more if the colour is out.
const PIECE_INPUTS: usize = 2 * PIECES + 1;
/// Counters of a colour: its attach points, its placements, the squares of the pieces that fit.
const COUNTERS: usize = 3;
/// Values of a counter, one input each.
const COUNTER_VALUES: usize = 32;
/// Areas of a colour: what opponents do not reach, with two pieces or with one; what they reach later than the colour,
/// and as soon; and its roomy attach points that they do not reach with one piece.
const AREAS: usize = 5;
/// Values of an area.
const AREA_VALUES: usize = 40;

/// Where the groups of a colour's inputs begin.
const PIECE: usize = PLANES * QUARTERS * SQUARES;
const COUNTER: usize = PIECE + PIECE_INPUTS;
const AREA: usize = COUNTER + COUNTERS * COUNTER_VALUES;
const OF_COLOUR: usize = AREA + AREAS * AREA_VALUES;

/// Leads in squares: over each other colour, and over the best of them.
const LEADS: usize = 4;
/// Values of a lead, in steps of two, centred on an even game.
const LEAD_VALUES: usize = 32;

const LEAD: usize = MAX_COLOURS * OF_COLOUR;
/// Whose turn it is, counted from the colour that looks.
const TURN: usize = LEAD + LEADS * LEAD_VALUES;

/// Kept for games of three: where the shared colour stands, and who moves it next. No position has them so far.
const SHARED: usize = 2 * MAX_COLOURS;

/// How many inputs there are.
pub const INPUTS: usize = TURN + MAX_COLOURS + SHARED;

/// More than the inputs of a colour that are ever active beside its planes.
const MOST_ALONE: usize = 64;

/// What is seen of a colour, whoever looks.
#[derive(Clone, Copy)]
struct Sight {
    /// Active inputs, counted from where its group begins.
    alone: [u16; MOST_ALONE],
    count: usize,
    /// The value of each plane in each quarter of the board as it is.
    squares: [[u8; QUARTERS]; PLANES],
    in_play: bool,
}

impl Sight {
    const NOTHING: Self =
        Self { alone: [0; MOST_ALONE], count: 0, squares: [[0; QUARTERS]; PLANES], in_play: false };

    #[inline]
    fn add(&mut self, input: usize) {
        self.alone[self.count % MOST_ALONE] = input as u16;
        self.count += 1;
    }
}

/// A position as the networks see it, before anybody looks.
pub struct Views {
    sights: [Sight; MAX_COLOURS],
    points: [i16; MAX_COLOURS],
    margins: [i16; MAX_COLOURS],
    mover: usize,
}

/// How many squares there are by quarters, those of the lower left one first, row by row.
#[inline]
fn by_quarters(planes: &[Bitboard; PLANES]) -> [[u8; QUARTERS]; PLANES] {
    const HALF: usize = LARGE as usize / 2;
    const LEFT: u32 = ((1 << HALF) - 1) << MARGIN;
    planes.map(|plane| {
        let mut counts = [0; QUARTERS];
        for row in MARGIN..MARGIN + LARGE as usize {
            let upper = usize::from(row >= MARGIN + HALF) * 2;
            counts[upper] += (plane[row] & LEFT).count_ones();
            counts[upper + 1] += (plane[row] & LEFT << HALF).count_ones();
        }
        counts.map(|count| magnitude(count).min(SQUARES as u32 - 1) as u8)
    })
}

/// The value of an area of so many squares: fine steps for what decides late in the game.
const fn area_value(squares: u32) -> usize {
    let value = if squares < 16 { squares / 2 } else { 8 + (squares - 16) / 8 } as usize;
    if value < AREA_VALUES { value } else { AREA_VALUES - 1 }
}

/// Where a quarter is on the board as a colour sees it.
const TURNED: [[usize; QUARTERS]; MAX_COLOURS] =
    [[0, 1, 2, 3], [1, 3, 0, 2], [3, 2, 1, 0], [2, 0, 3, 1]];

impl Views {
    /// What is to be seen of a position with four colours. Attach points where no piece fits are removed from it, so
    /// that a playout from there need not try them.
    #[inline]
    pub fn of(state: &mut SearchState) -> Self {
        let (from, to) = (MARGIN, MARGIN + usize::from(LARGE));
        let mut sights = [Sight::NOTHING; MAX_COLOURS];
        let mut near = [[0; ROWS]; MAX_COLOURS];
        let mut far = [[0; ROWS]; MAX_COLOURS];
        let mut rooms = [[0; ROWS]; MAX_COLOURS];
        for colour in 0..MAX_COLOURS {
            let (board, sight) = (&mut state.boards[colour], &mut sights[colour]);
            let mut left = board.left;
            while left != 0 {
                sight.add(PIECE + left.trailing_zeros() as usize);
                left &= left - 1;
            }
            sight.in_play = state.alive >> colour & 1 != 0;
            if !sight.in_play {
                sight.add(PIECE + 2 * PIECES);
                continue;
            }
            let mut free = [0; ROWS];
            for row in from..to {
                free[row] = !board.forbidden[row];
            }
            let mobility = mobility_of(board, from, to);
            let squares =
                mobility.each_fitting(board.left, |piece| sight.add(PIECE + PIECES + piece));
            let Mobility { points, roomy, count, placements, .. } = mobility;
            board.attach = points;
            for (counter, number) in
                [count, magnitude(placements), squares / 3].into_iter().enumerate()
            {
                let value = (number as usize).min(COUNTER_VALUES - 1);
                sight.add(COUNTER + counter * COUNTER_VALUES + value);
            }
            let close = reach(&points, &free, from, to);
            let wide = reach(&diagonal_step(&close, &free, from, to), &free, from, to);
            let mut planes = [roomy, points, close, wide];
            for row in from..to {
                planes[1][row] &= !roomy[row];
                planes[2][row] &= !points[row];
                planes[3][row] &= !close[row];
            }
            sight.squares = by_quarters(&planes);
            (near[colour], far[colour], rooms[colour]) = (close, wide, roomy);
        }
        for colour in 0..MAX_COLOURS {
            if !sights[colour].in_play {
                continue;
            }
            let mut areas = [0; AREAS];
            for row in from..to {
                let (mut their_near, mut their_far) = (0, 0);
                for other in 0..MAX_COLOURS {
                    if other != colour {
                        their_near |= near[other][row];
                        their_far |= far[other][row];
                    }
                }
                let (close, wide) = (near[colour][row], far[colour][row]);
                areas[0] += (wide & !their_far).count_ones();
                areas[1] += (close & !their_far).count_ones();
                areas[2] += (close & their_far & !their_near).count_ones();
                areas[3] += (close & their_near).count_ones();
                areas[4] += 2 * (rooms[colour][row] & !their_near).count_ones();
            }
            for (area, squares) in areas.into_iter().enumerate() {
                sights[colour].add(AREA + area * AREA_VALUES + area_value(squares));
            }
        }
        Self {
            sights,
            points: state.points,
            margins: state.margins(),
            mover: usize::from(state.mover) % MAX_COLOURS,
        }
    }

    /// Calls `activate` with every input that is active when this colour looks.
    #[inline]
    pub fn each_input(&self, viewer: usize, mut activate: impl FnMut(usize)) {
        let from_viewer = |colour: usize| (colour + MAX_COLOURS - viewer) % MAX_COLOURS;
        for (colour, sight) in self.sights.iter().enumerate() {
            let base = from_viewer(colour) * OF_COLOUR;
            for &input in &sight.alone[..sight.count.min(MOST_ALONE)] {
                activate(base + usize::from(input));
            }
            if !sight.in_play {
                continue;
            }
            for (plane, quarters) in sight.squares.iter().enumerate() {
                for (quarter, &value) in quarters.iter().enumerate() {
                    let turned = TURNED[viewer % MAX_COLOURS][quarter];
                    activate(base + (plane * QUARTERS + turned) * SQUARES + usize::from(value));
                }
            }
        }
        let lead = |points: i16| {
            (points / 2 + LEAD_VALUES as i16 / 2).clamp(0, LEAD_VALUES as i16 - 1) as usize
        };
        for ahead in 1..MAX_COLOURS {
            let other = self.points[(viewer + ahead) % MAX_COLOURS];
            let by = self.points[viewer % MAX_COLOURS] - other;
            activate(LEAD + (ahead - 1) * LEAD_VALUES + lead(by));
        }
        let by = self.margins[viewer % MAX_COLOURS];
        activate(LEAD + (LEADS - 1) * LEAD_VALUES + lead(by));
        activate(TURN + from_viewer(self.mover));
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng};

    use super::*;
    use crate::mode::{Mode, Options, Scoring};
    use crate::rules::Blokus;

    fn classic() -> Blokus {
        let options = Options { mode: Mode::Classic, scoring: Scoring::Official };
        Blokus::new(&options, 0).expect("a game")
    }

    fn active(views: &Views, viewer: usize) -> Vec<usize> {
        let mut all = Vec::new();
        views.each_input(viewer, |input| all.push(input));
        all.sort_unstable();
        all
    }

    #[test]
    fn at_the_start_all_see_the_same_but_for_the_turn() {
        let views = Views::of(&mut SearchState::of(&classic()));
        let seen = |viewer| {
            let mut all = active(&views, viewer);
            all.retain(|&input| input < TURN);
            all
        };
        assert!((1..4).all(|viewer| seen(viewer) == seen(0)));
        assert!((1..4).all(|viewer| active(&views, viewer) != active(&views, 0)));
    }

    #[test]
    fn a_board_that_is_turned_looks_the_same_to_the_next_colour() {
        use super::super::footprint::{Footprints, code_of};
        use crate::board::Spot;

        // The single square at the start of blue, and at that of yellow.
        let single = |x, y| code_of(Spot { orientation: 0, x, y });
        let mut blue = SearchState::of(&classic());
        let mut yellow = blue;
        blue.play(Footprints::get(), single(0, 19));
        yellow.mover = 1;
        yellow.play(Footprints::get(), single(19, 19));
        let (blue, yellow) = (Views::of(&mut blue), Views::of(&mut yellow));
        for viewer in 0..4 {
            assert_eq!(active(&blue, viewer), active(&yellow, (viewer + 1) % 4));
        }
        assert_ne!(active(&blue, 0), active(&blue, 1));
    }

    #[test]
    fn inputs_stay_within_their_layout_to_the_end_of_a_game() {
        let (mut game, mut rng) = (classic(), Rng::new(3));
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            game.play(mv);
            let views = Views::of(&mut SearchState::of(&game));
            assert!(views.sights.iter().all(|sight| sight.count < MOST_ALONE));
            for viewer in 0..4 {
                let mut all = active(&views, viewer);
                assert!(all.iter().all(|&input| input < INPUTS));
                let count = all.len();
                all.dedup();
                assert_eq!(all.len(), count, "each input once");
            }
        }
    }
}
