//! From a position to the end of the game: quick moves that a sensible player could make.
//!
//! A move is found by trying some of the colour's attach points at random: large pieces first, the
//! candidate that takes most from the opponents and opens most for itself wins.

use game::Rng;
use serde::{Deserialize, Serialize};

use super::world::{CODES, Code, LARGE_WORDS, NONE, Stamps, World, code_of, place_of};
use crate::board::{MARGIN, ROWS, Side};
use crate::mode::{MAX_COLOURS, Mode};
use crate::reach::{Reach, WORDS, Ways};

/// What a playout weighs; found by matches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Taste {
    /// Candidates that a move is chosen from.
    pub candidates: usize,
    /// How many of those are near the move before, if any are.
    pub near: usize,
    /// For each square of the piece.
    pub size: i32,
    /// For each attach point of an opponent that it covers.
    pub takes: i32,
    /// For each new attach point of its own.
    pub opens: i32,
    /// The most that chance adds.
    pub noise: u32,
    /// Whether to answer as it was answered with success before.
    pub replies: bool,
}

impl Taste {
    /// What has won most.
    pub const BEST: Self =
        Self { candidates: 4, near: 2, size: 4, takes: 4, opens: 1, noise: 4, replies: true };
}

impl Default for Taste {
    fn default() -> Self {
        Self::BEST
    }
}

/// What answered a move well last: for each colour and each move that it answered.
pub struct Replies {
    last: Vec<[Code; MAX_COLOURS]>,
    two: Vec<(u32, Code)>,
}

const TWO_BITS: u32 = 16;

impl Replies {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self { last: vec![[NONE; MAX_COLOURS]; CODES], two: vec![(0, NONE); 1 << TWO_BITS] }
    }

    #[inline]
    fn slot(colour: usize, before: Code, last: Code) -> (usize, u32) {
        let name = u32::from(before) << 16 | u32::from(last);
        let mixed = (name ^ (colour as u32) << 30).wrapping_mul(0x9e37_79b1);
        ((mixed >> (32 - TWO_BITS)) as usize, name ^ (colour as u32) << 14)
    }

    #[inline]
    fn get(&self, colour: usize, before: Code, last: Code) -> (Code, Code) {
        let (slot, name) = Self::slot(colour, before, last);
        let two = match self.two.get(slot) {
            Some(&(known, code)) if known == name => code,
            _ => NONE,
        };
        let one = self.last.get(usize::from(last)).map_or(NONE, |by| by[colour % MAX_COLOURS]);
        (two, one)
    }

    #[inline]
    fn set(&mut self, colour: usize, before: Code, last: Code, code: Code) {
        let (slot, name) = Self::slot(colour, before, last);
        if let Some(entry) = self.two.get_mut(slot) {
            *entry = (name, code);
        }
        if let Some(by) = self.last.get_mut(usize::from(last)) {
            by[colour % MAX_COLOURS] = code;
        }
    }

    #[inline]
    fn forget(&mut self, colour: usize, before: Code, last: Code, code: Code) {
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
pub struct Line {
    /// Colour and move, in order.
    pub moves: Vec<(u8, Code)>,
}

impl Line {
    #[inline]
    fn last_two(&self) -> (Code, Code) {
        match self.moves[..] {
            [.., (_, before), (_, last)] => (before, last),
            [(_, last)] => (NONE, last),
            [] => (NONE, NONE),
        }
    }

    /// Remembers the answers of those who won, and forgets those of the others.
    pub fn learn(&self, replies: &mut Replies, won: [bool; MAX_COLOURS]) {
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

/// What playouts need and what they remember.
pub struct Playout {
    /// What it weighs.
    pub taste: Taste,
    /// What answered well.
    pub replies: Replies,
    stamps: &'static Stamps,
    reach: &'static Reach,
}

impl Playout {
    /// Nothing is remembered yet.
    pub fn new(taste: Taste) -> Self {
        Self { taste, replies: Replies::new(), stamps: Stamps::get(), reach: Reach::get() }
    }

    /// Plays to the end.
    pub fn run(&mut self, world: &mut World, line: &mut Line, rng: &mut Rng) {
        while world.alive != 0 {
            let code = self.choose(world, line, rng);
            if code == NONE {
                world.die();
            } else {
                line.moves.push((world.mover, code));
                world.play(self.stamps, code);
            }
        }
    }

    #[inline]
    fn choose(&mut self, world: &mut World, line: &Line, rng: &mut Rng) -> Code {
        let mover = usize::from(world.mover) % MAX_COLOURS;
        if self.taste.replies {
            let (before, last) = line.last_two();
            let (two, one) = self.replies.get(mover, before, last);
            if two != NONE && world.is_legal(self.stamps, two) {
                return two;
            }
            if one != NONE && world.is_legal(self.stamps, one) {
                return one;
            }
        }
        let theirs = attach_points_of_others(world, mover);
        let rows = MARGIN..MARGIN + usize::from(world.mode().side());
        let side = &mut world.sides[mover];
        // The attach points, those near the last move first.
        let (mut points, mut count, mut close) = ([(0u8, 0u8); MOST_POINTS], 0, 0);
        let around = Around::of(line.last_two().1);
        for row in rows {
            let mut bits = side.attach[row] & !side.forbidden[row];
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
        let taste = self.taste;
        while count > 0 && tried < taste.candidates {
            let near = close > 0 && tried < taste.near;
            let at = below(rng, if near { close } else { count });
            let (x, y) = points[at % MOST_POINTS];
            let open = self.reach.open(&side.forbidden, x, y, &side.ways);
            let Some(way) = pick(&open, rng) else {
                // Nothing fits here any more, and nothing ever will.
                side.attach[usize::from(y) + MARGIN] &= !(1 << (usize::from(x) + MARGIN));
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
            let code = code_of(self.reach.spot(way, x, y));
            let worth =
                self.worth(side, &theirs, code) + below(rng, taste.noise as usize + 1) as i32;
            if worth > most {
                (best, most) = (code, worth);
            }
        }
        best
    }

    #[inline]
    fn worth(&self, side: &Side, theirs: &[u32; ROWS], code: Code) -> i32 {
        let stamp = self.stamps.of(code);
        let (x, y) = place_of(code);
        let (mut takes, mut opens) = (0u64, 0u64);
        let row = y + MARGIN - 1;
        for at in 0..7 {
            let forbidden = side.forbidden[(row + at) % ROWS] | side.attach[(row + at) % ROWS];
            let free = !forbidden >> (x + MARGIN - 1);
            opens |= u64::from(stamp.corners[at] & free) << (7 * at);
        }
        for at in 0..5 {
            let body = theirs[(y + MARGIN + at) % ROWS] >> (x + MARGIN);
            takes |= u64::from(stamp.body[at] & body) << (5 * at);
        }
        i32::from(stamp.size) * self.taste.size
            + takes.count_ones() as i32 * self.taste.takes
            + opens.count_ones() as i32 * self.taste.opens
    }
}

const MOST_POINTS: usize = 128;

/// The surroundings of a move: a box of nine by nine around the box of its piece.
#[derive(Clone, Copy)]
struct Around {
    x: usize,
    y: usize,
}

impl Around {
    #[inline]
    fn of(code: Code) -> Self {
        if code == NONE {
            return Self { x: usize::MAX / 2, y: 0 };
        }
        let (x, y) = place_of(code);
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
fn attach_points_of_others(world: &World, mover: usize) -> [u32; ROWS] {
    let mut theirs = [0; ROWS];
    let partners = matches!(world.mode(), Mode::Teams | Mode::Two);
    for colour in 0..usize::from(world.colours) {
        let friend = colour == mover || partners && colour % 2 == mover % 2;
        if !friend && world.alive >> colour & 1 != 0 {
            let side = &world.sides[colour % MAX_COLOURS];
            let rows = side.attach.iter().zip(&side.forbidden);
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

/// One of the ways, of a large piece if there is one: the first from a random one on.
#[inline]
fn pick(open: &Ways, rng: &mut Rng) -> Option<u16> {
    // The words that hold any, a bit each.
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
        // The next word that holds any, or the first one; at last the same word once more, from its beginning.
        let after = some >> (first + 1) << (first + 1);
        let word = if after != 0 { after } else { some }.trailing_zeros() as usize;
        (word, open.0[(from + word) % WORDS])
    };
    Some(((from + word) * 64) as u16 + bits.trailing_zeros() as u16)
}
