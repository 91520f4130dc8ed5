//! Playouts: quick, plausible moves from a position to the end of the game.
//!
//! A move is the best of a few candidates, each a random placement at a random attach point, large pieces first. A
//! candidate scores for its size, for the opponents' attach points that it covers and for those that it opens.

use game::{Parameter, Rng, numbers_of};
use serde::{Deserialize, Serialize};

use super::footprint::{CODES, Footprints, NONE, PlacementCode, code_of, corner_of};
use super::search_state::{LARGE_WORDS, SearchState};
use crate::board::{ColourBoard, MARGIN, ROWS};
use crate::covers::{CoverSet, CoverTables, WORDS};
use crate::mode::{MAX_COLOURS, Mode};

/// How playouts choose moves; the best values were found by matches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayoutPolicy {
    /// How many candidates a move is chosen from.
    pub candidates: usize,
    /// How many of those are near the previous move, if any attach point is.
    pub near_candidates: usize,
    /// The score for each square of the piece.
    pub size_weight: i32,
    /// The score for each attach point of an opponent that it covers.
    pub block_weight: i32,
    /// The score for each attach point of its own that it opens.
    pub open_weight: i32,
    /// The most that chance adds to a score.
    pub noise: u32,
    /// Whether to repeat the last good reply to the moves before it.
    pub replies: bool,
}

impl PlayoutPolicy {
    /// The values that won most.
    pub const BEST: Self = Self {
        candidates: 4,
        near_candidates: 2,
        size_weight: 4,
        block_weight: 4,
        open_weight: 1,
        noise: 4,
        replies: true,
    };

    /// Its numbers, for those who tune them.
    pub fn parameters(prefix: &str) -> Vec<Parameter> {
        numbers_of(prefix, &Self::BEST, |name, _| match name {
            "candidates" => (1.0, 100.0, 1.0),
            "near_candidates" | "noise" => (0.0, 100.0, 1.0),
            _ => (-100.0, 100.0, 1.0),
        })
    }
}

impl Default for PlayoutPolicy {
    fn default() -> Self {
        Self::BEST
    }
}

/// The last good reply of each colour: to the previous move, and to the previous two moves (LGRF, last good reply
/// with forgetting).
pub struct Replies {
    last: Vec<[PlacementCode; MAX_COLOURS]>,
    two: Vec<(u32, PlacementCode)>,
}

const TWO_BITS: u32 = 16;

impl Replies {
    /// No replies yet.
    pub fn new() -> Self {
        Self { last: vec![[NONE; MAX_COLOURS]; CODES], two: vec![(0, NONE); 1 << TWO_BITS] }
    }

    #[inline]
    fn slot(colour: usize, before: PlacementCode, last: PlacementCode) -> (usize, u32) {
        let name = u32::from(before) << 16 | u32::from(last);
        let mixed = (name ^ (colour as u32) << 30).wrapping_mul(0x9e37_79b1);
        ((mixed >> (32 - TWO_BITS)) as usize, name ^ (colour as u32) << 14)
    }

    #[inline]
    fn get(
        &self,
        colour: usize,
        before: PlacementCode,
        last: PlacementCode,
    ) -> (PlacementCode, PlacementCode) {
        let (slot, name) = Self::slot(colour, before, last);
        let two = match self.two.get(slot) {
            Some(&(known, code)) if known == name => code,
            _ => NONE,
        };
        let one = self.last.get(usize::from(last)).map_or(NONE, |by| by[colour % MAX_COLOURS]);
        (two, one)
    }

    #[inline]
    fn set(
        &mut self,
        colour: usize,
        before: PlacementCode,
        last: PlacementCode,
        code: PlacementCode,
    ) {
        let (slot, name) = Self::slot(colour, before, last);
        if let Some(entry) = self.two.get_mut(slot) {
            *entry = (name, code);
        }
        if let Some(by) = self.last.get_mut(usize::from(last)) {
            by[colour % MAX_COLOURS] = code;
        }
    }

    #[inline]
    fn forget(
        &mut self,
        colour: usize,
        before: PlacementCode,
        last: PlacementCode,
        code: PlacementCode,
    ) {
        let (slot, name) = Self::slot(colour, before, last);
        if let Some(entry) = self.two.get_mut(slot)
            && *entry == (name, code)
        {
            *entry = (0, NONE);
        }
        if let Some(by) = self.last.get_mut(usize::from(last))
            && by[colour % MAX_COLOURS] == code
        {
            by[colour % MAX_COLOURS] = NONE;
        }
    }
}

/// The moves of one simulation, tree and playout together.
#[derive(Default)]
pub struct SimulatedLine {
    /// Colour and move, in order.
    pub moves: Vec<(u8, PlacementCode)>,
}

impl SimulatedLine {
    #[inline]
    fn last_two(&self) -> (PlacementCode, PlacementCode) {
        match self.moves[..] {
            [.., (_, before), (_, last)] => (before, last),
            [(_, last)] => (NONE, last),
            [] => (NONE, NONE),
        }
    }

    /// Stores the replies of the colours that won, and forgets those of the others.
    pub fn update_replies(&self, replies: &mut Replies, won: [bool; MAX_COLOURS]) {
        let (mut before, mut last) = (NONE, NONE);
        for &(colour, code) in &self.moves {
            let colour = usize::from(colour) % MAX_COLOURS;
            if last != NONE {
                if won[colour] {
                    replies.set(colour, before, last, code);
                } else {
                    replies.forget(colour, before, last, code);
                }
            }
            (before, last) = (last, code);
        }
    }
}

/// Runs playouts, and keeps the replies that won.
pub struct PlayoutRunner {
    /// How it chooses moves.
    pub policy: PlayoutPolicy,
    /// The last good replies.
    pub replies: Replies,
    footprints: &'static Footprints,
    covers: &'static CoverTables,
}

impl PlayoutRunner {
    /// A player of playouts without replies yet.
    pub fn new(policy: PlayoutPolicy) -> Self {
        Self {
            policy,
            replies: Replies::new(),
            footprints: Footprints::get(),
            covers: CoverTables::get(),
        }
    }

    /// Plays so many moves, or to the end of the game if it is near: if so many pieces are on the board by then.
    pub fn run(
        &mut self,
        state: &mut SearchState,
        (most, near): (u32, u8),
        line: &mut SimulatedLine,
        rng: &mut Rng,
    ) {
        let enough = line.moves.len().saturating_add(most as usize);
        while state.alive != 0 && (line.moves.len() < enough || state.plies >= near) {
            let code = self.choose(state, line, rng);
            if code == NONE {
                state.eliminate_mover();
            } else {
                line.moves.push((state.mover, code));
                state.play(self.footprints, code);
            }
        }
    }

    #[inline]
    fn choose(
        &mut self,
        state: &mut SearchState,
        line: &SimulatedLine,
        rng: &mut Rng,
    ) -> PlacementCode {
        let mover = usize::from(state.mover) % MAX_COLOURS;
        if self.policy.replies {
            let (before, last) = line.last_two();
            let (two, one) = self.replies.get(mover, before, last);
            if two != NONE && state.is_legal(self.footprints, two) {
                return two;
            }
            if one != NONE && state.is_legal(self.footprints, one) {
                return one;
            }
        }
        let theirs = attach_points_of_others(state, mover);
        let rows = MARGIN..MARGIN + usize::from(state.mode().side());
        let board = &mut state.boards[mover];
        // The attach points, those near the last move first.
        let (mut points, mut count, mut close) = ([(0u8, 0u8); MOST_POINTS], 0, 0);
        let around = Around::of(line.last_two().1);
        for row in rows {
            let mut bits = board.attach[row] & !board.forbidden[row];
            while bits != 0 {
                let x = bits.trailing_zeros() as usize - MARGIN;
                points[count % MOST_POINTS] = (x as u8, (row - MARGIN) as u8);
                if around.has(x, row - MARGIN) {
                    points.swap(count % MOST_POINTS, close % MOST_POINTS);
                    close += 1;
                }
                count = (count + 1).min(MOST_POINTS - 1);
                bits &= bits - 1;
            }
        }
        let (mut best, mut most, mut tried) = (NONE, i32::MIN, 0);
        let policy = self.policy;
        while count > 0 && tried < policy.candidates {
            let near = close > 0 && tried < policy.near_candidates;
            let at = below(rng, if near { close } else { count });
            let (x, y) = points[at % MOST_POINTS];
            let open = self.covers.open(&board.forbidden, x, y, &board.covers);
            let Some(cover) = pick(&open, rng) else {
                // No piece fits here any more, and none will later.
                board.attach[usize::from(y) + MARGIN] &= !(1 << (usize::from(x) + MARGIN));
                let mut gap = at;
                if at < close {
                    close -= 1;
                    points[at % MOST_POINTS] = points[close % MOST_POINTS];
                    gap = close;
                }
                count -= 1;
                points[gap % MOST_POINTS] = points[count % MOST_POINTS];
                continue;
            };
            tried += 1;
            let code = code_of(self.covers.spot(cover, x, y));
            let noise = below(rng, policy.noise as usize + 1) as i32;
            let score = self.score(board, &theirs, code) + noise;
            if score > most {
                (best, most) = (code, score);
            }
        }
        best
    }

    #[inline]
    fn score(&self, board: &ColourBoard, theirs: &[u32; ROWS], code: PlacementCode) -> i32 {
        let footprint = self.footprints.of(code);
        let (x, y) = corner_of(code);
        let (mut blocked, mut opened) = (0u64, 0u64);
        let row = y + MARGIN - 1;
        for at in 0..7 {
            let forbidden = board.forbidden[(row + at) % ROWS] | board.attach[(row + at) % ROWS];
            let free = !forbidden >> (x + MARGIN - 1);
            opened |= u64::from(footprint.corners[at] & free) << (7 * at);
        }
        for at in 0..5 {
            let body = theirs[(y + MARGIN + at) % ROWS] >> (x + MARGIN);
            blocked |= u64::from(footprint.body[at] & body) << (5 * at);
        }
        i32::from(footprint.size) * self.policy.size_weight
            + blocked.count_ones() as i32 * self.policy.block_weight
            + opened.count_ones() as i32 * self.policy.open_weight
    }
}

const MOST_POINTS: usize = 128;

/// The squares near a move: nine by nine around the box of its piece.
#[derive(Clone, Copy)]
struct Around {
    x: usize,
    y: usize,
}

impl Around {
    #[inline]
    fn of(code: PlacementCode) -> Self {
        if code == NONE {
            return Self { x: usize::MAX / 2, y: 0 };
        }
        let (x, y) = corner_of(code);
        Self { x, y }
    }

    #[inline]
    fn has(self, x: usize, y: usize) -> bool {
        // From three squares before the box's corner to five after it.
        (x + 3).wrapping_sub(self.x) < 9 && (y + 3).wrapping_sub(self.y) < 9
    }
}

/// Where the opponents of a colour may attach.
#[inline]
fn attach_points_of_others(state: &SearchState, mover: usize) -> [u32; ROWS] {
    let mut theirs = [0; ROWS];
    let partners = matches!(state.mode(), Mode::Teams | Mode::Two);
    for colour in 0..usize::from(state.colours) {
        let friend = colour == mover || partners && colour % 2 == mover % 2;
        if !friend && state.alive >> colour & 1 != 0 {
            let board = &state.boards[colour % MAX_COLOURS];
            let rows = board.attach.iter().zip(&board.forbidden);
            for (theirs, (attach, forbidden)) in theirs.iter_mut().zip(rows) {
                *theirs |= attach & !forbidden;
            }
        }
    }
    theirs
}

#[inline]
fn below(rng: &mut Rng, n: usize) -> usize {
    (((rng.next_u64() >> 32) * n as u64) >> 32) as usize
}

/// Picks one of these covers, of a large piece if there is one: the first at or after a random index.
#[inline]
fn pick(open: &CoverSet, rng: &mut Rng) -> Option<u16> {
    // Which words have a bit set.
    let mut some = 0;
    for (word, bits) in open.0.iter().enumerate() {
        some |= u32::from(*bits != 0) << word;
    }
    const LARGE: u32 = (1 << LARGE_WORDS) - 1;
    let (from, words) =
        if some & LARGE != 0 { (0, LARGE_WORDS) } else { (LARGE_WORDS, WORDS - LARGE_WORDS) };
    let some = some >> from & ((1 << words) - 1);
    if some == 0 {
        return None;
    }
    let start = below(rng, words * 64);
    let (first, bit) = (start / 64, start % 64);
    let here = open.0[(from + first) % WORDS] & u64::MAX << bit;
    let (word, bits) = if here != 0 {
        (first, here)
    } else {
        // The next word that has a bit set, wrapping around; it may be the same word again, from its beginning.
        let after = some >> (first + 1) << (first + 1);
        let word = if after != 0 { after } else { some }.trailing_zeros() as usize;
        (word, open.0[(from + word) % WORDS])
    };
    Some(((from + word) * 64) as u16 + bits.trailing_zeros() as u16)
}
