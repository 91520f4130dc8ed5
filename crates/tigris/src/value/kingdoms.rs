//! The kingdoms of a position. From one position of a search to the next most of them stay as they are.

use crate::bits::{Bits, NOWHERE, Square};
use crate::pieces::{Colour, MONUMENTS};
use crate::rules::{SEATS, Tigris};

/// What is known of a kingdom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Kingdom {
    pub squares: Bits,
    pub around: Bits,
    /// The seat whose leader of each colour stands here; `NOBODY` if none does.
    pub owner: [usize; 4],
    pub strength: [f32; 4],
    /// Monuments that pay each colour.
    pub income: [f32; 4],
}

pub(super) const NOBODY: usize = SEATS;
/// More kingdoms than sixteen leaders can found.
const MOST: usize = 16;

/// The kingdoms of the position seen last, and what they were read from.
#[derive(Clone, Debug)]
pub(crate) struct Kingdoms {
    tiles: [Bits; 4],
    buried: Bits,
    leaders: [[Square; 4]; SEATS],
    monuments: [Square; 6],
    all: [Kingdom; MOST],
    count: usize,
}

impl Default for Kingdoms {
    fn default() -> Self {
        Self {
            tiles: [Bits::NONE; 4],
            buried: Bits::NONE,
            leaders: [[NOWHERE; 4]; SEATS],
            monuments: [NOWHERE; 6],
            all: [Kingdom::NONE; MOST],
            count: 0,
        }
    }
}

impl Kingdoms {
    /// The kingdoms, in the order of their first leader.
    pub fn all(&self) -> &[Kingdom] {
        &self.all[..self.count]
    }

    /// Becomes the kingdoms of another position: those that nothing touched stay.
    pub fn follow(&mut self, game: &Tigris) {
        let changed = self.changed(game);
        let old = self.all;
        let old = &old[..self.count];
        self.count = 0;
        let (occupied, mut rest) = (game.occupied(), game.standing);
        while let Some(square) = rest.first() {
            let untouched = old.iter().find(|kingdom| {
                kingdom.squares.has(square) && !(kingdom.squares | kingdom.around).meets(changed)
            });
            let kingdom = match untouched {
                Some(kingdom) => *kingdom,
                None => Kingdom::of(game, Bits::of(square).flood(occupied)),
            };
            rest &= !kingdom.squares;
            self.all[self.count] = kingdom;
            self.count += 1;
        }
        self.tiles = game.tiles;
        self.buried = game.buried;
        self.leaders = game.leaders;
        self.monuments = game.monuments;
    }

    /// The squares where something else stands or lies than in the last position.
    fn changed(&self, game: &Tigris) -> Bits {
        let mut changed = differences(self.buried, game.buried);
        for (old, new) in self.tiles.iter().zip(&game.tiles) {
            changed |= differences(*old, *new);
        }
        if self.leaders != game.leaders {
            let all = self.leaders.as_flattened().iter().zip(game.leaders.as_flattened());
            for (&old, &new) in all.filter(|(old, new)| old != new) {
                [old, new].into_iter().filter(|&s| s != NOWHERE).for_each(|s| changed.add(s));
            }
        }
        if self.monuments != game.monuments {
            let both = self.monuments.iter().zip(&game.monuments);
            for (&old, &new) in both.filter(|(old, new)| old != new) {
                [old, new].into_iter().filter(|&s| s != NOWHERE).for_each(|s| changed.add(s));
            }
        }
        changed
    }
}

/// The squares that only one of two sets has.
fn differences(a: Bits, b: Bits) -> Bits {
    Bits(std::array::from_fn(|word| a.0[word] ^ b.0[word]))
}

impl Kingdom {
    const NONE: Self = Self {
        squares: Bits::NONE,
        around: Bits::NONE,
        owner: [NOBODY; 4],
        strength: [0.0; 4],
        income: [0.0; 4],
    };

    fn of(game: &Tigris, squares: Bits) -> Self {
        let around = squares.beside() & !squares;
        let mut kingdom = Self { squares, around, ..Self::NONE };
        for (seat, row) in game.leaders.iter().enumerate() {
            for (colour, &square) in row.iter().enumerate() {
                if square != NOWHERE && squares.has(square) {
                    kingdom.owner[colour] = seat;
                }
            }
        }
        for colour in Colour::ALL {
            let tiles = squares & game.tiles[colour.index()];
            kingdom.strength[colour.index()] = tiles.count() as f32;
        }
        for (monument, &square) in game.monuments.iter().enumerate() {
            if square != NOWHERE && squares.has(square) {
                MONUMENTS[monument].iter().for_each(|c| kingdom.income[c.index()] += 1.0);
            }
        }
        kingdom
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng};

    use super::*;
    use crate::Options;

    #[test]
    fn kingdoms_that_follow_are_those_read_anew() {
        let (mut rng, mut scratch) = (Rng::new(4), Vec::new());
        let mut followed = Kingdoms::default();
        let mut seen = 0;
        for seed in 0..30 {
            let players = 2 + (seed % 3) as u8;
            let options = Options { players, ..Options::default() };
            let mut game = Tigris::new(&options, seed).unwrap();
            while game.turn().seat().is_some() {
                // What a search does: from a position to one of its successors and to another.
                for _ in 0..3 {
                    let mut next = game.clone();
                    if let Some(mv) = next.random_move(&mut rng, &mut scratch) {
                        next.play(mv);
                    }
                    let mut anew = Kingdoms::default();
                    anew.follow(&next);
                    followed.follow(&next);
                    assert_eq!(followed.all(), anew.all(), "{}", next.save());
                    seen += anew.count;
                }
                let greedy = game.greedy_action(&mut rng, &mut scratch).0;
                let mv = if rng.below(3) > 0 { greedy } else { None };
                let Some(mv) = mv.or_else(|| game.random_move(&mut rng, &mut scratch)) else {
                    break;
                };
                game.play(mv);
            }
        }
        assert!(seen > 10_000, "{seen}");
    }
}
