//! What the game says of itself, and what can be chosen before it begins.

use game::{About, Kind, Phrase, Setting, Variant};
use serde::{Deserialize, Serialize};

use crate::shape::{MAX_SIZE, MIN_SIZE};

/// Nobody has more walls than this.
pub(crate) const MAX_WALLS: u8 = 20;

/// Moves of each seat after which a game that nobody has won is drawn.
pub(crate) const MOVES_EACH: u16 = 100;

pub(crate) const ABOUT: About = About {
    id: "quoridor",
    name: Phrase::new("Quoridor", "Quoridor"),
    tagline: Phrase::new(
        "Run for the other side, and build walls in front of whoever runs faster",
        "Courez vers l’autre bord, et dressez des murs devant qui court plus vite",
    ),
    seats: &[
        Phrase::new("Blue", "Bleu"),
        Phrase::new("Yellow", "Jaune"),
        Phrase::new("Red", "Rouge"),
        Phrase::new("Green", "Vert"),
    ],
    variants: &[
        Variant {
            id: "two",
            name: Phrase::new("Two players", "Deux joueurs"),
            about: Phrase::new("ten walls each, face to face", "dix murs chacun, face à face"),
            seats: 2,
            options: "{}",
        },
        Variant {
            id: "four",
            name: Phrase::new("Four players", "Quatre joueurs"),
            about: Phrase::new(
                "five walls each, from all sides",
                "cinq murs chacun, des quatre côtés",
            ),
            seats: 4,
            options: r#"{"players":4,"walls":5}"#,
        },
    ],
    settings: &[
        Setting {
            id: "size",
            name: Phrase::new("Squares on a side", "Cases par côté"),
            kind: Kind::Number { min: MIN_SIZE as i64, max: MAX_SIZE as i64, step: 2 },
        },
        Setting {
            id: "walls",
            name: Phrase::new("Walls each", "Murs chacun"),
            kind: Kind::Number { min: 0, max: MAX_WALLS as i64, step: 1 },
        },
    ],
};

/// What can be chosen before the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Two or four.
    pub players: u8,
    /// Squares on a side: odd, from 3 to 11.
    pub size: u8,
    /// Walls that each player has.
    pub walls: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { players: 2, size: 9, walls: 10 }
    }
}
