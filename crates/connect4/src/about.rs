//! What the game says of itself, and what can be chosen before it begins.

use game::{About, Kind, Phrase, Setting, Variant};
use serde::{Deserialize, Serialize};

use crate::shape::{MAX_SIDE, MIN_SIDE};

const SIDE: Kind = Kind::Number { min: MIN_SIDE as i64, max: MAX_SIDE as i64, step: 1 };

pub(crate) const ABOUT: About = About {
    id: "connect4",
    name: Phrase::new("Connect Four", "Puissance 4"),
    tagline: Phrase::new(
        "Drop discs, line up four, and see it coming before the other one does",
        "Lâchez vos jetons, alignez-en quatre, et voyez venir l’autre avant qu’il ne vous voie",
    ),
    seats: &[Phrase::new("Blue", "Bleu"), Phrase::new("Yellow", "Jaune")],
    variants: &[
        Variant {
            id: "standard",
            name: Phrase::new("Standard", "Classique"),
            about: Phrase::new("seven columns of six", "sept colonnes de six"),
            seats: 2,
            options: "{}",
        },
        Variant {
            id: "small",
            name: Phrase::new("Small", "Petit"),
            about: Phrase::new(
                "five columns of five, over quickly",
                "cinq colonnes de cinq, vite fini",
            ),
            seats: 2,
            options: r#"{"width":5,"height":5}"#,
        },
        Variant {
            id: "large",
            name: Phrase::new("Large", "Grand"),
            about: Phrase::new("eight columns of eight", "huit colonnes de huit"),
            seats: 2,
            options: r#"{"width":8,"height":8}"#,
        },
    ],
    settings: &[
        Setting { id: "width", name: Phrase::new("Columns", "Colonnes"), kind: SIDE },
        Setting { id: "height", name: Phrase::new("Rows", "Rangées"), kind: SIDE },
    ],
};

/// What can be chosen before the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Columns.
    pub width: u8,
    /// Squares in a column.
    pub height: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { width: 7, height: 6 }
    }
}
