//! The game's name, seats, variants and settings, and its options.

use game::{About, BadOptions, Kind, Phrase, Setting, Variant};
use serde::{Deserialize, Serialize};

use crate::map::BoardSide;
use crate::pieces::DYNASTIES;

const fn variant(
    id: &'static str,
    name: Phrase,
    about: Phrase,
    seats: usize,
    options: &'static str,
) -> Variant {
    Variant { id, name, about, seats, options }
}

const FRONT: Phrase = Phrase::new("the usual board", "le plateau habituel");
const BACK: Phrase = Phrase::new(
    "the back of the board: fourteen temples, other rivers",
    "le dos du plateau : quatorze temples, d’autres rivières",
);

pub(crate) const ABOUT: About = About {
    id: "tigris",
    name: Phrase::new("Tigris & Euphrates", "Tigre & Euphrate"),
    tagline: Phrase::new(
        "Found kingdoms between two rivers; your weakest colour is your score",
        "Fondez des royaumes entre deux fleuves ; votre couleur la plus faible fait votre score",
    ),
    seats: &DYNASTIES,
    variants: &[
        variant("two", Phrase::new("Two players", "À deux"), FRONT, 2, "{}"),
        variant("three", Phrase::new("Three players", "À trois"), FRONT, 3, r#"{"players":3}"#),
        variant("four", Phrase::new("Four players", "À quatre"), FRONT, 4, r#"{"players":4}"#),
        variant(
            "two-advanced",
            Phrase::new("Two, advanced board", "À deux, plateau avancé"),
            BACK,
            2,
            r#"{"board":"advanced"}"#,
        ),
        variant(
            "three-advanced",
            Phrase::new("Three, advanced board", "À trois, plateau avancé"),
            BACK,
            3,
            r#"{"players":3,"board":"advanced"}"#,
        ),
        variant(
            "four-advanced",
            Phrase::new("Four, advanced board", "À quatre, plateau avancé"),
            BACK,
            4,
            r#"{"players":4,"board":"advanced"}"#,
        ),
    ],
    settings: &[
        Setting {
            id: "players",
            name: Phrase::new("Players", "Joueurs"),
            kind: Kind::Number { min: 2, max: 4, step: 1 },
        },
        Setting {
            id: "board",
            name: Phrase::new("Board", "Plateau"),
            kind: Kind::Choice {
                of: &[
                    ("standard", Phrase::new("usual", "habituel")),
                    ("advanced", Phrase::new("advanced", "avancé")),
                ],
            },
        },
        Setting {
            id: "totals",
            name: Phrase::new("Points of the others", "Points des autres"),
            kind: Kind::Choice {
                of: &[
                    ("hidden", Phrase::new("hidden until the end", "cachés jusqu’à la fin")),
                    ("open", Phrase::new("shown", "visibles")),
                ],
            },
        },
        Setting {
            id: "english",
            name: Phrase::new(
                "English variant: tiles are only added to a conflict where they can win it",
                "Variante anglaise : on n’ajoute des tuiles à un conflit que pour le gagner",
            ),
            kind: Kind::Flag,
        },
    ],
};

/// Whether everybody's points are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Totals {
    /// To all.
    Open,
    /// To their owner, until the end: as behind the screens of the game in its box.
    #[default]
    Hidden,
}

/// What can be chosen before the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Two to four.
    pub players: u8,
    /// The side of the board.
    pub board: BoardSide,
    /// Whether everybody's points are shown.
    pub totals: Totals,
    /// An attacker who adds tiles must exceed the defender's strength on the board; a defender who
    /// adds tiles may only reach the attacker's.
    pub english: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { players: 2, board: BoardSide::Standard, totals: Totals::Hidden, english: false }
    }
}

impl Options {
    /// Refuses what cannot be played.
    pub(crate) fn checked(self) -> Result<Self, BadOptions> {
        match self.players {
            2..=4 => Ok(self),
            other => Err(BadOptions::new(
                format!("two, three or four play, not {other}"),
                format!("on joue à deux, trois ou quatre, pas à {other}"),
            )),
        }
    }
}
