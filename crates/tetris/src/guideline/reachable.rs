//! Every place where a piece can come to rest, for all heights of a column at once.

use crate::guideline::columns::Columns;
use crate::rules::field::ROWS;
use crate::rules::kicks::kicks;
use crate::rules::pieces::{Body, Facing, Offset, Piece, System, offsets};
use crate::rules::score::Spin;
use crate::rules::stock::modern_entry;

/// A piece at rest, and how it got there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LockedPiece {
    /// Which.
    pub piece: Piece,
    /// How it is turned: of facings that cover the same squares, the first.
    pub facing: Facing,
    /// The column of its box.
    pub x: i8,
    /// The row of its box.
    pub y: i8,
    /// Whether its last step was a turn that makes it a spin.
    pub spin: Spin,
}

impl LockedPiece {
    /// The piece there.
    pub const fn body(self) -> Body {
        Body { piece: self.piece, facing: self.facing, x: self.x, y: self.y }
    }

    /// A piece that rests there, no spin; of facings that cover the same squares, the first.
    pub const fn plain(body: Body) -> Self {
        let Body { piece, facing, x, y } = body;
        let (facing, x, y) = match (piece, facing) {
            (Piece::O, _) => (Facing::North, x, y),
            (Piece::I | Piece::S | Piece::Z, Facing::South) => (Facing::North, x, y - 1),
            (Piece::I | Piece::S | Piece::Z, Facing::West) => (Facing::East, x - 1, y),
            _ => (facing, x, y),
        };
        Self { piece, facing, x, y, spin: Spin::None }
    }
}

/// Boxes begin up to this many columns left of the well, with room for two columns of kicks.
const LEFT: i8 = 4;
/// Boxes begin up to this many rows under the floor: bit 0 of a word is row -2.
const UNDER: i8 = 2;
const SLOTS: usize = 24;

/// A set of places of a box: a word of rows a column.
type Places = [u64; SLOTS];

/// Where a piece can go in a well.
pub struct Reachable {
    piece: Piece,
    /// Slots of columns in which any box fits.
    slots: std::ops::Range<usize>,
    /// Where it has room, by facing.
    free: [Places; 4],
    /// Where it can be.
    seen: [Places; 4],
    /// Where a turn can bring it, with one of the first four kicks and with the fifth.
    turned: [Places; 4],
    twisted: [Places; 4],
    /// Where it appears: nothing but that brought it there.
    start: (usize, u64),
}

/// The kicks from each facing, clockwise and anticlockwise.
type KickTable = [[[Offset; 5]; 2]; 4];

const fn turns(piece: Piece) -> KickTable {
    let mut all = [[[(0, 0); 5]; 2]; 4];
    let mut from = 0;
    while from < 4 {
        let facing = Facing::ALL[from];
        all[from] = [
            kicks(piece, facing, facing.clockwise()),
            kicks(piece, facing, facing.anticlockwise()),
        ];
        from += 1;
    }
    all
}

/// The two tables that there are: I has its own.
const TURNS: [KickTable; 2] = [turns(Piece::I), turns(Piece::T)];

/// A word moved up by so many rows, or down.
#[inline]
const fn raised(word: u64, rows: i8) -> u64 {
    if rows >= 0 { word << rows } else { word >> -rows }
}

/// The rows of a box whose square `dy` up is filled in this column; the floor is filled.
#[inline]
const fn blocked(column: u64, dy: i8) -> u64 {
    let up = UNDER - dy;
    if up >= 0 { column << up | ((1 << up) - 1) } else { column >> -up }
}

/// Everything that can fall from `from` through `free`, `from` included.
#[inline]
const fn fallen(from: u64, free: u64) -> u64 {
    let (mut all, mut through) = (from, free);
    all |= through & all >> 1;
    through &= through >> 1;
    all |= through & all >> 2;
    through &= through >> 2;
    all |= through & all >> 4;
    through &= through >> 4;
    all |= through & all >> 8;
    through &= through >> 8;
    all |= through & all >> 16;
    through &= through >> 16;
    all | through & all >> 32
}

impl Reachable {
    /// Where a piece that appears in this well can go. None if it has no room to appear.
    pub fn new(well: &Columns, width: u8, height: u8, piece: Piece) -> Option<Self> {
        let mut padded = [u64::MAX; SLOTS + 4];
        for (slot, &column) in padded[LEFT as usize..].iter_mut().zip(well.all()) {
            *slot = column | !0 << ROWS;
        }
        let slots = 1..usize::from(width) + LEFT as usize;
        let facings = if piece == Piece::O { 1 } else { 4 };
        let mut free = [[0; SLOTS]; 4];
        for (facing, free) in free.iter_mut().enumerate().take(facings) {
            let squares = offsets(System::Modern, piece, Facing::ALL[facing]);
            for slot in slots.clone() {
                let column = |dx: i8| padded[slot + dx as usize];
                let taken =
                    squares.iter().fold(0, |taken, &(dx, dy)| taken | blocked(column(dx), dy));
                free[slot] = !taken;
            }
        }
        let place = |body: Body| ((body.x + LEFT) as usize, 1u64 << (body.y + UNDER));
        let fits = |body: Body| {
            let (slot, row) = place(body);
            free[0][slot] & row != 0
        };
        let (slot, start) = place(modern_entry(width, height, piece, fits)?);
        let none = [[0; SLOTS]; 4];
        let mut reach = Self {
            piece,
            slots,
            free,
            seen: none,
            turned: none,
            twisted: none,
            start: (slot, start),
        };
        let mut fresh = none;
        // Under the entrance and over the stack a piece goes where it likes: six rows of room are enough to turn
        // in, and a well of four columns lets every piece through.
        let tallest = well.tallest(width) as i8;
        let mut low = u64::MAX;
        if tallest + 6 <= height as i8 && width >= 4 {
            let sky = u64::MAX << (tallest + UNDER) & ((1 << (height as i8 - 1 + UNDER)) - 1);
            for (fresh, free) in fresh.iter_mut().zip(&reach.free) {
                for (fresh, free) in fresh.iter_mut().zip(free) {
                    *fresh = free & sky;
                }
            }
            // From higher up a turn leads to the sky again.
            low = (1 << (tallest + UNDER + 4)) - 1;
        } else {
            fresh[0][slot] = start;
        }
        reach.flood(fresh, facings, low);
        Some(reach)
    }

    /// Follows every step from these places. Turns are tried from the `low` rows only.
    fn flood(&mut self, mut fresh: [Places; 4], facings: usize, low: u64) {
        let turns = &TURNS[usize::from(self.piece != Piece::I)];
        let slots = self.slots.clone();
        let mut waiting = 0b1111u8 >> (4 - facings);
        while waiting != 0 {
            let from = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let (free, seen) = (&self.free[from], &mut self.seen[from]);
            let fresh_here = std::mem::replace(&mut fresh[from], [0; SLOTS]);
            let before = *seen;
            for slot in slots.clone() {
                seen[slot] |= fresh_here[slot];
            }
            slide(seen, free, slots.clone());
            if facings == 1 {
                return;
            }
            for (way, kicks) in turns[from].iter().enumerate() {
                let to = if way == 0 { (from + 1) % 4 } else { (from + 3) % 4 };
                for slot in slots.clone() {
                    let mut left = self.seen[from][slot] & !before[slot] & low;
                    for (number, &(dx, dy)) in kicks.iter().enumerate() {
                        if left == 0 {
                            break;
                        }
                        let target = (slot as i8 + dx) as usize;
                        let there = raised(left, dy) & self.free[to][target];
                        left &= !raised(there, -dy);
                        let marks = if number == 4 { &mut self.twisted } else { &mut self.turned };
                        marks[to][target] |= there;
                        let new = there & !self.seen[to][target];
                        if new != 0 {
                            fresh[to][target] |= new;
                            waiting |= 1 << to;
                        }
                    }
                }
            }
        }
    }

    /// Calls for every place where the piece can come to rest.
    pub fn for_each(&self, well: &Columns, mut found: impl FnMut(LockedPiece)) {
        let mut all = |places: u64, facing: usize, slot: usize, spin: Spin| {
            let mut places = places;
            while places != 0 {
                let y = places.trailing_zeros() as i8 - UNDER;
                places &= places - 1;
                let (piece, facing) = (self.piece, Facing::ALL[facing]);
                found(LockedPiece { piece, facing, x: slot as i8 - LEFT, y, spin });
            }
        };
        for slot in self.slots.clone() {
            match self.piece {
                Piece::O => all(self.rests(0, slot), 0, slot, Spin::None),
                // A half turn looks the same, one row lower or one column further left.
                Piece::I | Piece::S | Piece::Z => {
                    all(self.rests(0, slot) | self.rests(2, slot) >> 1, 0, slot, Spin::None);
                    all(self.rests(1, slot) | self.rests(3, slot + 1), 1, slot, Spin::None);
                }
                Piece::J | Piece::L => {
                    for facing in 0..4 {
                        all(self.rests(facing, slot), facing, slot, Spin::None);
                    }
                }
                Piece::T => {
                    for facing in 0..4 {
                        let [plain, mini, full] = self.spins(well, facing, slot);
                        all(plain, facing, slot, Spin::None);
                        all(mini, facing, slot, Spin::Mini);
                        all(full, facing, slot, Spin::Full);
                    }
                }
            }
        }
    }

    /// Where it comes to rest.
    #[inline]
    fn rests(&self, facing: usize, slot: usize) -> u64 {
        self.seen[facing][slot] & !(self.free[facing][slot] << 1)
    }

    /// Where a T comes to rest without a spin, with a mini and with a full one. Who can have the full
    /// one is not offered the mini.
    fn spins(&self, well: &Columns, facing: usize, slot: usize) -> [u64; 3] {
        let rests = self.rests(facing, slot);
        if rests == 0 {
            return [0; 3];
        }
        let x = slot as i8 - LEFT;
        let (left, right) = (well.get(x), well.get(x + 2));
        let corners = [blocked(left, 0), blocked(right, 0), blocked(left, 2), blocked(right, 2)];
        let [a, b, c, d] = corners.map(|corner| corner | !0 << (ROWS as i8 + UNDER));
        let three = a & b & (c | d) | c & d & (a | b);
        let front = [c & d, b & d, a & b, a & c][facing];
        let seen = &self.seen[facing];
        let moved = seen[slot - 1] | seen[slot + 1] | seen[slot] >> 1;
        let appeared = if facing == 0 && slot == self.start.0 { self.start.1 } else { 0 };
        let spin = rests & three;
        let (turned, twisted) = (self.turned[facing][slot], self.twisted[facing][slot]);
        let full = spin & (turned & front | twisted);
        [rests & (!three | moved | appeared), spin & turned & !full, full]
    }
}

/// Moves left, right and down until nothing new is found.
#[inline]
fn slide(seen: &mut Places, free: &Places, slots: std::ops::Range<usize>) {
    loop {
        let mut new = 0;
        for slot in slots.clone() {
            let from = seen[slot] | (seen[slot - 1] | seen[slot + 1]) & free[slot];
            let all = fallen(from, free[slot]);
            new |= all & !seen[slot];
            seen[slot] = all;
        }
        if new == 0 {
            return;
        }
        for slot in slots.clone().rev() {
            let from = seen[slot] | seen[slot + 1] & free[slot];
            seen[slot] = fallen(from, free[slot]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::field::Field;
    use crate::rules::reach;
    use game::Rng;

    /// The same by trying out one step after the other.
    fn step_by_step(field: &Field, height: u8, piece: Piece) -> BTreeSet<LockedPiece> {
        let system = System::Modern;
        let fits = |body| field.fits(system, body);
        let Some(start) = modern_entry(field.width(), height, piece, fits) else {
            return BTreeSet::new();
        };
        let rests = reach::Walk::new(field, system, start, reach::Reach::All).rests();
        let found = rests.iter().map(|rest| {
            let body = rest.placement.body(system);
            LockedPiece { spin: rest.spin, ..LockedPiece::plain(body) }
        });
        found.collect()
    }

    fn random_field(rng: &mut Rng, width: u8, height: u8) -> Field {
        let mut field = Field::new(width, ROWS as u8);
        let tall = rng.below(u32::from(height) + 3) as usize;
        // From caves to nearly full rows, with a few free columns above them.
        let density = 2 + rng.below(8);
        for row in &mut field.rows_mut()[..tall] {
            for x in 0..width {
                if rng.below(10) < density {
                    *row |= 1 << x;
                }
            }
        }
        field
    }

    #[test]
    fn agrees_with_single_steps() {
        let mut rng = Rng::new(5);
        let (mut places, mut spins) = (0, 0);
        for round in 0..1000 {
            let (width, height) = match round % 4 {
                0 => (4 + rng.below(13) as u8, 4 + rng.below(17) as u8),
                _ => (10, 20),
            };
            let field = random_field(&mut rng, width, height);
            let well = Columns::from(&field);
            for piece in Piece::ALL {
                let mut own = BTreeSet::new();
                if let Some(reach) = Reachable::new(&well, width, height, piece) {
                    reach.for_each(&well, |place| assert!(own.insert(place), "{place:?} twice"));
                }
                let plain = step_by_step(&field, height, piece);
                assert_eq!(own, plain, "{piece:?} in {width}x{height} {:?}", field.rows());
                places += own.len();
                spins += own.iter().filter(|place| place.spin != Spin::None).count();
            }
        }
        assert!(places > 50_000 && spins > 500, "{places} {spins}");
    }
}
