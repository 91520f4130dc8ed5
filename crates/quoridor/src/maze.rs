//! The walls on the board: where one more fits, which walls could shut a pawn in, and distances between them. Sets of
//! squares are bit boards, so that all squares are handled at once.

use crate::moves::{Square, WallOrientation};
use crate::shape::{BoardShape, SQUARES, STRIDE, Side, bit};

/// The walls, each as the bit of its anchor square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Maze {
    /// Horizontal walls.
    pub horizontal: u128,
    /// Vertical walls.
    pub vertical: u128,
}

/// A set of walls: the anchors of horizontal and of vertical ones.
pub(crate) type WallSet = Maze;

impl Maze {
    /// The walls of one orientation.
    #[inline]
    pub fn of(&self, orientation: WallOrientation) -> u128 {
        match orientation {
            WallOrientation::Horizontal => self.horizontal,
            WallOrientation::Vertical => self.vertical,
        }
    }

    #[inline]
    pub fn has(&self, anchor: Square, orientation: WallOrientation) -> bool {
        self.of(orientation) & bit(anchor.0) != 0
    }

    /// These walls and one more.
    #[inline]
    pub fn with(mut self, anchor: Square, orientation: WallOrientation) -> Self {
        match orientation {
            WallOrientation::Horizontal => self.horizontal |= bit(anchor.0),
            WallOrientation::Vertical => self.vertical |= bit(anchor.0),
        }
        self
    }

    #[inline]
    pub fn and(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal & other.horizontal,
            vertical: self.vertical & other.vertical,
        }
    }

    #[inline]
    pub fn or(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal | other.horizontal,
            vertical: self.vertical | other.vertical,
        }
    }

    #[inline]
    pub fn without(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal & !other.horizontal,
            vertical: self.vertical & !other.vertical,
        }
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.horizontal | self.vertical == 0
    }

    #[inline]
    pub fn count(self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones()
    }

    /// Each wall, horizontal ones first, from a1 along the ranks.
    pub fn each(self) -> impl Iterator<Item = (Square, WallOrientation)> {
        squares(self.horizontal)
            .map(|anchor| (anchor, WallOrientation::Horizontal))
            .chain(squares(self.vertical).map(|anchor| (anchor, WallOrientation::Vertical)))
    }

    /// The open passages between squares.
    #[inline]
    pub fn passages(&self, shape: &BoardShape) -> Passages {
        Passages {
            north: shape.below_top & !(self.horizontal | (self.horizontal << 1)),
            east: shape.left_of_edge & !(self.vertical | (self.vertical << STRIDE)),
        }
    }

    /// The walls that would neither cross nor overlap one of these.
    #[inline]
    pub fn fitting(&self, shape: &BoardShape) -> WallSet {
        let Self { horizontal: h, vertical: v } = *self;
        Self {
            horizontal: shape.anchors & !(h | (h << 1) | (h >> 1) | v),
            vertical: shape.anchors & !(v | (v << STRIDE) | (v >> STRIDE) | h),
        }
    }

    /// The walls that would touch other walls or the edge at two or more of their three points (ends and middle). No other
    /// wall can shut a pawn in: it stands free, or extends a free end.
    #[inline]
    pub fn closing(&self, shape: &BoardShape) -> WallSet {
        let Self { horizontal: h, vertical: v } = *self;
        // The points inside the board at which a wall ends, or which lie under its middle.
        let touched = (h | (h << 1) | (h >> 1) | v | (v << STRIDE) | (v >> STRIDE)) & shape.anchors;
        let two = |a: u128, b: u128, c: u128| (a & b) | (a & c) | (b & c);
        Self {
            horizontal: two(
                touched,
                (touched << 1) | shape.anchor_files[0],
                (touched >> 1) | shape.anchor_files[1],
            ),
            vertical: two(
                touched,
                (touched << STRIDE) | shape.anchor_ranks[0],
                (touched >> STRIDE) | shape.anchor_ranks[1],
            ),
        }
    }
}

/// The squares of a set, from a1 along the ranks.
pub(crate) fn squares(mut set: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(Square(square))
    })
}

/// The passages between neighbouring squares that no wall closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passages {
    /// Squares with a passage to the square above.
    pub north: u128,
    /// Squares with a passage to the square on the right.
    pub east: u128,
}

impl Passages {
    /// The squares one step to a side.
    #[inline]
    pub fn step(self, from: u128, side: Side) -> u128 {
        match side {
            Side::North => (from & self.north) << STRIDE,
            Side::East => (from & self.east) << 1,
            Side::South => (from >> STRIDE) & self.north,
            Side::West => (from >> 1) & self.east,
        }
    }

    /// These squares and all that are one step away.
    #[inline]
    pub fn spread(self, from: u128) -> u128 {
        from | ((from & self.north) << STRIDE)
            | ((from >> STRIDE) & self.north)
            | ((from & self.east) << 1)
            | ((from >> 1) & self.east)
    }

    /// Whether any of the goal's squares can be reached.
    #[inline]
    pub fn reaches(self, mut from: u128, goal: u128) -> bool {
        loop {
            // Two steps per iteration: the loop may run one step too far, but it has half as many tests.
            let next = self.spread(self.spread(from));
            if next & goal != 0 {
                return true;
            }
            if next == from {
                return false;
            }
            from = next;
        }
    }

    /// Steps to the nearest of the goal's squares.
    #[inline]
    pub fn distance(self, mut from: u128, goal: u128) -> Option<u8> {
        let mut steps = 0;
        while from & goal == 0 {
            let next = self.spread(from);
            if next == from {
                return None;
            }
            from = next;
            steps += 1;
        }
        Some(steps)
    }

    /// A shortest path, both ends included; among equals the one that comes first from a1.
    pub fn path(self, from: u128, goal: u128) -> Option<Vec<Square>> {
        let mut layers = [0; SQUARES];
        let steps = self.layers(from, goal, &mut layers)?;
        let mut here = layers[steps] & goal;
        let mut path = Vec::with_capacity(steps + 1);
        for step in (0..=steps).rev() {
            // The lowest bit of the candidates on the way back.
            here &= here.wrapping_neg();
            path.push(Square(here.trailing_zeros() as u8));
            if step > 0 {
                here = self.spread(here) & layers[step - 1];
            }
        }
        path.reverse();
        Some(path)
    }

    /// The walls that would cut one particular shortest path: no other wall can shut this pawn in.
    #[inline]
    pub fn cuts(self, from: u128, goal: u128) -> WallSet {
        let mut layers = [0; SQUARES];
        let Some(steps) = self.layers(from, goal, &mut layers) else { return WallSet::default() };
        let mut here = layers[steps] & goal;
        here &= here.wrapping_neg();
        // The vertical steps of the path, by their lower square, and the horizontal ones, by their left square.
        let (mut rises, mut runs) = (0, 0);
        for before in layers[..steps].iter().rev() {
            let south = self.step(here, Side::South) & before;
            let north = self.step(here, Side::North) & before;
            let west = self.step(here, Side::West) & before;
            if south != 0 {
                rises |= south;
                here = south;
            } else if north != 0 {
                rises |= here;
                here = north;
            } else if west != 0 {
                runs |= west;
                here = west;
            } else {
                runs |= here;
                here = self.step(here, Side::East) & before;
            }
        }
        WallSet { horizontal: rises | (rises >> 1), vertical: runs | (runs >> STRIDE) }
    }

    /// Breadth-first search: fills in the squares reached within 0, 1, 2 … steps, until the goal is; returns the steps.
    #[inline]
    fn layers(self, from: u128, goal: u128, layers: &mut [u128; SQUARES]) -> Option<usize> {
        let mut reached = from;
        for (steps, layer) in layers.iter_mut().enumerate() {
            *layer = reached;
            if reached & goal != 0 {
                return Some(steps);
            }
            let next = self.spread(reached);
            if next == reached {
                return None;
            }
            reached = next;
        }
        None
    }
}
