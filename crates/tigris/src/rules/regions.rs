//! Regions and kingdoms: what hangs together on the board.

use crate::bits::{Bits, Square, beside};

/// The two sets that decide which squares form a kingdom. Small enough to ask "what if this leader were
/// not there" without copying the game.
#[derive(Clone, Copy)]
pub(crate) struct Regions {
    /// Everything that connects: tiles, monuments and leaders.
    pub occupied: Bits,
    /// The leaders among it: a region with one is a kingdom.
    pub leaders: Bits,
}

impl Regions {
    /// The same board after the leader on a square was taken up.
    #[inline]
    pub fn without_leader(mut self, square: Square) -> Self {
        self.occupied.remove(square);
        self.leaders.remove(square);
        self
    }

    /// Each kingdom's squares.
    #[inline]
    pub fn kingdoms(self) -> impl Iterator<Item = Bits> + use<> {
        let Self { occupied, leaders: mut rest } = self;
        std::iter::from_fn(move || {
            let kingdom = Bits::of(rest.first()?).flood(occupied);
            rest &= !kingdom;
            Some(kingdom)
        })
    }

    /// How many kingdoms a square touches; counts up to `most`.
    #[inline]
    pub fn kingdoms_beside(self, square: Square, most: u32) -> u32 {
        let mut rest = beside(square) & self.occupied;
        let mut found = 0;
        while let Some(next) = rest.first() {
            let region = Bits::of(next).flood(self.occupied);
            found += u32::from(region.meets(self.leaders));
            if found == most {
                break;
            }
            rest &= !region;
        }
        found
    }

    /// The squares that touch at least one, two and three kingdoms.
    #[inline]
    pub fn contacts(self) -> [Bits; 3] {
        let [mut once, mut twice, mut thrice] = [Bits::NONE; 3];
        for kingdom in self.kingdoms() {
            let around = kingdom.beside();
            thrice |= twice & around;
            twice |= once & around;
            once |= around;
        }
        [once, twice, thrice]
    }
}
