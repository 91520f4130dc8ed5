//! A two-player position for the search: small, cheap to copy, with its Zobrist key.

use crate::Quoridor;
use crate::maze::{Maze, WallSet};
use crate::moves::{Move, Square, WallOrientation};
use crate::rules::{goal_of, steps_of};
use crate::shape::{BoardShape, SQUARES, bit};

/// A move in 16 bits: a square, or 128 plus the anchor of a horizontal wall, or 256 plus that of a vertical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackedMove(pub u16);

/// An upper bound of the packed values, for tables.
pub(crate) const PACKED_MOVES: usize = 384;

impl PackedMove {
    /// No move at all.
    pub const NONE: Self = Self(u16::MAX);

    pub fn step(square: u8) -> Self {
        Self(square.into())
    }

    pub fn wall(anchor: u8, orientation: WallOrientation) -> Self {
        let base = if orientation == WallOrientation::Horizontal { 128 } else { 256 };
        Self(base + u16::from(anchor))
    }

    #[inline]
    pub fn is_wall(self) -> bool {
        self.0 >= 128
    }

    /// Whether it is one of these walls.
    #[inline]
    pub fn is_in(self, walls: &WallSet) -> bool {
        let set = if self.0 < 256 { walls.horizontal } else { walls.vertical };
        self.is_wall() && set & bit((self.0 & 127) as u8) != 0
    }

    pub fn to_move(self) -> Move {
        let square = Square((self.0 & 127) as u8);
        match self.0 >> 7 {
            0 => Move::Step(square),
            1 => Move::Wall(square, WallOrientation::Horizontal),
            _ => Move::Wall(square, WallOrientation::Vertical),
        }
    }
}

/// The position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoPlayerState {
    pub maze: Maze,
    pub pawns: [u8; 2],
    pub left: [u8; 2],
    pub mover: u8,
    pub key: u64,
}

impl TwoPlayerState {
    pub fn of(game: &Quoridor) -> Self {
        let mut state = Self {
            maze: game.maze,
            pawns: [game.pawns[0].0, game.pawns[1].0],
            left: [game.left[0], game.left[1]],
            mover: game.mover,
            key: 0,
        };
        state.key = state.compute_key();
        state
    }

    /// The key, computed from scratch.
    fn compute_key(&self) -> u64 {
        let mut key = if self.mover == 1 { MOVER } else { 0 };
        for seat in 0..2 {
            key ^= KEYS.pawns[seat][usize::from(self.pawns[seat])];
            key ^= KEYS.left[seat][usize::from(self.left[seat])];
        }
        for (anchor, orientation) in self.maze.each() {
            key ^= KEYS.walls[orientation as usize][usize::from(anchor.0)];
        }
        key
    }

    #[inline]
    pub fn me(&self) -> usize {
        self.mover.into()
    }

    #[inline]
    pub fn pawn(&self, seat: usize) -> u128 {
        bit(self.pawns[seat])
    }

    /// Where the mover's pawn may go.
    #[inline]
    pub fn steps(&self, shape: &BoardShape) -> u128 {
        let (me, other) = (self.pawn(self.me()), self.pawn(1 - self.me()));
        steps_of(self.maze.passages(shape), me, me | other)
    }

    /// The walls that fit, if the mover has any left; some may shut a pawn in.
    #[inline]
    pub fn fitting(&self, shape: &BoardShape) -> WallSet {
        if self.left[self.me()] == 0 { WallSet::default() } else { self.maze.fitting(shape) }
    }

    /// The position after a move.
    #[inline]
    pub fn after(&self, mv: PackedMove) -> Self {
        let (mut next, me) = (*self, self.me());
        let at = usize::from(mv.0 & 127);
        if mv.is_wall() {
            let orientation =
                if mv.0 < 256 { WallOrientation::Horizontal } else { WallOrientation::Vertical };
            next.maze = self.maze.with(Square(at as u8), orientation);
            next.left[me] = self.left[me].saturating_sub(1);
            next.key ^= KEYS.walls[orientation as usize][at]
                ^ KEYS.left[me][usize::from(self.left[me])]
                ^ KEYS.left[me][usize::from(next.left[me])];
        } else {
            next.pawns[me] = at as u8;
            next.key ^= KEYS.pawns[me][usize::from(self.pawns[me])] ^ KEYS.pawns[me][at];
        }
        next.mover ^= 1;
        next.key ^= MOVER;
        next
    }
}

/// The goal line of one of two seats.
#[inline]
pub(crate) fn goal(shape: &BoardShape, seat: usize) -> u128 {
    shape.line(goal_of(2, seat as u8))
}

/// Zobrist hashing: a random number for each thing that can be on the board; a position's key is the xor of its own.
struct ZobristKeys {
    pawns: [[u64; SQUARES]; 2],
    walls: [[u64; SQUARES]; 2],
    left: [[u64; 32]; 2],
}

const MOVER: u64 = 0x9d39_247e_3377_6d41;
static KEYS: ZobristKeys = ZobristKeys::new();

impl ZobristKeys {
    const fn new() -> Self {
        let mut seed = 0x5155_4f52_4944_4f52;
        let mut keys =
            Self { pawns: [[0; SQUARES]; 2], walls: [[0; SQUARES]; 2], left: [[0; 32]; 2] };
        let mut which = 0;
        while which < 2 {
            let mut at = 0;
            while at < SQUARES {
                keys.pawns[which][at] = splitmix(&mut seed);
                keys.walls[which][at] = splitmix(&mut seed);
                if at < 32 {
                    keys.left[which][at] = splitmix(&mut seed);
                }
                at += 1;
            }
            which += 1;
        }
        keys
    }
}

const fn splitmix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
