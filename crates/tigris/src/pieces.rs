//! What the game is played with: four colours of tiles and leaders, six monuments.

use game::Phrase;
use serde::Serialize;

/// A colour of tiles, leaders and points.
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

    /// Its index in lists by colour.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in move texts.
    pub const fn id(self) -> &'static str {
        ["black", "red", "blue", "green"][self as usize]
    }

    /// Its letter in positions; black is `k` as in king.
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

    /// The French adjective for a feminine noun, such as « couleur ».
    pub const fn feminine(self) -> &'static str {
        ["noire", "rouge", "bleue", "verte"][self as usize]
    }

    /// Its tile, with the indefinite article.
    pub const fn tile(self) -> Phrase {
        [
            Phrase::new("a settlement", "une cité"),
            Phrase::new("a temple", "un temple"),
            Phrase::new("a farm", "une ferme"),
            Phrase::new("a market", "un marché"),
        ][self as usize]
    }

    /// Its tiles, in the plural.
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

    /// Its leaders, in the plural, as in “war of kings”.
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

/// The name of a dynasty in a sentence, as subject, object and owner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dynasty {
    /// As the subject, at the beginning of a sentence.
    pub subject: Phrase,
    /// After “for” or “against”.
    pub object: Phrase,
    /// After a leader, as its owner.
    pub owner: Phrase,
}

const fn dynasty(en: &'static str, of: &'static str, fr: [&'static str; 3]) -> Dynasty {
    Dynasty {
        subject: Phrase::new(en, fr[0]),
        object: Phrase::new(en, fr[1]),
        owner: Phrase::new(of, fr[2]),
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

const SLOTS: [Dynasty; 4] = [
    dynasty("{0}", "of {0}", ["{0}", "{0}", "{de 0}"]),
    dynasty("{1}", "of {1}", ["{1}", "{1}", "{de 1}"]),
    dynasty("{2}", "of {2}", ["{2}", "{2}", "{de 2}"]),
    dynasty("{3}", "of {3}", ["{3}", "{3}", "{de 3}"]),
];

/// The same with a slot in place of the name: whoever shows the sentence knows what people are called. `{de 0}` is
/// “de” before a consonant and “d’” before a vowel.
pub(crate) const fn slot(seat: u8) -> Dynasty {
    SLOTS[seat as usize % SLOTS.len()]
}

/// How seats are named in a sentence: [`named`] or [`slot`].
pub(crate) type Naming = fn(u8) -> Dynasty;
