//! What the game is played with: four colours of tiles and leaders, six monuments.

use game::Phrase;
use serde::Serialize;

/// A sphere of the civilisation. Tiles, leaders and points come in these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Colour {
    /// Settlements and the king.
    Black,
    /// Temples and the priest.
    Red,
    /// Farms and the farmer.
    Blue,
    /// Markets and the trader.
    Green,
}

impl Colour {
    /// All four, in the order in which points are listed.
    pub const ALL: [Self; 4] = [Self::Black, Self::Red, Self::Blue, Self::Green];

    /// For indexing what is kept per colour.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in move texts.
    pub const fn id(self) -> &'static str {
        ["black", "red", "blue", "green"][self as usize]
    }

    /// Its letter in positions; black has the k of a king.
    pub const fn letter(self) -> char {
        ['k', 'r', 'b', 'g'][self as usize]
    }

    /// The colour of a letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }

    /// The letter of its tile on a map.
    pub const fn tile_letter(self) -> char {
        ['s', 't', 'f', 'm'][self as usize]
    }

    /// The colour as an adjective.
    pub const fn name(self) -> Phrase {
        [
            Phrase::new("black", "noir"),
            Phrase::new("red", "rouge"),
            Phrase::new("blue", "bleu"),
            Phrase::new("green", "vert"),
        ][self as usize]
    }

    /// Its tile, with the article of a sentence that has not spoken of it yet.
    pub const fn tile(self) -> Phrase {
        [
            Phrase::new("a settlement", "une cité"),
            Phrase::new("a temple", "un temple"),
            Phrase::new("a farm", "une ferme"),
            Phrase::new("a market", "un marché"),
        ][self as usize]
    }

    /// Several of its tiles.
    pub const fn tiles(self) -> Phrase {
        [
            Phrase::new("settlements", "cités"),
            Phrase::new("temples", "temples"),
            Phrase::new("farms", "fermes"),
            Phrase::new("markets", "marchés"),
        ][self as usize]
    }

    /// Its leader.
    pub const fn leader(self) -> Phrase {
        [
            Phrase::new("king", "roi"),
            Phrase::new("priest", "prêtre"),
            Phrase::new("farmer", "fermier"),
            Phrase::new("trader", "marchand"),
        ][self as usize]
    }

    /// Its leaders, as in “war of kings”.
    pub const fn leaders(self) -> Phrase {
        [
            Phrase::new("kings", "rois"),
            Phrase::new("priests", "prêtres"),
            Phrase::new("farmers", "fermiers"),
            Phrase::new("traders", "marchands"),
        ][self as usize]
    }
}

/// How many tiles of each colour there are.
pub const TILES: [u8; 4] = [30, 57, 36, 30];

/// The six monuments: one for each pair of colours.
pub const MONUMENTS: [[Colour; 2]; 6] = [
    [Colour::Black, Colour::Red],
    [Colour::Black, Colour::Blue],
    [Colour::Black, Colour::Green],
    [Colour::Red, Colour::Blue],
    [Colour::Red, Colour::Green],
    [Colour::Blue, Colour::Green],
];

/// The dynasties, one a seat.
pub const DYNASTIES: [Phrase; 4] = [
    Phrase::new("Bull", "Taureau"),
    Phrase::new("Bow", "Arc"),
    Phrase::new("Pot", "Jarre"),
    Phrase::new("Lion", "Lion"),
];

/// A dynasty in a sentence: who does something, to or for whom, and of whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dynasty {
    /// At the beginning of a sentence.
    pub does: Phrase,
    /// After “for” or “against”.
    pub whom: Phrase,
    /// After a leader.
    pub of: Phrase,
}

const fn dynasty(en: &'static str, of: &'static str, fr: [&'static str; 3]) -> Dynasty {
    Dynasty {
        does: Phrase::new(en, fr[0]),
        whom: Phrase::new(en, fr[1]),
        of: Phrase::new(of, fr[2]),
    }
}

const NAMED: [Dynasty; 4] = [
    dynasty("Bull", "of Bull", ["Le Taureau", "le Taureau", "du Taureau"]),
    dynasty("Bow", "of Bow", ["L’Arc", "l’Arc", "de l’Arc"]),
    dynasty("Pot", "of Pot", ["La Jarre", "la Jarre", "de la Jarre"]),
    dynasty("Lion", "of Lion", ["Le Lion", "le Lion", "du Lion"]),
];

/// The dynasty of a seat, for sentences.
pub(crate) const fn named(seat: u8) -> Dynasty {
    NAMED[seat as usize % NAMED.len()]
}
