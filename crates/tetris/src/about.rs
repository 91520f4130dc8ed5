//! What the game says of itself, and what can be chosen before it begins.

use game::{About, Kind, Phrase, Setting, Variant};
use serde::{Deserialize, Serialize};

use crate::rules::field::MAX_WIDTH;
use crate::rules::pieces::System;
use crate::rules::reach::Reach;
use crate::rules::start::Start;
use crate::rules::terms::usual_height;

pub(crate) const ABOUT: About = About {
    id: "tetris",
    name: Phrase::new("Tetris", "Tetris"),
    tagline: Phrase::new(
        "Seven shapes fall, full lines go, and the well never waits",
        "Sept formes tombent, les lignes pleines s’en vont, et le puits n’attend pas",
    ),
    seats: &[Phrase::new("Player", "Joueur")],
    variants: &[
        Variant {
            id: "modern",
            name: Phrase::new("Modern", "Moderne"),
            about: Phrase::new(
                "five next, hold, kicks and spins, pieces out of a bag",
                "cinq suivantes, réserve, rotations avec décalage, pièces tirées d’un sac",
            ),
            seats: 1,
            // Said in full, so that it may be said by name.
            options: r#"{"rules":"modern","height":20,"reach":"all"}"#,
        },
        Variant {
            id: "report",
            name: Phrase::new("Classic", "Classique"),
            about: Phrase::new(
                "one next, no hold, every piece by chance, as in the student report that this Tetris grew from",
                "une suivante, pas de réserve, chaque pièce au hasard : celles du rapport d’étudiants dont ce Tetris est né",
            ),
            seats: 1,
            options: r#"{"rules":"report","height":22,"reach":"straight"}"#,
        },
    ],
    settings: &[
        Setting {
            id: "width",
            name: Phrase::new("Columns", "Colonnes"),
            kind: Kind::Number { min: 4, max: MAX_WIDTH as i64, step: 1 },
        },
        Setting {
            id: "height",
            name: Phrase::new("Rows", "Rangées"),
            kind: Kind::Number { min: 4, max: usual_height(System::Report) as i64, step: 1 },
        },
        Setting {
            id: "reach",
            name: Phrase::new("Reach", "Portée"),
            kind: Kind::Choice {
                of: &[
                    ("straight", Phrase::new("straight down", "tout droit")),
                    ("all", Phrase::new("slides and spins", "glissades et rotations")),
                ],
            },
        },
        Setting {
            id: "start",
            name: Phrase::new("Start", "Départ"),
            kind: Kind::Choice {
                of: &[
                    ("empty", Phrase::new("an empty well", "un puits vide")),
                    (
                        "four",
                        Phrase::new("one column from four lines", "à une colonne de quatre lignes"),
                    ),
                    ("slot", Phrase::new("a slot for a T-spin", "une niche pour un T-spin")),
                    ("roof", Phrase::new("a gap under a roof", "un creux sous un toit")),
                    ("steps", Phrase::new("an uneven floor", "un sol inégal")),
                    ("cheese", Phrase::new("ten lines with holes", "dix lignes trouées")),
                ],
            },
        },
    ],
};

/// What can be chosen before the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// How pieces appear, turn, and are paid for.
    pub rules: System,
    /// Columns.
    pub width: u8,
    /// Rows that are seen.
    pub height: u8,
    /// How a piece may be brought to its place.
    pub reach: Reach,
    /// What already lies in the well.
    pub start: Start,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rules: System::Modern,
            width: 10,
            height: usual_height(System::Modern),
            reach: Reach::All,
            start: Start::Empty,
        }
    }
}

impl Options {
    /// The report's own.
    pub const REPORT: Self = Self {
        rules: System::Report,
        width: 10,
        height: usual_height(System::Report),
        reach: Reach::Straight,
        start: Start::Empty,
    };
}
