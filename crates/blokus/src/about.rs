//! The game's name, seats, variants and settings.

use game::{About, Kind, Phrase, Setting, Variant};

use crate::mode::{COLOURS, Mode};

pub(crate) const ABOUT: About = About {
    id: "blokus",
    name: Phrase::new("Blokus", "Blokus"),
    tagline: Phrase::new(
        "Corner to corner, never side to side: take the board before the others do",
        "De coin en coin, jamais côte à côte : prenez le plateau avant les autres",
    ),
    seats: &COLOURS,
    variants: &[
        Variant {
            id: Mode::Teams.id(),
            name: Phrase::new("Teams", "Équipes"),
            about: Phrase::new(
                "four seats, partners sit diagonally and add up their squares",
                "quatre places, les partenaires sont en diagonale et additionnent leurs cases",
            ),
            seats: 4,
            options: r#"{"mode":"teams"}"#,
        },
        Variant {
            id: Mode::Classic.id(),
            name: Phrase::new("Classic", "Classique"),
            about: Phrase::new("four seats, each for itself", "quatre places, chacun pour soi"),
            seats: 4,
            options: r#"{"mode":"classic"}"#,
        },
        Variant {
            id: Mode::Two.id(),
            name: Phrase::new("Two players", "À deux"),
            about: Phrase::new(
                "two seats with two colours each: blue and red, yellow and green",
                "deux places à deux couleurs chacune : bleu et rouge, jaune et vert",
            ),
            seats: 2,
            options: r#"{"mode":"two"}"#,
        },
        Variant {
            id: Mode::Three.id(),
            name: Phrase::new("Three players", "À trois"),
            about: Phrase::new(
                "three seats; all play green in turn, and it counts for nobody",
                "trois places ; chacun joue le vert à son tour, et il ne compte pour personne",
            ),
            seats: 3,
            options: r#"{"mode":"three"}"#,
        },
        Variant {
            id: Mode::Duo.id(),
            name: Phrase::new("Duo", "Duo"),
            about: Phrase::new(
                "two seats on a small board, from the marked squares",
                "deux places sur un petit plateau, depuis les cases marquées",
            ),
            seats: 2,
            options: r#"{"mode":"duo"}"#,
        },
        Variant {
            id: Mode::Junior.id(),
            name: Phrase::new("Junior", "Junior"),
            about: Phrase::new(
                "as Duo, with twelve easier pieces, each of them twice",
                "comme Duo, avec douze pièces plus simples, chacune en double",
            ),
            seats: 2,
            options: r#"{"mode":"junior"}"#,
        },
    ],
    settings: &[Setting {
        id: "scoring",
        name: Phrase::new("Scoring", "Décompte"),
        kind: Kind::Choice {
            of: &[
                ("squares", Phrase::new("a point a square", "un point par case")),
                ("official", Phrase::new("squares left, and bonuses", "cases restantes, et bonus")),
            ],
        },
    }],
};
