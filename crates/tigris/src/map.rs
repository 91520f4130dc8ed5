//! The two sides of the board: rivers, and the squares that start with a temple and a treasure.

use serde::{Deserialize, Serialize};

use crate::bits::{Bits, COLUMNS, ROWS, Square};

/// A side of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardSide {
    /// The front: ten temples, four of them on special border spaces.
    #[default]
    Standard,
    /// The back: fourteen temples, six of them on special spaces.
    Advanced,
}

/// What is printed on a side of the board.
#[derive(Debug)]
pub struct Map {
    /// The squares of the two rivers.
    pub river: Bits,
    /// The squares that start with a temple and a treasure.
    pub temples: Bits,
    /// Those of them whose treasure must be taken first.
    pub special: Bits,
}

impl BoardSide {
    /// What is printed on it.
    #[inline]
    pub fn map(self) -> &'static Map {
        match self {
            Self::Standard => &STANDARD,
            Self::Advanced => &ADVANCED,
        }
    }

    /// Its name in options and positions.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Advanced => "advanced",
        }
    }
}

/// `~` is river, `T` a temple with a treasure, `S` the same on a special space.
static STANDARD: Map = Map::drawn([
    b"....~~~~~.T.~...",
    b".S..~.......~..S",
    b"...~~T......~~..",
    b"~~~~.........~~~",
    b".............T~~",
    b"..............~.",
    b"~~~~....T...~~~.",
    b".S.~~~~.....~...",
    b"......~~~~~~~.S.",
    b".....T..........",
    b"..........T.....",
]);

static ADVANCED: Map = Map::drawn([
    b"..~~T....T.....~",
    b"..~~..........T~",
    b".S~~...........~",
    b"..~...T....T~~~~",
    b"..~.........~...",
    b"..~T........~..S",
    b"..~~........~~..",
    b"S..~~~.T....T~..",
    b".....~~~.....~..",
    b"....S.~~~~~~~~..",
    b"......~..S....S.",
]);

impl Map {
    const fn drawn(rows: [&[u8; COLUMNS as usize]; ROWS as usize]) -> Self {
        let (mut river, mut temples, mut special) = ([0u64; 3], [0u64; 3], [0u64; 3]);
        let mut square: Square = 0;
        while square < ROWS * COLUMNS {
            let bit = 1u64 << (square & 63);
            let word = (square >> 6) as usize;
            match rows[(square / COLUMNS) as usize][(square % COLUMNS) as usize] {
                b'~' => river[word] |= bit,
                b'T' => temples[word] |= bit,
                b'S' => {
                    temples[word] |= bit;
                    special[word] |= bit;
                }
                _ => (),
            }
            square += 1;
        }
        Self { river: Bits(river), temples: Bits(temples), special: Bits(special) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_have_what_they_are_printed_with() {
        let count = |board: BoardSide| {
            let map = board.map();
            (map.river.count(), map.temples.count(), map.special.count())
        };
        assert_eq!(count(BoardSide::Standard), (41, 10, 4));
        assert_eq!(count(BoardSide::Advanced), (39, 14, 6));
    }
}
