//! Distances of all squares from a goal line, found by breadth-first search on bit boards, and what follows for one
//! pawn: its distance, its shortest paths, and the walls that cut them.

use crate::maze::{Passages, WallSet};
use crate::shape::{SQUARES, STRIDE};

/// `layers[d]` holds the squares from which the goal can be reached in `d` steps or fewer.
#[derive(Clone)]
pub(crate) struct DistanceField {
    layers: [u128; SQUARES],
    last: usize,
}

impl DistanceField {
    pub const EMPTY: Self = Self { layers: [0; SQUARES], last: 0 };

    /// Computes the distances.
    #[inline]
    pub fn fill(&mut self, passages: Passages, goal: u128) {
        let mut reached = goal;
        let mut last = 0;
        self.layers[0] = goal;
        loop {
            let next = passages.spread(reached);
            if next == reached || last + 1 >= SQUARES {
                break;
            }
            last += 1;
            self.layers[last] = next;
            reached = next;
        }
        self.last = last;
    }

    /// Computes the distances no further than to this pawn's, which it returns; `None` if the goal cannot be reached.
    #[inline]
    pub fn fill_until(&mut self, passages: Passages, goal: u128, pawn: u128) -> Option<usize> {
        let mut reached = goal;
        self.last = 0;
        self.layers[0] = goal;
        while reached & pawn == 0 {
            let next = passages.spread(reached);
            if next == reached || self.last + 1 >= SQUARES {
                return None;
            }
            self.last += 1;
            self.layers[self.last] = next;
            reached = next;
        }
        Some(self.last)
    }

    /// Whether the goal can be reached from a square.
    #[inline]
    pub fn reaches(&self, pawn: u128) -> bool {
        self.layers[self.last] & pawn != 0
    }

    /// Steps from a square to the goal; a good first guess makes it fast.
    #[inline]
    pub fn distance(&self, pawn: u128, guess: usize) -> usize {
        let mut d = guess.min(self.last);
        while d > 0 && self.layers[d - 1] & pawn != 0 {
            d -= 1;
        }
        while d < self.last && self.layers[d] & pawn == 0 {
            d += 1;
        }
        d
    }

    /// The squares at no more than this distance.
    #[inline]
    pub fn within(&self, distance: usize) -> u128 {
        self.layers[distance.min(self.last)]
    }

    /// Follows all shortest paths of a pawn at once.
    #[inline]
    pub fn shortest_paths(
        &self,
        passages: Passages,
        pawn: u128,
        distance: usize,
        fits: WallSet,
    ) -> ShortestPaths {
        let mut paths = ShortestPaths::default();
        let mut here = pawn;
        for d in (0..distance).rev() {
            let nearer = self.layers[d];
            let north = ((here & passages.north) << STRIDE) & nearer;
            let south = (here >> STRIDE) & passages.north & nearer;
            let east = ((here & passages.east) << 1) & nearer;
            let west = (here >> 1) & passages.east & nearer;
            let (rises, runs) = ((north >> STRIDE) | south, (east >> 1) | west);
            paths.cuts_some.horizontal |= rises | (rises >> 1);
            paths.cuts_some.vertical |= runs | (runs >> STRIDE);
            if runs == 0 {
                let walls = walls_across(rises, 1);
                paths.cuts_all.horizontal |= walls;
                paths.bottlenecks += u32::from(walls != 0);
                for wall in each_bit(walls & fits.horizontal) {
                    let north = passages.north & !(wall | (wall << 1));
                    let longer = self.longer(Passages { north, ..passages }, pawn, d, distance);
                    paths.detours.note(longer);
                }
            } else if rises == 0 {
                let walls = walls_across(runs, STRIDE);
                paths.cuts_all.vertical |= walls;
                paths.bottlenecks += u32::from(walls != 0);
                for wall in each_bit(walls & fits.vertical) {
                    let east = passages.east & !(wall | (wall << STRIDE));
                    let longer = self.longer(Passages { east, ..passages }, pawn, d, distance);
                    paths.detours.note(longer);
                }
            }
            here = north | south | east | west;
            paths.squares |= here;
        }
        paths
    }

    /// How much longer the path becomes by a wall that cuts all paths where they come to distance `d`; `None` if it shuts the
    /// pawn in. Squares no further from the goal than `d` stay as near as they were, so the search begins there.
    #[inline]
    fn longer(&self, passages: Passages, pawn: u128, d: usize, distance: usize) -> Option<usize> {
        let (mut reached, mut steps) = (self.layers[d], d);
        while reached & pawn == 0 {
            let next = passages.spread(reached);
            if next == reached {
                return None;
            }
            reached = next;
            steps += 1;
        }
        Some(steps - distance)
    }
}

/// The bits of a set, one by one.
#[inline]
fn each_bit(mut set: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The walls that cut all of these parallel steps: one step, or two side by side.
#[inline]
fn walls_across(steps: u128, apart: u32) -> u128 {
    let rest = steps & (steps - 1);
    if rest == 0 {
        steps | (steps >> apart)
    } else {
        let first = steps ^ rest;
        if rest == first << apart { first } else { 0 }
    }
}

/// All shortest paths of a pawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShortestPaths {
    /// Walls that cut at least one of them.
    pub cuts_some: WallSet,
    /// Walls that cut all of them at one place: such a wall makes the path longer.
    pub cuts_all: WallSet,
    /// Places at which one wall cuts them all.
    pub bottlenecks: u32,
    /// The squares on them, the pawn's own not counted.
    pub squares: u128,
    /// What the walls that fit into `cuts_all` would do.
    pub detours: Detours,
}

/// What one wall would do to a pawn: which of the walls that make its path longer can be placed, and by how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Detours {
    /// How many there are.
    pub count: u8,
    /// How much longer the worst of them makes the path.
    pub longest: u8,
    /// How many make it longer by two or three steps, by four or five, by more.
    pub long: [u8; 3],
}

impl Detours {
    #[inline]
    fn note(&mut self, longer: Option<usize>) {
        let Some(longer) = longer else { return };
        self.count += 1;
        self.longest = self.longest.max(longer as u8);
        if longer >= 2 {
            self.long[(longer / 2 - 1).min(2)] += 1;
        }
    }
}
